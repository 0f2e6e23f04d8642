"""More of a line regauged in a phase than the weather, or the zone, allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.packs.europa.analysis.regauged import regauged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.climate import climate
from adjudicator.words import counted, word

REGION = "zone_b"
"""The region whose weather counts; anywhere, if left out. Example: "zone_b"."""


class RegaugingRate(Table):
    """How many hexes are regauged in a phase: in all, or with `regions` in each of these."""

    most: Mapping[str, int]
    """How many hexes, by the weather; { clear = 24, snow = 12 }."""
    regions: tuple[str, ...] = ()
    """Regions in each of which only a share of the hexes may be; ["zone_a", "zone_b"]."""
    share: Fraction = Fraction(1)
    """That share; "1/2"."""


@check("works.regauging_rate", RegaugingRate, unseen="cannot excuse", acts=("lay",))
def regauged_as_many_as_may_be(record: PhaseRecord, terms: RegaugingRate) -> Iterator[Breach]:
    """So many hexes are regauged in a phase.

    Under:    sudden_storm
    Legal:    turn 5, German Movement Phase; weather snow; control 1B/2606 axis; control 1B/2506 axis;
              lay +regauged 1B/2606; lay +regauged 1B/2506
    Illegal:  turn 5, German Movement Phase; weather snow; lay +regauged 1B/2707; lay +regauged 1B/2708;
              lay +regauged 1B/2709; lay +regauged 1B/2710; lay +regauged 1B/2711; lay +regauged 1B/2712;
              lay +regauged 1B/2713
    """
    done = [number for _, number in regauged(record)]
    if not done:
        return
    most = _allowed(record.start, terms)
    if not terms.regions:
        words = say("{hexes} regauged, and at most {most} may be", counted(len(done), "hex"), most)
        yield Breach(tuple(done), words, broken=~Interval.of(len(done)).at_most(most))
        return
    share = Interval(Fraction(floor(most.low * terms.share)), Fraction(floor(most.high * terms.share)), most.missing)
    network = record.start.network
    inside = [
        (tag, number) for number in done for tag in terms.regions if network.hexes_with([tag])[network.index[number]]
    ]
    for tag, count in sorted(Counter(tag for tag, _ in inside).items()):
        at = tuple(number for where, number in inside if where == tag)
        words = say("{hexes} regauged in {tag}, and at most {share} may be", counted(count, "hex"), word(tag), share)
        yield Breach(at, words, broken=~Interval.of(count).at_most(share))


def _allowed(position: Position, terms: RegaugingRate) -> Interval:
    """The number that the weather allows, between two bounds where it is not known."""
    network = position.network
    tagged = network.hexes_with([REGION]) if REGION else None
    here = next((i for i in range(len(network)) if tagged is None or tagged[i]), None)
    weather = climate(position).at(here) if here is not None else ""
    if weather in terms.most:
        return Interval.of(terms.most[weather])
    missing = say("the weather") + (say(" in {region}", word(REGION)) if REGION else "")
    return Interval(Fraction(min(terms.most.values())), Fraction(max(terms.most.values())), frozenset({missing}))
