"""What people said lies there is remembered: a set that nobody taught is learned while it is played.

Nothing is guessed here. Whoever calls says which die shows which face, and from where it is known; what contradicts
itself is forgotten, on both sides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES, PICTURE_SIDE, DiceSet
from calibration.dice_view import DiceView
from vision.dice.align import tops_again
from vision.dice.company import weighed
from vision.dice.doubt import PLACE_DOUBTS, TOP
from vision.dice.match import SHARPER, Looks, Seen, look_at
from vision.dice.name import name_faces
from vision.dice.patch import PATCH, all_turns, cut_all
from vision.dice.teach import TeachError, dice_view, set_of_pictures
from vision.pictures import Picture
from vision.readings import DieReading, ToldDie, middle

Array = NDArray[np.float64]

#: The matcher's log-odds from which two pictures show one face, and below which they do not: of 4,512 pairs of
#: different faces on twelve rendered sets none reached 8.7, of 872 pairs of one face none was below 3.3. To be counted
#: anew, as the steps of `vision.dice.company`, where the matcher is another one.
SAME, OTHER = 9.0, 3.0
#: Pictures kept of a face: the newest.
MOST = 6
#: A face is settled by so many throws, or by one where it is plain to the namer alone.
_THROWS, _PLAIN = 2, 0.5
#: A die that lies within this share of its size of where it was read has not been touched.
_STAYED = 0.2
#: A face that is so unlikely to the namer is hardly ever right: of 280 dice read by learned sets two.
_NEVER = 0.002
#: Or this share of what the namer held of the face where it was told.
_AS_ODD = 0.02
#: So many dice of a throw may look like none that was learned, and these are still the dice that it was learned of.
_DOUBTS = 1
OTHER_DICE = "these may be other dice than those that were learned"
#: A guess so likely that was let stand is told: it is wrong once in ten times, and then overlooked once in twenty.
_NEARLY = 0.9
#: What the namer alone takes for another face so surely is not learned: whoever tapped it slipped.
_OTHERWISE = 0.995


@dataclass(frozen=True, slots=True, eq=False)
class KnownLook:
    """What a face looked like once.

    picture: as a `DiceSet` keeps it; looks: (4, L), in its four turns; throw: in which throw it lay; names: (8,) what
    whoever knows what sets have in common takes it for (`name_faces`); let_stand: it was not sure, and nobody tapped
    it: people may have overlooked it.
    """

    face: str
    picture: Picture
    looks: Looks
    throw: int
    names: Array
    let_stand: bool

    @property
    def plain(self) -> bool:
        """Whether the namer would have said the same."""
        return bool(self.names[FACES.index(self.face)] > _PLAIN)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A look that was remembered as one face, and was named another one: both are forgotten."""

    before: str
    named: str


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of the dice that are played with; nothing to begin with.

    looks: the oldest first; speaking: those of them that may say what lies there; view: the camera that saw the newest
    ones; contradictions: of the throw that was told last; changed: that throw was of other dice than those before,
    which are forgotten.
    """

    looks: tuple[KnownLook, ...] = ()
    speaking: tuple[KnownLook, ...] = ()
    view: DiceView | None = None
    contradictions: tuple[Contradiction, ...] = ()
    changed: bool = False

    @property
    def faces(self) -> tuple[str, ...]:
        """Those of which there is a look, in the order of FACES."""
        return tuple(face for face in FACES if any(look.face == face for look in self.looks))

    @property
    def settled(self) -> tuple[str, ...]:
        """Those that may stand for what was taught: from two throws, or from one where it was plain."""
        plain = {look.face for look in self.speaking if look.plain}
        return tuple(face for face in FACES if face in plain or len(_throws(self.looks, face)) >= _THROWS)

    def dice_set(self, name: str, labels: Mapping[str, str] | None = None) -> DiceSet | None:
        """The set that was learned, once all six faces are settled; None before, and where some of it looks alike.

        labels: what stands on a face, where it is not the letter itself.
        """
        if self.view is None or len(self.settled) < len(FACES):
            return None
        pictures = {face: [look.picture for look in self.speaking if look.face == face] for face in FACES}
        printed = {face: (labels or {}).get(face, face) for face in FACES}
        try:
            return set_of_pictures(pictures, printed, name, self.view)
        except TeachError:
            return None


NOTHING_KNOWN = Known()


def remember(known: Known, picture: Picture, told: Sequence[ToldDie], throw: int) -> Known:
    """What is known after people said of some dice in `picture` what they show; `throw` numbers it, growing.

    A look that was remembered as another face, and the look that says so, are both forgotten. So is one that has
    nothing in common with the only other throw that showed its face. Where several dice look otherwise than was
    remembered and fewer as they should, these are other dice: all of before is forgotten. A die that leaned, or of
    which nothing is found where it lay, teaches nothing.
    """
    # In a long evening nearly every throw is of this kind.
    quads, told = _lying(picture, told) if not all(_tells_nothing(die, known.looks) for die in told) else ([], [])
    if not told:
        return replace(known, contradictions=(), changed=False)
    new, seen, slips = _looked_at(picture, quads, told, throw)
    odds = _odds(seen, known.looks)
    own = _by_face(odds, known.looks)[range(len(new)), [FACES.index(look.face) for look in new]]
    against = [
        (i, j)
        for i, look in enumerate(new)
        for j, before in enumerate(known.looks)
        if before.face != look.face and odds[i, j] >= SAME
    ]
    out = {i for i, _ in against} | slips | _of_two_minds(new, _odds(seen, new))
    # The aces of one set may show four suits.
    strange = {i for i, look in enumerate(new) if look.face != "A" and own[i] < OTHER} - out
    if len(strange) > 1 and not against and len(strange) > np.count_nonzero(own >= SAME):
        fresh = [look for i, look in enumerate(new) if i not in out]
        return _known(fresh, seen.none, dice_view(picture, quads), changed=True)
    gone = {j for _, j in against} | {j for i in strange for j in _only_throw(known.looks, new[i].face)}
    kept = [look for j, look in enumerate(known.looks) if j not in gone]
    fresh = [look for i, look in enumerate(new) if i not in out | strange and not _tells_nothing(told[i], known.looks)]
    found = dict.fromkeys(Contradiction(known.looks[j].face, new[i].face) for i, j in against)
    return _known([*kept, *fresh], seen.none, dice_view(picture, quads), tuple(found))


def _lying(picture: Picture, told: Sequence[ToldDie]) -> tuple[list[Array], list[ToldDie]]:
    """The dice that lie in the picture as they were read, and where exactly."""
    whole = [die for die in told if die.why not in PLACE_DOUBTS]
    tops = tops_again([np.array(die.quad) for die in whole])(picture, None) if whole else []
    found = []
    for die in whole:
        at = np.array(middle(die.quad))
        near = [top for top in tops if top.score > TOP and float(np.hypot(*(top.middle - at))) < _STAYED * top.size]
        found += [(near[0].quad, die)] if near else []
    return [quad for quad, _ in found], [die for _, die in found]


def _looked_at(
    picture: Picture, quads: Sequence[Array], told: Sequence[ToldDie], throw: int
) -> tuple[list[KnownLook], Seen, set[int]]:
    """What each die looks like; what the matcher sees; which dice the namer alone surely takes for something else."""
    pictures = cut_all(picture, quads, PICTURE_SIDE)
    patches = np.stack([cv2.resize(each, (PATCH, PATCH), interpolation=cv2.INTER_AREA) for each in pictures])
    seen, names = look_at(all_turns(patches)), name_faces(patches)
    looks = seen.looks.reshape(len(told), 4, -1)
    new = [
        KnownLook(die.face, pictures[i], looks[i], throw, names[i], not (die.sure or die.tapped))
        for i, die in enumerate(told)
    ]
    others = (np.delete(look.names, FACES.index(look.face)) for look in new)
    return new, seen, {i for i, other in enumerate(others) if other.max() > _OTHERWISE}


def _of_two_minds(new: Sequence[KnownLook], like: Array) -> set[int]:
    """Dice of one throw that look alike, and were named differently."""
    pairs = ((i, j) for i in range(len(new)) for j in range(len(new)))
    return {i for i, j in pairs if new[i].face != new[j].face and like[i, j] >= SAME}


def _throws(known: Sequence[KnownLook], face: str) -> set[int]:
    return {look.throw for look in known if look.face == face}


def _only_throw(known: Sequence[KnownLook], face: str) -> set[int]:
    """The looks of a face, where only one throw has shown it."""
    return {j for j, look in enumerate(known) if look.face == face} if len(_throws(known, face)) < _THROWS else set()


def _known(
    looks: Sequence[KnownLook],
    none: float,
    view: DiceView,
    contradictions: tuple[Contradiction, ...] = (),
    changed: bool = False,
) -> Known:
    """Which of the looks may speak: what was named or sure, what two throws agree on, and what was let stand where
    hardly anything else is left."""
    newest = [look for i, look in enumerate(looks) if sum(other.face == look.face for other in looks[i:]) <= MOST]
    firm = [look for look in newest if not look.let_stand or len(_throws(newest, look.face)) >= _THROWS]
    speaking = set(map(id, firm))
    if rest := [look for look in newest if id(look) not in speaking]:
        odds = _by_face(_odds(Seen(np.concatenate([look.looks for look in rest]), none), firm), firm)
        names = np.stack([look.names for look in rest])
        chances = np.hstack([names[:, : len(FACES)], names[:, len(FACES) :].sum(axis=1, keepdims=True)])
        likely = weighed(chances, odds)
        speaking |= {id(look) for i, look in enumerate(rest) if likely[i, FACES.index(look.face)] > _NEARLY}
    return Known(tuple(newest), tuple(look for look in newest if id(look) in speaking), view, contradictions, changed)


def unheard_of(patches: NDArray[np.uint8], chances: Array, known: Known) -> dict[int, str]:
    """Why what a learned set says of N patches is in doubt: no set that was ever seen has such a face.

    That the set itself has a face as no other one does is no doubt. chances: (N, 7) of FACES and of none, by the set.
    """
    names, said = name_faces(patches), chances[:, : len(FACES)].argmax(axis=1)
    never = [
        min([_NEVER, *(_AS_ODD * look.names[number] for look in known.speaking if look.face == face)])
        for number, face in enumerate(FACES)
    ]
    other = [FACES[int(i)] for i in names[:, : len(FACES)].argmax(axis=1)]
    return {
        i: f"{FACES[face]} by what was learned, {other[i]} by what sets have in common"
        for i, face in enumerate(said.tolist())
        if names[i, face] < never[face]
    }


def none_of_others(readings: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
    """Readings by a learned set: none is sure where more than one die shows none of its faces plainly."""
    doubted = [die for die in readings if not die.sure and die.why not in PLACE_DOUBTS]
    if len(doubted) <= _DOUBTS:
        return readings
    return tuple(replace(die, sure=False, why=die.why or OTHER_DICE) for die in readings)


def odds_of(seen: Seen, known: Known) -> Array:
    """(N, 6) log-odds, by the matcher, of patches seen in their four turns (4 N looks) and what is remembered of each
    of FACES; nan for a face of which nothing is."""
    return _by_face(_odds(seen, known.speaking), known.speaking)


def _odds(seen: Seen, known: Sequence[KnownLook]) -> Array:
    """(N, M) of N patches seen in their four turns, and M looks."""
    new = seen.looks.reshape(-1, 4, seen.looks.shape[1])
    if not known:
        return np.empty((len(new), 0))
    before = np.stack([look.looks for look in known])
    one = np.einsum("il,jql->ijq", new[:, 0], before).max(axis=2)
    other = np.einsum("iql,jl->ijq", new, before[:, 0]).max(axis=2)
    return np.asarray((np.maximum(one, other) - seen.none) * SHARPER, np.float64)


def _by_face(odds: Array, known: Sequence[KnownLook]) -> Array:
    """(N, 6) the best of each face; nan where there is none."""
    out = np.full((len(odds), len(FACES)), np.nan)
    for number, face in enumerate(FACES):
        of_it = [j for j, look in enumerate(known) if look.face == face]
        if of_it:
            out[:, number] = odds[:, of_it].max(axis=1)
    return out


def _tells_nothing(die: ToldDie, known: Sequence[KnownLook]) -> bool:
    """What is read by itself teaches nothing new, once its face is known."""
    return die.sure and len(_throws(known, die.face)) >= _THROWS
