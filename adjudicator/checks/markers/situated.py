"""Markers that lie where their side cannot keep them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say


class Situated(Table):
    """Markers of `kinds` lie in hexes that fit one of `situations`, as seen from their side, or any if they are nobody's."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["fort"]`"""
    situations: tuple[Situation, ...]
    """What their hex must be like, one of these."""


@check("markers.situated", Situated, unseen="may excuse nearby", markers_in=("kinds",))
def lies_where_it_may(position: Position, terms: Situated) -> Iterator[Finding]:
    """A fleet is at sea, at a coast or in a port of its own.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Soviet Regular Movement Step; weather clear; season summer; 1903: +fleet.baltic
    Illegal:  turn 9, Soviet Regular Movement Step; weather clear; season summer; 1517: +fleet.baltic
    """
    for marker in sorted(position.markers.values(), key=lambda each: each.id):
        if marker.type.kind not in terms.kinds or marker.hex not in position.network.index:
            continue
        sides = (marker.type.side,) if marker.type.side else position.pack.sides
        fits = any_of(fits_any(position, side, marker.hex, terms.situations) for side in sides)
        if not fits.is_yes:
            words = nearest_words(position, sides[0], marker.hex, terms.situations)
            because = say("{name} lies in {hex}; its place is: {situations}", str(marker), marker.hex, words)
            yield Finding((marker.hex,), because, broken=~fits)
