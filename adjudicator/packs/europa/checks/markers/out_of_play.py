"""Markers of an optional rule that nobody chose."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import options_in_play

OPTION = "bridges"
"""The optional rule under which alone they mean something."""


class OutOfPlay(Table):
    """Markers of these `kinds` mean something under the optional rule of bridges only."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker."""


@check("markers.out_of_play", OutOfPlay, unseen="cannot excuse", markers_in=("kinds",))
def means_nothing_here(position: Position, terms: OutOfPlay) -> Iterator[Breach]:
    """Markers of an optional rule that is not played change nothing, and the report says so.

    Under:    fire_in_the_east, river_road
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305: ge.1inf; ge.1inf 5A/0305-5A/0304
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0305: ge.1inf; 5A/0305-5A/0304: +bridge.down
    """
    if OPTION in options_in_play(position):
        return
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.type.kind in terms.kinds and marker.hex:
            name = marker.type.name or marker.id
            because = say(
                "{name} lies on {hexes}, and does nothing without the optional rule",
                name,
                "-".join(sorted(marker.hexes)),
            )
            yield Breach(tuple(sorted(marker.hexes)), say("{because} '{option}'", because, OPTION), owed=True)
