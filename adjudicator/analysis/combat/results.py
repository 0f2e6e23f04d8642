"""What the result table promises: the outcomes of each die roll in a column ([table] and [split] of combat.toml)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from adjudicator.analysis.combat.odds import EITHER_HALF, Battle, battle
from adjudicator.analysis.combat.terms import CombatTable, Split, combat_table, firing_table
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import UNKNOWN, left_open


@dataclass(frozen=True, slots=True)
class CardResult:
    """A result that a card, by its type of marker, gives instead of the table's: up to a column, "" = in any."""

    card: str
    result: str
    most: str = ""


@dataclass(frozen=True, slots=True)
class ResultsBesides:
    """Which attacks the table does not resolve, and which results are not its own.

    `unless_helpless`: an attack on units that are all of printed defense strength 0 needs no die, since it is settled without.
    """

    unless_helpless: bool = False
    cards: tuple[CardResult, ...] = ()


def outcomes(
    position: Position, column: str, good: Known = EITHER_HALF, table: CombatTable | None = None
) -> tuple[tuple[str, ...], ...]:
    """For each die roll the outcomes a column may give, in capitals: one, or several where the source leaves the cell in doubt.

    Of a split cell the half that `good` says (`Battle.good`), or both if that is open. A user's chart settles doubtful cells.
    """
    table = table or combat_table(position)
    cells = table.table.get(column)
    if cells is None:
        return ((column.upper(),),) * table.dice if column in (table.odds.below, table.odds.above) else ()
    found = []
    for die, cell in enumerate(cells, 1):
        doubtful = "|" in cell or left_open(cell)
        known = _charted(position, table.split, die - 1 + table.first_roll, column) if doubtful else ""
        read = (known or cell).upper().split("|")
        found.append(tuple(dict.fromkeys(half for each in read for half in _halves(each, good))))
    return tuple(found)


def expected(
    position: Position, attackers: Iterable[Unit], target: str | tuple[str, ...], die: int, shift: int = 0
) -> tuple[str, ...]:
    """What a die roll may give in a battle, with `shift` columns that no map shows; empty if the column is unknown."""
    found = battle(position, attackers, target, (("announced", Interval.of(shift)),) if shift else ())
    return given(position, found, die)


def given(position: Position, found: Battle, die: int) -> tuple[str, ...]:
    """What a die roll may give in a battle whose arithmetic is done; beyond the table its nearest roll counts."""
    each = (_given_in(position, found, die, column) for column in found.columns)
    return tuple(dict.fromkeys(result for results in each for result in results))


def in_every_column(position: Position, found: Battle, die: int, result: str) -> bool:
    """Whether a die roll may give a result in each column that the battle may have."""
    return all(result in _given_in(position, found, die, column) for column in found.columns)


def _given_in(position: Position, found: Battle, die: int, column: str) -> tuple[str, ...]:
    table = (firing_table(position) if found.by_fire else None) or combat_table(position)
    rolls = outcomes(position, column, found.good, table)
    if not rolls or not 1 <= die <= table.dice:
        return ()
    added = found.rolls
    places = range(int(added.low) + die, int(added.high) + die + 1)
    cells = (rolls[min(max(place - table.first_roll, 0), len(rolls) - 1)] for place in places)
    return tuple(dict.fromkeys(result for cell in cells for result in cell))


def unread(position: Position, found: Battle, die: int, results: tuple[str, ...]) -> Known:
    """Whether it is known that a die gives one of some results; open where cells of the table, or its modifiers, are not."""
    if UNKNOWN not in results:
        return YES if len(results) <= 1 else found.rolls.settled
    table = combat_table(position)
    column = found.column or ""
    if column not in table.table and found.column is None:
        return found.settled
    if table.split is None or not table.split.cells or column not in table.table:
        return Known.open(say("what the combat results table gives beyond its ends"), *sorted(found.rolls.missing))
    added = found.rolls
    ends = table.first_roll, table.first_roll + len(table.table[column]) - 1
    rolls = range(int(added.low) + die, int(added.high) + die + 1)
    cells = {_cell(table.split, min(max(roll, ends[0]), ends[1]), column) for roll in rolls}
    return Known.open(*sorted(cells - set(position.pack.charts)), *sorted(added.missing))


def chances(position: Position, column: str) -> dict[str, tuple[Fraction, Fraction]]:
    """Each outcome's least and greatest chance in a column (they differ where cells are in doubt)."""
    rolls = outcomes(position, column)
    least: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for cell in rolls:
        most.update(set(cell))
        if len(cell) == 1:
            least.update(cell)
    return {name: (Fraction(least[name], len(rolls)), Fraction(most[name], len(rolls))) for name in sorted(most)}


def _halves(cell: str, good: Known) -> tuple[str, ...]:
    halves = tuple(cell.split("/"))
    if len(halves) == 1:
        return halves
    return tuple(half for half, comes in ((halves[0], good), (halves[-1], ~good)) if comes.possible)


def _charted(position: Position, split: Split | None, die: int, column: str) -> str:
    """The cell as a user's chart gives it, "" if it does not."""
    if split is None or not split.cells:
        return ""
    given = position.pack.charts.get(_cell(split, die, column), "")
    return given if isinstance(given, str) else ""


def _cell(split: Split, die: int, column: str) -> str:
    return split.cells.replace("{die}", str(die)).replace("{column}", column.replace(":", "_"))
