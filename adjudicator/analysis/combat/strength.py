"""The strength of one unit in a battle: what is printed, and the factors that apply ([[factor]] of combat.toml)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal

from adjudicator.analysis.combat.conditions import applying, crosses, holds_here
from adjudicator.analysis.combat.terms import Factor, combat_table
from adjudicator.analysis.ground import standing
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, YES, Known, Reason, all_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.words import amount

Part = Literal["attack", "defense"]
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Share:
    """One unit's part in a battle: the printed strength, the factors that apply, and what is left.

    `doubtful` are factors that apply or not as the data in `settled` are: whether it is known which factors apply.
    """

    unit: Unit
    printed: Interval
    factors: tuple[tuple[str, Fraction], ...]
    doubtful: tuple[tuple[str, Fraction], ...] = ()
    settled: Known = YES

    @property
    def strength(self) -> Interval:
        """Printed strength times every factor."""
        total = self.printed
        for _, times in self.factors:
            total = total.times(times)
        for _, times in self.doubtful:
            low, high = total.times(min(times, Fraction(1))).low, total.times(max(times, Fraction(1))).high
            total = Interval(low, high, total.missing | frozenset(self.settled.missing))
        return total

    def halved_more_than(self, most: int) -> Known:
        """Whether more than so many factors halve it."""
        halvings = sum(times == HALF for _, times in self.factors)
        if halvings > most:
            return YES
        return self.settled if halvings + len(self.doubtful) > most else NO

    @property
    def words(self) -> str:
        """ "4 x 1/2 (river)"."""
        text = amount(self.printed.low) if self.printed.certain else "?"
        sure = strung(say(" × {times} ({name})", amount(times), name) for name, times in self.factors)
        return text + sure + strung(say(" × {times}? ({name})", amount(times), name) for name, times in self.doubtful)

    @property
    def reason(self) -> Reason:
        """The arithmetic as a node of the tree that says why."""
        known = self.strength.settled
        return Reason(say("{unit}: {words}", self.unit, self.words), known.truth, known.missing)


def strength(position: Position, unit: Unit, target: str, part: Part, attackers: Iterable[Unit] = ()) -> Share:
    """One unit's printed strength and the factors that apply when it attacks, or stands in, the target hex.

    A defender is asked about the hexsides across which these `attackers` attack it, an attacker about its own.
    """
    rows = (row for row in combat_table(position).factor if row.part == part)
    across = (unit,) if part == "attack" else tuple(attackers)
    sure, open_ = applying(rows, partial(_applies, position, unit, target, across))
    return Share(
        unit,
        printed_strength(unit, part),
        tuple((row.name, Fraction(row.times)) for row in sure),
        tuple((row.name, Fraction(row.times)) for row, _ in open_),
        all_of(answer for _, answer in open_),
    )


def printed_strength(unit: Unit, part: Part) -> Interval:
    """What the face shows; open for a unit whose strength nobody knows."""
    value = unit.shown.attack if part == "attack" else unit.shown.defense
    if value is None:
        return Interval.unknown(say("strength of {unit}", unit))
    return Interval.of(Fraction(value))


def total_of(shares: Iterable[Share]) -> Interval:
    """The strengths together."""
    return sum_of(share.strength for share in shares)


def _applies(position: Position, unit: Unit, target: str, across: tuple[Unit, ...], row: Factor) -> Known:
    index = position.network.index
    i, j = index.get(target), index.get(unit.hex)
    if i is None or j is None or not row.who.matches(unit):
        return NO
    here = holds_here(position, row, unit.side, i)
    if here.is_no:
        return NO
    return all_of((here, row.own.fits(standing(position), j), *_crossed(position, row, across, i)))


def _crossed(position: Position, row: Factor, across: tuple[Unit, ...], i: int) -> Iterator[Known]:
    """Whether each attacked hexside is one of which the row speaks; without an attacker none is."""
    if row.edges is None:
        return
    if not across:
        yield NO
    for unit in across:
        j = position.network.index.get(unit.hex)
        yield NO if j is None else crosses(position, row.edges, unit.side, (j, i))
