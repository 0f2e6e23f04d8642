"""Combat arithmetic: strengths after halvings, odds column after shifts, what the result table promises, proportions.

The numbers are those of combat.toml (`analysis.combat.terms`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

from adjudicator.analysis.combat.terms import Bar, CombatTable, Factor, Odds, Proportion, Shift, Split
from adjudicator.analysis.ground import Edges, When, Where, load_table
from adjudicator.analysis.stacking import unit_size
from adjudicator.errors import PackError
from adjudicator.model.units import Selector, Unit
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
        return _total(self.attack), _total(self.defense)

    @property
    def words(self) -> str:
        """The whole arithmetic in a line."""
        attack, defense = (None if total is None else amount(total) for total in self.totals)
        moved = "".join(f", {columns:+d} {name}" for name, columns in self.shifts)
        sums = f"{' + '.join(share.words for share in self.attack)} = {attack or '?'}"
        against = f"{' + '.join(share.words for share in self.defense)} = {defense or '?'}"
        return f"{sums} against {against}: {self.raw or '?'}{moved}: {self.column or '?'}"


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


def combat_table(position: Position) -> CombatTable:
    """The pack's combat.toml."""
    return load_table(position.pack, "combat", CombatTable)


def battle(position: Position, attackers: Iterable[Unit], target: str, extra: Iterable[tuple[str, int]] = ()) -> Battle:
    """Units attacking a hex: strengths, odds, shifts, column; `extra` are shifts that no map shows (support, HQs)."""
    units = tuple(attackers)
    side = units[0].side
    defenders = tuple(unit for unit in position.at(target) if unit.side != side)
    attack = tuple(strength(position, unit, target, "attack") for unit in units)
    defense = tuple(strength(position, unit, target, "defense") for unit in defenders)
    rows, doubts = _shifts(position, units, defenders, target)
    shifts = (*((row.name, row.columns) for row in rows), *extra)
    totals = _total(attack), _total(defense)
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


def unknown_datum(position: Position, row: Factor | Shift | Bar, side: str) -> str:
    """The datum without which nobody can say whether a row applies: a chart cell, or one of the moment."""
    blank = [name for name in row.cells if name not in position.pack.charts]
    return blank[0] if blank else unknown_moment(position, row.when, side)


def told(position: Position, cells: Mapping[str, str], unknown: bool) -> bool:
    """Whether a user's chart says what a row needs it to say; a blank cell counts as `unknown`."""
    charts = position.pack.charts
    return all(charts[name] == value if name in charts else unknown for name, value in cells.items())


def unknown_moment(position: Position, when: When, side: str) -> str:
    """What must be known to say whether a term applies: the condition it asks for, else the phase, else the weather."""
    if when.holds(position, side) is not None:
        return "weather"
    unknown = [name for name in sorted(when.conditions) if position.moment.condition(name) is None]
    return unknown[0] if unknown else "the phase of play"


def defensive_shifts(position: Position, unit: Unit, victim: Unit) -> tuple[list[tuple[str, int]], list[str]]:
    """The columns by which terrain and markers in the victim's hex favour it (`benefit`), and the data that are missing."""
    sure, missing = _shifts(position, (unit,), (victim,), victim.hex)
    return [(row.name, -row.columns) for row in sure if row.benefit and row.columns < 0], missing


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


def outcomes(position: Position, column: str, good: bool | None = None) -> tuple[tuple[str, ...], ...]:
    """For each die roll the outcomes a column may give: one, or several where the source leaves the cell in doubt.

    Of a split cell the half that `good` says (`Battle.good`), or both if it is None. A user's chart settles doubtful cells.
    """
    table = combat_table(position)
    cells = table.table.get(column)
    if cells is None:
        return ((column,),) * table.dice if column in (table.odds.below, table.odds.above) else ()
    found = []
    for die, cell in enumerate(cells, 1):
        doubtful = "|" in cell or cell == "?"
        known = _charted(position, table.split, die, column) if doubtful else ""
        found.append(tuple(dict.fromkeys(half for each in (known or cell).split("|") for half in _halves(each, good))))
    return tuple(found)


def expected(position: Position, attackers: Iterable[Unit], target: str, die: int, shift: int = 0) -> tuple[str, ...]:
    """What a die roll may give in a battle, with `shift` columns that no map shows; empty if the column is unknown."""
    found = battle(position, attackers, target, (("announced", shift),) if shift else ())
    rolls = outcomes(position, found.column, found.good) if found.column else ()
    return rolls[die - 1] if 1 <= die <= len(rolls) else ()


def _halves(cell: str, good: bool | None) -> tuple[str, ...]:
    halves = tuple(cell.split("/"))
    if len(halves) == 1 or good is None:
        return halves
    return halves[:1] if good else halves[-1:]


def _charted(position: Position, split: Split | None, die: int, column: str) -> str:
    """The cell as a user's chart gives it, "" if it does not."""
    if split is None or not split.cells:
        return ""
    name = split.cells.replace("{die}", str(die)).replace("{column}", column.replace(":", "_"))
    given = position.pack.charts.get(name, "")
    return given if isinstance(given, str) else ""


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
    if not where.fits(position, i, unknown=True):
        return False
    return True if where.fits(position, i) and not doubtful else None


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


def _total(shares: tuple[Share, ...]) -> Fraction | None:
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
    if not (row.when.allows(position, unit.side, unknown) and row.where.fits(position, i, unknown)):
        return False
    if not row.own.fits(position, j, unknown) or not told(position, row.cells, unknown):
        return False
    return row.edges is None or crosses(position, row.edges, unit.side, (j, i), unknown)


def crosses(position: Position, edges: Edges, side: str, way: tuple[int, int], unknown: bool) -> bool:
    """Whether the hexside between two neighbours fits."""
    i, j = way
    network = position.network
    if network.distance(i, j) != 1:
        return False
    return edges.fits(position, side, i, network.hexes[i].at.direction(network.hexes[j].at), unknown)


def _shifts(
    position: Position, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...], target: str
) -> tuple[list[Shift], list[str]]:
    """The shifts that apply, and the missing data on which others depend."""
    side = attackers[0].side
    sure: list[Shift] = []
    doubtful: list[Shift] = []
    groups: set[str] = set()
    for row in combat_table(position).shift:
        if row.group in groups or not _shifted(position, row, (attackers, defenders), target, unknown=True):
            continue
        if _shifted(position, row, (attackers, defenders), target, unknown=False):
            sure.append(row)
            groups |= {row.group} - {""}
        else:
            doubtful.append(row)
    open_ = [row for row in doubtful if row.group not in groups]
    return sure, [unknown_datum(position, row, side) for row in open_]


def _shifted(
    position: Position, row: Shift, units: tuple[tuple[Unit, ...], tuple[Unit, ...]], target: str, unknown: bool
) -> bool:
    attackers, defenders = units
    index, side = position.network.index, attackers[0].side
    if not row.where.fits(position, index[target], unknown) or not row.when.allows(position, side, unknown):
        return False
    if not told(position, row.cells, unknown):
        return False
    if row.attackers is not None and not any(row.attackers.matches(unit) for unit in attackers):
        return False
    if row.defenders is not None and not any(row.defenders.matches(unit) for unit in defenders):
        return False
    return row.edges is None or all(
        unit.hex in index and crosses(position, row.edges, side, (index[unit.hex], index[target]), unknown)
        for unit in attackers
    )


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
