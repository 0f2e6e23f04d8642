"""The strength of one unit in a battle: what is printed, and the factors that apply ([[factor]] of combat.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.combat.conditions import crosses, told, unknown_datum
from adjudicator.analysis.combat.terms import Factor, combat_table
from adjudicator.analysis.ground import standing
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.words import amount


@dataclass(frozen=True, slots=True)
class Share:
    """One unit's part in a battle: the printed strength, the factors that apply, and what is left.

    `doubtful` are factors that apply or not as `missing` (the weather, say) is.
    """

    unit: Unit
    printed: Fraction | None
    factors: tuple[tuple[str, Fraction], ...]
    doubtful: tuple[tuple[str, Fraction], ...] = ()
    missing: str = ""

    @property
    def strength(self) -> Fraction | None:
        """Printed strength times every factor; None if the unit's strength, or whether a factor applies, is not known."""
        if self.printed is None or self.doubtful:
            return None
        total = self.printed
        for _, times in self.factors:
            total *= times
        return total

    @property
    def halvings(self) -> int:
        """How many factors halve it."""
        return sum(times == Fraction(1, 2) for _, times in self.factors)

    @property
    def words(self) -> str:
        """ "4 x 1/2 (river)"."""
        text = "?" if self.printed is None else amount(self.printed)
        sure = "".join(f" × {amount(times)} ({name})" for name, times in self.factors)
        return text + sure + "".join(f" × {amount(times)}? ({name})" for name, times in self.doubtful)


def strength(position: Position, unit: Unit, target: str, part: Literal["attack", "defense"]) -> Share:
    """One unit's printed strength and the factors that apply when it attacks, or stands in, the target hex."""
    printed = unit.shown.attack if part == "attack" else unit.shown.defense
    sure: list[Factor] = []
    doubtful: list[Factor] = []
    groups: set[str] = set()
    for row in combat_table(position).factor:
        if row.part != part or row.group in groups or not _applies(position, row, unit, target, unknown=True):
            continue
        if _applies(position, row, unit, target, unknown=False):
            sure.append(row)
            groups |= {row.group} - {""}
        else:
            doubtful.append(row)
    doubtful = [row for row in doubtful if row.group not in groups]
    missing = unknown_datum(position, doubtful[0], unit.side) if doubtful else ""
    return Share(
        unit,
        None if printed is None else Fraction(printed),
        tuple((row.name, Fraction(row.times)) for row in sure),
        tuple((row.name, Fraction(row.times)) for row in doubtful),
        missing,
    )


def total_of(shares: tuple[Share, ...]) -> Fraction | None:
    total = Fraction(0)
    for share in shares:
        if share.strength is None:
            return None
        total += share.strength
    return total


def _applies(position: Position, row: Factor, unit: Unit, target: str, unknown: bool) -> bool:
    network = position.network
    i, j = network.index.get(target), network.index.get(unit.hex)
    if i is None or j is None or not row.who.matches(unit):
        return False
    if not (
        row.when.holds(position, unit.side).taken(unknown) and row.where.fits(standing(position), i).taken(unknown)
    ):
        return False
    if not row.own.fits(standing(position), j).taken(unknown) or not told(position, row.cells, unknown):
        return False
    return row.edges is None or crosses(position, row.edges, unit.side, (j, i), unknown)
