"""What an overrun may come to: the modifiers of its die, and for each roll success, failure or a choice, and whose.

The table is [overrun] of movement.toml (`movement.terms`): drm, dice, chooser.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.analysis.combat.shifts import defensive_shifts
from adjudicator.analysis.combat.strength import printed_strength, strength
from adjudicator.analysis.ground import standing
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.overrun_terms import Overrun as OverrunRule
from adjudicator.analysis.movement.overrun_terms import OverrunModifier
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Advance, Attack, Flipped, Movement, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung


class Outcome(StrEnum):
    """What a roll comes to; on OPTION a player chooses."""

    SUCCESS = "success"
    FAILURE = "failure"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class OverrunTable:
    """The rolls of one overrun, 1 first, if what they depend on is `settled`. `chooser` is the side that chooses on OPTION."""

    modifiers: tuple[tuple[str, int], ...]
    defense: Interval
    rolls: tuple[Outcome, ...]
    chooser: str
    settled: Known = YES

    @property
    def drm(self) -> int:
        """The sum of the modifiers."""
        return sum(by for _, by in self.modifiers)

    @property
    def words(self) -> str:
        """ "+1 Heavy, -1 terrain: +0 to the die, against a defense of 3"."""
        named = strung((say("{by} {name}", f"{by:+d}", name) for name, by in self.modifiers), ", ") or say(
            "no modifier"
        )
        return say(
            "{named}: {drm} to the die, against a defense of {low}",
            named,
            f"{self.drm:+d}",
            self.defense.low if self.defense.certain else say("unknown strength"),
        )


DIE = 6
"""The sides of the die of an overrun."""


def overrun_table(position: Position, unit: Unit, start: str, target: str) -> OverrunTable:
    """What each roll does when a unit overruns a hex next to `start`; no rolls where a datum is missing."""
    rule = movement_table(position).overrun or OverrunRule()
    there = replace(unit, hex=start)
    victim = next((other for other in position.at(target) if other.side != unit.side), None)
    if victim is None:
        return OverrunTable((), ZERO, (), "", Known.open(say("a unit to overrun in {target}", target)))
    counted = [_counted(position, row, there, victim) for row in rule.drm]
    modifiers = tuple(modifier for found, _ in counted for modifier in found)
    defense = printed_strength(victim, "defense")
    settled = all_of((*(answer for _, answer in counted), defense.settled))
    chooser = next((row.by for row in rule.chooser if row.victims.matches(victim)), "")
    side = {"own": unit.side, "enemy": victim.side, "": ""}[chooser]
    rolls = _rolls(sum(by for _, by in modifiers), Fraction(defense.low)) if settled.is_yes else ()
    return OverrunTable(modifiers, defense, rolls, side, settled)


@dataclass(frozen=True, slots=True)
class Overrunning:
    """One overrun of a record: the act, what was done of it before the next move, and what the same unit did later."""

    act: Overrun
    acts: tuple[Act, ...]
    later: tuple[Act, ...]
    end: Position

    @property
    def unit(self) -> Unit:
        """The overrunner, as it was."""
        return self.act.before.unit(self.act.units[0])

    @property
    def target(self) -> str:
        return self.act.path[-1]

    @property
    def victims(self) -> tuple[Unit, ...]:
        """The enemy units that stood in the hex."""
        return tuple(other for other in self.act.before.at(self.target) if other.side != self.unit.side)

    @property
    def result(self) -> str:
        """What the players say came of it ("success", "failure", "a", "b"), "" if nothing."""
        return self.act.told.get("result", "").lower()

    @property
    def record(self) -> PhaseRecord:
        """What was done of it, as a stretch of play of its own."""
        return PhaseRecord(self.act.before, self.end, self.acts)

    @property
    def table(self) -> OverrunTable:
        """What each roll does, an unknown victim as it was revealed."""
        at = self.act.before
        for act in self.acts:
            for name in act.units if isinstance(act, Flipped) and set(act.units) & {v.id for v in self.victims} else ():
                at = at.with_unit(replace(at.unit(name), face=act.after.unit(name).face))
        return overrun_table(at, self.unit, self.act.path[-2], self.target)


def overruns(record: PhaseRecord) -> tuple[Overrunning, ...]:
    """Every overrun of a phase with what followed it."""
    found = []
    for count, act in enumerate(record.acts):
        if not isinstance(act, Overrun) or len(act.path) < 2 or not act.units:
            continue
        rest = record.acts[count + 1 :]
        moves = [n for n, other in enumerate(rest) if isinstance(other, Movement | Overrun | Advance | Attack)]
        acts = rest[: moves[0]] if moves else rest
        own = tuple(rest[n] for n in moves if act.units[0] in rest[n].units and not isinstance(rest[n], Attack))
        found.append(Overrunning(act, acts, own, acts[-1].after if acts else act.after))
    return tuple(found)


def overrun_battle(act: Overrun) -> Battle | None:
    """The strengths of an overrun as those of an attack out of the hex before; None where nobody is overrun."""
    target, origin = act.path[-1], act.path[-2] if len(act.path) > 1 else ""
    attackers = [act.before.moved(name, origin).unit(name) for name in act.units if name in act.before.units and origin]
    if not attackers or not any(unit.side != attackers[0].side for unit in act.before.at(target)):
        return None
    return battle(act.before, attackers, target)


def _rolls(drm: int, defense: Fraction) -> tuple[Outcome, ...]:
    modified = (min(max(die + drm, 1), DIE) for die in range(1, DIE + 1))
    return tuple(
        Outcome.SUCCESS if roll > defense else Outcome.FAILURE if roll < defense else Outcome.OPTION
        for roll in modified
    )


def _counted(position: Position, row: OverrunModifier, unit: Unit, victim: Unit) -> tuple[list[tuple[str, int]], Known]:
    """A modifier if it applies, once for each shift where it counts shifts; and whether that is known."""
    applies = _applies(position, row, unit, victim)
    if not applies.is_yes:
        return [], YES if applies.is_no else applies
    if not row.shifts:
        return [(row.name, row.by)], YES
    shifts, settled = defensive_shifts(position, unit, victim)
    return [(say("{name}: {shift}", row.name, name), row.by * columns) for name, columns in shifts], settled


def _applies(position: Position, row: OverrunModifier, unit: Unit, victim: Unit) -> Known:
    if not row.who.matches(unit) or not row.victims.matches(victim):
        return NO
    here = row.where.fits(standing(position), position.network.index[victim.hex])
    if not row.least or here.is_no:
        return here
    return here & strength(position, unit, victim.hex, "attack").strength.at_least(Interval.of(row.least))
