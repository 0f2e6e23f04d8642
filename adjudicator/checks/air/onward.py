"""Missions that go on from a base within reach of enemies who could meet them there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import reaches
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector

REACH = "half"
"""The enemies' range, by name."""


class Onward(Table):
    """A unit that has flown such a mission flies another only if no enemy reaches the base to which it came."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["transfer"]`"""
    enemies: Selector = EVERYONE
    """The enemies who may not reach the base. Example: `enemies = { kinds = ["fighter"] }`"""
    idle: Selector | None = None
    """Enemies of whom the text does not say whether they count, such as those that cannot fly. Example:
    `idle = { any_tags = ["inoperative"] }`"""


def _any(record: PhaseRecord, terms: Onward) -> bool:
    return any(act.mission in terms.kinds for act in record.of(Flight))


@check("air.onward", Onward, unseen="cannot excuse", met=_any)
def on_from_a_safe_base(record: PhaseRecord, terms: Onward) -> Iterator[Breach]:
    """Nobody flies on from a base that enemies reach.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2013]: so.mig3; [1B/2719]: ge.me109e;
              fly transfer 1B/2712: so.mig3; fly transfer 1B/3010: so.mig3
    Illegal:  turn 5, Soviet Air Phase; weather clear; control 1B/2715 axis; [1B/2013]: so.mig3; 1B/2715: +airfield;
              [1B/2715]: ge.me109e; fly transfer 1B/2712: so.mig3; fly transfer 1B/3010: so.mig3
    """
    came: dict[str, str] = {}
    for act in record.of(Flight):
        for name in act.units:
            unit, base = act.before.units.get(name), came.get(name, "")
            if unit is not None and base and act.mission in terms.kinds:
                yield from _met(act, terms, unit, base)
            came[name] = act.over if act.mission in terms.kinds else ""


def _met(act: Flight, terms: Onward, unit: Unit, base: str) -> Iterator[Breach]:
    found = [(each, _reached(act.before, terms, each, base)) for each in _enemies(act.before, terms, unit.side)]
    sure = next((each for each, near in found if near.is_yes), None)
    enemy = sure or next((each for each, near in found if near.possible), None)
    if enemy is None:
        return
    because = say(
        "{unit} flies on from {base} in {kind}, and {enemy} reaches {base}",
        unit,
        base,
        air_table(act.before).called(act.mission),
        enemy,
    )
    yield Breach((base, act.over), because, (unit.id,), next(near for each, near in found if each is enemy))


def _enemies(position: Position, terms: Onward, side: str) -> list[Unit]:
    enemies = position.pack.enemies(side)
    here = (each for each in position.aircraft.values() if each.side in enemies)
    return sorted((each for each in here if terms.enemies.matches(each)), key=lambda each: each.id)


def _reached(position: Position, terms: Onward, enemy: Unit, base: str) -> Known:
    if enemy.location not in position.network.index:
        return NO
    idle = terms.idle is not None and terms.idle.matches(enemy)
    up = enemy.id in position.memory.flown
    counts = Known.open(say("whether {unit} counts, which could not fly there now", enemy)) if idle or up else YES
    return reaches(position, enemy, enemy.location, base, REACH) & counts
