"""A phone's camera app: an HTTP server in a thread that streams, breaks off, is silent or lies, as a test wants."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from vision.pictures import encode_jpeg


class Phone:
    """Serves /video (MJPEG), /bare (MJPEG without lengths), /shot.jpg, /page (HTML) and /private (with a password).

    breaks_after: pictures after which a connection ends; silent: connections stay open but nothing comes; torn: every
    second picture is damaged; down: the port is closed (see `go`, `come_back`).
    """

    def __init__(self) -> None:
        self.breaks_after: int | None = None
        self.silent = False
        self.torn = False
        self.connections = 0
        self.sent = 0
        self._server: ThreadingHTTPServer | None = None
        self.port = 0
        self.come_back()

    def picture(self, number: int) -> bytes:
        """A JPEG that tells its number by its brightness."""
        grey = np.full((48, 64, 3), 40 + number % 160, np.uint8)
        grey[::7, ::5] = 200
        return encode_jpeg(grey)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def go(self) -> None:
        """Leaves the network."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def come_back(self) -> None:
        """Is there (again), at the same port."""
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args: Any) -> None: ...

            def do_GET(self) -> None:
                phone.answer(self)

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, to: BaseHTTPRequestHandler) -> None:
        self.connections += 1
        if to.path == "/page":
            self._plain(to, b"<html>", "text/html")
        elif to.path == "/shot.jpg":
            self.sent += 1
            self._plain(to, self.picture(self.sent), "image/jpeg")
        elif to.path == "/private" and not to.headers.get("Authorization"):
            to.send_error(401)
        else:
            self._stream(to, lengths=to.path != "/bare")

    def _plain(self, to: BaseHTTPRequestHandler, data: bytes, kind: str) -> None:
        to.send_response(200)
        to.send_header("Content-Type", kind)
        to.send_header("Content-Length", str(len(data)))
        to.end_headers()
        to.wfile.write(data)

    def _stream(self, to: BaseHTTPRequestHandler, *, lengths: bool) -> None:
        to.send_response(200)
        to.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        to.end_headers()
        here, server = 0, self._server
        try:
            while self._server is server:
                if self.breaks_after is not None and here >= self.breaks_after:
                    return
                if not self.silent:
                    data = self.picture(self.sent)
                    if self.torn and here % 2:
                        data = data[: len(data) // 2]
                    length = f"Content-Length: {len(data)}\r\n" if lengths else ""
                    to.wfile.write(f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + data + b"\r\n")
                    self.sent += 1
                    here += 1
                time.sleep(0.01)
        except OSError:
            pass


class PhoneBeforeAScreen(Phone):
    """Its camera sees a screen that is white or black; its pictures arrive `delay_s` late, as they really do."""

    def __init__(self, delay_s: float) -> None:
        self.delay_s = delay_s
        self.in_view = True
        self._shown: list[tuple[float, bool]] = [(0.0, False)]
        super().__init__()

    def shows(self, white: bool) -> None:
        """The screen does so from now on."""
        self._shown.append((time.monotonic(), white))

    def picture(self, number: int) -> bytes:
        """The room with the screen in it, as it was."""
        then = time.monotonic() - self.delay_s
        white = next(white for at, white in reversed(self._shown) if at <= then)
        seen = np.full((90, 160, 3), 70, np.uint8)
        seen[::7, ::5] = 110
        if self.in_view:
            seen[20:50, 60:120] = 225 if white else 25
        return encode_jpeg(seen)
