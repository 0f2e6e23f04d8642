"""Overruns by those who may, of those who can be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Overrun
from adjudicator.said import say
from adjudicator.words import counted


class OverrunTerms(Table):
    """How many may overrun together; everything else is in movement.toml."""

    most: int = 0
    """How many units; 0 for as many as like. Example: 1."""


@check("movement.overrun", OverrunTerms, acts=("overrun",))
def overruns_as_it_may(act: Act, terms: OverrunTerms) -> Iterator[Breach]:
    """An overrun has its conditions.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art; overrun fr.1cav 0405-0505; remove au.1art
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1cav; overrun fr.1cav 0405-0505; remove au.1cav
    """
    yield from breaches(act, frozenset({"overrun"}))
    if isinstance(act, Overrun) and terms.most and len(act.units) > terms.most:
        target = act.path[-1]
        yield Breach(
            at=(target,),
            units=act.units,
            because=say(
                "{units} overrun {target} together, and at most {most} may",
                counted(len(act.units), "unit"),
                target,
                terms.most,
            ),
        )
