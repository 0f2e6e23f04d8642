"""Reinforcements that come onto the map where their force does not, in another phase, or too many to one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.analysis.order_of_battle import Force
from adjudicator.analysis.reinforcement import CITY, Brought, Entry, admits, brought, no_replacement
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed


class EntryPlaces(Table):
    """Units that come onto the map do so where the [[entry]] of reinforcement.toml with this `article` says."""

    article: str
    """The article. Example: `article = "34A1"`"""
    who: Selector = EVERYONE
    """The units that come onto the map."""


def _meant(record: PhaseRecord, terms: EntryPlaces) -> Iterator[Brought]:
    return (each for each in brought(record, terms.who) if each.entry.article == terms.article)


def _any_meant(record: PhaseRecord, terms: EntryPlaces) -> bool:
    return any(True for _ in _meant(record, terms))


@check("placement.entry", EntryPlaces, unseen="may excuse nearby", met=_any_meant)
def comes_where_it_does(record: PhaseRecord, terms: EntryPlaces) -> Iterator[Breach]:
    """A force comes onto the map where the book says.

    Under:    fire_in_the_east
    Legal:    turn 7, German Initial Phase; weather clear; place ge.panzer.division.2 1B/2724
    Illegal:  turn 7, German Initial Phase; weather clear; place ge.panzer.division.2 1B/2720
    """
    places: dict[tuple[str, str], list[Brought]] = {}
    phase = record.moment.phase
    for each in _meant(record, terms):
        unit, entry = each.unit, each.entry
        places.setdefault((_place(record.end, unit.hex), unit.type.kind), []).append(each)
        ways = [way for way in each.ways if phase is None or not way[1].phases or phase.names & way[1].phases]
        if phase is not None and not ways:
            because = say("{unit} arrives in the {phase}, and comes to {why}", unit, phase.name, entry.why)
            yield Breach((unit.hex,), because, (unit.id,))
            continue
        admitted = _admitted(record, ways, unit)
        sure = YES if entry.replaced else no_replacement(record, unit, each.box)
        because = say("{unit} arrives in {hex}, and comes to {why}", unit, unit.hex, entry.why)
        yield Breach((unit.hex,), because, (unit.id,), sure & ~admitted)
    for (place, _), found in places.items():
        most = found[0].entry.each
        if most and len(found) > most:
            units = [each.unit for each in found]
            because = say("{units} arrive in {place}; they come to {why}", listed(units), place, found[0].entry.why)
            yield Breach(tuple(dict.fromkeys(unit.hex for unit in units)), because, tuple(unit.id for unit in units))


def _admitted(record: PhaseRecord, ways: Sequence[tuple[Force, Entry]], unit: Unit) -> Known:
    """Whether a unit stands where one of the forces comes that may have brought it; a later one may not have come yet."""
    there = [(force.turn, admits(record.end, entry, force, unit)) for force, entry in ways]
    admitted = any_of(answer for _, answer in there)
    if record.moment.turn:
        return admitted
    first = min(turn for turn, _ in there)
    return any_of(answer for turn, answer in there if turn == first) | (admitted & Known.open(say("the turn")))


def _place(position: Position, number: str) -> str:
    """The city that a hex belongs to, else the hex."""
    here = (place for place in position.network.theatre.places if place.hex == number and CITY in place.values)
    return next((str(place.values[CITY]) for place in here), number)
