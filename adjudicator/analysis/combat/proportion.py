"""How much of a force is capable of something: of armor effects, of engineering ([proportion.NAME] of combat.toml)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from adjudicator.analysis.combat.terms import Proportion, combat_table
from adjudicator.analysis.stacking import unit_size
from adjudicator.errors import PackError
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector
from adjudicator.words import amount


@dataclass(frozen=True, slots=True)
class Mixture:
    """A proportion as the book wants it: capable over all but neutral, and the value of its step.

    `missing` are the chart cells without which it is not known; the numbers then take their units for incapable.
    """

    capable: Fraction
    neutral: Fraction
    whole: Fraction
    share: Fraction
    value: int
    missing: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """ "4 of 10 (12 less 2 neutral)"."""
        base = self.whole - self.neutral
        return f"{amount(self.capable)} of {amount(base)} ({amount(self.whole)} less {amount(self.neutral)} neutral)"


def proportion(
    position: Position,
    units: Iterable[Unit],
    name: str,
    neutral: frozenset[str] = frozenset(),
    barred: frozenset[str] = frozenset(),
) -> Mixture:
    """How much of some units is capable (of armor effects, of engineering, ...) and the value the book gives for it.

    Fractions are kept. Neutral units beyond `spread` times the capable ones (half-capable in full) count as incapable.
    Units named in `neutral` are taken for neutral by their owner, where the book lets those capable to a part be; those in
    `barred` are incapable here whatever they are elsewhere.
    """
    table = proportion_table(position, name)
    capable = base = idle = whole = Fraction(0)
    missing: set[str] = set()
    for unit in units:
        if any(who.matches(unit) for who in table.ignored):
            continue
        size = unit_size(unit, table.by)
        whole += size
        part = capability(position, unit, name)
        if part is None:
            missing.add(table.cells.format(kind=unit.type.kind))
        elif part == "neutral" or (unit.id in neutral and _may_be_neutral(table, part)):
            idle += size
        elif isinstance(part, Fraction) and part and unit.id not in barred:
            capable, base = capable + size * part, base + size
    idle = min(idle, base * Fraction(table.spread))
    rest = whole - idle
    share = capable / rest if rest else Fraction(0)
    value = max(((Fraction(least), value) for least, value in table.steps if share >= least), default=(0, 0))[1]
    return Mixture(capable, idle, whole, share, value, tuple(sorted(missing)))


def best_proportion(
    position: Position, units: Iterable[Unit], name: str, barred: frozenset[str] = frozenset()
) -> Mixture:
    """The greatest proportion that the owner may declare by taking units capable to a part for neutral."""
    table = proportion_table(position, name)
    found = tuple(units)
    alike: dict[tuple[Fraction, Fraction], list[str]] = {}
    for unit in found if table.optional else ():
        part = capability(position, unit, name)
        if isinstance(part, Fraction) and _may_be_neutral(table, part):
            alike.setdefault((part, unit_size(unit, table.by)), []).append(unit.id)
    choices = product(*(range(len(names) + 1) for names in alike.values()))
    declared = (
        frozenset(name for names, count in zip(alike.values(), counts, strict=True) for name in names[:count])
        for counts in choices
    )
    return max(
        (proportion(position, found, name, each, barred) for each in declared), key=lambda mixture: mixture.share
    )


def proportion_table(position: Position, name: str) -> Proportion:
    """A [proportion.NAME] of combat.toml; PackError if there is none."""
    table = combat_table(position).proportion.get(name)
    if table is None:
        raise PackError(f"combat.toml has no [proportion.{name}]")
    return table


def capability(position: Position, unit: Unit, name: str) -> Fraction | str | None:
    """How far a unit is capable in a proportion: a fraction, "neutral", or None where only a missing chart could tell."""
    return _part(position, proportion_table(position, name), unit)


def _may_be_neutral(table: Proportion, part: Fraction | str) -> bool:
    return table.optional and isinstance(part, Fraction) and 0 < part < 1


def _part(position: Position, table: Proportion, unit: Unit) -> Fraction | str | None:
    """How far a unit is capable: a fraction, "neutral", or None where only a chart that nobody gave could tell."""
    groups: tuple[tuple[tuple[Selector, ...], Fraction | str], ...] = (
        (table.none, Fraction(0)),
        (table.full, Fraction(1)),
        (table.half, Fraction(1, 2)),
        (table.neutral, "neutral"),
        *(((part.who,), Fraction(part.share)) for part in table.parts),
    )
    for selectors, part in groups:
        if any(who.matches(unit) for who in selectors):
            return part
    if not table.cells:
        return Fraction(0)
    given = position.pack.charts.get(table.cells.format(kind=unit.type.kind))
    if given is None:
        return None
    if given == "neutral":
        return "neutral"
    words = {"full": "1", "half": "1/2", "none": "0"}
    return Fraction(words.get(str(given), str(given)))
