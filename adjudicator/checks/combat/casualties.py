"""Losses and retreats that do not follow from the result of an attack, in printed strength."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.combat.casualties import About, Reckoning, ResultFault, faults, reckon
from adjudicator.analysis.combat.terms import Outcome
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class CasualtyTerms(Table):
    """Of which `results` (as they work, after units that turn one into another); `steadfast`: of those who stay whatever
    happens and of results that they turn, or of the others; `about`: of the result itself, of what enemy zones on a retreat cost,
    or of units with no way back. What each result takes is in the pack's combat.toml.
    """

    results: frozenset[Outcome] = frozenset()
    """The results that are judged, as they work after units that turn one into another; none given: all."""
    steadfast: bool | None = None
    """true: only those who stay whatever happens, and results that they turn into others; false: only the rest; left out: all."""
    about: About | None = None
    """`"result"`: only what the result itself orders; `"zones"`: only what enemy zones on a retreat cost; `"no way"`: only units
    that have no way back, and stay; left out: all."""


def _came_up(record: PhaseRecord, terms: CasualtyTerms) -> bool:
    if terms.about == "zones":
        return any(True for _ in record.of(Retreat))
    return any(terms.steadfast or not terms.results or fought.result in terms.results for fought in fights(record))


@check("combat.casualties", CasualtyTerms, acts=("attack",), met=_came_up)
def pays_what_is_due(record: PhaseRecord, terms: CasualtyTerms) -> Iterator[Finding]:
    """What a result takes of either side is taken before the next attack: losses, and retreats.

    Under:    europa
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=NE
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=AE
    """
    fled: dict[str, set[str]] = {}
    for fought in fights(record):
        yield from _judged(record, terms, fought, frozenset(fled.get(fought.hex, ())))
        for act in fought.acts:
            if isinstance(act, Retreat):
                fled.setdefault(act.path[-1], set()).update(act.units)


def _judged(record: PhaseRecord, terms: CasualtyTerms, fought: Fought, refugees: frozenset[str]) -> Iterator[Finding]:
    reckoning = reckon(fought, record.start, refugees)
    if terms.steadfast and not reckoning.steadfast:
        return
    if terms.about == "zones" and not any(isinstance(act, Retreat) for act in fought.acts):
        return
    if terms.results and reckoning.result not in terms.results:
        return
    told = (
        fought.result
        if fought.result == reckoning.result
        else say("{result} (which here is {meaning})", fought.result, reckoning.result)
    )
    for fault in faults(reckoning):
        if terms.about not in (None, fault.about) or terms.steadfast not in (None, _steadfast(reckoning, fault)):
            continue
        yield Finding(fought.hexes, say("after {told}, {words}", told, fault.words), fault.units, fault.broken)


def _steadfast(reckoning: Reckoning, fault: ResultFault) -> bool:
    """Whether a fault is about a unit that stays whatever happens, or about a result that such units turned into another."""
    turned = reckoning.fought.result != reckoning.result
    return turned or (len(fault.units) == 1 and fault.units[0] in reckoning.steadfast)
