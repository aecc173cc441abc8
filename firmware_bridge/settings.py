"""What was learned when the box was set up, kept in the user's configuration folder."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_config_path

from firmware_bridge.events import Input
from firmware_bridge.messages import Welcome

ANY_BOX: Final = "any"
"""As `tested`: a box that needs no test, made of software."""
MOST_BYTES: Final = 100_000
"""A file of settings takes some hundred; what is cut off here is no JSON any more."""


class BoxSettingsError(ValueError):
    """The file of settings cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Nothing learned yet: every sensor speaks as the wiring table says."""

    inverted: frozenset[Input] = frozenset()
    """Inputs whose sensor is open where others are closed."""
    seats: tuple[int | None, ...] | None = None
    """The player (from 0) at each seat of the box, None: nobody. None instead of all: player n sits at seat n."""
    tested: str = ""
    """`print_of` the box that passed its self-test last; empty: none has."""

    def players(self, seats: int) -> tuple[int | None, ...]:
        """The player at each of a box's `seats` seats."""
        return tuple(range(seats)) if self.seats is None else (*self.seats, *[None] * seats)[:seats]


def print_of(welcome: Welcome) -> str:
    """What a box is: firmware, board, parts, seats. When this changes, it should be tested again."""
    major, minor = welcome.firmware
    return f"{major}.{minor}/{int(welcome.board)}/{int(welcome.capabilities)}/{welcome.seats}"


def settings_file() -> Path:
    """Where they are kept on this system."""
    return user_config_path("cubilete", appauthor=False) / "box.json"


def load_settings(path: Path) -> BoxSettings:
    """The settings at `path`, or the defaults where there are none yet.

    Raises:
        BoxSettingsError: the file cannot be read, is no JSON or too long, names an unknown input, or seats a player
            twice.
    """
    try:
        with path.open("rb") as file:
            content = json.loads(file.read(MOST_BYTES).decode("utf-8"))
        seats = content.get("seats")
        return BoxSettings(
            frozenset(Input(name) for name in content["inverted"]),
            None if seats is None else checked_seats(tuple(seats)),
            str(content.get("tested", "")),
        )
    except FileNotFoundError:
        return BoxSettings()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BoxSettingsError(
            f"{path}: expected the settings of the box; found something else ({error}). "
            "Delete the file, then run `companion box test` to learn them anew."
        ) from error


def checked_seats(seats: tuple[object, ...]) -> tuple[int | None, ...]:
    """The same, if it can be meant; raises ValueError."""
    players: list[int | None] = []
    for player in seats:
        if player is not None and (not isinstance(player, int) or isinstance(player, bool) or not 0 <= player <= 9):
            raise ValueError(f"expected a player from 0 to 9 at each seat, or nobody; found {player!r}")
        if player is not None and player in players:
            raise ValueError(f"expected each player at one seat; found {player} at two")
        players.append(player)
    if len(players) > 10:
        raise ValueError(f"expected at most ten seats; found {len(players)}")
    return tuple(players)


def save_settings(settings: BoxSettings, path: Path) -> None:
    """Keep them; a crash in between leaves the old ones. Raises OSError."""
    content = {"inverted": sorted(settings.inverted), "seats": settings.seats, "tested": settings.tested}
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    try:
        unfinished.write_text(json.dumps(content) + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        # A full disk does not say of itself which file it was.
        raise OSError(error.errno, error.strerror, str(path)) from error
