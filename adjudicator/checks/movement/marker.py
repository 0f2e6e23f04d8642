"""Markers that travel: by the ways open to them, from where and to where they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement import cost_of
from adjudicator.analysis.moves import marker_unit
from adjudicator.analysis.position import Act
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Trace
from adjudicator.model.theatre import Table


class MarkerTravels(Table):
    """Markers of these `kinds` travel in these `modes` of movement only (never, if none); from and to the places named.

    On its way a marker is judged as a unit of its side whose kind is the marker's.
    """

    kinds: frozenset[str]
    modes: frozenset[str] = frozenset()
    start: frozenset[str] = frozenset()
    end: frozenset[str] = frozenset()


@check("movement.marker", MarkerTravels)
def travels_as_it_should(act: Act, terms: MarkerTravels) -> Iterator[Breach]:
    """The commander travels by rail.

    Legal:    turn 2, French movement; weather clear; 0106: +commander; rail +commander 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0405: +commander; rail +commander 0405-0505
    """
    for name in act.markers if len(act.path) > 1 else ():
        marker = act.before.markers.get(name)
        if marker is None or marker.type.kind not in terms.kinds:
            continue
        said, trace = marker.type.name or marker.type.id, (Trace("path", act.path, act.kind),)
        if act.kind not in terms.modes and (act.kind != "shift" or not terms.modes):
            how = f"by {' or '.join(sorted(terms.modes))} only" if terms.modes else "nowhere"
            yield Breach(act.path[-1:], f"{said} travels {how}", traces=trace)
            continue
        places = act.before.network.theatre.places
        for named, number, word in ((terms.start, act.path[0], "from"), (terms.end, act.path[-1], "to")):
            if named and not any(place.hex == number and place.name in named for place in places):
                yield Breach((number,), f"{said} travels {word} {' or '.join(sorted(named))} only", traces=trace)
        if act.kind in terms.modes and all(number in act.before.network.index for number in act.path):
            path = cost_of(act.before, marker_unit(marker), act.path, mode=act.kind)
            for fault in path.faults[:1]:
                yield Breach((fault.hex,), f"{said} {'-'.join(act.path)}: {fault.why}", (), fault.missing, traces=trace)
