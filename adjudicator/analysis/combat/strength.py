"""The strength of one unit in a battle: what is printed, and the factors that apply ([[factor]] of combat.toml)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Literal

from adjudicator.analysis.beneath import is_one_of
from adjudicator.analysis.combat.changes import ArithmeticStep, changed, in_words
from adjudicator.analysis.combat.conditions import all_cross, applying, holds_in
from adjudicator.analysis.combat.ranged import all_see_across, distance, ranged_row
from adjudicator.analysis.combat.terms import CombatTable, Factor, combat_table
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import did_so, moved_so
from adjudicator.analysis.supply.drawn import draws
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, YES, Known, Reason, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import amount

Part = Literal["attack", "defense"]
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class UnitShare:
    """One unit's part in a battle: the printed strength, and what multiplies it or adds to it, in order.

    `settled`: whether it is known which of the changes apply.
    """

    unit: Unit
    printed: Interval
    changes: tuple[ArithmeticStep, ...] = ()
    settled: Known = YES

    @property
    def factors(self) -> tuple[tuple[str, Fraction], ...]:
        """The factors that surely apply."""
        return tuple((change.name, change.times) for change in self.changes if change.applies.is_yes)

    @property
    def strength(self) -> Interval:
        """Printed strength after every factor and addition."""
        return changed(self.printed, self.changes)

    def halved_more_than(self, most: int) -> Known:
        """Whether more than so many factors halve it."""
        halvings = sum(times == HALF for _, times in self.factors)
        if halvings > most:
            return YES
        doubtful = sum(change.applies.is_open for change in self.changes)
        return self.settled if halvings + doubtful > most else NO

    @property
    def words(self) -> str:
        """ "4 × 1/2 (river)"."""
        start = amount(self.printed.low) if self.printed.certain else "?"
        return in_words(start, self.printed, self.changes)

    @property
    def reason(self) -> Reason:
        """The arithmetic as a node of the tree that says why."""
        known = self.strength.settled
        return Reason(say("{unit}: {words}", self.unit, self.words), known.truth, known.missing)


def strength(
    position: Position,
    unit: Unit,
    target: str | tuple[str, ...],
    part: Part,
    attackers: Iterable[Unit] = (),
    *,
    table: CombatTable | None = None,
    company: Iterable[Unit] | None = None,
) -> UnitShare:
    """One unit's printed strength and the factors that apply when it attacks, or stands in, the target hex (or hexes).

    A defender is asked about the hexsides across which these `attackers` attack it, an attacker about its own. `company` are
    the units of its side in the battle: an attacker's are told, a defender has those of its hex. The factors are those of the
    `table`, or of attacks.
    """
    rows = tuple(row for row in (table or combat_table(position)).factor if row.part == part)
    across = (unit,) if part == "attack" else tuple(attackers)
    targets = (target,) if isinstance(target, str) else target
    if company is None:
        company = () if part == "attack" else (each for each in position.at(unit.hex) if each.side == unit.side)
    beside = tuple(each for each in company if each.hex == unit.hex and each.id != unit.id)

    def applies(row: Factor) -> Known:
        answer = _applies(position, unit, targets, across, row)
        return answer if answer.is_no or not row.company else answer & _alone(position, row, rows, beside)

    found = applying(rows, applies)
    return UnitShare(
        unit,
        _guns(position, unit, targets) or printed_strength(unit, part),
        tuple(ArithmeticStep(row.name, row.multiplier, Fraction(row.plus), applies=answer) for row, answer in found),
        all_of(answer for _, answer in found),
    )


def printed_strength(unit: Unit, part: Part) -> Interval:
    """What the face shows; open for a unit whose strength nobody knows."""
    value = unit.shown.attack if part == "attack" else unit.shown.defense
    if value is None:
        return Interval.unknown(say("strength of {unit}", unit))
    return Interval.of(Fraction(value))


def _guns(position: Position, unit: Unit, targets: tuple[str, ...]) -> Interval | None:
    """The strength of those guns that reach so far, of a unit whose row of [[ranged]] tells them apart."""
    row = ranged_row(position, unit)
    if row is None or not row.guns:
        return None
    far = max(distance(position, unit.hex, target) for target in targets)
    values = [unit.value(name) for name in row.guns[min(max(far, 1), len(row.guns)) - 1]]
    if None in values:
        return Interval.unknown(say("guns of {unit}", unit))
    return Interval.of(sum((Fraction(str(value)) for value in values), Fraction(0)))


def contributes(position: Position, unit: Unit, rows: Iterable[Factor]) -> Known:
    """Whether a unit counts for anything: no factor of 0 holds for what it did in this phase."""
    idle = (row for row in rows if row.multiplier == 0 and row.after and row.who.matches(unit))
    return ~any_of(did_so(position, unit.id, row.after) for row in idle)


def _alone(position: Position, row: Factor, rows: tuple[Factor, ...], beside: tuple[Unit, ...]) -> Known:
    """Whether none of the units beside one is the company that a factor asks for."""
    fit = (unit for unit in beside if any(who.matches(unit) for who in row.company))
    return ~any_of(contributes(position, unit, rows) for unit in fit)


def total_of(shares: Iterable[UnitShare]) -> Interval:
    """The strengths together."""
    return sum_of(share.strength for share in shares)


def _applies(position: Position, unit: Unit, targets: tuple[str, ...], across: tuple[Unit, ...], row: Factor) -> Known:
    index = position.network.index
    j = index.get(unit.hex)
    if j is None or any(target not in index for target in targets):
        return NO
    own = is_one_of(position.pack, unit, row.who)
    if own.is_no:
        return NO
    own &= (
        row.own.fits(ground_at(position), j)
        & did_so(position, unit.id, row.after)
        & moved_so(position, unit.id, row.moved)
    )
    if row.unfed and own.possible:
        own &= ~draws(position, unit)
    if own.is_no:
        return NO
    starts = [index[other.hex] for other in across if other.hex in index]
    seen = all_see_across(position, row.sight, across, targets)
    crossed = partial(all_cross, position, row.edges, unit.side, starts)
    return all_of((own, seen, holds_in(position, row, unit.side, [index[target] for target in targets], crossed)))
