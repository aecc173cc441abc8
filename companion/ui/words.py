"""The short names on keys and dice."""

from companion.games.dice import Category, Face
from companion.ui.texts import Text, text

FACE: dict[Face, Text] = {
    Face.ACE: text("face.ace"),
    Face.KING: text("face.king"),
    Face.QUEEN: text("face.queen"),
    Face.JACK: text("face.jack"),
    Face.RED: text("face.red"),
    Face.BLACK: text("face.black"),
}

FORM: dict[Category, Text] = {
    Category.NOTHING: text("form.nothing"),
    Category.PAIR: text("form.pair"),
    Category.TWO_PAIR: text("form.two_pair"),
    Category.TRIO: text("form.trio"),
    Category.FULL: text("form.full"),
    Category.POKER: text("form.poker"),
    Category.REPOKER: text("form.repoker"),
}
