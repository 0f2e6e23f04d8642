"""National Morale: 201 and 202 of the rules, and what is bought for it. What happens is read off by `analysis.causes`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from adjudicator.analysis.causes import (
    Cause,
    Event,
    Owed,
    may_pay_for_the_past,
    owed,
    owed_for_the_gone,
    payable,
    perhaps_owed,
)
from adjudicator.analysis.economy import any_told, first_untold, kept_number, rise, told_number, value_named
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, Known, unless_missing
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import Said, say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import amount, listed

CHAPTER = Chapter(area="morale", when=("season.gain_morale",), options=("campaign",))

Causes = tuple[Cause, ...]
SMALL, USSR = ["hungarian", "romanian"], ["ussr"]
NOT_COUNTED = ("coup", "independent", "defected", "gone")
KUYBYSHEV = ["Kuybyshev", "Kuibyshev", "to Kuybyshev", "to Kuibyshev"]
OTHER = "morale_other"
"""The tally of all changes that no cause here stands for, such as those by cards."""


def _cause(event: Event, number: str, change: int | str, **others: Any) -> Cause:
    sets: dict[str, Any] = {
        key: frozenset(value) if isinstance(value, list) else value for key, value in others.items()
    }
    return Cause(event, number, Fraction(change), **sets)


def _bombed(*kinds: str) -> Causes:
    watched = {"kinds": [*kinds], "value": "bombed", "marks": (3, 6)}
    return (
        _cause("passes", "202.1c", -2, **watched),
        _cause("passes", "202.1c", 1, home="enemy", nations=USSR, **watched),
    )


ALLY_LEAVES = (
    _cause("becomes", "202.1f", -2, value="ally", to=["independent", "defected", "gone"], nations=SMALL),
    _cause("becomes", "202.1f", 2, value="ally", to=["defected"], nations=USSR),
)
CITIES = (
    _cause("lost", "202.1a", -10, kinds=["objective", "national_capital"]),
    _cause("lost", "202.1a", -8, kinds=["objective"], at=["Leningrad"]),
    _cause("lost", "202.1a", -4, kinds=["objective"]),
    _cause("regained", "202.1b", 4, kinds=["objective"]),
)
LEADERS_AND_ALLIES = (
    _cause("travels", "202.1d", -8, markers=["leader"], at=KUYBYSHEV, nations=USSR),
    _cause("follows", "202.1e", 1, value="aid", nations=SMALL),
    *ALLY_LEAVES,
    _cause("result", "107.2.4a", "-1/2", to=["knives"]),
)
FLEET_LEAVES = _cause("leaves", "209.1", -1, markers=["fleet"], nations=USSR)
GIVEN_UP = {"markers": ["fleet"], "at": ["ahead"], "to": ["removed"], "nations": USSR}
FLEETS = (
    FLEET_LEAVES,
    _cause("given up", "209.1", -1, tags=["reduced"], **GIVEN_UP),
    _cause("given up", "209.2", -2, tags=["full"], **GIVEN_UP),
)
WORKS = _cause("laid", "9.0k", "-1/2", markers=["improved_defense"], each=2, nations=["ussr", *SMALL])


def _lying(number: str, change: int | str, who: dict[str, list[str]], **others: Any) -> Cause:
    return _cause("lying", number, change, at=["casualty"], who=Selector.model_validate(who), **others)


def _perhaps_abroad(change: int | str, **who: list[str]) -> Cause:
    return _lying("202.3c", change, who, nations=SMALL, unsure=say("who was lost abroad"))


CASUALTIES = (
    _lying("202.3b", -2, {"tags": ["airborne", "abroad"]}, nations=SMALL),
    _lying("202.3b", -1, {"tags": ["airborne"]}),
    _lying("202.3c", -2, {"sizes": ["large"], "tags": ["abroad"], "without_tags": ["reduced"]}, nations=SMALL),
    _lying("202.3c", -1, {"sizes": ["large", "medium"], "tags": ["abroad"]}, nations=SMALL),
    _lying("202.3b", -1, {"sizes": ["large"], "without_tags": ["reduced"]}),
    _lying("202.3b", "-1/2", {"sizes": ["large", "medium"]}),
    _perhaps_abroad(-1, sizes=["large"], without_tags=["abroad", "reduced"]),
    _perhaps_abroad("-1/2", sizes=["large"], tags=["reduced"], without_tags=["abroad"]),
    _perhaps_abroad("-1/2", sizes=["medium"], without_tags=["abroad"]),
    _cause("lying", "202.3b", -1, at=["casualty"], markers=["fleet"], nations=USSR),
    *ALLY_LEAVES,
)
GAINS = (
    _cause("stocked", "202.4a", 1, value="PP", each=5),
    _cause("follows", "202.4a", 2, value="goods"),
)


def _nations(record: PhaseRecord) -> Iterator[str]:
    """The nations whose morale is kept as a number, and counts still."""
    values = record.start.values
    for name in sorted(values):
        kind, _, nation = name.partition(".")
        counts = kind == "morale" and values.get(f"ally.{nation}") not in NOT_COUNTED
        if counts and kept_number(record.start, name) is not None:
            yield nation


def _unheard(record: PhaseRecord, causes: Causes, nation: str) -> list[str]:
    """Numbers that the nation's morale follows, and the tally of all else, where nobody tells them."""
    rows = (row for row in causes if row.event == "follows" and (not row.nations or nation in row.nations))
    names = [*(f"{row.value}.{nation}" for row in rows), f"{OTHER}.{nation}"]
    return [name for name in names if name not in record.start.values or name not in record.end.values]


def _unkept(record: PhaseRecord, causes: Causes) -> list[str]:
    """The numbers of nations that something in the phase certainly owes a change, and that nobody tells."""
    names = {f"morale.{nation}": nation for nation in (*USSR, *SMALL)}
    untold = {name: nation for name, nation in names.items() if name not in record.start.values}
    return [
        name
        for name, nation in untold.items()
        if any(each.amount.low > 0 or each.amount.high < 0 for each in owed(record, causes, nation))
    ]


def _counts(record: PhaseRecord, causes: Causes) -> bool:
    """Whether a nation's morale is kept, or should be."""
    asked = any_told(record.start, "morale")
    return (asked and any(True for _ in _nations(record))) or bool(_unkept(record, causes))


def _untold(record: PhaseRecord, causes: Causes) -> str:
    names = [name for nation in [*_nations(record)] for name in _unheard(record, causes, nation)]
    others = (name.partition(".")[2] for name in record.end.values if name.startswith(f"{OTHER}."))
    names += [f"morale.{nation}" for nation in others if f"morale.{nation}" not in record.end.values]
    return first_untold((*names, *_unkept(record, causes)), ())


def _booked(record: PhaseRecord, causes: Causes) -> Iterator[Finding]:
    """The morale of each nation changes by all that the causes owe it, and by what the tally of other changes does."""
    for nation in _nations(record):
        dues = [each for each in owed(record, causes, nation) if each.amount != ZERO]
        booked, due = rise(record, f"morale.{nation}"), sum_of(each.amount for each in dues)
        others = rise(record, f"{OTHER}.{nation}")
        due = due.plus(others) if others.certain else due
        equal = _equal(booked, due)
        if equal.is_yes:
            continue
        paid = [*payable(record, causes, nation)]
        if any(_equal(booked, due.plus(sum_of(paid[:count]))).is_yes for count in range(1, len(paid) + 1)):
            continue
        gone = [each for each in owed_for_the_gone(record, causes, nation) if each.amount != ZERO]
        with_gone = due.plus(sum_of(each.amount for each in gone))
        if gone and _equal(booked, with_gone).is_yes:
            continue  # counters may be taken away where others lay them into a box
        lying = say("whether {units} lie where the lost do", strung((each.what for each in gone), ", "))
        some = _equal(booked, due.either(with_gone, lying)) if gone else equal
        some |= _with_what_is_unsure(record, causes, nation, (booked, due))
        broken = ~some & others.settled & ~may_pay_for_the_past(record, causes, nation, booked.minus(due))
        broken &= unless_missing(*map(value_named, _unheard(record, causes, nation)))
        behind = not record.ended and bool(dues) and booked == ZERO
        yield Finding((), _because(f"morale.{nation}", booked, dues, others), broken=broken, owed=behind)


def _with_what_is_unsure(record: PhaseRecord, causes: Causes, nation: str, told: tuple[Interval, Interval]) -> Known:
    """Whether what nobody can see may be the rest of a change."""
    booked, due = told
    unsure = list(perhaps_owed(record, causes, nation))
    for count in range(1, len(unsure) + 1):
        for some in combinations(unsure, count):
            if _equal(booked, due.plus(sum_of(each.amount for each in some))).possible:
                return Known.open(*dict.fromkeys(each.cause.unsure for each in some))
    return NO


def _equal(one: Interval, other: Interval) -> Known:
    return one.at_least(other) & one.at_most(other)


def _because(name: str, booked: Interval, dues: list[Owed], others: Interval) -> Said:
    parts = [
        say("{change} for {what} ({article})", _signed(each.amount), each.what, each.cause.article) for each in dues
    ]
    if others.certain and others != ZERO:
        parts.append(say("{change} for what else was told", _signed(others)))
    changed = say("{name} changed by {booked}", name, _signed(booked))
    if not parts:
        return changed + say(", and nothing happened that changes it")
    return changed + say("; owed: {dues}", strung(parts, ", "))


def _signed(number: Interval) -> str:
    text = str(number)
    return f"+{text}" if number.certain and number.low > 0 else text


@CHAPTER.article(
    "Immediate Morale events",
    printed(
        "thunder_in_the_east", "202.1a", figures=(*CITIES, *_bombed("national_capital"), *LEADERS_AND_ALLIES, *FLEETS)
    ),
    covers=("202.0a", "202.1b", "202.1c", "202.1d", "202.1e", "202.1f", "202.1g", "207.1", "9.4l"),
    when=("logistics", "special movement phase", "combat", "build up", "regular movement", "weather"),
    met=_counts,
    untold=_untold,
)
def morale_events(record: PhaseRecord, causes: Causes) -> Iterator[Finding]:
    """Morale changes at once: -4 for a lost home Objective (Leningrad -8, a capital -10), +4 for one regained, and the like.

    Under: own, campaign
    Legal:    turn 2, Axis Regular Movement Step; weather clear; season summer; value morale.ussr 40;
              value morale_other.ussr 0; 1025: ax.7inf; control Lwow soviet; ax.7inf 1025-1026;
              value morale.ussr 36
    Illegal:  turn 2, Axis Regular Movement Step; weather clear; season summer; value morale.ussr 40;
              value morale_other.ussr 0; 1025: ax.7inf; control Lwow soviet; ax.7inf 1025-1026;
              value morale.ussr 38
    """
    yield from _booked(record, causes)


article(
    printed(
        "thunder_in_the_east_10",
        "202.1a",
        figures=(*CITIES, *_bombed("capital", "objective"), *LEADERS_AND_ALLIES, WORKS, FLEET_LEAVES),
    ),
    met=_counts,
    untold=_untold,
    says="Morale changes at once: -4 for a lost home Objective (Leningrad -8, a capital -10), +4 for one regained, -2 for each "
    "Capital bombed to ruins.",
    anew=True,
)(morale_events)


@CHAPTER.article(
    "Morale for casualties",
    printed("thunder_in_the_east", "202.2", figures=CASUALTIES),
    covers=("16.4",),
    when=("morale",),
    met=_counts,
    untold=_untold,
)
def morale_for_casualties(record: PhaseRecord, causes: Causes) -> Iterator[Finding]:
    """For each unit on the Casualty mat its nation loses 1 Morale Point, half a one or none.

    Under: thunder_in_the_east, campaign
    Legal:    turn 2, Axis Opponent's Morale Step; weather clear; season summer; value morale.ussr 40;
              value morale_other.ussr 0; [casualty]: sov.20a; now weather clear; value morale.ussr 39
    Illegal:  turn 2, Axis Opponent's Morale Step; weather clear; season summer; value morale.ussr 40;
              value morale_other.ussr 0; [casualty]: sov.20a; now weather clear; value morale.ussr 38
    """
    yield from _booked(record, causes)


@CHAPTER.article(
    "Gain Morale Step",
    printed("thunder_in_the_east", "201.0c", figures=GAINS),
    covers=("202.4a",),
    met=_counts,
    untold=_untold,
)
def gain_of_morale(record: PhaseRecord, causes: Causes) -> Iterator[Finding]:
    """In the Gain Morale Step a nation gains 1 Morale Point for each full 5 PPs in stock and 1 for each half EP of consumer
    goods.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Gain Morale Step; weather clear; season winter; value morale.ussr 40; value morale_other.ussr 0;
              value PP.ussr 12; value goods.ussr 0; now weather clear; value morale.ussr 42
    Illegal:  turn 30, Gain Morale Step; weather clear; season winter; value morale.ussr 40; value morale_other.ussr 0;
              value PP.ussr 12; value goods.ussr 0; now weather clear; value morale.ussr 43
    """
    yield from _booked(record, causes)


def _goods_paid(record: PhaseRecord, tallies: tuple[str, ...], pool: str) -> Iterator[Finding]:
    """A pool falls by all that is put into consumer goods, at most one point for a nation."""
    start, end = record.start.values, record.end.values
    put = {name: rise(record, name) for name in tallies if name in start and name in end}
    rising = {name: each for name, each in put.items() if each.low > 0}
    for name, each in rising.items():
        if each.low > 1:
            yield Finding((), say("{name} rises by {number}, and may rise by {most}", name, each, amount(1)))
    if rising:
        total, given = sum_of(rising.values()), rise(record, pool).times(Fraction(-1))
        short = ~given.at_least(total) if pool in end else told_number(record.end, pool).settled
        because = say("{tallies} rose by {total}, and {given} {pool} was spent", listed(rising), total, given, pool)
        yield Finding((), because, broken=short)


SMALL_NATIONS_GOODS = ("goods.hungarian", "goods.romanian")


@CHAPTER.article(
    "Consumer goods are paid for",
    "9.8c",
    area="production",
    unseen="cannot excuse",
    acts=("value",),
    untold=lambda record: first_untold(SMALL_NATIONS_GOODS, record.end.values),
)
def consumer_goods(record: PhaseRecord) -> Iterator[Finding]:
    """Consumer goods cost EPs of the faction, at most 1 EP for a nation in a season.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Gain Morale Step; weather clear; season winter; value goods.romanian 0; value EP.axis 4;
              now weather clear; value goods.romanian 1; value EP.axis 3
    Illegal:  turn 1, Gain Morale Step; weather clear; season winter; value goods.romanian 0; value EP.axis 4;
              now weather clear; value goods.romanian 2; value EP.axis 2
    """
    yield from _goods_paid(record, SMALL_NATIONS_GOODS, "EP.axis")


@CHAPTER.article(
    "Soviet consumer goods are paid for",
    "9.8c.soviet",
    area="production",
    unseen="cannot excuse",
    acts=("value",),
    untold=lambda record: first_untold(("goods.ussr",), record.end.values),
)
def soviet_consumer_goods(record: PhaseRecord) -> Iterator[Finding]:
    """Consumer goods cost EPs of the faction, at most 1 EP for a nation in a season.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Gain Morale Step; weather clear; season winter; value goods.ussr 0; value EP.soviet 4;
              now weather clear; value goods.ussr 1; value EP.soviet 3
    Illegal:  turn 1, Gain Morale Step; weather clear; season winter; value goods.ussr 0; value EP.soviet 4;
              now weather clear; value goods.ussr 1; value EP.soviet 4
    """
    yield from _goods_paid(record, ("goods.ussr",), "EP.soviet")
