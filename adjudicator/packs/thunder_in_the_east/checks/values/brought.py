"""Numbers that rise though nothing that was done brings anything."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.cards import may_be_carded, may_have_paid
from adjudicator.analysis.economy import told_number
from adjudicator.analysis.resources import spending_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount, exact
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
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
    step: Amount = 0
    """How much each step of these units brings; left out: that is judged elsewhere. Example: `step = "1/2"`"""


class Brought(Table):
    """Numbers "NAME.WHOSE" that rise in a phase by a card, or by what leaves its hex then."""

    names: frozenset[str]
    """The kinds of value. Example: `names = ["FP", "EP"]`"""
    by: tuple[Brings, ...] = ()
    """What brings points."""
    paying: bool = False
    """Whether a card brings points only if it is one that pays (cards.toml), or one whose text nobody knows."""


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
        left = [each for each in terms.by if kind in each.names and _left(record, each)]
        due = sum((Fraction(each.step) * _steps_gone(record, each) for each in left), Fraction(0))
        risen = told_number(record.end, name).minus(told_number(record.start, name))
        if told or any(not each.step for each in left) or risen.at_most(Interval.of(due)).is_yes:
            continue
        phase = record.moment.phase.name if record.moment.phase else ""
        if left:
            because = say(
                "{name} rises by {risen} in the {phase}, and what left the map brings {due}", name, risen, phase, due
            )
        else:
            because = say("{name} rises in the {phase}, and nothing that was done there brings any", name, phase)
        hidden = Excuse() if any(kind in each.names for each in terms.by) else None
        pool = spending_table(record.start).pool.get(name)
        card = may_have_paid(record, pool.side) if terms.paying and pool is not None else may_be_carded(record)
        yield Breach((), because, broken=~card, excuse=hidden)


def _steps_gone(record: PhaseRecord, brings: Brings) -> int:
    """The steps of the units that bring points and left the map."""
    return sum(old.steps for old in _gone(record, brings))


def _gone(record: PhaseRecord, brings: Brings) -> Iterator[Unit]:
    if brings.units is None:
        return
    for _, old, new in record.changes():
        if old is not None and old.hex and not (new is not None and new.hex) and brings.units.matches(old):
            yield old


def _left(record: PhaseRecord, brings: Brings) -> bool:
    """Whether something that brings points is no longer in its hex, turned over or not, or was entered upon."""
    for marker in record.start.markers.values() if brings.markers else ():
        if marker.type.kind in brings.markers and marker.hex:
            there = record.end.markers_at(marker.hex)
            if not any(other.type.kind in brings.markers and other.type.side == marker.type.side for other in there):
                return True
            if _entered(record, marker):
                return True
    return any(True for _ in _gone(record, brings))


def _entered(record: PhaseRecord, marker: Marker) -> bool:
    return any(
        marker.hex in act.path[1:] and any(act.before.unit(name).side != marker.type.side for name in act.units)
        for act in record.of(Travel)
    )
