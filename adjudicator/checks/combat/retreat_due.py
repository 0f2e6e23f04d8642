"""Retreats of units that no battle sends back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach, Excuse
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Act, Attack, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


@dataclass
class _Fought:
    """What the attacks of a phase have shown so far: hexes attacked, who attacked and where he stood, who has retreated."""

    hexes: set[str] = field(default_factory=set)
    units: set[str] = field(default_factory=set)
    stood: set[str] = field(default_factory=set)
    back: set[str] = field(default_factory=set)

    def add(self, act: Attack) -> None:
        self.hexes.update(act.path)
        self.units.update(act.units)
        self.stood.update(act.before.unit(name).hex for name in act.units)


def _any(record: PhaseRecord, _terms: NoTerms) -> bool:
    return any(True for _ in record.of(Retreat))


@check("combat.retreat_due", unseen="cannot excuse", acts=("attack", "retreat"), met=_any)
def retreats_from_a_battle(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Who retreats fought in a battle of the phase. Who has retreated may be moved on.

    Under: fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=DR; retreat so.10rif 1B/2914-1B/2813
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2712: so.48rif;
              attack 1B/2914: ge.1inf result=DR; retreat so.10rif 1B/2914-1B/2813; retreat so.48rif 1B/2712-1B/2611
    """
    fought = _Fought()
    for act in record.acts:
        if isinstance(act, Attack):
            fought.add(act)
        elif isinstance(act, Retreat) and len(act.path) > 1:
            yield from _judged(record, act, fought)
            fought.back.update(act.units)


def _judged(record: PhaseRecord, act: Act, fought: _Fought) -> Iterator[Breach]:
    start = act.path[0]
    for name in act.units:
        unit = act.before.unit(name)
        new = name not in record.start.units or not record.start.units[name].hex
        sent_back = start in fought.hexes or name in fought.units | fought.back or (new and start in fought.stood)
        if sent_back:
            continue
        because = say("{unit} retreats from {hex}, and fought in no battle of this phase", unit, start)
        told = (
            YES if fought.hexes else Known.open(say("whether {hex} was attacked (the record shows no attack)", start))
        )
        yield Breach(act.path[:1], because, (name,), told, excuse=Excuse())
