"""Air units that are repaired, built and upgraded: 9.4i and 9.7b of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from adjudicator.analysis.air.sorties import all_seen
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.cards import may_have_paid
from adjudicator.analysis.economy import fall, first_untold
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.rules._cards import BUILT, MENDED, granted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, say_number
from adjudicator.terms.when import When
from adjudicator.words import amount, counted, listed, word

CHAPTER = Chapter(unseen="cannot excuse")

DESTROYED, REPAIRED = "destroyed", "flown damaged"
BUILDING = When(phases=frozenset({"order of battle"}), phasing="own")
FIRST_WEEK = When(phases=frozenset({"order of battle"}), phasing="own", conditions={"week": frozenset({"1"})})


@dataclass(frozen=True, slots=True)
class Repairs:
    """When a tenth of the Destroyed air units come back for 1 FP each."""

    when: When
    germans: int = 0
    """How many German units come back in any case."""
    small: Fraction = Fraction(1)
    """The price of a small one."""


def _repaired(record: PhaseRecord) -> dict[str, list[tuple[Unit, str]]]:
    """By side, the units that were destroyed, and the state in which each came back."""
    table = air_table(record.start)
    found: dict[str, list[tuple[Unit, str]]] = {}
    for _, old, new in record.changes():
        if old is None or new is None or not old.type.flies or table.state_of(old) != DESTROYED:
            continue
        if table.state_of(new) not in ("", DESTROYED):
            found.setdefault(old.side, []).append((old, table.state_of(new)))
    return dict(sorted(found.items()))


def _fuel_untold(record: PhaseRecord, _: object) -> str:
    """The points that pay, where nobody tells them."""
    names = [f"FP.{side}" for side in _repaired(record)]
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@CHAPTER.article(
    "Repairing Destroyed air units",
    printed(
        "",
        "9.7b",
        figures=Repairs(FIRST_WEEK, germans=2, small=Fraction(1, 2)),
        says="""\
In the first week of a month a tenth of the Destroyed air units, or two German ones, come back Damaged, \
for 1 FP each, half an FP for a Small one.""",
    ),
    printed(
        "thunder_in_the_east_10",
        "9.7b.any",
        covers=("8.0h", "9.7b"),
        figures=Repairs(When(phases=frozenset({"repair"}), phasing="own")),
        says="In the Repair and Recovery Step a tenth of the Destroyed air units come back Damaged, for 1 FP each.",
    ),
    area="air",
    met=_repaired,
    untold=_fuel_untold,
)
def repairs(record: PhaseRecord, repair: Repairs) -> Iterator[Finding]:
    """Of what was destroyed little comes back at once.

    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; week 1; [destroyed]: ax.ju87/2; say we go on
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; week 2; [destroyed]: ax.ju87/2;
              ax.ju87 [destroyed]>[flown]
    """
    for side, came in _repaired(record).items():
        units, now = [unit for unit, _ in came], repair.when.holds(record.start, side)
        by_card = granted(record, side, MENDED)
        for unit, state in came:
            if state != REPAIRED:
                old, new = word(DESTROYED), word(state)
                yield Finding(
                    (), say("{unit} goes from {old} to {new} at once, which may not be", unit, old, new), (unit.id,)
                )
            elif not now.is_yes:
                because = say(
                    "{unit} comes back from {old} in {moment}, and none do now", unit, word(DESTROYED), record.moment
                )
                yield Finding((), because, (unit.id,), ~now & ~by_card.at_least(Interval.of(len(came))))
        yield from _too_many_repaired(record, repair, side, units)
        yield from _repairs_paid(record, repair, side, units)


def _too_many_repaired(record: PhaseRecord, repair: Repairs, side: str, units: list[Unit]) -> Iterator[Finding]:
    table = air_table(record.start)
    lost = [each for each in record.start.aircraft.values() if each.side == side and table.state_of(each) == DESTROYED]
    most, germans = ceil(Fraction(len(lost), 10)), sum(each.type.nation == "german" for each in units)
    others = len(units) - germans if repair.germans else len(units)
    if len(units) > most and (others > most or germans > repair.germans):
        because = say_number(
            "{units} comes back at once, and {most} may",
            "{units} come back at once, and {most} may",
            len(units),
            counted(len(units), "unit"),
            max(most, repair.germans),
        )
        by_card = granted(record, side, MENDED).at_least(Interval.of(len(units) - most))
        yield Finding((), because, tuple(each.id for each in units), ~by_card)


def _repairs_paid(record: PhaseRecord, repair: Repairs, side: str, units: list[Unit]) -> Iterator[Finding]:
    name = f"FP.{side}"
    if name not in record.start.values or name not in record.end.values:
        return
    due = sum((repair.small if each.type.size == "small" else Fraction(1) for each in units), Fraction(0))
    given = fall(record, name)
    spared = granted(record, side, MENDED).smaller(Interval.of(len(units)))
    paid = given.plus(spared).at_least(Interval.of(due))
    if not paid.is_yes:
        because = say_number(
            "{units} comes back for {due} {pool}, and {given} was paid",
            "{units} come back for {due} {pool}, and {given} was paid",
            len(units),
            counted(len(units), "unit"),
            due,
            name,
            given,
        )
        yield Finding((), because, tuple(each.id for each in units), ~paid, owed=not record.ended)


@dataclass(frozen=True, slots=True)
class Buying:
    """When air units are built, and what leaves for one that takes another's place."""

    when: When
    most: int = 0
    """How many a nation builds; 0: no limit."""
    gone: tuple[str, ...] = ("removed",)
    """The boxes into which the others go."""
    of_nation: bool = True
    """Whether both are of one nation."""


class _Bought(NamedTuple):
    """The air units of a side that came out of the Force Pool."""

    side: str
    swaps: list[tuple[Unit, Unit]]
    """Those that take another's place, each with the other as it was."""
    built: list[Unit]

    @property
    def units(self) -> list[Unit]:
        return [*(unit for unit, _ in self.swaps), *self.built]

    def dues(self, record: PhaseRecord) -> dict[str, Fraction]:
        """The points that are due, by pool: of the unit's nation where the game has such, else of its side."""
        due: dict[str, Fraction] = {}
        swapped = [(unit, "EP", 1) for unit, _ in self.swaps]
        for unit, kind, number in (*swapped, *((u, k, n) for u in self.built for k, n in (("PP", 2), ("EP", 1)))):
            own = f"{kind}.{unit.type.nation}"
            pool = own if own in record.start.values else f"{kind}.{self.side}"
            due[pool] = due.get(pool, Fraction(0)) + number
        return dict(sorted(due.items()))


def _came(record: PhaseRecord) -> list[Unit]:
    """The units that came out of the Force Pool, as they are now."""
    table, pool = air_table(record.start), "force_pool"
    return [
        new
        for _, old, new in record.changes()
        if old is not None and new is not None and old.type.flies and old.location == pool and table.state_of(new)
    ]


def _bought(record: PhaseRecord, buying: Buying) -> Iterator[_Bought]:
    """By side the units that were bought: each with the one that left for it, best pairs first; and those that are built."""
    came, table = _came(record), air_table(record.start)
    for side in sorted({unit.side for unit in came}):
        left = [
            old
            for _, old, now in record.changes()
            if old is not None and old.type.flies and old.side == side and table.state_of(old)
            if now is None or now.location in buying.gone
        ]
        found = _Bought(side, [], [])
        for unit in (each for each in came if each.side == side):
            able = [old for old in left if not buying.of_nation or old.type.nation == unit.type.nation]
            fit = [old for old in able if _is_one_lower(record, old, unit)] or able
            if fit:
                found.swaps.append((unit, fit[0]))
                left.remove(fit[0])
            else:
                found.built.append(unit)
        yield found


def aircraft_built(record: PhaseRecord) -> list[Unit]:
    """The air units that are built in a phase, and take no other's place."""
    return [unit for bought in _bought(record, Buying(FIRST_WEEK)) for unit in bought.built]


def _is_one_lower(record: PhaseRecord, old: Unit, new: Unit) -> bool:
    table = air_table(record.start)
    was, now = table.level_of(old), table.level_of(new)
    return was is not None and now == min(was + 1, len(table.level) - 1)


def _pools_untold(record: PhaseRecord, buying: Buying) -> str:
    """The points that pay, where nobody tells them."""
    for bought in _bought(record, buying):
        due = [*bought.dues(record)]
        if missing := first_untold(due, record.start.values) or first_untold(due, record.end.values):
            return missing
    return ""


@CHAPTER.article(
    "Building and upgrading air units",
    printed(
        "",
        "9.4i",
        covers=("9.7a",),
        figures=Buying(FIRST_WEEK, most=1),
        says="""\
An air unit is built in the Destroyed box for 2 PP and 1 EP, one a month for each nation; \
for 1 EP one takes another's place, one level lower.""",
    ),
    printed(
        "thunder_in_the_east_10",
        "9.4i.any",
        covers=("9.4i", "9.7a"),
        figures=Buying(BUILDING, gone=("removed", "force_pool"), of_nation=False),
        says="""\
An air unit is built in the Destroyed box for 2 PP and 1 EP; for 1 EP one takes another's place, one level lower.""",
    ),
    area="air",
    met=_came,
    untold=_pools_untold,
)
def air_units_bought(record: PhaseRecord, buying: Buying) -> Iterator[Finding]:
    """What flies is built in the worst state, or takes another's place.

    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; week 1; [force_pool]: ax.ju88;
              ax.ju88 [force_pool]>[destroyed]; flip ax.ju88/2
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; week 1; [force_pool]: ax.ju88;
              ax.ju88 [force_pool]>[available]
    """
    for bought in _bought(record, buying):
        for unit, old in bought.swaps:
            yield from _upgraded(record, unit, old)
        for unit in bought.built:
            yield from _built(record, buying, unit, len(bought.built))
        yield from _too_many_built(record, buying, bought)
        yield from _bought_and_paid(record, bought)


def _upgraded(record: PhaseRecord, unit: Unit, old: Unit) -> Iterator[Finding]:
    table, now = air_table(record.start), BUILDING.holds(record.start, unit.side)
    because = say("{unit} takes the place of {other} in {moment}, and none does now", unit, old, record.moment)
    yield Finding((), because, (unit.id, old.id), ~now)
    if not _is_one_lower(record, old, unit):
        was, state = word(table.state_of(old)), word(table.state_of(unit))
        because = say("{unit} takes the place of {other}, which was {old}, and is {new}", unit, old, was, state)
        yield Finding((), because, (unit.id, old.id), owed=not record.ended)


def _built(record: PhaseRecord, buying: Buying, unit: Unit, number: int) -> Iterator[Finding]:
    state, now = air_table(record.start).state_of(unit), buying.when.holds(record.start, unit.side)
    paid_for = ~may_have_paid(record, unit.side) & all_seen(record)
    if not now.is_yes:
        because = say("{unit} is built in {moment}, and none is built now", unit, record.moment)
        by_card = granted(record, unit.side, BUILT).at_least(Interval.of(number))
        yield Finding((), because, (unit.id,), ~now & ~by_card & paid_for)
    if state != DESTROYED:
        because = say("{unit} is built and {state}; what is built is {built}", unit, word(state), word(DESTROYED))
        yield Finding((), because, (unit.id,), paid_for, owed=not record.ended)


def _too_many_built(record: PhaseRecord, buying: Buying, bought: _Bought) -> Iterator[Finding]:
    for nation in sorted({unit.type.nation for unit in bought.built}):
        own = [unit for unit in bought.built if unit.type.nation == nation]
        if buying.most and len(own) > buying.most:
            because = say("{units} are built, and a nation builds {most} at once", listed(own), buying.most)
            by_card = granted(record, bought.side, BUILT).at_least(Interval.of(len(own) - buying.most))
            free = may_have_paid(record, bought.side) | by_card
            yield Finding((), because, tuple(unit.id for unit in own), ~free & all_seen(record))


def _bought_and_paid(record: PhaseRecord, bought: _Bought) -> Iterator[Finding]:
    gifts = granted(record, bought.side, BUILT).smaller(Interval.of(len(bought.built)))
    for pool, cost in bought.dues(record).items():
        if pool not in record.start.values or pool not in record.end.values:
            continue
        given = fall(record, pool)
        spared = gifts.times(Fraction(2 if pool.startswith("PP.") else 1))
        paid = given.plus(spared).at_least(Interval.of(cost))
        if not paid.is_yes:
            because = say(
                "{units} cost {due} {pool}, and {given} was paid", listed(bought.units), amount(cost), pool, given
            )
            broken = ~paid & ~may_have_paid(record, bought.side) & all_seen(record)
            yield Finding((), because, tuple(unit.id for unit in bought.units), broken, owed=not record.ended)
