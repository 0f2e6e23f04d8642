"""Harbours that are bombed, and the markers that a hit lays on them or that their side buys off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.air.sorties import silent_over
from adjudicator.analysis.economy import told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.record.acts import Laid
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

MISSION = "anchorage"
"""The kind of mission of air.toml."""
KIND = "countdown"
"""The kind of marker that a hit lays."""
POOL = "EP"
"""The word with which the names of the pools begin that buy it off."""


class Bombed(Table):
    """A hit lays a marker on the harbour, or its side buys it off; a miss lays none."""

    bearers: frozenset[MarkerKind]
    """Kinds of marker in a hex that such a marker may be meant for instead. Example: `bearers = ["fleet"]`"""
    price: Mapping[PlaceKind, Amount]
    """What buying it off costs, by kind of place; a place of no such kind cannot."""


def _struck(record: PhaseRecord, terms: Bombed) -> dict[str, list[Strike]]:
    """The strikes of which it was told whether they hit, by hex."""
    found: dict[str, list[Strike]] = {}
    for act in record.of(Strike):
        if act.mission == MISSION and act.told.get("hits", "").isdigit():
            found.setdefault(act.over, []).append(act)
    return found


def _told(record: PhaseRecord, terms: Bombed) -> bool:
    return bool(_struck(record, terms))


@check("naval.bombed", Bombed, unseen="cannot excuse", met=_told)
def disrupts_when_it_hits(record: PhaseRecord, terms: Bombed) -> Iterator[Breach]:
    """A bombed harbour bears a countdown if it was hit, unless its side pays; if it was missed, it does not.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [1903]: ax.he111;
              strike anchorage 1903: ax.he111 die=1 hits=1; lay +countdown.3 1903
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [1903]: ax.he111;
              strike anchorage 1903: ax.he111 die=6 hits=0; lay +countdown.3 1903
    """
    for number, strikes in _struck(record, terms).items():
        if any(act.told["hits"] != "0" for act in strikes):
            yield from _unpaid(record, number, strikes[0], terms)
            continue
        other = _other_cause(record, number, terms)
        for marker in _laid(record, number, terms):
            because = say("no bomb hit {hex}, and {marker} was laid there", number, marker.type.name or marker.id)
            yield Breach((number,), because, broken=~other, excuse=Excuse(frozenset({number})))


def _unpaid(record: PhaseRecord, number: str, strike: Strike, terms: Bombed) -> Iterator[Breach]:
    """A hit that left no marker, and was not bought off."""
    if any(each.type.kind == KIND for each in record.end.markers_at(number)):
        return
    side = next((unit.side for name in strike.units if (unit := record.start.units.get(name))), "")
    paid = any_of(_paid(record, number, enemy, terms) for enemy in record.start.pack.enemies(side)) if side else NO
    because = say("{hex} was hit by bombs, and no marker was laid there, nor was it bought off", number)
    yield Breach((number,), because, broken=~paid, owed=not record.ended, excuse=Excuse(frozenset({number})))


def _paid(record: PhaseRecord, number: str, side: str, terms: Bombed) -> Known:
    """Whether a side spent what keeps the harbour working."""
    kinds = {kind for place in record.start.network.theatre.places if place.hex == number for kind in place.kinds}
    prices = [Fraction(price) for kind, price in terms.price.items() if kind in kinds]
    if not prices:
        return NO
    pool = f"{POOL}.{side}"
    given = told_number(record.start, pool).minus(told_number(record.end, pool))
    return given.at_least(Interval.of(min(prices)))


def _laid(record: PhaseRecord, number: str, terms: Bombed) -> Iterator[Marker]:
    """The markers that came into the hex and lie there still, but for those that a card laid."""
    for act in record.of(Laid):
        for name in act.markers:
            marker = record.end.markers.get(name)
            if marker is not None and marker.hex == number and marker.type.kind == KIND and "card" not in act.told:
                yield marker


def _other_cause(record: PhaseRecord, number: str, terms: Bombed) -> Known:
    """Whether something else may have laid a marker: bombers of which nobody told, or a marker that may bear one."""
    told = {name for act in _struck(record, terms)[number] for name in act.units}
    silent = (*silent_over(record.start, number), *_sent_there(record.start, number, terms))
    bombs = any(unit.id not in told for unit in silent)
    untold = any(act.over == number and not told.issuperset(act.units) for act in record.of(Strike))
    bearers = any(marker.type.kind in terms.bearers for marker in record.end.markers_at(number))
    return Known.open(say("what else laid a marker in {hex}", number)) if bombs or untold or bearers else NO


def _sent_there(position: Position, number: str, terms: Bombed) -> Iterator[Unit]:
    """The units over a hex that flew there to bomb it."""
    for unit in position.flying_at(number):
        sortie = position.memory.flown.get(unit.id)
        if sortie is not None and sortie.mission == MISSION:
            yield unit
