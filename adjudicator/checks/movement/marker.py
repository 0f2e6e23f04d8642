"""Markers that travel: by the ways open to them, from where and to where they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.movement.moves import marker_unit, path_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Trace
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Shifted
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.act import ActKinds
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words
from adjudicator.words import deed, either


class MarkerTravels(Table):
    """Markers of these `kinds` travel in these `modes` of movement only (never, if none); `when`; from and to the places named.

    On its way a marker is judged as a unit of its side whose kind is the marker's. Where the map ends before a place, the
    rail exit or map edge that is named for it ("to NAME") will do.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker. On its way a marker is judged as a unit of its side whose kind is the marker's."""
    modes: ActKinds = ActKinds()
    """The modes of movement in which they travel; none given: never."""
    start: frozenset[str] = frozenset()
    """The names of the places where they set out."""
    end: frozenset[str] = frozenset()
    """The names of the places where they go."""
    when: When = When()
    """When they travel."""
    own: ActKinds = ActKinds()
    """The modes in which their side must control both ends. Example: `own = ["naval"]`"""


EXITS = frozenset({"rail_exit", "map_edge"})


@check("movement.marker", MarkerTravels, markers_in=("kinds",))
def travels_as_it_should(act: Act, terms: MarkerTravels) -> Iterator[Breach]:
    """A marker that stands for a person travels by the modes it has only.

    Under:    thunder_in_the_east
    Legal:    turn 1, Soviet Special Movement Step; weather clear; season summer; 3113: +stalin;
              rail +stalin 3113-3212-3312-3412-3512-3611-3712-3812-3912-4011-4018
    Illegal:  Soviet Special Movement Step; weather clear; season summer; 3113: +stalin; rail +stalin 3113-3213
    """
    for name in act.markers if len(act.path) > 1 else ():
        marker = act.before.markers.get(name)
        if marker is None or marker.type.kind not in terms.kinds:
            continue
        said, trace = marker.type.name or marker.type.id, (Trace("path", act.path, act.kind),)
        if not terms.modes.fit(act) and (not isinstance(act, Shifted) or not terms.modes):
            how = say("only moves by {modes}", either(terms.modes)) if terms.modes else say("stays where it is")
            yield Breach(
                act.path[-1:],
                say("{said} is put from {start} to {end}, and {how}", said, act.path[0], act.path[-1], how),
                traces=trace,
            )
            continue
        now = terms.when.holds(act.before, marker.type.side)
        if not now.is_yes:
            yield Breach(
                act.path[-1:],
                say("{said} travels in {moment}; allowed only {when}", said, act.moment, when_words((terms.when,))),
                (),
                ~now,
                traces=trace,
            )
        for named, number, word in ((terms.start, act.path[0], "from"), (terms.end, act.path[-1], "to")):
            because = say(
                "{said} travels from {start} to {end}; it goes only {word} {named}",
                said,
                act.path[0],
                act.path[-1],
                word,
                either(named),
            )
            yield Breach((number,), because, (), ~_leads_to(act.before, terms, named, number), traces=trace)
        for number in (act.path[0], act.path[-1]) if terms.own.fit(act) else ():
            held = controls(act.before, number, marker.type.side, marker.type.side)
            if not held.is_yes:
                because = say("{said} {does} by {hex}, which its side does not control", said, deed(act.kind), number)
                yield Breach((number,), because, (), ~held, traces=trace)
        if terms.modes.fit(act) and all(number in act.before.network.index for number in act.path):
            path = path_of(act, marker_unit(marker), act.kind)
            if (fault := path.fault_of(frozenset())) is not None:
                because = say("{said} {path}: {why}", said, "-".join(act.path), fault.why)
                yield Breach((fault.hex,), because, (), fault.broken, traces=trace)


def _leads_to(position: Position, terms: MarkerTravels, named: frozenset[str], number: str) -> Known:
    """Whether a hex is one of the places named, or the way out of the map to one; every hex is where none is named."""
    places = position.network.theatre.places
    here = [place for place in places if place.hex == number]
    known = {place.name for place in places} & named
    if not named or any(place.name in named for place in here):
        return YES
    if known:
        return NO
    ways = {say("to {name}", name) for name in named}
    if any(place.name in ways for place in here):
        return YES
    where = strung(sorted(named), say(" or "))
    if any(place.kinds & EXITS for place in here):
        return Known.open(say("whether the way out at {hex} leads to {where}", number, where))
    return (
        NO if any(place.name in ways for place in places) else Known.open(say("where {where} lies on this map", where))
    )
