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
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from adjudicator.words import amount


@dataclass(frozen=True, slots=True)
class Battle:
    """The arithmetic of one battle. `column` is None while a strength or a shift is unknown, as `missing` says.

    `barred` units may not attack; those `perhaps` barred are so if the missing datum is against them. `good` says whether
    the first half of a split cell counts (None = unknown).
    """

    attack: tuple[Share, ...]
    defense: tuple[Share, ...]
    raw: str | None
    shifts: tuple[tuple[str, int], ...]
    column: str | None
    barred: tuple[Unit, ...]
    missing: str = ""
    perhaps: tuple[Unit, ...] = ()
    good: bool | None = None

    @property
    def totals(self) -> tuple[Fraction | None, Fraction | None]:
        """Attack and defense totals."""
        return total_of(self.attack), total_of(self.defense)

    @property
    def words(self) -> str:
        """The whole arithmetic in a line."""
        attack, defense = (None if total is None else amount(total) for total in self.totals)
        moved = "".join(f", {columns:+d} {name}" for name, columns in self.shifts)
        sums = f"{' + '.join(share.words for share in self.attack)} = {attack or '?'}"
        against = f"{' + '.join(share.words for share in self.defense)} = {defense or '?'}"
        return f"{sums} against {against}: {self.raw or '?'}{moved}: {self.column or '?'}"


def battle(position: Position, attackers: Iterable[Unit], target: str, extra: Iterable[tuple[str, int]] = ()) -> Battle:
    """Units attacking a hex: strengths, odds, shifts, column; `extra` are shifts that no map shows (support, HQs)."""
    units = tuple(attackers)
    side = units[0].side
    defenders = tuple(unit for unit in position.at(target) if unit.side != side)
    attack = tuple(strength(position, unit, target, "attack") for unit in units)
    defense = tuple(strength(position, unit, target, "defense") for unit in defenders)
    rows, doubts = shifts_of(position, units, defenders, target)
    shifts = (*((row.name, row.columns) for row in rows), *extra)
    totals = total_of(attack), total_of(defense)
    shares = (*attack, *defense)
    unknown = [f"strength of {share.unit}" for share in shares if share.printed is None]
    unknown += [share.missing for share in shares if share.missing] + doubts
    table = combat_table(position)
    most = table.most_halvings
    raw = column = None
    if totals[0] is not None and totals[1] is not None:
        raw = odds(table.odds, totals[0], totals[1])
        column = None if doubts else final_column(table.odds, raw, sum(columns for _, columns in shifts))
    barred = tuple(share.unit for share in attack if most and share.halvings > most)
    perhaps = tuple(
        share.unit for share in attack if most and share.halvings <= most < share.halvings + len(share.doubtful)
    )
    good = _good(position, target, attack, rows, bool(unknown))
    return Battle(attack, defense, raw, shifts, column, barred, unknown[0] if unknown else "", perhaps, good)


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


def _good(
    position: Position, target: str, attack: tuple[Share, ...], shifts: list[Shift], doubtful: bool
) -> bool | None:
    """Whether the first half of a split cell counts: good weather, and no benefit for the defender."""
    split = combat_table(position).split
    if split is None:
        return None
    where = Where(weather=split.weather)
    i = position.network.index[target]
    helpful = {row.name for row in combat_table(position).factor if row.benefit}
    if split.benefits and any(row.benefit for row in shifts):
        return False
    if split.benefits and any(name in helpful for share in attack for name, _ in share.factors):
        return False
    if not where.fits(standing(position), i).possible:
        return False
    return True if where.fits(standing(position), i).is_yes and not doubtful else None


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
