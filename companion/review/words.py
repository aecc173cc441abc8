"""What the report says beside the sentences of the games, in English, Spanish and French."""

from dataclasses import dataclass

from companion.referee.events import BoxMoment, Outcome

OUTCOMES = tuple(Outcome)
INPUTS = (
    "cup lifted",
    "cup seated",
    "tilt tilted",
    "tilt upright",
    "shake shaking",
    "shake still",
    "believe pressed",
    "believe released",
    "call pressed",
    "call released",
)
"""What the box can feel, input and level; a seat's button goes by the name that the box gives it."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    title: str
    begun: str
    simulated: str
    limit: str
    score: str
    place: str
    player: str
    points: str
    out: str
    winner: str
    still_played: str
    abandoned: str
    statistics: str
    claims: str
    believed: str
    called: str
    caught: str
    calls: str
    right: str
    beliefs: str
    unseen: str
    """Why believed claims count as neither."""
    story: str
    hand: str
    by_camera: str
    by_person: str
    surely_lie: str
    surely_true: str
    points_now: str
    void: str
    disputes: str
    disputed_by: str
    """With `why`, in the player's own words."""
    outcomes: tuple[str, ...]
    """In the order of `OUTCOMES`."""
    ruled_by: str
    dice_were: str
    corrected: str
    not_counted: str
    not_ruled: str
    picture: str
    since_lift: str
    no_picture: str
    box: str
    inputs: tuple[str, ...]
    """In the order of `INPUTS`."""
    record: str
    head: str
    read_with: str
    no_profile: str

    def outcome(self, outcome: Outcome) -> str:
        """What a review came to, to follow "the call"."""
        return self.outcomes[OUTCOMES.index(outcome)]

    def felt(self, moment: BoxMoment) -> str:
        """What the box felt."""
        what = f"{moment.input} {moment.level}"
        return self.inputs[INPUTS.index(what)] if what in INPUTS else what


ENGLISH = Words(
    title="Mentiroso: {names}",
    begun="Begun {at}",
    simulated="Played on the simulated table",
    limit="Whoever reaches {points} is out",
    score="Score",
    place="Place",
    player="Player",
    points="Points",
    out="out",
    winner="winner",
    still_played="This match has not been played to its end.",
    abandoned="The match was given up ({why}).",
    statistics="Who lied, who noticed",
    claims="Claims",
    believed="believed",
    called="called",
    caught="caught lying",
    calls="Calls",
    right="on a lie",
    beliefs="Claims of others believed",
    unseen="A claim that was believed is neither lie nor truth here: the dice were not shown.",
    story="Hand by hand",
    hand="Hand {number}",
    by_camera="The camera read {dice}.",
    by_person="{by} named the dice: {dice}.",
    surely_lie="Whatever the unread dice show, {dice} is less than {claim}: a lie. One point for {loser}.",
    surely_true="Whatever the unread dice show, {dice} is not less than {claim}: true. One point for {loser}.",
    points_now="Points: {points}",
    void="A hand that did not count: {why}.",
    disputes="Disputed calls",
    disputed_by="{name} disputed hand {number}: {why}",
    outcomes=("stands", "is confirmed", "is overturned", "stays: nobody can tell"),
    ruled_by="The call {outcome}. Ruled by {by}: {why}",
    dice_were="The dice were {dice}.",
    corrected="{by} corrected it: {why}",
    not_counted="No point: whoever takes it was out by then, or the match was over.",
    not_ruled="Not ruled yet.",
    picture="The picture that was read",
    since_lift="{seconds} s after the lift",
    no_picture="There is no picture of this call, or it is damaged or gone.",
    box="What the box felt",
    inputs=(
        "cup lifted",
        "cup put down",
        "cup tilted",
        "cup upright",
        "cup shaken",
        "cup still",
        "BELIEVE pressed",
        "BELIEVE let go",
        "CALL pressed",
        "CALL let go",
    ),
    record="The record",
    head="The record of this match ends with the hash",
    read_with="Read with companion {companion}, reader {reader}, dice set {profile}, box firmware {firmware}",
    no_profile="none",
)

SPANISH = Words(
    title="Mentiroso: {names}",
    begun="Empezó {at}",
    simulated="Jugada en la mesa simulada",
    limit="Quien llega a {points} queda eliminado",
    score="Marcador",
    place="Puesto",
    player="Jugador",
    points="Puntos",
    out="eliminado",
    winner="ganador",
    still_played="Esta partida no se ha jugado hasta el final.",
    abandoned="La partida se abandonó ({why}).",
    statistics="Quién mintió y quién se dio cuenta",
    claims="Cantos",
    believed="creídos",
    called="no creídos",
    caught="mentiras descubiertas",
    calls="Veces que no creyó",
    right="con razón",
    beliefs="Cantos ajenos creídos",
    unseen="Un canto creído no cuenta aquí ni como mentira ni como verdad: los dados no se enseñaron.",
    story="Mano a mano",
    hand="Mano {number}",
    by_camera="La cámara leyó {dice}.",
    by_person="Según {by}, los dados son {dice}.",
    surely_lie="Muestren lo que muestren los dados no leídos, {dice} es menos que {claim}: mentira. "
    "Un punto para {loser}.",
    surely_true="Muestren lo que muestren los dados no leídos, {dice} no es menos que {claim}: verdad. "
    "Un punto para {loser}.",
    points_now="Puntos: {points}",
    void="Una mano que no contó: {why}.",
    disputes="Decisiones reclamadas",
    disputed_by="{name} reclamó la mano {number}: {why}",
    outcomes=("se mantiene", "se confirma", "se anula", "se queda: no se puede aclarar"),
    ruled_by="La decisión {outcome}. La revisó {by}: {why}",
    dice_were="Los dados eran {dice}.",
    corrected="{by} lo corrigió: {why}",
    not_counted="Sin punto: quien lo recibe ya estaba eliminado, o la partida había terminado.",
    not_ruled="Todavía sin resolver.",
    picture="La imagen que se leyó",
    since_lift="{seconds} s después de levantar",
    no_picture="No hay imagen de esta mano, o está dañada o borrada.",
    box="Lo que notó la caja",
    inputs=(
        "cubilete levantado",
        "cubilete apoyado",
        "cubilete inclinado",
        "cubilete derecho",
        "cubilete agitado",
        "cubilete quieto",
        "LO CREO pulsado",
        "LO CREO soltado",
        "MENTIRA pulsado",
        "MENTIRA soltado",
    ),
    record="El registro",
    head="El registro de esta partida termina con el hash",
    read_with="Leído con el programa {companion}, lector {reader}, juego de dados {profile}, firmware de la caja "
    "{firmware}",
    no_profile="ninguno",
)

FRENCH = Words(
    title="Mentiroso : {names}",
    begun="Commencée {at}",
    simulated="Jouée sur la table simulée",
    limit="Qui atteint {points} est éliminé",
    score="Score",
    place="Place",
    player="Joueur",
    points="Points",
    out="éliminé",
    winner="gagnant",
    still_played="Cette partie n’a pas été jouée jusqu’au bout.",
    abandoned="La partie a été abandonnée ({why}).",
    statistics="Qui a menti, qui l’a vu",
    claims="Annonces",
    believed="crues",
    called="mises en doute",
    caught="mensonges découverts",
    calls="Mises en doute",
    right="à raison",
    beliefs="Annonces des autres crues",
    unseen="Une annonce crue ne compte ici ni comme mensonge ni comme vérité : les dés n’ont pas été montrés.",
    story="Manche par manche",
    hand="Manche {number}",
    by_camera="La caméra a lu {dice}.",
    by_person="Selon {by}, les dés sont {dice}.",
    surely_lie="Quoi que montrent les dés non lus, {dice} est moins que {claim} : mensonge. Un point pour {loser}.",
    surely_true="Quoi que montrent les dés non lus, {dice} n’est pas moins que {claim} : vérité. "
    "Un point pour {loser}.",
    points_now="Points : {points}",
    void="Une manche qui n’a pas compté : {why}.",
    disputes="Décisions contestées",
    disputed_by="{name} a contesté la manche {number} : {why}",
    outcomes=("est maintenue", "est confirmée", "est annulée", "reste : on ne peut pas savoir"),
    ruled_by="La décision {outcome}. Tranché par {by} : {why}",
    dice_were="Les dés étaient {dice}.",
    corrected="{by} a corrigé : {why}",
    not_counted="Pas de point : ce joueur était déjà éliminé, ou la partie était finie.",
    not_ruled="Pas encore tranchée.",
    picture="L’image qui a été lue",
    since_lift="{seconds} s après la levée",
    no_picture="Il n’y a pas d’image de cette manche, ou elle est abîmée ou effacée.",
    box="Ce que le boîtier a senti",
    inputs=(
        "gobelet levé",
        "gobelet posé",
        "gobelet incliné",
        "gobelet droit",
        "gobelet secoué",
        "gobelet immobile",
        "J’Y CROIS pressé",
        "J’Y CROIS relâché",
        "MENTEUR pressé",
        "MENTEUR relâché",
    ),
    record="Le registre",
    head="Le registre de cette partie finit par le hash",
    read_with="Lu avec le programme {companion}, lecteur {reader}, jeu de dés {profile}, micrologiciel du boîtier "
    "{firmware}",
    no_profile="aucun",
)

WORDS = {"en": ENGLISH, "es": SPANISH, "fr": FRENCH}
