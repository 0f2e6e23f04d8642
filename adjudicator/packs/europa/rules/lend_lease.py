"""Supplies from abroad: 35 of Fire in the East, 34 of Sudden Storm. Players tell the route (`route=`) and the dice (`die=`)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import any_told, told_number
from adjudicator.analysis.situation import Situation, fits_any, joined, nearest_words
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO
from adjudicator.model.known import Known, any_of
from adjudicator.packs.europa.analysis.reinforcement import on_stretch
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.record.acts import Act, Laid, Placed, Shifted, Transfer
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where

CHAPTER = Chapter(area="reinforcement", unseen="may excuse nearby", when=("initial",))

NORTH, SOUTH = "north", "south"
ARRIVING = ("lay", "shift", "place", "transfer")
ARCTIC_PORTS = frozenset({"arctic_port"})
SOVIET_ARCTIC = Situation(where=Where(places=ARCTIC_PORTS, tags=frozenset({"ussr"})))
IRAN = Situation(where=Where(tags=frozenset({"iran"})))
SOUTHERN_EDGE = (("4A/5101", "4A/5112"), ("4A/4701", "4A/5101"))

Quays = tuple[Situation, ...]


def _quays(*ports: Where) -> Quays:
    return tuple(Situation(where=where, controlled="own") for where in ports)


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


def _landed(act: Act) -> list[tuple[str, str]]:
    """The side and the hex of units and of resource points that come onto the map."""
    kinds = {act.after.markers[name].type.kind for name in act.markers if name in act.after.markers}
    if act.markers and "resource" not in kinds:
        return []
    return [(side, number) for side, number, _ in _arrivals(act) if number in act.before.network.index]


@CHAPTER.article(
    "Northern Lend-Lease entry",
    printed(
        "fire_in_the_east",
        "35.1",
        figures=_quays(
            Where(places=ARCTIC_PORTS, without=frozenset({"freezing_port"})),
            Where(places=ARCTIC_PORTS, weather=frozenset({"clear", "mud", "frost"})),
        ),
        says="Lend-Lease by the northern route comes to ports of the Arctic that the Soviets hold and that are open (35): "
        "route=north.",
    ),
    printed(
        "sudden_storm",
        "34.a",
        figures=_quays(
            Where(places=ARCTIC_PORTS, without=frozenset({"freezing_coast"})), Where(places=ARCTIC_PORTS, severe="no")
        ),
        says="Lend-Lease by the northern route comes to ports of the Arctic that the Soviets hold and that are open (34): "
        "route=north.",
    ),
    acts=ARRIVING,
)
def by_the_north(act: Act, quays: Quays) -> Iterator[Finding]:
    """What comes by the north is landed at a port of the Arctic; what comes to one untold may have come by the north.

    Under:    own, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; severe no; control 2A/2712 soviet;
              lay +rp.so1 2A/2712 route=north die=8
    Illegal:  turn 8, Soviet Initial Phase; weather clear; severe no; lay +rp.so1 2A/3003 route=north die=8
    """
    landed, phase = _landed(act), act.moment.phase
    told = act.told.get("route") if landed else None
    for side, number in landed if told in (None, NORTH) else ():
        if told == NORTH:
            yield _misplaced(
                act, number, nearest_words(act.before, side, number, quays), fits_any(act.before, side, number, quays)
            )
        elif act.markers and phase is not None and "initial" in phase.names and phase.side == side:
            maybe = fits_any(act.before, side, number, (SOVIET_ARCTIC,))
            because = say("what comes to {hex} may have come by the route {route}", number, NORTH)
            yield Finding((number,), because, broken=maybe & Known.open(say("the route (route=)")))


@CHAPTER.article("Southern Lend-Lease", "fire_in_the_east:35.4", acts=ARRIVING)
def by_the_transcaucasus(act: Act) -> Iterator[Finding]:
    """Lend-Lease resource points by the southern route come onto the edge of the Transcaucasus, from 4A/4701 to 4A/5112 (35):
    route=south.

    Under:    own, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; lay +rp.so1 4A/5105 route=south
    Illegal:  turn 8, Soviet Initial Phase; weather clear; lay +rp.so1 2A/3003 route=south
    """
    where = say("the edge from {first} to {last}", *SOUTHERN_EDGE[0])
    landed = _landed(act)
    for _, number in landed if landed and act.told.get("route") == SOUTH else ():
        fits = any_of(on_stretch(act.before, number, first, last) for first, last in SOUTHERN_EDGE)
        yield _misplaced(act, number, where, fits)


@CHAPTER.article("Southern Lend-Lease", "sudden_storm:34.d", acts=ARRIVING)
def by_iran(act: Act) -> Iterator[Finding]:
    """Lend-Lease resource points by the southern route come to Iran (34): route=south.

    Under:    own, border_lands
    Legal:    turn 8, Soviet Initial Phase; weather clear; severe no; lay +rp.so1 3B/1202 route=south
    Illegal:  turn 8, Soviet Initial Phase; weather clear; severe no; lay +rp.so1 3B/0608 route=south
    """
    landed = _landed(act)
    for side, number in landed if landed and act.told.get("route") == SOUTH else ():
        yield _misplaced(
            act, number, nearest_words(act.before, side, number, (IRAN,)), fits_any(act.before, side, number, (IRAN,))
        )


def _misplaced(act: Act, number: str, where: str, fits: Known) -> Finding:
    told = act.told["route"]
    because = say("what comes by the route {route} arrives in {hex}; its place is: {where}", told, number, where)
    return Finding((number,), because, act.units, ~fits)


SUNK_UP_TO = 3


@CHAPTER.article(
    "Northern loss roll",
    printed(
        "fire_in_the_east",
        "35.2",
        says="Each item by the northern route is rolled for with two dice, and is sunk on 3 or less (35).",
    ),
    printed(
        "sudden_storm",
        "34.b",
        says="Each item by the northern route is rolled for with two dice, and is sunk on 3 or less (34).",
    ),
    unseen="cannot excuse",
    acts=ARRIVING,
)
def sunk_on_the_way(act: Act) -> Iterator[Finding]:
    """A cargo that was sunk does not arrive.

    Under:    own, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; severe no; control 2A/2712 soviet;
              lay +rp.so1 2A/2712 route=north die=3,2
    Illegal:  turn 8, Soviet Initial Phase; weather clear; severe no; control 2A/2712 soviet;
              lay +rp.so1 2A/2712 route=north die=1,2
    """
    arrived = list(_arrivals(act)) if _landed(act) and act.told.get("route") == NORTH else []
    if items := sum(count for _, _, count in arrived):
        at = tuple(dict.fromkeys(number for _, number, _ in arrived))
        rolls = _rolls(act.told.get("die", ""), items)
        if rolls is None:
            because = say("{items} come by the route {route}, each with a roll of two dice", Fraction(items), NORTH)
            yield Finding(at, because, act.units, Known.open(say("what was rolled for each (die=)")))
        elif sunk := [roll for roll in rolls if roll <= SUNK_UP_TO]:
            because = say("on a roll of {roll} a cargo is lost, up to {lost}", sunk[0], SUNK_UP_TO)
            yield Finding(at, because, act.units)


def _rolls(told: str, items: int) -> list[int] | None:
    """The roll for each item, told as two faces or as their sum; None where they cannot be read from what was told."""
    parts = told.split(",")
    numbers = [int(part) for part in parts if part.isdigit()]
    if len(parts) != len(numbers):
        return None
    if len(numbers) == items and all(2 <= each <= 12 for each in numbers):
        return numbers
    if len(numbers) == 2 * items and all(1 <= each <= 6 for each in numbers):
        return [numbers[i] + numbers[i + 1] for i in range(0, len(numbers), 2)]
    return None


@CHAPTER.article(
    "Northern placement",
    printed(
        "fire_in_the_east",
        "35.3",
        says="Armor points wait at a port that is isolated and goes on from one that is not; with the port they are lost (35): "
        "the numbers stockpile.PORT.",
    ),
    printed(
        "sudden_storm",
        "34.c",
        says="Armor points wait at a port that is isolated and goes on from one that is not; with the port they are lost (34): "
        "the numbers stockpile.PORT.",
    ),
    when=("end of soviet.initial",),
    met=lambda position: any_told(position, "stockpile"),
)
def stockpiles(position: Position) -> Iterator[Finding]:
    """What waits at a port is lost with it, and waits at none that is joined to the rest.

    Under:    own, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; control 2A/2712 axis; value stockpile.Tromso 0
    Illegal:  turn 8, Soviet Initial Phase; weather clear; control 2A/2712 axis; value stockpile.Tromso 3
    """
    places = {each.name: each.hex for each in reversed(position.network.theatre.places)}
    for name in sorted(position.values):
        kind, _, where = name.partition(".")
        if kind == "stockpile" and where in places:
            number, stored = places[where], position.values[name]
            waits, held = ~told_number(position, name).at_most(ZERO), controls(position, number, "soviet")
            because = say("{number} wait in {place}, which {side} does not hold", stored, where, "soviet")
            yield Finding((number,), because, broken=waits & ~held)
            because = say("{number} wait in {place}, from which the way is open", stored, where)
            yield Finding((number,), because, broken=waits & held & joined(position, "soviet", number, (NOT_ISOLATED,)))
