"""Strengths, shifts, columns and split cells, on a road of four hexes; columns against a second opinion."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.analysis.combat.columns import final_column, odds
from adjudicator.analysis.combat.odds import EITHER_HALF, Battle, battle
from adjudicator.analysis.combat.results import chances, expected, outcomes
from adjudicator.analysis.combat.terms import Odds, combat_table
from adjudicator.errors import PackError
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("....\nf.m.\n....\n", {"0001-0101": "river", "0001-0000": "lake"}))
WEATHER = Known.open("weather")
COLUMNS = ("1:2", "1:1", "3:2", "2:1", "3:1", "4:1")
LONG = tuple([f"1:{n}" for n in range(40, 2, -1)] + list(COLUMNS) + [f"{n}:1" for n in range(5, 60)])


def ratio(column: str) -> Fraction:
    attack, defense = column.split(":")
    return Fraction(int(attack), int(defense))


def looked_up(attack: int, defense: int, shift: int) -> str:
    """The column by walking along a table that is long enough for everything, then brought back."""
    reached = [column for column in LONG if ratio(column) <= Fraction(attack, defense)]
    column = LONG[LONG.index(reached[-1]) + shift]
    return "below" if ratio(column) < ratio("1:2") else "above" if ratio(column) > ratio("4:1") else column


@given(st.integers(1, 30), st.integers(1, 30), st.integers(-6, 6))
def test_a_column_is_reached_when_the_ratio_is_at_least_its_own(attack: int, defense: int, shift: int) -> None:
    named = Odds(ladder=COLUMNS, below="below", above="above")
    plain = Odds(ladder=COLUMNS)
    found = looked_up(attack, defense, shift)
    raw = odds(named, Fraction(attack), Fraction(defense))
    assert raw == looked_up_raw(attack, defense)
    assert final_column(named, raw, shift) == found
    assert final_column(plain, raw, shift) == {"below": "1:2", "above": "4:1"}.get(found, found)


def looked_up_raw(attack: int, defense: int) -> str:
    return [column for column in LONG if ratio(column) <= Fraction(attack, defense)][-1]


@pytest.mark.parametrize(
    ("attack", "defense", "raw", "shifted"),
    [(1, 9, "1:2", "1:1"), (3, 3, "1:1", "3:2"), (9, 1, "4:1", "4:1"), (9, 0, "4:1", "4:1"), (0, 3, "1:2", "1:1")],
)
def test_a_table_that_does_not_go_on(attack: int, defense: int, raw: str, shifted: str) -> None:
    table = Odds(ladder=COLUMNS, extends=False)
    assert odds(table, Fraction(attack), Fraction(defense)) == raw
    assert final_column(table, raw, 1) == shifted


def test_no_ladder_and_no_ratio_are_errors_of_the_pack() -> None:
    with pytest.raises(PackError, match="has no"):
        odds(Odds(), Fraction(1), Fraction(1))
    for column in ("two to one", "1:0"):
        with pytest.raises(PackError, match=f"'{column}' is no column"):
            odds(Odds(ladder=(column,)), Fraction(1), Fraction(1))


TABLE = """
dice = 6
[odds]
ladder = ["1:2", "1:1", "3:2", "2:1", "3:1"]
below = "AL"
above = "DE"
"""


def fought(rows: str, *units: str, target: str = "0101", weather: str = "clear", **told: int) -> Battle:
    """Every red unit attacks the hex."""
    at = position(MAP, pack(combat=TABLE + rows), *units, weather=weather)
    if not weather:
        at = replace(at, moment=replace(at.moment, conditions=()))
    reds = [at.units[name] for name in sorted(at.units) if name.startswith("red")]
    return battle(at, reds, target, tuple((name, Interval.of(columns)) for name, columns in told.items()))


ONE = ("red leg 0001", "blue leg 0101")


def total(rows: str, *units: str, part: str = "attack", **told: str) -> Interval:
    found = fought(rows, *(units or ONE), weather=told.get("weather", "clear"), target=told.get("target", "0101"))
    return found.totals[part == "defense"]


@pytest.mark.parametrize(
    ("row", "strength"),
    [
        ("name = 'half'", 2),
        ("name = 'tripled'\ntimes = 3", 12),
        ("name = 'a'\nedges = { features = ['river'] }", 2),
        ("name = 'a'\nedges = { features = ['lake'] }", 4),
        ("name = 'a'\nown = { terrains = ['forest'] }", 2),
        ("name = 'a'\nown = { terrains = ['mountain'] }", 4),
        ("name = 'a'\nwhere = { terrains = ['forest'] }", 4),
        ("name = 'a'\nwhere = { terrains = ['clear'] }", 2),
        ("name = 'a'\nwho = { kinds = ['motor'] }", 4),
        ("name = 'a'\nwhen = { first_turn = 2 }", 4),
        ("name = 'a'\ngroup = 'g'\n[[factor]]\nname = 'b'\ngroup = 'g'\ntimes = 3", 2),
        ("name = 'a'\ngroup = 'g'\n[[factor]]\nname = 'b'\ngroup = 'h'\ntimes = 3", 6),
        ("name = 'a'\n[[factor]]\nname = 'b'\ntimes = 3", 6),
        ("name = 'a'\ngroup = 'g'\nwhen = { first_turn = 2 }\n[[factor]]\nname = 'b'\ngroup = 'g'\ntimes = 3", 12),
        ("name = 'a'\npart = 'defense'", 4),
    ],
)
def test_what_multiplies_an_attack(row: str, strength: int) -> None:
    assert total(f"[[factor]]\n{row}") == Interval.of(strength)


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        ("name = 's'\nwhere = { weather = ['snow'] }", 2, 4),
        ("name = 's'\nwhere = { weather = ['snow'] }\ntimes = 2", 4, 8),
        (
            "name = 's'\nwhere = { weather = ['snow'] }\n[[factor]]\nname = 'm'\nwhere = { weather = ['mud'] }\ntimes = 2",
            2,
            8,
        ),
        (
            "name = 's'\nwhere = { weather = ['snow'] }\ngroup = 'g'\n[[factor]]\nname = 'x'\ngroup = 'g'\ntimes = 3",
            2,
            12,
        ),
    ],
)
def test_what_perhaps_multiplies_it(rows: str, low: int, high: int) -> None:
    found = total(f"[[factor]]\n{rows}", weather="")
    assert (found.low, found.high) == (Fraction(low), Fraction(high))
    assert found.settled == (YES if low == high else WEATHER)


CHART = "[[factor]]\nname = 'doubled'\ntimes = 2\ncells = { 'combat.bonus' = 'yes' }"


@pytest.mark.parametrize(
    ("charts", "low", "high"), [({}, 4, 8), ({"combat.bonus": "yes"}, 8, 8), ({"combat.bonus": "no"}, 4, 4)]
)
def test_what_a_chart_multiplies(charts: dict[str, str], low: int, high: int) -> None:
    rules = replace(pack(combat=TABLE + CHART), charts=charts)
    at = position(MAP, rules, *ONE)
    found = battle(at, [at.units["red0"]], "0101").totals[0]
    assert (found.low, found.high) == (Fraction(low), Fraction(high))


def test_strengths_are_summed_by_side() -> None:
    found = fought("", "red leg 0001", "red leg 0000", "blue leg 0101", "blue leg 0101", "blue leg 0001")
    assert found.totals == (Interval.of(8), Interval.of(6))
    assert (found.raw, found.column, found.settled) == ("1:1", "1:1", YES)


def test_a_unit_whose_strength_nobody_knows_leaves_the_odds_open() -> None:
    at = position(MAP, pack(combat=TABLE), *ONE)
    enemy = at.units["blue1"]
    face = enemy.type.faces[0].model_copy(update={"defense": None})
    at = at.with_unit(replace(enemy, type=enemy.type.model_copy(update={"faces": (face,)})))
    found = battle(at, [at.units["red0"]], "0101")
    assert (found.raw, found.column) == (None, None)
    assert found.settled.is_open


@pytest.mark.parametrize(
    ("most", "rows", "barred"),
    [
        (0, 3, []),
        (1, 1, []),
        (1, 2, [YES]),
        (2, 2, []),
        (2, 3, [YES]),
    ],
)
def test_units_halved_too_often(most: int, rows: int, barred: list[Known]) -> None:
    factors = "".join(f"[[factor]]\nname = 'f{n}'\n" for n in range(rows)) + "[[factor]]\nname = 'x'\ntimes = 2\n"
    at = position(MAP, pack(combat=f"most_halvings = {most}\n" + TABLE + factors), *ONE)
    assert [answer for _, answer in battle(at, [at.units["red0"]], "0101").barred] == barred


def test_units_perhaps_halved_too_often() -> None:
    factors = "[[factor]]\nname = 'a'\n[[factor]]\nname = 's'\nwhere = { weather = ['snow'] }\n"
    at = position(MAP, pack(combat="most_halvings = 1\n" + TABLE + factors), *ONE)
    at = replace(at, moment=replace(at.moment, conditions=()))
    assert [answer for _, answer in battle(at, [at.units["red0"]], "0101").barred] == [WEATHER]


@pytest.mark.parametrize(
    ("row", "shift"),
    [
        ("columns = 2", 2),
        ("columns = -1\nedges = { features = ['river'] }", -1),
        ("columns = -1\nedges = { features = ['lake'] }", 0),
        ("columns = 1\nattackers = { kinds = ['leg'] }", 1),
        ("columns = 1\nattackers = { kinds = ['motor'] }", 0),
        ("columns = 1\ndefenders = { kinds = ['leg'] }", 1),
        ("columns = 1\ndefenders = { kinds = ['motor'] }", 0),
        ("columns = 1\nwhere = { terrains = ['forest'] }", 0),
        ("columns = 1\nwhen = { first_turn = 2 }", 0),
        ("columns = 1\ngroup = 'g'\n[[shift]]\nname = 'other'\ncolumns = -3\ngroup = 'g'", 1),
        ("columns = 1\n[[shift]]\nname = 'other'\ncolumns = -2", -1),
    ],
)
def test_what_shifts_a_battle(row: str, shift: int) -> None:
    found = fought(f"[[shift]]\nname = 's'\n{row}", *ONE)
    assert sum(columns for _, columns in found.shifts) == shift
    ladder = ["AL", "1:2", "1:1", "3:2", "2:1", "3:1"]
    assert (found.raw, found.column) == ("1:1", ladder[ladder.index("1:1") + shift] if shift > -3 else "AL")


@pytest.mark.parametrize(("second", "shift"), [("red leg 0001", -1), ("red leg 0000", 0)])
def test_every_attacker_must_cross_the_hexside_that_shifts(second: str, shift: int) -> None:
    found = fought("[[shift]]\nname = 's'\ncolumns = -1\nedges = { features = ['river'] }", *ONE, second)
    assert sum(columns for _, columns in found.shifts) == shift


def test_one_attacker_that_fits_will_do() -> None:
    row = "[[shift]]\nname = 's'\ncolumns = 1\nattackers = { kinds = ['motor'] }\ndefenders = { kinds = ['motor'] }"
    assert fought(row, "red leg 0001", "red motor 0001", "blue leg 0101", "blue motor 0101").shifts == (("s", 1),)


def test_an_open_shift_leaves_the_column_open_and_told_ones_count() -> None:
    found = fought("[[shift]]\nname = 's'\ncolumns = 1\nwhere = { weather = ['snow'] }", *ONE, weather="")
    assert (found.raw, found.column, found.settled) == ("1:1", None, WEATHER)
    told = fought("", *ONE, support=2)
    assert (told.shifts, told.column) == ((("support", 2),), "2:1")
    assert told.words == "4 against 3: odds 1:1, +2 support, column 2:1"


@pytest.mark.parametrize(
    ("attackers", "least", "answer"), [(1, "4/3", YES), (1, "3/2", NO), (2, "8/3", YES), (2, 3, NO), (0, 1, NO)]
)
def test_how_many_times_the_defense(attackers: int, least: str, answer: Known) -> None:
    units = ["red leg 0001"] * attackers or ["red leg 0001"]
    rows = "" if attackers else "[[factor]]\nname = 'nothing'\ntimes = 0"
    assert fought(rows, *units, "blue leg 0101").overwhelms(Fraction(least)) == answer


def test_nothing_overwhelms_nobody() -> None:
    assert fought("", "red leg 0001").overwhelms(Fraction(1)) == YES
    assert fought("[[factor]]\nname = 'nothing'\ntimes = 0", "red leg 0001").overwhelms(Fraction(1)) == NO


SPLIT = "[split]\nweather = ['clear']\n"
BENEFIT = "[[shift]]\nname = 's'\ncolumns = -1\nbenefit = true\nwhere = { terrains = ['mountain'] }\n"
HALVED = "[[factor]]\nname = 'r'\nbenefit = true\nedges = { features = ['river'] }\n"
PLAIN = "[[factor]]\nname = 'p'\n"


@pytest.mark.parametrize(
    ("rows", "where", "weather", "good"),
    [
        ("", "0101", "clear", EITHER_HALF),
        (SPLIT, "0101", "clear", YES),
        (SPLIT, "0101", "mud", NO),
        (SPLIT, "0101", "", WEATHER),
        (SPLIT + BENEFIT, "0101", "clear", YES),
        (SPLIT + BENEFIT, "0201", "clear", NO),
        (SPLIT + HALVED, "0101", "clear", NO),
        (SPLIT + HALVED, "0201", "clear", YES),
        (SPLIT + PLAIN, "0101", "clear", YES),
    ],
)
def test_which_half_of_a_split_cell_counts(rows: str, where: str, weather: str, good: Known) -> None:
    assert fought(rows, "red leg 0001", f"blue leg {where}", target=where, weather=weather).good == good


RESULTS = (
    TABLE
    + """
[split]
weather = ["clear"]
cells = "crt.{die}.{column}"
[table]
"1:1" = ["AE", "AR|NE", "AR/NE", "?", "DR", "DE"]
"""
)


def results(**charts: str) -> Position:
    return position(MAP, replace(pack(combat=RESULTS), charts=charts), *ONE)


@pytest.mark.parametrize(("good", "third"), [(YES, ("AR",)), (NO, ("NE",)), (WEATHER, ("AR", "NE"))])
def test_the_outcomes_of_a_column(good: Known, third: tuple[str, ...]) -> None:
    assert outcomes(results(), "1:1", good) == (("AE",), ("AR", "NE"), third, ("?",), ("DR",), ("DE",))


def test_a_chart_settles_what_the_book_leaves_in_doubt() -> None:
    settled = results(**{"crt.2.1_1": "NE", "crt.4.1_1": "DR", "crt.5.1_1": "AE"})
    assert outcomes(settled, "1:1", YES) == (("AE",), ("NE",), ("AR",), ("DR",), ("DR",), ("DE",))


def test_results_are_compared_in_capitals() -> None:
    rows = '[table]\n"1:1" = ["Ae", "Ar", "Ar", "Dr", "Dr", "De"]\n[[toll]]\nresult = "Ar"\nattackers = "retreat"\n'
    printed = position(MAP, pack(combat=TABLE + rows), *ONE)
    assert outcomes(printed, "1:1") == (("AE",), ("AR",), ("AR",), ("DR",), ("DR",), ("DE",))
    assert combat_table(printed).toll[0].result == "AR"


def test_columns_beyond_the_table() -> None:
    assert outcomes(results(), "AL") == (("AL",),) * 6
    assert outcomes(results(), "DE") == (("DE",),) * 6
    assert outcomes(results(), "9:1") == ()


@pytest.mark.parametrize(
    ("die", "shift", "found"),
    [
        (0, 0, ()),
        (1, 0, ("AE",)),
        (3, 0, ("AR",)),
        (6, 0, ("DE",)),
        (7, 0, ()),
        (1, 9, ("DE",)),
        (1, -9, ("AL",)),
        (1, 1, ()),
    ],
)
def test_what_a_die_gives(die: int, shift: int, found: tuple[str, ...]) -> None:
    at = results()
    assert expected(at, [at.units["red0"]], "0101", die, shift) == found


def test_chances_count_doubtful_cells_once_at_most() -> None:
    sixth = Fraction(1, 6)
    found = chances(results(), "1:1")
    assert found["AR"] == (Fraction(0), 2 * sixth)
    assert found["NE"] == (Fraction(0), 2 * sixth)
    assert found["AE"] == found["DE"] == (sixth, sixth)
