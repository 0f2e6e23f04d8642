"""Resource points: carried overland, captured and destroyed (12F, 39B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

from adjudicator.analysis.control import controls
from adjudicator.analysis.movement.moves import kinder_ways, mode_of, path_of, spent_together
from adjudicator.analysis.movement.step_cost import in_words
from adjudicator.analysis.movement.values import Path
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._points import RESOURCE
from adjudicator.record.acts import Act, Movement, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount, counted, listed

CHAPTER = Chapter(when=("movement", "combat", "exploitation"))

TRUCK_LOAD = 30
TRUCKS = Selector(kinds=frozenset({"truck"}))
TRUCKS_IN_USE = Selector(kinds=frozenset({"truck"}), any_tags=frozenset({"extends_lines", "used_as_source"}))
BEARERS = Selector(without_tags=frozenset({"afloat", "fixed"}))
MARCHES = ("move", "administrative", "overrun")
WITHOUT_BEARERS = frozenset({"rail", "strategic", "naval", "landing", "ferry"})
"""How points travel without a unit that carries them."""
DEPLETED = "depleted"
"""The marker of a truck that served supply."""
CAPTURE = "resource_capture"
"""The option by which points are captured."""
Hexes = tuple[str, ...]


class _Load(NamedTuple):
    """Points of a side that an act takes from a hex to another."""

    act: Travel
    side: str
    points: Fraction


def _loads(record: PhaseRecord, alone: frozenset[str]) -> Iterator[_Load]:
    """What was taken overland, otherwise than `alone`."""
    for act in record.of(Travel):
        if act.units or act.kind in alone or len(act.path) < 2 or act.path[0] == act.path[-1]:
            continue
        if not all(end in act.before.network.index for end in (act.path[0], act.path[-1])):
            continue
        for marker in (act.before.markers.get(name) for name in act.markers):
            if marker is not None and marker.type.kind in RESOURCE:
                yield _Load(act, marker.type.side, Fraction(marker.type.value or 1))


@dataclass(frozen=True, slots=True)
class Bearers:
    """How much units carry; a truck carries thirty points."""

    each_re: int
    """Points for each RE of a unit."""
    slowed: bool = False
    """Whether the first point for each RE takes a movement point off the unit's rating, the second two, and so on."""
    trucks_serve: bool = False
    """Whether a truck that lengthens lines, or served supply, carries nothing."""


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "12F.4",
        covers=("12F.5",),
        figures=Bearers(each_re=2, slowed=True, trucks_serve=True),
        title="Carrying resource points",
        area="movement",
        says="Overland resource points are carried: one for each RE of a unit for a movement point, two for two points, thirty"
        " by a truck that served no supply (12F).",
    ),
    printed(
        "sudden_storm",
        "12F.c",
        figures=Bearers(each_re=1),
        title="Carrying on foot",
        area="production",
        says="Overland resource points are carried: one for each RE of a unit, thirty by a truck (12F).",
    ),
    when=("movement", "exploitation"),
    met=lambda record: _loads(record, WITHOUT_BEARERS),
)
def carried_overland(record: PhaseRecord, bearers: Bearers) -> Iterator[Finding]:
    """Resource points do not go overland by themselves: a division takes some along.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2720: ge.1inf, +rp.ax1; ge.1inf 1B/2720-1B/2719;
              shift +rp.ax1 1B/2720-1B/2719
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2720: ge.1inf, +rp.ax5; shift +rp.ax5 1B/2720-1B/2719
    """
    yield from _carried(record, bearers, MARCHES, WITHOUT_BEARERS)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "12F.6",
        figures=Bearers(each_re=2, trucks_serve=True),
        title="Retreating with resource points",
        area="retreat-advance",
    ),
    printed("sudden_storm", "12F.d", figures=Bearers(each_re=1), title="Carrying on retreat", area="production"),
    when=("combat",),
    met=lambda record: _loads(record, frozenset()),
)
def carried_on_retreat(record: PhaseRecord, bearers: Bearers) -> Iterator[Finding]:
    """Who retreats takes resource points along up to what he can carry (12F).

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif, +rp.so1;
              attack 1B/2914: ge.1inf result=DR; retreat so.10rif 1B/2914-1B/2813; shift +rp.so1 1B/2914-1B/2813
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif, +rp.so10;
              attack 1B/2914: ge.1inf result=DR; retreat so.10rif 1B/2914-1B/2813; shift +rp.so10 1B/2914-1B/2813
    """
    yield from _carried(record, bearers, ("retreat", "advance"), frozenset())


def _carried(record: PhaseRecord, bearers: Bearers, by: tuple[str, ...], alone: frozenset[str]) -> Iterator[Finding]:
    loads = tuple(_loads(record, alone))
    for side, starts, ends in _journeys(loads):
        moved = [load for load in loads if load.side == side and _goes(load.act, starts, ends)]
        points = sum((load.points for load in moved), Fraction(0))
        company = tuple(_company(record, by, side, starts, ends))
        room = sum_of(_room(record, bearers, unit, ends) * trips for unit, trips, _ in company)
        because = say(
            "{points} points go from {start} to {end}, and units that go with them carry {room}",
            amount(points),
            listed(starts),
            listed(ends),
            room,
        )
        broken = ~Interval.of(points).at_most(room)
        if broken.possible and any(went.is_open for _, _, went in company):
            broken = Known.open(say("which way the units went"))
        if any(claim.word in alone for load in moved for claim in load.act.claims):
            broken &= Known.open(say("whether the points went by rail"))
        yield Finding((*starts, *ends), because, tuple(unit.id for unit, _, _ in company), broken)


def _goes(act: Travel, starts: Hexes, ends: Hexes) -> bool:
    return act.path[0] in starts and act.path[-1] in ends


def _journeys(loads: Iterable[_Load]) -> Iterator[tuple[str, Hexes, Hexes]]:
    """The sides with the hexes between which they took points: each two, and all ends of one start, all starts of one end.

    Nobody carries more out of a hex than he can, wherever he puts it down, nor more into one.
    """
    pairs = dict.fromkeys((load.side, load.act.path[0], load.act.path[-1]) for load in loads)
    for side, start, end in pairs:
        yield side, (start,), (end,)
    for side in dict.fromkeys(side for side, _, _ in pairs):
        own = [(start, end) for each, start, end in pairs if each == side]
        for start in dict.fromkeys(start for start, _ in own):
            ends = tuple(end for each, end in own if each == start)
            if len(ends) > 1:
                yield side, (start,), ends
        for end in dict.fromkeys(end for _, end in own):
            starts = tuple(start for start, each in own if each == end)
            if len(starts) > 1:
                yield side, starts, (end,)


def _company(
    record: PhaseRecord, by: tuple[str, ...], side: str, starts: Hexes, ends: Hexes
) -> Iterator[tuple[Unit, int, Known]]:
    """The units of a side that went from one of these hexes to one of those in the phase, or may have, and how many times."""
    ways: dict[str, list[Hexes]] = {}
    units: dict[str, Unit] = {}
    for act in record.called(by):
        for unit in (act.before.units.get(name) for name in act.units if act.path):
            if unit is not None and unit.side == side:
                units.setdefault(unit.id, unit)
                ways.setdefault(unit.id, []).append(_way(act, unit))
    for name, parts in ways.items():
        trips = _trips([number for part in parts for number in part], starts, ends)
        if trips:
            yield units[name], trips, YES
        elif any("" in part for part in parts):
            yield units[name], 1, Known.open(say("which way {unit} went", units[name]))


def _trips(path: Sequence[str], starts: Hexes, ends: Hexes) -> int:
    """How many times a way leads from one of these hexes on to one of those."""
    trips, loaded = 0, False
    for number in path:
        if loaded and number in ends:
            trips, loaded = trips + 1, False
        loaded = loaded or number in starts
    return trips


def _way(act: Act, unit: Unit) -> Hexes:
    """The hexes that a unit passed; "" for those that nobody knows."""
    path = act.path if len(act.path) > 1 else (unit.hex, *act.path)
    network = act.before.network
    steps = ((network.index.get(one), network.index.get(other)) for one, other in pairwise(path))
    gaps = any(i is not None and j is not None and network.distance(i, j) > 1 for i, j in steps)
    return (*path, "") if gaps else path


def _room(record: PhaseRecord, bearers: Bearers, unit: Unit, ends: Hexes) -> Interval:
    """How much a unit carries to one of these hexes: no more than leaves it the points for the way that it went till then."""
    if TRUCKS.matches(unit):
        if bearers.trucks_serve and TRUCKS_IN_USE.matches(unit):
            return ZERO
        served = _served(record, unit) if bearers.trucks_serve else NO
        return Interval.by(served, ZERO, Interval.of(TRUCK_LOAD))
    if not BEARERS.matches(unit):
        return ZERO
    size = unit_size(unit, "points")
    if not bearers.slowed:
        return Interval.of(bearers.each_re * size)
    return sum_of(
        Interval.one_if(_gets_there(record, unit, less, ends)) * size for less in range(1, bearers.each_re + 1)
    )


def _served(record: PhaseRecord, unit: Unit) -> Known:
    """Whether a truck came to be depleted in the player turn; open where its first phase is not on record."""
    if DEPLETED not in unit.marks:
        return NO
    phases = ((each, each.moment.phase) for each in record.earlier)
    first = next((each for each, phase in phases if phase is not None and phase.kind == "initial"), None)
    then = first.start.units.get(unit.id) if first is not None else None
    if first is None or then is None or (DEPLETED in then.marks and not first.begun):
        return Known.open(say("whether {unit} served supply in this player turn", unit))
    return Known.of(DEPLETED not in then.marks)


def _gets_there(record: PhaseRecord, unit: Unit, less: int, ends: Hexes) -> Known:
    """Whether a unit's marches of the phase, till it came to one of these hexes, are within its rating less so many points."""
    printed_rating = unit.shown.movement
    if printed_rating is None:
        return YES
    faces = list(unit.type.faces)
    faces[unit.face] = unit.shown.model_copy(update={"movement": max(Fraction(printed_rating) - less, Fraction(0))})
    laden = replace(unit, type=unit.type.model_copy(update={"faces": tuple(faces)}))
    goes = [
        (act, path_of(act, laden, mode))
        for act in record.of(Movement)
        if unit.id in act.units and len(act.path) > 1 and (mode := mode_of(act))
    ]
    came = [number for number, (act, _) in enumerate(goes) if not set(ends).isdisjoint(act.path[1:])]
    goes = goes[: came[-1] + 1] if came else goes
    far = any_of(fault.broken for _, path in goes for fault in path.faults if fault.aspect == "allowance")
    return ~far & _within_one_rating(record, goes)


def _within_one_rating(record: PhaseRecord, goes: Sequence[tuple[Act, Path]]) -> Known:
    """Whether all goes of a unit are together within what the first had, on the quickest way where nobody shows which it took."""
    if len(goes) < 2:
        return YES
    quickest = [min((path, *kinder_ways(act, path)), key=lambda way: way.spent.low) for act, path in goes]
    budget, hexes = goes[0][1].budget, sum(len(path.hexes) - 1 for _, path in goes)
    return in_words(
        record.start,
        sum_of(spent_together(quickest)).at_most(budget.points) | Interval.of(hexes).at_most(budget.minimum),
    )


def _shifted(record: PhaseRecord, side: str, number: str) -> Fraction:
    """The points of a side that came to a hex in the phase, less those that left it for another."""
    total = Fraction(0)
    for act in record.of(Travel):
        for marker in (act.before.markers.get(name) for name in act.markers if len(act.path) > 1):
            if marker is not None and marker.type.kind in RESOURCE and marker.type.side == side:
                total += Fraction(marker.type.value or 1) * ((act.path[-1] == number) - (act.path[0] == number))
    return total


class _Taken(NamedTuple):
    """A hex with points that changed hands in the phase, or may have."""

    hex: str
    loser: str
    captor: str
    surely: Known


def _taken(record: PhaseRecord) -> Iterator[_Taken]:
    pack = record.start.pack
    for loser in pack.sides:
        for number in sorted(lying_points(record.start, RESOURCE, loser)):
            for captor in pack.enemies(loser):
                taken = controls(record.start, number, loser) & controls(record.end, number, captor)
                if taken.possible:
                    yield _Taken(number, loser, captor, taken)


def _any_taken(record: PhaseRecord, _: object) -> bool:
    return any(True for _ in _taken(record))


@CHAPTER.article(
    "Destroying resource points",
    "fire_in_the_east:12F.2",
    area="special",
    met=lambda record, _: CAPTURE not in record.start.pack.options and _any_taken(record, _),
)
def destroyed_on_capture(record: PhaseRecord) -> Iterator[Finding]:
    """Resource points in a hex that the enemy captures are destroyed, and nobody gets them (12F).

    Under:    fire_in_the_east, border_lands
    Legal:    turn 5, German Movement Phase; weather clear; severe no; history whole; 3B/0307: +rp.so5; 3B/0309: ge.1inf;
              ge.1inf 3B/0309-3B/0308-3B/0307; lift +rp.so5 3B/0307
    Illegal:  turn 5, German Movement Phase; weather clear; severe no; history whole; 3B/0307: +rp.so5; 3B/0309: ge.1inf;
              ge.1inf 3B/0309-3B/0308-3B/0307; swap +rp.so5+rp.ax2 3B/0307
    """
    if CAPTURE in record.start.pack.options:
        return
    for each in _shares(record, Fraction(0)):
        if not any(_lie_among_enemies(record.end, number) for number in each.at):  # 12F.2l says it of those
            yield each


def _lie_among_enemies(position: Position, number: str) -> bool:
    """Whether a side's points lie in a hex with units, and none of its own."""
    sides = {unit.side for unit in position.at(number)}
    lying = (side for side in position.pack.sides if number in lying_points(position, RESOURCE, side))
    return bool(sides) and any(side not in sides for side in lying)


@CHAPTER.article(
    "Capturing resource points", "fire_in_the_east:39B.2", area="special", met=_any_taken, options=("resource_capture",)
)
def capture(record: PhaseRecord) -> Iterator[Finding]:
    """Of the resource points in a captured hex half, rounded down, become the captor's, and the rest are destroyed.

    Under:    fire_in_the_east, border_lands, resource_capture
    Legal:    turn 5, German Movement Phase; weather clear; severe no; history whole; 3B/0307: +rp.so5; 3B/0309: ge.1inf;
              ge.1inf 3B/0309-3B/0308-3B/0307; swap +rp.so5+rp.ax2 3B/0307
    Illegal:  turn 5, German Movement Phase; weather clear; severe no; history whole; 3B/0307: +rp.so5; 3B/0309: ge.1inf;
              ge.1inf 3B/0309-3B/0308-3B/0307; swap +rp.so5+rp.ax5 3B/0307
    """
    yield from _shares(record, Fraction(1, 2))


@CHAPTER.article("Capture", "sudden_storm:12F.g", area="production", met=_any_taken)
def capture_in_storm(record: PhaseRecord) -> Iterator[Finding]:
    """Of the resource points in a captured hex half, rounded down, become the captor's, and the rest are destroyed.

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +rp.so5; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708; swap +rp.so5+rp.ax2 2A/2708
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +rp.so5; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708; swap +rp.so5+rp.ax5 2A/2708
    """
    yield from _shares(record, Fraction(1, 2))


def _shares(record: PhaseRecord, share: Fraction) -> Iterator[Finding]:
    """The captured hexes of whose points the captor has another share, or in which some of the loser's still lie."""
    for number, loser, captor, taken in _taken(record):
        before, after = (
            {side: lying_points(at, RESOURCE, side).get(number, Fraction(0)) for side in (loser, captor)}
            for at in (record.start, record.end)
        )
        lay = before[loser] + _shifted(record, loser, number)
        got = after[captor] - before[captor] - _shifted(record, captor, number)
        due = Fraction(floor(lay * share))
        if after[loser]:
            because = say(
                "another side took {hex}, and points that lay there still do: {left}", number, amount(after[loser])
            )
            yield Finding((number,), because, broken=taken, owed=not record.ended)
        elif got != due:
            because = say(
                "of {points} in {hex} the captor gets {got}, and his share is {due}",
                counted(int(lay), "point"),
                number,
                amount(got),
                amount(due),
            )
            yield Finding((number,), because, broken=taken, owed=not record.ended and got < due)


def _gone(record: PhaseRecord) -> Iterator[tuple[str, str, Fraction]]:
    """Side, hex and number of the points that are gone in the enemy's turn."""
    phasing = record.moment.phasing
    for side in record.start.pack.sides if phasing else ():
        now = lying_points(record.end, RESOURCE, side)
        for number, lay in sorted(lying_points(record.start, RESOURCE, side).items()):
            gone = lay + _shifted(record, side, number) - now.get(number, Fraction(0))
            if side != phasing and gone > 0:
                yield side, number, gone


@CHAPTER.article(
    "Destroying resource points in one's own turn",
    "fire_in_the_east:39B.1",
    area="special",
    unseen="may excuse nearby",
    met=_gone,
    options=("resource_capture",),
)
def destroyed_in_ones_own_turn(record: PhaseRecord) -> Iterator[Finding]:
    """A side burns its resource points in its own player turn only.

    Under:    fire_in_the_east, border_lands, resource_capture
    Legal:    turn 5, Soviet Movement Phase; weather clear; severe no; history whole; 3B/0307: so.10rif, +rp.so5;
              lift +rp.so5 3B/0307
    Illegal:  turn 5, German Movement Phase; weather clear; severe no; history whole; 3B/0307: so.10rif, +rp.so5;
              lift +rp.so5 3B/0307
    """
    yield from _burnt(record)


@CHAPTER.article(
    "Voluntary destruction", "sudden_storm:12F.f", area="production", unseen="may excuse nearby", met=_gone
)
def voluntary_destruction(record: PhaseRecord) -> Iterator[Finding]:
    """A side destroys its resource points in its own player turn alone (12F).

    Legal:    turn 5, Soviet Movement Phase; weather clear; history whole; 2A/2708: so.10rif, +rp.so5; lift +rp.so5 2A/2708
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: so.10rif, +rp.so5; lift +rp.so5 2A/2708
    """
    yield from _burnt(record)


def _burnt(record: PhaseRecord) -> Iterator[Finding]:
    """The points that are gone in the enemy's turn from hexes that their side still holds."""
    for side, number, gone in _gone(record):
        because = say(
            "{side} points are gone from {hex} in the enemy's turn: {gone}; a side burns its points in its own turn alone",
            side,
            number,
            amount(gone),
        )
        yield Finding((number,), because, broken=controls(record.end, number, side))
