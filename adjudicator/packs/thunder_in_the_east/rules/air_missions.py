"""Packets of air units: 18.2, 18.5, 18.6, 18.8 and 208.2 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from adjudicator.analysis.air.sorties import (
    all_seen,
    hidden_over,
    others_above,
    packets_over,
    silent_over,
    untold_above,
)
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.combat.support import UNSUPPORTED
from adjudicator.checks.air.missions import Missions, flown_by_whom_and_when
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, YES, Known, any_of, unless_missing
from adjudicator.packs.thunder_in_the_east.rules._air import ESCORT, INTERCEPT, MISSION, SWEEP
from adjudicator.packs.thunder_in_the_east.rules._cards import air_offensive
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.record.memory import Sortie
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import counted, listed

CHAPTER = Chapter(area="air", unseen="cannot excuse", acts=("fly",))

NIGHT_MISSIONS = frozenset({"logistics", "anchorage", "strategic", "paradrop"})
NIGHT_INTERCEPTORS = 1
AT_ONE = frozenset({"interdiction", "anti_shipping"})
"""The missions against one unit or Fleet of a hex."""


def _flies_as(act: Act, *roles: str) -> bool:
    return isinstance(act, Flight) and air_table(act.before).role_of(act.mission) in roles


def _side(act: Act) -> str:
    return next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")


def _packets(act: Flight, role: str, *, enemy: bool = False) -> list[Sortie]:
    """The packets of a role that fly to the hex of a flight, those of its own side or of the enemy."""
    table, found = air_table(act.before), packets_over(act.after, act.over, _side(act), enemy=enemy)
    return [each for each in found.values() if table.role_of(each.mission) == role]


def _too_many(act: Flight, packets: int, most: int) -> str:
    return say("{packets} of that kind fly to {hex}, and {most} may", counted(packets, "packet"), act.over, most)


def _perhaps_more(act: Flight) -> Iterator[Finding]:
    rest = others_above(act, _side(act))
    if rest.is_open:
        because = say("what else is flown to {hex} may be a packet too many, or for the same task", act.over)
        yield Finding(act.path, because, act.units, rest)


@dataclass(frozen=True, slots=True)
class Size:
    """How many units fly as one packet of some roles at most."""

    most: int
    roles: tuple[str, ...]


@CHAPTER.article(
    printed(
        "",
        "18.2a",
        figures=Size(2, (MISSION, INTERCEPT)),
        title="Packet sizes",
        says="A Mission or Intercept Packet has up to two air units.",
    ),
    printed(
        "",
        "18.5.packet",
        figures=Size(1, (ESCORT,)),
        title="Escorts of one unit",
        says="An Escort Packet has one air unit.",
    ),
    printed(
        "", "18.8a.packet", figures=Size(1, (SWEEP,)), title="Sweeps fly alone", says="A Sweep Packet has one air unit."
    ),
    met=lambda act, size: _flies_as(act, *size.roles),
)
def packet_size(act: Act, size: Size) -> Iterator[Finding]:
    """Few units fly together.

    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.ju87#2, ax.bf109;
              fly cas 2215: ax.ju87, ax.ju87#2; fly escort 2215: ax.bf109
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.ju87#2, ax.ju88,
              ax.bf109, ax.bf109#2, ax.bf109#3, ax.bf109#4; fly cas 2215: ax.ju87, ax.ju87#2, ax.ju88;
              fly escort 2215: ax.bf109, ax.bf109#2; fly sweep 2215: ax.bf109#3, ax.bf109#4
    """
    if _flies_as(act, *size.roles) and len(act.units) > size.most:
        because = say("{units} fly as one packet, and {most} may", counted(len(act.units), "unit"), size.most)
        yield Finding(act.path, because, act.units)


@CHAPTER.article("Packets in a hex", "18.2b", met=lambda act: _flies_as(act, MISSION), untold=untold_above)
def mission_packets_in_a_hex(act: Act) -> Iterator[Finding]:
    """At most two Mission Packets fly to one hex, and they do different things there.

    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.ju88;
              fly cas 2215: ax.ju87; fly logistics 2215: ax.ju88
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.ju87#2;
              fly cas 2215: ax.ju87; fly cas 2215: ax.ju87#2
    """
    if not isinstance(act, Flight) or not _flies_as(act, MISSION):
        return
    own = _packets(act, MISSION)
    if len(own) > 2:
        yield Finding(act.path, _too_many(act, len(own), 2), act.units)
    pairs = [(one, other) for one, other in combinations(own, 2) if one.mission == other.mission]
    same = any_of(_same_task(act, one.target, other.target) for one, other in pairs)
    if not same.is_no:
        because = say("two packets fly to {hex} for the same task, and each must have its own", act.over)
        yield Finding(act.path, because, act.units, same)
    yield from _perhaps_more(act)


def _same_task(act: Flight, one: str, other: str) -> Known:
    """Whether two packets of one mission have one target; open where that is one of several and not named, unless only one is
    not, which is for the Fleet then."""
    if (one and other) or act.mission not in AT_ONE:
        return Known.of(one == other)
    before, enemies = act.before, act.before.pack.enemies(_side(act))
    fleets = [each for each in before.markers_at(act.over) if each.type.kind == "fleet"]
    if fleets and (one or other):
        return NO
    units = [unit for unit in before.at(act.over) if unit.side in enemies]
    if len(units) + len(fleets) < 2 and not (one or other):
        return YES
    return Known.open(say("which unit each packet over {hex} is for", act.over))


@CHAPTER.article(
    "One interception for each mission", "18.6.packet", met=lambda act: _flies_as(act, INTERCEPT), untold=untold_above
)
def one_interception(act: Act) -> Iterator[Finding]:
    """Each enemy Mission Packet is intercepted by at most one packet; nothing else is intercepted.

    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, sov.i16;
              fly cas 2215: ax.ju87; turn 9, Axis Opponent's Reaction Step; fly intercept 2215: sov.i16
    Illegal:  turn 9, Axis Opponent's Reaction Step; weather clear; season summer; [available]: sov.i16;
              fly intercept 2215: sov.i16
    """
    if not isinstance(act, Flight) or not _flies_as(act, INTERCEPT):
        return
    prey = [*_packets(act, MISSION, enemy=True), *_packets(act, SWEEP, enemy=True)]  # 18.8: "like any other Mission"
    own, most = len(_packets(act, INTERCEPT)), len(prey)
    if own > most:
        kind = air_table(act.before).called(act.mission)
        because = (
            _too_many(act, own, most)
            if most
            else say("{kind} is flown to {hex}, and nobody told of a mission there", kind, act.over)
        )
        silent = any(each.side != _side(act) for each in silent_over(act.after, act.over))
        broken = Known.open(say("the missions that the enemy flies to {hex}", act.over)) if silent else YES
        yield Finding(act.path, because, act.units, broken, excuse=Excuse(frozenset({act.over})))
    if own == most:
        yield from _perhaps_more(act)


def _escorts(record: PhaseRecord) -> dict[tuple[str, str], list[Flight]]:
    """The escorts of this phase and those before it, by hex and side."""
    found: dict[tuple[str, str], list[Flight]] = {}
    for act in record.with_earlier().of(Flight):
        unit = act.before.units.get(act.units[0])
        if unit is not None and _flies_as(act, ESCORT):
            found.setdefault((act.over, unit.side), []).append(act)
    return found


@CHAPTER.article("One escort for each mission", "18.5.each", acts=(), met=_escorts)
def one_escort(record: PhaseRecord) -> Iterator[Finding]:
    """Each Mission Packet has at most one Escort Packet; nothing else is escorted.

    Legal:    turn 9, Axis Battle Declaration Step; weather clear; season summer; [available]: ax.ju87, ax.bf109;
              fly cas 2215: ax.ju87; fly escort 2215: ax.bf109; turn 9, Axis Opponent's Reaction Step
    Illegal:  turn 9, Axis Battle Declaration Step; weather clear; season summer; [available]: ax.ju87, ax.bf109, ax.bf109#2;
              fly cas 2215: ax.ju87; fly escort 2215: ax.bf109; fly escort 2215: ax.bf109#2;
              turn 9, Axis Opponent's Reaction Step
    """
    for (number, side), acts in sorted(_escorts(record).items()):
        told = _all_declared(record, "declaration" if side == record.moment.phasing else "reaction")
        if told is None and (record.ended or not any(each is acts[-1] for each in record.acts)):
            continue  # the missions may be told in a phase to come, or were in one before
        position = told or record.end
        roles = [air_table(position).role_of(each.mission) for each in packets_over(position, number, side).values()]
        escorts, missions = roles.count(ESCORT), roles.count(MISSION)
        if escorts > missions:
            many, few = counted(escorts, "escort"), counted(missions, "mission")
            because = say("{escorts} and {missions} fly to {hex}, and each mission has one", many, few, number)
            to_come = say("the missions that are still to be flown to {hex}", number)
            broken = Known.open(hidden_over(position, number) or to_come)
            if told is not None:
                silent = (each for each in silent_over(told, number) if each.side == side)
                untold = (say("the mission of {unit}", each) for each in islice(silent, 1))
                broken = all_seen(record) & unless_missing(*untold)
            yield Finding((number,), because, acts[-1].units, broken)


def _all_declared(record: PhaseRecord, last: str) -> Position | None:
    """The position when that phase of the player turn was over, if it ends with this one or was left out before it."""
    phases = record.start.pack.header.sequence.phases
    named = (n for n, each in enumerate(phases) if last in each.names and each.side == record.moment.phasing)
    closing = next(named, None)
    if closing is None or not record.ended:
        return None
    *before, now = (each.moment.phase for each in (*record.earlier, record))
    if now not in phases[closing:] or any(each in phases[closing:] for each in before):
        return None
    return (record.acts[-1].after if record.acts else record.end) if now == phases[closing] else record.start


@CHAPTER.article(
    "Night missions", "208.2", covers=("208.2.2a", "208.2.2b", "208.2.3"), untold=untold_above, options=("campaign",)
)
def night_missions(act: Act) -> Iterator[Finding]:
    """Only Bombing and Paradrop missions are flown by night, without escort, not by day as well, and one unit intercepts them.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.he111;
              fly strategic 3113: ax.he111 night=yes
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87;
              fly cas 3113: ax.ju87 night=yes
    """
    if not isinstance(act, Flight):
        return
    table, by_night = air_table(act.before), act.told.get("night") == "yes"
    kind, role = table.called(act.mission), table.role_of(act.mission)
    missions = [each for each in _flown_before(act, own=True) if table.role_of(each.mission) == MISSION]
    if role == MISSION:
        if by_night and act.mission not in NIGHT_MISSIONS:
            yield Finding(act.path, say("{kind} is flown by night, which is done by day only", kind), act.units)
        if any(each.mission == act.mission and bool(each.time) != by_night for each in missions):
            yield Finding(act.path, say("{kind} is flown to {hex} by day and by night", kind, act.over), act.units)
    rest = others_above(act, _side(act))
    if rest.is_open and role in (MISSION, ESCORT):
        because = say("what else is flown to {hex} may be flown at another time of the day", act.over)
        yield Finding(act.path, because, act.units, rest)
    if role == ESCORT and (by_night or (missions and all(each.time for each in missions))):
        yield Finding(act.path, say("a mission by night over {hex} is escorted, and none may be", act.over), act.units)
    if role == INTERCEPT and len(act.units) > NIGHT_INTERCEPTORS:
        yield from _many_intercept(act)


def _many_intercept(act: Flight) -> Iterator[Finding]:
    table = air_table(act.before)
    raids = [each for each in _flown_before(act, own=False) if table.role_of(each.mission) == MISSION]
    silent = any(each.side != _side(act) for each in silent_over(act.before, act.over))
    if all(each.time for each in raids) if raids else silent:
        known = YES if raids else Known.open(say("the missions that the enemy flies to {hex}", act.over))
        because = say("{count} units intercept by night, and {most} may", len(act.units), NIGHT_INTERCEPTORS)
        yield Finding(act.path, because, act.units, known)


def _flown_before(act: Flight, *, own: bool) -> list[Sortie]:
    """The sorties flown to the hex before, by the own side or by the other."""
    units, flown = act.before.units, act.before.memory.flown
    there = (name for name, each in flown.items() if each.hex == act.over and name in units)
    return [flown[name] for name in there if (units[name].side == _side(act)) is own]


@CHAPTER.article("No Support for Partisans alone", "107.3e", options=("partisans",))
def no_support_for_partisans_alone(act: Act) -> Iterator[Finding]:
    """Nobody flies Support for defenders who are all Partisans.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Axis Opponent's Reaction Step; weather clear; season summer; [available]: sov.su2;
              1816: sov.pardiv, sov.63rc; fly defensive_cas 1816: sov.su2 base=1914
    Illegal:  turn 9, Axis Opponent's Reaction Step; weather clear; season summer; [available]: sov.su2;
              1816: sov.pardiv; fly defensive_cas 1816: sov.su2 base=1914
    """
    if not isinstance(act, Flight) or act.mission != "defensive_cas":
        return
    kind, side = air_table(act.before).called(act.mission), _side(act)
    defenders = [unit for unit in act.before.at(act.over) if unit.side == side]
    if defenders and all(unit.has(UNSUPPORTED) for unit in defenders):
        unread = next((each.datum for each in act.before.unidentified if each.hex == act.over), "")
        because = say("{kind} is flown to {hex}, and none supports {units} alone", kind, act.over, listed(defenders))
        yield Finding(act.path, because, act.units, unless_missing(unread))


AIRFIELDS = Missions(
    kinds=frozenset({"airfields"}),
    values=("strike", "bomb"),
    why=say("an Airfields Attack takes Strike or Bomb strength; Fighters fly it in an air offensive only"),
)
AXIS_OFFENSIVES = tuple(When(options=frozenset({each})) for each in ("sneak_attack", "major_offensive"))


@CHAPTER.article("Airfields Attacks of Fighters", "18.4.3c", acts=("fly", "strike"))
def airfields_attacked_by_fighters(act: Act) -> Iterator[Finding]:
    """Air units with Strike or Bomb strength attack airfields; Fighters only in a Sneak Attack, a Major Offensive or an Air
    Offensive.

    Under: own, major_offensive
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.bf109;
              fly airfields 2015: ax.bf109 base=1716
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; [available]: sov.i16;
              fly airfields 2015: sov.i16 base=2514
    """
    for breach in flown_by_whom_and_when(act, AIRFIELDS):
        unit, offensive = act.after.unit(breach.units[0]), NO
        if unit.has("fighter") and unit.side == "axis":
            offensive = any_of(when.holds(act.before, unit.side) for when in AXIS_OFFENSIVES)
        elif unit.has("fighter"):
            offensive = air_offensive(act)
        if not (broken := breach.broken & ~offensive).is_no:
            yield replace(breach, broken=broken)
