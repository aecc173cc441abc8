"""Everything that can be proved of a journal and its evidence, and exactly what is damaged or missing."""

from dataclasses import dataclass

from companion.journal.errors import EvidenceDamaged, JournalDamaged, UnknownMatch
from companion.journal.evidence import EvidenceStore, evidence_of, trimmed_of
from companion.journal.store import Journal


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at, and what was found wrong."""

    proved: tuple[tuple[str, int, str], ...]
    """(match, events, head hash) of every match whose chain holds to its end."""
    kept: int
    """Evidence files that the events name and that are there, unchanged."""
    trimmed: int
    """Evidence that is gone, as the journal says."""
    faults: tuple[str, ...]
    """Each names match and event, and what was found there."""


def check(journal: Journal, store: EvidenceStore, match: str | None = None, head: str | None = None) -> Checked:
    """Proves every event of every match (or of `match` alone), and every evidence file that they name.

    `head`: the hash that people noted at the end of `match`. Evidence may be missing only where the record of some
    match says that it was trimmed. Raises UnknownMatch.
    """
    survey = journal.survey()
    if match is not None and match not in survey.records and match not in {d.match for d in survey.damage}:
        raise UnknownMatch(f"{journal.path} holds no match {match!r}; the list of matches has their names")
    damage = [d for d in survey.damage if match is None or d.match in (None, match)]
    if match is not None and head is not None:
        damage += _other_end(match, head, [event.hash for event in survey.records.get(match, ())])
    faults = [str(d) for d in damage]
    said = frozenset(sha for events in survey.records.values() for sha in trimmed_of(events))
    kept: set[str] = set()
    gone: set[str] = set()
    for name, events in survey.records.items():
        for event in events if match in (None, name) else ():
            shas = evidence_of([event])
            bad = {error.sha: error for error in store.damage(shas)}
            kept |= set(shas) - bad.keys()
            for sha, error in bad.items():
                if sha in said and not isinstance(error, EvidenceDamaged):
                    gone.add(sha)
                else:
                    faults.append(f"match {name}, event {event.seq} ({event.kind}): {error}")
    broken = {d.match for d in survey.damage}
    proved = tuple(
        (name, len(events), events[-1].hash)
        for name, events in survey.records.items()
        if name not in broken and match in (None, name)
    )
    return Checked(proved, len(kept), len(gone), tuple(faults))


def _other_end(match: str, head: str, hashes: list[str]) -> list[JournalDamaged]:
    """What a noted head hash says against the record: nothing, where it is one of its hashes."""
    if hashes and hashes[-1] == head:
        return []
    if head in hashes:
        added = len(hashes) - 1 - hashes.index(head)
        what = "1 event was" if added == 1 else f"{added} events were"
        return [JournalDamaged(f"all is whole up to {head}, but {what} added after it", match)]
    return [JournalDamaged(f"it does not hold {head}: events are missing, or it is another record", match)]
