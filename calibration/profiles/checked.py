"""Reading a profile's TOML with every value checked; what is wrong is said with its place in the file."""

import os
import tempfile
import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from calibration.foreign import readable, shown

#: Ten times what a deck of 400 pictures takes.
_MOST_BYTES = 1_000_000
#: `tomllib` walks from the top for each part of an entry's name: a.a.a... in a small file would keep it busy for hours.
#: The finest zone that a hand may draw, a hundred corners in one line, takes 40,000.
_MOST_WALKS = 4_000_000
MOST_NAME = 80

Row = tuple[float, float, float]


class ProfileError(ValueError):
    """A profile cannot be used; the message says what was expected, what was found and what to do."""


class Fields:
    """One table of a TOML document: each value is taken out once, and what is left over in the end is an error."""

    def __init__(self, values: Mapping[str, object], where: str = "") -> None:
        self._left = dict(values)
        self._where = where

    def _take(self, key: str, expected: str) -> object:
        if key not in self._left:
            raise ProfileError(f"{self._name(key)}: expected {expected}, found nothing")
        return self._left.pop(key)

    def _name(self, key: str) -> str:
        return f"{self._where}{key if readable(key) else ascii(key)}"[:120]

    def text(self, key: str, most: int = MOST_NAME, *, empty: bool = False) -> str:
        """A text of 1 to `most` characters."""
        value = self._take(key, "a text")
        if not isinstance(value, str) or len(value) > most or not (value or empty) or not readable(value):
            raise ProfileError(f"{self._name(key)}: expected a text of 1 to {most} characters, found {shown(value)}")
        return value

    def moment(self, key: str) -> str:
        """A moment as text: ISO 8601 with time zone."""
        value = self.text(key)
        try:
            if datetime.fromisoformat(value).tzinfo is not None:
                return value
        except ValueError:
            pass
        raise ProfileError(f"{self._name(key)}: expected a date and time with time zone, found {value!r}")

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self._take(key, f"a whole number from {low} to {high}")
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ProfileError(f"{self._name(key)}: expected a whole number from {low} to {high}, found {shown(value)}")
        return value

    def number(self, key: str, low: float, high: float) -> float:
        """A number from `low` to `high`."""
        return _number(self._take(key, f"a number from {low:g} to {high:g}"), low, high, self._name(key))

    def numbers(self, key: str, count: int, low: float, high: float) -> tuple[float, ...]:
        """A list of so many numbers from `low` to `high`."""
        value = self._take(key, f"{count} numbers")
        if not isinstance(value, list) or len(value) != count:
            raise ProfileError(f"{self._name(key)}: expected a list of {count} numbers, found {shown(value)}")
        return tuple(_number(each, low, high, self._name(key)) for each in value)

    def points(self, key: str, least: int, most: int, reach: float) -> tuple[tuple[float, float], ...]:
        """A list of points [x, y] within `reach` of 0."""
        value = self._take(key, "a list of points")
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ProfileError(f"{self._name(key)}: expected {least} to {most} points, found {shown(value)}")
        for each in value:
            if not isinstance(each, list) or len(each) != 2:
                raise ProfileError(f"{self._name(key)}: expected points such as [120, -45.5], found {shown(each)}")
        return tuple(
            (_number(x, -reach, reach, self._name(key)), _number(y, -reach, reach, self._name(key))) for x, y in value
        )

    def rows(self, key: str) -> tuple[Row, Row, Row]:
        """Three rows of three numbers from -1 to 1."""
        value = self._take(key, "three rows of three numbers")
        if not isinstance(value, list) or len(value) != 3:
            raise ProfileError(f"{self._name(key)}: expected three rows of three numbers, found {shown(value)}")
        found = []
        for row in value:
            if not isinstance(row, list) or len(row) != 3:
                raise ProfileError(f"{self._name(key)}: expected rows of three numbers, found {shown(row)}")
            a, b, c = (_number(each, -1, 1, self._name(key)) for each in row)
            found.append((a, b, c))
        return found[0], found[1], found[2]

    def has(self, key: str) -> bool:
        """Whether there is such a value."""
        return key in self._left

    def table(self, key: str) -> "Fields":
        """A table within."""
        value = self._take(key, f"a part [{self._name(key)}]")
        if not isinstance(value, dict):
            raise ProfileError(f"{self._name(key)}: expected a part [{self._name(key)}], found {shown(value)}")
        return Fields(value, f"{self._name(key)}.")

    def tables(self, key: str, most: int = 200) -> tuple["Fields", ...]:
        """A list of tables; none where there is no such key."""
        value = self._left.pop(key, [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(each, dict) for each in value):
            raise ProfileError(
                f"{self._name(key)}: expected up to {most} parts [[{self._name(key)}]], found {shown(value)}"
            )
        return tuple(Fields(each, f"{self._name(key)}[{k}].") for k, each in enumerate(value))

    def texts(self, key: str, most: int = 40) -> dict[str, str]:
        """A table of short texts by name."""
        part = self.table(key)
        found = {name: part.text(name) for name in list(part._left)[:most]}
        part.done()
        return found

    def all_numbers(self, most: int = 60) -> dict[str, float]:
        """Everything in this table, as numbers by name."""
        found = {name: self.number(name, -1e9, 1e9) for name in list(self._left)[:most]}
        self.done()
        return found

    def done(self) -> None:
        """Raises ProfileError where something is left that nobody knows: a slip of the hand would else go unseen."""
        if self._left:
            raise ProfileError(f"{self._name(next(iter(self._left)))}: nobody knows this entry; is it misspelt?")


def _number(value: object, low: float, high: float, name: str) -> float:
    # Compared before it becomes a float: a whole number may have thousands of digits. NaN is in no range.
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ProfileError(f"{name}: expected a number from {low:g} to {high:g}, found {shown(value)}")
    return float(value)


def read_fields(path: Path, kind: str, version: int) -> Fields:
    """The checked start of a profile: its kind and version. Raises ProfileError."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise ProfileError(f"expected a profile of under {_MOST_BYTES // 1_000_000} MB, the file is larger")
        if sum(line.count(b".") ** 2 for line in data.split(b"\n")) > _MOST_WALKS:
            raise ProfileError("expected short names of entries, found one of very many parts")
        document = tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise ProfileError(f"it cannot be read ({error.strerror or error})") from error
    except ProfileError:
        raise
    except (ValueError, RecursionError) as error:
        raise ProfileError(f"expected a profile in TOML, the file is damaged or something else ({error})") from error
    fields = Fields(document)
    found = fields.text("kind") if fields.has("kind") else ""
    if found != kind:
        raise ProfileError(
            f"expected a profile of kind {kind!r}, found {f'one of kind {shown(found)}' if found else 'another file'}"
        )
    written = fields.whole("version", 0, 1_000_000)
    if written > version:
        raise ProfileError(f"it was written by a newer companion (version {written}, this one knows {version})")
    if written < version:
        raise ProfileError(
            f"it was written by an early companion (version {written}) whose numbers mean something else"
        )
    return fields


def write_text(path: Path, text: str) -> None:
    """Writes a file in one step, making its folder; a crash in between leaves the old one. Raises ProfileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ProfileError(f"{path}: it cannot be written ({error.strerror or error})") from error
