"""Stacks counted by hand."""

from __future__ import annotations

from adjudicator.analysis.stacking import clashes, stack_counts, too_many
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from tests.adjudicator.analysis.maps import blank, pack, position, theatre

PLAIN = Network.of(theatre(blank(3, 3), tags={"0202": "arctic"}))
EUROPA = pack(
    stacking="""
not_counted = [{ kinds = ["truck"] }]
[[limit]]
name = "all"
where = { tags = ["arctic"] }
present = { sizes = ["large"] }
most = 1
[[limit]]
name = "all"
where = { tags = ["arctic"] }
most = 2
[[limit]]
name = "all"
most = 3
extra = [{ who = { tags = ["artillery"] }, most = 1 }]
[[limit]]
name = "divisions"
who = { sizes = ["large"] }
most = 2
[[apart]]
groups = [{ tags = ["nation:hu"] }, { tags = ["nation:ro"] }]
"""
)


def test_artillery_beyond_the_extra_slot_counts() -> None:
    units = ["red leg 0101 small", "red leg 0101 small", *["red gun 0101 small artillery"] * 2]
    whole = position(PLAIN, EUROPA, *units)
    assert [count.exceeded for count in stack_counts(whole, "0101", "red")] == [NO, NO]
    more = position(PLAIN, EUROPA, *units, "red gun 0101 small artillery")
    over = stack_counts(more, "0101", "red")[0]
    assert (over.exceeded, over.words) == (YES, "4 all units, limit 3")


def test_the_first_row_of_a_name_governs() -> None:
    mixed = position(PLAIN, EUROPA, "red leg 0202 large", "red leg 0202 small")
    small = position(PLAIN, EUROPA, "red leg 0202 small", "red leg 0202 small")
    assert stack_counts(mixed, "0202", "red")[0].exceeded.is_yes
    assert not stack_counts(small, "0202", "red")[0].exceeded.is_yes


def test_too_many_are_the_fewest_that_heal_every_limit() -> None:
    crowded = position(PLAIN, EUROPA, *["red leg 0101 large"] * 3, "red leg 0101 small", "red truck 0101 small")
    assert [unit.id for unit in too_many(crowded, "0101", "red")] == ["red2"]


def test_a_limit_nobody_gave_is_unknown_and_named() -> None:
    silent = pack(stacking='[[limit]]\nname = "points"\nby = "points"\n')
    count = stack_counts(position(PLAIN, silent, "red leg 0101"), "0101", "red")[0]
    assert count.exceeded == Known.open("stacking.points.1")


def test_units_of_two_groups_may_not_share_a_hex() -> None:
    shared = position(PLAIN, EUROPA, "red leg 0101 nation:hu", "red leg 0101 nation:ro", "red leg 0102 nation:ro")
    assert [clash.hex for clash in clashes(shared)] == ["0101"]


def test_where_there_is_no_limit_none_is_broken() -> None:
    free = pack(stacking='[[limit]]\nname = "points"\nmost = "unlimited"\n')
    count = stack_counts(position(PLAIN, free, *["red leg 0101"] * 3), "0101", "red")[0]
    assert (count.exceeded, count.words) == (NO, "3 points units, limit none")
