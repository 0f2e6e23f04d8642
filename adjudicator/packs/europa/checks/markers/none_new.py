"""Markers of what nobody builds, and that lie on the map all the same when a phase is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When


class NoneNew(Table):
    """In a phase no markers of `kinds` are added to those on the map; who is put elsewhere, or off and on again, is none."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["fortress"]`"""
    when: When = ALWAYS
    """When this holds. Example: `when = { first_turn = 2 }`"""


def _on_the_map(position: Position, kinds: frozenset[str]) -> Counter[str]:
    return Counter(mark.type.kind for mark in position.markers.values() if mark.hex and mark.type.kind in kinds)


def _more(record: PhaseRecord, terms: NoneNew) -> Counter[str]:
    return _on_the_map(record.end, terms.kinds) - _on_the_map(record.start, terms.kinds)


def _any_laid(record: PhaseRecord, terms: NoneNew) -> bool:
    laid = (act.marker for act in record.of(Laid))
    return bool(_more(record, terms)) or any(mark is not None and mark.type.kind in terms.kinds for mark in laid)


@check("markers.none_new", NoneNew, unseen="may excuse", acts=("lay", "swap", "shift"), met=_any_laid)
def is_not_built(record: PhaseRecord, terms: NoneNew) -> Iterator[Breach]:
    """Nobody builds a fortress.

    Under:    fire_in_the_east
    Legal:    turn 5, German Initial Phase; weather clear; 1B/2712: +fortress; lift +fortress 1B/2712; lay +fortress 1B/2712
    Illegal:  turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng; lay +fortress 1B/2719
    """
    side = record.moment.phasing
    now = terms.when.holds(record.start, side)
    for kind, more in sorted(_more(record, terms).items()):
        old = {mark.hex for mark in record.start.markers.values() if mark.hex and mark.type.kind == kind}
        new = [
            mark for mark in record.end.markers.values() if mark.hex and mark.type.kind == kind and mark.hex not in old
        ]
        places = tuple(sorted({mark.hex for mark in new}))
        name = next(each.name for each in record.end.pack.markers.values() if each.kind == kind)
        because = say(
            "{count} × {name} came onto the map in {moment}, and nobody builds one", more, name, record.moment
        )
        yield Breach(places, because, broken=now)
