"""How much of a force is capable of something: of armor effects, of engineering (`Proportions`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import product

from adjudicator.analysis.combat.terms import Proportion, Proportions
from adjudicator.analysis.stacking import unit_size
from adjudicator.errors import PackError
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount

SPREAD = 2
"""How many times the capable units the neutral ones may be; what is more counts as incapable."""


@dataclass(frozen=True, slots=True)
class Capability:
    """How far a unit is capable of something, from 0 to 1, or neutral: then it does not count."""

    part: Interval
    neutral: bool = False

    def may_be_neutral(self, table: Proportion) -> bool:
        """Whether its owner may take it for neutral."""
        return table.optional and self.part.certain and 0 < self.part.low < 1


@dataclass(frozen=True, slots=True)
class Mixture:
    """A proportion as the book wants it: capable over all but neutral, and the value of its step.

    Where chart cells are missing, `capable`, `share` and `value` are what they may be.
    """

    capable: Interval
    neutral: Fraction
    whole: Fraction
    share: Interval
    value: Interval

    @property
    def words(self) -> str:
        """ "4 of 10 (12 less 2 neutral)"."""
        base = self.whole - self.neutral
        return say(
            "{capable} of {base} ({whole} less {neutral} neutral)",
            self.capable,
            amount(base),
            amount(self.whole),
            amount(self.neutral),
        )


def proportion(
    position: Position,
    units: Iterable[Unit],
    name: str,
    neutral: frozenset[str] = frozenset(),
    barred: frozenset[str] = frozenset(),
) -> Mixture:
    """How much of some units is capable (of armor effects, of engineering, ...) and the value the book gives for it.

    Fractions are kept. Neutral units beyond twice the capable ones (half-capable in full) count as incapable.
    Units named in `neutral` are taken for neutral by their owner, where the book lets those capable to a part be; those in
    `barred` are incapable here whatever they are elsewhere.
    """
    table = proportion_table(position, name)
    capable = base = idle = whole = unknown = Fraction(0)
    missing: frozenset[str] = frozenset()
    for unit in units:
        if any(who.matches(unit) for who in table.ignored):
            continue
        size = unit_size(unit, "points") * (2 if any(who.matches(unit) for who in table.doubled) else 1)
        whole += size
        found = capability(position, unit, name)
        if found.neutral or (unit.id in neutral and found.may_be_neutral(table)):
            idle += size
        elif not found.part.certain:
            unknown, missing = unknown + size, missing | found.part.missing
        elif found.part.low and unit.id not in barred:
            capable, base = capable + size * found.part.low, base + size
    least, most = (_share(capable + more, whole, min(idle, (base + more) * SPREAD)) for more in (Fraction(0), unknown))
    return Mixture(
        capable=Interval(capable, capable + unknown, missing),
        neutral=min(idle, base * SPREAD),
        whole=whole,
        share=Interval(least, most, missing),
        value=_value(table, least, missing),
    )


def _share(capable: Fraction, whole: Fraction, idle: Fraction) -> Fraction:
    return capable / (whole - idle) if whole > idle else Fraction(0)


def best_proportion(
    position: Position, units: Iterable[Unit], name: str, barred: frozenset[str] = frozenset()
) -> Mixture:
    """The greatest proportion that the owner may declare by taking units capable to a part for neutral."""
    table = proportion_table(position, name)
    found = tuple(units)
    alike: dict[tuple[Fraction, Fraction], list[str]] = {}
    for unit in found if table.optional else ():
        able = capability(position, unit, name)
        if able.may_be_neutral(table):
            alike.setdefault((Fraction(able.part.low), unit_size(unit, "points")), []).append(unit.id)
    choices = product(*(range(len(names) + 1) for names in alike.values()))
    declared = (
        frozenset(name for names, count in zip(alike.values(), counts, strict=True) for name in names[:count])
        for counts in choices
    )
    mixtures = [proportion(position, found, name, each, barred) for each in declared]
    best = max(mixtures, key=lambda mixture: (mixture.share.low, mixture.share.high))
    return replace(best, share=reduce(Interval.greater, (mixture.share for mixture in mixtures)))


def proportion_table(position: Position, name: str) -> Proportion:
    """The proportion of that name; PackError if there is none."""
    every = position.pack.figures_of(Proportions)
    if every is None or name not in every.proportion:
        raise PackError(f"the game has no proportion '{name}'")
    return every.proportion[name]


def capability(position: Position, unit: Unit, name: str) -> Capability:
    """How far a unit is capable in a proportion; open where only a chart that nobody gave could tell.

    The own strength of a place has no kind, and is capable of nothing.
    """
    if not unit.type.kind:
        return INCAPABLE
    table = proportion_table(position, name)
    groups: tuple[tuple[tuple[Selector, ...], Capability], ...] = (
        (table.none, INCAPABLE),
        (table.full, Capability(Interval.of(1))),
        (table.half, Capability(Interval.of(Fraction(1, 2)))),
        (table.neutral, NEUTRAL),
        *(((who,), Capability(Interval.of(part))) for who, part in table.parts),
    )
    for selectors, found in groups:
        if any(who.matches(unit) for who in selectors):
            return found
    return _charted(position, table.cells.format(kind=unit.type.kind)) if table.cells else INCAPABLE


INCAPABLE = Capability(ZERO)
NEUTRAL = Capability(ZERO, neutral=True)


def _charted(position: Position, cell: str) -> Capability:
    """What a user's chart says of a kind of unit: "full", "half", "neutral", "none" or a fraction."""
    given = position.pack.charts.get(cell)
    if given is None:
        return Capability(Interval(Fraction(0), Fraction(1), frozenset({cell})))
    if given == "neutral":
        return NEUTRAL
    words = {"full": "1", "half": "1/2", "none": "0"}
    return Capability(Interval.of(Fraction(words.get(str(given), str(given)))))


def _value(table: Proportion, share: Fraction, missing: frozenset[str]) -> Interval:
    """The value of the step that a share reaches; any of them, or nothing, where units are missing in the share."""
    if missing:
        values = [Fraction(value) for _, value in table.steps]
        return Interval(min(Fraction(0), *values), max(Fraction(0), *values), missing)
    reached = ((least, value) for least, value in table.steps if share >= least)
    return Interval.of(max(reached, default=(Fraction(0), 0))[1])
