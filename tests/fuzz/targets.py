"""Every parser of something from outside."""

from tests.fuzz import records, seen, stored, typed, wire
from tests.fuzz.target import Target

TARGETS: tuple[Target, ...] = (
    *wire.TARGETS,
    *seen.TARGETS,
    *stored.TARGETS,
    *records.TARGETS,
    *typed.TARGETS,
)
