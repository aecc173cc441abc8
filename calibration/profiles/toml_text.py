"""TOML written so that people like to read it; Python's own `tomllib` only reads."""

import json
import math
from collections.abc import Mapping, Sequence

Value = str | int | float | bool | Sequence["Value"] | Mapping[str, "Value"]

_SHORT = 100


def toml_text(document: Mapping[str, Value], comment: str = "") -> str:
    """A document of plain values, lists and tables (also lists of tables), in the order given.

    Raises ValueError for a number that is not finite and for a value of another type.
    """
    lines = [f"# {line}" for line in comment.splitlines()]
    _table(document, "", lines)
    return "\n".join(lines).strip() + "\n"


def _table(table: Mapping[str, Value], path: str, lines: list[str]) -> None:
    later: list[tuple[str, Value]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) or _is_tables(value):
            later.append((key, value))
        else:
            lines.append(f"{_key(key)} = {_inline(value)}")
    for key, value in later:
        name = f"{path}{_key(key)}"
        if isinstance(value, Mapping):
            lines += ["", f"[{name}]"]
            _table(value, f"{name}.", lines)
        elif isinstance(value, Sequence):
            for each in value:
                lines += ["", f"[[{name}]]"]
                assert isinstance(each, Mapping)
                _table(each, f"{name}.", lines)


def _is_tables(value: Value) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and bool(value)
        and all(isinstance(each, Mapping) for each in value)
    )


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain and key else _quoted(key)


def _quoted(text: str) -> str:
    # JSON's escapes are all TOML's too, and all that TOML wants escaped but one is escaped by JSON.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"expected a finite number, found {value}")
        return repr(value)
    if isinstance(value, Sequence):
        parts = [_inline(each) for each in value]
        flat = f"[{', '.join(parts)}]"
        return flat if len(flat) <= _SHORT else "[\n" + "".join(f"    {part},\n" for part in parts) + "]"
    raise ValueError(f"expected a plain value, found {type(value).__name__}")
