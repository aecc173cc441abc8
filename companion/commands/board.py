"""`companion board`: the score of the match that is played, for a second screen, a TV or a stream."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.commands.matches import JOURNAL
from companion.games.dice import LETTERS, Printing
from companion.journal.errors import JournalError
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.referee.desk import played, read_story
from companion.referee.events import Parts
from companion.referee.games import GAMES
from companion.referee.printing import printing_of_match
from companion.referee.state import TableState
from companion.ui.board.plain import board_text
from companion.ui.board.view import BoardView, board_view, points_view
from companion.ui.board.web.server import LOOPBACK, PORT, Board, BoardServer, is_loopback, serve
from companion.ui.languages import LANGUAGES, preferred
from companion.ui.settings.store import Settings, load_or_defaults, settings_file

EVERY_S = 0.25
"""So often the journal is looked at; it is read only when it has changed."""


@click.command()
@click.option("--serve", "served", is_flag=True, help="A page for browsers that follows the match; else print it once.")
@click.option("--host", default=LOOPBACK, show_default=True, help="0.0.0.0 lets everyone in the house see it.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Where the page is served."
)
@click.option("--language", type=click.Choice(list(LANGUAGES)), help="Instead of the one in the settings.")
@JOURNAL
def board(served: bool, host: str, port: int, language: str | None, journal_file: Path) -> None:
    """Show the score of the newest match, here or in browsers.

    Nothing is shown that lies under a cup or face down.
    """
    settings, _ = load_or_defaults(settings_file())
    language = language or settings.language or preferred()
    follower = Follower(journal_file, settings)
    if not served:
        click.echo(board_text(follower.look(), language))
        return
    try:
        server = BoardServer(Board(follower.look()), host, port, language)
    except OSError as error:
        what = f"the page cannot be served there ({error.strerror or error}); choose another --port or --host"
        raise OSError(error.errno, what, f"{host}, port {port}") from error
    click.echo(f"The board: {server.url} (add ?lang=es or ?overlay). Ctrl+C ends it.")
    if not is_loopback(host):
        click.echo("Everyone in this network can see it.", err=True)
    serve(server, follower.follow)


class Follower:
    """Looks at the journal that the companion writes, beside it and without ever writing."""

    def __init__(self, journal: Path, settings: Settings) -> None:
        self._journal = journal
        self._settings = settings
        self._seen: tuple[object, ...] = ()
        self._parts: Parts | None = None
        self._printed: Printing = LETTERS

    def look(self) -> BoardView:
        """The board as it is now; an empty one where no match was played yet. Raises JournalError, UnknownEvent."""
        self._seen = self._stamp()
        if not self._journal.exists():
            return board_view(TableState())
        with Journal.open(self._journal, read_only=True) as record:
            for head in reversed(record.matches()):
                game = GAMES.get(head.game)
                entries = record.events(head.match)
                if game is not None and not entries[0].body.get("recorded"):
                    state = played(read_story(game, entries))
                    return replace(self._view(game, state), printing=self._printing(state.parts))
        return board_view(TableState())

    def _printing(self, parts: Parts | None) -> Printing:
        """The set is kept with the match's pictures, and read when another one is played with."""
        if parts != self._parts:
            evidence = EvidenceStore(evidence_folder(self._journal))
            self._parts, self._printed = parts, printing_of_match(parts, evidence.get)
        return self._printed

    def _view(self, game: Any, state: Any) -> BoardView:
        if isinstance(state, TableState):
            return board_view(state, self._settings.score, self._settings.players)
        return points_view(state.names, game.board(state), self._settings.players)

    def follow(self, board: Board) -> None:
        """Show every change, until the board is closed."""
        while not board.closed:
            time.sleep(EVERY_S)
            if self._stamp() == self._seen:
                continue
            try:
                board.show(self.look())
            except (JournalError, UnknownEvent):
                # Just being written, or of a later version: what stood there goes on standing.
                continue

    def _stamp(self) -> tuple[object, ...]:
        """Changes whenever the journal does."""
        return tuple(_stamp(self._journal.with_name(self._journal.name + end)) for end in ("", "-wal"))


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
