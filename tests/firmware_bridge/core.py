"""Speaks with the firmware's core as it runs on this computer (firmware/tests/core_host.cpp)."""

import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_bridge.framing import Decoder
from firmware_bridge.messages import Ack, Event, FromBox, Hello, Ping, ToBox, from_box, to_bytes


class Core:
    """A box (`box`: with its contacts) or only its link (`link`), under ASan and UBSan."""

    def __init__(self, program: Path, part: str, memory: int = 41) -> None:
        self.lamps = self.tone = self._now_us = 0
        self._process = subprocess.Popen(
            [program, part, str(memory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._decoder = Decoder()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        code = self._process.wait()
        self._process.stdout.close()
        assert error is not None or code == 0, "the sanitizers found fault with the core"

    def raw(self, line: str) -> bytes:
        """The bytes that the box sends after a line of core_host."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        sent, lamps, tone = answer.split()
        self.lamps, self.tone = int(lamps, 16), int(tone)
        return b"" if sent == "-" else bytes.fromhex(sent)

    def do(self, line: str) -> list[FromBox]:
        """The messages that the box sends after a line of core_host."""
        return [from_box(frame) for frame in self._decoder.feed(self.raw(line))]

    def tell(self, message: ToBox, at_us: int) -> list[FromBox]:
        """The answers to a message from the host."""
        return self.do(f"rx {to_bytes(message).hex()} {at_us}")

    def greet(self, at_us: int) -> list[FromBox]:
        """Shake hands."""
        return self.tell(Hello(1, 1, 5), at_us)

    def contacts(self, *moves: tuple[int, int], until_us: int) -> list[Event]:
        """The events that such contacts make: (levels as bits, time) in order, then nothing until `until_us`.

        The host acknowledges each at once and keeps the link alive.
        """
        found: list[Event] = []
        for bits, at_us in moves:
            self._let_pass(at_us, found)
            self._keep(self.do(f"contacts {bits:x} {at_us}"), found)
        self._let_pass(until_us, found)
        self._keep(self.do(f"poll {until_us}"), found)
        return found

    def _let_pass(self, until_us: int, found: list[Event]) -> None:
        while self._now_us + 1000 < until_us:
            self._now_us += 1000
            if self._now_us % 1_000_000 == 0:
                self.tell(Ping(0), self._now_us)
            self._keep(self.do(f"poll {self._now_us}"), found)
        if until_us // 1_000_000 != self._now_us // 1_000_000:
            self.tell(Ping(0), until_us)
        self._now_us = until_us

    def _keep(self, messages: list[FromBox], found: list[Event]) -> None:
        for event in messages:
            if isinstance(event, Event):
                found.append(event)
                self.tell(Ack(42, (event.seq + 1) % 2**16), self._now_us)
