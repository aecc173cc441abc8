"""Claims as people say them, completed to the lowest hand they can mean (M26)."""

import re
import unicodedata

from companion.games.dice import ALL_HANDS, Category, DiceHand, Face
from companion.games.errors import Ambiguous, NotUnderstood

_KINDS = {
    Category.NOTHING: "nothing high nada alta alto carta rien hauteur haute haut",
    Category.PAIR: "pair two pareja par dos paire deux",
    Category.TWO_PAIR: "twopair",
    Category.TRIO: "trio three trips tres brelan trois",
    Category.FULL: "full boat",
    Category.POKER: "poker four quads cuatro carre quatre",
    Category.REPOKER: "repoker five cinco cinq",
}

_FACES = {
    Face.ACE: "a as ace aces ases",
    Face.KING: "k king kings rey reyes r roi rois",
    Face.QUEEN: "q queen queens dama damas reina reinas d dame dames",
    Face.JACK: "j jack jacks jota jotas sota sotas v valet valets",
    Face.RED: "8 10 red reds eight eights ten tens roja rojas rojo rojos rouge rouges",
    Face.BLACK: "7 9 black blacks seven sevens nine nines negra negras negro negros noir noirs noire noires",
}

_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_FACE_OF = {word: face for face, words in _FACES.items() for word in words.split()}
_FILLERS = (
    *("of", "the", "and", "with", "over", "kind", "house", "card"),
    *("de", "del", "y", "e", "con", "sobre", "la", "las", "los", "un", "una"),
    *("l", "le", "les", "du", "des", "et", "avec", "sur", "aux", "une"),
)
_TWO_PAIR = re.compile(r"\b(two pairs?|dobles? parejas?|dos parejas?|doubles? paires?|deux paires?)\b")
_ELISION = re.compile(r"\b[dl]'")
"""French ``d'as``: no queen."""

_DIGITS = {"2": "two", "3": "three", "4": "four", "5": "five"}


def lowest_completion(kind: Category, *named: Face) -> DiceHand:
    """The lowest hand of this kind with these faces: first the groups from the largest down, then side dice.

    ``TRIO, KING`` is KKK87; ``TWO_PAIR, KING, RED`` is KK887; ``NOTHING, ACE`` is AQJ87 (M26).

    Raises:
        Ambiguous: too few faces are named to know what is meant.
        NotUnderstood: no hand of this kind has these faces.
    """
    text = " ".join([kind.name.lower().replace("_", " "), *(face.letter for face in named)])
    heads = 2 if kind is Category.TWO_PAIR else 1
    fitting = []
    for hand in ALL_HANDS:
        if hand.category is kind:
            groups = list(dict.fromkeys(hand.grouped))
            if set(named[:heads]) <= set(groups[:heads]) and set(named[heads:]) <= set(groups[heads:]):
                fitting.append(hand)
    if not fitting or len(set(named)) != len(named):
        raise NotUnderstood("claim", text=text)
    if len(named) < heads:
        raise Ambiguous("claim", tuple(str(hand) for hand in fitting), text=text)
    return fitting[0]


def parse_claim(text: str) -> DiceHand:
    """Read a claim: five faces (``KKKJ7``), or words in English, Spanish or French (``pair of kings``).

    Raises:
        NotUnderstood: it is neither.
        Ambiguous: a kind without enough faces (``a pair``).
    """
    plain = unicodedata.normalize("NFKD", text.lower().replace("’", "'")).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z]+|\d+", _TWO_PAIR.sub("twopair", _ELISION.sub("", plain)))
    words = [_DIGITS.get(word, word) for word in words]
    kinds = [word for word in words if word in _KIND_OF]
    # A pair in Spanish, but "full aux rois par les dames" in French.
    kinds = [word for word in kinds if word != "par"] or kinds
    if not kinds:
        try:
            return DiceHand.parse(text)
        except NotUnderstood:
            raise NotUnderstood("claim", text=text) from None
    unknown = [w for w in words if w not in _KIND_OF and w not in _FACE_OF and w not in _FILLERS]
    if unknown or len(kinds) > 1:
        raise NotUnderstood("claim", text=text)
    kind = _KIND_OF[kinds[0]]
    # "a pair of kings" begins with an article; "A high" and "pair A" name the ace.
    article = words[0] == "a" and kind is not Category.NOTHING
    faces = [_FACE_OF[word] for word in words[int(article) :] if word in _FACE_OF]
    return lowest_completion(kind, *faces)
