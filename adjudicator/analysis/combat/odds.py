"""A battle: strengths, odds after shifts, the column they come to ([odds] of combat.toml)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.analysis.combat.shifts import shifts_of
from adjudicator.analysis.combat.strength import Share, strength, total_of
from adjudicator.analysis.combat.terms import Odds, Shift, combat_table
from adjudicator.analysis.ground import standing
from adjudicator.errors import PackError
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, Reason, all_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.where import Where
from adjudicator.words import amount

EITHER_HALF = Known.open(say("which half of a split cell counts"))


@dataclass(frozen=True, slots=True)
class Battle:
    """The arithmetic of one battle.

    `settled` is whether strengths and shifts are known; while they are open, `column` is None and `raw` may be. `barred`
    are the units that are halved too often to attack, or may be. `good`: whether the first half of a split cell counts.
    """

    attack: tuple[Share, ...]
    defense: tuple[Share, ...]
    raw: str | None
    shifts: tuple[tuple[str, int], ...]
    column: str | None
    barred: tuple[tuple[Unit, Known], ...]
    settled: Known = YES
    good: Known = EITHER_HALF

    @property
    def totals(self) -> tuple[Interval, Interval]:
        """Attack and defense totals."""
        return total_of(self.attack), total_of(self.defense)

    def overwhelms(self, least: Fraction) -> Known:
        """Whether the attack is so many times the defense, and anything at all."""
        attack, defense = self.totals
        return attack.at_least(defense.times(least)) & ~attack.at_most(ZERO)

    @property
    def words(self) -> str:
        """The whole arithmetic in a line."""
        attack, defense = (amount(total.low) if total.certain else "?" for total in self.totals)
        moved = strung(say(", {columns} {name}", f"{columns:+d}", name) for name, columns in self.shifts)
        sums = _sum_in_words(self.attack, attack)
        against = _sum_in_words(self.defense, defense)
        column = say(", column {column}", self.column or "unknown") if moved or self.column != self.raw else ""
        return say(
            "{sums} against {against}: odds {raw}{moved}{column}", sums, against, self.raw or "unknown", moved, column
        )

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The arithmetic as a tree: what attacks and what defends, unit by unit, and the shifts."""
        sides = (("attack", self.attack), ("defense", self.defense))
        sums = tuple(_sum_of(name, shares) for name, shares in sides)
        return (*sums, *(Reason(say("{columns} {name}", f"{columns:+d}", name)) for name, columns in self.shifts))


def _sum_in_words(shares: Iterable[Share], total: str) -> str:
    """ "3 + 2 × 1/2 (across a river) = 4"; a single plain number stands alone."""
    words = strung((share.words for share in shares), " + ")
    return total if words == total else say("{words} = {total}", words, total)


def battle(position: Position, attackers: Iterable[Unit], target: str, extra: Iterable[tuple[str, int]] = ()) -> Battle:
    """Units attacking a hex: strengths, odds, shifts, column; `extra` are shifts that no map shows (support, HQs)."""
    units = tuple(attackers)
    defenders = tuple(unit for unit in position.at(target) if unit.side != units[0].side)
    attack = tuple(strength(position, unit, target, "attack") for unit in units)
    defense = tuple(strength(position, unit, target, "defense", units) for unit in defenders)
    rows, all_shifts = shifts_of(position, units, defenders, target)
    shifts = (*((row.name, row.columns) for row in rows), *extra)
    ours, theirs = total_of(attack), total_of(defense)
    settled = all_of((ours.settled, theirs.settled, all_shifts))
    table = combat_table(position)
    raw = odds(table.odds, ours.low, theirs.low) if ours.certain and theirs.certain else None
    column = final_column(table.odds, raw, sum(columns for _, columns in shifts)) if raw and settled.is_yes else None
    most = table.most_halvings
    halved = ((share.unit, share.halved_more_than(most)) for share in attack if most)
    barred = tuple((unit, answer) for unit, answer in halved if answer.possible)
    good = _good(position, target, attack, rows) & settled
    return Battle(attack, defense, raw, shifts, column, barred, settled, good)


def odds(table: Odds, attack: Fraction, defense: Fraction) -> str:
    """The column before shifts: the highest whose ratio the attack reaches; a defense of 0 gives the highest printed one."""
    if defense <= 0:
        return table.ladder[-1]
    ratio = attack / defense
    ladder = _ladder(table, ratio)
    reached = [name for name in ladder if _ratio(name) <= ratio]
    return reached[-1] if reached else ladder[0]


def final_column(table: Odds, raw: str, shift: int) -> str:
    """The column after shifts, brought back onto the table; `below` or `above` where the table has such a result."""
    ladder = _ladder(table, _ratio(raw), abs(shift) + 1)
    place = min(max(ladder.index(raw) + shift, 0), len(ladder) - 1)
    column = ladder[place]
    if _ratio(column) < _ratio(table.ladder[0]):
        return table.below or table.ladder[0]
    if _ratio(column) > _ratio(table.ladder[-1]):
        return table.above or table.ladder[-1]
    return column


def _sum_of(name: str, shares: tuple[Share, ...]) -> Reason:
    total = total_of(shares)
    return Reason(
        say("{name}: {total}", name, total),
        total.settled.truth,
        total.settled.missing,
        tuple(each.reason for each in shares),
    )


def _good(position: Position, target: str, attack: tuple[Share, ...], shifts: list[Shift]) -> Known:
    """Whether the first half of a split cell counts: good weather, and no benefit for the defender."""
    table = combat_table(position)
    if table.split is None:
        return EITHER_HALF
    helpful = {row.name for row in table.factor if row.benefit}
    helped = any(row.benefit for row in shifts) or any(name in helpful for share in attack for name, _ in share.factors)
    if table.split.benefits and helped:
        return NO
    return Where(weather=table.split.weather).fits(standing(position), position.network.index[target])


def _ratio(column: str) -> Fraction:
    attack, _, defense = column.partition(":")
    try:
        return Fraction(int(attack), int(defense))
    except (ValueError, ZeroDivisionError) as error:
        raise PackError(f"[odds] ladder: '{column}' is no column such as 3:1") from error


def _ladder(table: Odds, ratio: Fraction, room: int = 1) -> list[str]:
    if not table.ladder:
        raise PackError("combat.toml has no [odds] ladder")
    ladder = sorted(table.ladder, key=_ratio)
    if not table.extends:
        return ladder
    lowest = _ratio(ladder[0]).denominator
    deepest = max(lowest, -(-ratio.denominator // ratio.numerator) if ratio > 0 else lowest) + room
    below = [f"1:{n}" for n in range(deepest, lowest, -1)]
    top = int(_ratio(ladder[-1]))
    above = [f"{n}:1" for n in range(top + 1, max(top, int(ratio)) + room + 1)]
    return below + ladder + above
