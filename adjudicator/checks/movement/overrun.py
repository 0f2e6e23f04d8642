"""Overruns by those who may, of those who can be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.concealed import beside
from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Overrun
from adjudicator.record.position import Unidentified
from adjudicator.said import Said, say
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
    if not isinstance(act, Overrun) or not terms.most:
        return
    target, hidden = act.path[-1], beside(act)
    if len(act.units) > terms.most:
        units = counted(len(act.units), "unit")
        because = say("{units} overrun {target} together, and at most {most} may", units, target, terms.most)
        yield Breach((target,), because, act.units)
    elif len(act.units) + len(hidden) > terms.most:
        units = _with(act, hidden)
        because = say("{units} overrun {target} together, and at most {most} may", units, target, terms.most)
        yield Breach((target,), because, act.units, Known.open(hidden[0].datum))


def _with(act: Act, hidden: tuple[Unidentified, ...]) -> Said:
    units, counters = counted(len(act.units), "unit"), counted(len(hidden), "counter")
    return say("{units} and {counters} that nobody can identify", units, counters)
