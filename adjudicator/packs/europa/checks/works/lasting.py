"""Works that leave the map though they last."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import taken
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say


class Lasting(Table):
    """Markers of `kinds` that lie on the map when a phase begins lie in their hex when it is over, or others of the kinds do."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["fort"]`"""
    taken: bool = False
    """Whether they go when another side takes their hex. Example: `taken = true`"""


def _gone(record: PhaseRecord, terms: Lasting) -> Iterator[Marker]:
    """The markers that lie nowhere on the map any more."""
    left = {marker.hex for marker in record.end.markers.values() if marker.type.kind in terms.kinds and marker.hex}
    for name in sorted(record.start.markers):
        marker, after = record.start.markers[name], record.end.markers.get(name)
        gone = after is None or not after.hex or after.type.kind not in terms.kinds
        if marker.type.kind in terms.kinds and marker.hex and gone and marker.hex not in left:
            yield marker


def _any_lying(record: PhaseRecord, terms: Lasting) -> bool:
    return any(marker.type.kind in terms.kinds and marker.hex for marker in record.start.markers.values())


@check("works.lasting", Lasting, unseen="may excuse", markers_in=("kinds",), met=_any_lying)
def stays_where_it_was_built(record: PhaseRecord, terms: Lasting) -> Iterator[Breach]:
    """Nobody takes down a fort but who takes its hex.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708; lift +fort 2A/2708
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort; 2A/2710: ge.1pz;
              lift +fort 2A/2708
    """
    for marker in _gone(record, terms):
        name, lost = marker.type.name or marker.id, _taken(record, marker.hex) if terms.taken else NO
        if lost.is_yes:
            continue
        because = (
            say("{name} leaves the map from {hex}, which nobody took in this player turn", name, marker.hex)
            if terms.taken
            else say("{name} leaves the map from {hex}, and stays whatever happens", name, marker.hex)
        )
        yield Breach((marker.hex,), because, broken=~lost)


def _taken(record: PhaseRecord, number: str) -> Known:
    """Whether another side than when the player turn began came to control a hex, at any time of it."""
    first = (record.earlier[0] if record.earlier else record).start
    later = [*(act.after for each in (*record.earlier, record) for act in each.acts), record.end]
    return taken(first, _told_apart(later, number), number)


def _told_apart(positions: list[Position], number: str) -> Iterator[Position]:
    """Of positions in a row only those in which somebody else stands in the hex than in the one before, and the last."""
    there: tuple[str, ...] | None = None
    for position in positions:
        now = tuple(unit.id for unit in position.at(number))
        if now != there:
            yield position
        there = now
    yield positions[-1]
