"""Battles as a record shows them: each attack whose result the players told, and what was done of it before the next."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.analysis.combat.overrun import steps_lost
from adjudicator.analysis.combat.retreat import retreats
from adjudicator.analysis.combat.retreat_ways import retreat_loss, tires
from adjudicator.analysis.movement.mover import movement_table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack, Declaration, Retreat
from adjudicator.record.phase import ActT, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Fought:
    """One attack and everything after it up to the next."""

    attack: Attack
    acts: tuple[Act, ...]
    end: Position

    @property
    def hex(self) -> str:
        """The battle hex."""
        return self.attack.path[0]

    @property
    def result(self) -> str:
        """The result as the players told it, "" if they did not."""
        return self.attack.result

    @property
    def attackers(self) -> tuple[str, ...]:
        return self.attack.units

    @property
    def defenders(self) -> tuple[Unit, ...]:
        """The units that were attacked."""
        before = self.attack.before
        sides = {before.unit(name).side for name in self.attackers}
        return tuple(unit for unit in before.at(self.hex) if unit.side not in sides)

    def of(self, kind: type[ActT], names: tuple[str, ...]) -> tuple[ActT, ...]:
        """The acts of a type by some of these units."""
        return tuple(act for act in self.acts if isinstance(act, kind) and set(act.units) & set(names))

    def left(self, name: str) -> bool:
        """Whether a unit is gone from the map."""
        unit = self.end.units.get(name)
        return unit is None or not unit.hex

    def lost(self, names: tuple[str, ...]) -> int:
        """The steps that units lost, less those of units that came in their stead."""
        return steps_lost(self.attack.before, self.end, names, self.acts)

    def owed_on_retreat(self) -> int:
        """The steps that the retreats shown cost beyond the result: zones entered once per stack, and weariness."""
        owed = 0
        for act in self.of(Retreat, tuple(unit.id for unit in self.defenders)):
            units = [act.before.unit(name) for name in act.units]
            for count, number in enumerate(act.path[1:]):
                first = count == 0
                owed += max(retreat_loss(act.before, unit, number, first=first, start=act.path[0]) for unit in units)
            owed += sum(tires(act.before, unit, act.path[0]) for unit in units)
        return owed


def fights(record: PhaseRecord) -> tuple[Fought, ...]:
    """Every attack of a phase that was more than announced, with what followed it."""
    found = []
    for count, act in enumerate(record.acts):
        if not isinstance(act, Attack) or isinstance(act, Declaration) or len(act.path) != 1:
            continue
        rest = record.acts[count + 1 :]
        stop = next((n for n, other in enumerate(rest) if isinstance(other, Attack)), len(rest))
        acts = rest[:stop]
        found.append(Fought(act, acts, acts[-1].after if acts else act.after))
    return tuple(found)


def must_retreat(position: Position, unit: Unit) -> bool:
    """Whether a unit that is told to retreat does: it is not of those who stay, or who die instead."""
    return not any(who is not None and who.matches(unit) for who in _exempt(position))


def has_retreat(position: Position, unit: Unit) -> bool:
    """Whether a unit that must retreat has anywhere to go."""
    return must_retreat(position, unit) and bool(retreats(position, unit))


def stays(position: Position, unit: Unit) -> bool:
    """Whether a unit ignores retreats and remains where it is."""
    rule = movement_table(position).retreat
    return rule is not None and rule.stays is not None and rule.stays.matches(unit)


def _exempt(position: Position) -> tuple[Selector | None, ...]:
    rule = movement_table(position).retreat
    return () if rule is None else (rule.stays, rule.dies)
