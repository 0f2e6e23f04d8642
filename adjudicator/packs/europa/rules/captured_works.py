"""Works that a capture destroys: 17C and 31A5 of Fire in the East, 30A5 and 30E of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import taken
from adjudicator.checks.articles import article, printed
from adjudicator.checks.registry import Met
from adjudicator.findings import Finding
from adjudicator.model.units import Marker
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

AFTER_A_MOVE = ("movement", "combat", "exploitation")


def _lain(record: PhaseRecord, kind: str) -> Iterator[tuple[Marker, str]]:
    """Every such marker that lay in a hex as the phase began and lies in one as it ends, with that hex."""
    for name in sorted(record.start.markers):
        marker, after = record.start.markers[name], record.end.markers.get(name)
        if marker.type.kind == kind and marker.hex and after is not None and after.hex:
            yield marker, after.hex


def _is_lying(kind: str) -> Met:
    return lambda record, _: any(marker.hex == now for marker, now in _lain(record, kind))


def _still_there(record: PhaseRecord, kind: str) -> Iterator[Finding]:
    """Such markers lie in no hex that another side came to control in the phase."""
    for marker, now in _lain(record, kind):
        if now == marker.hex:
            name = marker.type.name or marker.id
            because = say("{name} still lies in {hex}, which another side took in this phase", name, now)
            yield Finding((now,), because, broken=taken(record.start, (record.end,), now), owed=not record.ended)


@article(
    printed(
        "fire_in_the_east", "31A5a", title="Fortress capture", says="A fortress that is taken is destroyed (31A5a)."
    ),
    printed("sudden_storm", "30A5a.a", title="Fortresses", says="A fortress that is taken is destroyed (30A5a)."),
    when=AFTER_A_MOVE,
    area="fortification",
    met=_is_lying("fortress"),
)
def fortress_captured(record: PhaseRecord) -> Iterator[Finding]:
    """A fortress that the enemy takes is gone.

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2705: +fortress; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fortress; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708
    """
    yield from _still_there(record, "fortress")


@article(
    "Temporary airfields taken",
    "fire_in_the_east:17C",
    when=AFTER_A_MOVE,
    area="airbase",
    met=_is_lying("temporary_airfield"),
)
def temporary_airfield_captured(record: PhaseRecord) -> Iterator[Finding]:
    """A temporary airfield that the enemy takes is destroyed.

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2705: +temporary_airfield; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +temporary_airfield; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708
    """
    yield from _still_there(record, "temporary_airfield")


UNDER_CONSTRUCTION = ("fort_building", "airfield_building")


@article(
    "Works lost while building",
    printed("sudden_storm", "14A.d", says="What is being built is gone from a hex that the enemy gains (14A)."),
    when=AFTER_A_MOVE,
    area="engineering",
    met=lambda record: any(marker.hex == now for kind in UNDER_CONSTRUCTION for marker, now in _lain(record, kind)),
)
def works_lost_while_building(record: PhaseRecord) -> Iterator[Finding]:
    """A fort or an airfield under construction is gone from a hex that the enemy gains; the airfield is built as a fort is.

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2705: +fort.building; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort.building; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708
    """
    for kind in UNDER_CONSTRUCTION:
        yield from _still_there(record, kind)


@article(
    printed(
        "fire_in_the_east",
        "31E.3m",
        title="A captured capital is gone",
        covers=("31E.3",),
        says="The capital is taken off the map when an Axis unit gains its hex (31E).",
    ),
    printed(
        "sudden_storm",
        "30E.d",
        title="Capital captured",
        says="The capital is gone from a hex that the Axis takes (30E).",
    ),
    when=AFTER_A_MOVE,
    area="special",
    met=_is_lying("capital"),
)
def capital_captured(record: PhaseRecord) -> Iterator[Finding]:
    """The capital is gone from a hex that the Axis takes (30E).

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2705: +capital; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +capital; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708
    """
    yield from _still_there(record, "capital")


@article(
    printed(
        "fire_in_the_east",
        "31A5b",
        title="Fort capture",
        says="A fort that is taken is destroyed (31A5b), and none goes elsewhere.",
    ),
    printed(
        "sudden_storm",
        "30A5b.a",
        title="Forts",
        says="A fort is gone when the enemy takes its hex (30A5b), and none goes elsewhere.",
    ),
    when=AFTER_A_MOVE,
    area="fortification",
    met=lambda record, _: any(True for _ in _lain(record, "fort")),
)
def fort_captured(record: PhaseRecord) -> Iterator[Finding]:
    """A fort that the enemy takes is gone, and none goes into another hex.

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2705: +fort; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708
    """
    for fort, now in _lain(record, "fort"):
        if now != fort.hex:
            name = fort.type.name or fort.id
            because = say(
                "{name} goes from {hex} to {other}, and leaves its place for no other hex", name, fort.hex, now
            )
            yield Finding((fort.hex, now), because)
    yield from _still_there(record, "fort")
