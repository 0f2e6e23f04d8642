"""Markers: how many a hex may hold, and whom they need."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.words import where_words
from adjudicator.words import word


class MarkerPlaces(Table):
    """Which markers, how many of them a hex may hold, and where they may lie."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker; ["fort"]."""
    most: int = 1
    """How many of them a hex may hold; 2."""
    where: Where = ANYWHERE
    """The hexes in which they may lie; everywhere, if left out. Example: { without = ["marsh"] }."""


@check("placement.markers", MarkerPlaces, markers_in=("kinds",))
def markers_in_place(position: Position, terms: MarkerPlaces) -> Iterator[Finding]:
    """Markers lie where they may, and no more of them than may.

    Legal:    0805: +fort, fr.1inf
    Illegal:  0805: +fort, +fort, fr.1inf
    Illegal:  1911: +fort
    """
    for number in sorted(position.marked):
        found = [marker for marker in position.markers_at(number) if marker.type.kind in terms.kinds]
        if not found:
            continue
        name = found[0].type.name or found[0].type.kind
        if len(found) > terms.most:
            yield Finding(
                at=(number,),
                because=say("{count} × {name} lie in one hex, and at most {most} may", len(found), name, terms.most),
            )
        lies = terms.where.fits(ground_at(position), position.network.index[number])
        if not lies.is_yes:
            terrain = position.network.hexes[position.network.index[number]].terrain
            because = say(
                "{name} lies in {hex} ({terrain}); its place is: {where}",
                name,
                number,
                word(terrain),
                where_words(terms.where),
            )
            yield Finding(at=(number,), because=because, broken=~lies)
