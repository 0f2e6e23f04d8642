"""Battles in the air and from the air: the Dogfight Results Table, and the Damage Value of an attack (18.4, 20.0, 208.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.air.battle import OPEN, strength_of
from adjudicator.analysis.air.reach import HELD_BACK, in_range, reaches
from adjudicator.lean import dataclass
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, Known
from adjudicator.model.units import Unit
from adjudicator.record.memory import Sortie
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When

VULNERABLE, TOUGH, STRIKE = "vulnerable", "tough", "strike"
NOTHING = "-"
"""How a result without effect is written."""
LEAST, MOST = -2, 5
"""The columns of the Dogfight Results Table."""
DIAGONAL = ("", "", "", "", "D", "H", "A", "DA", "P", "X", "KH", "KA", "KX")
"""303.1: its results by differential and die together, from a 1 at -2 on; see the reading about the cell of die 2 and +5."""
MOST_DAMAGE, MISSES = 5, 6
"""18.4.1: more damage counts as this, and the roll that always misses."""
FOUL = frozenset({"overcast", "mud", "light_mud", "snow", "extreme_cold"})
HALVED = When(conditions={"weather": FOUL})
HALF_RANGE = When(options=frozenset({"half_range_bombing"}))
"""103.0: when the Bombs of a unit that has the tag half_range count twice at half its range."""
CAMPAIGN = When(options=frozenset({"campaign"}))
"""When there is an Air Reserve."""
SIZES = {"small": 3, "medium": 2, "large": 1}
PORTS = {"naval_base": 1, "major_port": 2, "minor_port": 3}
"""18.4.1: what a target of each size, and each kind of anchorage, multiplies."""


@dataclass(frozen=True, slots=True)
class AirWar:
    """What the printings say otherwise of battles in the air and from the air."""

    revised: bool
    """Whether the Dogfight Results Table is printed, weather halves damage, and the night counts 2 less and not half."""
    airfields: Mapping[str, int]
    """What airfields of a side multiply."""
    no_strikes: When
    """When no Strike strength is used (18.3)."""


REVISED = AirWar(
    revised=True,
    airfields={"soviet": 3, "axis": 2},
    no_strikes=When(conditions={"weather": FOUL, "severe": frozenset({"yes"})}),
)
FIRST = AirWar(
    revised=False,
    airfields={"soviet": 3, "axis": 3},
    no_strikes=When(conditions={"weather": frozenset({"mud", "snow", "overcast"})}),
)


class Hardness(NamedTuple):
    """By how much strength counts against a target; perhaps twice as much of units with red strikes."""

    times: int
    red_twice: bool = False


def differential(position: Position, attackers: Iterable[Unit], defenders: Iterable[Unit], book: AirWar) -> Interval:
    """The strength in the air of those who attack less that of those who defend, within the columns of the table."""
    against = tuple(defenders)
    flown = position.memory.flown
    dark = book.revised and any(unit.id in flown and flown[unit.id].time for unit in against)
    less = Interval.of(2 if dark else 0)
    attack = sum_of(strength_of(unit, "air") for unit in attackers).minus(less)
    defense = sum_of(_defense(unit) for unit in against)
    return attack.minus(defense).greater(Interval.of(LEAST)).smaller(Interval.of(MOST))


def results(position: Position, found: Interval, die: int, book: AirWar) -> tuple[str, ...]:
    """What a roll may give in a dogfight of that differential: one result, or several where it is not known; "?" is any."""
    columns = (column for column in range(LEAST, MOST + 1) if found.low <= column <= found.high)
    return tuple(dict.fromkeys(_cell(position, column, die, book) for column in columns))


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
    book: AirWar,
    *,
    how: Circumstances | None = None,
) -> Interval:
    """The damage value of an attack: what the units bring of these values, times hardness, within the table's bounds.

    Of several values a unit brings the one that is told as used; where nobody tells it, any of them. In weather in which Strike
    strength is not used it brings none.
    """
    flying, names, how = tuple(units), tuple(values), how or Circumstances()
    barred = book.no_strikes.holds(position, "") if STRIKE in names else NO
    whole = ZERO if barred.is_yes else _damage(position, flying, names, (book, hard), how)
    if barred.is_no:
        return whole
    rest = tuple(name for name in names if name != STRIKE)
    return Interval.by(barred, _damage(position, flying, rest, (book, hard), how), whole)


def _damage(
    position: Position,
    flying: tuple[Unit, ...],
    names: tuple[str, ...],
    target: tuple[AirWar, Hardness],
    how: Circumstances,
) -> Interval:
    book, hard = target
    blind = [unit for unit in flying if not unit.has("night")]
    less = (2 if blind else 1) if how.night and book.revised else 0
    dim = {unit.id for unit in blind} if how.night and not book.revised else set()
    each = [
        _any_of([_carried(position, unit, name, how, unit.id in dim) for name in names]).times(_share(unit, hard))
        for unit in flying
    ]
    whole = _within(sum_of(each), hard.times, how.more, less)
    if less:
        # 18.4.1 takes it from each bomber before the multiplier, 208.2.2 from the product
        first = _within(sum_of(_reduced(one, less) for one in each), hard.times, how.more, 0)
        first = first.greater(whole.smaller(ONE))
        counts = say("whether the night counts before the kind of target")
        whole = whole if first == whole else first.either(whole, counts)
    return Interval.by(HALVED.holds(position, ""), _halved(whole), whole) if book.revised else whole


def _share(unit: Unit, hard: Hardness) -> Fraction:
    """How many times more than others a unit's strength counts."""
    return Fraction(2 if hard.red_twice and unit.has("red_strike") else 1)


def _carried(position: Position, unit: Unit, value: str, how: Circumstances, dim: bool) -> Interval:
    lent = how.lent.get(unit.id, {}).get(value)
    own = _brought(position, unit, value) if lent is None else Interval.of(lent)
    return own.times(Fraction(1, 2)) if dim else own


def _within(total: Interval, times: int, more: int, less: int) -> Interval:
    """Strength times hardness, rounded down, within bounds; what is less by night leaves at least 1 of what hits at all."""
    ends = []
    for end in (total.low, min(total.high, Fraction(99))):
        found = math.floor(end * times) + more
        found = max(found - less, min(found, 1)) if less else found
        ends.append(Fraction(min(max(found, 0), MOST_DAMAGE)))
    return Interval(ends[0], ends[1], total.missing)


def _reduced(own: Interval, less: int) -> Interval:
    return Interval(max(own.low - less, Fraction(0)), max(own.high - less, Fraction(0)), own.missing)


def hardness(book: AirWar, mission: str, side: str, size: str, places: frozenset[str]) -> Hardness | None:
    """What a target counts against a kind of mission: its side, the size of the unit, the places in the hex; None if nothing."""
    if mission == "anti_shipping":
        return Hardness(1, red_twice=True)
    plain = {"logistics": 3, "airfields": book.airfields.get(side)}
    times = plain.get(mission)
    if mission == "interdiction" or (mission == "strafe" and book.revised):
        times = SIZES.get(size)
    elif mission == "anchorage":
        times = next((times for kind, times in PORTS.items() if kind in places), None)
    elif mission == "strategic" and book.revised:
        times = 1
    return None if times is None else Hardness(times)


def _brought(position: Position, unit: Unit, value: str) -> Interval:
    """What a unit brings to an attack on the ground: twice as much where it flies within half its range."""
    own = strength_of(unit, value)
    if value != "bomb" or not unit.has("half_range"):
        return own
    sortie = position.memory.flown.get(unit.id)
    now = HALF_RANGE.holds(position, unit.side) & ~_held_back(position, unit, sortie)
    if now.is_no or unit.location not in position.network.index:
        return own if now.is_no else own.either(own.times(Fraction(2)), say("the base of {unit}", unit))
    if sortie is not None and sortie.base in position.network.index:
        near = reaches(position, unit, sortie.base, unit.location, "half")
    else:
        near = in_range(position, unit, unit.location, "half")
    return Interval.by(now & near, own.times(Fraction(2)), own)


def _held_back(position: Position, unit: Unit, sortie: Sortie | None) -> Known:
    """Whether a unit that flies came out of a box of those held back."""
    used = CAMPAIGN.holds(position, unit.side)
    if used.is_no:
        return used
    box = sortie.box if sortie is not None else ""
    return used & (Known.of(box in HELD_BACK) if box else Known.open(say("the box from which {unit} flew", unit)))


def _defense(unit: Unit) -> Interval:
    """What a unit brings when it is attacked in the air."""
    more = ONE if unit.has(TOUGH) else ZERO
    less = ONE if unit.has(VULNERABLE) else ZERO
    return strength_of(unit, "air").plus(more).minus(less)


def _cell(position: Position, column: int, die: int, book: AirWar) -> str:
    """A cell of the table, or what a user's chart says of one that is open."""
    if book.revised and 1 <= die <= 6:
        return "PA" if (column, die) == (MOST, 2) else DIAGONAL[column - LEAST + die - 1]
    told = position.pack.charts.get(f"dogfight.die_{die}.by_{column}".replace("-", "minus_"))
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
