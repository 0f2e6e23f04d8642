"""The column that two strengths come to (by ratio, difference or the attack alone), before and after shifts."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.combat.terms import Odds
from adjudicator.errors import PackError
from adjudicator.model.interval import Interval
from adjudicator.words import amount

LEAST, MOST = Fraction(1, 4), Fraction(100)
"""Between these a strength of which nobody knows more is taken to lie; what is beyond changes no printed column."""


def odds(table: Odds, attack: Fraction, defense: Fraction, heads: tuple[str, ...] = ()) -> str:
    """The column before shifts: the highest that the strengths reach; a defense of 0 gives the highest printed one.

    `heads` stand over the columns instead of their own names.
    """
    if heads or table.by != "ratio":
        return _by_heads(table, attack, defense, heads or table.ladder)
    if defense <= 0:
        return table.ladder[-1]
    ratio = attack / defense
    ladder = _ladder(table, ratio)
    reached = [name for name in ladder if _ratio(name) <= ratio]
    return reached[-1] if reached else ladder[0]


def columns_between(table: Odds, attack: Interval, defense: Interval, heads: tuple[str, ...] = ()) -> tuple[str, ...]:
    """All columns before shifts that two strengths known between bounds may come to, from worst to best."""
    least, most = Fraction(attack.low), min(Fraction(attack.high), MOST)
    weak, strong = Fraction(defense.low), min(Fraction(defense.high), MOST)
    if heads or table.by != "ratio":
        row = [name for name in (table.below, *table.ladder) if name]
        ends = row.index(odds(table, least, strong, heads)), row.index(odds(table, most, weak, heads))
        return tuple(row[ends[0] : ends[1] + 1])
    ratios = least / max(strong, LEAST), most / max(weak, LEAST)
    found = [name for name in {*_ladder(table, ratios[0]), *_ladder(table, ratios[1])} if _ratio(name) <= ratios[1]]
    ladder = sorted(found, key=_ratio) or _ladder(table, ratios[0])[:1]
    first = max((place for place, name in enumerate(ladder) if _ratio(name) <= ratios[0]), default=0)
    return tuple(ladder[first:])


def final_column(table: Odds, raw: str, shift: int, *, closed: bool = False) -> str:
    """The column after shifts, brought back onto the table; `below` or `above` where the table has such a result.

    `closed`: the columns do not go on beyond the table's ends.
    """
    if closed or table.by != "ratio":
        return _on_the_table(table, raw, shift)
    ladder = _ladder(table, _ratio(raw), abs(shift) + 1)
    place = min(max(ladder.index(raw) + shift, 0), len(ladder) - 1)
    column = ladder[place]
    if _ratio(column) < _ratio(table.ladder[0]):
        return table.below or table.ladder[0]
    if _ratio(column) > _ratio(table.ladder[-1]):
        return table.above or table.ladder[-1]
    return column


def signed(difference: Fraction) -> str:
    """A difference as tables print it: "+3", "0", "−1/2"."""
    return f"{'+' if difference > 0 else '−' if difference < 0 else ''}{amount(abs(difference))}"


def _by_heads(table: Odds, attack: Fraction, defense: Fraction, heads: tuple[str, ...]) -> str:
    """The last column whose head is reached; where none is, `below`, or the first column."""
    if len(heads) != len(table.ladder):
        raise PackError(f"combat.toml: {len(heads)} heads for the {len(table.ladder)} columns of the [odds] ladder")
    if table.by == "ratio" and defense <= 0:
        return table.ladder[-1]
    value = attack if table.by == "strength" else attack - defense if table.by == "difference" else attack / defense
    least = [_ratio(head) if table.by == "ratio" else _number(head) for head in heads]
    reached = [name for name, from_ in zip(table.ladder, least, strict=True) if from_ <= value]
    return reached[-1] if reached else table.below or table.ladder[0]


def _on_the_table(table: Odds, raw: str, shift: int) -> str:
    """A shift along the printed columns; `below` counts as one place before the first."""
    place = (table.ladder.index(raw) if raw in table.ladder else -1) + shift
    if place < 0:
        return table.below or table.ladder[0]
    return table.ladder[place] if place < len(table.ladder) else table.above or table.ladder[-1]


def _number(head: str) -> Fraction:
    try:
        return Fraction(head.replace("−", "-"))
    except ValueError as error:
        raise PackError(f"combat.toml: '{head}' over a column is no number such as -2, 0 or +3") from error


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
