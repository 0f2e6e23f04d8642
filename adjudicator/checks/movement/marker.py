"""Markers that travel: by the ways open to them, from where and to where they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.movement.moves import marker_unit, path_of
from adjudicator.checks.registry import check
from adjudicator.findings import Finding, Trace
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Shifted
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import deed, either


class MarkerTravels(Table):
    """Markers of these `kinds` travel in these `modes` of movement only (never, if none).

    On its way a marker is judged as a unit of its side whose kind is the marker's.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker. On its way a marker is judged as a unit of its side whose kind is the marker's."""
    modes: ActKinds = ActKinds()
    """The modes of movement in which they travel; none given: never."""
    own: ActKinds = ActKinds()
    """The modes in which their side must control both ends. Example: `own = ["naval"]`"""


@check("movement.marker", MarkerTravels, markers_in=("kinds",))
def travels_as_it_should(act: Act, terms: MarkerTravels) -> Iterator[Finding]:
    """A marker that stands for a person travels by the modes it has only.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2720: +rp.ax5; rail +rp.ax5 1B/2720-1B/2721-1B/2722
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2720: +rp.ax5; rail +rp.ax5 1B/2720-1B/2821
    """
    for name in act.markers if len(act.path) > 1 else ():
        marker = act.before.markers.get(name)
        if marker is None or marker.type.kind not in terms.kinds:
            continue
        said, trace = marker.type.name or marker.type.id, (Trace("path", act.path, act.kind),)
        if not terms.modes.fit(act) and (not isinstance(act, Shifted) or not terms.modes):
            how = say("only moves by {modes}", either(terms.modes)) if terms.modes else say("stays where it is")
            yield Finding(
                act.path[-1:],
                say("{said} is put from {start} to {end}, and {how}", said, act.path[0], act.path[-1], how),
                traces=trace,
            )
            continue
        for number in (act.path[0], act.path[-1]) if terms.own.fit(act) else ():
            held = controls(act.before, number, marker.type.side, marker.type.side)
            if not held.is_yes:
                because = say("{said} {does} by {hex}, which its side does not control", said, deed(act.kind), number)
                yield Finding((number,), because, (), ~held, traces=trace)
        if terms.modes.fit(act) and all(number in act.before.network.index for number in act.path):
            path = path_of(act, marker_unit(marker), act.kind)
            if (fault := path.fault_of(frozenset())) is not None:
                because = say("{said} {path}: {why}", said, "-".join(act.path), fault.why)
                yield Finding((fault.hex,), because, (), fault.broken, traces=trace)
