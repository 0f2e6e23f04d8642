"""Air missions: whom they meet, where and how they are carried out: 20 and 24 of Fire in the East, 19 and 23 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from adjudicator.analysis.air.engagement import begin_of
from adjudicator.analysis.air.sorties import all_seen, silent_in, silent_over, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._air_war import BOMBING
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.memory import NIGHT
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

CHAPTER = Chapter(area="air", unseen="cannot excuse")

MISSION = ("mission",)
MET_BY_INTERCEPTORS = ("mission", "escort")
"""The roles of air.toml that such flights have."""


def _flown(record: PhaseRecord, mission: str) -> Iterator[Flight]:
    return (act for act in record.of(Flight) if act.mission == mission)


def _of_its_side(act: Flight) -> Callable[[Unit], bool]:
    side = next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")
    return lambda unit: unit.side == side


def _of_its_enemy(act: Flight) -> Callable[[Unit], bool]:
    own = _of_its_side(act)
    return lambda unit: not own(unit)


def _flies(record: PhaseRecord, number: str, them: Callable[[Unit], bool], roles: Collection[str]) -> Known:
    """Whether any of them flies a mission of one of these roles to a hex."""
    table, acts = air_table(record.start), tuple(record.of(Flight))
    first = (
        (next((act.after.units[name] for name in act.units if name in act.after.units), None), act) for act in acts
    )
    now = ((unit, act.over, act.mission) for unit, act in first)
    flown = record.start.memory.flown.items()
    before = ((record.start.units.get(name), sortie.hex, sortie.mission) for name, sortie in flown)
    for unit, over, mission in (*now, *before):
        if unit is not None and them(unit) and over == number and table.role_of(mission) in roles:
            return YES
    if any(map(them, silent_in(record, number))):
        return Known.open(say("the missions that are flown to {hex}", number))
    seen = all_seen(record)
    return NO if seen.is_yes else seen


def _meets_nobody(act: Flight, number: str, met: Known) -> Iterator[Finding]:
    if not met.is_yes:
        kind = air_table(act.before).called(act.mission)
        because = say("{kind} is flown to {hex}, and nobody flies a mission there that it meets", kind, number)
        yield Finding(act.path, because, act.units, ~met)


@CHAPTER.article(
    "Escorts go with others",
    printed("fire_in_the_east", "20C.m", covers=("20C",)),
    printed("sudden_storm", "19B.a.m", covers=("19B.a",)),
    met=lambda record: _flown(record, "escort"),
)
def escorts_go_with_others(record: PhaseRecord) -> Iterator[Finding]:
    """Escorts fly to the target hex of other air units of their side.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e, ge.he111h; 1B/3014: so.10rif;
              fly ground_support 1B/3014: ge.he111h; fly escort 1B/3014: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; 1B/3014: so.10rif;
              fly escort 1B/3014: ge.me109e
    """
    for act in _flown(record, "escort"):
        yield from _meets_nobody(act, act.over, _flies(record, act.over, _of_its_side(act), MISSION))


@CHAPTER.article(
    "Interceptors meet missions",
    "sudden_storm:19A.a.m",
    covers=("19A.a",),
    met=lambda record: _flown(record, "intercept"),
)
def interceptors_meet_missions(record: PhaseRecord) -> Iterator[Finding]:
    """Interceptors fly to a hex that holds enemy air units on missions.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly intercept 1B/2714: so.mig3
    """
    for act in _flown(record, "intercept"):
        met = _flies(record, act.over, _of_its_enemy(act), MET_BY_INTERCEPTORS)
        yield from _meets_nobody(act, act.over, met)


@CHAPTER.article(
    "Interceptors meet missions",
    "fire_in_the_east:20A.m",
    covers=("20A",),
    met=lambda record: _flown(record, "intercept"),
)
def interceptors_meet_missions_at_their_time(record: PhaseRecord) -> Iterator[Finding]:
    """Interceptors fly to a hex that holds enemy air units on missions.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3 night=yes
    """
    for act in _flown(record, "intercept"):
        met = _flies(record, act.over, _of_its_enemy(act), MET_BY_INTERCEPTORS)
        yield from _meets_nobody(act, act.over, met)
        if met.is_yes and not _at_its_time(record, act):
            kind = air_table(act.before).called(act.mission)
            because = say(
                "{kind} is flown to {hex}, and those that fly there do so at another time of the day", kind, act.over
            )
            told = all(NIGHT in each.told for each in record.of(Flight) if each.over == act.over)
            # A day fighter meets them neither by day, when they are not there, nor by night, when it may not (24F).
            by_day = act.told.get(NIGHT) != "yes" and not any(unit.has("night") for unit in act.units_before)
            broken = YES if told or by_day else Known.open(say("whether {kind} is flown by night", act.mission))
            yield Finding(act.path, because, act.units, broken)


def _at_its_time(record: PhaseRecord, act: Flight) -> bool:
    """Whether any of those that an interceptor meets flies at its time, or may."""
    by_night, table, them = act.told.get(NIGHT) == "yes", air_table(act.before), _of_its_enemy(act)
    for name, sortie in act.after.memory.flown.items():
        unit = act.after.units.get(name)
        there = unit is not None and them(unit) and sortie.hex == act.over
        if there and table.role_of(sortie.mission) in MET_BY_INTERCEPTORS and bool(sortie.time) == by_night:
            return True
    return bool(silent_over(record.end, act.over))


@CHAPTER.article("Scramble", "fire_in_the_east:20B", met=lambda record: _flown(record, "scramble"))
def scramble(record: PhaseRecord) -> Iterator[Finding]:
    """A fighter scrambles where its base is attacked, to a base that is not.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2719]: ge.me109e; [1B/2712]: so.sb2;
              fly bomb_units 1B/2719: so.sb2 base=1B/2712; fly scramble 1B/3017: ge.me109e base=1B/2719
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2719]: ge.me109e; fly scramble 1B/3017: ge.me109e base=1B/2719
    """
    for act in _flown(record, "scramble"):
        sortie, enemy = act.after.memory.flown.get(act.units[0]), _of_its_enemy(act)
        base = sortie.base if sortie is not None else act.over
        met = _flies(record, base, enemy, MISSION)
        yield from _meets_nobody(act, base, met)
        if met.is_yes and _flies(record, act.over, enemy, MISSION).is_yes:
            kind = air_table(act.before).called(act.mission)
            because = say("{kind} is flown to {hex}, which enemies attack", kind, act.over)
            yield Finding(act.path, because, act.units)


def _carries_out(act: Act) -> bool:
    return isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == "mission"


@CHAPTER.article(
    "Bombs fall where the bombers are",
    printed("fire_in_the_east", "20F.1o", covers=("20F.1",)),
    printed("sudden_storm", "19D.ao", covers=("19D.a",)),
    acts=("strike",),
    met=_carries_out,
)
def bombs_fall_at_the_target(act: Act) -> Iterator[Finding]:
    """An air unit carries out its mission in the hex to which it flew.

    Open for whoever lies over the hex and told no mission, or may have flown there before the record begins.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h base=1B/2719; strike marshalling_yards 1B/2712: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              strike marshalling_yards 1B/2712: ge.he111h
    """
    if not isinstance(act, Strike) or not _carries_out(act):
        return
    position, flown = act.before, act.before.memory.flown
    for unit in (position.units[name] for name in act.units if name in position.units):
        if unit.type.flies and (unit.id not in flown or flown[unit.id].hex != act.over):
            rests = unit.location in position.network.index and unit.location != act.over
            seen = rests and (not position.joined or unit.id in flown)
            untold = unseen_mission(position, unit) or say("the mission of {unit}", unit)
            because = say("{unit} bombs {hex} and flies no mission there", unit, act.over)
            yield Finding(act.path, because, (unit.id,), YES if seen else Known.open(untold))


@CHAPTER.article(
    "Bombs dropped before a fight",
    printed("fire_in_the_east", "24A.j", covers=("24A",)),
    "sudden_storm:23A.b",
    met=lambda record: any(act.mission == "jettison" for act in record.of(Strike)),
)
def bombs_dropped_before_a_fight(record: PhaseRecord) -> Iterator[Finding]:
    """A type F that bombs may drop its bombs before the fight over its hex; it then escorts, and does not bomb.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me110n; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.me110n; fly intercept 1B/2714: so.mig3; strike jettison 1B/2714: ge.me110n;
              dogfight 1B/2714: so.mig3 against=ge.me110n
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me110n; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.me110n; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.me110n; strike jettison 1B/2714: ge.me110n
    """
    dropped: set[str] = set()
    for number, act in enumerate(record.acts):
        if not isinstance(act, Strike):
            continue
        for unit in act.units_before:
            if act.mission == "jettison":
                dropped.add(unit.id)
                yield from _drops(record, act, number, unit)
            elif unit.id in dropped and _carries_out(act):
                because = say("{unit} dropped its bombs before the fight, and bombs {hex}", unit, act.over)
                yield Finding(act.path, because, (unit.id,))


def _drops(record: PhaseRecord, act: Strike, number: int, unit: Unit) -> Iterator[Finding]:
    sortie = act.before.memory.flown.get(unit.id)
    bombs = sortie is not None and sortie.mission in BOMBING and sortie.hex == act.over
    if not unit.has("type_f") or not bombs:
        missing = unseen_mission(act.before, unit) if unit.has("type_f") else ""
        because = say("{unit} drops its bombs, and is no fighter that bombs {hex}", unit, act.over)
        yield Finding(act.path, because, (unit.id,), unless_missing(missing))
    elif number > begin_of(record, act.over):
        because = say("{unit} drops its bombs after the fight over {hex} began", unit, act.over)
        yield Finding(act.path, because, (unit.id,))
