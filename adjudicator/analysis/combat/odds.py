"""A battle: strengths, odds after shifts, the column they come to ([odds] of combat.toml)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.beneath import as_shown
from adjudicator.analysis.combat.beyond import Moved, columns_beyond
from adjudicator.analysis.combat.changes import ArithmeticStep, changed, in_words
from adjudicator.analysis.combat.columns import columns_between, final_column, odds, signed
from adjudicator.analysis.combat.conditions import fought_there
from adjudicator.analysis.combat.dice import added_to_die
from adjudicator.analysis.combat.excess import announced_of, excess_of
from adjudicator.analysis.combat.ranged import lenders, may_support, unknown_support
from adjudicator.analysis.combat.shifts import Sides, may_shift, modifiers_of
from adjudicator.analysis.combat.strength import Part, UnitShare, strength, total_of
from adjudicator.analysis.combat.terms import CombatTable, OddsRow, Shift, combat_table, firing_table
from adjudicator.analysis.combat.totals import totals_of
from adjudicator.analysis.ground import ground_at
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, Reason, all_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.where import Where
from adjudicator.words import amount, one_of

EITHER_HALF = Known.open(say("which half of a split cell counts"))


@dataclass(frozen=True, slots=True)
class Battle:
    """The arithmetic of one battle.

    `settled` is whether strengths and shifts are known; while they are open, `column` is None and `raw` may be.
    `barred` are the units that are halved too often to attack, or may be. `good`: whether the first half of a split cell
    counts. `sums` are what changed the totals of either side, `die` what is added to the die, `row` the name of the row
    that gave the column, "" for the table's own heads. `by` is what the columns go by, and `by_fire` says that they are those
    of fire that is no attack. `moved` are shifts that lie between two bounds, and `columns` all that may come of them.
    """

    attack: tuple[UnitShare, ...]
    defense: tuple[UnitShare, ...]
    raw: str | None
    shifts: tuple[tuple[str, int], ...]
    column: str | None
    barred: tuple[tuple[Unit, Known], ...]
    settled: Known = YES
    good: Known = EITHER_HALF
    sums: tuple[tuple[ArithmeticStep, ...], tuple[ArithmeticStep, ...]] = ((), ())
    die: tuple[tuple[str, Interval], ...] = ()
    row: str = ""
    by: str = "ratio"
    by_fire: bool = False
    moved: tuple[Moved, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def totals(self) -> tuple[Interval, Interval]:
        """Attack and defense totals."""
        attack, defense = self.sums
        return changed(total_of(self.attack), attack), changed(total_of(self.defense), defense)

    def overwhelms(self, least: Fraction) -> Known:
        """Whether the attack is so many times the defense, and anything at all."""
        attack, defense = self.totals
        return attack.at_least(defense.times(least)) & ~attack.at_most(ZERO)

    @property
    def words(self) -> str:
        """The whole arithmetic in a line."""
        return self.compared + strung(say(", {by} to the die ({name})", _by(by), name) for name, by in self.die)

    @property
    def compared(self) -> str:
        """How the strengths compare, in a line, without the die."""
        sure = ((f"{columns:+d}", name) for name, columns in self.shifts)
        between = ((_between(by), name) for name, by in self.moved)
        moved = strung(say(", {columns} {name}", columns, name) for columns, name in (*sure, *between))
        sums, against = (
            _sum_in_words(shares, total, changes)
            for shares, total, changes in zip((self.attack, self.defense), self.totals, self.sums, strict=True)
        )
        if self.by == "strength":
            return say("strength {sums}{moved}{column}", sums, moved, self._at)
        return say("{sums} against {against}: {odds}{moved}{column}", sums, against, self._odds, moved, self._at)

    @property
    def _odds(self) -> str:
        attack, defense = self.totals
        if self.by == "ratio":
            return say("odds {raw}", self.raw or "unknown")
        known = attack.certain and defense.certain
        return say("difference {difference}", signed(Fraction(attack.low - defense.low)) if known else "unknown")

    @property
    def _at(self) -> str:
        """The column, where it is not said already."""
        row = say(" (in the row {row})", self.row) if self.row else ""
        if self.column is None and self.columns:
            return say(", column {columns}", one_of(self.columns)) + row
        if self.shifts or self.row or self.by != "ratio" or self.column != self.raw:
            return say(", column {column}", self.column or "unknown") + row
        return row

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The arithmetic as a tree: what attacks and what defends, unit by unit, the shifts, the die."""
        return (*self.compared_reasons, *(_die_reason(name, by) for name, by in self.die))

    @property
    def compared_reasons(self) -> tuple[Reason, ...]:
        """The same without the die."""
        attack, defense = self.totals
        ours, theirs = self.sums
        sums = (_sum_of("attack", self.attack, attack, ours), _sum_of("defense", self.defense, defense, theirs))
        shifts = (Reason(say("{columns} {name}", f"{columns:+d}", name)) for name, columns in self.shifts)
        moved = (
            Reason(say("{columns} {name}", _between(by), name), by.settled.truth, by.settled.missing)
            for name, by in self.moved
        )
        return (*sums, *shifts, *moved)

    @property
    def rolls(self) -> Interval:
        """All that is added to the die."""
        return sum_of(by for _, by in self.die)


def _between(value: Interval) -> str:
    return say("{least} to {most}", f"{int(value.low):+d}", f"{int(value.high):+d}")


def _by(value: Interval) -> str:
    return f"{int(value.low):+d}" if value.certain else "?"


def _die_reason(name: str, by: Interval) -> Reason:
    known = by.settled
    return Reason(say("{by} to the die ({name})", _by(by), name), known.truth, known.missing)


def _sum_in_words(shares: tuple[UnitShare, ...], total: Interval, changes: tuple[ArithmeticStep, ...]) -> str:
    """ "3 + 2 × 1/2 (across a river) − 1 (unsupported) = 3"; a single plain number stands alone."""
    each = [share.words for share in shares]
    words = in_words(strung(each, " + "), total_of(shares), changes, summed=len(each) > 1)
    result = amount(total.low) if total.certain else "?"
    return result if words == result else say("{words} = {total}", words, result)


def battle(
    position: Position,
    attackers: Iterable[Unit],
    target: str | tuple[str, ...],
    extra: Iterable[Moved] = (),
    *,
    support: Iterable[Unit] = (),
    beyond: Iterable[ArithmeticStep] = (),
    fire: CombatTable | None = None,
    told: Mapping[str, str] | None = None,
) -> Battle:
    """Units attacking one hex, or several at once: strengths, odds, shifts, column.

    `extra` are shifts that no map shows (support, HQs), `support` are units that lend strength to the defense from afar,
    `beyond` what is added to the defense besides. `fire` is the table of fire that is no attack, `told` what players told
    of the attack.
    """
    table = fire or combat_table(position)
    units, targets = tuple(attackers), (target,) if isinstance(target, str) else target
    defenders = tuple(unit for number in targets for unit in position.at(number) if unit.side != units[0].side)
    sides = units, defenders
    attack, own = _shares(position, sides, targets, table)
    lent = tuple(_lent(position, unit, targets) for unit in support)
    defense = (*own, *lent)
    rows, all_shifts = modifiers_of(position, table.shift, sides, targets)
    sums = (
        _sums(position, "attack", (sides, attack), targets, table=table, told=told or {}),
        (*beyond, *_sums(position, "defense", (sides, own), targets, table=table, told=told or {}, lent=lent)),
    )
    head, known_row = _row(position, table.odds_row, units, targets)
    beside = tuple(extra)
    between = tuple((name, by) for name, by in beside if not by.certain)
    shifts = (*((row.name, row.columns) for row in rows), *((name, int(by.low)) for name, by in beside if by.certain))
    ours, theirs = changed(total_of(attack), sums[0]), changed(total_of(defense), sums[1])
    opposed = table.odds.by != "strength"
    settled = all_of((ours.settled, *((theirs.settled,) if opposed else ()), all_shifts, known_row))
    certain = ours.certain and (theirs.certain or not opposed) and known_row.is_yes
    heads = head.heads if head else ()
    raw = odds(table.odds, Fraction(ours.low), Fraction(theirs.low), heads) if certain else None
    raws = (raw,) if raw else columns_between(table.odds, ours, theirs, heads) if known_row.is_yes else ()
    untold = () if all_shifts.is_yes else may_shift(position, table.shift, sides, targets)
    moved = sum(columns for _, columns in shifts)
    columns = _columns(table, raws, moved, (*between, *untold), closed=head is not None)
    known, settled = settled, all_of((settled, *(by.settled for _, by in between)))
    return Battle(
        attack,
        defense,
        raw,
        shifts,
        columns[0] if len(columns) == 1 and known.is_yes else None,
        _halved(attack, table.most_halvings),
        settled,
        _good(position, targets, attack, rows) & known,
        sums,
        added_to_die(position, table, sides, targets, told),
        head.name if head else "",
        table.odds.by,
        fire is not None,
        between,
        columns,
    )


def _shares(
    position: Position, sides: tuple[tuple[Unit, ...], tuple[Unit, ...]], targets: tuple[str, ...], table: CombatTable
) -> tuple[tuple[UnitShare, ...], tuple[UnitShare, ...]]:
    """What each attacker and each defender puts in."""
    units, defenders = sides
    attack = (strength(position, unit, targets, "attack", table=table, company=units) for unit in units)
    own = (strength(position, each, each.hex, "defense", units, table=table, company=defenders) for each in defenders)
    return tuple(attack), tuple(own)


def _halved(attack: tuple[UnitShare, ...], most: int) -> tuple[tuple[Unit, Known], ...]:
    """The attackers that are halved more often than they may be, or perhaps are."""
    halved = ((share.unit, share.halved_more_than(most)) for share in attack if most)
    return tuple((unit, answer) for unit, answer in halved if answer.possible)


def _columns(
    table: CombatTable, raws: tuple[str, ...], moved: int, between: tuple[Moved, ...], *, closed: bool
) -> tuple[str, ...]:
    """All columns that the odds may come to after shifts, from worst to best for the attacker."""
    total = sum_of(by for _, by in between)
    room = range(moved + int(total.low), moved + int(total.high) + 1)
    return tuple(dict.fromkeys(final_column(table.odds, raw, by, closed=closed) for raw in raws for by in room))


def battle_of(act: Act, units: Iterable[Unit] | None = None) -> Battle:
    """The battle of an attack, with the columns that no map shows and who supports the defense (support=)."""
    position = as_shown(act)
    attackers = [position.unit(name) for name in act.units] if units is None else units
    beyond = (*unknown_support(act), *_untold_support(position, act))
    return battle(
        position, attackers, act.path, columns_beyond(act), support=lenders(act), beyond=beyond, told=act.told
    )


def _untold_support(position: Position, act: Act) -> Iterator[ArithmeticStep]:
    """What those would add to the defense of whom nobody told whether they support it."""
    for unit, helps in may_support(act):
        lent = _lent(position, unit, act.path).strength
        yield ArithmeticStep(str(unit), by=Interval.by(helps, lent, ZERO))


def _sums(
    position: Position,
    part: Part,
    force: tuple[Sides, tuple[UnitShare, ...]],
    targets: tuple[str, ...],
    *,
    table: CombatTable,
    told: Mapping[str, str],
    lent: tuple[UnitShare, ...] = (),
) -> tuple[ArithmeticStep, ...]:
    """What changes the total of a side: units in excess, with those that lend strength from afar; rows about the whole side,
    strength that was told."""
    sides, shares = force
    return (
        *excess_of(position, part, (*shares, *lent), table),
        *totals_of(position, part, sides, targets, table),
        *announced_of(position, part, sides, shares, targets, told=told),
    )


def shot_of(act: Act) -> Battle | None:
    """The arithmetic of fire that is no attack; None if the pack has no table for it."""
    fire = firing_table(act.before)
    if fire is None:
        return None
    return battle(act.before, [act.before.unit(name) for name in act.units], act.path, fire=fire)


def _lent(position: Position, unit: Unit, targets: tuple[str, ...]) -> UnitShare:
    """What a unit lends to the defense of hexes from afar."""
    return strength(position, unit, targets, "attack")


def _row(
    position: Position, rows: tuple[OddsRow, ...], units: tuple[Unit, ...], targets: tuple[str, ...]
) -> tuple[OddsRow | None, Known]:
    """The first row whose heads stand over the columns here, and whether that is known."""
    for row in rows:
        answer = fought_there(position, units, targets, row)
        if answer.possible:
            return (row, YES) if answer.is_yes else (None, answer)
    return None, YES


def _sum_of(name: str, shares: tuple[UnitShare, ...], total: Interval, changes: tuple[ArithmeticStep, ...]) -> Reason:
    return Reason(
        say("{name}: {total}", name, total),
        total.settled.truth,
        total.settled.missing,
        (*(each.reason for each in shares), *(_change_reason(each) for each in changes)),
    )


def _change_reason(change: ArithmeticStep) -> Reason:
    """What changes a total, in a line of its own."""
    return Reason(change.words("…", ZERO, summed=False), change.applies.truth, change.applies.missing)


def _good(position: Position, targets: tuple[str, ...], attack: tuple[UnitShare, ...], shifts: list[Shift]) -> Known:
    """Whether the first half of a split cell counts: good weather, and no benefit for the defender."""
    table = combat_table(position)
    if table.split is None:
        return EITHER_HALF
    helpful = {row.name for row in table.factor if row.benefit}
    helped = any(row.benefit for row in shifts) or any(name in helpful for share in attack for name, _ in share.factors)
    if helped:
        return NO
    weather = Where(weather=table.split.weather)
    return all_of(weather.fits(ground_at(position), position.network.index[target]) for target in targets)
