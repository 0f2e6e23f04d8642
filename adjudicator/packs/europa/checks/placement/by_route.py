"""Supplies from abroad that come where their route does not lead, or that were sunk on the way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.reinforcement import on_stretch
from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Laid, Placed, Shifted, Transfer
from adjudicator.said import say

ROUTE = "route"
"""What players say of an arrival: `route=north`."""
DIE = "die"
"""What they say of the roll: two faces for each item, or the sum of both."""
FACES = 6


NORTHERN = "north"
"""The route, as players tell it."""
LOST = 3
"""The highest roll on which an item is lost."""


class ByRoute(Table):
    """What arrives, and is told to come by a `route`, comes where that leads."""

    route: str
    """The route, as players tell it. Example: `route = "north"`"""
    kinds: frozenset[MarkerKind]
    """The kinds of marker that are judged; units are, whatever they are. Example: `kinds = ["resource"]`"""
    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of these."""
    ends: tuple[tuple[str, str], ...] = ()
    """Or it lies on one of these stretches of the map's edge, each from a hex to another."""
    asked: tuple[Situation, ...] = ()
    """Where something that arrives in an initial phase, and of which no route is told, may have come by this one."""


class SunkOnTheWay(Table):
    """Each item that is told to come by the northern route is rolled for with two dice, and is lost on a low roll."""


def _arrivals(act: Act) -> Iterator[tuple[str, str, int]]:
    """What comes onto the map: its side, the hex and how many items it is."""
    for name in act.units if isinstance(act, Placed | Transfer) else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if new is not None and new.hex and not (old is not None and old.hex):
            yield new.side, new.hex, 1
    for name in act.markers if isinstance(act, Laid | Shifted) else ():
        before, marker = act.before.markers.get(name), act.after.markers.get(name)
        if marker is not None and marker.hex and not (before is not None and before.hex):
            yield marker.type.side or act.moment.phasing, marker.hex, max(marker.type.value, 1)


def _kinds(act: Act) -> set[str]:
    return {act.after.markers[name].type.kind for name in act.markers if name in act.after.markers}


@check("placement.by_route", ByRoute, unseen="may excuse nearby", acts=("lay", "shift", "place", "transfer"))
def comes_by_its_route(act: Act, terms: ByRoute) -> Iterator[Breach]:
    """What comes by the north is landed at a port of the Arctic.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; control 2A/2712 soviet; lay +rp.so1 2A/2712 route=north die=8
    Illegal:  turn 8, Soviet Initial Phase; weather clear; lay +rp.so1 2A/3003 route=north die=8
    """
    told = act.told.get(ROUTE)
    if (told is not None and told != terms.route) or (act.markers and not _kinds(act) & terms.kinds):
        return
    for side, number, _ in _arrivals(act):
        if number not in act.before.network.index:
            continue
        if told is None:
            phase = act.moment.phase
            if act.markers and phase is not None and "initial" in phase.names and phase.side == side:
                maybe = fits_any(act.before, side, number, terms.asked) if terms.asked else NO
                because = say("what comes to {hex} may have come by the route {route}", number, terms.route)
                yield Breach((number,), because, broken=maybe & Known.open(say("the route (route=)")))
            continue
        fits = fits_any(act.before, side, number, terms.situations) if terms.situations else NO
        fits |= any_of(on_stretch(act.before, number, first, last) for first, last in terms.ends)
        because = say(
            "what comes by the route {route} arrives in {hex}; its place is: {where}", told, number, _where(terms)
        )
        yield Breach((number,), because, act.units, ~fits)


def _where(terms: ByRoute) -> str:
    if terms.situations:
        return situations_words(terms.situations)
    return say("the edge from {first} to {last}", *terms.ends[0]) if terms.ends else ""


@check("placement.sunk_on_the_way", SunkOnTheWay, unseen="cannot excuse", acts=("lay", "shift", "place", "transfer"))
def came_through(act: Act, terms: SunkOnTheWay) -> Iterator[Breach]:
    """A cargo that was sunk does not arrive.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; control 2A/2712 soviet; lay +rp.so1 2A/2712 route=north die=3,2
    Illegal:  turn 8, Soviet Initial Phase; weather clear; control 2A/2712 soviet; lay +rp.so1 2A/2712 route=north die=1,2
    """
    if act.told.get(ROUTE) != NORTHERN:
        return
    arrived = list(_arrivals(act))
    items = sum(count for _, _, count in arrived)
    if not items:
        return
    at = tuple(dict.fromkeys(number for _, number, _ in arrived))
    rolls = _rolls(act.told.get(DIE, ""), items)
    if rolls is None:
        because = say("{items} come by the route {route}, each with a roll of two dice", Fraction(items), NORTHERN)
        yield Breach(at, because, act.units, Known.open(say("what was rolled for each (die=)")))
        return
    sunk = [roll for roll in rolls if roll <= LOST]
    if sunk:
        because = say("on a roll of {roll} a cargo is lost, up to {lost}", sunk[0], LOST)
        yield Breach(at, because, act.units)


def _rolls(told: str, items: int) -> list[int] | None:
    """The roll for each item; None where they cannot be read from what was told."""
    parts = told.split(",")
    if not all(part.isdigit() for part in parts):
        return None
    numbers = [int(part) for part in parts]
    if len(numbers) == items and all(2 <= each <= 2 * FACES for each in numbers):
        return numbers
    if len(numbers) == 2 * items and all(1 <= each <= FACES for each in numbers):
        return [numbers[i] + numbers[i + 1] for i in range(0, len(numbers), 2)]
    return None
