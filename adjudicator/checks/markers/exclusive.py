"""Markers that never lie in one hex together."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say


class Exclusive(Table):
    """Markers of these `kinds` never share a hex with one of the kinds in `others`."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker."""
    others: frozenset[MarkerKind]
    """Kinds of marker with which they never share a hex."""


@check("markers.exclusive", Exclusive, markers_in=("kinds",))
def never_together(position: Position, terms: Exclusive) -> Iterator[Finding]:
    """Two markers exclude each other.

    Legal:    0206: +depot.fr.closed, +repair.2
    Illegal:  0206: +depot.fr.open, +repair.2
    """
    for number in sorted(position.marked):
        found = position.markers_at(number)
        one = next((marker.type for marker in found if marker.type.kind in terms.kinds), None)
        other = next((marker.type for marker in found if marker.type.kind in terms.others), None)
        if one is not None and other is not None:
            yield Finding(
                (number,),
                say(
                    "{one} and {other} lie in one hex, and exclude each other",
                    one.name or one.id,
                    other.name or other.id,
                ),
            )
