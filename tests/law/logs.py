"""Forgetting in real logs: a counter masked, one of two that are alike, one that no pack lists, a line of chat or dice left out.

The log is changed, and then read, played and judged as any other; the umpire's verdict of the log as it was stands beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from adjudicator.findings import Finding, Report
from adjudicator.game.sight.logs import seen_log
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.counters import Counter
from adjudicator.model.events import Alter, Arrange, GameLog, Place, Roll, Say, Step
from adjudicator.model.state import Event
from adjudicator.model.units import Unit
from adjudicator.model.viewer import EVERYTHING, PUBLIC
from adjudicator.play.joining import same_phase
from adjudicator.play.session import Play, play_log
from tests.adjudicator.audit.sample_games import AUTUMN, CAMPAIGN, SAMPLES, TWO_SEAS, Sample, box_of, log_of, rules
from tests.law.comparing import compare
from tests.law.evidence import Forgotten
from tests.law.forgetting import Forgetful
from tests.law.games import STRETCHES, stretch

LOGS = (*SAMPLES, CAMPAIGN, TWO_SEAS, AUTUMN)
"""The sample games, of a season the first log."""
UNLISTED = "12 inf"
"""What is printed on a counter that no pack lists."""


@dataclass(frozen=True)
class _Stretch:
    """Some steps of a log with the umpire's verdict of them, and the unit that each counter is."""

    sample: Sample
    first: int
    last: int
    report: Report
    units: Mapping[str, str]
    alike: tuple[str, ...]
    """Counters of which there is another of the same kind."""


@cache
def _whole(sample: Sample) -> Play:
    """The log as its umpire plays it, who knows how the game began."""
    return _played(sample, log_of(sample))


@cache
def _stretch(sample: Sample, part: int) -> _Stretch | None:
    play = stretch(_whole(sample), part)
    steps = [act.step for act in play.acts]
    if not steps:
        return None
    whole = _whole(sample)
    opening = next(act.moment for act in whole.acts if act.step == min(steps))
    steps += [act.step for act in whole.acts if act.step <= max(steps) and same_phase(act.moment, opening)]
    units, kinds = {}, defaultdict(set)
    for position in (play.start, play.end, *(act.after for act in play.acts)):
        for unit in position.units.values():
            units[unit.counter] = unit.id
            kinds[unit.type.id].add(unit.counter)
    alike = sorted(name for names in kinds.values() if len(names) > 1 for name in names)
    # judged between the same steps as what is left of it, from the beginning of a phase
    report = adjudicate(_between(whole, min(steps), max(steps)), brief=True)
    return _Stretch(sample, min(steps), max(steps), report, units, tuple(alike))


def masked(sample: Sample, random: Random) -> Forgotten | None:
    """One to three counters masked by their sides throughout, as nobody's eyes see the log."""
    return _without_counters(sample, random, lambda part: sorted(part.units), _masked, random.choice((1, 1, 1, 2, 3)))


def one_of_two(sample: Sample, random: Random) -> Forgotten | None:
    """One masked of several counters that are alike."""
    return _without_counters(sample, random, lambda part: part.alike, _masked, 1)


def unlisted(sample: Sample, random: Random) -> Forgotten | None:
    """Counters that the pack does not list: a name that no line knows, or a slot of no unit."""
    change = random.choice((_unnamed, _of_no_slot))
    return _without_counters(sample, random, lambda part: sorted(part.units), change, random.choice((1, 1, 2)))


def unsaid(sample: Sample, random: Random) -> Forgotten | None:
    """Some lines of chat and dice left out, or all of a stretch."""
    part = _stretch(sample, random.randrange(STRETCHES))
    if part is None:
        return None
    log = log_of(sample)
    lines = [
        (step.index, at)
        for step in log.steps
        if part.first <= step.index <= part.last
        for at, event in enumerate(step.events)
        if isinstance(event, Say | Roll)
    ]
    if not lines:
        return None
    few = random.choice((1, 1, 2, 3, len(lines)))
    gone = set(random.sample(lines, min(few, len(lines))))
    steps = tuple(
        step.told_as(tuple(each for at, each in enumerate(step.events) if (step.index, at) not in gone))
        for step in _until(log, part.last)
    )
    less = _played(sample, replace(log, steps=steps))
    told = ", ".join(f"{step}: {_words(log, step, at)}" for step, at in sorted(gone))
    lost = Forgetful(f"the lines {told}", less, unseen=frozenset(step for step, _ in gone))
    return _judged(part, lost)


KINDS: Mapping[str, Callable[[Sample, Random], Forgotten | None]] = {
    "a counter masked": masked,
    "one of two alike masked": one_of_two,
    "a counter not listed": unlisted,
    "a line left out": unsaid,
}


def _until(log: GameLog, last: int) -> Iterator[Step]:
    """The steps up to one: what comes after it is not judged."""
    return (step for step in log.steps if step.index <= last)


def _words(log: GameLog, step: int, at: int) -> str:
    event = next(each for each in log.steps if each.index == step).events[at]
    return event.text if isinstance(event, Say | Roll) else ""


def _without_counters(
    sample: Sample,
    random: Random,
    among: Callable[[_Stretch], list[str] | tuple[str, ...]],
    change: Callable[[Counter, str], Counter],
    most: int,
) -> Forgotten | None:
    part = _stretch(sample, random.randrange(STRETCHES))
    if part is None or not (names := among(part)):
        return None
    return _forgotten(part, frozenset(random.sample(names, min(most, len(names)))), change)


def each_masked(sample: Sample, kind: str, part: int) -> Iterator[Forgotten]:
    """Each counter of a type masked alone, in one stretch of a log."""
    there = _stretch(sample, part)
    assert there is not None
    for name in sorted(name for name, unit in there.units.items() if unit.partition("#")[0] == kind):
        yield _forgotten(there, frozenset((name,)), _masked)


def _forgotten(part: _Stretch, chosen: frozenset[str], change: Callable[[Counter, str], Counter]) -> Forgotten:
    sample = part.sample
    log = log_of(sample)
    sides = {each: _owner(sample, part.units[each]) for each in chosen}

    def changed(counter: Counter) -> Counter:
        return change(counter, sides[counter.id]) if counter.id in chosen else counter

    start = replace(
        log.start,
        counters=log.start.counters.update(
            {name: changed(log.start.counters[name]) for name in chosen if name in log.start.counters}
        ),
    )
    steps = tuple(step.told_as(tuple(_event(each, changed) for each in step.events)) for step in _until(log, part.last))
    other = _played(sample, replace(log, start=start, steps=steps), hidden=change is _masked)
    what = f"{change.__name__} {', '.join(part.units[each] for each in sorted(chosen))} ({', '.join(sorted(chosen))})"
    return _judged(part, Forgetful(what, other, frozenset(part.units[each] for each in chosen)))


def _owner(sample: Sample, unit: str) -> str:
    """The module's word for a unit's side."""
    pack, _ = rules(sample)
    log = log_of(sample)
    kind = pack.units[unit.partition("#")[0]]
    bound = Identifier(log.start, box_of(sample), *rules(sample), sees=EVERYTHING).binding.sides
    return next((word for word, side in bound.items() if side == kind.side), kind.side)


def _event(event: Event, changed: Callable[[Counter], Counter]) -> Event:
    if isinstance(event, Arrange):
        return replace(event, counters=tuple(map(changed, event.counters)))
    return replace(event, counter=changed(event.counter)) if isinstance(event, Place | Alter) else event


def _masked(counter: Counter, side: str) -> Counter:
    return replace(counter, masked_by=side)


def _unnamed(counter: Counter, _side: str) -> Counter:
    return _of_no_slot(
        replace(counter, name=UNLISTED, properties={}, design=replace(counter.design, name=UNLISTED)), ""
    )


def _of_no_slot(counter: Counter, _side: str) -> Counter:
    return replace(counter, slot="zzz.q9")


def _played(sample: Sample, log: GameLog, *, hidden: bool = False) -> Play:
    eyes = PUBLIC if hidden else EVERYTHING
    box = box_of(sample)
    seen = seen_log(log, eyes, box)
    identifier = Identifier(seen.start, box, *rules(sample), conditions=dict(sample.conditions), sees=eyes)
    return play_log(seen, identifier)


def _between(play: Play, first: int, last: int) -> Play:
    acts = tuple(act for act in play.acts if first <= act.step <= last)
    start = acts[0].before if acts else play.start
    return Play(start, acts, acts[-1].after if acts else start)


def _judged(part: _Stretch, lost: Forgetful) -> Forgotten:
    # a move that was gone on with ends later than the words between
    there = replace(_between(lost.play, part.first, part.last), end=lost.play.end)
    report = adjudicate(there, brief=True)
    called = {unit.id: part.units.get(unit.counter, unit.id) for unit in _units(there)}
    partial = replace(report, findings=tuple(_renamed(each, called) for each in report.findings))
    outcome = compare(part.report, replace(lost, play=there), partial)
    return Forgotten(f"{part.sample.pack}:{part.sample.path.name}:{part.first}-{part.last}", lost.what, outcome)


def _units(play: Play) -> Iterator[Unit]:
    for position in (play.start, play.end, *(act.after for act in play.acts)):
        yield from position.units.values()


def _renamed(found: Finding, called: Mapping[str, str]) -> Finding:
    """A finding with units called as in the whole log: of those that are alike each is numbered as it is met."""
    return replace(found, units=tuple(called.get(name, name) for name in found.units))
