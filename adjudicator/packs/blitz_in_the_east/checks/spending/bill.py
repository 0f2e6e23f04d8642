"""What was done in a phase against what was paid for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import combinations, product

from adjudicator.analysis.economy import first_untold
from adjudicator.analysis.front import FrontTerms, enemy_beside
from adjudicator.analysis.history import was_counted
from adjudicator.analysis.resources import points, spent
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass, replace
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Bound, Interval
from adjudicator.model.known import NO, YES, Known, all_of, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import StatusName
from adjudicator.record.acts import Act, ConditionsTold
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import quoted, say, strung
from adjudicator.terms.act import ActKinds
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, listed


class Charge(Table):
    """One thing that is paid for: acts of `kinds` by units that fit `who`, or a condition that comes to be (`becomes`).

    `faces` (from 1) restricts flips, `marks` marking, as in units.acts_where. `costs` in pools, to whose names ".SIDE" is
    added; `at_front` what is added for a unit at the front. `free`: of the charges so named, so many units cost nothing, one
    at the front counting for `front_weight`; `waives` names the charge that this one makes free. `comes`: only
    units that come onto the map, or only those that leave it; `boxes`: only those from these boxes, `shows`: the faces (from
    1) one of which they must show on the map in that phase.
    """

    name: str
    """What reports call it."""
    kinds: ActKinds = ActKinds()
    """The kinds of act that are paid for."""
    who: Selector = EVERYONE
    """The units whose acts are paid for."""
    faces: frozenset[int] = frozenset()
    """Of flips only those to these faces, counted from 1."""
    marks: frozenset[str] = frozenset()
    """Of markings only those with markers of these kinds."""
    becomes: Mapping[str, str] = {}
    """Conditions that come to be, instead of an act: name, then value."""
    costs: Mapping[str, Amount] = {}
    """What it costs, by pool; ".SIDE" is added to the pool's name."""
    at_front: Mapping[str, Amount] = {}
    """What is added for a unit at the front, by pool."""
    free: int = 0
    """How many units of the charges so named cost nothing."""
    waives: str = ""
    """The charge that this one makes free."""
    front_weight: int = 1
    """For how many a unit at the front counts among the free ones."""
    comes: bool | None = None
    """true: only units that come onto the map; false: only those that leave it; left out: all."""
    boxes: frozenset[str] = frozenset()
    """Only units from these boxes."""
    shows: frozenset[int] = frozenset()
    """Faces, counted from 1, one of which the unit must show on the map in that phase."""


class Income(Table):
    """What a pool gains: a point for each place of `kinds` with the status, and perhaps more for `bonus`.

    `bonus`: rows of { who, boxes }: for a unit in one of these boxes one more, if it was not counted before (which is
    remembered by [[counted]] of spending.toml).
    """

    pool: str
    """The pool that gains."""
    status: StatusName
    """The status of supply.toml that a place must have; each brings a point."""
    kinds: frozenset[str]
    """The kinds of place that count."""
    bonus: tuple[Bonus, ...] = ()
    """Units that bring more."""


class Bonus(Table):
    """A row of `bonus`."""

    who: Selector = EVERYONE
    """The units that bring points."""
    boxes: frozenset[str]
    """The boxes in which they lie, where they were not counted before (which [[counted]] of spending.toml remembers).
    Example: `boxes = ["workers"]`"""
    sides: frozenset[str] = frozenset()
    """The sides whose units count; none given: all. Example: `sides = ["axis"]`"""


class Bill(Table):
    """The charges (the first that fits an act counts), what the front is, and what comes in."""

    charges: tuple[Charge, ...] = ()
    """What is paid for; the first charge that an act fits counts."""
    income: tuple[Income, ...] = ()
    """What comes in."""
    front: FrontTerms = FrontTerms()
    """What counts as lying at the front."""


MOST_OPEN = 5
"""Of so many things of which it is open what they cost, every combination is looked at."""


@dataclass(frozen=True, slots=True)
class _Due:
    """Something done: its charge, its unit, whether at the front, and whether it is charged at all."""

    charge: Charge
    unit: Unit | None
    near: Known = NO
    counts: Known = YES

    @property
    def front(self) -> bool:
        """Whether it was at the front; asked of what is `taken` one way or the other."""
        return self.near.is_yes

    def taken(self, bound: Bound) -> _Due:
        """The same with the front taken for near (at best) or far where that is open."""
        return replace(self, near=Known.of(bound.allows(self.near)))

    @property
    def costs(self) -> dict[str, Fraction]:
        due = {pool: Fraction(each) for pool, each in self.charge.costs.items()}
        for pool, each in self.charge.at_front.items() if self.front else ():
            due[pool] = due.get(pool, Fraction(0)) + Fraction(each)
        return due


def _untold(record: PhaseRecord, terms: Bill) -> str:
    """A pool out of which something may have been spent, where nobody tells it."""
    side = record.moment.phasing
    names = sorted(_pools(terms, side)) if side else []
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@check("spending.bill", Bill, untold=_untold)
def pays_what_it_does(record: PhaseRecord, terms: Bill) -> Iterator[Breach]:
    """What is done in a phase is paid for, no more and no less.

    Legal:    turn 2, Axis production; weather clear; value goods.axis 0; value oil.axis 0; now weather clear;
              value goods.axis 1; value oil.axis 1
    Illegal:  turn 2, Axis production; weather clear; value goods.axis 0; value oil.axis 0; now weather clear;
              value goods.axis 2; value oil.axis 1
    """
    side = record.moment.phasing
    if not side:
        return
    yield from _overdrawn(record, terms, side)
    yield from _income(record, terms, side)
    done = [due for act in record.acts for due in _dues(act, terms, side)]
    if not done and not _spent_on_nothing(record, terms, side):
        return
    done_open = [due for due in done if due.near.is_open or due.counts.is_open]
    told = unless_missing(*(name for due in done for name in (*due.near.missing, *due.counts.missing)))
    found = [_fewest_unpaid(record, terms, side, taken) for taken in _takings(done)]
    for pool, breach in next((each for each in found if each), {}).items():
        sure = len(done_open) <= MOST_OPEN and all(pool in each for each in found)
        yield breach if sure else replace(breach, broken=breach.broken & told)
    yield from _in_other_strength(record, done)


def _takings(done: list[_Due]) -> Iterator[list[_Due]]:
    """What is to be paid for, in every way that what is open allows; of very much that is open the two extremes only."""
    if sum(due.near.is_open or due.counts.is_open for due in done) > MOST_OPEN:
        for bound in (Bound.WORST, Bound.BEST):
            yield [due.taken(bound) for due in done if bound.allows(due.counts)]
        return
    for chosen in product(*map(_ways_to_take, done)):
        yield [due for due in chosen if due is not None]


def _ways_to_take(due: _Due) -> list[_Due | None]:
    near = [due.taken(bound) for bound in ((Bound.WORST, Bound.BEST) if due.near.is_open else (Bound.WORST,))]
    return [None, *near] if due.counts.is_open else [*near]


def _fewest_unpaid(record: PhaseRecord, terms: Bill, side: str, taken: list[_Due]) -> dict[str, Breach]:
    """The pools that do not agree with the bill, for the choice of what was free with which the fewest do not."""
    return min((dict(_unpaid(record, terms, side, left)) for left in _not_free(taken)), key=len)


def _overdrawn(record: PhaseRecord, terms: Bill, side: str) -> Iterator[Breach]:
    """Pools out of which more was paid than was in them."""
    for pool in sorted(_pools(terms, side) & spent(record).keys()):
        left = points(record.end, pool)
        if left.high < 0:
            words = say("{pool} falls to {left}: nobody spends more than he has", pool, amount(left.high))
            yield Breach((), words)


def _spent_on_nothing(record: PhaseRecord, terms: Bill, side: str) -> bool:
    return bool(_pools(terms, side) & spent(record).keys())


def _pools(terms: Bill, side: str) -> set[str]:
    """The pools out of which a side pays."""
    return {f"{pool}.{side}" for charge in terms.charges for pool in charge.costs}


def _unpaid(record: PhaseRecord, terms: Bill, side: str, left: list[_Due]) -> Iterator[tuple[str, Breach]]:
    """Pools of which less, or more, was spent than is due for what is left to pay."""
    owed: dict[str, Fraction] = dict.fromkeys(
        (f"{pool}.{side}" for charge in terms.charges for pool in (*charge.costs, *charge.at_front)), Fraction(0)
    )
    for due in left:
        for pool, each in due.costs.items():
            owed[f"{pool}.{side}"] += each
    paid = spent(record)
    units = tuple(sorted({due.unit.id for due in left if due.unit is not None}))
    for pool, total in sorted(owed.items()):
        given = paid.get(pool, (Fraction(0), Fraction(0)))[1]
        told = points(record.end, pool).settled
        if told.is_open and total:
            untold = say("{total} {pool} is due, and nobody told what was spent", amount(total), pool)
            yield pool, Breach((), untold, units, told)
        elif told.is_yes and given != total:
            names = listed(map(_named, left)) or say("nothing that was done")
            words = say(
                "{names} costs {total} {pool}, and {given} was spent", names, amount(total), pool, amount(given)
            )
            yield pool, Breach((), words, units)


def _named(due: _Due) -> str:
    """What was done, and to whom: "replenish 1st Panzer", "attack chit"."""
    return say("{name} {unit}", quoted(due.charge.name), due.unit) if due.unit else quoted(due.charge.name)


def _in_other_strength(record: PhaseRecord, done: list[_Due]) -> Iterator[Breach]:
    """Units that came onto the map and never showed the face with which they come."""
    for due in done:
        if due.unit is None or not due.charge.shows:
            continue
        seen = [act.after.units.get(due.unit.id) for act in record.acts]
        if not any(unit is not None and unit.hex and unit.face + 1 in due.charge.shows for unit in seen):
            faces = strung(map(str, sorted(due.charge.shows)), say(" or "))
            words = say(
                "{name} {unit}, which comes with face {face} up, and must with {faces}",
                quoted(due.charge.name),
                due.unit,
                due.unit.face + 1,
                faces,
            )
            yield Breach((due.unit.hex,), words, (due.unit.id,))


def _income(record: PhaseRecord, terms: Bill, side: str) -> Iterator[Breach]:
    """Pools that gained another number of points than the places that make them."""
    for entry in terms.income:
        pool = f"{entry.pool}.{side}"
        before, after = points(record.start, pool), points(record.end, pool)
        if (told := before.settled & after.settled).is_open:
            yield Breach((), say("{pool} gained something, and nobody told how much", pool), broken=told)
            continue
        made, bonus = _made(record.start, side, entry), _bonus(record.start, side, entry)
        due, got = made.plus(bonus), after.low - before.low
        words = (
            say("{pool} gained {got}, and {made} was made", pool, amount(got), made)
            if str(made) == "1"
            else say("{pool} gained {got}, and {made} were made", pool, amount(got), made)
        )
        if bonus.low:
            words += say(", {low} for units that surrendered", amount(bonus.low))
        if not due.low <= got <= due.high:
            more = (
                ""
                if bonus.certain
                else say(", at most {high} more for those counted or not", amount(bonus.high - bonus.low))
            )
            yield Breach((), words + more)
        elif not made.certain or got > due.low:
            yield Breach((), words, broken=Known.open(*sorted(due.missing)))


def _bonus(position: Position, side: str, entry: Income) -> Interval:
    """What units in boxes bring now."""
    found = ZERO
    for unit in position.units.values():
        for row in entry.bonus if not unit.hex else ():
            if unit.location not in row.boxes or not row.who.matches(unit) or (row.sides and side not in row.sides):
                continue
            counted = was_counted(position, unit)
            found = found.plus(Interval.one_if(~counted))
    return found


def _made(position: Position, side: str, entry: Income) -> Interval:
    """The places that make the pool's points now."""
    found = supply(position, side)
    makers = (place for place in position.network.theatre.places if place.kinds & entry.kinds)
    return reduce(Interval.plus, (Interval.one_if(found.has(place.name, entry.status)) for place in makers), ZERO)


def _dues(act: Act, terms: Bill, side: str) -> Iterator[_Due]:
    for charge in terms.charges:
        became = all_of(_becomes(act, key, value) for key, value in charge.becomes.items()) if charge.becomes else NO
        if became.possible:
            yield _Due(charge, None, counts=became)
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        unit = old if old is not None and old.hex else new or old
        if unit is None or unit.side != side:
            continue
        fitting = (each for each in terms.charges if _fits(act, each, unit, (old, new)))
        charge_of = next(fitting, None)
        if charge_of is not None:
            matters = charge_of.at_front or charge_of.name in {each.waives for each in terms.charges}
            near = enemy_beside(act.before, side, unit.hex, terms.front).known if matters else NO
            yield _Due(charge_of, unit, near)


def _becomes(act: Act, name: str, value: str) -> Known:
    """Whether an act makes a condition what it was not before."""
    before, after = act.before.moment.condition(name), act.after.moment.condition(name)
    now = act.conditions.get(name, after) if isinstance(act, ConditionsTold) else after
    if now != value:
        return NO
    return Known.open(say("the {name} before", name)) if before is None else Known.of(before != value)


def _fits(act: Act, charge: Charge, unit: Unit, ends: tuple[Unit | None, Unit | None]) -> bool:
    old, new = ends
    if not charge.kinds.fit(act) or not charge.who.matches(unit):
        return False
    if charge.faces and (new is None or new.face + 1 not in charge.faces):
        return False
    arrives = (old is None or not old.hex) and new is not None and bool(new.hex)
    if charge.comes is not None and charge.comes != arrives:
        return False
    if charge.boxes and (old is None or old.hex or old.location not in charge.boxes):
        return False
    before, after = (end.marks if end is not None else frozenset() for end in (old, new))
    return not charge.marks or bool(charge.marks & (before ^ after))


def _not_free(done: list[_Due]) -> Iterator[list[_Due]]:
    """The dues that may remain when what was bought makes others free, for every choice of those; the dearest first."""
    giver = next((due.charge for due in done if due.charge.waives), None)
    if giver is None:
        yield list(done)
        return
    waived = sorted((due for due in done if due.charge.name == giver.waives), key=lambda due: -sum(due.costs.values()))
    for count in range(min(giver.free, len(waived)), -1, -1):
        for free in combinations(waived, count):
            if sum(giver.front_weight if due.front else 1 for due in free) <= giver.free:
                yield [due for due in done if not any(due is other for other in free)]
