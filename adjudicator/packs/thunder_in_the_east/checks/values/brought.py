"""Numbers that rise though nothing that was done brings anything."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import may_be_carded
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import exact
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Travel, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Brings(Table):
    """What brings points when it leaves its hex, or a marker when enemies enter it: its owner may take it off later."""

    names: frozenset[str]
    """The kinds of value that it brings. Example: `names = ["FP"]`"""
    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker. Example: `markers = ["hq"]`"""
    units: Selector | None = None
    """Units. Example: `units = { tags = ["partisan"] }`"""


class Brought(Table):
    """Numbers "NAME.WHOSE" that rise in a phase by a card, or by what leaves its hex then.

    How much that brings is judged elsewhere.
    """

    names: frozenset[str]
    """The kinds of value. Example: `names = ["FP", "EP"]`"""
    by: tuple[Brings, ...] = ()
    """What brings points."""


def _risen(record: PhaseRecord, terms: Brought) -> list[str]:
    found = []
    for name, text in sorted(record.end.values.items()):
        was, now = exact(record.start.values.get(name, "")), exact(text)
        if name.partition(".")[0] in terms.names and was is not None and now is not None and now > was:
            found.append(name)
    return found


@check(
    "values.brought",
    Brought,
    unseen="cannot excuse",
    acts=("value",),
    met=lambda record, terms: bool(_risen(record, terms)),
)
def rises_by_what_brings_it(record: PhaseRecord, terms: Brought) -> Iterator[Breach]:
    """While others march and fight no points come from nowhere.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Special Movement Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value FP.axis 4; value FP.axis 3
    Illegal:  turn 9, Axis Special Movement Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value FP.axis 4; now weather clear; value FP.axis 6
    """
    for name in _risen(record, terms):
        kind = name.partition(".")[0]
        told = any("card" in act.told for act in record.of(ValuesChanged) if name in act.values)
        if told or any(_left(record, each) for each in terms.by if kind in each.names):
            continue
        because = say(
            "{name} rises in the {phase}, and nothing that was done there brings any",
            name,
            record.moment.phase.name if record.moment.phase else "",
        )
        hidden = Excuse() if any(kind in each.names for each in terms.by) else None
        yield Breach((), because, broken=~may_be_carded(record), excuse=hidden)


def _left(record: PhaseRecord, brings: Brings) -> bool:
    """Whether something that brings points is no longer in its hex, turned over or not, or was entered upon."""
    for marker in record.start.markers.values() if brings.markers else ():
        if marker.type.kind in brings.markers and marker.hex:
            there = record.end.markers_at(marker.hex)
            if not any(other.type.kind in brings.markers and other.type.side == marker.type.side for other in there):
                return True
            if _entered(record, marker):
                return True
    return brings.units is not None and any(
        old is not None and old.hex and not (new is not None and new.hex) and brings.units.matches(old)
        for _, old, new in record.changes()
    )


def _entered(record: PhaseRecord, marker: Marker) -> bool:
    return any(
        marker.hex in act.path[1:] and any(act.before.unit(name).side != marker.type.side for name in act.units)
        for act in record.of(Travel)
    )
