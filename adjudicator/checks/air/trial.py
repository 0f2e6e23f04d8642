"""Dice thrown for units, with a result that they do not bring."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.battle import OPEN
from adjudicator.analysis.air.sorties import listed_in
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import either


class Added(Table):
    """What is added to the die."""

    who: Selector = EVERYONE
    """For which units."""
    where: tuple[Situation, ...] = ()
    """In which hexes, as their side sees them: one of these; left out: anywhere."""
    told: str = ""
    """Only where this was told. Example: `told = "glider"`"""
    flown: Selector | None = None
    """With `told`: or where such a unit is seen to have carried it. Example: `flown = { kinds = ["glider"] }`"""
    add: int
    """What is added. Example: `add = -1`"""


class Band(Table):
    """What a die brings at most."""

    most: int
    """The highest modified die. Example: `most = 3`"""
    result: str
    """What it brings. Example: `result = "repaired"`"""
    always: int | None = None
    """The unmodified die that brings it whatever is added. Example: `always = 1`"""
    who: Selector = EVERYONE
    """For which units."""


class Trial(Table):
    """For units of some kind a die is thrown at its time, and what it brings is what is told."""

    kind: str
    """The trial, a kind of mission of air.toml with the role "trial". Example: `kind = "repair"`"""
    when: When = ALWAYS
    """When it is thrown, as the side of the units sees it."""
    who: Selector = EVERYONE
    """Who may be tried. Example: `who = { tags = ["inoperative"] }`"""
    added: tuple[Added, ...] = ()
    """What is added to the die."""
    bands: tuple[Band, ...]
    """What dice bring, lowest first; the first that fits."""
    rest: str
    """What all higher dice bring; "?" if only a printed table tells it. Example: `rest = "inoperative"`"""


def _met(act: Act, terms: Trial) -> bool:
    return isinstance(act, Strike) and act.mission == terms.kind


@check("air.trial", Trial, unseen="cannot excuse", acts=("strike",), met=_met)
def thrown_as_it_may_be(act: Act, terms: Trial) -> Iterator[Breach]:
    """A die that is thrown for a unit is thrown when it may be, and brings what it may.

    Under: fire_in_the_east
    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=3 result=repaired
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=4 result=repaired
    """
    if not isinstance(act, Strike) or act.mission != terms.kind:
        return
    name_of = air_table(act.before).called(act.mission)
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is None:
            continue
        able = terms.when.holds(act.before, unit.side) & Known.of(terms.who.matches(unit))
        if not able.is_yes:
            because = say("{kind} is thrown for {unit} in {moment}, and may not be", name_of, unit, act.moment)
            yield Breach(act.path, because, (name,), ~able)
            continue
        yield from _result(act, terms, unit)


def _result(act: Strike, terms: Trial, unit: Unit) -> Iterator[Breach]:
    told = act.told.get("result", "")
    if not told or not act.told.get("die", "").isdigit():
        return
    die = int(act.told["die"])
    roll = Interval.of(die).plus(sum_of(_added(act.before, act, unit, each) for each in terms.added))
    able = {_brought(int(each), die, unit, terms) for each in range(int(roll.low), int(roll.high) + 1)}
    if OPEN in able:
        because = say("a die of {die} is thrown for {unit}, and {told} was taken", die, unit, told)
        yield Breach(act.path, because, (unit.id,), Known.open(say("what the printed table says of a {die}", die)))
    elif able != {told}:
        because = say(
            "a die of {die}, {roll} in all, brings {able}, and {told} was taken", die, roll, either(sorted(able)), told
        )
        yield Breach(act.path, because, (unit.id,), Known.open(*roll.missing) if told in able else YES)


def _added(position: Position, act: Strike, unit: Unit, each: Added) -> Interval:
    if not each.who.matches(unit):
        return ZERO
    here = fits_any(position, unit.side, act.over, each.where) if each.where else all_of(())
    if each.told:
        here &= _told(position, act, unit, each)
    return Interval.by(here, Interval.of(each.add), ZERO)


def _told(position: Position, act: Strike, unit: Unit, each: Added) -> Known:
    """Whether it was told, or seen; open where only the mission tells that carried the unit, and nobody told of one."""
    said = act.told.get(each.told, "")
    if said or each.flown is None:
        return Known.of(said not in ("", "no"))
    carried = [name for name, sortie in position.memory.flown.items() if unit.id in listed_in(sortie.cargo)]
    if not carried:
        return Known.open(say("what carried {unit}", unit))
    return Known.of(any(name in position.units and each.flown.matches(position.units[name]) for name in carried))


def _brought(roll: int, die: int, unit: Unit, terms: Trial) -> str:
    bands = (band for band in terms.bands if band.who.matches(unit))
    return next((band.result for band in bands if roll <= band.most or die == band.always), terms.rest)
