"""Fire from afar: by whom, how far, through what, and at what time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from adjudicator.analysis.combat.ranged import (
    distance,
    fights_beside,
    named_supporters,
    ranged_row,
    reach_faults,
    supporters,
)
from adjudicator.analysis.combat.terms import Ranged
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack, Bombardment
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, listed


class RangeTerms(Table):
    """Whose fire from afar is judged."""

    who: Selector = EVERYONE
    """The units. Example: { any_tags = ["ship"] }."""
    unnamed: bool = True
    """Whether a supporter is judged, too, whose name no unit bears."""


@check("combat.range", RangeTerms, acts=("attack", "bombard"))
def fires_as_far_as_it_may(act: Act, terms: RangeTerms) -> Iterator[Finding]:
    """Who fights from afar keeps to its range and its line of sight, and does so at its time ([[ranged]] of combat.toml).

    Under:    cornfield
    Legal:    turn 1, Union combat; weather clear; 0405: us.1; 0406: us.guns; 0404: cs.3; attack 0404: us.1, us.guns
    Illegal:  turn 1, Union combat; weather clear; 0405: us.1; 0407: us.guns; 0403: cs.3; attack 0403: us.guns
    """
    for breach in _faulty(act):
        if all(terms.who.matches(act.before.unit(name)) for name in breach.units) if breach.units else terms.unnamed:
            yield breach


def _faulty(act: Act) -> Iterator[Finding]:
    if isinstance(act, Attack):
        yield from _attack(act)
        for name in named_supporters(act):
            yield from _support(act, name)
    elif isinstance(act, Bombardment):
        for unit in map(act.before.unit, act.units):
            yield from _bombardment(act, unit)


def _attack(act: Attack) -> Iterator[Finding]:
    units = [act.before.unit(name) for name in act.units]
    alone = not any(_beside(act, unit) for unit in units)
    for unit in units:
        row = ranged_row(act.before, unit)
        far = [target for target in act.path if distance(act.before, unit.hex, target) > 1]
        if row is None or not far or _beside(act, unit):
            continue
        deed = "alone" if alone else "join"
        if deed not in row.does:
            because = (
                say("{unit} attacks {target} from afar, and nobody next to it attacks with it", unit, far[0])
                if alone
                else say("{unit} attacks {target} from afar with others, and units like it never do", unit, far[0])
            )
            yield Finding((unit.hex, far[0]), because, (unit.id,))
            continue
        if alone:
            yield from _too_many(act, unit, row)
        faults = [_faults(act, unit, row, target) for target in act.path]
        yield from chain.from_iterable(faults) if alone else min(faults, key=len)  # who joins needs range to one only


def _too_many(act: Act, unit: Unit, row: Ranged) -> Iterator[Finding]:
    """A unit that fires from afar at more hexes than it may at once."""
    if len(act.path) > row.hexes > 0:
        most = counted(row.hexes, "hex")
        because = say("{unit} fires from afar at {hexes}, and may at {most} at once", unit, listed(act.path), most)
        yield Finding((unit.hex, *act.path), because, (unit.id,))


def _beside(act: Attack, unit: Unit) -> bool:
    """Whether a unit may fight as the neighbours of a hex attacked do: it stands next to all of them, or has to."""
    far = any(distance(act.before, unit.hex, target) > 1 for target in act.path)
    near = any(distance(act.before, unit.hex, target) == 1 for target in act.path)
    return near and (not far or fights_beside(act.before, unit, act.path).possible)


def _support(act: Attack, name: str) -> Iterator[Finding]:
    """A unit that lends strength to the defense."""
    unit = next((each for each in supporters(act) if each.id == name), None)
    sides = {act.before.unit(each).side for each in act.units}
    if unit is None or unit.side in sides:
        because = say(
            "{name} supports the defense of {target}, and no unit of that side is called so", name, act.path[0]
        )
        yield Finding(act.path, because, (), Known.open(say("which unit {name} is", name)) if unit is None else YES)
        return
    row = ranged_row(act.before, unit)
    if row is None or "support" not in row.does:
        because = say("{unit} supports the defense of {target}, and units like it never do", unit, act.path[0])
        yield Finding((unit.hex, act.path[0]), because, (name,))
        return
    yield from min((_faults(act, unit, row, target) for target in act.path), key=len)


def _bombardment(act: Bombardment, unit: Unit) -> Iterator[Finding]:
    row, phasing = ranged_row(act.before, unit), act.moment.phasing
    deed = "bombard" if unit.side == phasing else "defend"
    if row is None or not row.does & {"bombard", "defend"}:
        yield Finding((unit.hex,), say("{unit} bombards, and units like it never do", unit), (unit.id,))
        return
    if deed not in row.does:
        own = say("{unit} bombards in a phase of its own side, and may only in the enemy's", unit)
        enemy = say("{unit} bombards in a phase of the enemy, and may only in its own side's", unit)
        known = YES if phasing else Known.open(say("whose phase it is"))
        yield Finding((unit.hex,), own if deed == "bombard" else enemy, (unit.id,), known)
        return
    yield from _too_many(act, unit, row)
    for target in act.path:
        yield from _faults(act, unit, row, target)
        if not any(other.side != unit.side for other in act.before.at(target)):
            broken = Known.open(say("what is in {target}", target)) if act.before.unknown_at(target) else YES
            because = say("{unit} bombards {target}, and no enemy unit is there", unit, target)
            yield Finding((unit.hex, target), because, (unit.id,), broken)


def _faults(act: Act, unit: Unit, row: Ranged, target: str) -> list[Finding]:
    return [
        Finding(
            (unit.hex, target), say("{unit} fires at {target} from afar: {why}", unit, target, why), (unit.id,), broken
        )
        for why, broken in reach_faults(act.before, unit, row, target)
    ]
