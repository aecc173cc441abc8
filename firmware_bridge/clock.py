"""From the box's clock to the host's: offset and rate, fitted on the quickest of the latest round trips.

A ceramic resonator is off by up to 0.5 %, five milliseconds in every second, so the rate is fitted as well as the
offset. A round trip that took long was held up somewhere on one of its two ways, which shifts its middle; the quickest
quarter was held up least (the idea of the clock filter of NTP, RFC 5905 section 10).
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

WINDOW: Final = 100
"""Round trips remembered."""
LATEST: Final = 8
"""The quickest quarter of these counts too: after hours without a cable the present must be among the samples."""
WRAP_US: Final = 2**32
"""The box counts microseconds in 32 bits: round again after 71.6 minutes."""
NOISE_NS: Final = 500_000.0
"""Usual error of the middle of a quick round trip: one turn of the host's scheduler."""
RATE_SPREAD: Final = 0.003
"""What the rate may be before anything was measured (standard deviation; resonators are sold as 0.5 % at most)."""
TRUSTED_NS: Final = 50_000_000.0
"""A time that may be wrong by more than this is not told at all."""


@dataclass(frozen=True, slots=True)
class _RoundTrip:
    box_us: int  # counted on past the wraps
    host_ns: int  # the middle
    took_ns: int


@dataclass(frozen=True, slots=True)
class _Fit:
    """host = offset + box + rate * (box - centre), all in nanoseconds."""

    centre: int
    offset: float
    rate: float
    rate_error: float

    def host_ns(self, box_ns: int) -> int:
        return box_ns + round(self.offset + self.rate * (box_ns - self.centre))

    def error_ns(self, box_ns: int) -> float:
        return NOISE_NS + self.rate_error * abs(box_ns - self.centre)


class BoxClock:
    """Learns from round trips, answers when on the host's clock something happened. No clock is read here."""

    def __init__(self) -> None:
        self._trips: deque[_RoundTrip] = deque(maxlen=WINDOW)
        self._fit: _Fit | None = None

    def restart(self) -> None:
        """The box has started anew: its clock has nothing to do with the one before."""
        self._trips.clear()
        self._fit = None

    @property
    def rate_ppm(self) -> float | None:
        """How much the box's clock loses against the host's, in millionths; None before the first round trip."""
        return None if self._fit is None else self._fit.rate * 1e6

    def pong(self, t_us: int, sent_ns: int, received_ns: int) -> None:
        """A round trip: the box's clock stood at `t_us` somewhere between the host's two times."""
        middle = (sent_ns + received_ns) // 2
        near = t_us
        if self._fit is not None:
            last = self._trips[-1]
            near = last.box_us + (middle - last.host_ns) // 1000
        self._trips.append(_RoundTrip(_nearest(t_us, near), middle, received_ns - sent_ns))
        self._fit = self._fitted()

    def host_ns(self, t_us: int) -> int | None:
        """When on the host's clock the box's clock stood at `t_us`, at most an hour ago.

        None before the first round trip, and where the error may exceed TRUSTED_NS: something long ago, while the rate
        is hardly known.
        """
        if self._fit is None:
            return None
        minutes_ahead = 60_000_000
        now_us = self._trips[-1].box_us
        box_ns = 1000 * _nearest(t_us, now_us + minutes_ahead - WRAP_US // 2)
        return self._fit.host_ns(box_ns) if self._fit.error_ns(box_ns) <= TRUSTED_NS else None

    def _fitted(self) -> _Fit:
        """Least squares on the quickest quarter; few or close samples leave the rate near 1 (a ridge, or a prior)."""
        quick = _quickest([*self._trips]) + _quickest([*self._trips][-LATEST:])
        centre = 1000 * sum(trip.box_us for trip in quick) // len(quick)
        spans = [1000 * trip.box_us - centre for trip in quick]
        offsets = [trip.host_ns - 1000 * trip.box_us for trip in quick]
        mean = sum(offsets) / len(offsets)
        weight = sum(span * span for span in spans) + (NOISE_NS / RATE_SPREAD) ** 2
        rate = sum(span * (offset - mean) for span, offset in zip(spans, offsets, strict=True)) / weight
        return _Fit(centre, mean, rate, NOISE_NS / weight**0.5)


def _quickest(trips: list[_RoundTrip]) -> list[_RoundTrip]:
    """A quarter, and whatever was as quick but for the noise: else, of equals, the oldest would be kept for long."""
    took = sorted(trip.took_ns for trip in trips)
    limit = max(took[(len(took) - 1) // 4], took[0] + round(NOISE_NS))
    return [trip for trip in trips if trip.took_ns <= limit]


def _nearest(t_us: int, near: int) -> int:
    """The count that reads `t_us` in 32 bits and lies nearest to `near`."""
    return near + (t_us - near + WRAP_US // 2) % WRAP_US - WRAP_US // 2
