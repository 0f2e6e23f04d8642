"""What raises or lowers a number that a nation has, such as its morale: events of a phase, and the change each one owes.

The numbers are values "NAME.NATION". Places belong to the nation that their value "home" names.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.control import controller
from adjudicator.analysis.economy import told_number, value_words
from adjudicator.analysis.history import is_whole
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Place
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, NationName, PlaceKind
from adjudicator.record.acts import Act, Laid, Lifted, Shifted, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector

Event = Literal[
    "lost",
    "regained",
    "passes",
    "becomes",
    "travels",
    "follows",
    "stocked",
    "lying",
    "result",
    "laid",
    "given up",
    "leaves",
]


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that happens, and by how much it changes the number of each nation that it concerns."""

    event: Event
    """What happens: a home place is "lost" to an enemy or "regained"; the number "VALUE.PLACE" "passes" one of `marks` on
    its way up; the word "VALUE.OTHER" of another nation "becomes" one of `to`; a marker of `markers` "travels" to a place
    of `at`; the number "VALUE.NATION" changes and this one "follows"; so many points of "VALUE.NATION" are "stocked" when
    the phase begins; enemies of the phasing side, no aircraft, are "lying" in the boxes `at` then; a "result" of `to` is
    told, for which an enemy's number, or something else, pays; `each` markers of `markers` are "laid", for which the own
    number may pay; a marker of `markers` that lay in a box of `at` is "given up": it goes into one of `to`; one that lay in
    a hex "leaves" the map, for which the own number may pay."""
    article: str
    """The article of the book that says so."""
    change: Fraction
    """The change each time; of "follows" for each point, of "stocked" for each full `each` points, of "lying" for each unit."""
    nations: frozenset[NationName] = frozenset()
    """The nations that it concerns; none given: all."""
    kinds: frozenset[PlaceKind] = frozenset()
    """Of places: their kinds, all of which one is of. Example: `kinds = ["objective"]`"""
    at: frozenset[str] = frozenset()
    """Names of places, or of boxes."""
    home: Literal["own", "enemy"] = "own"
    """Of "passes": whether the place is the nation's own or in an enemy's home."""
    value: str = ""
    """The kind of value that is watched."""
    marks: tuple[int, ...] = ()
    """The numbers that it passes."""
    to: frozenset[str] = frozenset()
    """The words that it becomes one of, the results, or the boxes."""
    markers: frozenset[MarkerKind] = frozenset()
    """The kinds of marker that travel, that are given up, or that lie in a box in place of units."""
    tags: frozenset[str] = frozenset()
    """Of markers that are given up or leave: tags, one of which each has; none given: any. Example: `tags = ["reduced"]`"""
    each: int = 1
    """How many points count as one, a rest counting nothing."""
    who: Selector = EVERYONE
    """Of units that lie in a box: which. The first cause that fits a unit decides."""
    unsure: str = ""
    """What no table shows, where it decides: the change is owed besides what another cause gives, or it is not.
    Example: `unsure = "which units were lost abroad"`"""


@dataclass(frozen=True, slots=True)
class Owed:
    """A change that something in a phase owes, and what that was."""

    amount: Interval
    cause: Cause
    what: str


def owed(record: PhaseRecord, causes: tuple[Cause, ...], nation: str) -> Iterator[Owed]:
    """Every change of a nation's number that something in the phase owes; of a place the first cause that fits decides."""
    side = side_of(record, nation)
    seen: set[str] = set()
    for cause in causes:
        if cause.unsure or (cause.nations and nation not in cause.nations):
            continue
        for what, answer, times in _happened(record, cause, nation, side):
            if cause.event in ("lost", "regained", "lying"):
                if what in seen:
                    continue
                seen.add(what)
            amount = Interval.by(answer, times.times(cause.change), ZERO)
            yield Owed(amount, cause, _called(record, what))


def perhaps_owed(record: PhaseRecord, causes: tuple[Cause, ...], nation: str) -> Iterator[Owed]:
    """Every change that is owed besides, or is not: no table shows it."""
    for cause in causes:
        if cause.unsure and (not cause.nations or nation in cause.nations):
            for what, answer, times in _happened(record, cause, nation, side_of(record, nation)):
                if answer.possible:
                    yield Owed(times.times(cause.change), cause, _called(record, what))


def owed_for_the_gone(record: PhaseRecord, causes: tuple[Cause, ...], nation: str) -> Iterator[Owed]:
    """What else would be owed if all of a nation that left the map in this player turn of its enemies, for no box that a cause
    names, lay there.
    """
    seen: set[str] = set()
    for cause in causes:
        if cause.event != "lying" or cause.unsure or (cause.nations and nation not in cause.nations):
            continue
        for name, what in _taken_away(record, cause, nation):
            if name not in seen:
                seen.add(name)
                yield Owed(Interval.of(cause.change), cause, what)


def may_pay_for_the_past(record: PhaseRecord, causes: tuple[Cause, ...], nation: str, change: Interval) -> Known:
    """Whether a change that nothing on record owes may be for what was taken away earlier in the player turn; no if all of that
    turn is on record.
    """
    begun = record.earlier[0] if record.earlier else record
    if begun.previous is not None or is_whole(begun.start) or not _of_enemies(record, nation):
        return NO
    rows = (cause for cause in causes if cause.event == "lying" and (not cause.nations or nation in cause.nations))
    likely = any_of(change.at_most(ZERO) if row.change < 0 else change.at_least(ZERO) for row in rows)
    return likely & Known.open(say("what left the map earlier in this turn"))


def payable(record: PhaseRecord, causes: tuple[Cause, ...], nation: str) -> Iterator[Interval]:
    """What each thing that is done in a phase takes from a nation's number, if this pays for it and nothing else does."""
    own = record.moment.phasing == side_of(record, nation)
    for cause in causes:
        if cause.nations and nation not in cause.nations:
            continue
        times = 0
        if cause.event == "result" and not own and record.moment.phasing:
            times = sum(_results(act, cause.to) for act in record.acts)
        elif cause.event == "laid" and own:
            laid = [
                act.after.markers[name] for act in record.of(Laid) for name in act.markers if name in act.after.markers
            ]
            times = sum(marker.type.kind in cause.markers for marker in laid) // cause.each
        elif cause.event == "given up":
            times = sum(_out_of_a_box(act, cause) for act in record.of(Lifted))
        elif cause.event == "leaves":
            times = sum(_off_the_map(act, cause) for act in record.of(Lifted, Shifted))
        yield from (Interval.of(cause.change) for _ in range(times))


def _results(act: Act, words: frozenset[str]) -> int:
    """How many results of these words an act tells, or the markers that it lifts bear on their other side ("result.WORD")."""
    if told := act.told.get("result", ""):
        return int(told.lower() in words)
    lifted = (
        [act.before.markers[name] for name in act.markers if name in act.before.markers]
        if isinstance(act, Lifted)
        else []
    )
    return sum(any(f"result.{word}" in marker.type.tags for word in words) for marker in lifted)


def side_of(record: PhaseRecord, nation: str) -> str:
    """The side that a nation belongs to, "" if none has it."""
    factions = record.start.pack.header.factions
    return next((faction.id for faction in factions if nation in faction.nations), "")


_Happening = tuple[str, Known, Interval]
"""What happened, whether it did, and how many times it counts."""
_ONCE = Interval.of(1)


def _called(record: PhaseRecord, name: str) -> str:
    """What a unit or place is called."""
    unit = record.start.units.get(name)
    return name if unit is None else str(unit)


def _happened(record: PhaseRecord, cause: Cause, nation: str, side: str) -> Iterator[_Happening]:
    if cause.event in ("lost", "regained"):
        yield from _changed_hands(record, cause, nation, side)
    elif cause.event == "passes":
        yield from _passed(record, cause, nation, side)
    elif cause.event == "becomes":
        yield from _became(record, cause, nation)
    elif cause.event == "travels":
        yield from _travelled(record, cause)
    elif cause.event == "lying":
        yield from ((name, YES, _ONCE) for name in _lying(record, cause, nation))
    elif cause.event == "given up":
        for act in record.of(Shifted):
            new = act.after.markers.get(act.markers[0]) if act.markers else None
            if new is not None and new.location in cause.to and _out_of_a_box(act, cause):
                yield new.type.name or new.type.id, YES, _ONCE
    elif cause.event in ("result", "laid", "leaves"):
        return  # `payable` tells
    else:
        yield from _counted(record, cause, nation)


def _places(record: PhaseRecord, cause: Cause) -> Iterator[Place]:
    for place in record.start.network.theatre.places:
        if place.kinds >= cause.kinds and (not cause.at or place.name in cause.at):
            yield place


def _changed_hands(record: PhaseRecord, cause: Cause, nation: str, side: str) -> Iterator[_Happening]:
    if not record.acts:
        return
    others = tuple(other for other in record.start.pack.sides if other != side)
    for place in _places(record, cause):
        if place.values.get("home") != nation or place.hex not in record.start.network.index:
            continue
        before, after = (controller(at, place.hex, wanted_by=side) for at in (record.start, record.end))
        if before == after:
            continue
        first, then = (before, after) if cause.event == "lost" else (after, before)
        answer = first.is_(side) & then.is_one_of(others)
        if answer.possible:
            yield place.name, answer, _ONCE


def _passed(record: PhaseRecord, cause: Cause, nation: str, side: str) -> Iterator[_Happening]:
    for place in _places(record, cause):
        home = place.values.get("home", "")
        name = f"{cause.value}.{place.name}"
        if name not in record.end.values or not home:
            continue
        enemy = side_of(record, str(home)) != side
        if home != nation if cause.home == "own" else not enemy:
            continue
        old, new = told_number(record.start, name), told_number(record.end, name)
        for mark in cause.marks:
            yield value_words(name), ~old.at_least(Interval.of(mark)) & new.at_least(Interval.of(mark)), _ONCE


def _became(record: PhaseRecord, cause: Cause, nation: str) -> Iterator[_Happening]:
    for name, word in sorted(record.end.values.items()):
        kind, _, other = name.partition(".")
        if (
            kind == cause.value
            and other != nation
            and word in cause.to
            and record.start.values.get(name) not in cause.to
        ):
            yield name, Known.of(True), _ONCE


def _travelled(record: PhaseRecord, cause: Cause) -> Iterator[_Happening]:
    places = {place.hex for place in record.start.network.theatre.places if place.name in cause.at}
    for act in record.of(Travel):
        moved = {act.before.markers[name].type.kind for name in act.markers if name in act.before.markers}
        if moved & cause.markers and act.path and act.path[-1] in places:
            yield say("the marker's journey"), Known.of(True), _ONCE


def _counted(record: PhaseRecord, cause: Cause, nation: str) -> Iterator[_Happening]:
    name = f"{cause.value}.{nation}"
    now = told_number(record.start, name)
    if cause.event == "stocked":
        whole = Interval(now.low // cause.each, now.high // cause.each, now.missing)
        yield name, Known.of(True), whole
    elif name in record.end.values or name in record.start.values:
        yield name, Known.of(True), told_number(record.end, name).minus(now)


def _out_of_a_box(act: Act, cause: Cause) -> bool:
    """Whether an act takes a marker that a cause is about out of one of its boxes."""
    old = act.before.markers.get(act.markers[0]) if act.markers else None
    return old is not None and not old.hex and old.location in cause.at and _concerns(cause, old)


def _off_the_map(act: Act, cause: Cause) -> bool:
    """Whether an act takes a marker that a cause is about out of its hex, and into none."""
    old = act.before.markers.get(act.markers[0]) if act.markers else None
    if old is None or not old.hex or not _concerns(cause, old):
        return False
    new = act.after.markers.get(old.id)
    return new is None or not new.hex


def _concerns(cause: Cause, marker: Marker) -> bool:
    """Whether a cause is about such a marker."""
    return marker.type.kind in cause.markers and (not cause.tags or bool(cause.tags & marker.type.tags))


def _lying(record: PhaseRecord, cause: Cause, nation: str) -> Iterator[str]:
    if record.moment.phasing and record.moment.phasing == side_of(record, nation):
        return
    if cause.markers:
        for marker in record.start.markers.values():
            if marker.type.kind in cause.markers and marker.location in cause.at:
                yield marker.type.name or marker.type.id
        return
    for name in sorted(record.start.units):
        unit = record.start.units[name]
        there = not unit.hex and unit.location in cause.at and unit.type.nation == nation
        if there and not unit.type.flies and cause.who.matches(unit):
            yield name


def _of_enemies(record: PhaseRecord, nation: str) -> bool:
    """Whether it is the player turn of a nation's enemies."""
    return record.moment.phasing not in ("", side_of(record, nation))


def _taken_away(record: PhaseRecord, cause: Cause, nation: str) -> Iterator[tuple[str, str]]:
    """Id and name of each that a cause is about and that left the map for elsewhere, or nowhere."""
    if not _of_enemies(record, nation):
        return
    now = record.start
    for each in record.earlier:
        for name, marker in each.start.markers.items() if cause.markers else ():
            if name not in now.markers and marker.hex and marker.type.kind in cause.markers:
                yield name, marker.type.name or marker.type.id
        for name, old, _ in each.changes() if not cause.markers else ():
            if old is None or not old.hex or old.type.flies or old.type.nation != nation or not cause.who.matches(old):
                continue
            last = now.units.get(name)
            if last is None or not (last.hex or last.location in cause.at):
                yield name, str(old)
