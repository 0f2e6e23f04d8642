"""Battles counted by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.analysis.combat.columns import final_column, odds
from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.combat.proportion import proportion
from adjudicator.analysis.combat.results import chances
from adjudicator.analysis.combat.terms import Odds
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from tests.adjudicator.analysis.maps import blank, pack, position, theatre

LADDER = Odds(ladder=("1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1"), below="AL")
RULES = pack(
    combat="""
most_halvings = 1
dice = 6
[odds]
ladder = ["1:2", "1:1", "3:2", "2:1", "3:1"]
[[factor]]
name = "river"
edges = { features = ["river"] }
[[factor]]
name = "unsupplied"
who = { tags = ["out"] }
[[shift]]
name = "forest"
columns = -1
where = { terrains = ["forest"] }
[table]
"2:1" = ["AL", "DR|DL", "DR", "DE", "DE", "DE"]
[proportion.armor]
full = [{ kinds = ["tank"] }]
half = [{ kinds = ["mixed"] }]
neutral = [{ kinds = ["gun"] }]
steps = [["1/7", 1], ["1/2", 2], [1, 3]]
"""
)


@pytest.mark.parametrize(("defense", "column"), [(16, "1:2"), (11, "1:1"), (10, "3:2"), (7, "2:1"), (4, "3:1")])
def test_fifteen_against(defense: int, column: str) -> None:
    assert odds(LADDER, Fraction(15), Fraction(defense)) == column


def test_shifts_run_beyond_the_table_before_they_are_cut() -> None:
    assert final_column(LADDER, "11:1", -1) == "8:1"
    assert final_column(LADDER, "1:4", 3) == "1:1"
    assert final_column(LADDER, "1:4", 0) == "AL"


def test_halvings_keep_fractions_and_two_bar_the_attack() -> None:
    ground = Network.of(theatre("...\n.f.\n...\n", {"0001-0101": "river"}))
    at = position(ground, RULES, "red leg 0001", "red leg 0100", "red leg 0001 out", "blue leg 0101")
    fought = battle(at, [at.units[name] for name in ("red0", "red1", "red2")], "0101")
    assert fought.totals == (Interval.of(7), Interval.of(3))
    assert (fought.raw, fought.column) == ("2:1", "3:2")
    assert [(unit.id, broken) for unit, broken in fought.barred] == [("red2", YES)]


def test_a_factor_that_nobody_can_tell_opens_only_what_it_decides() -> None:
    rules = pack(combat='[odds]\nladder = ["1:2", "1:1"]\n[[factor]]\nname = "snow"\nwhere = { weather = ["snow"] }\n')
    at = position(Network.of(theatre(blank(2, 2))), rules, "red leg 0000", "red leg 0000", "blue leg 0100")
    at = replace(at, moment=replace(at.moment, conditions=()))
    fought = battle(at, [at.units["red0"], at.units["red1"]], "0100")
    assert (fought.column, fought.settled) == (None, Known.open("weather"))
    answers = [fought.overwhelms(Fraction(least)) for least in (1, 2, 3)]
    assert answers == [YES, Known.open("weather"), NO]
    assert [reason.truth.value for reason in fought.reasons] == ["open", "yes"]


def test_a_doubtful_cell_gives_a_range_of_chances() -> None:
    at = position(Network.of(theatre(blank(2, 2))), RULES)
    assert chances(at, "2:1")["DR"] == (Fraction(1, 6), Fraction(2, 6))
    assert chances(at, "2:1")["DE"] == (Fraction(1, 2), Fraction(1, 2))


def test_a_proportion_leaves_out_neutral_units_up_to_twice_the_capable() -> None:
    at = position(Network.of(theatre(blank(2, 2))), RULES, "red tank 0000", "red leg 0000", *["red gun 0000"] * 3)
    mixture = proportion(at, at.units.values(), "armor")
    assert (mixture.share, mixture.value) == (Interval.of(Fraction(1, 3)), Interval.of(1))
    assert mixture.words == "1 of 3 (5 less 2 neutral)"


def test_a_defenders_factor_asks_about_every_attacked_hexside() -> None:
    rules = pack(
        combat='[odds]\nladder = ["1:2", "1:1", "2:1"]\n'
        '[[factor]]\nname = "river"\npart = "defense"\ntimes = 2\nedges = { features = ["river"] }\n'
    )
    ground = Network.of(theatre("...\n...\n...\n", {"0001-0101": "river", "0101-0102": "river"}))
    at = position(ground, rules, "red leg 0001", "red leg 0102", "red leg 0201", "blue leg 0101")
    across, round_about = (
        battle(at, [at.units[name] for name in names], "0101") for names in (("red0", "red1"), ("red0", "red2"))
    )
    assert across.totals[1] == Interval.of(6)
    assert across.defense[0].words == "3 × 2 (river)"
    assert round_about.totals[1] == Interval.of(3)
