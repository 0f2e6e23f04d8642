"""The values of a move: costs between two bounds, steps with their faults, budgets, judged paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.findings import Trace
from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, ZERO, Interval, whole
from adjudicator.model.known import YES, Known, any_of
from adjudicator.said import Said, quoted, say, strung
from adjudicator.terms.cell import NO, UNLIMITED, left_open
from adjudicator.words import amount, counted

GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a step, or a whole move, is not allowed; `broken` is open where a datum could still allow it.

    `aspect` names the kind of rule: "terrain", "allowance", "enemy", "beside", "prohibited", "mode", "time", "user",
    "front", "closed", "control", "path", "overrun", "zone halt", "zone entry", "zone exit", "zone to zone", "zone start".
    `article` names the rule that says so, where a pack tells apart what is prohibited, or why so few hexes may be entered.
    """

    hex: str
    aspect: str
    why: str
    broken: Known = YES
    article: str = ""


@dataclass(frozen=True, slots=True)
class MoveStep:
    """One hex of a move: what entering it costs, why the unit must stop there, if it must, and what forbids it.

    `halting` is whether it must stop for sure, where `halts` says why; `harassed` is the part of the cost that the enemy's
    aircraft over the hex left take.
    """

    hex: str
    cost: Interval
    halts: str = ""
    faults: tuple[Fault, ...] = ()
    road: bool = False
    words: str = ""
    halting: Known = YES
    harassed: Interval = ZERO

    @property
    def term(self) -> str:
        """Its cost in a sum: "1", "(1 or more)", "3 (2 of it harassment)"."""
        term = str(self.cost) if self.cost.certain else say("({cost})", self.cost)
        return say("{term} ({part} of it harassment)", term, self.harassed) if self.harassed != ZERO else term


@dataclass(frozen=True, slots=True)
class MoveBudget:
    """What a unit may spend: points, most hexes, hexes it may always move; `barred` says why it may not move at all.

    `article` names the rule that says how many hexes, where a pack tells it apart.
    """

    points: Interval
    hexes: Interval
    minimum: Interval
    words: str
    barred: tuple[Fault, ...] = ()
    article: str = ""

    @property
    def may_not_move(self) -> Known:
        """Whether something bars it from moving at all."""
        return any_of(fault.broken for fault in self.barred)

    @property
    def certain(self) -> bool:
        """Whether all of it is known."""
        return not (self.points.missing or self.hexes.missing or self.minimum.missing)


@dataclass(frozen=True, slots=True)
class Path:
    """A move judged: its hexes, the cost of each step, and all that forbids it."""

    unit: str
    mode: str
    hexes: tuple[str, ...]
    steps: tuple[MoveStep, ...]
    budget: MoveBudget
    faults: tuple[Fault, ...] = ()
    setting_out: Interval = ZERO

    @property
    def legal(self) -> Known:
        """Whether nothing forbids it."""
        return ~any_of(fault.broken for fault in self.faults)

    def fault_of(self, aspects: frozenset[str], article: str = "") -> Fault | None:
        """The first fault of one of these aspects (of any, if empty) and of this article; a sure one, if there is one."""
        found = [f for f in self.faults if not aspects or (f.aspect in aspects and f.article == article)]
        return next((fault for fault in found if fault.broken.is_yes), found[0] if found else None)

    @property
    def spent(self) -> Interval:
        """What the move takes of the allowance: the cost of its steps and of setting out (entraining)."""
        return self.setting_out.plus(self.cost)

    @property
    def cost(self) -> Interval:
        """What its steps cost."""
        total = ZERO
        for step in self.steps:
            total = total.plus(step.cost)
        return total

    @property
    def words(self) -> str:
        """The arithmetic: "1 + 2 + 1 = 4, allowance 3"; a cost that is not known stands in brackets."""
        if len(self.steps) < 2:
            cost = self.steps[0].term if self.steps and self.steps[0].harassed != ZERO else self.cost
            return say("cost {cost}, {words}", cost, self.budget.words)
        terms = (step.term for step in self.steps)
        return say("{terms} = {cost}, {words}", strung(terms, " + "), self.cost, self.budget.words)

    @property
    def trace(self) -> Trace:
        """The path as a line for the map."""
        running, costs = ZERO, ["0"]
        for step in self.steps:
            running = running.plus(step.cost)
            costs.append(str(running))
        return Trace("path", self.hexes, quoted(self.mode), tuple(costs))


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit gets: `sure` whatever the missing data are, `perhaps` only if they are kind. Costs by hex number."""

    sure: Mapping[str, Interval]
    perhaps: Mapping[str, Interval]
    missing: frozenset[str]


def interval(value: Fraction | str | None, cell: str, least: Fraction) -> Interval:
    if isinstance(value, Fraction):
        return Interval.of(value)
    if left_open(value):
        return Interval(whole(least), INFINITE, frozenset({cell}))
    return Interval.of(INFINITE) if value == NO else Interval.of(0 if value == UNLIMITED else INFINITE)


def rounded(points: Interval, times: Fraction, add: Fraction, least: Fraction, how: str) -> Interval:
    ends = []
    for end in (points.low, points.high):
        value = end if end >= INFINITE else max(end * times + add, least)
        if how == "up" and value < INFINITE:
            value = Fraction(-(-value.numerator // value.denominator))
        elif how == "down" and value < INFINITE:
            value = Fraction(value.numerator // value.denominator)
        ends.append(whole(value))
    return Interval(ends[0], ends[1], points.missing)


def beyond(
    purse: MoveBudget, spent: Interval, number: str, so_far: Interval, *, minimum: bool, entered: int | None = None
) -> Iterator[Fault]:
    """Why a way goes beyond a purse: it counts for so many hexes so far; `entered` is how many it truly has, if fewer."""
    near = so_far.at_most(purse.hexes)
    if not near.is_yes:
        why = (
            say("the way of {entered} to {hex} counts for {count}", counted(entered, "hex"), number, so_far)
            if entered is not None and Interval.of(entered) != so_far
            else say("hex {count} of its move is beyond that", so_far)
            if purse.hexes != ZERO
            else say("it may not move")
        )
        yield Fault(number, "allowance", _with_budget(why, purse), ~near, purse.article)
    if near.is_no:
        return
    within = spent.at_most(purse.points) | so_far.at_most(purse.minimum if minimum else ZERO)
    if not within.is_yes:
        yield Fault(
            number,
            "allowance",
            _with_budget(say("{overspent} to reach {hex}", _overspent(spent, purse.points), number), purse),
            ~within,
        )


def _with_budget(why: str, purse: MoveBudget) -> Said:
    return say("{why}, {budget}", why, purse.words)


def without_budget(why: str, budget: MoveBudget) -> str:
    """Why a move is too long, without the budget if that is told beside it."""
    return why.values["why"] if isinstance(why, Said) and why.values.get("budget") == budget.words else why


def _overspent(spent: Interval, points: Interval) -> str:
    """ "6 points, 1 too many,"; "3 to 5 points, which may be too many,"."""
    if spent.low > points.high:
        least = spent.low - points.high
        return (
            say("{spent} point, {least} too many,", spent, amount(least))
            if spent == Interval.of(1)
            else say("{spent} points, {least} too many,", spent, amount(least))
        )
    return say("{spent} points, which may be too many,", spent)
