"""Battles in the air and from the air: the differential of a dogfight, its result, and the damage of an attack."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction

from adjudicator.analysis.air.reach import in_range, reaches
from adjudicator.analysis.air.terms import AirTable, Hardness, air_table
from adjudicator.lean import dataclass
from adjudicator.model.amounts import exact
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.flights import Dogfight
from adjudicator.record.memory import Sortie
from adjudicator.record.position import Position
from adjudicator.said import say

VULNERABLE, TOUGH = "vulnerable", "tough"
OPEN = "?"
"""A cell that no source gives."""
NOTHING = "-"
"""How a result without effect is written."""


def strength_of(unit: Unit, value: str) -> Interval:
    """A strength of a unit; unknown where its counter does not tell it."""
    told = exact(str(unit.value(value))) if unit.value(value) is not None else None
    return Interval.unknown(say("the {value} strength of {unit}", value, unit)) if told is None else Interval.of(told)


def differential(position: Position, attackers: Iterable[Unit], defenders: Iterable[Unit]) -> Interval:
    """The strength in the air of those who attack less that of those who defend, within the columns of the table."""
    table, against = air_table(position), tuple(defenders)
    columns = [column.differential for column in table.dogfight]
    flown = position.memory.flown
    dark = any(unit.id in flown and flown[unit.id].time for unit in against)
    less = Interval.of(table.night_less if dark else 0)
    attack = sum_of(strength_of(unit, "air") for unit in attackers).minus(less)
    defense = sum_of(_defense(unit) for unit in against)
    least, most = Interval.of(min(columns, default=0)), Interval.of(max(columns, default=0))
    return attack.minus(defense).greater(least).smaller(most)


def results(position: Position, found: Interval, die: int) -> tuple[str, ...]:
    """What a roll may give in a dogfight of that differential: one result, or several where it is not known; "?" is any."""
    table = air_table(position).dogfight
    columns = [column for column in table if found.low <= column.differential <= found.high]
    cells = (_cell(position, column.differential, column.results, die) for column in columns)
    return tuple(dict.fromkeys(cells))


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What else counts in an attack: `more` is added to its damage; whether it is flown by night; and the units that may
    use a strength that their counter does not have, with that value and strength."""

    more: int = 0
    night: bool = False
    lent: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def damage(
    position: Position,
    units: Iterable[Unit],
    values: Iterable[str],
    hard: Hardness,
    how: Circumstances | None = None,
) -> Interval:
    """The damage value of an attack: what the units bring of these values, times hardness, within the table's bounds.

    Of several values a unit brings the one that is told as used; where nobody tells it, any of them.
    """
    table, names, flying = air_table(position).damage, tuple(values), tuple(units)
    how = how or Circumstances()
    blind = [unit for unit in flying if table.night.capable is None or not table.night.capable.matches(unit)]
    less = (table.night.less if blind else table.night.less_capable) if how.night else 0
    dim = {unit.id for unit in blind} if how.night and table.night.halves else set()
    each = [
        _any_of([_carried(position, unit, name, how, unit.id in dim) for name in names]).times(hard.share(unit))
        for unit in flying
    ]
    whole = _within(table.most, sum_of(each), hard.times, how.more, less)
    if less:
        # 18.4.1 takes it from each bomber before the multiplier, 208.2.2 from the product
        first = _within(table.most, sum_of(_reduced(one, less) for one in each), hard.times, how.more, 0)
        first = first.greater(whole.smaller(ONE))
        counts = say("whether the night counts before the kind of target")
        whole = whole if first == whole else first.either(whole, counts)
    halved = any_of(when.holds(position, "") for when in table.halved)
    return Interval.by(halved, _halved(whole), whole)


def _carried(position: Position, unit: Unit, value: str, how: Circumstances, dim: bool) -> Interval:
    lent = how.lent.get(unit.id, {}).get(value)
    own = _brought(position, unit, value) if lent is None else Interval.of(lent)
    return own.times(Fraction(1, 2)) if dim else own


def _within(most: int, total: Interval, times: int, more: int, less: int) -> Interval:
    """Strength times hardness, rounded down, within bounds; what is less by night leaves at least 1 of what hits at all."""
    ends = []
    for end in (total.low, min(total.high, Fraction(99))):
        found = math.floor(end * times) + more
        found = max(found - less, min(found, 1)) if less else found
        ends.append(Fraction(min(max(found, 0), most)))
    return Interval(ends[0], ends[1], total.missing)


def _reduced(own: Interval, less: int) -> Interval:
    return Interval(max(own.low - less, Fraction(0)), max(own.high - less, Fraction(0)), own.missing)


def hardness(table: AirTable, mission: str, side: str, size: str, places: frozenset[str]) -> Hardness | None:
    """What a target counts against a kind of mission: the first entry that fits; None if there is none."""
    for each in table.damage.hardness:
        fits = (not each.missions or mission in each.missions) and (not each.sides or side in each.sides)
        if fits and (not each.sizes or size in each.sizes) and (not each.places or places & each.places):
            return each
    return None


def _brought(position: Position, unit: Unit, value: str) -> Interval:
    """What a unit brings to an attack on the ground: twice as much where it flies within half its range."""
    table, own = air_table(position).damage, strength_of(unit, value)
    if value != "bomb" or table.doubled is None or not table.doubled.matches(unit):
        return own
    sortie = position.memory.flown.get(unit.id)
    now = table.doubled_when.holds(position, unit.side) & ~_held_back(position, unit, sortie)
    if now.is_no or unit.location not in position.network.index:
        return own if now.is_no else own.either(own.times(Fraction(2)), say("the base of {unit}", unit))
    if sortie is not None and sortie.base in position.network.index:
        near = reaches(position, unit, sortie.base, unit.location, "half")
    else:
        near = in_range(position, unit, unit.location, "half")
    return Interval.by(now & near, own.times(Fraction(2)), own)


def _held_back(position: Position, unit: Unit, sortie: Sortie | None) -> Known:
    """Whether a unit that flies came out of a box of those held back."""
    table = air_table(position)
    used = table.held_back_when.holds(position, unit.side) & Known.of(bool(table.held_back))
    if used.is_no:
        return used
    box = sortie.box if sortie is not None else ""
    return used & (Known.of(box in table.held_back) if box else Known.open(say("the box from which {unit} flew", unit)))


def _defense(unit: Unit) -> Interval:
    """What a unit brings when it is attacked in the air."""
    more = ONE if unit.has(TOUGH) else ZERO
    less = ONE if unit.has(VULNERABLE) else ZERO
    return strength_of(unit, "air").plus(more).minus(less)


def _cell(position: Position, column: int, cells: tuple[str, ...], die: int) -> str:
    """A cell of the table, or what a user's chart says of one that is open."""
    cell = cells[die - 1] if 1 <= die <= len(cells) else OPEN
    told = position.pack.charts.get(f"dogfight.die_{die}.by_{column}".replace("-", "minus_")) if cell == OPEN else cell
    return told.strip("-") if isinstance(told, str) else OPEN


def _any_of(strengths: list[Interval]) -> Interval:
    """One of a unit's strengths, nobody knows which; nobody uses one that is nought."""
    found = [each for each in strengths if each.high] or strengths
    if not found:
        return ZERO
    missing = frozenset[str]().union(*(each.missing for each in found))
    used = frozenset({say("which strength was used")}) if len({each.low for each in found}) > 1 else frozenset()
    return Interval(min(each.low for each in found), max(each.high for each in found), missing | used)


def _halved(number: Interval) -> Interval:
    return Interval(-(-number.low // 2), -(-number.high // 2), number.missing)


def fought(act: Dogfight, names: tuple[str, ...]) -> list[Unit]:
    """Those of these units that are among the counters."""
    return [act.before.units[name] for name in names if name in act.before.units]
