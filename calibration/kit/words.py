"""What is printed on the kit, in three languages; short, because paper cannot scroll."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KitWords:
    """All printed texts; {n}, {of} and the like are filled in."""

    title: str
    how: tuple[str, ...]
    ruler: str
    sheets: str
    sheet: str
    scale: str
    seat: str
    cup: str
    phases: tuple[str, str, str, str]
    board: tuple[str, str, str, str, str]
    kinds: tuple[str, str, str, str]
    effects: tuple[str, str, str, str]
    backs: str
    fronts: str
    board_page: str
    white: str
    grey: str


_EN = KitWords(
    title="Table kit",
    how=(
        "1. Print at 100 % ('actual size'), never 'fit to page'. Matt paper is best: gloss blinds the camera.",
        "2. Measure the rulers below. If 100 mm is not 100 mm to within half a millimetre, print again at 100 %.",
        "3. Cut the sheets of a mat along the corner marks and tape them edge to edge from behind, without gaps.",
        "4. Action cards: print faces and backs on the two sides of thick paper (flip on the long edge), then cut.",
        "5. Glue the calibration board to something stiff and flat, such as a clipboard.",
        "6. Lay one mat in the middle of the table. The cup stands in the ring.",
        "7. Then tap Set-up on the first page of the screen. In a terminal: companion calibrate --help.",
    ),
    ruler="Measure me: 100 mm",
    sheets="The sheets of each mat, as they are taped together:",
    sheet="{mat} mat, sheet {n} of {of}",
    scale="This line is 100 mm long",
    seat="Seat {n}",
    cup="Cup",
    phases=("Preflop", "Flop", "Turn", "River"),
    board=("Flop 1", "Flop 2", "Flop 3", "Turn", "River"),
    kinds=("+1", "CW", "BLUFF", "BLANK"),
    effects=("One point more", "Next one clockwise", "The worst hand", "Nothing happens"),
    backs="Action cards: backs (second side of the same paper)",
    fronts="Action cards: faces (cut along the lines)",
    board_page="Calibration board: glue it to something stiff and flat",
    white="White",
    grey="Grey",
)
_ES = KitWords(
    title="Material de mesa",
    how=(
        "1. Imprime al 100 % («tamaño real»), nunca «ajustar a la página». Mejor papel mate: el brillo ciega.",
        "2. Mide las reglas de abajo. Si 100 mm no son 100 mm (medio milímetro más o menos), imprime otra vez.",
        "3. Recorta las hojas de cada tapete por las marcas y únelas borde con borde con cinta por detrás, sin huecos.",
        "4. Cartas de acción: imprime caras y dorsos en los dos lados de papel grueso (girar: lado largo) y recorta.",
        "5. Pega el tablero de calibración sobre algo rígido y plano, como una tablilla.",
        "6. Pon un tapete en el centro de la mesa. El cubilete va en el círculo.",
        "7. Después toca Montaje en la primera página de la pantalla. En un terminal: companion calibrate --help.",
    ),
    ruler="Mídeme: 100 mm",
    sheets="Las hojas de cada tapete, tal como se unen:",
    sheet="Tapete {mat}, hoja {n} de {of}",
    scale="Esta línea mide 100 mm",
    seat="Puesto {n}",
    cup="Cubilete",
    phases=("Preflop", "Flop", "Turn", "River"),
    board=("Flop 1", "Flop 2", "Flop 3", "Turn", "River"),
    kinds=("+1", "SH", "FAROL", "NADA"),
    effects=("Un punto más", "El siguiente, sentido horario", "La peor mano", "No pasa nada"),
    backs="Cartas de acción: dorsos (el otro lado del mismo papel)",
    fronts="Cartas de acción: caras (recorta por las líneas)",
    board_page="Tablero de calibración: pégalo sobre algo rígido y plano",
    white="Blanco",
    grey="Gris",
)
_FR = KitWords(
    title="Matériel de table",
    how=(
        "1. Imprimez à 100 % («taille réelle»), jamais «ajuster à la page». Papier mat de préférence.",
        "2. Mesurez les règles ci-dessous. Si 100 mm ne font pas 100 mm à un demi-millimètre près, réimprimez à 100 %.",
        "3. Découpez les feuilles de chaque tapis aux repères et scotchez-les bord à bord par derrière, bien à plat.",
        "4. Cartes action : imprimez faces et dos recto verso sur papier épais (bord long), puis découpez.",
        "5. Collez la mire de calibrage sur un support rigide et plat, comme un porte-bloc.",
        "6. Posez un tapis au milieu de la table. Le gobelet se place dans le cercle.",
        "7. Touchez ensuite Installation sur la première page. Dans un terminal : companion calibrate --help.",
    ),
    ruler="Mesurez-moi : 100 mm",
    sheets="Les feuilles de chaque tapis, dans l'ordre où on les assemble :",
    sheet="Tapis {mat}, feuille {n} sur {of}",
    scale="Ce trait mesure 100 mm",
    seat="Place {n}",
    cup="Gobelet",
    phases=("Préflop", "Flop", "Turn", "River"),
    board=("Flop 1", "Flop 2", "Flop 3", "Turn", "River"),
    kinds=("+1", "SENS HORAIRE", "BLUFF", "VIDE"),
    effects=("Un point de plus", "Le suivant, sens horaire", "La plus faible main", "Sans effet"),
    backs="Cartes action : dos (l'autre côté du même papier)",
    fronts="Cartes action : faces (à découper selon les traits)",
    board_page="Mire de calibrage : collez-la sur un support rigide et plat",
    white="Blanc",
    grey="Gris",
)
WORDS = {"en": _EN, "es": _ES, "fr": _FR}
LANGUAGES = tuple(WORDS)
