"""What enemy zones of control do to a unit in a hex, and to a step from one hex to the next, as far as that is known."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from adjudicator.analysis.movement.values import Fault
from adjudicator.analysis.zone_terms import ZoneEffect
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known, unless_missing


class EffectHere(NamedTuple):
    """What enemy zones do to a unit in a hex: by a zone of this strength what the row says, or nothing."""

    strength: str
    effect: ZoneEffect | None


EffectsHere = tuple[tuple[EffectHere, ...], Known]
"""What zones do in a hex, or each thing that they may do; and whether it is known which."""

NO_EFFECT = EffectHere("", None)
NO_EFFECTS: EffectsHere = ((NO_EFFECT,), YES)
"""No zone does anything."""


def unless_spared(spared: Known, effects: EffectsHere) -> EffectsHere:
    """What zones do in a hex if they are not left out of account."""
    if spared.is_no:
        return effects
    return NO_EFFECTS if spared.is_yes else (tuple(dict.fromkeys((*effects[0], NO_EFFECT))), effects[1] & spared)


@dataclass(frozen=True, slots=True)
class InZones:
    """What enemy zones add to a step: points, why the unit must stop, faults, and whether it must stop for sure."""

    cost: Interval = ZERO
    halts: str = ""
    faults: tuple[Fault, ...] = ()
    halting: Known = YES


NO_ZONES = InZones()


def one_of_these(found: list[InZones], missing: tuple[str, ...]) -> InZones:
    """What zones add where nobody knows which of these it is, for want of the missing data."""
    untold = unless_missing(*missing)
    faults = dict.fromkeys(fault for each in found for fault in each.faults)
    halts = [each.halts for each in found if each.halts]
    return InZones(
        reduce(lambda one, other: one.either(other, *missing), (each.cost for each in found)),
        halts[0] if halts else "",
        tuple(_in_some(fault, [fault in each.faults for each in found], untold) for fault in faults),
        YES if len(halts) == len(found) else untold,
    )


def _in_some(fault: Fault, found: list[bool], untold: Known) -> Fault:
    """A fault of which it is open whether it is one, if not every way to take what is untold has it."""
    return fault if all(found) else replace(fault, broken=fault.broken & untold)
