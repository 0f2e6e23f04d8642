"""Bridges that are seized by nobody who can, not from beside them, or against enemies without a success of the die."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.packs.europa.analysis.chance import succeeded
from adjudicator.record.acts import Act, Laid
from adjudicator.said import say
from adjudicator.terms.who import Selector

CELLS = "brandenburg.{die}"
"""The chart cell that says what a die brings, with {die} in it."""


class Seized(Table):
    """A marker of these kinds is laid on a bridge beside a unit that fits `who`; by a die, if enemies stand beyond it."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["bridge_seized"]`"""
    who: Selector
    """Who seizes bridges. Example: `who = { kinds = ["commando"] }`"""
    phases: frozenset[PhaseName]
    """The phases of their side, by id, kind or tag. Example: `phases = ["movement", "air"]`"""


@check("works.seized", Seized, unseen="may excuse nearby", acts=("lay",), markers_in=("kinds",))
def seized_by_those_who_can(act: Act, terms: Seized) -> Iterator[Breach]:
    """Brandenburgers seize a bridge.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305: ge.bbg; lay +bridge.seized 5A/0305-5A/0304
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0305: ge.1inf; lay +bridge.seized 5A/0305-5A/0304
    """
    marker = act.marker
    if not isinstance(act, Laid) or marker is None or marker.type.kind not in terms.kinds:
        return
    ends = tuple(sorted(marker.hexes))
    name = "-".join(ends)
    phase = act.moment.phase
    if phase is not None and not phase.names & terms.phases:
        yield Breach(ends, say("the bridge between {hexes} is seized in {phase}", name, phase.name))
        return
    by = [unit for number in ends for unit in act.before.at(number) if terms.who.matches(unit)]
    if not by:
        yield Breach(ends, say("nobody who can seize the bridge between {hexes} is beside it", name))
        return
    unit = by[0]
    beyond = [number for number in ends if number != unit.hex]
    held = [
        other
        for number in beyond
        for other in act.before.at(number)
        if other.side != unit.side and not other.type.afloat and not other.type.flies
    ]
    if held:
        because = say("{unit} seizes the bridge between {hexes}, which {enemy} holds", unit, name, held[0])
        yield Breach(ends, because, (unit.id,), ~succeeded(act, CELLS))
