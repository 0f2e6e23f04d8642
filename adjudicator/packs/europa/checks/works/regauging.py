"""Lines regauged: how many hexes in a phase, where, and joined to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, unless_missing
from adjudicator.model.network import Network
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.climate import climate
from adjudicator.words import counted


class Regauging(Table):
    """How much of the broad gauge is regauged in a phase, next to the standard one or to a line already marked.

    The hexes were the side's when the phase began.
    """

    situations: tuple[Situation, ...] = ()
    """What the hexes must be like, one of them; [{ connected = [{ lines = ["regular"], to = ["source"] }] }]."""
    most: Mapping[str, int] = {}
    """How many hexes, by the weather; { clear = 24, snow = 12 }."""
    region: str = ""
    """The region whose weather counts; anywhere, if left out. Example: "zone_b"."""
    regions: tuple[str, ...] = ()
    """Regions in each of which only a share of the hexes may be; ["zone_a", "zone_b"]."""
    share: Fraction = Fraction(1)
    """That share; "1/2"."""


MARKERS = frozenset({"regauged"})
BROAD = frozenset({"rail_broad"})
STANDARD = frozenset({"rail_standard"})


@check("works.regauging", Regauging, unseen="may excuse nearby", acts=("lay",))
def regauged_as_it_may(record: PhaseRecord, terms: Regauging) -> Iterator[Breach]:
    """A line is regauged from where its gauge begins, so many hexes in a phase.

    Under:    sudden_storm
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
    done: list[str] = []
    for act in record.of(Laid):
        for name in act.markers:
            marker = act.after.markers.get(name)
            if marker is not None and marker.type.kind in MARKERS and marker.hex in act.before.network.index:
                yield from _eligible(record, terms, act.before, marker.hex)
                done.append(marker.hex)
    if done and terms.most:
        yield from _too_many(record.start, terms, done)


def _eligible(record: PhaseRecord, terms: Regauging, position: Position, number: str) -> Iterator[Breach]:
    side = record.moment.phasing
    land = standing(position).of(side)
    network, i = land.sure, position.network.index[number]
    around = (i, *_near(position, i))
    if not any(network.hexside(i, j) & BROAD for j in around[1:]):
        network = land.perhaps
        built = any(network.hexside(i, j) & BROAD for j in around[1:])
        yield Breach(
            (number,),
            f"{number} is regauged, and has no line to regauge",
            broken=unless_missing(land.missing(around)) if built else YES,
        )
        if not built:
            return
    held = controls(record.start, number, side, side)
    yield Breach(
        (number,), f"{number} is regauged, and was not its side's when the phase began, as it must be", broken=~held
    )
    if not _joined(position, network, i):
        yield Breach((number,), f"{number} is regauged, and no line of the new gauge leads to it, as one must")
    if terms.situations:
        fits = fits_any(record.start, side, number, terms.situations)
        yield Breach((number,), f"{number} is regauged, and is not in supply, as it must be", broken=~fits)


def _joined(position: Position, network: Network, i: int) -> bool:
    """Whether the line goes on from a hex to one that has the new gauge already."""
    for j in _near(position, i):
        features = network.hexside(i, j)
        marked = any(marker.type.kind in MARKERS for marker in position.markers_at(network.number(j)))
        begins = any(network.hexside(j, k) & STANDARD for k in _near(position, j))
        if features & STANDARD or (features & BROAD and (marked or begins)):
            return True
    return False


def _near(position: Position, i: int) -> list[int]:
    return [j for j in position.network.neighbours[i].tolist() if j >= 0]


def _too_many(position: Position, terms: Regauging, done: list[str]) -> Iterator[Breach]:
    network = position.network
    tagged = network.hexes_with([terms.region]) if terms.region else None
    here = next((i for i in range(len(network)) if tagged is None or tagged[i]), None)
    weather = climate(position).at(here) if here is not None else ""
    missing = "the weather" + (f" in {terms.region.replace('_', ' ')}" if terms.region else "")
    limits = [terms.most[weather]] if weather in terms.most else list(terms.most.values())
    most = Interval(Fraction(min(limits)), Fraction(max(limits)), frozenset({missing}))
    broken = ~Interval.of(len(done)).at_most(most)
    yield Breach(tuple(done), f"{counted(len(done), 'hex')} regauged, and at most {most} may be", broken=broken)
    counts = Counter(
        tag for number in done for tag in terms.regions if network.hexes_with([tag])[network.index[number]]
    )
    for tag, count in sorted(counts.items()):
        at = tuple(number for number in done if network.hexes_with([tag])[network.index[number]])
        share = Interval(
            Fraction(floor(most.low * terms.share)), Fraction(floor(most.high * terms.share)), most.missing
        )
        words = f"{counted(count, 'hex')} regauged in {tag.replace('_', ' ')}, and at most {share} may be"
        yield Breach(at, words, broken=~Interval.of(count).at_most(share))
