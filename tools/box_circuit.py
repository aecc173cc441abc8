"""Draws the circuit of the box: `python tools/box_circuit.py` writes docs/box-circuit.svg."""

from pathlib import Path
from xml.sax.saxutils import escape

FILE = Path(__file__).parents[1] / "docs" / "box-circuit.svg"
WIDTH, HEIGHT = 1080, 790
CHIP_LEFT, CHIP_RIGHT, CHIP_TOP = 470, 690, 60
STEP = 54

# One line per pin: its name, and what hangs on it (as drawn, from the pin outwards, to ground).
LEFT = [
    ("D2", "sensor", "cup seat sensor (reed or hall)"),
    ("D4", "sensor", "tilt sensor (ball switch), in the cup"),
    ("D7", "sensor", "shake sensor (spring switch), in the cup"),
    ("D5", "button", "button BELIEVE"),
    ("D6", "button", "button CALL"),
    ("D3", "buzzer", "buzzer (passive piezo)"),
    ("D13", "lamp", "verdict lamp TRUE"),
    ("A5", "lamp", "verdict lamp LIE"),
]
RIGHT = [
    (pin, f"seat {seat}") for seat, pin in enumerate(["D8", "D9", "D10", "D11", "D12", "A0", "A1", "A2", "A3", "A4"])
]


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A wire."""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 14) -> str:
    """Words whose foot is at (x, y)."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def ground(x: float, y: float) -> str:
    """The sign for 0 V, hanging from (x, y)."""
    return line(x, y, x, y + 8) + "".join(line(x - w, y + 8 + d, x + w, y + 8 + d) for w, d in ((9, 0), (6, 4), (3, 8)))


def supply(x: float, y: float) -> str:
    """The sign for 5 V, standing on (x, y)."""
    return line(x, y, x, y - 8) + line(x - 8, y - 8, x + 8, y - 8) + text(x + 12, y - 4, "5 V", "start", 11)


def switch(x: float, y: float, width: float = 40) -> str:
    """An open contact from (x, y) to (x + width, y)."""
    return f'<circle cx="{x}" cy="{y}" r="3"/><circle cx="{x + width}" cy="{y}" r="3"/>' + line(
        x, y, x + width - 4, y - 12
    )


def resistor(x: float, y: float, ohms: str) -> str:
    """40 wide."""
    return f'<rect x="{x}" y="{y - 6}" width="40" height="12"/>' + text(x + 20, y - 10, ohms, "middle", 11)


def diode(x: float, y: float, towards_right: bool) -> str:
    """20 wide, the arrow in the direction of the current, two rays of light."""
    tip, base = (x + 18, x + 2) if towards_right else (x + 2, x + 18)
    rays = line(x + 8, y - 12, x + 13, y - 19) + line(x + 14, y - 12, x + 19, y - 19)
    return f'<path d="M{base} {y - 8} L{base} {y + 8} L{tip} {y} Z"/>' + line(tip, y - 8, tip, y + 8) + rays


def left_part(kind: str, x: float, y: float) -> str:
    """From the pin at x to ground at x - 170."""
    end = x - 170
    if kind in ("sensor", "button"):
        return line(x, y, x - 60, y) + switch(x - 100, y) + line(x - 100, y, end, y) + ground(end, y)
    if kind == "buzzer":
        body = f'<circle cx="{x - 110}" cy="{y}" r="13"/>' + text(x - 110, y + 5, "♪", "middle", 16)
        return (
            line(x, y, x - 25, y)
            + resistor(x - 65, y, "100 Ω")
            + line(x - 65, y, x - 97, y)
            + body
            + line(x - 123, y, end, y)
            + ground(end, y)
        )
    return (
        line(x, y, x - 25, y)
        + resistor(x - 65, y, "1 kΩ")
        + line(x - 65, y, x - 92, y)
        + diode(x - 112, y, towards_right=False)
        + line(x - 110, y, end, y)
        + ground(end, y)
    )


def seat_part(x: float, y: float) -> str:
    """One wire from the pin at x: the button to ground, and the lamp with its resistor to 5 V."""
    node = x + 40
    button = (
        line(node, y + 14, node + 30, y + 14) + switch(node + 30, y + 14) + line(node + 70, y + 14, node + 130, y + 14)
    )
    lamp = (
        line(node, y - 10, node + 22, y - 10)
        + diode(node + 22, y - 10, towards_right=False)
        + line(node + 40, y - 10, node + 60, y - 10)
        + resistor(node + 60, y - 10, "1 kΩ")
        + line(node + 100, y - 10, node + 130, y - 10)
    )
    return (
        line(x, y, node, y)
        + line(node, y - 10, node, y + 14)
        + f'<circle cx="{node}" cy="{y}" r="3" fill="black"/>'
        + button
        + ground(node + 130, y + 14)
        + lamp
        + supply(node + 130, y - 10)
    )


def drawing() -> str:
    """The whole SVG."""
    height = STEP * 12
    parts = [f'<rect x="{CHIP_LEFT}" y="{CHIP_TOP}" width="{CHIP_RIGHT - CHIP_LEFT}" height="{height}" rx="8"/>']
    parts.append(text((CHIP_LEFT + CHIP_RIGHT) / 2, CHIP_TOP + height / 2, "Arduino Uno", "middle", 20))
    parts.append(text((CHIP_LEFT + CHIP_RIGHT) / 2, CHIP_TOP + height / 2 + 24, "or Nano", "middle", 16))
    parts.append(text((CHIP_LEFT + CHIP_RIGHT) / 2, CHIP_TOP + height - 16, "USB to the tablet", "middle", 14))
    parts.append(text((CHIP_LEFT + CHIP_RIGHT) / 2, 34, "Cup and button box", "middle", 20))
    for place, (pin, kind, what) in enumerate(LEFT):
        y = CHIP_TOP + 50 + place * STEP * 1.35
        parts += [
            text(CHIP_LEFT + 8, y + 5, pin),
            left_part(kind, CHIP_LEFT, y),
            text(CHIP_LEFT - 190, y + 5, what, "end", 13),
        ]
    for place, (pin, what) in enumerate(RIGHT):
        y = CHIP_TOP + 40 + place * STEP * 1.16
        parts += [
            text(CHIP_RIGHT - 8, y + 5, pin, "end"),
            seat_part(CHIP_RIGHT, y),
            text(CHIP_RIGHT + 200, y + 6, what),
        ]
    parts.append(
        text(
            30, HEIGHT - 40, "All sensors and buttons close to ground; the pull-ups are those of the chip.", "start", 13
        )
    )
    parts.append(
        text(
            30,
            HEIGHT - 20,
            "A seat's wire is driven low to light the lamp, let go to read the button, never driven high.",
            "start",
            13,
        )
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'fill="none" stroke="black" stroke-width="1.6">\n<style>text{fill:black;stroke:none}</style>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white" stroke="none"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    FILE.write_text(drawing(), encoding="utf-8")
