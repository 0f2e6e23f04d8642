"""Advances that come after the next battle has begun."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Advance, Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


@check("combat.in_turn", acts=("attack", "advance"))
def finished_before_the_next(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Battles are fought in any order, but one after the other: who advances does so before the next battle.

    Under:    europa
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2715: ge.11inf;
              1B/2714: so.23rif; attack 1B/2914: ge.1inf die=6 result=DE; remove so.10rif;
              advance ge.1inf 1B/2915-1B/2914; attack 1B/2714: ge.11inf die=3 result=NE
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2715: ge.11inf;
              1B/2714: so.23rif; attack 1B/2914: ge.1inf die=6 result=DE; remove so.10rif;
              attack 1B/2714: ge.11inf die=3 result=NE; advance ge.1inf 1B/2915-1B/2914
    """
    fought: list[Attack] = []
    for act in record.acts:
        if isinstance(act, Attack) and not isinstance(act, Declaration):
            fought.append(act)
        elif isinstance(act, Advance) and len(act.path) > 1:
            won = next((i for i, each in reversed(list(enumerate(fought))) if act.path[-1] in each.path), None)
            later = fought[won + 1 :] if won is not None else []
            if later and set(act.units) & set(fought[won or 0].units):
                yield _late(act, later)


def _late(act: Advance, later: list[Attack]) -> Breach:
    sure = next((each for each in later if "die" in each.told or each.result), None)
    other = (sure or later[0]).path[0]
    because = say("an advance into {hex} after the battle of {other} has begun", act.path[-1], other)
    known = YES if sure is not None else Known.open(say("whether the attack on {hex} was fought by then", other))
    return Breach((act.path[-1],), because, act.units, known)
