"""The journey of an evening with a real mouse on a real X server: `companion play`, killed once, in both games."""

from collections import Counter
from pathlib import Path

from companion.journal.store import Journal
from tests.companion.ui.real_input import RealApp, screen
from tests.slow import slow


def switch_language(app: RealApp) -> None:
    """Another language and back; it holds at once and on every page."""
    app.see("Cubilete")
    app.click("Settings", "Español")
    app.see("Ajustes")
    app.click("‹")
    app.see("Nueva partida")
    app.click("Ajustes", "English", "‹")


def play_hand(app: RealApp) -> None:
    """Two players, from the first page to a verdict; one step is taken back and made again."""
    app.click("New game", "−", "−", "Begin", "Draw the lot")
    app.see(": your claim")
    app.click("Throw the dice", "Pair", "king", "Pass the dice")
    app.see(": believe or call?")
    app.click("✔ BELIEVE", "▲ next", "Pass the dice")
    app.see(": believe or call?")
    app.click("↶ Undo")
    app.see("Tap again to take back")
    app.click("↶ Tap again")
    app.see("Taken back")
    app.click("▲ next", "Pass the dice")
    app.see(": believe or call?")
    app.click("Lift the cup")
    if app.see("A LIE", "TRUE", "These are the dice") == "These are the dice":
        # The camera is not sure: where its guess lacks dice they are tapped in.
        while not app.can_click("These are the dice"):
            app.click("king")
        app.click("These are the dice")
    app.see("A LIE", "TRUE")


def dispute(app: RealApp) -> None:
    """Raised, ruled on the review page, published."""
    app.click("⚑ Dispute", "A (2 left)")
    app.see("the score stands still")
    app.click("⚑ Review", "Stands", "Publish", "‹")
    app.see("takes a point")


def claim_again(app: RealApp) -> None:
    """The next hand, as far as its claim."""
    app.click("Next hand")
    app.see(": your claim")
    app.click("Throw the dice", "Trio", "ace", "Pass the dice")
    app.see(": believe or call?")


def go_on(app: RealApp) -> None:
    """The claim stands as before the kill."""
    app.see("hand 2")
    app.click("Continue")
    app.see(": believe or call?")
    app.click("✔ BELIEVE")
    app.see(": your claim")


def begin_coup(app: RealApp) -> None:
    """The match is given up for the guided coup: a drawn hand lays a bet, what the camera reads of it is taken."""
    app.click("☰", "First page", "New game", "Give up the match?", "‹", "Guided coup")
    app.click("Draw the lot", "Deal the cards")
    app.hold("Look (hold)")
    app.see("sees: in the hand")
    app.let_go()
    turns = [f"{name}: your bet" for name in ("Ana", "Bo", "Cleo")]
    turn = app.see(*turns)
    app.click("Bet for")
    app.see("The camera sees", "the camera is not sure of the bet")
    app.click("Bet")
    app.see(*(other for other in turns if other != turn))


@slow
def test_an_evening_with_a_mouse(tmp_path: Path) -> None:
    """Language, a hand to its verdict, undo, a dispute, a kill and what follows, a coup's first bet; all is kept."""
    journal = tmp_path / "journal.sqlite3"
    play = ("play", "--simulated", "--fullscreen", "--journal", str(journal))
    with screen() as environ:
        with RealApp(environ, tmp_path, *play) as app:
            switch_language(app)
            play_hand(app)
            dispute(app)
            claim_again(app)
            app.kill()
        with RealApp(environ, tmp_path, *play) as app:
            go_on(app)
            begin_coup(app)
    with Journal.open(journal, read_only=True) as kept:
        matches = [Counter(entry.kind for entry in kept.events(head.match)) for head in kept.matches()]
    mentiroso, coup = sorted(matches, key=lambda kinds: kinds["coup_dealt"])
    expected = {"disputed": 1, "dispute_ruled": 1, "ruling_published": 1, "match_abandoned": 1, "believed": 2}
    assert {kind: mentiroso[kind] for kind in expected} == expected
    assert mentiroso["retracted"] >= 1
    assert mentiroso["resumed"] >= 2
    assert (coup["coup_dealt"], coup["bet_placed"]) == (1, 1)
