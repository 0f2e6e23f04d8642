"""Works that are ready too early, never begun, overdue, or kept where they are lost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controller
from adjudicator.analysis.crews import Crews, can_help, helpers
from adjudicator.analysis.history import Beginning, beginning
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.works import Duration, half_turns
from adjudicator.checks.questions import asked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import INFINITE, Interval
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.theatre import Table
from adjudicator.packs.europa.questions.construction import Construction
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import article, counted


class Work(Table):
    """A marker of the kind `building` turns into one of the kind `becomes` after so many turns (the first row that fits)."""

    building: str
    """The kind of marker while it is built; "fort_building"."""
    becomes: str
    """The kind of marker that it becomes; "fort"."""
    durations: tuple[Duration, ...]
    """Game turns that it takes; the first row that fits counts. Example: [{ turns = 2 }]."""


class Completion(Table):
    """How long works take: from the owner's initial phase to that of a later turn, twice as long in poor weather."""

    works: tuple[Work, ...]
    """What is built: [{ building = "fort_building", becomes = "fort", durations = [{ turns = 2 }] }]."""
    quick: tuple[Situation, ...] = ()
    """What its hex must be like for it to take half the time; [{ connected = [{ lines = ["workers"], to = ["city"] }] }]."""
    crews: Crews | None = None
    """How many works the workers of each place may hurry; any number, if left out."""


POOR = frozenset({"mud", "frost", "snow"})
"""Weather in which works take twice as long."""


@check("works.completed", Completion, unseen="may excuse nearby", questions=Construction)
def ready_in_time(record: PhaseRecord, terms: Completion) -> Iterator[Breach]:
    """Forts and airfields take their time to build.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; remember begun fort_building 1B/2919 5 axis clear;
              1B/2919: ge.1eng, ge.1ceng, +fort.building; swap +fort.building+fort 1B/2919
    Illegal:  turn 5, German Movement Phase; weather clear; remember begun fort_building 1B/2919 5 axis clear;
              1B/2919: ge.1eng, +fort.building; ge.1eng 1B/2919-1B/2918
    """
    if (record.moment.condition("stage") or "").startswith("setup"):
        return
    hurried: dict[str, tuple[str, Known]] = {}
    for work in terms.works:
        for number in sorted({*record.start.marked, *record.end.marked}):
            if number in record.start.network.index:
                yield from _judged(record, terms, work, number)
                side, surely = _hurried(record, terms, work, number)
                if surely.possible:
                    hurried[number] = side, surely
    if terms.crews is not None and len(hurried) > 1:
        yield from _beyond_the_crews(record.start, terms.crews, hurried)


def _beyond_the_crews(position: Position, crews: Crews, hurried: dict[str, tuple[str, Known]]) -> Iterator[Breach]:
    """Works that were hurried by more workers than there are."""
    found = {number: helpers(position, side, number, crews) for number, (side, _) in hurried.items()}
    because = say(
        "{works} ready in the time that workers need, and there are fewer workers beside them",
        counted(len(hurried), "work"),
    )
    yield Breach(tuple(hurried), because, broken=~can_help(found) & all_of(each for _, each in hurried.values()))


def _hurried(record: PhaseRecord, terms: Completion, work: Work, number: str) -> tuple[str, Known]:
    """Whose a work is, and whether it was ready in a time which only workers excuse."""
    if not _appeared(record, work, number):
        return "", NO
    begun = beginning(record.end, work.building, number)
    if begun.told.is_open or _hastened(record, begun.side, number):
        return "", NO
    passed = _elapsed(record, begun)
    takes = half_turns(record.start, number, work.durations, POOR, begun.weather)
    return begun.side, passed.at_least(takes.times(Fraction(1, 2))) & ~passed.at_least(takes)


def _appeared(record: PhaseRecord, work: Work, number: str) -> bool:
    """Whether a work is ready where one of its kind was under construction."""
    before, after = _kinds(record.start, number), _kinds(record.end, number)
    laid = any(isinstance(act, Laid) and _lays(act.after, act.markers, work.building, number) for act in record.acts)
    return after[work.becomes] > before[work.becomes] and before[work.building] + laid > after[work.building]


def _judged(record: PhaseRecord, terms: Completion, work: Work, number: str) -> Iterator[Breach]:
    before, after = _kinds(record.start, number), _kinds(record.end, number)
    laid = any(isinstance(act, Laid) and _lays(act.after, act.markers, work.building, number) for act in record.acts)
    appeared = after[work.becomes] > before[work.becomes]
    if _appeared(record, work, number):
        yield from _early(record, terms, work, number)
    elif appeared and not before[work.building]:
        if any(isinstance(act, Laid) and _lays(act.after, act.markers, work.becomes, number) for act in record.acts):
            yield Breach(
                (number,),
                say(
                    "{becomes} appears in {hex}, and none was begun there",
                    article(work.becomes.replace("_", " ")),
                    number,
                ),
            )
    elif after[work.building] and not laid:
        yield from _kept(record, terms, work, number)


def _early(record: PhaseRecord, terms: Completion, work: Work, number: str) -> Iterator[Breach]:
    begun = beginning(record.end, work.building, number)
    name = work.becomes.replace("_", " ")
    if begun.told.is_open:
        because = say("the {name} in {hex} is ready, which takes its time from when it was begun", name, number)
        yield Breach((number,), because, broken=begun.told)
        return
    passed = _elapsed(record, begun)
    takes = half_turns(record.start, number, work.durations, POOR, begun.weather)
    quick = _quick(record, terms, begun.side, number)
    takes = Interval.by(quick, takes.times(Fraction(1, 2)), takes)
    after = say(" after {turns}", _turns(passed)) if passed.certain else ""
    words = say(
        "the {name} in {hex}, begun on turn {turn}, is ready{after}; it takes {turns}",
        name,
        number,
        begun.turn,
        after,
        _turns(takes),
    )
    yield Breach((number,), words, broken=~passed.at_least(takes))


def _kept(record: PhaseRecord, terms: Completion, work: Work, number: str) -> Iterator[Breach]:
    begun = beginning(record.end, work.building, number)
    name = work.building.replace("_", " ")
    construction = asked(Construction, record.start.pack.packages)
    if not construction.is_manned(record.end, number):
        yield Breach(
            (number,),
            say("nobody who builds it is with the {name} in {hex} any more, so it is removed", name, number),
            owed=True,
        )
    elif _relieved(construction, record, number):
        yield Breach(
            (number,),
            say("those who built the {name} in {hex} have left it to others, so it is removed", name, number),
            owed=True,
        )
    if not begun.side:
        return
    theirs = controller(record.end, number, begun.side).is_one_of(record.end.pack.enemies(begun.side))
    if construction.ends_in_enemy_hands() and theirs.possible:
        yield Breach(
            (number,),
            say("the {name} in {hex} is removed, since the enemy controls the hex", name, number),
            broken=theirs,
            owed=True,
        )
    if theirs.is_yes:
        return
    phase = record.moment.phase
    if phase is None or phase.kind != "initial" or phase.side != begun.side:
        return
    takes = half_turns(record.start, number, work.durations, POOR, begun.weather)
    if _elapsed(record, begun).at_least(takes).is_yes:
        yield Breach(
            (number,),
            say(
                "the {name} in {hex}, begun on turn {turn}, is ready by now, and may be turned over",
                name,
                number,
                begun.turn,
            ),
            owed=True,
        )


def _relieved(construction: Construction, record: PhaseRecord, number: str) -> bool:
    """Whether none is left of those who were building as the phase began: others who came in do not go on with the work."""
    were = construction.builders(record.start, number)
    return bool(were) and not were & construction.builders(record.end, number)


def _elapsed(record: PhaseRecord, begun: Beginning) -> Interval:
    """Half game turns since a work was begun: a phase after the owner's phase of building counts one more."""
    phase = record.moment.phase
    if not record.moment.turn or phase is None:
        return Interval(
            Fraction(0), INFINITE, frozenset({say("the game turn") if phase is not None else say("the phase")})
        )
    later = phase.side != begun.side or phase.kind != "initial"
    return Interval.of(2 * (record.moment.turn - begun.turn) + later)


def _quick(record: PhaseRecord, terms: Completion, side: str, number: str) -> Known:
    if _hastened(record, side, number):
        return YES
    return fits_any(record.start, side, number, terms.quick)


def _hastened(record: PhaseRecord, side: str, number: str) -> bool:
    """Whether units in the hex halve the time."""
    construction = asked(Construction, record.start.pack.packages)
    return any(construction.is_hastened(position, side, number) for position in (record.start, record.end))


class _Kinds(dict[str, int]):
    def __missing__(self, key: str) -> int:
        return 0


def _kinds(position: Position, number: str) -> _Kinds:
    found = _Kinds()
    for marker in position.markers_at(number):
        found[marker.type.kind] += 1
    return found


def _lays(after: Position, names: tuple[str, ...], kind: str, number: str) -> bool:
    laid = (after.markers.get(name) for name in names)
    return any(marker is not None and marker.type.kind == kind and marker.hex == number for marker in laid)


def _turns(halves: Interval) -> str:
    """Half turns as players count them: "1/2 turns", "1 to 2 turns"."""
    turns = Interval(Fraction(halves.low) / 2, Fraction(halves.high) / 2)
    return say("{turns} turn", turns) if turns.high == 1 else say("{turns} turns", turns)
