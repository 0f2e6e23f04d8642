"""Numbers that count what becomes of markers, and were not raised."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Lifted, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Tallied(Table):
    """The number `value` rises by one for each marker of `kinds` that is moved or taken off; never told, it is not asked."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["capital"]`"""
    value: str
    """The number. Example: `value = "capital.moved"`"""
    lifted: bool = False
    """Whether it counts markers that are taken off the map; else those that go to another hex."""
    but: frozenset[str] = frozenset()
    """Places by name: who goes there is not counted. Example: `but = ["Moskva"]`"""


def _counted(record: PhaseRecord, terms: Tallied) -> int:
    spared = {place.hex for place in record.start.network.theatre.places if place.name in terms.but}
    found = 0
    for act in record.of(Lifted if terms.lifted else Shifted):
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if old is None or old.type.kind not in terms.kinds or (new is not None and new.hex == old.hex):
                continue
            found += terms.lifted or (new is not None and bool(new.hex) and new.hex not in spared)
    return found


def _is_kept(record: PhaseRecord, terms: Tallied) -> bool:
    told = terms.value in record.start.values and terms.value in record.end.values
    return told and (_counted(record, terms) > 0 or record.start.values[terms.value] != record.end.values[terms.value])


@check("markers.tallied", Tallied, unseen="cannot excuse", met=_is_kept)
def is_counted(record: PhaseRecord, terms: Tallied) -> Iterator[Breach]:
    """Each move of the capital costs its point.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; value capital.moved 0; 2A/3003: +capital;
              shift +capital 2A/3003-2A/3008; value capital.moved 1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value capital.moved 0; 2A/3003: +capital;
              shift +capital 2A/3003-2A/3008
    """
    if not _is_kept(record, terms):
        return
    due = Interval.of(_counted(record, terms))
    risen = told_number(record.end, terms.value).minus(told_number(record.start, terms.value))
    if due != risen:
        because = say("{name} rises by {risen}, and {due} is due", terms.value, risen, due)
        more = ~risen.at_most(due)
        broken, owed = more | ~risen.at_least(due), not record.ended and not more.possible
        yield Breach((), because, broken=broken, owed=owed, excuse=Excuse())
