"""Regauging the broad lines of the USSR: 7A3 of Sudden Storm, how many hexes in a turn, and which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import floor

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Finding
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, unless_missing
from adjudicator.model.network import Network
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.climate import climate
from adjudicator.words import counted, word

CHAPTER = Chapter(area="rail", unseen="cannot excuse", acts=("lay",), when=("movement",))

BROAD, STANDARD = frozenset({"rail_broad"}), frozenset({"rail_standard"})
REGAUGED = "regauged"
"""The marker on a hex that has the new gauge."""
IN_SUPPLY = Situation(connected=(Connection(lines=("regular",), to=frozenset({"source", "landed_supply"})),))
RATE = {"clear": 24, "frost": 18, "mud": 12, "snow": 12}
"""Hexes in a turn, by the weather of zone B."""
ZONE_OF_THE_RATE = "zone_b"
ZONES = ("zone_a", "zone_b", "zone_c", "zone_d", "zone_g")
MOST_IN_ONE_ZONE = Fraction(1, 2)
MOST_IN_A_ROW = 4


def _regauged(record: PhaseRecord) -> Iterator[tuple[Position, str]]:
    """Each hex that gets a marker of the new gauge in the phase, with the position before."""
    for act in record.of(Laid):
        for marker in (act.after.markers.get(name) for name in act.markers):
            if marker is not None and marker.type.kind == REGAUGED and marker.hex in act.before.network.index:
                yield act.before, marker.hex


def _beside(network: Network, i: int) -> list[int]:
    return [j for j in network.neighbours[i].tolist() if j >= 0]


@CHAPTER.article("Regauge eligibility", "sudden_storm:7A3.d", covers=("7A3.e",), unseen="may excuse nearby")
def eligible_hex(record: PhaseRecord) -> Iterator[Finding]:
    """A hex regauged was the Axis's as the phase began, is in supply and joins standard gauge.

    Legal:    turn 5, German Movement Phase; weather clear; control 1B/2707 axis; control 1B/2708 axis;
              control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis; control 1B/2712 axis;
              control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis; control 1B/2716 axis;
              control 1B/2717 axis; control 1B/2606 axis; control 1B/2506 axis; lay +regauged 1B/2606;
              lay +regauged 1B/2506
    Illegal:  turn 5, German Movement Phase; weather clear; control 1B/2707 axis; control 1B/2708 axis;
              control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis; control 1B/2712 axis;
              control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis; control 1B/2716 axis;
              control 1B/2717 axis; control 1B/2606 axis; control 1B/2506 axis; lay +regauged 1B/2506;
              lay +regauged 1B/2606
    Illegal:  turn 5, Soviet Movement Phase; weather clear; control 1B/2707 axis; control 1B/2708 axis;
              control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis; control 1B/2712 axis;
              control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis; control 1B/2716 axis;
              control 1B/2717 axis; control 1B/2606 axis; control 1B/2506 axis; lay +regauged 1B/2606
    """
    side = record.moment.phasing
    for position, number in _regauged(record):
        land = ground_at(position).of(side)
        network, i = land.sure, position.network.index[number]
        around = _beside(network, i)
        if not any(network.hexside(i, j) & BROAD for j in around):
            network = land.perhaps
            perhaps = any(network.hexside(i, j) & BROAD for j in around)
            because = say("{hex} is regauged, and has no line to regauge", number)
            yield Finding((number,), because, broken=unless_missing(*land.missing((i, *around))) if perhaps else YES)
            if not perhaps:
                continue
        held = controls(record.start, number, side, side)
        because = say("{hex} is regauged, and was not its side's when the phase began, as it must be", number)
        yield Finding((number,), because, broken=~held)
        if not _joins_the_new_gauge(position, network, i):
            because = say("{hex} is regauged, and no line of the new gauge leads to it, as one must", number)
            yield Finding((number,), because)
        supplied = fits_any(record.start, side, number, (IN_SUPPLY,))
        because = say("{hex} is regauged, and is not in supply, as it must be", number)
        yield Finding((number,), because, broken=~supplied)


def _joins_the_new_gauge(position: Position, network: Network, i: int) -> bool:
    """Whether the line goes on from a hex to one that has the new gauge already."""
    for j in _beside(network, i):
        features = network.hexside(i, j)
        marked = any(marker.type.kind == REGAUGED for marker in position.markers_at(network.number(j)))
        begins = any(network.hexside(j, k) & STANDARD for k in _beside(network, j))
        if features & STANDARD or (features & BROAD and (marked or begins)):
            return True
    return False


@CHAPTER.article("Regauge rate", "sudden_storm:7A3.f", covers=("3C4.a",))
def regauge_rate(record: PhaseRecord) -> Iterator[Finding]:
    """So many hexes are regauged in a turn, by the weather of zone B; what is left over is lost.

    Legal:    turn 5, German Movement Phase; weather snow; control 1B/2606 axis; control 1B/2506 axis;
              lay +regauged 1B/2606; lay +regauged 1B/2506
    Illegal:  turn 5, German Movement Phase; weather snow; lay +regauged 1B/2707; lay +regauged 1B/2708;
              lay +regauged 1B/2709; lay +regauged 1B/2710; lay +regauged 1B/2711; lay +regauged 1B/2712;
              lay +regauged 1B/2713; lay +regauged 1B/2714; lay +regauged 1B/2715; lay +regauged 1B/2716;
              lay +regauged 1B/2717; lay +regauged 1B/2606; lay +regauged 1B/2506
    """
    done = tuple(number for _, number in _regauged(record))
    if done:
        most = _rate(record.start)
        because = say("{hexes} regauged, and at most {most} may be", counted(len(done), "hex"), most)
        yield Finding(done, because, broken=~Interval.of(len(done)).at_most(most))


@CHAPTER.article("Regauge zone limit", "sudden_storm:7A3.g")
def regauge_zone_limit(record: PhaseRecord) -> Iterator[Finding]:
    """At most half of them lie in one weather zone.

    Legal:    turn 5, German Movement Phase; weather snow; control 1B/2606 axis; control 1B/2506 axis;
              lay +regauged 1B/2606; lay +regauged 1B/2506
    Illegal:  turn 5, German Movement Phase; weather snow; lay +regauged 1B/2707; lay +regauged 1B/2708;
              lay +regauged 1B/2709; lay +regauged 1B/2710; lay +regauged 1B/2711; lay +regauged 1B/2712;
              lay +regauged 1B/2713
    """
    network, rate = record.start.network, _rate(record.start)
    share = Interval(floor(rate.low * MOST_IN_ONE_ZONE), floor(rate.high * MOST_IN_ONE_ZONE), rate.missing)
    done = [number for _, number in _regauged(record)]
    inside = [(zone, number) for number in done for zone in ZONES if network.hexes_with([zone])[network.index[number]]]
    for zone, count in sorted(Counter(zone for zone, _ in inside).items()):
        because = say("{hexes} regauged in {tag}, and at most {share} may be", counted(count, "hex"), word(zone), share)
        at = tuple(number for where, number in inside if where == zone)
        yield Finding(at, because, broken=~Interval.of(count).at_most(share))


def _rate(position: Position) -> Interval:
    """How many hexes may be regauged in a turn, between two bounds where nobody knows the weather."""
    zone = position.network.hexes_with([ZONE_OF_THE_RATE]).nonzero()[0]
    weather = climate(position).at(int(zone[0])) if len(zone) else ""
    if weather in RATE:
        return Interval.of(RATE[weather])
    missing = say("the weather") + say(" in {region}", word(ZONE_OF_THE_RATE))
    return Interval(min(RATE.values()), max(RATE.values()), frozenset({missing}))


@CHAPTER.article("Four hexes in a row", "sudden_storm:7A3.ft", covers=("7A3.f",), readings=("regauge-stretch=ruling",))
def four_hexes_in_a_row(record: PhaseRecord) -> Iterator[Finding]:
    """Of the hexes regauged in a turn at most four are contiguous: so the publisher ruled after the book was printed.

    Legal:    turn 5, German Movement Phase; weather clear; lay +regauged 1B/2701; lay +regauged 1B/2702;
              lay +regauged 1B/2602; lay +regauged 1B/2503; lay +regauged 1B/2707
    Illegal:  turn 5, German Movement Phase; weather clear; lay +regauged 1B/2701; lay +regauged 1B/2702;
              lay +regauged 1B/2602; lay +regauged 1B/2503; lay +regauged 1B/2403
    """
    for stretch in _stretches(record.start.network, [number for _, number in _regauged(record)]):
        if len(stretch) > MOST_IN_A_ROW:
            hexes = counted(len(stretch), "hex")
            because = say("{hexes} in a row are regauged, and at most {most} may be", hexes, MOST_IN_A_ROW)
            yield Finding(tuple(stretch), because)


def _stretches(network: Network, numbers: list[str]) -> Iterator[list[str]]:
    """Hexes put together as far as a line of the old gauge goes from one to the next, each stretch in their order."""
    left = list(dict.fromkeys(numbers))
    while left:
        stretch = [left.pop(0)]
        for number in stretch:
            on = [other for other in left if _joined(network, number, other)]
            stretch += on
            left = [other for other in left if other not in on]
        yield sorted(stretch, key=numbers.index)


def _joined(network: Network, one: str, other: str) -> bool:
    i, j = network.index[one], network.index[other]
    return network.distance(i, j) == 1 and bool(network.hexside(i, j) & BROAD)
