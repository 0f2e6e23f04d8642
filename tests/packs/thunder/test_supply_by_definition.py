"""The pack's supply against a slow second one, on random positions of the Smolensk Corridor; and what must hold of any."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.analysis.supply.status import supply
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Numbering, Place, Theatre
from adjudicator.model.units import Marker
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.packs.thunder.supply_by_definition import ISOLATED, OUT, SUPPLIED, Country, states

MANY = settings(
    max_examples=int(os.environ.get("ADJUDICATOR_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
FEWER = settings(MANY, max_examples=max(20, MANY.max_examples // 5))
SIDES = ("axis", "soviet")
WORSE = {SUPPLIED: 0, OUT: 1, ISOLATED: 2}
TYPES = (
    ("ax.1pza", 0), ("ax.4a", 0), ("ax.24pz", 0), ("ax.39pz", 0), ("ax.5inf", 0), ("ax.13inf", 1), ("ax.14mot", 0),
    ("ax.7abn", 0), ("ax.kgpz", 0), ("ax.rocav", 0), ("ax.ro5inf", 0), ("ax.hu1arm", 0), ("ax.it35inf", 0), ("ax.gar", 1),
    ("sov.37a", 0), ("sov.1ta", 0), ("sov.11rc", 0), ("sov.24rc", 1), ("sov.5mc", 1), ("sov.7mc", 1), ("sov.1tk", 0),
    ("sov.3mech", 0), ("sov.3cav", 0), ("sov.4abn", 0), ("sov.pol1a", 0), ("sov.cz1", 0), ("sov.gar", 0), ("sov.gar", 1),
)  # fmt: skip
MARKERS = (
    "hq.agn.attack", "hq.agc.balanced", "hq.ags.attack", "hq.ro3.attack", "hq.hu2.balanced", "hq.nw.attack",
    "hq.w.balanced", "hq.sw.attack", "countdown.1", "countdown.4",
)  # fmt: skip


@cache
def pack() -> Pack:
    return load_pack("thunder_in_the_east")


@cache
def theatre() -> Theatre:
    return load_theatre_for(pack(), "smolensk_corridor")


@cache
def network() -> Network:
    return Network.of(theatre())


@cache
def country() -> Country:
    return Country(theatre())


@cache
def dry() -> tuple[str, ...]:
    return tuple(e.number for e in theatre().hexes.values() if e.terrain not in ("all_sea", "lake"))


@cache
def towns() -> tuple[str, ...]:
    return tuple(sorted({place.hex for place in theatre().places}))


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, ...]:
    """A position in the notation: a dozen to forty units, many of them near each other, HQs and Countdowns, in some weather."""
    weather = draw(st.sampled_from(("clear", "overcast", "mud", "snow", "extreme_cold")))
    lines = [f"season {draw(st.sampled_from(('summer', 'winter')))}", f"weather {weather}"]
    corner = draw(st.integers(0, 30)), draw(st.integers(0, 20))
    inside = tuple(n for n in dry() if 0 <= int(n[:2]) - corner[0] < 14 and 0 <= int(n[2:]) - corner[1] < 14) or dry()
    where = st.one_of(st.sampled_from(inside), st.sampled_from(towns()), st.sampled_from(dry()))
    holders: dict[str, str] = {}
    units = draw(st.lists(st.tuples(where, st.sampled_from(TYPES)), min_size=12, max_size=40))
    for count, (number, (kind, face)) in enumerate(units, 1):
        side = kind.partition(".")[0]
        if holders.setdefault(number, side) == side:
            lines.append(f"{number}: {kind}#{count}/{face + 1}")
    for number, kind in draw(
        st.lists(st.tuples(st.sampled_from(towns()), st.sampled_from(MARKERS)), min_size=2, max_size=10)
    ):
        lines.append(f"{number}: +{kind}")
    held = draw(st.dictionaries(st.sampled_from(sorted(country().cities)), st.sampled_from(SIDES), max_size=4))
    return (*lines, *(f"control {number} {side}" for number, side in held.items()))


def read(lines: tuple[str, ...], on: Network | None = None) -> Position:
    """A written position, on the corridor or on another network with its numbers."""
    return replace(position_from(lines, pack(), network()), network=on or network())


@MANY
@given(positions())
def test_supply_agrees_with_its_definitions(lines: tuple[str, ...]) -> None:
    at = read(lines)
    for side in SIDES:
        assert supply(at, side).states() == states(at, side, country())


@FEWER
@given(positions(), st.integers(0, 5), st.booleans())
def test_a_turned_or_mirrored_theatre_turns_the_result(lines: tuple[str, ...], turns: int, mirrored: bool) -> None:
    at, other = read(lines), read(lines, turned(turns, mirrored))
    for side in SIDES:
        assert supply(other, side).states() == supply(at, side).states()


@FEWER
@given(positions(), st.integers(0, 10_000), st.sampled_from(("map_edge", "supply_city", "city supply_city")))
def test_a_further_friendly_source_makes_nobody_worse_off(lines: tuple[str, ...], nth: int, kinds: str) -> None:
    free = [number for number in dry() if number not in towns()]
    place = Place(name="New", hex=free[nth % len(free)], kinds=frozenset(kinds.split()), owner="axis")
    more = Network.of(replace(theatre(), places=(*theatre().places, place)))
    after = supply(read(lines, more), "axis").states()
    for name, state in supply(read(lines), "axis").states().items():
        assert WORSE[after[name]] <= WORSE[state], name


@FEWER
@given(positions())
def test_a_further_headquarters_makes_nobody_worse_off(lines: tuple[str, ...]) -> None:
    at = read(lines)
    before = supply(at, "soviet").states()
    marker = pack().markers["hq.nw.balanced"]
    more = at.with_marker(Marker("new", marker, "3113", "", "3113", marker.value))
    for name, state in supply(more, "soviet").states().items():
        assert WORSE[state] <= WORSE[before[name]], name


@FEWER
@given(positions())
def test_an_enemy_unit_less_puts_nobody_out_of_supply(lines: tuple[str, ...]) -> None:
    at = read(lines)
    before = supply(at, "axis").states()
    for enemy in [unit for unit in at.units.values() if unit.side == "soviet"][:6]:
        # who held the city by standing there still has it: the book remembers
        control = at.control
        if enemy.hex in country().cities and len(at.at(enemy.hex)) == 1:
            control = control.set(enemy.hex, "soviet")
        fewer = replace(at, control=control).without(enemy.id)
        for name, state in supply(fewer, "axis").states().items():
            assert WORSE[state] <= WORSE[before[name]], (enemy.id, name)


@cache
def turned(turns: int, mirrored: bool) -> Network:
    """The theatre turned by sixths, or mirrored first; numbers stay with their hexes."""

    def turn(at: Hex) -> Hex:
        q, r = (at.r, at.q) if mirrored else (at.q, at.r)
        for _ in range(turns):
            q, r = -r, q + r
        return Hex(q, r)

    hexes = {turn(at): replace(entry, at=turn(at)) for at, entry in theatre().hexes.items()}
    sides = {Hexside.between(turn(side.low), turn(side.high)): names for side, names in theatre().hexsides.items()}
    return Network.of(Theatre("turned", Numbering(), hexes, sides, theatre().places, theatre().links))
