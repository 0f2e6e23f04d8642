"""Sums and products in the order of the table, tables by difference, several hexes: on a road of four hexes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.analysis.combat.results import given
from adjudicator.errors import PackError
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.record.memory import Went
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("....\n.f..\n....\n"))
RATIO = '[odds]\nladder = ["1:2", "1:1", "2:1", "3:1"]\nextends = false\n'
DIFFERENCE = '[odds]\nby = "difference"\nladder = ["-2", "0", "+2"]\n'
SNOW = 'where = { weather = ["snow"] }\n'


def fought(rules: str, *targets: str, **conditions: str) -> Battle:
    """A leg unit of strength 4 in 0100 against ones of 3, in each of the hexes."""
    blue = [f"blue leg {target}" for target in targets]
    at = position(MAP, pack(combat=rules), "red leg 0100", *blue, **conditions)
    return battle(at, [at.unit("red0")], targets)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("plus = -1\n", "4 − 1 (a) = 3 against 3: odds 1:1"),
        ("plus = -9\n", "4 − 9 (a) = 0 against 3: odds 1:2"),
        ("plus = -1\ntimes = 2\n", "4 × 2 (a) − 1 (a) = 7 against 3: odds 2:1"),
        ("plus = -1\n[[factor]]\nname = 'b'\ntimes = 2\n", "(4 − 1 (a)) × 2 (b) = 6 against 3: odds 2:1"),
        ("times = 2\n[[factor]]\nname = 'b'\nplus = 1\n", "4 × 2 (a) + 1 (b) = 9 against 3: odds 3:1"),
    ],
)
def test_a_units_changes_count_in_the_order_of_the_table(rows: str, words: str) -> None:
    assert fought(RATIO + "[[factor]]\nname = 'a'\n" + rows, "0101").words == words


def test_a_sides_total_is_rounded_where_the_table_says_so() -> None:
    halved = RATIO + "[[total]]\nname = 'a'\ntimes = '3/8'\n"
    assert fought(halved, "0101").words == "4 × 3/8 (a) = 1 1/2 against 3: odds 1:2"
    down = fought(halved + "round = 'down'\n", "0101")
    assert down.words == "4 × 3/8 (a), rounded down = 1 against 3: odds 1:2"
    assert down.totals[0].low == 1


def test_a_sum_that_hangs_on_the_weather_leaves_the_odds_open() -> None:
    rules = RATIO + "[[total]]\nname = 'a'\nplus = -1\n" + SNOW
    unknown = fought(rules, "0101", weather="")
    assert (unknown.raw, unknown.column, unknown.settled.missing) == (None, None, ("weather",))
    assert fought(rules, "0101", weather="clear").raw == "1:1"


@pytest.mark.parametrize(
    ("targets", "shifts", "raw", "column"),
    [
        (("0101",), 0, "0", "0"),
        (("0101",), 1, "0", "+2"),
        (("0101",), 2, "0", "+2"),
        (("0101",), -2, "0", "AE"),
        (("0101", "0000"), 0, "-2", "-2"),
        (("0101", "0000", "0200"), 0, "AE", "AE"),
        (("0101", "0000", "0200"), 1, "AE", "-2"),
    ],
)
def test_columns_by_difference(targets: tuple[str, ...], shifts: int, raw: str, column: str) -> None:
    rows = f"[[shift]]\nname = 'x'\ncolumns = {shifts}\n" if shifts else ""
    found = fought(DIFFERENCE + 'below = "AE"\n' + rows, *targets)
    assert (found.raw, found.column) == (raw, column)


def test_against_several_hexes_the_pack_says_where_the_ground_counts() -> None:
    woods = "[[shift]]\nname = 'woods'\ncolumns = -1\nwhere = { terrains = ['forest'] }\n"
    assert fought(RATIO + "several = 'any'\n" + woods, "0101", "0000").shifts == (("woods", -1),)
    assert fought(RATIO + "several = 'all'\n" + woods, "0101", "0000").shifts == ()
    said = Known.open("whether woods counts against several hexes ('several' of combat.toml)")
    assert fought(RATIO + woods, "0101", "0000").settled == said
    assert fought(RATIO + woods, "0000", "0200").column == "1:2"


def test_the_die_is_modified_and_stays_on_the_table() -> None:
    table = "first_roll = 0\n" + DIFFERENCE + "[table]\n'0' = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']\n"
    at = position(MAP, pack(combat=table), "red leg 0100", "blue leg 0101")
    for by, die, result in ((0, 1, "B"), (-1, 1, "A"), (-3, 1, "A"), (1, 6, "H"), (9, 6, "H")):
        rows = f"[[die]]\nname = 'm'\nby = {by}\n" if by else ""
        found = fought(table + rows, "0101")
        assert given(at, found, die) == (result,)
        assert bool(found.die) == bool(by)
    assert given(at, fought(table, "0101"), 7) == ()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("[[odds_row]]\nname = 'r'\nheads = ['0']\n", "1 heads for the 3 columns"),
        ("[[odds_row]]\nname = 'r'\nheads = ['0', 'two', '+3']\n", "'two' over a column is no number"),
    ],
)
def test_wrong_heads_are_errors_of_the_pack(rows: str, message: str) -> None:
    with pytest.raises(PackError, match=message):
        fought(DIFFERENCE + rows, "0101")


def test_of_a_phase_seen_from_its_middle_nobody_knows_who_retreated_in_it() -> None:
    beaten = RATIO + "[[factor]]\nname = 'beaten'\npart = 'defense'\nafter = 'retreat'\ntimes = 0\n"
    at = position(MAP, pack(combat=beaten), "red leg 0100", "blue leg 0101", phase="combat")
    assert battle(at, [at.unit("red0")], "0101").raw == "1:1"
    joined = battle(replace(at, joined=True), [at.unit("red0")], "0101")
    assert joined.settled == Known.open("what was done in this phase before the record begins")
    went = replace(at.memory, went=at.memory.went.set("blue1", Went("retreat", 1, "combat")))
    assert battle(replace(at, memory=went), [at.unit("red0")], "0101").raw == "3:1"
