"""Markers of hits from the air that nobody has scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid, Lifted
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import counted


class HitMarkers(Table):
    """A marker stands for a hit that a mission scored in this player turn."""

    marks: Mapping[str, MarkerKind]
    """By kind of mission the marker of its hits. Example: `marks = { bomb_port = "port_hit" }`"""


@check("air.hit_markers", HitMarkers, unseen="may excuse", acts=("lay",))
def stands_for_a_hit(record: PhaseRecord, terms: HitMarkers) -> Iterator[Breach]:
    """No more markers of hits are laid than hits fell.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly bomb_airbase 1B/2712: ge.he111h base=1B/2719; strike bomb_airbase 1B/2712: ge.he111h die=6 hits=1;
              lay +hit.airbase 1B/2712
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly bomb_airbase 1B/2712: ge.he111h base=1B/2719; strike bomb_airbase 1B/2712: ge.he111h die=1 hits=0;
              lay +hit.airbase 1B/2712
    """
    for (kind, number), count in sorted(_laid(record, terms).items()):
        missions = {mission for mission, mark in terms.marks.items() if mark == kind}
        strikes = [act for act in record.with_earlier().of(Strike) if act.mission in missions and act.over == number]
        hits = [act.told.get("hits", "") for act in strikes]
        scored = sum(int(told) for told in hits if told.isdigit())
        if count <= scored:
            continue
        told = all(each.isdigit() for each in hits) and (bool(hits) or not _flown(record, number))
        name = next(each.name for each in record.end.pack.markers.values() if each.kind == kind)
        because = say(
            "{count} × {name} is laid in {hex}, and {scored} fell there", count, name, number, counted(scored, "hit")
        )
        yield Breach((number,), because, broken=YES if told else Known.open(say("the hits of each attack")))


def _laid(record: PhaseRecord, terms: HitMarkers) -> dict[tuple[str, str], Fraction]:
    """How many hits the markers stand for that were laid in a phase, less those taken away, by kind and hex."""
    found: dict[tuple[str, str], Fraction] = {}
    for act in record.of(Laid, Lifted):
        marker = act.marker
        if marker is not None and marker.hex and marker.type.kind in terms.marks.values():
            worth = Fraction(str(marker.type.value or 1)) * (1 if isinstance(act, Laid) else -1)
            key = marker.type.kind, marker.hex
            found[key] = found.get(key, Fraction(0)) + worth
    return found


def _flown(record: PhaseRecord, number: str) -> bool:
    """Whether something of the side whose phase it is flew to a hex in this player turn, whatever its mission."""
    turn = record.with_earlier()
    if any(act.over == number for act in turn.of(Flight, Strike)):
        return True
    side, positions = record.moment.phasing, (turn.start, *(act.after for act in turn.acts))
    return any(unit.side == side for position in positions for unit in position.flying_at(number))
