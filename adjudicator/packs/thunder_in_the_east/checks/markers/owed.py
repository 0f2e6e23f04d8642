"""Markers that something which happened brings with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.control import controller
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.lean import replace
from adjudicator.model.known import NO, Known, any_of, first_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.record.acts import Act, Laid, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.words import article, either, word


class Owed(Table):
    """What an event brings: a marker of the kind `owes` with the number `value` in its hex (`owes` empty: nothing).

    event: "shift" (a marker of `kinds` went from one hex to another), "lay" (one came onto the map), "captured" (a place
    of one of the kinds `places` changed hands). `origin`: situations one of which the hex that it left must fit;
    `shows`: the kinds that the marker itself must be of afterwards.
    """

    event: Literal["shift", "lay", "captured"]
    """What happened: "shift" (a marker of `kinds` went from one hex to another), "lay" (one came onto the map), or
    "captured" (a place changed hands)."""
    kinds: frozenset[MarkerKind] = frozenset()
    """The kinds of marker. Example: `kinds = ["headquarters"]`"""
    places: frozenset[PlaceKind] = frozenset()
    """The kinds of place: of "captured" those that changed hands, else those in which the marker now lies; none: anywhere."""
    origin: tuple[Situation, ...] = ()
    """Only if the hex that the marker left fits one of these."""
    when: When = When()
    """When it counts, seen from the marker's side. Example: `when = { phasing = "own" }`"""
    owes: str = ""
    """The kind of marker that is then owed in its hex; left out: none."""
    value: int = 0
    """The number of that marker."""
    shows: frozenset[str] = frozenset()
    """The kinds that the marker itself must be of afterwards."""


class OwedMarkers(Table):
    """The events, in order: the first that fits decides."""

    events: tuple[Owed, ...]
    """What brings a marker, in order; the first that fits decides."""


@check("markers.owed", OwedMarkers)
def brings_with_it(record: PhaseRecord, terms: OwedMarkers) -> Iterator[Breach]:
    """Who moves an HQ, or takes a place, lays the countdown that goes with it.

    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 1005: sov.3cav; sov.3cav 1005-1006
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 1027: sov.3cav; sov.3cav 1027-1026
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; lay +hq.agn.balanced 1517;
              lay +countdown.4 1517
    """
    for act in record.acts:
        if isinstance(act, Shifted | Laid) and act.markers:
            yield from _of_marker(record, act, terms)
    yield from _captures(record, terms)


def _of_marker(record: PhaseRecord, act: Act, terms: OwedMarkers) -> Iterator[Breach]:
    marker = act.after.markers[act.markers[0]]
    if not marker.hex or (isinstance(act, Shifted) and not act.before.markers[marker.id].hex):
        return
    network = record.start.network
    places = network.places_at.get(network.index.get(marker.hex, -1), ())
    there = {kind for place in places for kind in place.kinds}
    events = [
        each
        for each in terms.events
        if each.event == act.kind and marker.type.kind in each.kinds and (not each.places or each.places & there)
    ]
    # which of them it is may hang on an enemy by its line that nobody can read
    enemies = Excuse(sides=frozenset(act.before.pack.enemies(marker.type.side)))
    hidden = enemies if any(each.origin for each in events) else None
    for event, decides in first_of((event, _comes_about(act, event, marker)) for event in events):
        for breach in _judged(record, marker.hex, event, marker.type.name or marker.id):
            yield replace(breach, broken=decides, excuse=hidden)


def _comes_about(act: Act, event: Owed, marker: Marker) -> Known:
    """Whether what was done with a marker is an event that counts."""
    now = event.when.holds(act.before, marker.type.side)
    if now.is_no or not event.origin:
        return now
    return now & fits_any(act.before, marker.type.side, act.path[0], event.origin)


def _captures(record: PhaseRecord, terms: OwedMarkers) -> Iterator[Breach]:
    for place in record.start.network.theatre.places:
        event = next((each for each in terms.events if each.event == "captured" and each.places & place.kinds), None)
        if event is None:
            continue
        owner = controller(record.end, place.hex)
        has = {side: owner.is_(side) for side in record.start.pack.sides}
        captured = any_of(_taken(record, place.hex, side, after) for side, after in has.items() if after.possible)
        if captured.possible:
            for breach in _judged(record, place.hex, event, place.name):
                yield replace(breach, broken=breach.broken & captured)


def _taken(record: PhaseRecord, number: str, side: str, after: Known) -> Known:
    """Whether a side took a place in this phase, which `after` says it has or may have; in doubt it must have been entered."""
    taken = after & controller(record.start, number, side).is_one_of(record.start.pack.enemies(side))
    return NO if taken.is_open and not any(number in act.path for act in record.acts) else taken


def _judged(record: PhaseRecord, number: str, event: Owed, name: str) -> Iterator[Breach]:
    found = [marker.type.value for marker in _here(record.end, number, event.owes)]
    what = say("was captured") if event.event == "captured" else say("came here")
    if event.owes and event.value not in found:
        shown = say("there is {found}", either(map(str, found))) if found else say("there is none")
        yield Breach(
            (number,),
            say(
                "{name} {what}, which brings {owes} marker of {value}; {shown}",
                name,
                what,
                article(event.owes.replace("_", " ")),
                event.value,
                shown,
            ),
            owed=not found,
        )
    kinds = event.kinds | event.shows
    shown_kinds = {marker.type.kind for marker in record.end.markers_at(number)} & kinds
    if event.shows and shown_kinds and not shown_kinds & event.shows:
        wrong = strung(map(word, sorted(shown_kinds)), ", ")
        wanted = strung(map(word, sorted(event.shows)), say(" or "))
        yield Breach(
            (number,),
            say("{name} {what} as {wrong}, and must be {wanted}", name, what, article(wrong), article(wanted)),
        )


def _here(position: Position, number: str, kind: str) -> Iterator[Marker]:
    return (marker for marker in position.markers_at(number) if marker.type.kind == kind)
