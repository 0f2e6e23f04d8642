"""Markers that leave without having been made ready for it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Prepared(Table):
    """Markers of `kinds` that leave their hex in their side's phase lay there under one of `by` when it began."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker that leave. Example: `kinds = ["factory"]`"""
    by: frozenset[MarkerKind]
    """The kinds of marker that show them ready. Example: `by = ["factory_prepared"]`"""


def _gone(record: PhaseRecord, terms: Prepared) -> Iterator[Marker]:
    """The markers that leave a hex of their own side's in the phase."""
    for name, marker in sorted(record.start.markers.items()):
        after = record.end.markers.get(name)
        if marker.type.kind not in terms.kinds or marker.hex not in record.start.network.index:
            continue
        left = after is None or after.hex != marker.hex
        if left and record.moment.phasing == marker.type.side:
            yield marker


def _any_gone(record: PhaseRecord, terms: Prepared) -> bool:
    return any(True for _ in _gone(record, terms))


@check("markers.prepared", Prepared, unseen="may excuse nearby", met=_any_gone)
def leaves_when_it_is_ready(record: PhaseRecord, terms: Prepared) -> Iterator[Breach]:
    """A factory goes off in a later phase than it is prepared in.

    Under:    sudden_storm
    Legal:    turn 5, Soviet Initial Phase; weather clear; history whole; 2A/2708: +factory, +prepared; lift +prepared 2A/2708;
              lift +factory 2A/2708
    Illegal:  turn 5, Soviet Initial Phase; weather clear; history whole; 2A/2708: +factory; lift +factory 2A/2708
    """
    for marker in _gone(record, terms):
        if any(each.type.kind in terms.by for each in record.start.markers_at(marker.hex)):
            continue
        own = controls(record.start, marker.hex, marker.type.side, marker.type.side)
        name = marker.type.name or marker.id
        because = say("{name} leaves {hex}, and was not prepared for that when the phase began", name, marker.hex)
        yield Breach((marker.hex,), because, broken=own & unless_missing(record.gap))
