"""Markers that lie where they may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import listed


class MarkerPlaces(Table):
    """Markers of these kinds lie in these places only, while they are on the map."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["leader"]`"""
    names: frozenset[str]
    """The names of the places; of those that the map has. Example: `names = ["Moscow"]`"""
    exits: frozenset[PlaceKind] = frozenset()
    """Kinds of place by which such a place may be reached, so that nobody can tell."""


@check("markers.places", MarkerPlaces, unseen="cannot excuse", markers_in=("kinds",))
def lies_where_it_may(position: Position, terms: MarkerPlaces) -> Iterator[Breach]:
    """Who stays in one of two cities is in one of them.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis HQ Mode Step; weather clear; season summer; 3113: +stalin
    Illegal:  turn 9, Axis HQ Mode Step; weather clear; season summer; 2215: +stalin
    """
    right = {place.hex: place.name for place in position.network.theatre.places if place.name in terms.names}
    for marker in position.markers.values():
        if marker.hex and marker.type.kind in terms.kinds and marker.hex not in right:
            places = listed(sorted(right.values()))
            because = say("{marker} lies in {hex}, and may lie only in: {places}", marker.type.name, marker.hex, places)
            yield Breach((marker.hex,), because, broken=_astray(position, terms, marker.hex))


def _astray(position: Position, terms: MarkerPlaces, number: str) -> Known:
    """Whether a hex surely is none of the places."""
    places = position.network.places_at.get(position.network.index[number], ())
    if any(place.kinds & terms.exits for place in places):
        return Known.open(say("where {hex} leads", number))
    return YES
