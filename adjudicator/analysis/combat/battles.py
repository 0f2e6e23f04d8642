"""Battles as a record shows them: each attack whose result the players told, and what was done of it before the next."""

from __future__ import annotations

from typing import Literal

from adjudicator.analysis.beneath import as_shown
from adjudicator.analysis.combat.retreat import retreats
from adjudicator.analysis.combat.retreat_toll import RetreatToll, retreat_toll
from adjudicator.analysis.losses import steps_lost
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack, Declaration, Overrun, Retreat, Speech
from adjudicator.record.phase import ActT, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Fought:
    """One attack and everything after it up to the next fight."""

    attack: Attack
    acts: tuple[Act, ...]
    end: Position

    @property
    def hex(self) -> str:
        """The battle hex, of several the first."""
        return self.attack.path[0]

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that were attacked."""
        return self.attack.path

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
        return tuple(unit for number in self.hexes for unit in before.at(number) if unit.side not in sides)

    def of(self, kind: type[ActT], names: tuple[str, ...]) -> tuple[ActT, ...]:
        """The acts of a type by some of these units."""
        return tuple(act for act in self.acts if isinstance(act, kind) and set(act.units) & set(names))

    def left(self, name: str) -> bool:
        """Whether a unit is gone from the map."""
        unit = self.end.units.get(name)
        return unit is None or not unit.hex

    @property
    def record(self) -> PhaseRecord:
        """What was done of it, as a stretch of play of its own."""
        return PhaseRecord(self.attack.before, self.end, self.acts)

    def lost(self, names: tuple[str, ...]) -> int:
        """The steps that units lost, with those that came in their stead."""
        return steps_lost(self.record, names)

    @property
    def withdrawals(self) -> tuple[Retreat, ...]:
        """The retreats out of the battle hex, those of units that came in a defender's stead among them."""
        sides = {unit.side for unit in self.defenders}
        return tuple(
            act
            for act in self.acts
            if isinstance(act, Retreat)
            and act.path[0] in self.hexes
            and {act.before.unit(n).side for n in act.units} <= sides
        )

    @property
    def toll(self) -> RetreatToll:
        """What the retreats shown cost beyond the result: zones entered once per stack, and weariness."""
        return retreat_toll(tuple(replace(act, before=as_shown(act)) for act in self.withdrawals))


def told_again(record: PhaseRecord) -> tuple[Attack, ...]:
    """The attacks that were told once more, of the same hexes by the same units, when something had been said, and before
    anything was done of them."""
    found = []
    last: Attack | None = None
    spoken = False
    for act in record.acts:
        if isinstance(act, Attack) and not isinstance(act, Declaration):
            if last is not None and spoken and last.path == act.path and set(last.units) == set(act.units):
                found.append(last)
            last, spoken = act, False
        elif isinstance(act, Speech):
            spoken = True
        elif act.units or act.markers:
            last = None
    return tuple(found)


def fights(record: PhaseRecord) -> tuple[Fought, ...]:
    """Every attack of a phase that was more than announced, with what followed it up to the next fight; of one that was told
    again, the last telling."""
    found = []
    again = told_again(record)
    for count, act in enumerate(record.acts):
        if not isinstance(act, Attack) or isinstance(act, Declaration) or not act.path:
            continue
        if any(act is other for other in again):
            continue
        rest = record.acts[count + 1 :]
        stop = next((n for n, other in enumerate(rest) if isinstance(other, Attack | Overrun)), len(rest))
        acts = rest[:stop]
        found.append(Fought(act, acts, acts[-1].after if acts else act.after))
    return tuple(found)


def must_retreat(position: Position, unit: Unit) -> bool:
    """Whether a unit that is told to retreat does: it is not of those who stay, or who die instead."""
    return not any(who is not None and who.matches(unit) for who in _exempt(position))


def has_retreat(position: Position, unit: Unit) -> Known:
    """Whether a unit that must retreat has anywhere to go."""
    return retreats(position, unit).any if must_retreat(position, unit) else NO


def stays(position: Position, unit: Unit) -> bool:
    """Whether a unit ignores retreats and remains where it is."""
    rule = movement_table(position).retreat
    return rule is not None and rule.stays is not None and rule.stays.matches(unit)


def _exempt(position: Position) -> tuple[Selector | None, ...]:
    rule = movement_table(position).retreat
    return () if rule is None else (rule.stays, rule.dies)


def led_by_the_other(retreat: Retreat, by: Literal["own", "enemy"]) -> str:
    """Whose player chose the way of a retreat though its own, or the enemy's, had to; "" if it was right, or nobody told it."""
    chose = chosen_by_the_other(retreat, retreat.before.unit(retreat.units[0]).side, by)
    return say("the {side} player chose the way of the retreat", retreat.before.pack.called(chose)) if chose else ""


def chosen_by_the_other(act: Act, side: str, by: Literal["own", "enemy"]) -> str:
    """The side that chose, as a line tells it (chose=SIDE), where a unit's own side, or the enemy's, had to; else ""."""
    chose = act.told.get("chose", "")
    right = chose not in act.before.pack.sides or (chose == side) == (by == "own")
    return "" if right else chose
