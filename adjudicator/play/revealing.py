"""Strengths that a later line of a record reveals: a unit of unknown strength is turned up when its battle is fought, or when
an enemy retreated past it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.lean import replace
from adjudicator.play.joining import same_phase
from adjudicator.record.acts import Act, Attack, Declaration, Flipped, Retreat


def revealed(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The same acts; an attack, or a retreat, knows the faces that units of unknown strength turned up later in the phase."""
    return tuple(
        _knowing(act, acts, count) if isinstance(act, Attack | Retreat) else act for count, act in enumerate(acts)
    )


def _unknown(act: Act) -> Iterator[str]:
    """The ids of the units in a battle, or of all on the map of a retreat, whose strength nobody knows before it."""
    if isinstance(act, Retreat):
        units = [unit for unit in act.before.units.values() if unit.hex]
    else:
        units = [*act.units_before, *(unit for number in act.path for unit in act.before.at(number))]
    return (unit.id for unit in units if unit.shown.defense is None)


def _knowing(act: Attack | Retreat, acts: tuple[Act, ...], count: int) -> Attack | Retreat:
    dark = frozenset() if isinstance(act, Declaration) else frozenset(_unknown(act))
    shown: dict[str, int] = {}
    for other in acts[count + 1 :] if dark else ():
        if not same_phase(act.moment, other.moment):
            break
        for name in other.units if isinstance(other, Flipped) else ():
            was, now = act.before.units.get(name), other.after.units.get(name)
            if name not in dark or name in shown or was is None or now is None:
                continue
            if was.shown.steps == now.shown.steps and now.shown.defense is not None:
                shown[name] = now.face
    return replace(act, shown=tuple(sorted(shown.items()))) if shown else act
