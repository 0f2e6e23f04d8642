"""Units of the air chart that change their boxes at a wrong time, out of order, or in a way that there is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.chart import MAP, Hop, hops
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import word


class Passage(Table):
    """A way from box to box; "map" and "out" (of the game) are places as well."""

    origin: frozenset[str]
    """The places that are left. Example: `origin = ["air eliminated"]`"""
    to: frozenset[str]
    """The places into which it leads. Example: `to = ["map", "air remnants"]`"""
    step: int = 0
    """Its step in the procedure; 0: any. Example: `step = 2`"""


class Charted(Table):
    """Units come out of the boxes of the air chart in a procedure, when its time is, step by step for each nation."""

    part: Literal["time", "order"]
    """What is judged: when and where to ("time"), or in which order ("order")."""
    boxes: frozenset[str]
    """The boxes of the chart. Example: `boxes = ["air eliminated", "air remnants"]`"""
    ways: tuple[Passage, ...]
    """The ways of the procedure."""
    when: tuple[When, ...]
    """When it is gone through, as the side of the units sees it: one of these."""
    losses: frozenset[str] = frozenset()
    """Boxes into which units go from the map at any time, since they are lost. Example: `losses = ["air remnants"]`"""


def _moved(record: PhaseRecord, terms: Charted) -> list[Hop]:
    """The changes that are of the procedure: those out of a box, and those from the map into one that is no loss."""
    losses = frozenset[str]() if terms.part == "order" else terms.losses
    given_up = terms.boxes - losses
    return [hop for hop in hops(record) if hop.origin in terms.boxes or (hop.origin == MAP and hop.to in given_up)]


def _any(record: PhaseRecord, terms: Charted) -> bool:
    return bool(_moved(record, terms))


@check("air.charted", Charted, unseen="cannot excuse", met=_any)
def by_the_procedure(record: PhaseRecord, terms: Charted) -> Iterator[Breach]:
    """What was lost comes back in the own initial phase.

    Under: sudden_storm
    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[air remnants]
    Illegal:  turn 5, Soviet Movement Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[air remnants]
    """
    latest: dict[str, int] = {}
    for hop in _moved(record, terms):
        before = record.acts[hop.number].before
        fits = [way for way in terms.ways if hop.origin in way.origin and hop.to in way.to]
        at = (hop.hex,) if hop.hex else ()
        if terms.part == "time":
            now = any_of(when.holds(before, hop.unit.side) for when in terms.when)
            because = say(
                "{unit} goes from {old} to {new}, which it may not now", hop.unit, word(hop.origin), word(hop.to)
            )
            open_now = now if fits else Known.of(False)
            if not open_now.is_yes:
                yield Breach(at, because, (hop.unit.id,), ~open_now)
            continue
        steps = [way.step for way in fits if way.step]
        if not steps:
            continue
        nation = hop.unit.type.nation
        able = [step for step in steps if step >= latest.get(nation, 0)]
        if not able:
            because = say(
                "{unit} goes from {old} to {new} in step {step} of the procedure, after step {latest}",
                hop.unit,
                word(hop.origin),
                word(hop.to),
                max(steps),
                latest[nation],
            )
            yield Breach(at, because, (hop.unit.id,))
        else:
            latest[nation] = min(able)
