"""Patrol attacks that are made or suffered too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.known import YES
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

PATROL = "patrol"
"""The trial of air.toml."""


def _any(record: PhaseRecord, _terms: NoTerms) -> bool:
    return any(act.mission == PATROL for act in record.of(Strike))


@check("air.patrols", unseen="cannot excuse", met=_any)
def each_once(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Who has attacked on patrol does not so again in the phase.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h;
              strike patrol 1B/2914: so.mig3 target=ge.he111h
    """
    acts = [act for act in record.of(Strike) if act.mission == PATROL]
    made = Counter(name for act in acts for name in act.units)
    borne = Counter((act.told["target"], act.over) for act in acts if "target" in act.told)
    for name, number in sorted(made.items()):
        if number > 1:
            unit = record.start.units.get(name)
            yield Breach(
                (),
                say("{unit} makes {number} patrol attacks in one phase, and one may be made", unit or name, number),
                (name,),
                YES,
            )
    for (name, over), number in sorted(borne.items()):
        if number > 1:
            unit = record.end.units.get(name)
            yield Breach(
                (over,),
                say("{unit} suffers {number} patrol attacks in {hex}, and one may be made", unit or name, number, over),
                (name,),
                YES,
            )
