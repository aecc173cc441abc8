"""The settings and their file. Pure but for reading and writing it; a damaged file is named and costs only itself."""

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any
from unicodedata import category

from platformdirs import user_config_path

from companion.games.mentiroso.options import STARTERS
from companion.ui.languages import LANGUAGES as SPOKEN
from companion.ui.players import KINDS, Player

LANGUAGES = ("", *SPOKEN)
"""Codes of the screen's languages; the empty one is that of the system."""
TEXT_SIZES: Mapping[str, float] = {"normal": 1.0, "large": 1.12, "largest": 1.25}
"""How much larger than planned the type is."""
BUDGETS_MB = (500, 1000, 2000, 5000, 10000, 50000)
"""How much room the pictures of calls may take, in megabytes."""
WINDOWS_S = (0, 15, 30, 60, 120, 300)
"""How long after a verdict it may be disputed, in seconds; 0: never."""
MOST_CHALLENGES = 9
MOST_PLAYERS = 40
"""So many names are remembered."""
MOST_NAME = 60
"""No name has more letters."""
MOST_BYTES = 1_000_000
"""A file of settings takes some kilobytes."""


_log = logging.getLogger(__name__)


class SettingsDamaged(ValueError):  # noqa: N818 - says what is the matter
    """The file cannot be used; the message gives the file and what was expected."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it. What is not said is what a newcomer gets."""

    language: str = ""
    palette: str = "dark"
    high_contrast: bool = False
    text_size: str = "normal"
    hand: str = "right"
    """The hand that touches the screen: the controls lie on its side."""
    score: str = "points"
    """What the scoreboard shows: the points taken, or the hearts that are left."""
    sound: bool = True
    voice: bool = False
    disk_budget_mb: int = 2000
    challenge_window_s: int = 60
    challenges: int = 2
    """Disputes that each player may lose in a match."""
    players: tuple[Player, ...] = ()
    """Everyone who ever sat down, the last table first, in its order."""
    seated: int = 0
    """How many of them sat at the last table."""
    limit: int = 5
    next_starter: str = "right of loser"
    duel_reset: bool = False


_CHOICES: Mapping[str, tuple[object, ...]] = {
    "language": LANGUAGES,
    "palette": ("dark", "light"),
    "text_size": tuple(TEXT_SIZES),
    "hand": ("right", "left"),
    "score": ("points", "hearts"),
    "next_starter": STARTERS,
}
_RANGES = {
    "disk_budget_mb": (1, 1_000_000),
    "challenge_window_s": (0, 3600),
    "challenges": (0, MOST_CHALLENGES),
    "seated": (0, 10),
    "limit": (1, 99),
}


def settings_file() -> Path:
    """Where they are kept on this system."""
    return user_config_path("cubilete", appauthor=False) / "settings.json"


def load(path: Path) -> Settings:
    """The settings at `path`, or a newcomer's where there are none yet. Raises SettingsDamaged."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES} bytes")
        content = json.loads(data.decode("utf-8"))
        if not isinstance(content, dict):
            raise TypeError(f"expected an object, found {type(content).__name__}")
        return _checked(content)
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise SettingsDamaged(
            f"{path}: expected the settings of the companion; found something else ({error}). "
            "The defaults are used; the next change on the settings page writes the file anew."
        ) from error


def load_or_defaults(path: Path) -> tuple[Settings, bool]:
    """As `load`; a newcomer's settings and True where the file is damaged."""
    try:
        return load(path), False
    except SettingsDamaged as error:
        _log.warning("%s", error)
        return Settings(), True


def _checked(content: Mapping[str, Any]) -> Settings:
    known = {field.name for field in fields(Settings)}
    # A name that is not known was written by a later version, and is none of ours.
    values = {name: value for name, value in content.items() if name in known}
    if "players" in values:
        values["players"] = tuple(_player(player) for player in values["players"][:MOST_PLAYERS])
    for name, value in values.items():
        wanted = type(getattr(_DEFAULTS, name))
        if type(value) is not wanted:
            raise TypeError(f"{name}: expected {wanted.__name__}, found {value!r}")
        if name in _CHOICES and value not in _CHOICES[name]:
            raise ValueError(f"{name}: expected one of {_CHOICES[name]}, found {value!r}")
        if name in _RANGES and not _RANGES[name][0] <= value <= _RANGES[name][1]:
            raise ValueError(f"{name}: expected {_RANGES[name][0]} to {_RANGES[name][1]}, found {value}")
    settings = Settings(**values)
    if settings.seated > len(settings.players):
        raise ValueError(f"seated: expected at most {len(settings.players)}, found {settings.seated}")
    return settings


def _player(content: Any) -> Player:
    player = Player(content["name"], content["kind"])
    if type(player.name) is not str or type(player.kind) is not int or not 0 <= player.kind < len(KINDS):
        raise ValueError(f"expected a player's name and kind, found {content!r}")
    if len(player.name) > MOST_NAME or any(category(letter) in ("Cc", "Cs") for letter in player.name):
        raise ValueError(f"expected a name of at most {MOST_NAME} letters, found {player.name[:MOST_NAME]!r}")
    return player


_DEFAULTS = Settings()


def save(settings: Settings, path: Path) -> None:
    """Keep them; a crash in between leaves the old ones. A damaged file is put aside, not lost. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        load(path)
    except SettingsDamaged:
        path.replace(path.with_suffix(".damaged.json"))
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(asdict(settings), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    unfinished.replace(path)


def seated_now(settings: Settings, table: tuple[Player, ...]) -> Settings:
    """After these sat down: they come first, the others are still known."""
    names = {player.name.casefold() for player in table}
    others = tuple(player for player in settings.players if player.name.casefold() not in names)
    return replace(settings, players=(*table, *others)[:MOST_PLAYERS], seated=len(table))


def neighbour(steps: tuple[int, ...], value: int, step: int) -> int:
    """The next larger or smaller of `steps`; the last one stays."""
    nearest = min(range(len(steps)), key=lambda i: abs(steps[i] - value))
    return steps[min(len(steps) - 1, max(0, nearest + step))]
