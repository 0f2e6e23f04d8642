"""More markers put on the map in a phase than come free, or out of a pool that is too small."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Laid, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import told_of


class Allotment(Table):
    """Of markers of `kinds` so many come onto the map in a phase; more, or others, only by what `otherwise` names."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["redoubt"]`"""
    most: int = 1
    """How many come in a phase."""
    pool: str = ""
    """The box that they come from; left out: nobody asks. Example: `pool = "reserve"`"""
    least: int = 0
    """How many the box must hold before any comes."""
    otherwise: str = ""
    """A value that the act is told with if it comes by other means. Unsaid, more than come free are a doubt.
    Example: `otherwise = "card"`"""


def _came(record: PhaseRecord, terms: Allotment) -> Iterator[tuple[Act, str]]:
    """The act and the hex of each marker that came onto the map, and of which nobody said that it came by other means."""
    for act in record.acts:
        for name in act.markers if isinstance(act, Laid | Shifted) else ():
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is None or not new.hex or new.type.kind not in terms.kinds or (old is not None and old.hex):
                continue
            if not terms.otherwise or terms.otherwise not in act.told:
                yield act, new.hex


def _comes_up(record: PhaseRecord, terms: Allotment) -> bool:
    return any(True for _ in _came(record, terms))


@check("placement.allotment", Allotment, unseen="cannot excuse", met=_comes_up)
def no_more_than_come_free(record: PhaseRecord, terms: Allotment) -> Iterator[Breach]:
    """One marker comes free in a phase.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; lay +detachment 1615 card=27
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; lay +detachment 1615;
              lay +detachment 1818
    """
    came = list(_came(record, terms))
    at = tuple(dict.fromkeys(number for _, number in came))
    by_other_means = any_of(told_of(act, terms.otherwise) for act, _ in came) if terms.otherwise else NO
    if len(came) > terms.most:
        because = say("{count} come onto the map in this phase, and {most} may", len(came), terms.most)
        yield Breach(at, because, broken=~by_other_means)
    if came and terms.pool:
        held = _held(record.start, terms)
        because = say("the box that they come from holds {held}, and must hold {least}", held, terms.least)
        yield Breach(at, because, broken=~held.at_least(Interval.of(terms.least)) & ~by_other_means)


def _held(position: Position, terms: Allotment) -> Interval:
    """How many the box holds; of one that is empty nobody knows whether the module has it, and a concealed counter may be one."""
    there = sum(
        marker.type.kind in terms.kinds and not marker.hex and marker.location == terms.pool
        for marker in position.markers.values()
    )
    hidden = sum(not each.hex and each.location == terms.pool for each in position.unidentified)
    missing = say("what the box {box} holds", terms.pool)
    if not there:
        return Interval.unknown(missing)
    return Interval.of(there) if not hidden else Interval.of(there).either(Interval.of(there + hidden), missing)
