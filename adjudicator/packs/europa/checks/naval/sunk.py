"""Ships on the map that have taken more than they can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.europa.analysis.ships import hits_on
from adjudicator.record.position import Position
from adjudicator.said import say


class Sunk(Table):
    """A ship with so many hits as its kind sinks at is off the map."""

    hits: Mapping[str, int]
    """By kind of ship, the hits that sink it. Example: `hits = { destroyer = 1 }`"""
    markers: frozenset[MarkerKind]
    """The kinds of marker that count hits, by their value. Example: `markers = ["ship_hit"]`"""


@check("naval.sunk", Sunk, unseen="cannot excuse")
def is_sunk_by_its_hits(position: Position, terms: Sunk) -> Iterator[Breach]:
    """A ship that has taken all it can is removed.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Combat Phase; weather clear; 2A/0309: so.cl1+ship_hits.1
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 2A/0309: so.cl1+ship_hits.2
    """
    for name in sorted(name for name, unit in position.units.items() if unit.type.kind in terms.hits):
        unit = position.units[name]
        taken, most = hits_on(position, unit, terms.markers) if unit.hex else 0, terms.hits[unit.type.kind]
        if taken >= most:
            because = say("{unit} bears {taken} hits, and sinks at {most}", unit, taken, most)
            yield Breach((unit.hex,), because, (name,))
