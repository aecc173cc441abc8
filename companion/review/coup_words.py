"""What the report of Detective Poker says beside the sentences of the game, in English, Spanish and French."""

from dataclasses import dataclass

from companion.referee.events import Outcome

OUTCOMES = tuple(Outcome)


@dataclass(frozen=True, slots=True)
class CoupWords:
    """One language; what both games say is in `companion.review.words`."""

    title: str
    statistics: str
    bets: str
    right: str
    bluffs: str
    moved: str
    raised: str
    on_self: str
    by_phase: str
    streets: tuple[str, str, str, str]
    sum: str
    disputes: str
    story: str
    coup: str
    not_scored: str
    disputed_by: str
    outcomes: tuple[str, ...]
    """In the order of `OUTCOMES`."""
    ruled_by: str
    corrected: str
    no_picture: str
    gone: str
    read_with: str

    def outcome(self, outcome: Outcome) -> str:
        """What a review came to, to follow "the points"."""
        return self.outcomes[OUTCOMES.index(outcome)]


COUP_WORDS = {
    "en": CoupWords(
        title="Detective Poker: {names}",
        statistics="Who bet on the right player, who bluffed",
        bets="Bets",
        right="right",
        bluffs="with BLUFF",
        moved="with CW",
        raised="with +1",
        on_self="on oneself",
        by_phase="Points by phase, and how many bets were right:",
        streets=("Before the flop", "Flop", "Turn", "River"),
        sum="Points",
        disputes="Disputed coups",
        story="Coup by coup",
        coup="Coup {number}",
        not_scored="Not scored.",
        disputed_by="{name} disputed coup {number}: {why}",
        outcomes=("stand", "are confirmed", "are overturned", "stay: nobody can tell"),
        ruled_by="The points {outcome}. Ruled by {by}: {why}",
        corrected="{by} corrected it: {why}. {cards}",
        no_picture="There is no picture of this showdown: the cards were named without a camera.",
        gone="A picture of this showdown is damaged or gone.",
        read_with="Read with companion {companion}, card reader {reader}",
    ),
    "es": CoupWords(
        title="Detective Poker: {names}",
        statistics="Quién apostó por el jugador acertado y quién faroleó",
        bets="Apuestas",
        right="acertadas",
        bluffs="con BLUFF",
        moved="con CW",
        raised="con +1",
        on_self="por uno mismo",
        by_phase="Puntos por fase, y cuántas apuestas se acertaron:",
        streets=("Antes del flop", "Flop", "Turn", "River"),
        sum="Puntos",
        disputes="Jugadas reclamadas",
        story="Jugada a jugada",
        coup="Jugada {number}",
        not_scored="Sin puntuar.",
        disputed_by="{name} reclamó la jugada {number}: {why}",
        outcomes=("se mantienen", "se confirman", "se anulan", "se quedan: no se puede aclarar"),
        ruled_by="Los puntos {outcome}. Lo revisó {by}: {why}",
        corrected="{by} lo corrigió: {why}. {cards}",
        no_picture="No hay imagen de este destape: las cartas se nombraron sin cámara.",
        gone="Falta una imagen de este destape, o está dañada.",
        read_with="Leído con el programa {companion}, lector de cartas {reader}",
    ),
    "fr": CoupWords(
        title="Detective Poker : {names}",
        statistics="Qui a misé sur le bon joueur, qui a bluffé",
        bets="Mises",
        right="justes",
        bluffs="avec BLUFF",
        moved="avec CW",
        raised="avec +1",
        on_self="sur soi-même",
        by_phase="Points par phase, et combien de mises étaient justes :",
        streets=("Avant le flop", "Flop", "Turn", "River"),
        sum="Points",
        disputes="Coups contestés",
        story="Coup par coup",
        coup="Coup {number}",
        not_scored="Non compté.",
        disputed_by="{name} a contesté le coup {number} : {why}",
        outcomes=("sont maintenus", "sont confirmés", "sont annulés", "restent : on ne peut pas savoir"),
        ruled_by="Les points {outcome}. Tranché par {by} : {why}",
        corrected="{by} a corrigé : {why}. {cards}",
        no_picture="Il n’y a pas d’image de cet abattage : les cartes ont été nommées sans caméra.",
        gone="Une image de cet abattage manque ou est abîmée.",
        read_with="Lu avec le programme {companion}, lecteur de cartes {reader}",
    ),
}
