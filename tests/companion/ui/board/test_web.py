"""The board in a browser: read-only, bounded, on this machine, and never behind."""

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.board import Follower
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.ui.board.view import board_view
from companion.ui.board.web import server as web
from companion.ui.board.web.server import Board, BoardServer
from companion.ui.settings.store import Settings
from tests.companion.ui.tables import Table, begun, hand

CLAIMED = (*begun(), e.ClaimConfirmed(0, hand("KKJ87")))


@pytest.fixture
def served() -> Iterator[BoardServer]:
    """A board on a free port."""
    server = BoardServer(Board(board_view(Table(*CLAIMED).state)), port=0)
    thread = threading.Thread(target=lambda: server.serve_forever(0.02), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(10)


def ask(server: BoardServer, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body."""
    connection = http.client.HTTPConnection(*server.server_address[:2], timeout=10)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders()), body


def test_the_page_is_whole_and_asks_nobody_else(served: BoardServer) -> None:
    """Page, style and script come from here; nothing is kept, nothing runs that is not in the files."""
    for path in ("/", "/board.css", "/board.js"):
        status, headers, body = ask(served, path)
        assert (status, len(body)) == (200, int(headers["Content-Length"]))
        assert headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert b"http://" not in body and b"https://" not in body


def test_the_board_is_told_in_the_language_that_is_asked_for(served: BoardServer) -> None:
    """An unknown one is the server's own."""
    assert json.loads(ask(served, "/board.json?lang=es")[2])["headline"] == "Bruno: ¿te lo crees?"
    assert json.loads(ask(served, "/board.json?lang=xx")[2])["headline"] == "Bruno: believe or call?"


def test_a_browser_follows_live(served: BoardServer) -> None:
    """The board at once, and every one that comes."""
    connection = http.client.HTTPConnection(*served.server_address[:2], timeout=10)
    connection.request("GET", "/events")
    stream = connection.getresponse()
    assert stream.getheader("Content-Type") == "text/event-stream"

    def told() -> Any:
        line = b""
        while not line.startswith(b"data: "):
            line = stream.readline()
        return json.loads(line.removeprefix(b"data: "))

    assert told()["headline"] == "Bruno: believe or call?"
    served.board.show(board_view(Table(*CLAIMED, e.Believed(1)).state))
    assert told()["headline"] == "Bruno: your claim"
    connection.close()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_can_be_changed_from_a_browser(served: BoardServer, method: str) -> None:
    """Only looking is answered."""
    assert ask(served, "/board.json", method)[0] == 501


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/board.py", "/%2e%2e/", "//board.json/..", "/board.json/"])
def test_no_other_file_is_given(served: BoardServer, path: str) -> None:
    """Five addresses, and nothing beside them; what was asked is not repeated."""
    status, _, body = ask(served, path)
    assert (status, body) == (404, b"")


def test_another_sites_name_for_this_machine_is_refused(served: BoardServer) -> None:
    """So that no page on the net can read along."""
    assert ask(served, "/board.json", Host="evil.example")[0] == 403
    assert ask(served, "/board.json", Host="evil.local")[0] == 403
    own = socket.gethostname().removesuffix(".local")
    for name in ("localhost:8765", "127.0.0.1", "[::1]:80", "", own, f"{own.upper()}.local:8765"):
        assert ask(served, "/board.json", Host=name)[0] == 200


def test_what_is_no_address_is_refused_in_words_of_http(served: BoardServer) -> None:
    """Neither a name nor a path nor too many questions leave a browser without an answer."""
    assert ask(served, "/board.json", Host="[::1")[0] == 400
    assert ask(served, "http://[::1/board.json", Host="localhost")[0] == 400
    assert ask(served, "/board.json?" + "&".join(f"a{n}=1" for n in range(20)))[0] == 400


def test_no_other_page_may_read_it(served: BoardServer) -> None:
    """Not from a script of another site, not as a picture or a script of it."""
    for path in ("/", "/board.json"):
        headers = ask(served, path, Origin="http://evil.example")[1]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert not any(name.lower().startswith("access-control-") for name in headers)


def test_a_request_that_trickles_in_is_hung_up_on(served: BoardServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte in time, the whole never: its place is free again all the same. A stream lives on."""
    monkeypatch.setattr(web, "PATIENCE_S", 0.4)
    following = http.client.HTTPConnection(*served.server_address[:2], timeout=10)
    following.request("GET", "/events")
    stream = following.getresponse()
    with socket.create_connection(served.server_address[:2], timeout=10) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        begun = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - begun < 10:
                slow.sendall(b"a")
                time.sleep(0.05)
        assert time.monotonic() - begun < 5
    served.board.show(board_view(Table(*CLAIMED, e.Believed(1)).state))
    assert b"your claim" in b"".join(stream.readline() for _ in range(3))
    following.close()


def test_requests_are_bounded(served: BoardServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long lines, many headers and silent browsers end; one stream too many is told to come later."""
    with socket.create_connection(served.server_address[:2], timeout=10) as rude:
        rude.sendall(b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n")
        assert rude.recv(100).startswith(b"HTTP/1.0 414")
    with socket.create_connection(served.server_address[:2], timeout=10) as rude:
        rude.sendall(b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: a\r\n" % n for n in range(200)) + b"\r\n")
        assert rude.recv(100).startswith(b"HTTP/1.0 431")
    while served.streams.acquire(blocking=False):
        pass
    assert ask(served, "/events")[0] == 503


def test_more_connections_than_there_is_room_for_are_closed(served: BoardServer) -> None:
    """The others go on."""
    silent = [socket.create_connection(served.server_address[:2], timeout=10) for _ in range(web.MOST_CONNECTIONS)]
    deadline = threading.Event()
    for _ in range(200):
        if not served._connections.acquire(blocking=False):
            break
        served._connections.release()
        deadline.wait(0.02)
    with socket.create_connection(served.server_address[:2], timeout=10) as late:
        assert late.recv(10) == b""
    for one in silent:
        one.close()
    for _ in range(200):
        try:
            assert ask(served, "/board.json")[0] == 200
            return
        except (OSError, http.client.HTTPException):
            deadline.wait(0.02)
    pytest.fail("nobody is answered any more")


def test_the_board_follows_the_journal_that_is_written(tmp_path: Path) -> None:
    """Beside the companion, without ever writing; an unfinished journal shows nobody."""
    file = tmp_path / "journal.sqlite3"
    follower = Follower(file, Settings())
    assert follower.look().lines == ()
    board = Board(follower.look())
    thread = threading.Thread(target=lambda: follower.follow(board), daemon=True)
    thread.start()
    with Journal.open(file) as journal:
        desk = Desk(journal)
        version = board.newest()[0]
        for event in CLAIMED:
            desk.take(event)
        for _ in range(50):
            newer = board.wait_newer(version, 10)
            assert newer is not None
            version, view = newer
            if view.claim is not None:
                break
        assert str(view.claim) == "KKJ87"
    board.close()
    thread.join(10)
    assert not thread.is_alive()


def test_the_command_prints_the_board(tmp_path: Path) -> None:
    """Once, where no page is asked for."""
    file = tmp_path / "journal.sqlite3"
    with Journal.open(file) as journal:
        desk = Desk(journal)
        for event in CLAIMED:
            desk.take(event)
    result = CliRunner().invoke(main, ["board", "--journal", str(file), "--language", "en"])
    assert result.exit_code == 0, result.output
    assert "Ana claims: KKJ87" in result.output
    assert "▶ ▲ Bruno" in result.output


def test_an_address_that_cannot_be_had_is_said_in_one_line(tmp_path: Path, served: BoardServer) -> None:
    """Exit code 2, no traceback."""
    port = str(served.server_address[1])
    result = CliRunner().invoke(main, ["board", "--serve", "--port", port, "--journal", str(tmp_path / "none.sqlite3")])
    assert result.exit_code == 2
    assert "already in use" in result.output.lower()
