"""What the roll of an overrun comes to: the modifiers of its die, success, failure or a choice, and whose (17.2)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

from adjudicator.analysis.beneath import is_one_of
from adjudicator.analysis.combat.overrun import Overrunning
from adjudicator.analysis.combat.shifts import defensive_shifts
from adjudicator.analysis.combat.strength import printed_strength, strength
from adjudicator.analysis.combat.support import HEAVY
from adjudicator.analysis.ground import ground_at
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Flipped
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.where import ANYWHERE, Where

DIE = 6
COLD = Where(weather=frozenset({"snow", "light_mud", "extreme_cold"}))
ROUGH = frozenset({"swamp", "mountain", "hard_city"})
OPEN_GROUND = Where(without=ROUGH)
IMPROVED_ROUGH, FORTIFIED_ROUGH = (
    Where(tags=ROUGH, markers=frozenset({kind})) for kind in ("improved_defense", "fortified_defense")
)
"""What still counts by the reading that an overrunner halved for terrain has no shift for it."""
Counted = tuple[list[tuple[str, int]], Known]
"""Modifiers of the die that apply, and whether those are all."""


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


def overrun_table(position: Position, unit: Unit, start: str, target: str, *, revised: bool) -> OverrunTable:
    """What each roll does when a unit overruns a hex next to `start`; no rolls where a datum is missing."""
    there = replace(unit, hex=start)
    victim = next((other for other in position.at(target) if other.side != unit.side), None)
    if victim is None:
        return OverrunTable((), ZERO, (), "", Known.open(say("a unit to overrun in {target}", target)))
    counted = [*_modifiers(position, there, victim, revised=revised)]
    modifiers = tuple(modifier for found, _ in counted for modifier in found)
    defense = printed_strength(victim, "defense")
    settled = all_of((*(known for _, known in counted), defense.settled))
    rolls = _rolls(sum(by for _, by in modifiers), Fraction(defense.low)) if settled.is_yes else ()
    return OverrunTable(modifiers, defense, rolls, _chooser(position, unit, victim), settled)


def table_of(each: Overrunning, *, revised: bool) -> OverrunTable:
    """What each roll of an overrun does, an unknown victim as it was revealed."""
    at = each.act.before
    victims = {victim.id for victim in each.victims}
    for act in each.acts:
        for name in act.units if isinstance(act, Flipped) and set(act.units) & victims else ():
            at = at.with_unit(replace(at.unit(name), face=act.after.unit(name).face))
    return overrun_table(at, each.unit, each.act.path[-2], each.target, revised=revised)


def _modifiers(position: Position, unit: Unit, victim: Unit, *, revised: bool) -> Iterator[Counted]:
    ground, here = ground_at(position), position.network.index[victim.hex]
    yield _counted(say("Heavy overrunner"), 1, Known.of(unit.has("heavy")))
    strong = strength(position, unit, victim.hex, "attack").strength.at_least(Interval.of(20))
    yield _counted(say("strength of 20"), 1, strong)
    yield _counted(say("Heavy target"), -1, is_one_of(position.pack, victim, HEAVY))
    halved_alone = position.pack.chosen.get("overrun_terrain_shift") == "not_counted"
    yield _defensive(position, unit, victim, (OPEN_GROUND if halved_alone else ANYWHERE).fits(ground, here))
    if halved_alone:
        yield _counted(say("Improved Defense"), -1, IMPROVED_ROUGH.fits(ground, here))
        yield _counted(say("Fortified Defense"), -2, FORTIFIED_ROUGH.fits(ground, here))
    if revised or halved_alone:
        yield _counted(say("Snow or Extreme Cold"), -1, COLD.fits(ground, here))


def _counted(name: str, by: int, applies: Known) -> Counted:
    """A modifier if it applies, and whether that is known."""
    return [(name, by)] if applies.is_yes else [], YES if applies.is_no else applies


def _defensive(position: Position, unit: Unit, victim: Unit, applies: Known) -> Counted:
    """One less for each column that terrain and markers shift to the left."""
    if not applies.is_yes:
        return [], YES if applies.is_no else applies
    shifts, settled = defensive_shifts(position, unit, victim)
    return [(say("{name}: {shift}", say("defensive shift"), name), -columns) for name, columns in shifts], settled


def _chooser(position: Position, unit: Unit, victim: Unit) -> str:
    """The side that chooses where the roll equals the defense."""
    on_foot = victim.type.movement_class in ("leg", "garrison")
    return unit.side if on_foot or position.pack.chosen.get("overrun_option_chooser") == "example" else victim.side


def _rolls(drm: int, defense: Fraction) -> tuple[Outcome, ...]:
    modified = (min(max(die + drm, 1), DIE) for die in range(1, DIE + 1))
    return tuple(
        Outcome.SUCCESS if roll > defense else Outcome.FAILURE if roll < defense else Outcome.OPTION
        for roll in modified
    )
