"""What was learned when the box was set up, kept in the user's configuration folder."""

import json
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_path

from firmware_bridge.events import Input


class BoxSettingsError(ValueError):
    """The file of settings cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Nothing learned yet: every sensor speaks as the wiring table says."""

    inverted: frozenset[Input] = frozenset()
    """Inputs whose sensor is open where others are closed."""


def settings_file() -> Path:
    """Where they are kept on this system."""
    return user_config_path("cubilete", appauthor=False) / "box.json"


def load_settings(path: Path) -> BoxSettings:
    """The settings at `path`, or the defaults where there are none yet.

    Raises:
        BoxSettingsError: the file cannot be read, is no JSON, or names an unknown input.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return BoxSettings(frozenset(Input(name) for name in content["inverted"]))
    except FileNotFoundError:
        return BoxSettings()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BoxSettingsError(
            f"{path}: expected the settings of the box; found something else ({error}). "
            "Delete the file, then run `companion box test` to learn them anew."
        ) from error


def save_settings(settings: BoxSettings, path: Path) -> None:
    """Keep them; a crash in between leaves the old ones."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text(json.dumps({"inverted": sorted(settings.inverted)}) + "\n", encoding="utf-8")
    unfinished.replace(path)
