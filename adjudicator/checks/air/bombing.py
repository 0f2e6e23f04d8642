"""Bombs with a result that the bombing table does not give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor

from adjudicator.analysis.air.strengths import Change, bombs
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.record.memory import NIGHT
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted

LAST_ROW, HIGHEST_DIE = 20, 7
"""Where the bombing table ends."""


class Alone(Table):
    """What is added to the die where only such units attack."""

    who: Selector
    """The units. Example: `who = { tags = ["dive"] }`"""
    add: int
    """What is added. Example: `add = 1`"""


class BombTable(Table):
    """The bombing table, and where it ends."""

    least: int = 0
    """With less strength an attack misses without a look at it. Example: `least = 2`"""


class Bombing(Table):
    """The die that is told of bombs gives the hits that are told."""

    values: Mapping[str, str]
    """By kind of mission the value of the strength. Example: `values = { airfields = "tactical" }`"""
    instead: Mapping[str, str] = {}
    """By kind of mission another value that may be used in its place. Example: `instead = { ports = "strategic" }`"""
    night: Mapping[str, str] = {}
    """By kind of mission the one value that counts by night. Example: `night = { ports = "strategic" }`"""
    changes: tuple[Change, ...] = ()
    """What changes the strength."""
    alone: tuple[Alone, ...] = ()
    """What is added to the die."""
    table: BombTable = BombTable()
    """What gives the hits."""


def _met(act: Act, terms: Bombing) -> bool:
    return isinstance(act, Strike) and act.mission in terms.values and "hits" in act.told


@check("air.bombing", Bombing, unseen="cannot excuse", acts=("strike",), met=_met)
def bombs_as_the_table_has_them(act: Act, terms: Bombing) -> Iterator[Breach]:
    """An attack with bombs hits once or not, as strength and die have it; a blank cell leaves it open.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif; [1B/2914]: so.sb2;
              fly bomb_units 1B/2914: ge.he111h; strike bomb_units 1B/2914: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif; [1B/2914]: so.sb2;
              fly bomb_units 1B/2914: ge.he111h; strike bomb_units 1B/2914: ge.he111h die=6 hits=2
    """
    if not isinstance(act, Strike) or not _met(act, terms) or not act.told["hits"].isdigit():
        return
    hits, kind = int(act.told["hits"]), air_table(act.before).called(act.mission)
    units = [act.before.units[name] for name in act.units if name in act.before.units]
    if hits > 1:
        yield Breach(
            act.path, say("{kind} in {hex} hits {hits} times, and an attack hits once", kind, act.over, hits), act.units
        )
        return
    if not units or not act.told.get("die", "").isdigit():
        return
    die = max(1, min(HIGHEST_DIE, int(act.told["die"]) + _added(units, terms)))
    tried = [
        _misfit(act, bombs(act.before, units, value, terms.changes), die, terms)
        for value in _values(act, units[0], terms)
    ]
    if None not in tried:
        # A strength with which nobody can tell excuses one with which the hits are wrong.
        yield min((each for each in tried if each is not None), key=lambda each: each.broken.is_yes)


def _values(act: Strike, unit: Unit, terms: Bombing) -> list[str]:
    """The values that may be the strength."""
    sortie = act.before.memory.flown.get(unit.id)
    dark = terms.night.get(act.mission) if sortie is not None and sortie.time == NIGHT else None
    able = (dark,) if dark else (terms.values[act.mission], terms.instead.get(act.mission))
    return [value for value in dict.fromkeys(able) if value]


def _misfit(act: Strike, found: Interval, die: int, terms: Bombing) -> Breach | None:
    """What is wrong with an attack that was made with such a strength."""
    hits, kind = int(act.told["hits"]), air_table(act.before).called(act.mission)
    if not found.certain:
        because = say("{kind} in {hex} is made with {strength} points", kind, act.over, found)
        return Breach(act.path, because, act.units, Known.open(*found.missing))
    cell = f"bombing.{max(1, min(LAST_ROW, floor(found.low)))}.{die}"
    given = "M" if found.low < max(terms.table.least, 1) else act.before.pack.charts.get(cell)
    if given == ("H" if hits else "M"):
        return None
    because = say(
        "{kind} in {hex} with {strength} points and a die of {die}: {given}, and {hits} told",
        kind,
        act.over,
        found,
        die,
        given or "?",
        counted(hits, "hit"),
    )
    return Breach(act.path, because, act.units, YES if given else Known.open(say("the chart cell {cell}", cell)))


def _added(units: list[Unit], terms: Bombing) -> int:
    return sum(each.add for each in terms.alone if all(each.who.matches(unit) for unit in units))
