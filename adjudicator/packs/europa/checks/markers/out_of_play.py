"""Markers of an optional rule that nobody chose."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import options_in_play
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position


class OutOfPlay(Table):
    """Markers of these `kinds` mean something under the optional rule `option` only."""

    kinds: frozenset[str]
    option: str


@check("markers.out_of_play", OutOfPlay, unseen="cannot excuse")
def means_nothing_here(position: Position, terms: OutOfPlay) -> Iterator[Breach]:
    """Pontoons are an optional rule; where it is not played their markers change nothing, and the report says so.

    Legal:    0905-1005: +blown
    Illegal:  0905-1005: +pontoon
    """
    if terms.option in options_in_play(position):
        return
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.type.kind in terms.kinds and marker.hex:
            name = marker.type.name or marker.id
            because = f"{name} on {'-'.join(sorted(marker.hexes))}: it has no effect without the optional rule"
            yield Breach(tuple(sorted(marker.hexes)), f"{because} '{terms.option}'", owed=True)
