"""Ships that sailed out against the enemy's transports and did not come home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.economy import holder_of
from adjudicator.analysis.history import moved_so
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Returned(Table):
    """Markers that sailed in these phases of a turn are back in their base when this phase is over."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker that stand for ships. Example: `kinds = ["fleet"]`"""
    sailed: frozenset[PhaseName]
    """The ids of the phases in which they sailed out. Example: `sailed = ["axis.reaction"]`"""
    bases: Mapping[str, str]
    """The name of the base, by a tag of the marker. Example: `bases = { baltic = "Leningrad" }`"""


def _out(record: PhaseRecord, terms: Returned) -> Iterator[tuple[Marker, str, Known]]:
    """The ships outside their base, each with the name of that, and whether it sailed out in those phases of this turn."""
    hexes = {place.name: place.hex for place in record.end.network.theatre.places}
    for _, marker in sorted(record.end.markers.items()):
        base = next((place for tag, place in terms.bases.items() if tag in marker.type.tags), "")
        if marker.type.kind not in terms.kinds or not marker.hex or marker.hex == hexes.get(base, marker.hex):
            continue
        went = record.end.memory.went.get(marker.type.id)
        might = marker.hex not in hexes.values() if went is None else went.phase in terms.sailed
        sailed = moved_so(record.end, marker.type.id, Shifted.word) if might else NO
        if sailed.possible:
            yield marker, base, sailed


def _any_sailed(record: PhaseRecord, terms: Returned) -> bool:
    known = record.end.memory.went
    sailed = {name for name, went in known.items() if went.turn == record.moment.turn and went.deed == Shifted.word}
    ships = (each for each in record.end.markers.values() if each.type.kind in terms.kinds)
    return any(each.type.id in sailed for each in ships) or any(True for _ in _out(record, terms))


@check("naval.returned", Returned, unseen="cannot excuse", met=_any_sailed)
def comes_home(record: PhaseRecord, terms: Returned) -> Iterator[Breach]:
    """A Fleet that intercepted goes back to its Naval Base after the battle, while its side has that.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; 1503: +fleet.baltic; remember went fleet.baltic shift 9 axis.reaction;
              shift +fleet.baltic 1503-1903; turn 9, Axis Air Return Step; say we go on; turn 9, Axis Regular Movement Step;
              say we go on
    Illegal:  turn 9, Axis Air Return Step; 1503: +fleet.baltic; remember went fleet.baltic shift 9 axis.reaction;
              say we go on; turn 9, Axis Regular Movement Step; say we go on
    """
    for marker, base, sailed in _out(record, terms):
        because = say(
            "{name} sailed out to intercept, lies in {hex} after the battles, and returns to {base}",
            marker.type.name or marker.id,
            marker.hex,
            base,
        )
        there = holder_of(record.end, base).is_(marker.type.side)
        yield Breach((marker.hex,), because, broken=sailed & there, owed=not record.ended)
