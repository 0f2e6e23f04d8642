"""Fire from the ground at what flies: by whom, at what, and what the roll brings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.air.reach import distance
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName, SideName
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.record.memory import NIGHT
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector

LAST_COLUMN = 10
"""The last column of the table of antiaircraft fire."""
KIND = "antiaircraft"
"""The trial of air.toml."""


class Base(Table):
    """Hexes that fire besides the units in them."""

    where: tuple[Situation, ...]
    """The hexes, as their side sees them."""
    side: SideName
    """Whose hexes these are. Example: `side = "axis"`"""
    strength: int
    """The strength of such a hex. Example: `strength = 3`"""


class Surprised(Table):
    """Units whose fire is halved for a time."""

    who: Selector
    """The units. Example: `who = { sides = ["soviet"] }`"""
    when: When
    """The time. Example: `when = { phases = ["surprise"] }`"""


class Strength(Table):
    """Who fires, and with what."""

    strong: tuple[Selector, ...] = ()
    """Units with a strength of 1."""
    printed: tuple[Selector, ...] = ()
    """Units whose strength their counter prints, the value `antiaircraft`."""
    halved: Selector | None = None
    """Units that fire with half their strength."""
    surprised: Surprised | None = None
    """Units that do so for a time. Example: `surprised = { who = { sides = ["soviet"] }, when = { phases = ["surprise"] } }`"""
    base: Base | None = None
    """Hexes that fire besides."""


class FireTable(Table):
    """The table of antiaircraft fire, and what is added to its roll."""

    type_b: Selector | None = None
    """Units at which the roll is 1 more."""


class Supporting(Table):
    """Missions that stay over a hex until it is attacked."""

    missions: frozenset[str] = frozenset()
    """Kinds of mission at which they fire from a hex next to it, too. Example: `missions = ["defensive_support"]`"""
    phases: frozenset[PhaseName] = frozenset()
    """The phases, by id, kind or tag, in which they fire at those. Example: `phases = ["combat"]`"""


class GroundFire(Table):
    """Units fire from the ground at units that fly missions of some kinds into their hex."""

    part: Literal["who", "target", "time", "die"]
    """What of it is judged."""
    strength: Strength = Strength()
    """Who fires, and with what."""
    missions: frozenset[str] = frozenset()
    """Kinds of mission at which they fire. Example: `missions = ["drop"]`"""
    beside: Supporting = Supporting()
    """Missions of defensive support, at which attackers fire."""
    table: FireTable = FireTable()
    """What gives the result."""


def _met(act: Act, terms: GroundFire) -> bool:
    return isinstance(act, Strike) and act.mission == KIND


@check("air.ground_fire", GroundFire, unseen="cannot excuse", acts=("strike",), met=_met)
def fired_from_the_ground(act: Act, terms: GroundFire) -> Iterator[Breach]:
    """Fire from the ground comes from who has the strength, meets bombers in its hex, and ends as the table says.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1inf;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1inf target=so.sb2
    """
    if not isinstance(act, Strike) or act.mission != KIND:
        return
    units = [act.before.units[name] for name in act.units if name in act.before.units]
    target = act.before.units.get(act.told.get("target", ""))
    if terms.part == "who":
        for unit in units:
            if _strength(unit, terms.strength).high == 0:
                yield Breach(act.path, say("{unit} fires at aircraft, and has no strength for it", unit), (unit.id,))
    elif target is None and (named := act.told.get("target")) and act.before.unidentified:
        because = say("{unit} is fired at from the ground, and nobody can tell with what strength", named)
        yield Breach(act.path, because, act.units, Known.open(act.before.unidentified[0].datum))
    elif target is not None and terms.part == "target":
        for unit in units:
            yield from _aimed(act, unit, target, terms)
    elif target is not None and terms.part == "time":
        yield from _timed(act, target, terms)
    elif target is not None and len(units) == len(act.units):
        yield from _die(act, units, target, terms)


def _strength(unit: Unit, terms: Strength) -> Interval:
    printed = unit.value("antiaircraft")
    if printed is not None:
        told = exact(str(printed))
        found = Interval.of(told) if told is not None else Interval.unknown(say("the counter of {unit}", unit))
    elif any(who.matches(unit) for who in terms.printed):
        found = Interval.unknown(say("the antiaircraft strength of {unit}", unit))
    else:
        found = Interval.of(1) if any(who.matches(unit) for who in terms.strong) else ZERO
    return found.times(Fraction(1, 2)) if terms.halved is not None and terms.halved.matches(unit) else found


def _at_the_time(act: Strike, unit: Unit, terms: Strength) -> Interval:
    """What a unit fires with, surprised or not."""
    full, spell = _strength(unit, terms), terms.surprised
    if spell is None or not spell.who.matches(unit):
        return full
    return Interval.by(spell.when.holds(act.before, unit.side), full.times(Fraction(1, 2)), full)


def _aimed(act: Strike, unit: Unit, target: Unit, terms: GroundFire) -> Iterator[Breach]:
    sortie = act.before.memory.flown.get(target.id)
    mission = sortie.mission if sortie is not None else ""
    name_of = air_table(act.before).called(mission)
    if target.side not in act.before.pack.enemies(unit.side):
        yield Breach(act.path, say("{unit} fires at {target}, which is no enemy", unit, target), (unit.id,))
    elif sortie is None:
        because = say("{unit} fires at {target}, whose mission nobody told", unit, target)
        yield Breach(act.path, because, (unit.id,), Known.open(say("the mission of {unit}", target)))
    elif mission not in terms.missions:
        because = say("{unit} fires at {target}, which flies {kind}", unit, target, name_of)
        yield Breach(act.path, because, (unit.id,))
    elif unit.location in act.before.network.index and sortie.hex in act.before.network.index:
        away = distance(act.before, unit.location, sortie.hex)
        if away > (1 if mission in terms.beside.missions else 0):
            because = say(
                "{unit} fires at {target}, which flies {kind} to another hex, {hex}", unit, target, name_of, sortie.hex
            )
            yield Breach(act.path, because, (unit.id,))


def _timed(act: Strike, target: Unit, terms: GroundFire) -> Iterator[Breach]:
    """Fire at who stays over the hex for a battle, before there is one."""
    sortie, phase = act.before.memory.flown.get(target.id), act.moment.phase
    if phase is None or phase.names & terms.beside.phases:
        return
    if sortie is None and (untold := unseen_mission(act.before, target)):
        because = say("{unit} is fired at in {moment}, and nobody knows its mission", target, act.moment)
        yield Breach(act.path, because, act.units, Known.open(untold))
    elif sortie is not None and sortie.mission in terms.beside.missions:
        kind = air_table(act.before).called(sortie.mission)
        because = say(
            "{target} flies {kind}, and is fired at in {moment}, when nobody attacks", target, kind, act.moment
        )
        yield Breach(act.path, because, act.units)


def _die(act: Strike, units: list[Unit], target: Unit, terms: GroundFire) -> Iterator[Breach]:
    told, die = act.told.get("result", "").upper(), act.told.get("die", "")
    if not told or not die.isdigit():
        return
    if not 2 <= int(die) <= 12:
        yield Breach(act.path, say("{roll} is told as the roll of two dice", int(die)), act.units)
        return
    sortie = act.before.memory.flown.get(target.id)
    strength = _fired(act, units, terms.strength)
    if sortie is not None and sortie.mission in terms.beside.missions:
        strength = Interval.unknown(say("from how many hexes the attack comes"))
    if sortie is None:
        strength = Interval.unknown(say("the mission of {unit}", target))
    by_night = sortie is not None and sortie.time == NIGHT
    roll = int(die) + (terms.table.type_b is not None and terms.table.type_b.matches(target)) + by_night
    if strength.high == 0:
        return
    if not strength.certain or strength.low.denominator != 1:
        because = say("{unit} is fired at from the ground, and nobody can tell with what strength", target)
        missing = strength.missing or (say("how a half point of antiaircraft strength counts"),)
        yield Breach(act.path, because, act.units, Known.open(*missing))
        return
    cell = f"antiaircraft.{min(LAST_COLUMN, int(strength.low))}.{roll}"
    given = act.before.pack.charts.get(cell)
    because = say(
        "{target} is fired at with {strength}, the roll is {roll}: {given}, and {told} was taken",
        target,
        strength,
        roll,
        given or "?",
        told,
    )
    broken = NO if given == told else YES if given else Known.open(say("the chart cell {cell}", cell))
    yield Breach(act.path, because, act.units, broken)


def _fired(act: Strike, units: list[Unit], terms: Strength) -> Interval:
    total = sum_of(_at_the_time(act, unit, terms) for unit in units)
    base = terms.base
    if base is None or all(unit.side != base.side for unit in units):
        return total
    if fits_any(act.before, base.side, act.over, base.where).is_no:
        return total
    fires = Interval.by(Known.open(say("whether the airbase fires as well")), Interval.of(base.strength), ZERO)
    return total.plus(fires)
