"""What people type: claims, hands, cards, faces, addresses, and whole command lines."""

import os
import shlex
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
from click.testing import CliRunner

from companion.cli import main
from companion.games.cards import Card, parse_cards
from companion.games.dice import DiceHand, Face
from companion.games.errors import RulesError
from companion.games.mentiroso.spoken import parse_claim
from tests.fuzz.target import Target
from vision.camera import CameraError
from vision.camera.stream import _checked
from vision.cards.deck import DeckError, numbers

_CLAIMS = tuple(
    text.encode()
    for text in ("KKKJ7", "pair of kings", "dobles parejas de reyes y rojas", "full aux rois par les dames", "d'as")
)
_CARDS = (b"KsAc Qh", "10h, 2♣ T♦️".encode())
_LINES = (
    b"read dice --json p.png",
    b"read cards --draw out p.png",
    b"read chips p.png",
    b"showdown p.png --seats 4 --board 5",
    b"teach dice-set --photo p.png=A,K,Q,J,10 --out set.json",
    b"teach deck p.png --out deck.toml",
    b"teach chips p.png red blue --out chips.toml",
    b"referee clip --box b.jsonl --set set.json --claim KKKJ7 --by Ana --against Bo",
    b"review --hand 2 --journal j.sqlite3",
    b"review --dispute Bo --why wrong --journal j.sqlite3",
    b"export --json - --csv c.csv --html r.html --language es --journal j.sqlite3",
    b"journal verify --head abc m --journal j.sqlite3",
    b"journal import x.json --journal j.sqlite3",
    b"profiles import x.zip --replace",
    b"kit --out k.pdf --paper letter --lang fr --players 6",
    b"simulate out --dice KKQJ9",
    b"board --language fr --journal j.sqlite3",
)
_BUSY = {"play", "box", "calibrate", "cameras", "--serve"}
"""They want hardware, a window, or never end."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _claim(data: bytes, _folder: Path) -> None:
    assert DiceHand.parse(str(parse_claim(_text(data)))).rank


def _faces(data: bytes, _folder: Path) -> None:
    hand = DiceHand.parse(_text(data))
    assert DiceHand.of(Face.parse(face.letter) for face in hand.faces) == hand


def _cards(data: bytes, _folder: Path) -> None:
    assert all(Card.parse(str(card)) == card for card in parse_cards(_text(data)))


def _deck_cards(data: bytes, _folder: Path) -> None:
    numbers(_text(data).split(","))


def _address(data: bytes, _folder: Path) -> None:
    _checked(_text(data))


def _command(data: bytes, folder: Path) -> None:
    """Exit code 0, 1 or 2, whatever is typed; nothing is left outside the folder."""
    try:
        words = shlex.split(_text(data).replace("\0", ""))
    except ValueError:
        return
    if not words or _BUSY & set(words) or any("/" in word or "\\" in word for word in words):
        return
    picture = np.full((90, 120, 3), 60, np.uint8)
    cv2.imwrite(str(folder / "p.png"), picture)
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    before = Path.cwd()
    os.chdir(folder)
    try:
        with mock.patch.dict(os.environ, home):
            result = CliRunner().invoke(main, words)
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1, 2), result.output


TARGETS = (
    Target("spoken claim", lambda _: _CLAIMS, _claim, (RulesError,), text=True),
    Target("dice hand", lambda _: (b"kkk j 10", b"A,K,Q,J,8"), _faces, (RulesError,), text=True),
    Target("cards", lambda _: _CARDS, _cards, (RulesError,), text=True),
    Target("cards of a deck", lambda _: (b"AS,10d,9H",), _deck_cards, (DeckError,), text=True),
    Target(
        "address of a phone",
        lambda _: (b"http://a:b@192.168.1.20:8080/video?x=1", b"rtsp://[fe80::1]/h264"),
        _address,
        (CameraError,),
        text=True,
    ),
    Target("command line", lambda _: _LINES, _command, (), text=True, dear=True),
)
