"""One file of settings: written whole, read strictly, never lost."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.players import KINDS, Player, kinds_of
from companion.ui.settings.store import Settings, SettingsDamaged, load, save, seated_now, settings_file

FILLED = Settings(
    language="fr", palette="light", high_contrast=True, text_size="large", hand="left", score="hearts", sound=False,
    voice=True, disk_budget_mb=500, challenge_window_s=30, challenges=1,
    players=(Player("Ana", 3), Player("Chloé", 0)), seated=2, limit=3, next_starter="winner", duel_reset=True,
)  # fmt: skip


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    """All of it, and the folder is made."""
    file = tmp_path / "new" / "settings.json"
    assert load(file) == Settings()
    save(FILLED, file)
    assert load(file) == FILLED
    assert [path.name for path in file.parent.iterdir()] == ["settings.json"]


def test_they_lie_in_the_users_configuration() -> None:
    """As each system has it."""
    assert settings_file().parts[-2:] == ("cubilete", "settings.json")


@pytest.mark.parametrize(
    "content",
    [
        "", "{", "[]", "null", '"x"', "[" * 100000,
        '{"language": "de"}', '{"limit": "5"}', '{"limit": true}', '{"limit": 0}', '{"sound": 1}',
        '{"disk_budget_mb": 0}', '{"players": 1}', '{"players": [{"name": "Ana"}]}', '{"seated": 2}',
        '{"players": [{"name": 1, "kind": 0}]}', '{"players": [{"name": "Ana", "kind": 10}]}', '{"text_size": "tiny"}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_named_and_put_aside_when_the_next_one_is_written(tmp_path: Path, content: str) -> None:
    """Nothing of it is lost, nothing of it is believed."""
    file = tmp_path / "settings.json"
    file.write_text(content, "utf-8")
    with pytest.raises(SettingsDamaged, match=r"settings\.json: expected the settings"):
        load(file)
    save(FILLED, file)
    assert load(file) == FILLED
    assert (tmp_path / "settings.damaged.json").read_text("utf-8") == content


def test_bytes_that_are_no_text_are_damage_too(tmp_path: Path) -> None:
    """Not a traceback."""
    file = tmp_path / "settings.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsDamaged):
        load(file)


_NAMES = st.sampled_from([*Settings.__dataclass_fields__, "new"])
_LEAVES = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(_LEAVES, lambda inner: st.lists(inner) | st.dictionaries(_NAMES, inner), max_leaves=8))
def test_no_json_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, content: object) -> None:
    """Settings, or one clear complaint; what a later version added is let be."""
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_text(json.dumps(content), "utf-8")
    with suppress(SettingsDamaged):
        assert isinstance(load(file), Settings)


def test_the_last_table_comes_first_and_nobody_is_forgotten() -> None:
    """Forty names at most."""
    after = seated_now(FILLED, (Player("Bo", 1), Player("ANA", 2)))
    assert [player.name for player in after.players] == ["Bo", "ANA", "Chloé"]
    assert after.seated == 2
    many = seated_now(replace(FILLED, players=tuple(Player(str(n)) for n in range(60))), FILLED.players)
    assert len(many.players) == 40


def test_nobody_shares_a_sign() -> None:
    """Known players keep theirs where they can; ten players have ten."""
    known = (Player("Ana", 3), Player("Bo", 3))
    assert kinds_of(("Bo", "ana", "C"), known) == (KINDS[3], KINDS[0], KINDS[1])
    assert len(set(kinds_of("ABCDEFGHIJ", ()))) == 10


@pytest.mark.parametrize("name", ["x" * 61, "a\x1b[2J"])
def test_a_name_that_no_screen_can_show_is_damage(tmp_path: Path, name: str) -> None:
    """The newcomer's settings are used instead."""
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"players": [{"name": name, "kind": 0}]}), encoding="utf-8")
    with pytest.raises(SettingsDamaged, match="at most 60 letters"):
        load(path)


def test_a_file_without_end_is_not_read_to_it(tmp_path: Path) -> None:
    """A settings file takes some kilobytes."""
    path = tmp_path / "settings.json"
    path.write_text('{"language": "en"}' + " " * 1_000_000, encoding="utf-8")
    with pytest.raises(SettingsDamaged, match="more than"):
        load(path)
