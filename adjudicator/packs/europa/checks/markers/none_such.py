"""Markers of something that a game of the series does not have."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Laid
from adjudicator.said import say


class NoneSuch(Table):
    """Nobody lays markers of `kinds`: what they stand for is in no rule of this book."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["temporary_airfield"]`"""


@check("markers.none_such", NoneSuch, unseen="cannot excuse", acts=("lay",))
def is_of_this_game(act: Act, terms: NoneSuch) -> Iterator[Breach]:
    """Nothing is built that the book does not know.

    Under:    sudden_storm
    Legal:    turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng, +rp.ax1; now weather clear
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1eng; lay +temporary_airfield 1B/2719
    """
    marker = act.after.markers.get(act.markers[-1]) if isinstance(act, Laid) and act.markers else None
    if marker is not None and marker.hex and marker.type.kind in terms.kinds:
        name = marker.type.name or marker.id
        yield Breach((marker.hex,), say("{name} is laid in {hex}, and this game has none", name, marker.hex))
