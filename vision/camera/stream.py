"""A phone as camera: an MJPEG, snapshot or RTSP address in the local network, that may come and go as it likes.

After the first connection a stream is never lost for good: reading waits, tries again by itself, and goes on. Nobody
else waits for it: `LatestFrame` reads in a thread of its own and says "stalled" meanwhile.
"""

import base64
import http.client
import socket
import threading
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from urllib.parse import SplitResult, unquote, urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frames import CameraError, Frame
from vision.camera.quiet import quiet_opencv
from vision.pictures import PictureError, decode_picture

SCHEMES = ("http", "https", "rtsp")
_CONNECT_S, _SILENCE_S = 3.0, 2.0
#: How long to wait before trying again: at first, and at most.
_RETRY_S, _MOST_RETRY_S = 0.25, 3.0
_MOST_BYTES = 20_000_000
#: The largest picture that a phone streams is 4096 x 3072.
_MOST_PIXELS = 16_000_000
_MOST_HEADERS = 40
#: So many damaged pictures in a row are no damaged pictures but another kind of stream.
_DAMAGED = 20
#: How much older than told a picture may be when it arrives: a network hurries and dawdles; and where the delay was
#: never measured, as phone, network and decoder may hold so much.
_UNSURE_NS, _UNMEASURED_NS = 300_000_000, 2_000_000_000
#: A phone that only gives single pictures is not asked for more a second than this.
_SNAPSHOTS_A_SECOND = 15.0

Picture = NDArray[np.uint8]


class _Lost(Exception):  # noqa: N818 - not an error for anybody but the loop that tries again
    """The connection is gone, or there is none yet; says why."""


class StreamCamera(ABC):
    """A `Camera` in the network. `delay_ns`: how old a picture is when it arrives, as far as it was measured."""

    def __init__(self, url: str) -> None:
        self._address = _checked(url)
        self._url = url
        self._closed = threading.Event()
        self._count = 0
        self._trouble = ""
        self._connected = False
        self.delay_ns = 0
        self.first_frame_ns = 0
        self.reconnections = 0
        self.fps = 30.0
        try:
            self._waiting: Picture | None = self._begin()
        except _Lost as error:
            self._let_go()
            raise CameraError(
                f"{self.name}: expected a stream of pictures at {self._shown}, but {error}; start the phone's camera "
                "app, check the address, and that both are in the same network"
            ) from error

    @property
    def name(self) -> str:
        return f"phone at {self._address.hostname}"

    @property
    def unsure_ns(self) -> int:
        """How much older than `delay_ns` says a picture may be: it must not be taken for one of after a lift."""
        return _UNSURE_NS if self.delay_ns else _UNMEASURED_NS

    @property
    def trouble(self) -> str:
        """Why no pictures come at the moment; empty while they do."""
        return self._trouble

    def read(self) -> Frame | None:
        """The next picture, however long it takes; None once `interrupt` or `close` was called."""
        pause = _RETRY_S
        while not self._closed.is_set():
            try:
                picture = self._waiting if self._waiting is not None else self._next()
                self._waiting = None
            except _Lost as error:
                self._trouble = f"{self.name}: {error}; trying again"
                self._let_go()
                self._closed.wait(pause)
                pause = min(2 * pause, _MOST_RETRY_S)
                self._try_again()
                continue
            self._trouble = ""
            frame = Frame(picture, self._count, time.monotonic_ns() - self.delay_ns)
            self._count += 1
            return frame
        return None

    def interrupt(self) -> None:
        """Ends a waiting `read` soon; may be called from any thread."""
        self._closed.set()

    def close(self) -> None:
        self._closed.set()
        self._let_go()

    @property
    def _shown(self) -> str:
        """The address without a password."""
        return self._url.replace(f"{self._address.password}@", "***@") if self._address.password else self._url

    def _begin(self) -> Picture:
        begun = time.monotonic_ns()
        self._connect()
        picture = self._next()
        self.first_frame_ns = time.monotonic_ns() - begun
        return picture

    def _try_again(self) -> None:
        if self._closed.is_set():
            return
        try:
            self._waiting = self._begin()
            self.reconnections += 1
        except _Lost as error:
            self._trouble = f"{self.name}: {error}; trying again"

    @abstractmethod
    def _connect(self) -> None:
        """Raises _Lost."""

    @abstractmethod
    def _next(self) -> Picture:
        """The next picture of the connection. Raises _Lost."""

    @abstractmethod
    def _let_go(self) -> None:
        """Closes the connection if there is one."""


class MjpegCamera(StreamCamera):
    """Pictures over HTTP: `multipart/x-mixed-replace` (MJPEG), or a single picture at each request."""

    def __init__(self, url: str) -> None:
        self._line: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._single = False
        self._asked_ns = 0
        super().__init__(url)

    def _connect(self) -> None:
        self._let_go()
        address = self._address
        assert address.hostname is not None
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        line = kind(address.hostname, address.port, timeout=_CONNECT_S)
        headers = {"Accept": "multipart/x-mixed-replace, image/jpeg"}
        if address.username:
            pair = f"{unquote(address.username)}:{unquote(address.password or '')}"
            headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        path = (address.path or "/") + (f"?{address.query}" if address.query else "")
        try:
            line.request("GET", path, headers=headers)
            # Where the phone closes after the answer, the line forgets its socket; it is still needed to interrupt.
            sock = line.sock
            answer = line.getresponse()
            sock.settimeout(_SILENCE_S)
        except (OSError, http.client.HTTPException) as error:
            line.close()
            raise _Lost(_why(error)) from error
        kind_of_answer = answer.getheader("Content-Type", "")
        if answer.status != 200:
            line.close()
            raise _Lost(f"it answers {answer.status} {_plain(answer.reason)}")
        self._single = kind_of_answer.startswith("image/")
        if not self._single and not kind_of_answer.startswith("multipart/"):
            line.close()
            raise _Lost(
                f"it sends {_plain(kind_of_answer) or 'something unnamed'} instead of pictures (is this the app's page "
                "rather than its video address?)"
            )
        self._line, self._answer, self._socket = line, answer, sock
        self._asked_ns = time.monotonic_ns()

    def _next(self) -> Picture:
        for _ in range(_DAMAGED):
            try:
                data = self._one_picture() if self._single else self._part()
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise _Lost(_why(error)) from error
            try:
                return decode_picture(data, self.name, _MOST_PIXELS)
            except PictureError:
                continue  # one torn in transit; the next is whole
        raise _Lost("it sends nothing that is a picture")

    def _one_picture(self) -> bytes:
        if self._answer is None:
            due_ns = self._asked_ns + round(1e9 / _SNAPSHOTS_A_SECOND)
            self._closed.wait(max(0.0, (due_ns - time.monotonic_ns()) / 1e9))
            self._connect()
        assert self._answer is not None
        data = self._answer.read(_MOST_BYTES)
        self._answer = None
        return data

    def _part(self) -> bytes:
        """One part of the stream (RFC 2046, 5.1): boundary, headers, an empty line, the picture."""
        answer = self._answer
        if answer is None:
            raise _Lost("there is no connection")
        length, seen = None, False
        for _ in range(_MOST_HEADERS):
            line = answer.readline(1000)
            if not line:
                raise _Lost("the stream ended")
            text = line.strip()
            if not text:
                if seen:
                    break
                continue
            seen = True
            name, _, value = text.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        else:
            raise _Lost("it sends no pictures that can be told apart")
        if length is None:
            return self._until_next_part(answer)
        if not 0 < length <= _MOST_BYTES:
            raise _Lost(f"it announces a picture of {length} bytes")
        data = answer.read(length)
        if len(data) < length:
            raise _Lost("the stream ended")
        return data

    def _until_next_part(self, answer: http.client.HTTPResponse) -> bytes:
        """A picture without a length: up to JPEG's end mark at the end of a line."""
        data = bytearray()
        while len(data) < _MOST_BYTES:
            line = answer.readline(65536)
            if not line:
                raise _Lost("the stream ended")
            data += line
            if line.rstrip(b"\r\n").endswith(b"\xff\xd9"):
                return bytes(data)
        raise _Lost("a picture of it has no end")

    def _let_go(self) -> None:
        line, answer = self._line, self._answer
        self._line = self._answer = self._socket = None
        if answer is not None:
            answer.close()
        if line is not None:
            line.close()

    def interrupt(self) -> None:
        super().interrupt()
        sock = self._socket
        if sock is not None:
            with suppress(OSError):  # it was gone already
                sock.shutdown(socket.SHUT_RDWR)


class RtspCamera(StreamCamera):
    """A stream that OpenCV's FFmpeg reads."""

    def __init__(self, url: str) -> None:
        self._capture: cv2.VideoCapture | None = None
        super().__init__(url)

    def _connect(self) -> None:
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(_CONNECT_S * 1000),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(_SILENCE_S * 1000),
        ]  # fmt: skip
        with quiet_opencv():
            capture = cv2.VideoCapture(self._url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise _Lost("nothing answers there")
        told = float(capture.get(cv2.CAP_PROP_FPS))
        self.fps = told if 0 < told < 1000 else self.fps
        self._capture = capture

    def _next(self) -> Picture:
        if self._capture is None:
            raise _Lost("there is no connection")
        try:
            there, picture = self._capture.read()
        except cv2.error as error:
            raise _Lost("a picture cannot be decoded") from error
        if not there or picture is None:
            raise _Lost("the stream ended")
        if picture.shape[0] * picture.shape[1] > _MOST_PIXELS:
            raise _Lost(f"it sends pictures of more than {_MOST_PIXELS // 1_000_000} megapixels")
        return np.asarray(picture, np.uint8)

    def _let_go(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()


def open_stream(url: str) -> StreamCamera:
    """The camera at an address. Raises CameraError for one that is none, and where nothing answers."""
    return RtspCamera(url) if _checked(url).scheme == "rtsp" else MjpegCamera(url)


def _checked(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise CameraError(
            f"expected an address such as http://192.168.1.20:8080/video, found {url!r} ({error})"
        ) from error
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise CameraError(f"expected an address such as http://192.168.1.20:8080/video or rtsp://..., found {url!r}")
    return parts


def _plain(text: str) -> str:
    """What a stranger's machine says, for people: short, and nothing in it that moves a terminal's cursor."""
    return "".join(letter for letter in text[:80] if letter.isprintable())


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "nothing came for some seconds"
    if isinstance(error, ConnectionRefusedError):
        return "nothing answers there"
    said = _plain(str(getattr(error, "strerror", None) or error))
    return f"the connection failed ({said or type(error).__name__})"
