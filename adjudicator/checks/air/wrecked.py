"""Places that were bombed, and bear fewer hits than the bombs brought, or more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.basing import capacity
from adjudicator.analysis.air.sorties import all_seen
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import INFINITE, Interval
from adjudicator.model.known import YES
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import counted, word


class Wrecked(Table):
    """Hits of missions against a place are laid there as markers, by their values."""

    marks: Mapping[str, MarkerKind]
    """By kind of mission the marker. Example: `marks = { bomb_port = "port_hit" }`"""
    most: Mapping[MarkerKind, int] = {}
    """So many of a kind lie in one hex at most; further hits do nothing. Example: `most = { rail_break = 1 }`"""
    counted: frozenset[MarkerKind] = frozenset()
    """Kinds of which more than the bombs brought are judged as well, not only more than the place takes. Example:
    `counted = ["rail_break"]`"""
    bases: frozenset[MarkerKind] = frozenset()
    """Kinds of which an airbase takes no more than it has capacity. Example: `bases = ["airbase_hit"]`"""


def _strikes(record: PhaseRecord, terms: Wrecked) -> Iterator[Strike]:
    return (act for act in record.of(Strike) if act.mission in terms.marks)


def _any(record: PhaseRecord, terms: Wrecked) -> bool:
    return any(True for _ in _strikes(record, terms))


@check("air.wrecked", Wrecked, unseen="cannot excuse", met=_any)
def bears_the_hits_it_took(record: PhaseRecord, terms: Wrecked) -> Iterator[Breach]:
    """A port that was hit once bears one hit more.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2413]: so.sb2; fly bomb_port 1B/2220: so.sb2;
              strike bomb_port 1B/2220: so.sb2 die=6 hits=1; lay +hit.port 1B/2220
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2413]: so.sb2; fly bomb_port 1B/2220: so.sb2;
              strike bomb_port 1B/2220: so.sb2 die=6 hits=1; turn 5, Soviet Combat Phase; say we go on
    """
    found: dict[tuple[str, str], list[Strike]] = {}
    for act in _strikes(record, terms):
        found.setdefault((act.over, terms.marks[act.mission]), []).append(act)
    for (number, kind), strikes in sorted(found.items()):
        told = [act.told.get("hits", "") for act in strikes]
        hits = sum(int(each) for each in told if each.isdigit())
        all_told = kind in terms.counted and all(each.isdigit() for each in told)
        risen = _lying(record.end, number, kind) - _lying(record.start, number, kind)
        room = _room(record.start, number, kind, terms)
        units = tuple(name for act in strikes for name in act.units)
        due = Interval.of(hits).smaller(room)
        most = due if all_told else room
        because = say(
            "{risen} come to {hex}, where hits that count are: {due}",
            counted(risen, say("{kind} marker", word(kind))), number, due if risen < due.high else most,
        )  # fmt: skip
        unread = Excuse(frozenset({number}))
        if risen < due.high:
            owed = not record.ended
            yield Breach((number,), because, units, ~Interval.of(risen).at_least(due), owed=owed, excuse=unread)
        elif risen > most.low:
            seen = all_seen(record) if all_told else YES
            yield Breach((number,), because, units, ~Interval.of(risen).at_most(most) & seen, excuse=unread)


def _lying(position: Position, number: str, kind: str) -> int:
    return sum(each.type.value or 1 for each in position.markers_at(number) if each.type.kind == kind)


def _room(position: Position, number: str, kind: str, terms: Wrecked) -> Interval:
    """How many more hits a place can take."""
    if kind in terms.bases:
        return capacity(position, number)
    lying, most = _lying(position, number, kind), terms.most.get(kind)
    return Interval.of(INFINITE if most is None else max(most - lying, 0))
