"""A module with names of its own, bound to a pack: what is written, what is kept, what stays unknown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.desk.binding import table_of
from adjudicator.errors import UsageError
from adjudicator.game.binder import Binder, open_binder
from adjudicator.game.binder_files import Decision, decide, faces_of, take
from adjudicator.game.binder_table import bind_table, place_pattern, sides_told, try_out
from adjudicator.game.pack_files import bind, draft
from adjudicator.game.toml_blocks import joined, split
from tests.adjudicator.matching.garbling import TUNED, garbled_file
from tests.helpers import FIXTURES

SOURCE = FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A module whose counters are called in German, and what each is."""
    module = tmp_path_factory.mktemp("module") / "mein_modul.vmod"
    return module, garbled_file(SOURCE, module, TUNED["german"], 1)


@pytest.fixture
def begun(drawn: tuple[Path, dict[str, str]], tmp_path: Path) -> tuple[Path, Path]:
    """That module, and a pack drafted for it on the rules of Two Rivers."""
    draft(drawn[0], tmp_path / "mine", "", "", "two_rivers")
    return drawn[0], tmp_path / "mine"


def lines(pack: Path) -> str:
    return (pack / "bindings" / "vassal.toml").read_text(encoding="utf-8")


def test_what_is_sure_is_written_and_right(begun: tuple[Path, Path], drawn: tuple[Path, dict[str, str]]) -> None:
    bound = bind(*begun)
    assert bound.took >= 25
    wrong = [
        (row.name, row.bound)
        for row in bound.binder.of("bound")
        for slot in row.counters.slots
        if row.bound != drawn[1][slot.gpid]
    ]
    assert wrong == []


def test_binding_again_changes_nothing(begun: tuple[Path, Path]) -> None:
    bind(*begun)
    before = lines(begun[1]), (begun[1] / "units.toml").read_text(encoding="utf-8")
    assert bind(*begun).took == 0
    assert (lines(begun[1]), (begun[1] / "units.toml").read_text(encoding="utf-8")) == before


def test_lines_keep_the_order_of_the_palettes(begun: tuple[Path, Path]) -> None:
    binder = bind(*begun).binder
    held = [row.line for row in binder.rows if row.line >= 0]
    assert held == sorted(held)


def test_a_line_of_a_person_is_never_changed(begun: tuple[Path, Path]) -> None:
    path = begun[1] / "bindings" / "vassal.toml"
    path.write_text(
        re.sub(r'(slot = "2\\?\\.[^\n]*Division"\n)unit = "[^"]*"', r'\1unit = "au.4inf"', lines(begun[1]), count=1),
        "utf-8",
    )
    assert 'unit = "au.4inf"' in lines(begun[1])
    bind(*begun)
    assert lines(begun[1]).count('unit = "au.4inf"') == 1


def test_only_looking_writes_nothing(begun: tuple[Path, Path]) -> None:
    before = lines(begun[1])
    told = bind(*begun, write=False)
    assert told.took == 0
    assert len(told.as_json()["taken"]) >= 25
    assert lines(begun[1]) == before


def test_a_pack_of_the_program_is_only_looked_at(begun: tuple[Path, Path]) -> None:
    told = bind(begun[0], "two_rivers")
    assert told.took == 0
    assert not told.as_json()["writable"]
    with pytest.raises(UsageError, match="a pack of your own"):
        take(told.binder)


def test_what_stays_unbound_is_counted(begun: tuple[Path, Path]) -> None:
    binder = bind(*begun).binder
    loose = len(binder.of("proposed")) + len(binder.of("unbound"))
    assert loose == len(binder.rows) - len(binder.of("bound"))
    assert sum(int(count) for line in binder.without() for count in re.findall(r"^\d+", line)) == loose


def other(binder: Binder) -> str:
    """A counter that is bound to a unit with two sides."""
    return next(row.key for row in binder.of("bound") if row.bound == "unit fr.1inf")


def test_decisions_are_written_and_read_again(begun: tuple[Path, Path]) -> None:
    binder = bind(*begun).binder
    key = other(binder)
    for what in ("unit fr.guard", "marker flag.fr", "ignore"):
        binder = decide(binder, {key: Decision(what)})
        assert open_binder(*begun).row(key).bound == what
    binder = decide(binder, {key: Decision("")})
    assert binder.row(key).state == "open"
    binder = decide(binder, {key: Decision("new unit", "4-6-5/2-3-5", "fr")})
    assert "4-6-5" in binder.called(binder.row(key).bound)
    binder = decide(binder, {key: Decision("new marker")})
    assert binder.row(key).state == "bound"


def test_strengths_of_a_unit_of_the_rules_are_changed_for_this_pack_alone(begun: tuple[Path, Path]) -> None:
    binder = bind(*begun).binder
    key = other(binder)
    binder = decide(binder, {key: Decision("unit fr.1inf", "9-8-7")})
    assert binder.called("unit fr.1inf").endswith("(9-8-7)")
    assert binder.pack.units["fr.1inf"].kind == "infantry"


def test_what_cannot_be_loaded_is_not_written(begun: tuple[Path, Path]) -> None:
    binder = bind(*begun).binder
    before = lines(begun[1])
    with pytest.raises(UsageError, match="no such type"):
        decide(binder, {other(binder): Decision("unit nobody")})
    assert lines(begun[1]) == before


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("4-6-5", [{"attack": 4, "defense": 6, "movement": 5}]),
        ("4-5", [{"attack": 4, "defense": 4, "movement": 5}]),
        ("?-4", [{"movement": 4}]),
        ("(0)-2-0 / 1-1-0", [{"attack": 0, "defense": 2, "movement": 0}, {"attack": 1, "defense": 1, "movement": 0}]),
    ],
)
def test_printed_strengths_are_read(text: str, faces: list[dict[str, int]]) -> None:
    assert faces_of(text) == faces


def test_strengths_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(UsageError, match="4-6-5"):
        faces_of("four-six")


def test_blocks_joined_are_the_text_again() -> None:
    text = lines(SOURCE.parents[3] / "adjudicator" / "packs" / "two_rivers")
    assert joined(split(text)) == text
    assert [each.header for each in split("a = 1\n# of b\n[[b]]  # so\nc = 2\n")] == ["", "[[b]]"]


def test_what_a_save_says_is_tried_out_and_put_right(begun: tuple[Path, Path]) -> None:
    binder, save = bind(*begun).binder, SOURCE.parent / "midgame.vsav"
    before = try_out(binder, save)
    assert before.turn and not before.problem
    binder = bind_table(binder, {"turn": {"turn_level": "", "phase_level": ""}, "sides": {"French": ""}})
    level = next(each for each, _, value in before.levels if not value.isdigit())
    text = before.phase_text
    phase = binder.pack.header.sequence.phases[1]
    told = {
        "turn": {"turn_level": "#1", "phase_level": level},
        "turn.phases": {text: phase.id},
        "sides": {"French": "fr"},
    }
    binder = bind_table(binder, told)
    after = try_out(binder, save)
    assert (after.turn, after.phase) == (before.turn, str(phase.name))
    assert dict(sides_told(binder))["French"] == "fr"
    assert bind_table(binder, told).binding == binder.binding


def test_a_place_off_the_map_is_bound_to_a_box(begun: tuple[Path, Path]) -> None:
    binder = bind_table(bind(*begun).binder, {"boxes": {place_pattern("Reserve (North)"): "Reserve"}})
    assert binder.binding is not None
    assert binder.binding.boxes == {r"Reserve \(North\)": "Reserve"}


def test_a_number_that_the_game_keeps_is_bound_to_a_property(begun: tuple[Path, Path]) -> None:
    binder, save = bind(*begun).binder, SOURCE.parent / "midgame.vsav"
    name = next(each for each in try_out(binder, save).properties if each)
    binder = bind_table(binder, table_of({"number:name": "points.fr", "number:property": name}))
    assert binder.binding is not None and binder.binding.values["points.fr"] == name
    assert "points.fr" in dict(try_out(binder, save).values)
    binder = bind_table(binder, table_of({"table:values:points.fr": "", "number:name": "", "number:property": name}))
    assert binder.binding is not None and "points.fr" not in binder.binding.values


def test_a_counter_is_shown_from_both_sides(begun: tuple[Path, Path]) -> None:
    binder = open_binder(*begun)
    sides = [binder.looks(row.key) for row in binder.rows[:12]]
    assert max(len(each) for each in sides) == 2
    assert all(picture.startswith(b"\x89PNG") for each in sides for picture in each)
    with pytest.raises(UsageError, match="no such counter"):
        binder.looks("nobody")
