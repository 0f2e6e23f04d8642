"""Every two writers of one number: a position in which both apply, and whether the number is what each makes of it alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from adjudicator.analysis.combat.changes import ArithmeticStep
from adjudicator.analysis.combat.odds import Battle
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.packs.load import load_pack
from tests.matrix import allowances, battles
from tests.matrix.allowances import Moving
from tests.matrix.battles import Fought, shares_of
from tests.matrix.contradictions import contradiction
from tests.matrix.writers import ALLOWANCE, COLUMN, DIE, Writer, pairs_of, side_strength, unit_strength

HERE = Path(__file__).parent


@dataclass(frozen=True)
class PairCell:
    """Two writers of one number: what was found of them, where, and what is wrong or why they never meet."""

    one: Writer
    other: Writer
    state: str
    source: str = ""
    why: str = ""

    def __str__(self) -> str:
        return f"{self.one.number}: {self.one.name} + {self.other.name}"


def cells_of(book: str) -> Iterator[PairCell]:
    """Every pair of a book: "case" where both apply in a case, "crossed" where two cases were crossed, "apart" where the rows
    contradict each other, "left out" where the list says why; "wrong" and "missing"."""
    pack = load_pack(book)
    for one, other in pairs_of(pack):
        apart = contradiction(pack, one, other)
        told = why_not(book, one, other)
        if apart:
            met = _in_a_case(book, one, other)
            wrong = f"both apply there, although {apart}" if met else ""
            yield PairCell(one, other, "wrong" if met else "apart", met.source if met else "", wrong or apart)
        elif (found := _found(book, one, other)) is not None:
            wrong = wrong_in(found, one, other)
            made = any(mark in found.source for mark in battles.MARKS)
            state = "wrong" if wrong else "crossed" if made else "case"
            yield PairCell(one, other, state, found.source, wrong)
        else:
            yield PairCell(one, other, "left out" if told else "missing", why=told)


def _in_a_case(book: str, one: Writer, other: Writer) -> Fought | Moving | None:
    where = allowances if one.number == ALLOWANCE else battles
    return where.met_in_cases(book)[1].get(frozenset((one, other)))


def _found(book: str, one: Writer, other: Writer) -> Fought | Moving | None:
    where = allowances if one.number == ALLOWANCE else battles
    return _in_a_case(book, one, other) or where.crossed(one, other, book)


@cache
def _left_out() -> list[dict[str, str]]:
    listed: list[dict[str, str]] = tomllib.loads((HERE / "pairs.toml").read_text("utf-8")).get("apart", [])
    return listed


def why_not(book: str, one: Writer, other: Writer) -> str:
    """Why two writers are not looked at together, as the list has it; "" if it does not."""
    for row in _left_out():
        names = {one.name, other.name}
        if (
            book in row["books"].split()
            and row["one"] in names
            and row.get("other", row["one"]) in names | {row["one"]}
        ):
            return row["why"]
    return ""


def wrong_in(found: Fought | Moving, one: Writer, other: Writer) -> str:
    """What is wrong with a number that two write into, "" if it is what each makes of it."""
    if isinstance(found, Moving):
        reckoned, own = found.points, found.by_hand()
        return "" if reckoned is None or own is None or reckoned == own else f"{reckoned} points, and {own} by hand"
    both = found.reckoned()
    first, second, none = (
        found.reckoned(frozenset(names)) for names in ((other.name,), (one.name,), (one.name, other.name))
    )
    if one.number == COLUMN:
        moved = (sum(columns for _, columns in each.shifts) for each in (both, first, second, none))
        return _columns(found, both) or _summed("columns", *moved)
    if one.number == DIE:
        dies = [sum(Fraction(by.low) for _, by in each.die if by.certain) for each in (both, first, second, none)]
        rows = {row.name for row in combat_table(found.act.before).die}
        return _summed("die", *dies) if {one.name, other.name} <= rows else ""
    for part in ("attack", "defense"):
        if one.number == unit_strength(part):
            return _units(part, both, one, other)
        if one.number == side_strength(part):
            return _sides(part, both)
    return ""


def _summed(
    what: str, both: Fraction | int, first: Fraction | int, second: Fraction | int, none: Fraction | int
) -> str:
    return (
        ""
        if both - first == second - none
        else f"{what} {both} with both, {first} and {second} alone, {none} with neither"
    )


def _columns(found: Fought, both: Battle) -> str:
    """Whether the column is so many places from that of the odds, counted along the table by hand."""
    table, moved = combat_table(found.act.before).odds, sum(columns for _, columns in both.shifts)
    if both.column is None or both.raw is None or both.row or both.raw not in table.ladder:
        return ""
    ends = (table.below or table.ladder[0], *table.ladder, table.above or table.ladder[-1])
    place = min(max(table.ladder.index(both.raw) + 1 + moved, 0), len(ends) - 1)
    return "" if ends[place] == both.column else f"column {both.column}, and {ends[place]} by hand"


def _units(part: str, both: Battle, one: Writer, other: Writer) -> str:
    for share in shares_of(both, part):
        names = {str(change.name) for change in share.changes}
        if {one.name, other.name} <= names and share.printed.certain and share.strength.certain:
            own = _by_hand(Fraction(share.printed.low), share.changes)
            if own != share.strength.low:
                return f"{share.unit.id}: {share.strength.low}, and {own} by hand"
    return ""


def _sides(part: str, both: Battle) -> str:
    shares, steps = shares_of(both, part), both.sums[part == "defense"]
    total = both.totals[part == "defense"]
    if not total.certain or any(not share.strength.certain for share in shares):
        return ""
    own = _by_hand(sum((Fraction(share.strength.low) for share in shares), Fraction(0)), steps)
    return "" if own == total.low else f"{total.low}, and {own} by hand"


def _by_hand(number: Fraction, steps: tuple[ArithmeticStep, ...]) -> Fraction:
    """A strength after all changes that surely apply: each product, sum and rounding in its order, never below nothing."""
    for step in steps:
        if step.applies.is_yes:
            number = max(number * step.times + step.plus + Fraction(step.by.low), Fraction(0))
            number = Fraction({"up": -(-number // 1), "down": number // 1}.get(step.round, number))
    return number


def again(book: str, number: str, one: str, other: str, source: str) -> str:
    """What is wrong with a pair in the position that was kept for it; "" if both still apply and the number is right."""
    pair = Writer(number, one), Writer(number, other)
    found: Fought | Moving | None
    if number == ALLOWANCE:
        found = next((each for each in allowances.made_again(book, source) if allowances.meet(each, *pair)), None)
    else:
        found = next((each for each in battles.made_again(book, source, number) if battles.meet(each, *pair)), None)
    return wrong_in(found, *pair) if found is not None else f"they no longer meet in {source}"
