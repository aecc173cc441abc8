"""The whole screen as a pure function of the state."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dice import ALL_HANDS
from companion.referee import events as e
from companion.referee.state import Learning, Phase
from companion.ui.banners import Banner, Tone
from companion.ui.dice import Mark
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.mentiroso.view import View, view_of
from companion.ui.texts import Text, Told, text
from tests.companion.ui.tables import CALLED, NOT_SURE, READY, Table, begun, hand, reading


def view_after(*history: e.Event) -> View:
    """What is drawn after these events."""
    return view_of(Table(*history).state)


def turns(view: View) -> list[str]:
    """Who is marked as the one to act."""
    return [player.name for player in view.players if player.turn]


def test_before_the_match_nobody_is_listed() -> None:
    """The start panel, with the whole width."""
    view = view_after(*READY)
    assert view.panel is Phase.SEATING
    assert view.players == ()


def test_M6_the_turn_passes_to_the_right() -> None:
    """Ana claims, Bruno answers, Bruno claims."""
    history = (*READY, *begun())
    assert turns(view_after(*history)) == ["Ana"]
    history += (e.ClaimConfirmed(0, hand("KKJ87")),)
    view = view_after(*history)
    assert view.headline == text("headline.answer", name="Bruno")
    assert turns(view) == ["Bruno"]
    view = view_after(*history, e.Believed(1))
    assert view.headline == text("headline.claim", name="Bruno")
    assert view.claim == hand("KKJ87")
    assert view.claim_label == text("claim.to_beat", name="Ana")


def test_how_far_untaught_dice_are_known_is_told_at_the_verdict_and_not_before() -> None:
    """Quietly: not while people play, and never of dice that were taught."""
    verdict = Table(*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True)).state
    four = replace(verdict, learning=Learning(("A", "K", "Q", "J")))
    told = Banner(Tone.NOTE, text("learning.progress", known=4, all=6))
    assert told in view_of(four).banners and told not in view_of(verdict).banners
    playing = replace(Table(*READY, *begun()).state, learning=four.learning)
    assert told not in view_of(playing).banners
    six = replace(verdict, learning=Learning(("A", "K", "Q", "J", "8", "7"), complete=True))
    assert Banner(Tone.NOTE, text("learning.complete")) in view_of(six).banners
    other = replace(verdict, learning=Learning(("A",), contradictions=(("K", "Q"),), changed=True))
    news = [banner for banner in view_of(other).banners if banner.tone is Tone.NEWS]
    assert [banner.said.key for banner in news if isinstance(banner.said, Text)] == [
        "learning.contradiction",
        "learning.changed",
    ]


def test_the_curtain_is_down_while_dice_may_be_looked_at() -> None:
    """From BELIEVE, and from the start, to the next claim."""
    assert view_after(*READY, *begun()).curtain == text("curtain.private")
    assert view_after(*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87"))).curtain is None
    believed = (*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87")), e.Believed(1))
    assert view_after(*believed).curtain == text("curtain.private")
    assert view_after(*READY).curtain == text("curtain.waiting")


@pytest.mark.parametrize("phase", list(Phase))
def test_no_phase_draws_back_the_curtain_of_a_closed_gate(phase: Phase) -> None:
    """The gate alone decides."""
    state = replace(Table(*CALLED).state, phase=phase, gate_open=False)
    assert view_of(state).curtain is not None


def test_no_dice_are_shown_behind_a_closed_gate() -> None:
    """Should a reading ever be left over."""
    state = replace(Table(*CALLED, e.CupLifted()).state, readings=reading("KKQ87"), gate_open=False)
    assert view_of(state).seen == ()


def test_the_dice_seen_carry_their_marks() -> None:
    """Live during the call, left to right."""
    view = view_after(*CALLED, e.CupLifted(), e.DiceGlimpsed(reading("KKQ87", {2: "K"})))
    assert view.panel is Phase.READING
    assert "".join(die.letter for die in view.seen) == "KKQ87"
    assert [die.mark for die in view.seen].count(Mark.NOT_SURE) == 1


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (NOT_SURE, text("ruling.not_sure", doubtful=1)),
        (e.DiceRead(reading("KKQ8"), sure=False), text("ruling.count", found=4)),
        (e.CameraChanged(e.Link.LOST), text("ruling.no_camera")),
    ],
)
def test_M27_a_ruling_says_why_a_person_is_asked(event: e.Event, why: Text) -> None:
    """Not sure, too few dice, no camera."""
    view = view_after(*CALLED, e.CupLifted(), event)
    assert view.panel is Phase.RULING
    assert view.hint == why


def test_M24_a_lie_is_explained() -> None:
    """Three kings said, two there: Ana takes the point, Bruno starts."""
    view = view_after(*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True))
    verdict = view.verdict
    assert verdict is not None
    assert verdict.lie
    assert verdict.word == text("verdict.lie")
    assert Catalogue("en").say(verdict.sentence) == "Ana said three kings; there were two. One point for Ana."
    assert view.headline == text("verdict.point", name="Ana")
    assert verdict.by == text("verdict.by_camera")
    assert verdict.next == text("verdict.next", name="Bruno")
    assert [(p.points, p.took_point) for p in view.players] == [(1, True), (0, False), (0, False)]
    assert turns(view) == []


def test_M24_the_truth_costs_the_caller_the_point() -> None:
    """Equal is true."""
    view = view_after(*CALLED, e.RulingGiven(hand("KKK87"), "players"))
    assert view.verdict is not None
    assert view.verdict.lie is False
    assert view.verdict.by == text("verdict.by_hand")
    assert view.headline == text("verdict.point", name="Bruno")


def test_a_verdict_that_holds_without_every_die_says_so() -> None:
    """Nobody ruled: the two dice that were not read could not have saved the claim."""
    some = e.DiceRead(reading("QQJ87", {0: "K", 1: "K"}), sure=False)
    view = view_after(*CALLED, e.CupLifted(), some)
    assert view.panel is Phase.VERDICT
    assert view.verdict is not None
    assert view.verdict.sentence == text("verdict.surely_lower", name="Ana", claim=hand("KKK87"))
    assert "".join(die.letter for die in view.verdict.actual).count("?") == 2


def test_M21_five_aces_believed_is_no_lie_and_needs_no_dice() -> None:
    """Who believes them takes the point."""
    view = view_after(*READY, *begun(), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1))
    assert view.verdict is not None
    assert view.verdict.lie is None
    assert view.verdict.actual == ()
    assert view.headline == text("verdict.point", name="Bruno")


def test_M7_M11_who_is_out_has_a_place() -> None:
    """Limit one, three players: the first to take a point is third."""
    view = view_after(*READY, *begun(limit=1), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1))
    assert view.headline == text("verdict.point_and_out", name="Bruno")
    assert [(p.out, p.place) for p in view.players] == [(False, None), (True, 3), (False, None)]


def test_M10_the_last_one_left_wins() -> None:
    """Everyone has a place then."""
    two = begun(limit=1, names=("Ana", "Bruno"))
    view = view_after(*READY, *two, e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1))
    assert view.panel is Phase.OVER
    assert view.verdict is not None
    assert view.verdict.next == text("verdict.wins", name="Ana")
    assert [p.place for p in view.players] == [1, 2]


@pytest.mark.parametrize(
    ("event", "tone", "key"),
    [
        (e.CameraChanged(e.Link.LOST), Tone.WARNING, "banner.camera_lost"),
        (e.CameraChanged(e.Link.SEARCHING), Tone.NOTE, "banner.camera_searching"),
        (e.BoxChanged(e.Link.LOST), Tone.WARNING, "banner.box_lost"),
        (e.BoxChanged(e.Link.SEARCHING), Tone.NOTE, "banner.box_searching"),
    ],
)
def test_a_part_that_goes_shows_a_banner(event: e.Event, tone: Tone, key: str) -> None:
    """Loud when it is lost, quiet while it is looked for; its coming back takes the banner away."""
    assert view_after(*READY, *begun(), event).banners == (Banner(tone, text(key)),)
    assert view_after(*READY, *begun(), event, *READY).banners == ()


def test_a_table_that_never_had_a_camera_shows_no_alarm() -> None:
    """Everything works by touch alone."""
    assert view_after(*begun()).banners == ()


def test_the_simulated_table_is_always_called_so() -> None:
    """Before the match, because the app knows; later, because the match does."""
    assert view_of(Table().state, simulated=True).banners == (Banner(Tone.SIMULATED, text("banner.simulated")),)
    view = view_after(*READY, *begun(simulated=True))
    assert view.banners == (Banner(Tone.SIMULATED, text("banner.simulated")),)


def test_a_refusal_is_shown_until_the_next_action() -> None:
    """Chloé calls, but it is for Bruno to answer."""
    view = view_after(*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87")), e.Called(2))
    assert [banner.tone for banner in view.banners] == [Tone.WARNING]


HANDS = st.sampled_from(ALL_HANDS)
EVENTS = st.one_of(
    st.builds(lambda claim: lambda seat: e.ClaimConfirmed(seat, claim), HANDS),
    st.just(e.Believed),
    st.just(e.Called),
    st.just(lambda seat: e.Called(1 - seat)),
    st.builds(lambda actual: lambda _: e.RulingGiven(actual, "players"), HANDS),
    st.builds(lambda link: lambda _: e.CameraChanged(link), st.sampled_from(e.Link)),
    st.builds(lambda link: lambda _: e.BoxChanged(link), st.sampled_from(e.Link)),
    st.builds(
        lambda event: lambda _: event,
        st.sampled_from([e.CupLifted(), e.CupSeated(), e.NextHandBegun(), e.HandVoided("moved"), NOT_SURE]),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(EVENTS, max_size=30), st.sampled_from(list(LANGUAGES)))
def test_whatever_happens_can_be_said_in_every_language(history: list[Callable[[int], e.Event]], language: str) -> None:
    """No state draws a text that a catalogue lacks or cannot fill."""
    catalogue = Catalogue(language)
    table = Table(*READY, *begun(limit=2))
    for event in history:
        table.happen(event(table.state.turn or 0))
        for said in _texts(view_of(table.state)):
            sentence = catalogue.say(said)
            assert sentence
            assert not isinstance(said, Text) or sentence != said.key


def _texts(drawn: object) -> list[Text | Told]:
    if isinstance(drawn, Text | Told):
        return [drawn]
    if isinstance(drawn, tuple):
        return [found for part in drawn for found in _texts(part)]
    if is_dataclass(drawn):
        return [found for field in fields(drawn) for found in _texts(getattr(drawn, field.name))]
    return []
