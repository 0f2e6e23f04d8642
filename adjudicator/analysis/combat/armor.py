"""Armor and antitank effects of one battle: who may use what, and what it does to the die.

The table is [armor] of combat.toml with the proportions that it names (`combat`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.analysis.combat.conditions import crosses, told, unknown_datum
from adjudicator.analysis.combat.proportion import Mixture, best_proportion
from adjudicator.analysis.combat.terms import ArmorTable, Bar, combat_table
from adjudicator.analysis.ground import standing
from adjudicator.errors import PackError
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Armor:
    """The effects in one battle, each side declaring what serves it best.

    `able` is what the attackers are capable of wherever they attack, `attack` what ground and weather let them use;
    `defense` is the proportion that the defenders may answer with; `attack_name` and `answer` name the two. `modifier` is
    None while `missing` (chart cells, the weather) could change it. `bars` names what bars armor.
    """

    able: Mixture
    attack: Mixture
    defense: Mixture
    attack_name: str
    answer: str
    modifier: int | None
    missing: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """ "attack 3 of 9 ...: +1; aecd 0 of 3 ...: 0"."""
        barred = f" ({', '.join(self.bars)})" if self.bars else ""
        theirs = f"{self.answer} {self.defense.words}: {self.defense.value:+d}"
        return f"attack {self.attack.words}: {self.attack.value:+d}{barred}; {theirs}"


def armor(position: Position, attackers: Iterable[Unit], target: str) -> Armor:
    """Armor and antitank effects when units attack a hex; fractions of regimental equivalents are kept."""
    table = combat_table(position).armor
    if table is None:
        raise PackError("combat.toml has no [armor]")
    units = tuple(attackers)
    defenders = tuple(unit for unit in position.at(target) if unit.side != units[0].side)
    able = best_proportion(position, units, table.attack)
    barred, bars, doubts = _barred(position, table, units, target)
    everybody = len(barred) == len(units)
    used = NOTHING if everybody else best_proportion(position, units, table.attack, barred)
    answering = able.share >= table.least
    name = table.answer if answering else table.defense
    shut, more, unsure = _barred_in(position, table, target, units[0].side)
    idle = (shut and not answering) or not name
    theirs = NOTHING if idle else best_proportion(position, defenders, name)
    missing = {*able.missing, *used.missing, *theirs.missing}
    if used.value:
        missing |= set(doubts)
    if theirs.value and not answering:
        missing |= set(unsure)
    modifier = None if missing else used.value + theirs.value
    return Armor(
        able, used, theirs, table.attack, name, modifier, tuple(sorted(missing)), tuple(dict.fromkeys((*bars, *more)))
    )


NOTHING = Mixture(Fraction(0), Fraction(0), Fraction(0), Fraction(0), 0)
"""A proportion that may not be used."""


def _barred(
    position: Position, table: ArmorTable, units: tuple[Unit, ...], target: str
) -> tuple[frozenset[str], list[str], list[str]]:
    """The attackers that may not use armor, by what, and the data on which more of it depends."""
    index, side = position.network.index, units[0].side
    barred: set[str] = set()
    bars: list[str] = []
    doubts: list[str] = []
    for row in table.barred:
        for unit in units:
            way = (index[unit.hex], index[target])
            if not _holds(position, row, side, way, unknown=True):
                continue
            if _holds(position, row, side, way, unknown=False):
                barred.add(unit.id)
                bars.append(row.name)
            elif unit.id not in barred:
                doubts.append(unknown_datum(position, row, side))
    return frozenset(barred), bars, [] if len(barred) == len(units) else doubts


def _barred_in(position: Position, table: ArmorTable, target: str, side: str) -> tuple[bool, list[str], list[str]]:
    """Whether the hex itself bars armor, by what, and the data on which it depends."""
    i = position.network.index[target]
    rows = [row for row in table.barred if row.edges is None]
    bars = [row.name for row in rows if _holds(position, row, side, (i, i), unknown=False)]
    perhaps = [row for row in rows if _holds(position, row, side, (i, i), unknown=True)]
    return bool(bars), bars, [] if bars else [unknown_datum(position, row, side) for row in perhaps]


def _holds(position: Position, row: Bar, side: str, way: tuple[int, int], unknown: bool) -> bool:
    """Whether a bar holds for an attack from one hex into another."""
    if not row.when.holds(position, side).taken(unknown) or not row.where.fits(standing(position), way[1]).taken(
        unknown
    ):
        return False
    if not told(position, row.cells, unknown):
        return False
    return row.edges is None or crosses(position, row.edges, side, way, unknown)
