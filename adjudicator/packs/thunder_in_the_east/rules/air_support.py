"""Support from the air in battles, and what is carried by air: 18.3.1, 104 and 105 of Thunder in the East."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.reach import is_base, reaches
from adjudicator.analysis.air.sorties import (
    CARGO,
    all_seen,
    cargo_of,
    flights,
    harm,
    harm_untold,
    hidden_over,
    silent_in,
    silent_over,
    sorties_over,
)
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.combat.support import (
    FACES,
    SHIFT,
    UNSUPPORTED,
    Blanks,
    advantage,
    columns_of,
    dice_due,
    faces_told,
    side_of,
    supporters,
)
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.economy import fall, first_untold
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, any_of, unless_missing
from adjudicator.model.units import Marker, Unit
from adjudicator.record.acts import Act, Attack, Laid, Transfer
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, say_number
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.words import amount, counted, listed, word

CHAPTER = Chapter(area="air")


@CHAPTER.article(
    "Support dice",
    printed("", "18.3.1d", covers=("18.3.1e", "18.3.1f", "21.4", "23.2e", "23.3e", "107.3e")),
    printed("thunder_in_the_east_10", "18.3.1d.any", covers=("18.3.1d", "18.3.1e", "18.3.1f", "21.4", "107.3e")),
    acts=("attack",),
)
def support_dice(act: Act) -> Iterator[Finding]:
    """The side with more Strike strength over a battle gets a die for each point more, up to three; each full face and each pair
    of partial ones is a column.

    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2115: ax.24pz;
              2215: sov.30rc; fly cas 2215: ax.ju87; turn 9, Axis Ground Battles Step;
              attack 2215: ax.24pz dice=arrows,red dice_shift=2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2115: ax.24pz;
              2215: sov.30rc; fly cas 2215: ax.ju87; turn 9, Axis Ground Battles Step;
              attack 2215: ax.24pz dice=arrows,arrows,red dice_shift=3
    """
    blanks = combat_table(act.before).support
    if blanks is None or not isinstance(act, Attack) or not act.path or not side_of(act):
        return
    position, number, side = act.before, act.path[0], side_of(act)
    attackers = [position.units[name] for name in act.units if name in position.units]
    ours = supporters(position, number, side, own=True)
    if ours and all(unit.has(UNSUPPORTED) for unit in attackers):
        because = say("{unit} supports a battle in {hex} of units that have no such support", ours[0], number)
        yield Finding((number,), because, (ours[0].id,))
    faces = faces_told(act)
    if faces is None:
        return
    strange = [each for each in faces if each not in FACES]
    if strange:
        because = say("{face} is no face of the die: {faces}", strange[0], ", ".join(FACES))
        yield Finding((number,), because, act.units, Known.open(say("the faces of the dice")))
        return
    gain = advantage(act, number)
    found = [*_support_rolled(act, len(faces), gain), *_columns_given(act, blanks, faces, gain)]
    yield from found
    if not found and (hidden := hidden_over(position, number)):
        rolled = counted(len(faces), "die")
        because = say("{dice} of support are rolled in {hex}, and nobody can tell all that flies there", rolled, number)
        yield Finding((number,), because, act.units, Known.open(hidden))


def _support_rolled(act: Attack, rolled: int, gain: Interval) -> Iterator[Finding]:
    due, number = dice_due(gain), act.path[0]
    right = _equal(Interval.of(rolled), due)
    if not right.is_yes:
        because = say(
            "{dice} of support are rolled in {hex}, and the difference of strength gives {due}",
            counted(rolled, "die"),
            number,
            due,
        )
        yield _unless_more_flies(act, because, right)


def _columns_given(act: Attack, blanks: Blanks, faces: list[str], gain: Interval) -> Iterator[Finding]:
    told, number = act.told.get(SHIFT, ""), act.path[0]
    if not re.fullmatch(r"[-+]?\d", told) or gain.low * gain.high <= 0:
        return
    attacks = gain.high > 0
    due, found = columns_of(act, blanks, faces, number, attacks=attacks), int(told)
    right = _equal(Interval.of(found if attacks else -found), due)
    if not right.is_yes:
        because = say("the dice of support in {hex} give {due} columns, not {told}", number, due, told)
        yield _unless_more_flies(act, because, right)


def _equal(number: Interval, other: Interval) -> Known:
    return number.at_least(other) & number.at_most(other)


def _unless_more_flies(act: Attack, because: str, right: Known) -> Finding:
    """A breach, if every mission over the battle is known; counters over it, or off the map, may excuse it."""
    number = act.path[0]
    silent = silent_over(act.before, number)
    known = Known.open(say("the mission of {unit}", silent[0])) if silent else YES
    unread = (each.location for each in act.before.unidentified if not (each.hex or each.held))
    return Finding((number,), because, act.units, ~right & known, excuse=Excuse(frozenset((number, *unread))))


CARRIED = {"airdrop": "paradrop", "air_supply": "air_supply"}
"""By kind of marker the mission that brings it."""


def _dropped(record: PhaseRecord) -> Iterator[tuple[Laid, Marker, tuple[str, ...]]]:
    """The markers that come by air, each with the units whose mission brings it."""
    for act in record.of(Laid):
        for name in act.markers:
            marker = act.after.markers.get(name)
            if marker is not None and marker.hex and marker.type.kind in CARRIED:
                flown = sorties_over(act.before, marker.hex, (CARRIED[marker.type.kind],))
                own = (each for each in flown if marker.type.side in ("", act.before.units[each].side))
                yield act, marker, tuple(own)


def _unknown_mission(record: PhaseRecord, _: object) -> str:
    """A marker of which nobody told the mission."""
    for _act, marker, carriers in _dropped(record):
        if not carriers:
            return say("the mission that brought {name} to {hex}", marker.type.name or marker.id, marker.hex)
    return ""


@CHAPTER.article(
    "Cargo that arrives",
    "104.5a",
    covers=("104.2", "105.0a"),
    when=("combat",),
    unseen="cannot excuse",
    met=_dropped,
    untold=_unknown_mission,
    whole_turn=True,
    options=("air_transport",),
)
def cargo_arrives(record: PhaseRecord) -> Iterator[Finding]:
    """Cargo arrives if its carrier was neither Aborted nor Killed; one airborne unit drops into a hex in a turn, and what is
    landed at a base is not in Airdrop mode.

    Under: thunder_in_the_east, air_transport, airborne
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 2215: sov.30rc;
              fly paradrop 2215: ax.ju52; turn 9, Axis Ground Battles Step; lay +airdrop.axis 2215
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 2215: sov.30rc;
              fly paradrop 2215: ax.ju52; turn 9, Axis Ground Battles Step; lay +airdrop.axis 2215; lay +airdrop.axis 2215
    """
    combat = record.with_earlier(frozenset({"combat"}))
    hurt = harm(combat)
    units_dropped = set[tuple[str, str]]()
    for act, marker, carriers in _dropped(record):
        name, number, at = marker.type.name or marker.id, marker.hex, (marker.hex,)
        if marker.type.kind == "airdrop":
            if (marker.type.id, number) in units_dropped:
                yield Finding(at, say("{name} is dropped twice into {hex}, and one may be in a turn", name, number))
            units_dropped.add((marker.type.id, number))
            landed = sorties_over(act.before, number, ("transport",))
            if landed and not carriers:
                because = say("{name} lies in {hex}, where units are landed and not dropped", name, number)
                yield Finding(at, because, tuple(landed))
        if carriers and all({"A", "K"} & set(hurt.get(each, "")) for each in carriers):
            units = listed([act.before.unit(each) for each in carriers])
            because = say("{name} comes down in {hex}, and {units} did not get through", name, number, units)
            yield Finding(at, because, carriers, all_seen(combat))


MOBILE = Selector(sizes=frozenset({"small"}), any_tags=frozenset({"airborne", "mountain"}))
GARRISON = Selector(kinds=frozenset({"garrison"}), without_tags=frozenset({"hardened"}))


@dataclass(frozen=True, slots=True)
class Boarding:
    """Whether units are taken aboard at Air Bases on the map."""

    at_bases: bool


def _cargo_untold(act: Act, _boarding: Boarding) -> str:
    """What nobody told of a transport: its cargo."""
    flies = isinstance(act, Flight) and act.mission == "transport" and CARGO not in act.told
    return say("what {unit} carries", act.units_before[0]) if flies and act.units_before else ""


@CHAPTER.article(
    "What is carried by air",
    printed("thunder_in_the_east", "104.1.cargo", figures=Boarding(at_bases=True)),
    covers=("104.1", "27.1d"),
    acts=("fly",),
    untold=_cargo_untold,
    options=("air_transport",),
)
def what_is_carried(act: Act, boarding: Boarding) -> Iterator[Finding]:
    """Each air unit carries one Small Airborne or Mountain unit, or a Garrison, from a friendly Air Base.

    Under: own, air_transport
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1517: ax.7abn; [available]: ax.ju52;
              fly transport 1716: ax.ju52 base=1517 cargo=ax.7abn
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1517: ax.49mtn; [available]: ax.ju52;
              fly transport 1716: ax.ju52 base=1517 cargo=ax.49mtn
    """
    if not isinstance(act, Flight) or act.mission != "transport":
        return
    cargo = cargo_of(act)
    for unit in cargo:
        if not MOBILE.matches(unit) and not GARRISON.matches(unit):
            because = say(
                "{unit} is carried by air, and only Small Airborne and Mountain units and Garrisons are", unit
            )
            yield Finding(act.path, because, (unit.id,))
        elif boarding.at_bases and unit.hex:
            boards = is_base(act.before, unit.side, unit.hex)
            because = say("{unit} is taken aboard in {hex}, which is no friendly Air Base", unit, unit.hex)
            yield Finding((unit.hex, *act.path), because, (unit.id,), ~boards)
    if len(cargo) > len(act.units):
        carriers, most = counted(len(act.units), "air unit"), counted(len(cargo), "unit")
        because = say("{carriers} carry {units}, and each carries one", carriers, most)
        yield Finding(act.path, because, tuple(unit.id for unit in cargo))


article(
    printed("thunder_in_the_east_10", "104.1.cargo", figures=Boarding(at_bases=False)),
    covers=("104.1",),
    acts=("fly",),
    untold=_cargo_untold,
    options=("air_transport",),
    says="Each air unit carries one Small Airborne or Mountain unit, or a Garrison.",
    anew=True,
)(what_is_carried)


def _flown_there(record: PhaseRecord, act: Act) -> list[Flight]:
    """The transports that were told to fly to where units are carried."""
    return [each for each in flights(record) if each.mission == "transport" and each.over == act.path[-1]]


@CHAPTER.article(
    "Cargo goes with its air unit",
    "104.1.flown",
    covers=("104.1",),
    acts=("airlift",),
    whole_turn=True,
    options=("air_transport",),
)
def cargo_goes_with_its_air_unit(record: PhaseRecord) -> Iterator[Finding]:
    """A unit is carried by an air unit that flies to where it lands, within its range of the Air Base where they board.

    Under: thunder_in_the_east, air_transport
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1517: ax.7abn; [available]: ax.ju52;
              fly transport 1716: ax.ju52 base=1517 cargo=ax.7abn; airlift ax.7abn 1517-1716
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1517: ax.7abn; [available]: ax.ju52;
              airlift ax.7abn 1517-1716
    """
    whole = record.with_earlier(frozenset({"special movement", "combat"}))
    for act in record.called(("airlift",)):
        start, end = act.path[0], act.path[-1]
        there = _flown_there(whole, act)
        sent = sorties_over(act.before, end, ("transport",))
        for unit in act.units_before:
            carrying = next((each for each in there if unit.id in {cargo.id for cargo in cargo_of(each)}), None)
            if carrying is not None:
                far = any_of(reaches(act.before, each, start, end) for each in carrying.units_before)
                because = say(
                    "{unit} is carried from {start} to {hex}, beyond the range of its air unit", unit, start, end
                )
                yield Finding(act.path, because, (unit.id,), ~far)
                continue
            untold = any(CARGO not in each.told for each in there) or (sent and not there)
            silent = silent_in(whole, end)
            missing = say("what {unit} carries", *(silent or there[0].units_before)[:1]) if silent or there else ""
            because = say("{unit} is carried by no air unit to {hex}", unit, end)
            known = Known.open(missing or say("what is carried to {hex}", end)) if untold or silent else YES
            yield Finding(act.path, because, (unit.id,), known & all_seen(whole))


BOX = "available"
COUNTDOWN, READY_IN = "countdown", -3
BOARDING = When(phases=frozenset({"special movement phase"}), phasing="own")
COMBAT = When(phases=frozenset({"combat"}), phasing="own")
CARRIED_IN = When(phases=frozenset({"special movement", "combat"}), phasing="own")
CARRYING = frozenset({"transport", "paradrop"})
FOLLOWING = When(phases=frozenset({"regular movement"}), phasing="own")


def _boarded_or_landed(record: PhaseRecord) -> Iterator[tuple[Transfer, Unit, Unit]]:
    for act in record.of(Transfer):
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is not None and new is not None and not old.type.flies and BOX in (old.location, new.location):
                yield act, old, new


@CHAPTER.article(
    "Airborne units get on board and follow", "105.2", covers=("105.0a",), met=_boarded_or_landed, options=("airborne",)
)
def boards_and_follows(record: PhaseRecord) -> Iterator[Finding]:
    """An airborne unit boards at a friendly Air Base in the Special Movement Phase, with a -3 Countdown; one Air Mobile unit
    follows a drop whose hex is clear and whose transport came home Ready.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1716: ax.7abn; ax.7abn 1716>[available];
              lay +countdown.3 [available]
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1717: ax.7abn; ax.7abn 1717>[available];
              lay +countdown.3 [available]
    """
    came = set[str]()
    for act, old, new in _boarded_or_landed(record):
        if new.location == BOX and old.hex:
            yield from _boards(record, act, old)
        elif old.location == BOX and new.hex:
            yield from _comes_down(record, act, old, new.hex)
            if new.hex in came:
                because = say("{unit} follows a drop into {hex}, and one unit may", old, new.hex)
                yield Finding((new.hex,), because, (old.id,))
            came.add(new.hex)


def _boards(record: PhaseRecord, act: Transfer, unit: Unit) -> Iterator[Finding]:
    at, who, box = (unit.hex,), (unit.id,), word(BOX)
    turned = _turned_back(record, act, unit)
    if turned.is_yes and MOBILE.matches(unit):
        if unit.has("airborne"):
            yield from _without_countdown(record, unit)
        return
    if not unit.has("airborne"):
        yield Finding(at, say("{unit} goes into the {box} box, and such units never do", unit, box), who)
        return
    because = say("{unit} goes into the {box} box in {moment}, and none does now", unit, box, act.moment)
    yield Finding(at, because, who, ~BOARDING.holds(act.before, unit.side) & ~turned)
    because = say("{unit} goes on board in {hex}, which is no base of its side", unit, unit.hex)
    yield Finding(at, because, who, ~is_base(act.before, unit.side, unit.hex) & ~turned)
    yield from _without_countdown(record, unit)


def _turned_back(record: PhaseRecord, act: Act, unit: Unit) -> Known:
    """Whether the air unit that carried it was Aborted in this phase."""
    if not COMBAT.holds(act.before, unit.side).possible:
        return NO
    position, flown = act.before, act.before.memory.flown
    carriers = [name for name, sortie in flown.items() if sortie.mission in CARRYING and name in position.units]
    own = [name for name in carriers if position.units[name].side == unit.side]
    combat = record.with_earlier(frozenset({"combat"}))
    hurt = harm(combat)
    if any("A" in hurt.get(name, "") for name in own):
        return YES
    return ~unless_missing(harm_untold(combat)) if own else NO


def _without_countdown(record: PhaseRecord, unit: Unit) -> Iterator[Finding]:
    there = record.end.units.get(unit.id)
    if there is not None and there.location == BOX and not _waits(record.end, unit):
        because = say("{unit} goes on board without a {mark} marker of {value}", unit, word(COUNTDOWN), READY_IN)
        yield Finding((unit.hex,), because, (unit.id,), owed=not record.ended)


def _waits(position: Position, unit: Unit) -> bool:
    """Whether a unit on board bears its Countdown, or one lies beside it."""
    return any(
        (each.value or each.type.value) == READY_IN
        for each in position.markers.values()
        if each.type.kind == COUNTDOWN and (each.on == unit.id or (not each.hex and each.location == BOX))
    )


def _comes_down(record: PhaseRecord, act: Transfer, unit: Unit, number: str) -> Iterator[Finding]:
    """A unit that comes out: by a landing that was told, or after a drop."""
    at, who = (number,), (unit.id,)
    if COUNTDOWN in unit.marks:
        yield Finding(at, say("{unit} comes down in {hex} and is not ready", unit, number), who)
    now = FOLLOWING.holds(act.before, unit.side)
    if not now.possible:
        yield from _comes_untimely(record, act, unit, number)
        return
    level = air_table(record.start).level
    ready = [each for each in level if each.faces == level[0].faces]
    carriers = [act.before.units[name] for name in sorties_over(act.before, number, ("paradrop",))]
    own = [carrier for carrier in carriers if carrier.side == unit.side]
    if not own:
        because = say("{unit} follows a drop into {hex}, and nobody told of one there", unit, number)
        yield Finding(at, because, who, now & Known.open(say("the drop in {hex}", number)))
    elif not any(each.has(carrier) for carrier in own for each in ready):
        because = say("{unit} follows a drop into {hex}, and no transport came home ready", unit, number)
        yield Finding(at, because, who, now)
    enemies = [each for each in act.before.at(number) if each.side != unit.side]
    if enemies:
        because = say("{unit} follows a drop into {hex}, and {enemy} is still there", unit, number, enemies[0])
        yield Finding(at, because, who, now)


def _comes_untimely(record: PhaseRecord, act: Transfer, unit: Unit, number: str) -> Iterator[Finding]:
    """A unit that comes out at another time: only an air unit brings it."""
    if not CARRIED_IN.holds(act.before, unit.side).is_yes or sorties_over(act.before, number, CARRYING):
        return
    silent = silent_in(record.with_earlier(), number)
    because = say("{unit} comes down in {hex}, and no air unit carries it there", unit, number)
    known = Known.open(say("the mission of {unit}", silent[0])) if silent else YES
    yield Finding((number,), because, (unit.id,), known & all_seen(record))


def _air_supply(record: PhaseRecord) -> dict[str, int]:
    """By side, how many missions of Air Supply are flown."""
    found: dict[str, int] = {}
    for act in record.of(Flight):
        first = act.after.units.get(act.units[0]) if act.mission == "air_supply" and act.units else None
        if first is not None:
            found[first.side] = found.get(first.side, 0) + 1
    return found


def _points_untold(record: PhaseRecord, _: object) -> str:
    names = [f"OP.{side}" for side in sorted(_air_supply(record))]
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@CHAPTER.article(
    "Air Supply cost",
    "104.3a",
    when=("special movement",),
    unseen="cannot excuse",
    met=_air_supply,
    untold=_points_untold,
    options=("air_transport",),
)
def air_supply_cost(record: PhaseRecord) -> Iterator[Finding]:
    """An Air Supply mission costs half an OP as it takes off.

    Under: thunder_in_the_east, air_transport
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 1716: ax.7inf;
              value OP.axis 3; fly air_supply 1716: ax.ju52; value OP.axis 5/2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 1716: ax.7inf;
              value OP.axis 3; fly air_supply 1716: ax.ju52; turn 9, Axis Battle Declaration Step; say we go on
    """
    for side, number in sorted(_air_supply(record).items()):
        name, due = f"OP.{side}", Fraction(number, 2)
        if name not in record.start.values or name not in record.end.values:
            continue
        given = fall(record, name)
        paid, whole = given.at_least(Interval.of(Fraction(1, 2))), given.at_least(Interval.of(due))
        if not whole.is_yes:
            because = say_number(
                "{units} flies for {due} {pool}, and {given} was paid",
                "{units} fly for {due} {pool}, and {given} was paid",
                number,
                counted(number, "mission"),
                amount(due),
                name,
                given,
            )
            yield Finding((), because, broken=~whole if paid.is_yes else ~paid, owed=not record.ended)
