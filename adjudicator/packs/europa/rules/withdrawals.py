"""Units that leave the map for good: 34C and 34E of Fire in the East, 33C and 33F of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.leaving import leaving
from adjudicator.analysis.order_of_battle import Event
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.parted import sent_off
from adjudicator.packs.europa.analysis.reinforcement import EVER, LOST, by_sort, come_by, turn_for, turns_of
from adjudicator.record.acts import (
    Act,
    Advance,
    Attack,
    Flipped,
    Laid,
    Lifted,
    Marked,
    Movement,
    Overrun,
    Removed,
    Retreat,
    Shifted,
    Swapped,
    Transfer,
    Unmarked,
)
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed, plain

CHAPTER = Chapter(area="conversion", unseen="may excuse nearby")

INITIAL, SOVIET_INITIAL = frozenset({"initial"}), frozenset({"soviet.initial"})
WITHDRAWN: frozenset[Event] = frozenset({"withdrawal"})
IN_THE_LISTS = Selector(without_tags=frozenset({"sample"}))
PARTS = Selector(sizes=frozenset({"brigade", "regiment", "battalion"}))
"""Units that may be parts of a larger one."""


@CHAPTER.article(
    "Withdrawals", "fire_in_the_east:34C.1", unseen="cannot excuse", met=about(IN_THE_LISTS), counts_turns=True
)
def withdrawn(position: Position) -> Iterator[Finding]:
    """Units of the nation, size, type and strength that the order of battle withdraws have left the map, unless isolated (34C).

    Legal:    turn 10, German Combat Phase; weather clear; 1B/2720: ge.cavalry.division.1
    Illegal:  turn 11, German Combat Phase; weather clear; 1B/2720: ge.cavalry.division.1
    """
    pack, moment = position.pack, position.moment
    for sort, units in by_sort(position, IN_THE_LISTS).items() if moment.turn else ():
        side = units[0].side
        begun, over = (turn_for(moment, pack, side, over=each) for each in (False, True))
        last = over if moment.phase else begun
        gone, surely = (come_by(pack, WITHDRAWN, side, turn)[sort] for turn in (last, over))
        ever = come_by(pack, EVER, side, begun)[sort]
        if gone and len(units) > max(ever - gone, 0):
            now = YES if surely and len(units) > max(ever - surely, 0) else Known.open(PHASE)
            when = strung((str(turn) for turn in turns_of(pack, WITHDRAWN, sort) if turn <= last), ", ")
            because = say(
                "{units}: {count} are on the map; {ever} came, and {gone} are withdrawn, on turn {when}",
                listed(units), len(units), ever, gone, when,
            )  # fmt: skip
            names, at = tuple(unit.id for unit in units), tuple(dict.fromkeys(unit.hex for unit in units))
            yield Finding(at, because, names, now & any_of(_free_to_go(position, unit) for unit in units))


def _free_to_go(position: Position, unit: Unit) -> Known:
    if PARTS.matches(unit):
        return Known.open(say("whether {unit} is part of a larger unit", unit))
    return ~supply(position, unit.side).state(unit.id, "isolation").is_in({"isolated"})


MILITIA = Selector(tags=frozenset({"militia"}))
FROM_NOVEMBER = When(first_turn=10)
CITIES = Situation(where=Where(places=frozenset({"city"})))


@CHAPTER.article(
    "Militia withdrawal",
    "fire_in_the_east:34E1.1",
    when=("initial",),
    met=lambda record: sent_off(record, MILITIA, SOVIET_INITIAL),
)
def militia_withdrawn(record: PhaseRecord) -> Iterator[Finding]:
    """From Nov I 41 two militia units a turn may be withdrawn, from cities (34E1).

    Under:    own, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded]
    Illegal:  turn 9, Soviet Initial Phase; weather clear; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded]
    """
    found = sent_off(record, MILITIA, SOVIET_INITIAL)
    for unit, sure in found:
        now = FROM_NOVEMBER.holds(record.start, unit.side)
        if now.is_yes:
            yield _sent_off_from(record, unit, sure, CITIES)
        else:
            because = say("{unit} is taken out of the game in {moment}, and may not be then", unit, record.moment)
            yield Finding((unit.hex,), because, (unit.id,), sure & ~now)
    if len(found) > 2:
        units = [unit for unit, _ in found]
        because = say("{units} are taken out of the game in one phase, and {most} may be", listed(units), 2)
        all_sure = sum(each.is_yes for _, each in found) > 2
        broken = YES if all_sure else Known.open(say("why {unit} left the map", units[0]))
        yield Finding((), because, tuple(unit.id for unit in units), broken)


@CHAPTER.article(
    "When units are withdrawn",
    "fire_in_the_east:34C.when",
    covers=("34C.1",),
    area="reinforcement",
    met=lambda record: _any_gone(record, EVERYONE, INITIAL, "withdrawn"),
)
def withdrawn_at_first(record: PhaseRecord) -> Iterator[Finding]:
    """Units are withdrawn in the initial phase alone (34C).

    Under:    own, military_districts
    Legal:    turn 5, German Initial Phase; weather clear; 2A/3003: ge.1inf; ge.1inf 2A/3003>[withdrawn]
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/3003: ge.1inf; ge.1inf 2A/3003>[withdrawn]
    """
    yield from _untimely(record, EVERYONE, INITIAL, "withdrawn")


article(
    "When units are withdrawn",
    "sudden_storm:33C.when",
    covers=("33C.a",),
    area="reinforcement",
    unseen="may excuse nearby",
    met=lambda record: _any_gone(record, EVERYONE, INITIAL, "withdrawn"),
    says="Units are withdrawn in the initial phase alone (33C).",
)(withdrawn_at_first)

MOTORIZED = Selector(sides=frozenset({"soviet"}), tags=frozenset({"cm"}), sizes=frozenset({"division", "cadre"}))
SOVIET_MILITIA = Selector(sides=frozenset({"soviet"}), any_tags=frozenset({"militia"}))
IN_SUPPLY = Situation(connected=(Connection(lines=("regular",), to=frozenset({"source", "landed_supply"})),))


def _none_who_may(record: PhaseRecord) -> list[Unit]:
    boxed = _into(record, "disbanded")
    return [unit for unit in boxed if not MOTORIZED.matches(unit) and not SOVIET_MILITIA.matches(unit)]


@CHAPTER.article(
    "Disbanding",
    "fire_in_the_east:34E4.1",
    met=lambda record: _any_gone(record, MOTORIZED, SOVIET_INITIAL, "disbanded") or bool(_none_who_may(record)),
)
def motorized_disbanded(record: PhaseRecord) -> Iterator[Finding]:
    """Soviet motorized divisions and cadres are disbanded in the initial phase, in regular supply (34E4).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/3003: so.10rif; now weather clear
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/3003: so.10rif; so.10rif 2A/3003>[disbanded]
    """
    for unit in _none_who_may(record):
        yield Finding((unit.hex,), say("{unit} is taken out of the game, and units like it are not", unit), (unit.id,))
    yield from _untimely(record, MOTORIZED, SOVIET_INITIAL, "disbanded")
    for unit, sure in sent_off(record, MOTORIZED, SOVIET_INITIAL):
        yield _sent_off_from(record, unit, sure, IN_SUPPLY)


SOVIETS = Selector(sides=frozenset({"soviet"}))
NEAR_REPLACEMENTS = Situation(
    connected=(Connection(lines=("regular",), to=frozenset({"source", "replacement_city", "factory"})),), clear=True
)


@CHAPTER.article(
    "Disbanding",
    "sudden_storm:33F1.a",
    area="replacement",
    met=lambda record: _any_gone(record, SOVIETS, SOVIET_INITIAL, "disbanded"),
)
def soviets_disbanded(record: PhaseRecord) -> Iterator[Finding]:
    """Soviet units are disbanded in the initial phase, with a line to a source of replacements and outside enemy zones (33F1).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Combat Phase; weather clear; severe no; 2A/3003: so.10rif; now weather clear
    Illegal:  turn 5, Soviet Combat Phase; weather clear; severe no; 2A/3003: so.10rif; so.10rif 2A/3003>[disbanded]
    """
    yield from _untimely(record, SOVIETS, SOVIET_INITIAL, "disbanded")
    for unit, sure in sent_off(record, SOVIETS, SOVIET_INITIAL):
        yield _sent_off_from(record, unit, sure, NEAR_REPLACEMENTS)


def _sent_off_from(record: PhaseRecord, unit: Unit, sure: Known, where: Situation) -> Finding:
    because = say(
        "{unit} is taken out of the game in {hex}; the place must be: {situations}",
        unit, unit.hex, nearest_words(record.start, unit.side, unit.hex, (where,)),
    )  # fmt: skip
    return Finding((unit.hex,), because, (unit.id,), sure & ~fits_any(record.start, unit.side, unit.hex, (where,)))


def _any_gone(record: PhaseRecord, who: Selector, phases: frozenset[str], box: str) -> bool:
    return bool(sent_off(record, who, phases)) or any(_untimely(record, who, phases, box))


def _untimely(record: PhaseRecord, who: Selector, phases: frozenset[str], box: str) -> Iterator[Finding]:
    """Units that go from the map into a box in a phase that is none for it."""
    phase = record.moment.phase
    for unit in _into(record, box) if phase is not None and not phase.names & phases else ():
        if who.matches(unit):
            because = say(
                "{unit} is taken out of the game in {moment}; that is done in: {phases}",
                unit, record.moment, listed(plain(phases)),
            )  # fmt: skip
            yield Finding((unit.hex,), because, (unit.id,))


def _into(record: PhaseRecord, box: str) -> list[Unit]:
    """The units that go from the map into a box."""
    changes = ((old, new) for _, old, new in record.changes() if old is not None and new is not None)
    return [old for old, new in changes if old.hex and not new.hex and new.location == box]


HARMLESS = (Flipped, Laid, Lifted, Marked, Shifted, Swapped, Unmarked)
"""Acts that take nobody off the map."""
FIGHTS = (Advance, Attack, Overrun, Retreat)
ON_LAND = ("move", "rail", "administrative", "strategic")
"""The ways of going that are on land: who went otherwise may be lost on the way."""
FAR = 3
"""How far off a battle may be fought whose fire anybody feels."""


def _vanished(record: PhaseRecord) -> list[Unit]:
    """The units on land that left the map, for no box but those of the lost.

    Not those in whose hex others of their side came, nor those of whose type one came elsewhere: so counters are exchanged, and
    put somewhere else by who deletes them and takes new ones.
    """
    came = [new for _, old, new in record.changes() if new is not None and new.hex and (old is None or not old.hex)]
    places, types = {(unit.hex, unit.side) for unit in came}, {unit.type.id for unit in came}
    found = []
    for _, old, new in record.changes():
        away = new is None or (not new.hex and new.location in LOST)
        if old is None or not old.hex or not away or old.type.flies or old.type.afloat or old.has("partisan"):
            continue
        exchanged = (leaving(record, old).hex, old.side) in places or old.type.id in types
        if not exchanged and (old.shown.attack or old.shown.defense):
            found.append(old)
    return found


@CHAPTER.article(
    "Who leaves the map",
    printed(
        "fire_in_the_east",
        "34C.gone",
        covers=("34C.1",),
        figures=frozenset({"combat", "exploitation"}),
        says="Out of the initial phase a unit on land leaves the map when it is lost or exchanged: in battle (9C), run over "
        "(13), aboard (28D), broken down (15).",
    ),
    printed(
        "sudden_storm",
        "33C.gone",
        covers=("33C.a",),
        figures=frozenset(),
        says="Out of the initial phase a unit on land leaves the map when it is lost or exchanged: in battle (9C), run over "
        "(13), aboard (27D), broken down (15).",
    ),
    when=("movement", "combat", "exploitation"),
    acts=("remove", "transfer"),
    met=_vanished,
)
def taken_off_by_something(record: PhaseRecord, flown: frozenset[str]) -> Iterator[Finding]:
    """A division far behind the front does not vanish: a battle, an overrun or the loss of its transport takes it off.

    `flown` are the phases in which that may be an aircraft, since aircraft have flown by then.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=AE; flip ge.1inf/2
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1inf; remove ge.1inf
    """
    for unit in _vanished(record):
        number = leaving(record, unit).hex
        if not _went_down(record, unit, number) and not any(_takes(act, unit, number) for act in record.acts):
            because = say("{unit} leaves the map from {hex}, and nothing that was done took it off", unit, number)
            yield Finding((number,), because, (unit.id,), _without_cause(record, flown, unit, number))


def _takes(act: Act, unit: Unit, number: str) -> bool:
    """Whether an act is one that may take a unit off the map, as other rules judge."""
    harmless = isinstance(act, (Removed, Transfer, Movement, *HARMLESS))
    return not harmless and (unit.id in act.units or number in act.path)


def _went_down(record: PhaseRecord, unit: Unit, number: str) -> bool:
    """Whether a ship or an aircraft of its side left the map from the same hex, as other rules judge."""
    return any(
        old is not None
        and old.side == unit.side
        and (old.type.flies or old.type.afloat)
        and old.location in {number, unit.hex}
        and (new is None or not new.hex)
        for _, old, new in record.changes()
    )


def _without_cause(record: PhaseRecord, flown: frozenset[str], unit: Unit, number: str) -> Known:
    """Whether nothing at all can have taken a unit off the map.

    It stays open where an enemy was near enough, where it fought earlier in the player turn or may have been aboard.
    """
    carried = any(act.kind not in ON_LAND for act in record.of(Movement) if unit.id in act.units)
    fought = any(
        isinstance(act, FIGHTS) and (unit.id in act.units or number in act.path)
        for each in record.earlier
        for act in each.acts
    )
    if carried or _transport_near(record, flown, unit, number) or fought or unit.marks or _enemy_near(record, unit):
        return Known.open(say("what took {unit} off the map", unit))
    return YES


def _transport_near(record: PhaseRecord, flown: frozenset[str], unit: Unit, number: str) -> bool:
    """Whether a ship, or after the air phase an aircraft, was in its hex, so that it may have been lost aboard."""
    positions = (record.start, record.end, *(act.before for act in record.acts))
    phase = record.moment.phase
    flying = phase is None or bool(phase.names & flown)
    return any(
        position.afloat_at(here) or (flying and position.flying_at(here))
        for position in positions
        for here in {number, unit.hex}
    )


def _enemy_near(record: PhaseRecord, unit: Unit) -> bool:
    """Whether an enemy on land was near enough to have fought it, or run over it, unheard of."""
    phase = record.moment.phase
    battles = phase is None or "combat" in phase.names
    own = phase is not None and phase.side == unit.side
    return (battles or not own) and leaving(record, unit).near(FAR if battles else 1)
