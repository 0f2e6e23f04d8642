"""Allies whose morale is gone, or whose country is lost: the die that is rolled for them, and what it decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.control import controller
from adjudicator.analysis.economy import first_untold, told_number, value_named
from adjudicator.analysis.fallen import contradicted, faces, fallen
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, Known, all_of, any_of
from adjudicator.model.theatre import Place, Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.words import listed

FATES = ("coup", "coup", "independent", "independent", "defected", "defected")
"""What an ally does at each result from 1 to 6."""
GONE = frozenset({"independent", "gone"})


SIDE = "axis"
"""The side whose allies they are."""


class Collapse(Table):
    """Nations of a side that may give up, each with the tag of its home hexes."""

    nations: Mapping[str, str]
    """The nations, each with the tag of its home territory. Example: `nations = { romanian = "romania" }`"""


def _any_kept(record: PhaseRecord, terms: Collapse) -> bool:
    return any(f"morale.{nation}" in record.start.values for nation in terms.nations)


def _untold(record: PhaseRecord, terms: Collapse) -> str:
    """What nobody tells of a nation of which anything is told: its morale, or what it does."""
    names = [f"{kind}.{nation}" for nation in terms.nations for kind in ("morale", "ally")]
    kept = {name.partition(".")[2] for name in names if name in record.end.values}
    needed = [name for name in names if name.partition(".")[2] in kept]
    gone = (nation for nation in sorted(kept) if record.end.values.get(f"ally.{nation}") == "defected")
    return first_untold((*needed, *(f"PP.{nation}" for nation in gone)), record.end.values)


@check("campaign.collapse", Collapse, met=_any_kept, untold=_untold)
def gives_up_as_rolled(record: PhaseRecord, terms: Collapse) -> Iterator[Breach]:
    """An ally without morale rolls for its fate.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Soviet Opponent's Morale Step; weather clear; season summer; value morale.romanian 0;
              value ally.romanian fighting; value ally_die.romanian none; now weather clear;
              value ally_die.romanian 6; value ally.romanian defected
    Illegal:  turn 9, Soviet Opponent's Morale Step; weather clear; season summer; value morale.romanian 3;
              value ally.romanian fighting; value ally_die.romanian none; now weather clear;
              value ally_die.romanian 6; value ally.romanian defected
    """
    for nation, home in terms.nations.items():
        before = record.start.values.get(f"ally.{nation}")
        if f"morale.{nation}" in record.start.values and before not in (*FATES, "gone"):
            yield from _fate(record, terms, nation, home)


def _fate(record: PhaseRecord, terms: Collapse, nation: str, home: str) -> Iterator[Breach]:
    empty = told_number(record.end, f"morale.{nation}").at_most(Interval.of(0))
    lost = _country_lost(record.end, SIDE, nation)
    now = record.end.values.get(f"ally.{nation}", "")
    if now in FATES:
        yield Breach((), say("{nation} is {fate}, and has morale left", nation, now), broken=~empty)
    elif now == "gone":
        yield Breach((), say("{nation} is gone, and has a city and morale left", nation), broken=empty | ~lost)
    else:
        told = Known.of(True) if now else Known.open(value_named(f"ally.{nation}"))
        because = say("{nation} has no morale left, and no die was rolled for it", nation)
        yield Breach((), because, broken=empty & told, owed=not record.ended)
        because = say("all cities of {nation} are lost, and its units are still in play", nation)
        yield Breach((), because, broken=lost & ~empty & told, owed=not record.ended)
    if now in FATES:
        yield from _as_rolled(record, terms, (nation, home, now))
    if now in GONE:
        yield from _still_there(record, nation, now)
    elif now == "defected":
        yield from _changes_sides(record, terms, nation)


def _as_rolled(record: PhaseRecord, terms: Collapse, ally: tuple[str, str, str]) -> Iterator[Breach]:
    nation, home, now = ally
    told = record.end.values.get(f"ally_die.{nation}", "")
    dice = faces(record, told)
    because = say("{nation} is {fate} by a {die}", nation, now, strung(dice, say(" or ")) or "?")
    if not dice:
        yield Breach((), because, broken=Known.open(say("the die for {nation}", nation)))
        return
    if contradicted(record, told):
        fell = listed(map(str, fallen(record.acts)))
        words = say("a {die} is told for {nation}, and the dice of the log are {fell}", told, nation, fell)
        yield Breach((), words, broken=Known.open(say("the die for {nation}", nation)))
    change = Interval.one_if(_partisans(record.start, home, nation)).minus(
        Interval.one_if(_axis_in_capital(record.start, SIDE, nation))
    )
    possible = {fate for die in dice for fate in _fates(die, change)}
    if possible == {now}:
        return
    which = [say("which die was rolled for {nation}", nation)] if len(dice) > 1 else []
    broken = Known.open(*sorted(change.missing), *which) if now in possible else Known.of(True)
    yield Breach((), because + say(", with {change} to the die", change), broken=broken)


def _fates(die: int, change: Interval) -> set[str]:
    """What an ally may do at a die with this change to it."""
    least, most = (min(max(die + int(end), 1), len(FATES)) for end in (change.low, change.high))
    return {FATES[result - 1] for result in range(least, most + 1)}


def _still_there(record: PhaseRecord, nation: str, now: str) -> Iterator[Breach]:
    for unit in record.end.units.values():
        if unit.type.nation == nation and unit.hex:
            because = say("{unit} is on the map, and its nation is {fate}", unit, now)
            yield Breach((unit.hex,), because, (unit.id,), owed=not record.ended)


def _changes_sides(record: PhaseRecord, terms: Collapse, nation: str) -> Iterator[Breach]:
    """What a nation that defects leaves behind: units among its former friends, and points."""
    for unit in record.end.units.values():
        friends = (other for other in record.end.at(unit.hex) if other.side == SIDE and other.type.nation != nation)
        if unit.hex and unit.type.nation == nation and any(True for _ in friends):
            because = say("{unit} is in a hex with units of its former side, and its nation defected", unit)
            yield Breach((unit.hex,), because, (unit.id,), owed=not record.ended)
    left = told_number(record.end, f"PP.{nation}")
    if f"PP.{nation}" in record.end.values and left != Interval.of(0):
        because = say("{nation} defected, and {left} of its PPs did not go with it", nation, left)
        yield Breach((), because, owed=not record.ended)


def _homes(position: Position, nation: str, kind: str) -> list[Place]:
    places = position.network.theatre.places
    return [each for each in places if each.values.get("home") == nation and kind in each.kinds]


def _country_lost(position: Position, side: str, nation: str) -> Known:
    """Whether the side holds no city of a nation's home any more."""
    cities = [each.hex for each in _homes(position, nation, "city") if each.hex in position.network.index]
    return all_of(~controller(position, number, wanted_by=side).is_(side) for number in cities) if cities else NO


def _axis_in_capital(position: Position, side: str, nation: str) -> Known:
    capitals = _homes(position, nation, "national_capital")
    if not capitals:
        return Known.open(say("who stands in the capital of {nation}", nation))
    there = [unit for each in capitals for unit in position.at(each.hex)]
    if any(unit.side == side for unit in there):
        return Known.of(True)
    hidden = [other for each in capitals for other in position.unknown_at(each.hex)]
    return Known.open(say("what is in {hex}", hidden[0].hex)) if hidden else NO


def _partisans(position: Position, home: str, nation: str) -> Known:
    """Whether partisans of another faction are in a nation's country."""
    hexes = {entry.number for entry in position.network.hexes if home in entry.tags}
    found = (unit for unit in position.units.values() if unit.hex in hexes and unit.has("partisan"))
    hidden = (other for other in position.unidentified if other.hex in hexes)
    seen = any_of(Known.of(unit.type.nation != nation) for unit in found)
    return seen | any_of(Known.open(say("what is in {hex}", each.hex)) for each in hidden)
