"""How air units become ready again: 8.0d to 8.0j, 8.2 and 105.3 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.cards import may_be_carded, played_in
from adjudicator.analysis.economy import fall, first_untold
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.rules._air import HAZARDOUS
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, some_units, word

CHAPTER = Chapter(area="air", unseen="cannot excuse", when=("repair",))

ONE_LEVEL = {
    "flown": "available",
    "flown damaged": "flown",
    "flown suppressed": "flown",
    "flown damaged suppressed": "flown damaged",
}
"""By the state of readiness that a unit was in the one that it comes to."""
SUPPRESSED = frozenset({"flown suppressed", "flown damaged suppressed"})
SMALL, LARGER = frozenset({"small"}), frozenset({"medium", "large"})


@dataclass(frozen=True, slots=True)
class Hindered:
    """Units of which only half recover, and the cards of their side that free them in the phase in which they are played."""

    who: Selector = EVERYONE
    when: When = ALWAYS
    freed_by: frozenset[str] = frozenset()


AIR_OFFENSIVE = frozenset({"card.s36"})
AT_ALL_TIMES = (
    Hindered(Selector(nations=frozenset({"hungarian", "romanian", "italian"}))),
    Hindered(Selector(nations=frozenset({"ussr", "polish", "czech"})), freed_by=AIR_OFFENSIVE),
)
IN_WEATHER = (Hindered(when=HAZARDOUS),)
SOVIETS_10 = (Hindered(Selector(sides=frozenset({"soviet"})), freed_by=AIR_OFFENSIVE),)
IN_WEATHER_10 = (
    Hindered(
        Selector(sides=frozenset({"axis"})),
        When(conditions={"weather": frozenset({"overcast", "snow", "extreme_cold"})}),
    ),
    Hindered(
        Selector(sides=frozenset({"axis"}), tags=frozenset({"short_range"})),
        When(conditions={"weather": frozenset({"mud"})}),
    ),
)
WAYS_10 = ONE_LEVEL | {"destroyed": "flown damaged"}
"""9.7b.any says how many of the Destroyed units, and what they cost."""


class _Change(NamedTuple):
    """A unit as it was, its state then, the better one that it is in now, and where it is."""

    unit: Unit
    was: str
    now: str
    location: str


def _holds(when: When, position: Position, side: str) -> Known:
    """Whether something holds in the weather that counts for air recovery: that of East Europe, where regions have their own."""
    return when.at(_of_east_europe(position.moment), side, position.pack) if when.in_play(position) else NO


def _of_east_europe(moment: Moment) -> Moment:
    told = moment.condition("weather:east_europe")
    if told is None:
        return moment
    rest = tuple(pair for pair in moment.conditions if pair[0] != "weather")
    return replace(moment, conditions=(*rest, ("weather", told)))


def _readier(record: PhaseRecord) -> list[_Change]:
    """The units of either side that became better in the phase."""
    table, found = air_table(record.start), []
    for _, old, new in record.changes():
        if old is None or new is None or not old.type.flies:
            continue
        was, now = table.level_of(old), table.level_of(new)
        if was is not None and now is not None and now < was:
            found.append(_Change(old, table.level[was].name, table.level[now].name, new.location))
    return found


def _own(record: PhaseRecord) -> list[_Change]:
    return [each for each in _readier(record) if record.moment.phasing == each.unit.side]


def _of_the_opponent(record: PhaseRecord) -> list[_Change]:
    phasing = record.moment.phasing
    return [each for each in _readier(record) if phasing and phasing != each.unit.side]


def _at_rest(position: Position, ways: Mapping[str, str], sides: set[str]) -> list[Unit]:
    """The units of some sides that could recover."""
    table = air_table(position)
    return [each for each in position.aircraft.values() if each.side in sides and table.state_of(each) in ways]


def _is_hindered(record: PhaseRecord, hindered: tuple[Hindered, ...], unit: Unit) -> Known:
    """Whether only half of such units recover."""
    return any_of(
        _holds(each.when, record.start, unit.side) & ~played_in(record, unit.side, each.freed_by)
        for each in hindered
        if each.who.matches(unit)
    )


@dataclass(frozen=True, slots=True)
class Recovery:
    """The states to which units come; which of them are hindered at all times, and which in some weather."""

    ways: Mapping[str, str]
    always: tuple[Hindered, ...]
    in_weather: tuple[Hindered, ...]

    def able(self, record: PhaseRecord) -> list[Unit]:
        """The units of the sides that recover that could."""
        return _at_rest(record.start, self.ways, {each.unit.side for each in _own(record)})


RECOVERY = Recovery(ONE_LEVEL, AT_ALL_TIMES, IN_WEATHER)
RECOVERY_10 = Recovery(WAYS_10, SOVIETS_10, IN_WEATHER_10)


def _met(record: PhaseRecord, _: object) -> bool:
    # where nobody knows whose phase it is, any of them may be meant
    return bool(_own(record) if record.moment.phasing else _readier(record))


@CHAPTER.article("Recovery by one level", printed("", "8.0j", figures=RECOVERY), covers=("8.0e", "8.0f"), met=_met)
def by_one_level(record: PhaseRecord, recovery: Recovery) -> Iterator[Finding]:
    """In the Repair and Recovery Step flown units recover by one level.

    Legal:    turn 9, Axis Repair & Recovery Step; weather clear; [flown]: ax.ju87/2; flip ax.ju87/1
    Illegal:  turn 9, Axis Repair & Recovery Step; weather clear; [flown]: ax.ju87/2;
              ax.ju87 [flown]>[available]; flip ax.ju87/1
    """
    yield from _by_more_than_a_level(_own(record), recovery.ways)


@CHAPTER.article("Hindered air forces", printed("", "8.0d", figures=RECOVERY), met=_met)
def half_of_the_hindered(record: PhaseRecord, recovery: Recovery) -> Iterator[Finding]:
    """Of the flown units of a Hindered air force, the Soviet one or that of an ally of Germany, half recover, in any weather.

    Legal:    turn 9, Soviet Repair & Recovery Step; weather clear; [flown]: sov.i16, sov.i153; sov.i16 [flown]>[available]
    Illegal:  turn 9, Soviet Repair & Recovery Step; weather clear; [flown]: sov.i16, sov.i153; sov.i16 [flown]>[available];
              sov.i153 [flown]>[available]
    """
    slow = {unit.id: _is_hindered(record, recovery.always, unit) for unit in recovery.able(record)}
    yield from _hindered_recover(record, _own(record), slow)


@CHAPTER.article(
    "Air unit recovery in inclement weather",
    printed("", "8.2a", figures=RECOVERY),
    covers=("23.2b", "23.3c", "23.7c"),
    met=_met,
)
def half_in_bad_weather(record: PhaseRecord, recovery: Recovery) -> Iterator[Finding]:
    """In Mud, Snow and Extreme Cold half of a side's flown units recover.

    Legal:    turn 9, Axis Repair & Recovery Step; weather snow; [flown]: ax.ju87, ax.ju88; ax.ju88 [flown]>[available]
    Illegal:  turn 9, Axis Repair & Recovery Step; weather snow; [flown]: ax.ju87, ax.ju88; ax.ju88 [flown]>[available];
              ax.ju87 [flown]>[available]
    """
    able = recovery.able(record)
    if not all(_is_hindered(record, recovery.always, unit).is_yes for unit in able):  # 8.0d says it of those
        slow = {unit.id: _is_hindered(record, recovery.in_weather, unit) for unit in able}
        yield from _hindered_recover(record, _own(record), slow)


@CHAPTER.article("Suppression Repair", printed("", "8.0g", figures=RECOVERY), covers=("8.2b",), met=_met)
def half_of_the_markers(record: PhaseRecord, recovery: Recovery) -> Iterator[Finding]:
    """In the Repair and Recovery Step half of the Suppressed markers come off, of the units that recover alone.

    Legal:    turn 9, Axis Repair & Recovery Step; weather clear; [flown]: ax.ju87/3, ax.ju88/3; flip ax.ju87/1
    Illegal:  turn 9, Axis Repair & Recovery Step; weather clear; [flown]: ax.ju87/3, ax.ju88/3; flip ax.ju87/1;
              flip ax.ju88/1
    """
    able = recovery.able(record)
    slow = {unit.id: _is_hindered(record, recovery.always + recovery.in_weather, unit) for unit in able}
    dirty = {unit.id for unit in able if air_table(record.start).state_of(unit) in SUPPRESSED}
    yield from _markers_come_off(record, _own(record), dirty, slow)


article(
    printed("thunder_in_the_east_10", "8.0j", figures=RECOVERY_10),
    covers=("8.0e", "8.0f"),
    unseen="cannot excuse",
    met=_met,
    anew=True,
)(by_one_level)

article(
    printed("thunder_in_the_east_10", "8.0d", figures=RECOVERY_10),
    unseen="cannot excuse",
    met=_met,
    says="Of the flown units of the Soviets half recover, in any weather.",
    anew=True,
)(half_of_the_hindered)

article(
    printed("thunder_in_the_east_10", "8.2a", figures=RECOVERY_10),
    covers=("23.2b", "23.3c", "23.4d", "23.7c"),
    unseen="cannot excuse",
    met=_met,
    says="In Overcast, Snow and Extreme Cold half of the flown Axis units recover, in Mud half of those of short range.",
    anew=True,
)(half_in_bad_weather)

article(
    printed("thunder_in_the_east_10", "8.0g", figures=RECOVERY_10),
    covers=("8.2b",),
    unseen="cannot excuse",
    met=_met,
    anew=True,
)(half_of_the_markers)


def _by_more_than_a_level(changes: list[_Change], ways: Mapping[str, str]) -> Iterator[Finding]:
    for unit, was, now, _ in changes:
        if ways.get(was) != now:
            because = say(
                "{unit} goes from {old} to {new} in one recovery, which may not be", unit, word(was), word(now)
            )
            yield Finding((), because, (unit.id,))


def _groups(slow: Mapping[str, Known]) -> Iterator[set[str]]:
    """Those that are surely hindered, then those that may be."""
    yield {name for name, each in slow.items() if each.is_yes}
    yield {name for name, each in slow.items() if not each.is_no}


def _excuse(record: PhaseRecord, changes: list[_Change], least: int) -> Excuse:
    """Counters that nobody can read where units rest: with these there may be enough that half of them recover."""
    boxes = frozenset[str]().union(*(each.boxes for each in air_table(record.start).level))
    return Excuse(boxes, frozenset(each.unit.side for each in changes), least=max(1, least))


def _hindered_recover(record: PhaseRecord, changes: list[_Change], slow: Mapping[str, Known]) -> Iterator[Finding]:
    """More of those that are hindered recover than half."""
    for group in _groups(slow):
        done = tuple(each.unit.id for each in changes if each.unit.id in group)
        most = -(-len(group) // 2)
        if len(done) > most:
            because = say("{done} of {all} hindered units recover, and {most} may", len(done), len(group), most)
            doubts = [slow[name] for name in done if slow[name].is_open]
            excuse = _excuse(record, changes, 2 * len(done) - len(group) - 1)
            yield Finding((), because, done, doubts[0] if doubts else YES, excuse=excuse)
            return


def _markers_come_off(
    record: PhaseRecord, changes: list[_Change], dirty: set[str], slow: Mapping[str, Known]
) -> Iterator[Finding]:
    """More Suppressed markers come off than half, and of the hindered no more than may recover."""
    done = tuple(each.unit.id for each in changes if each.was in SUPPRESSED)
    for count, group in enumerate(_groups(slow)):
        others = sum(each.unit.id in group - dirty for each in changes)  # of the half that recovers
        chosen = len(dirty - group) + min(len(dirty & group), max(0, -(-len(group) // 2) - others))
        most = -(-chosen // 2)
        if len(done) > most:
            because = say("{done} of {all} Suppressed markers come off, and {most} may", len(done), len(dirty), most)
            doubts = [each for each in slow.values() if count and each.is_open]
            excuse = _excuse(record, changes, 2 * len(done) - 1 - chosen)
            yield Finding((), because, done, doubts[0] if doubts else YES, excuse=excuse)
            return


def _any_turned(record: PhaseRecord, _: object) -> bool:
    return any(
        old is not None and new is not None and old.type.flies and old.face != new.face
        for _, old, new in record.changes()
    )


@CHAPTER.article(
    "Nothing recovers while units march and fight",
    "8.0j.when",
    covers=("8.0j", "8.0i"),
    when=("movement", "declaration", "reaction", "interception", "combat"),
    met=_any_turned,
)
def recovery_steps_alone(record: PhaseRecord) -> Iterator[Finding]:
    """Flown units become readier in the Repair and Recovery Steps alone, otherwise by a card.

    Legal:    turn 9, Axis Special Movement Step; weather clear; [flown]: ax.ju87; flip ax.ju87/2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; [flown]: ax.ju87/2; flip ax.ju87/1
    """
    for unit, _, _, location in _readier(record):
        if location == unit.location:
            because = say("{unit} becomes readier in {moment}, and nothing recovers then", unit, record.moment)
            yield Finding((), because, (unit.id,), ~may_be_carded(record))


@dataclass(frozen=True, slots=True)
class Rush:
    """The weather in which nobody rushes a recovery, and what that of a Small German unit costs."""

    weather: frozenset[str]
    small_german: Fraction = Fraction(1)


def _rushed(record: PhaseRecord, _: object) -> bool:
    return bool(_of_the_opponent(record) if record.moment.phasing else _readier(record))


def _fuel_untold(record: PhaseRecord, _: object) -> str:
    """The points that pay, where nobody tells them."""
    names = [f"FP.{each.unit.side}" for each in _of_the_opponent(record)[:1]]
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@CHAPTER.article(
    "Rush Recovery",
    printed(
        "", "8.0i", figures=Rush(frozenset({"mud", "light_mud", "snow", "extreme_cold"}), small_german=Fraction(1, 2))
    ),
    met=_rushed,
    untold=_fuel_untold,
)
def rush_recovery(record: PhaseRecord, rush: Rush) -> Iterator[Finding]:
    """The opponent raises flown units by one level for 1 FP each, half an FP for a Small German one, and not in Mud, Snow and
    Extreme Cold.

    Legal:    turn 9, Soviet Repair & Recovery Step; weather clear; [flown]: ax.ju87/2; flip ax.ju87/1
    Illegal:  turn 9, Soviet Repair & Recovery Step; weather snow; [flown]: ax.ju87/2; flip ax.ju87/1
    """
    changes, names = _of_the_opponent(record), tuple(each.unit.id for each in _of_the_opponent(record))
    yield from _by_more_than_a_level(changes, ONE_LEVEL)
    if not changes:
        return
    units = counted(len(changes), "unit")
    fair = _holds(When(without_conditions={"weather": rush.weather}), record.start, record.moment.phasing)
    if not fair.is_yes:
        yield Finding((), say("{units} recovered, and nobody does in this weather", units), names, ~fair)
    pool = f"FP.{changes[0].unit.side}"
    if pool not in record.start.values or pool not in record.end.values:
        return
    small = [each for each in changes if each.unit.type.nation == "german" and each.unit.type.size in SMALL]
    due = len(changes) - len(small) + rush.small_german * len(small)
    given = fall(record, pool)
    because = say("the recovery of {units} costs {due} {pool}, and {given} was paid", units, due, pool, given)
    yield Finding((), because, names, ~given.at_least(Interval.of(due)), owed=not record.ended)


article(
    printed("thunder_in_the_east_10", "8.0i", figures=Rush(frozenset({"overcast", "snow", "extreme_cold"}))),
    unseen="cannot excuse",
    met=_rushed,
    untold=_fuel_untold,
    says="The opponent raises flown units by one level for 1 FP each, and not in Overcast, Snow and Extreme Cold.",
    anew=True,
)(rush_recovery)


@CHAPTER.article("Air unit selection", "105.3a", covers=("105.3b",), met=_own)
def air_unit_selection(record: PhaseRecord) -> Iterator[Finding]:
    """Where half of the units recover, Minor and Major ones are chosen in turn, and of a class the models in turn, as far as
    there are any.

    Legal:    turn 9, Soviet Repair & Recovery Step; weather clear; season summer; [flown]: sov.i153, sov.i16, sov.sb2, sov.pe2;
              sov.i16 [flown]>[available]; sov.i153 [flown]>[available]
    Illegal:  turn 9, Soviet Repair & Recovery Step; weather clear; season summer; [soviet deck]: +card.s36;
              [flown]: sov.i153, sov.lagg3, sov.sb2, sov.pe2; sov.lagg3 [flown]>[available]; sov.pe2 [flown]>[available]
    """
    better = [each.unit for each in _own(record)]
    able = _at_rest(record.start, ONE_LEVEL, {unit.side for unit in better})
    slow = {unit.id: unit for unit in able if not _is_hindered(record, AT_ALL_TIMES + IN_WEATHER, unit).is_no}
    chosen = [unit for unit in better if unit.id in slow]
    waiting = [unit for name, unit in slow.items() if all(unit.id != name for unit in chosen)]
    for many, few, left in _in_turn(chosen, waiting):
        if left and len(many) > len(few) + 1:
            because = say("{many} are chosen to recover, and {left} was due between them", some_units(many), left[0])
            broken = all_of(_is_hindered(record, AT_ALL_TIMES + IN_WEATHER, unit) for unit in (*many, *left))
            yield Finding((), because, tuple(unit.id for unit in many), broken)
            return


def _in_turn(chosen: list[Unit], waiting: list[Unit]) -> Iterator[tuple[list[Unit], list[Unit], list[Unit]]]:
    """Of each class and model those chosen, those of others chosen, and those of others that wait."""
    for sizes in (SMALL, LARGER):
        own = [unit for unit in chosen if unit.type.size in sizes]
        yield own, [unit for unit in chosen if unit not in own], [u for u in waiting if u.type.size not in sizes]
        for model in dict.fromkeys(unit.type.id for unit in own):
            alike = [unit for unit in own if unit.type.id == model]
            others = [unit for unit in waiting if unit.type.size in sizes and unit.type.id != model]
            yield alike, [unit for unit in own if unit not in alike], others
