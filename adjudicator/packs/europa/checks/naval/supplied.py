"""More supply landed than ships and flotillas bring."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted


class Supplied(Table):
    """Of a side's supply that is laid in a hex, `each` so much needs one of `who` there."""

    who: Selector
    """Who may bring it: a marker on them may say so, and need not. Example: `who = { any_tags = ["ship"] }`"""
    supply: frozenset[MarkerKind]
    """The kinds of marker for supply. Example: `supply = ["port_supply"]`"""
    each: dict[str, int]
    """How much each brings, by quality. Example: `each = { ship = 10 }`"""
    places: frozenset[PlaceKind]
    """The kinds of place where ships bring it all. Example: `places = ["port"]`"""
    beach: int = 0
    """Elsewhere so much by a ship, and in a hex, at most; 0: as much as at such a place. Example: `beach = 5`"""


@check("naval.supplied", Supplied)
def is_brought_by_ships(record: PhaseRecord, terms: Supplied) -> Iterator[Breach]:
    """Supply is landed by a ship that lies there.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/0410: so.ca1; lay +portsupply.so10 2A/0410
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/0709: so.ca1; lay +portsupply.so10 2A/0410
    """
    laid: dict[str, int] = {}
    for act in record.of(Laid):
        marker = act.marker
        if marker is not None and marker.type.kind in terms.supply and marker.type.side == _side(record, terms):
            laid[act.where] = laid.get(act.where, 0) + marker.type.value
    for number, amount in sorted(laid.items()):
        room = _room(record, terms, number)
        if amount > room:
            because = say(
                "{amount} of supply landed in {hex}, and only {room} brought there",
                counted(amount, "RE"),
                number,
                counted(room, "RE"),
            )
            yield Breach((number,), because, (), owed=not record.ended)


def _side(record: PhaseRecord, terms: Supplied) -> str:
    return next(iter(terms.who.sides), record.moment.phasing)


def _room(record: PhaseRecord, terms: Supplied, number: str) -> int:
    """How much those bring who are there."""
    network = record.end.network
    kinds = {kind for place in network.places_at.get(network.index.get(number, -1), ()) for kind in place.kinds}
    port = bool(kinds & terms.places)
    over_beach, total = 0, Fraction(0)
    for unit in record.end.afloat_at(number):
        if not terms.who.matches(unit):
            continue
        most = max((each for tag, each in terms.each.items() if unit.has(tag) or unit.type.kind == tag), default=0)
        if port or not terms.beach or unit.type.kind in terms.each:
            total += most
        else:
            over_beach = terms.beach
    return int(total) + over_beach
