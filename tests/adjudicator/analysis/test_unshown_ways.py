"""What a unit may have gone through on a way that nobody shows: no hex that it may have seen is left out."""

from __future__ import annotations

import random

import pytest

from adjudicator.analysis.movement.ahead import least_of
from adjudicator.analysis.movement.pricing import Pricing, parts
from adjudicator.analysis.movement.reach import walker_for
from adjudicator.analysis.movement.unshown import UnshownWay
from adjudicator.analysis.movement.values import GROUND
from adjudicator.analysis.movement.walker import Walker
from adjudicator.model.interval import Bound
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre
from tests.benchmarks import _front

TERRAIN = """
[terrain.clear]
any = 1
[terrain.forest]
cost = { leg = "?" }
[terrain.sea]
any = "no"
"""
FREE = "least_cost = 0"


def seen(at: Position, goal: str, *, past: bool = False) -> set[str]:
    """The hexes of the whole map that the first unit may have seen on its way to a hex."""
    unit, network = at.units["red0"], at.network
    way = UnshownWay(walker_for(at, unit, GROUND, unit.hex), network.index[goal], past)
    return set(network.numbers(way.seen(tuple(way.around))))


def between(at: Position, one: str, other: str, most: int) -> tuple[str, ...]:
    """The hexes that are at most so many hexes from two together."""
    on = at.network
    return on.numbers(on.between(on.index[one], on.index[other], most))


def test_a_way_is_as_wide_as_the_points_left_over_allow() -> None:
    at = position(theatre("\n".join(["." * 9] * 9)), pack(terrain=TERRAIN), "red leg 0104")
    assert seen(at, "0504") == set(between(at, "0104", "0504", 4))
    near = set(between(at, "0104", "0204", 4))
    assert seen(at, "0204") == near > {"0104", "0204", "0203", "0004"}


def test_what_lies_beside_the_way_counts_where_zones_take_land() -> None:
    at = position(theatre("\n".join(["." * 9] * 9)), pack(terrain=TERRAIN), "red leg 0104")
    through = seen(at, "0504")
    assert seen(at, "0504", past=True) == through.union(*map(at.network.beside, through))


@pytest.mark.parametrize("most", [2, 10_000])
def test_ground_whose_cost_nobody_knows_may_lead_anywhere(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Not over the sea, nor into clear land that takes too many points, nor through a line of enemies."""
    monkeypatch.setattr("adjudicator.analysis.movement.unshown.MOST", most)
    rows = "ffff~f\n" * 3
    at = position(theatre(rows), pack(terrain=TERRAIN, movement=FREE), "red leg 0001")
    assert seen(at, "0101") == {f"{c:02d}{r:02d}" for c in range(4) for r in range(3)}
    line = [f"blue leg 02{row:02d}" for row in range(3)]
    held = position(theatre(rows), pack(terrain=TERRAIN, movement=FREE), "red leg 0001", *line)
    assert seen(held, "0101") == {f"{c:02d}{r:02d}" for c in range(2) for r in range(3)}


def test_who_may_not_march_at_all_went_straight() -> None:
    """The points of such a unit mean nothing; what bounds a march is asked of those that may go."""
    rules = (
        FREE
        + """
[[allowance]]
set = "unlimited"
[[forbid]]
who = { tags = ["train"] }
why = "it goes by rail alone"
"""
    )
    wide = theatre("\n".join(["." * 9] * 9))
    train = position(wide, pack(terrain=TERRAIN, movement=rules), "red leg 0104 train")
    assert seen(train, "0404") == set(between(train, "0104", "0404", 3))
    foot = position(wide, pack(terrain=TERRAIN, movement=rules), "red leg 0104")
    assert seen(foot, "0404") == {each.number for each in foot.network.hexes}


def test_clear_land_bounds_a_way_through_free_ground() -> None:
    """Four points take it through four hexes of the plain, and what is free beyond those is never reached."""
    at = position(theatre("f......ff"), pack(terrain=TERRAIN, movement=FREE), "red leg 0000")
    assert seen(at, "0200") == {"0000", "0100", "0200", "0300", "0400"}


@pytest.mark.parametrize("name", _front.PACKS)
def test_no_hex_that_a_search_step_by_step_finds_is_left_out(name: str) -> None:
    """Where the way is bounded, no other is told, but for those next to the start: one hex may always be entered."""
    on, chance, compared = _front.network(name, 30, 24, 4), random.Random(5), 0
    at = _front.crowd(name, on, 220, 4)
    for unit in chance.sample(sorted(at.of_side(at.moment.phasing), key=lambda each: each.id), 25):
        walker, start = walker_for(at, unit, GROUND, unit.hex), on.index[unit.hex]
        goal = chance.choice([j for j in range(len(on)) if on.distance(start, j) == 2])
        if walker.way.links or walker.minds_its_way or walker.budget.may_not_move.is_yes:
            continue
        way = UnshownWay(walker, goal, past=False)
        found, expected = set(way.seen(tuple(way.around))), _searched(walker, goal)
        assert expected <= found | {start} or walker.slowed is not None  # the search step by step slows nobody down
        if way._longest is not None:
            assert found - {j for j, _ in on.exits(start)} <= expected | {start}
            compared += 1
    assert compared or name == "blitz_in_the_east"  # its chart lacks what most ground costs


def _searched(walker: Walker, goal: int) -> set[int]:
    """The hexes that it reaches with enough left for the way on to the goal, by what that takes at the least."""
    network, pricing = walker.position.network, Pricing.refusing(Bound.BEST)
    least, most = least_of(walker, pricing), parts(walker.budget.points.high)
    reached, left = {network.index[walker.start]: pricing.cost(walker.start_cost())}, [network.index[walker.start]]
    while left:
        i = left.pop()
        for j, direction in walker.exits(i):
            step = walker.step(i, j, direction)
            taken = pricing.of(step)
            if taken is None or (j != goal and pricing.halts(step)):
                continue
            total = reached[i] + taken
            if total + network.distance(j, goal) * least <= most and total < reached.get(j, total + 1):
                reached[j] = total
                left += [] if pricing.halts(step) else [j]
    return set(reached)
