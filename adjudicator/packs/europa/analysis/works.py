"""Works on the map: who could have done them with the movement points left, and on which turn they can be ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from adjudicator.analysis.control import controller
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.moves import kinder_ways, moved_paths
from adjudicator.analysis.movement.reach import budget
from adjudicator.analysis.movement.values import Path
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.drawn import draws
from adjudicator.analysis.supply.status import supply
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.pack import Pack
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.crews import Crews, Help, each_is_helped, helpers, possible_most, sure_most
from adjudicator.record.acts import Act, Laid, Lifted, Overrun, Swapped, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.climate import climate
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import deed

MOST_TRIES = 20_000

Spending = Callable[[Act, str], Interval | None]
"""What an act took of a unit's movement points; None if all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One work of an article: markers laid, lifted or turned up, paid for by a unit.

    It costs `points`, or instead the part `share` of the unit's allowance, rounded up; in poor weather `poor` times as much. A
    `team` of two may do it for half each (with `share` only two may), and the `workers` of a hex stand for the second; of a team
    the other one may be of `second`. Markers of `without` go first. With `over` the marker is on such a hexside, and who works
    there is in either of its hexes. With `once` several markers in one place are one work. Of a work that takes a die every
    attempt costs as much (die=5,2 tells two).
    """

    act: str
    kinds: frozenset[str]
    phases: frozenset[str]
    article: str = ""
    when: When = ALWAYS
    who: Selector = EVERYONE
    points: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    poor: Fraction = Fraction(1)
    team: bool = False
    second: Selector | None = None
    workers: tuple[Situation, ...] = ()
    supplied: bool = False
    without: frozenset[str] = frozenset()
    over: frozenset[str] = frozenset()
    once: bool = False


@dataclass(frozen=True, slots=True)
class Works:
    """The works that cost movement points, the first that fits a marker; weathers that make them dearer; limits of workers."""

    job: tuple[Job, ...] = ()
    poor: frozenset[str] = frozenset()
    crews: Crews | None = None


def works_of(pack: Pack) -> Works:
    """The works of a book."""
    return pack.figures_or_usual(Works)


class ManningWay(NamedTuple):
    """One way to man a work: who pays how much, which of them workers help, and whether it was open to them."""

    paid: tuple[tuple[str, Fraction], ...]
    helped: str = ""
    open_to: Known = YES


@dataclass(frozen=True, slots=True)
class WorkTask:
    """A work done in a phase: where, by which act, and the ways in which it was perhaps manned, the sure ones first."""

    at: tuple[str, ...]
    act: Act
    job: Job
    words: str
    ways: tuple[ManningWay, ...]


def tasks(record: PhaseRecord, jobs: tuple[Job, ...], poor: frozenset[str]) -> tuple[WorkTask, ...]:
    """The works of a phase that the jobs speak of."""
    phase = record.moment.phase
    now = phase.names if phase else frozenset()
    found: list[WorkTask] = []
    for act in record.of(Laid, Lifted, Swapped):
        side = act.moment.phasing
        job = next(
            (
                job
                for job in jobs
                if job.phases & now and is_work(act, job) and job.when.holds(act.before, side).possible
            ),
            None,
        )
        at = _where(act)
        if job is None or not at or any(number not in record.start.network.index for number in at):
            continue
        again = any(task.job is job and set(task.at) == set(at) for task in found) if job.once else False
        if not again and not made_way(record, act):
            found.append(_task(record, act, job, at, poor))
    return tuple(found)


def manned(record: PhaseRecord, found: tuple[WorkTask, ...], crews: Crews | None = None) -> Known:
    """Whether the units that were there can have done all these works together.

    Where a log does not say how a unit went, the cheapest of the kinds of move that it may have been counts.
    """
    answer = _manned(record, found, crews, _spent_as_taken)
    return answer if answer.is_yes else _manned(record, found, crews, _spent_at_least)


def _manned(record: PhaseRecord, found: tuple[WorkTask, ...], crews: Crews | None, how: Spending) -> Known:
    purses = _purses(record, found, how)
    helping = [_crews_of(task, crews) if crews is not None else None for task in found]
    least = {name: Fraction(points.low - spent.high) for name, (points, spent) in purses.items()}
    sure = [
        (tuple(way for way in task.ways if way.open_to.is_yes), sure_most(helps) if helps is not None else None)
        for task, helps in zip(found, helping, strict=True)
    ]
    surely = _assign(sure, least, {}, [MOST_TRIES])
    if not surely.is_no:
        return surely
    most = {name: Fraction(points.high - spent.low) for name, (points, spent) in purses.items()}
    every = [
        (task.ways, possible_most(helps) if helps is not None else None)
        for task, helps in zip(found, helping, strict=True)
    ]
    perhaps = _assign(every, most, {}, [MOST_TRIES])
    if not perhaps.is_yes:
        return perhaps
    missing = {name for purse in purses.values() for part in purse for name in part.missing}
    missing |= {name for task in found for way in task.ways for name in way.open_to.missing}
    missing |= {name for helps in helping for each in (helps or {}).values() for name in each.reaches.missing}
    return Known.open(*sorted(missing))


def made_way(record: PhaseRecord, act: Act) -> bool:
    """Whether a marker was only taken from its hexside to lay another one there in the same phase."""
    gone = act.marker
    if not isinstance(act, Lifted) or gone is None or not gone.beyond:
        return False
    laid = (other.marker for other in record.of(Laid))
    return any(marker is not None and set(marker.hexes) == set(gone.hexes) for marker in laid)


def is_work(act: Act, job: Job) -> bool:
    """Whether an act does such a work, in whatever phase."""
    if act.kind != job.act or not act.markers:
        return False
    marker = act.marker
    if marker is None or marker.type.kind not in job.kinds:
        return False
    index = act.before.network.index
    if not job.over:
        return True
    return len(marker.hexes) == 2 and bool(
        act.before.network.hexside(*(index[number] for number in marker.hexes)) & job.over
    )


def _where(act: Act) -> tuple[str, ...]:
    """The hex of a work, or the two of a hexside; none if nobody knows which hexside it is."""
    marker = act.marker
    if marker is not None and marker.type.on_hexside:
        return marker.hexes if marker.beyond else ()
    return act.path[-1:]


def _takes_a_die(act: Act, job: Job, at: tuple[str, ...]) -> bool:
    """Whether dice are told, or a bridge is demolished whose hexes the enemy may control, which takes some (39A.3)."""
    if "die" in act.told.keys():  # noqa: SIM118 - the view does not ask
        return True
    if "bridge_down" not in job.kinds or job.act == "lift":
        return False
    enemies = act.before.pack.enemies(act.moment.phasing)
    owners = (controller(act.before, number, act.moment.phasing) for number in at)
    return any(owner.is_one_of(enemies).possible for owner in owners)


def attempts(act: Act) -> tuple[int, ...]:
    """The dice that an act tells, one for each attempt: those of "die=5,2"."""
    words = act.told.get("die", "").split(",")
    return tuple(int(word) for word in words) if all(word.isdigit() for word in words) else ()


def _task(record: PhaseRecord, act: Act, job: Job, at: tuple[str, ...], poor: frozenset[str]) -> WorkTask:
    position, side, number = act.before, act.moment.phasing, at[0]
    weather = climate(position).at(position.network.index[number])
    costs = {Fraction(1)} if job.poor == 1 else {job.poor} if weather in poor else {Fraction(1)}
    if not weather and job.poor != 1:
        costs = {Fraction(1), job.poor}
    ways: list[ManningWay] = []
    tries = max(1, len(attempts(act))) if _takes_a_die(act, job, at) else 1
    helped = any_of(fits_any(position, side, each, job.workers) for each in at) if job.workers else NO
    there = [unit for unit in _present(record, act, at) if unit.side == side]
    present = [unit for unit in there if job.who.matches(unit)]
    others = [unit for unit in there if job.second is not None and job.second.matches(unit) and unit not in present]
    able = {unit.id: _supplied(record, position, unit) if job.supplied else YES for unit in present}
    able |= {unit.id: YES for unit in others}
    hands = [unit for unit in present if able[unit.id].possible]
    for count, certain, serves in ((1, YES, False), (1, helped, True), (2, YES, False)):
        halved = count == 2 or serves
        groups = [*combinations(hands, count), *(product(hands, others) if count == 2 else ())]
        for part in _ways(job, groups, count, halved=halved) if certain.possible else ():
            known = certain & all_of(able[name] for name, _ in part)
            for times in sorted(costs):
                paid = tuple((name, _paid(points, times, job) * tries) for name, points in part)
                enough = YES if times == max(costs) else Known.open(say("the weather of {hex}", number))
                ways.append(ManningWay(paid, part[0][0] if serves else "", known & enough))
    name = act.marker.type.name or act.marker.id if act.marker is not None else ""
    words = (
        say("{name} {does} on {at}", name, deed(act.kind), "-".join(at))
        if len(at) > 1
        else say("{name} {does} in {at}", name, deed(act.kind), "-".join(at))
    )
    return WorkTask(at, act, job, words, tuple(sorted(ways, key=lambda way: way.open_to.is_open)))


def _ways(
    job: Job, groups: Iterable[tuple[Unit, ...]], count: int, *, halved: bool
) -> Iterator[tuple[tuple[str, Fraction], ...]]:
    if (count == 2 and not job.team) or (job.share and not halved):
        return
    for group in groups:
        if job.share:
            shares = ((unit.id, Fraction(-(-Fraction(unit.shown.movement or 0) * job.share // 1))) for unit in group)
            yield tuple(shares)
        else:
            yield tuple((unit.id, job.points / (2 if halved else 1)) for unit in group)


def _paid(points: Fraction, times: Fraction, job: Job) -> Fraction:
    return points if job.share else points * times


def _present(record: PhaseRecord, act: Act, at: tuple[str, ...]) -> Iterator[Unit]:
    """Who was in a hex when the act was done, or went through it in the phase."""
    seen: set[str] = set()
    for unit in (unit for number in at for unit in act.before.at(number)):
        seen.add(unit.id)
        yield unit
    for other in record.acts:
        for path in moved_paths(other):
            if set(at) & set(path.hexes) and path.unit not in seen:
                seen.add(path.unit)
                yield other.before.unit(path.unit)


def _supplied(record: PhaseRecord, position: Position, unit: Unit) -> Known:
    """Whether a unit is in supply: it was so as the phase began, before it moved, or draws on a special source."""
    then = record.start if unit.id in record.start.units and record.start.units[unit.id].hex else position
    return ~supply(then, unit.side).state(unit.id).is_in({"out_of_supply"}) | draws(then, unit)


def _purses(record: PhaseRecord, found: tuple[WorkTask, ...], how: Spending) -> dict[str, tuple[Interval, Interval]]:
    """For everyone who could have worked: the allowance, and what the unit spent on moving."""
    names = {name for task in found for way in task.ways for name, _ in way.paid}
    spent: dict[str, Interval] = {}
    bound_to_move: set[str] = set()
    for act in record.acts:
        for name in names.intersection(act.units):
            paid = how(act, name)
            if paid is None:
                bound_to_move.add(name)
            else:
                spent[name] = spent.get(name, ZERO).plus(paid)
    purses: dict[str, tuple[Interval, Interval]] = {}
    for name in sorted(names):
        unit = record.start.units.get(name)
        if unit is None or not unit.hex:
            unit = next(act.after.units[name] for act in record.acts if name in act.after.units)
        purse = budget(record.start, unit)
        still = YES if name in bound_to_move else purse.may_not_move
        purses[name] = (Interval.by(still, ZERO, purse.points), spent.get(name, ZERO))
    return purses


def _spent_as_taken(act: Act, name: str) -> Interval | None:
    """What an act took of a unit's points, as the kind of move that it was taken for; None if such a move leaves none."""
    paid = ZERO
    for path in moved_paths(act):
        if path.unit == name:
            if _spends_all(act, path):
                return None
            paid = paid.plus(path.spent)
    return paid


def _spent_at_least(act: Act, name: str) -> Interval | None:
    """What an act took of a unit's points, as whichever kind of move that it may legally have been takes the fewest."""
    taken = _spent_as_taken(act, name)
    if not isinstance(act, Travel) or isinstance(act, Overrun):
        return taken
    readings = [] if taken is None else [taken]
    paths = [path for claim in act.claims for path in moved_paths(claim.of(act)) if path.unit == name]
    paths += [way for path in moved_paths(act) if path.unit == name for way in kinder_ways(act, path)]
    for path in paths:
        if not path.legal.possible or _spends_all(act, path):
            continue
        doubts = path.legal.missing if path.legal.is_open else ()
        readings.append(replace(path.spent, missing=frozenset((*path.spent.missing, *doubts))))
    if not readings:
        return None
    low = min(readings, key=lambda paid: paid.low)
    sure = [paid for paid in readings if not paid.missing] or readings
    return Interval(low.low, min(paid.high for paid in sure), low.missing)


def _spends_all(act: Act, path: Path) -> bool:
    modes = movement_table(act.before).mode
    return path.mode in modes and modes[path.mode].points_left == "lost"


def _assign(
    works: Sequence[tuple[tuple[ManningWay, ...], Mapping[str, int] | None]],
    left: Mapping[str, Fraction],
    served: Mapping[str, Mapping[str, int]],
    tries: list[int],
) -> Known:
    """Whether every work has a way to be manned, all together; open if that was too much to try.

    With each work come the places whose workers reach it and how many units each may help (None = nobody counts);
    `served` are the units that are helped so far, each by one of these.
    """
    if not works:
        return YES
    ways, reached = works[0]
    for way in ways:
        tries[0] -= 1
        if tries[0] < 0:
            return Known.open(say("a way to man them all: there are too many to try"))
        if any(left[name] < points for name, points in way.paid):
            continue
        helped = served
        if way.helped and reached is not None:
            helped = {**served, way.helped: {**served.get(way.helped, {}), **reached}}
            if not each_is_helped(helped):
                continue
        after = dict(left)
        for name, points in way.paid:
            after[name] -= points
        answer = _assign(works[1:], after, helped, tries)
        if answer.possible:
            return answer
    return NO


def _crews_of(task: WorkTask, crews: Crews) -> dict[str, Help]:
    position, side = task.act.before, task.act.moment.phasing
    helps: dict[str, Help] = {}
    for number in task.at if any(way.helped for way in task.ways) else ():
        for name, each in helpers(position, side, number, crews).items():
            before = helps.get(name)
            helps[name] = Help(each.most, before.reaches | each.reaches) if before is not None else each
    return helps
