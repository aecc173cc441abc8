"""What comes down a cable or through the network: the box's bytes, a browser's requests, a phone's pictures."""

import contextlib
import json
import random
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from companion.referee import events as e
from companion.referee.box import BoxDesk
from companion.referee.desk import Desk
from companion.ui.board.view import board_view
from companion.ui.board.web import server as web
from companion.ui.board.web.server import Board, BoardServer
from firmware_bridge.framing import MAX_PAYLOAD, Decoder, Frame, encode
from firmware_bridge.link import QUICK_PINGS, Link
from firmware_bridge.messages import Event as BoxMessage
from firmware_bridge.messages import Gap, Hello, Levels, Ping, Pong, State, Welcome, to_box, to_bytes
from firmware_bridge.softbox import SoftBox
from tests.companion.referee.random_match import Memory
from tests.companion.ui.tables import Table, begun, hand
from tests.fuzz.target import Target
from vision.camera.frames import CameraError
from vision.camera.stream import MjpegCamera, _Lost
from vision.pictures import encode_jpeg

_WELCOME = Welcome(1, 5, 7, (1, 0), 1, 0xFF, 6, 40, 42, 0, 9000, Levels(1, 0))  # type: ignore[arg-type]
_SAID = (
    *(BoxMessage.unpack(bytes([seq, 0, 9, 9, 0, 0, which, 1])) for seq, which in ((42, 0), (43, 3), (44, 4), (45, 7))),
    Gap(46, 3),
    State(Levels(3, 4), 7, 49),
    Pong(4, 90_000),
)


class _Session:
    """What a BoxDesk tells its box; nobody listens."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def box(self) -> Welcome | None:
        return self._link.box

    def committed(self, item: Any) -> None:
        if getattr(item, "seq", None) is not None:
            self._link.committed(item.boot_id, item.seq)

    def show(self, *lamps: Any) -> None:
        self._link.show(*lamps)

    def beep(self, pattern: Any) -> None:
        self._link.beep(pattern)


def _noise(data: bytes, _folder: Path) -> None:
    """Bytes that need not be frames at all, for a link that greets and for a box made of software."""
    link, box = Link(chance=random.Random(1)), SoftBox(1)
    link.opened("fuzz", 0)
    for at in range(0, len(data), 50):
        link.poll(at * 1_000_000)
        link.receive(data[at : at + 50], at * 1_000_000)
        box.receive(data[at : at + 50], at * 1000)
        box.poll(at * 1000)
    link.take_items()


def _hostile_box(data: bytes, _folder: Path) -> None:
    """Messages with sound checksums from a box that says what it likes, all the way into a match in play."""
    link = Link(chance=random.Random(1))
    desk, box = Desk(Memory()), BoxDesk()
    box.attach(cast(Any, _Session(link)), lambda event, committed: _posted(desk, event, committed))
    for event in (e.CameraChanged(e.Link.READY), *begun()):
        desk.take(event)
    now = 0
    link.opened("fuzz", now)
    (hello,) = (to_box(frame) for frame in Decoder().feed(link.poll(now)))
    assert isinstance(hello, Hello)
    told = data[: len(_WELCOME.pack())].ljust(len(_WELCOME.pack()), b"\0")
    link.receive(encode(Frame(Welcome.TYPE, b"\1" + hello.nonce.to_bytes(4, "little") + told[5:])), now)
    for _ in range(QUICK_PINGS):
        for frame in Decoder().feed(link.poll(now)):
            ping = to_box(frame)
            if isinstance(ping, Ping):
                now += 1_000_000
                link.receive(to_bytes(Pong(ping.token, now // 1000)), now)
    rest = data[len(told) :]
    while rest:
        length = rest[1] % (MAX_PAYLOAD + 1) if len(rest) > 1 else 0
        now += 1 + (rest[0] << 20)
        link.receive(encode(Frame(rest[0], rest[2 : 2 + length])), now)
        rest = rest[2 + length :]
        for item in link.take_items():
            box.deliver(item)
        link.poll(now)


def _posted(desk: Desk[Any], event: Any, committed: Callable[[], None]) -> None:
    desk.take(event)
    committed()


def _said(_folder: Path) -> tuple[bytes, ...]:
    payloads = b"".join(bytes([m.TYPE, len(m.pack())]) + m.pack() for m in _SAID)
    return (_WELCOME.pack() + payloads,)


def _request(data: bytes, _folder: Path) -> None:
    """Whatever is asked, the answer is one of ours or a refusal without a body."""
    server = _server()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        writer = threading.Thread(target=_send, args=(theirs, data), daemon=True)
        writer.start()
        assert server._connections.acquire(blocking=False)
        server.process_request_thread(ours, ("127.0.0.1", 1))
        answer = _received(theirs)
        writer.join()
    if not answer:
        return  # what is no request of HTTP/1 has no head to be answered with; who sends on may lose the answer
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.0 "):
        assert _is_ours(answer), answer[:200]  # HTTP/0.9 has no head
        return
    assert head.startswith(b"HTTP/1.0 200 ") or not body, answer[:200]
    assert b"Content-Security-Policy" in head
    assert not body or _is_ours(body), body[:200]


class _Strict(BoardServer):
    """Says what ours keeps to itself: that an error was raised, other than for a browser that went away."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            raise error


@cache
def _server() -> BoardServer:
    """Never listening: a port for each of a million requests is too many. Its board is closed, so streams end."""
    server = _Strict(Board(board_view(Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87"))).state)), port=0)
    server.server_close()
    return server


def _is_ours(body: bytes) -> bool:
    if any(body == (web._FOLDER / name).read_bytes() for name, _ in web._FILES.values()):
        return True
    told = json.loads(body.removeprefix(b"data: "))
    return set(told) >= {"version", "headline", "claim", "verdict", "players"}


def _send(sock: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        sock.sendall(data)
        sock.shutdown(socket.SHUT_WR)


def _received(sock: socket.socket) -> bytes:
    found = b""
    with contextlib.suppress(OSError):
        while piece := sock.recv(65536):
            found += piece
    return found


_REQUESTS = (
    b"GET / HTTP/1.1\r\nHost: localhost:8765\r\n\r\n",
    b"GET /board.json?lang=es&overlay HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=b\r\n\r\n",
    b"HEAD /board.css HTTP/1.0\r\nHost: [::1]:80\r\n\r\n",
    b"POST /events HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4\r\n\r\nabcd",
    b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def _phone(data: bytes, _folder: Path) -> None:
    """Up to five pictures of a phone that answers with `data`."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)
        thread = threading.Thread(target=_answer_once, args=(server, data), daemon=True)
        thread.start()
        try:
            camera = MjpegCamera(f"http://127.0.0.1:{server.getsockname()[1]}/video")
            # As every stream is lost in the end.
            with contextlib.closing(camera), contextlib.suppress(_Lost):
                for _ in range(4):
                    camera._next()
        finally:
            thread.join()


def _answer_once(server: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        line, _ = server.accept()
        server.close()
        with line:
            line.settimeout(5)
            line.recv(4096)
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            _received(line)


def _pictures() -> Iterator[bytes]:
    grey = np.full((24, 32, 3), 90, np.uint8)
    for number in range(3):
        grey[::5, number::3] = 200
        yield encode_jpeg(grey)


def _streams(_folder: Path) -> tuple[bytes, ...]:
    first, *others = _pictures()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n"
    part = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n"
    long = head + b"".join(part % (len(each), each) for each in (first, *others, first))
    bare = head + b"".join(b"--b\r\nContent-Type: image/jpeg\r\n\r\n" + each + b"\r\n" for each in (first, *others))
    single = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s" % (len(first), first)
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
    return long, bare, single, chunked % (len(first), first)


TARGETS = (
    Target("bytes on the cable", lambda _: (b"".join(map(to_bytes, (_WELCOME, *_SAID))),), _noise, ()),
    Target("messages of the box", _said, _hostile_box, ()),
    Target("requests to the board", lambda _: _REQUESTS, _request, (), text=True),
    Target("stream of a phone", _streams, _phone, (CameraError,), dear=True),
)
