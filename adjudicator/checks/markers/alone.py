"""Markers that stay in a hex where only the enemy stands."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say, strung


class Alone(Table):
    """Which markers are lost to enemy units."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker; ["depot"]."""


@check("markers.alone", Alone, markers_in=("kinds",))
def not_left_to_the_enemy(position: Position, terms: Alone) -> Iterator[Finding]:
    """A side's marker does not lie among the enemy alone.

    Legal:    1905: +depot.au.closed, au.1inf; 1305: fr.1inf, +redoubt.fr
    Illegal:  1305: fr.1inf, +redoubt.au
    """
    for number in sorted(position.marked):
        here = position.at(number)
        for marker in position.markers_at(number):
            side = marker.type.side
            if marker.type.kind not in terms.kinds or not side or any(unit.side == side for unit in here):
                continue
            takers = tuple(here)
            if takers:
                names = strung((str(unit) for unit in takers), ", ")
                because = say(
                    "{name} lies in {hex} with {names} and nobody of its side: it is lost",
                    marker.type.name or marker.id,
                    number,
                    names,
                )
                yield Finding((number,), because, tuple(unit.id for unit in takers))
