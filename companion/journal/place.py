"""Where the journal and its evidence lie."""

from pathlib import Path

from platformdirs import user_data_path

from companion.journal.database import beside


def default_journal() -> Path:
    """The journal in the user's data folder, as each system has it. Nothing is made here."""
    return user_data_path("cubilete", appauthor=False) / "journal.sqlite3"


def evidence_folder(journal: Path) -> Path:
    """The folder beside the journal that holds its pictures.

    Named by the full file name: two journals must never share one, or each would trim the other's evidence.
    """
    return beside(journal, "-evidence")
