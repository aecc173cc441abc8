"""Serves the board to browsers on this machine, or in this house where that is asked for. Read-only and bounded.

Three files and two answers: the page, its style and script; `/board.json`, the board as it is now; `/events`, the same
as server-sent events whenever it changes. Nothing is taken from a browser but the language.
"""

import json
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.ui.board.plain import board_json
from companion.ui.board.view import BoardView
from companion.ui.languages import LANGUAGES

LOOPBACK = "127.0.0.1"
PORT = 8765
MOST_CONNECTIONS = 24
"""At the same time; one more is closed at once."""
MOST_STREAMS = 12
"""Browsers that follow; one more is asked to come again later, and asks for the board now and then meanwhile."""
PATIENCE_S = 10.0
"""A browser that says nothing for so long is let go; and so is one whose request is not complete by then."""
ALIVE_S = 5.0
"""So often a quiet stream shows that it lives."""
_FOLDER = Path(__file__).parent
_FILES = {
    "/": ("board.html", "text/html; charset=utf-8"),
    "/board.css": ("board.css", "text/css; charset=utf-8"),
    "/board.js": ("board.js", "text/javascript; charset=utf-8"),
}
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Board:
    """The newest board, handed from whoever follows the table to every browser. Safe to share by threads."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._version = 1
        self._changed = threading.Condition()
        self._closed = False

    def show(self, view: BoardView) -> None:
        """The board is so now."""
        with self._changed:
            if view != self._view:
                self._view = view
                self._version += 1
                self._changed.notify_all()

    def close(self) -> None:
        """Let every stream end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def newest(self) -> tuple[int, BoardView]:
        """Its number, and the board."""
        with self._changed:
            return self._version, self._view

    def wait_newer(self, version: int, timeout_s: float) -> tuple[int, BoardView] | None:
        """The first board with another number; None when none came in time, or none will come."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, timeout_s)
            return None if self._closed or self._version == version else (self._version, self._view)

    @property
    def closed(self) -> bool:
        """Whether the server ends."""
        return self._closed


class BoardServer(ThreadingHTTPServer):
    """Serves one board until `shutdown`. Raises OSError where the address cannot be had."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, board: Board, host: str = LOOPBACK, port: int = PORT, language: str = "en") -> None:
        self.board = board
        self.language = language
        self.streams = threading.BoundedSemaphore(MOST_STREAMS)
        self._connections = threading.BoundedSemaphore(MOST_CONNECTIONS)
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), _Handler)

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        host, port = str(self.server_address[0]), self.server_address[1]
        return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """As many as there is room for; more would only make all of them wait."""
        if not self._connections.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """One browser."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is no news."""

    def server_close(self) -> None:
        """No browser is answered any more."""
        self.board.close()
        super().server_close()


class _Handler(BaseHTTPRequestHandler):
    server: BoardServer
    timeout = PATIENCE_S
    server_version = "cubilete"
    sys_version = ""

    def handle_one_request(self) -> None:
        """A request that trickles in byte by byte keeps its place no longer than a silent one."""
        self._too_late = threading.Timer(PATIENCE_S, self._hang_up)
        self._too_late.daemon = True
        self._too_late.start()
        try:
            super().handle_one_request()
        finally:
            self._too_late.cancel()

    def _hang_up(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RD)

    def do_GET(self) -> None:
        """The only thing that can be asked for."""
        self._answer()

    def do_HEAD(self) -> None:
        """The same without what it is about."""
        self._answer()

    def _answer(self) -> None:
        self._too_late.cancel()
        try:
            own = _own_name(self.headers.get("Host", ""), str(self.server.server_address[0]))
            path, self._asked = _asked(self.path)
        except ValueError:
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        if not own:
            # Another site's name that was pointed at this machine.
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        if path in _FILES:
            name, kind = _FILES[path]
            self._give((_FOLDER / name).read_bytes(), kind)
        elif path == "/board.json":
            self._give(self._told(*self.server.board.newest()), "application/json")
        elif path == "/events":
            self._follow()
        else:
            self._refuse(HTTPStatus.NOT_FOUND)

    def _language(self) -> str:
        return self._asked if self._asked in LANGUAGES else self.server.language

    def _told(self, version: int, view: BoardView) -> bytes:
        return json.dumps({"version": version, **board_json(view, self._language())}, ensure_ascii=False).encode()

    def _give(self, body: bytes, kind: str) -> None:
        self._head(HTTPStatus.OK, {"Content-Type": kind, "Content-Length": str(len(body))})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _follow(self) -> None:
        if self.command == "HEAD":
            self._head(HTTPStatus.OK, {"Content-Type": "text/event-stream"})
            return
        if not self.server.streams.acquire(blocking=False):
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            self._head(HTTPStatus.OK, {"Content-Type": "text/event-stream"})
            version, view = self.server.board.newest()
            self._tell(self._told(version, view))
            while not self.server.board.closed:
                newer = self.server.board.wait_newer(version, ALIVE_S)
                if newer is None:
                    self._say(b": still here\n\n")
                else:
                    version, view = newer
                    self._tell(self._told(version, view))
        except OSError:
            pass  # the browser was closed
        finally:
            self.server.streams.release()

    def _tell(self, told: bytes) -> None:
        self._say(b"data: " + told + b"\n\n")

    def _say(self, line: bytes) -> None:
        self.wfile.write(line)
        self.wfile.flush()

    def _refuse(self, status: HTTPStatus) -> None:
        self._head(status, {"Content-Length": "0"})

    def _head(self, status: HTTPStatus, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What cannot be understood is refused without being repeated."""
        self._refuse(HTTPStatus(code))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class calls it so
        """Nobody reads along."""


def _asked(target: str) -> tuple[str, str]:
    """Path and language of a request. Raises ValueError for what is no address, or asks for too much."""
    parts = urlsplit(target)
    return parts.path, parse_qs(parts.query, max_num_fields=8).get("lang", [""])[0]


def _own_name(told: str, bound: str) -> bool:
    """Whether a browser asked this machine by address or by its own name, and not by the name of some site.

    Raises ValueError for what is no name.
    """
    name = urlsplit(f"//{told}").hostname if told else ""
    if not name or name in ("localhost", bound):
        return True
    try:
        ip_address(name)
    except ValueError:
        own = socket.gethostname().lower().removesuffix(".local")
        return name in (own, f"{own}.local")
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def serve(server: BoardServer, follow: Callable[[Board], None]) -> None:
    """Serve until interrupted; `follow` shows every new board, on a thread of its own, until the board is closed."""
    follower = threading.Thread(target=follow, args=(server.board,), name="board", daemon=True)
    follower.start()
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
        follower.join(timeout=5)
