"""Patrols, interception and night flights: 19, 21 and 24 of Fire in the East, 20 and 23 of Sudden Storm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.engagement import HUNTER
from adjudicator.analysis.air.reach import distance, reaches
from adjudicator.analysis.air.sorties import packets_over, role_of, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import ONE, Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.memory import NIGHT
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When

CHAPTER = Chapter(area="air", unseen="cannot excuse")

PATROL = "patrol"


def _is_patrol(act: object, _figures: object = None) -> bool:
    return isinstance(act, Strike) and act.mission == PATROL


def _on_patrol(act: Act) -> Iterator[tuple[Strike, Unit]]:
    if isinstance(act, Strike) and act.mission == PATROL:
        yield from ((act, unit) for unit in act.units_before)


@CHAPTER.article("Patrol zones", "fire_in_the_east:19.1", acts=("strike",), met=_is_patrol)
def patrol_zone(act: Act) -> Iterator[Finding]:
    """An Axis fighter patrols half its movement rating, a Soviet one two hexes.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; strike patrol 1B/2714: so.mig3 target=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; strike patrol 1B/2715: so.mig3 target=ge.he111h
    """
    for strike, unit in _on_patrol(act):
        if unit.location not in act.before.network.index:
            continue
        away = distance(act.before, unit.location, strike.over)
        soviet = unit.side == "soviet"
        near = Known.of(away <= 2) if soviet else reaches(act.before, unit, unit.location, strike.over, "half")
        if not near.is_yes:
            because = say("{unit} attacks {away} hexes away, beyond its patrol zone", unit, away)
            yield Finding(act.path, because, (unit.id,), ~near)


ENEMY_AIR_PHASE = When(phases=frozenset({"air"}), phasing="enemy")


@CHAPTER.article("When patrols attack", "fire_in_the_east:19.2", acts=("strike",), met=_is_patrol)
def patrol_time(act: Act) -> Iterator[Finding]:
    """Operative fighters attack on patrol in the enemy's air phase.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; strike patrol 1B/2714: so.mig3 target=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.sb2; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; strike patrol 1B/2714: so.sb2 target=ge.he111h
    """
    for _, unit in _on_patrol(act):
        operative = Known.of(unit.type.kind == "fighter" and not unit.has("inoperative"))
        able = ENEMY_AIR_PHASE.holds(act.before, unit.side) & operative
        if not able.is_yes:
            because = say("{unit} makes a patrol attack in {moment}, and may not", unit, act.moment)
            yield Finding(act.path, because, (unit.id,), ~able)


@CHAPTER.article("What a patrol does", "fire_in_the_east:19.3", acts=("strike",), met=_is_patrol)
def patrol_die(act: Act) -> Iterator[Finding]:
    """A patrol turns back with a 6, with 5 if its attack is stronger than the defense, with 4 if twice as strong.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h die=4 result=-
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h die=4 result=R
    """
    for strike, unit in _on_patrol(act):
        target = act.before.units.get(strike.told.get("target", ""))
        told, die = strike.told.get("result", "").upper(), strike.told.get("die", "")
        if target is None or not told or not die.isdigit():
            return
        attack, defense = strength_of(unit, "air"), strength_of(target, "air_defense")
        more, twice = attack.at_most(defense), attack.at_least(defense.times(Fraction(2)))
        needed = Interval.by(more, Interval.of(6), Interval.by(twice, Interval.of(4), Interval.of(5)))
        turned = Interval.of(int(die)).at_least(needed)
        wrong = turned if told == "-" else ~turned
        if not wrong.is_no:
            because = say(
                "{unit} attacks {target} on patrol: {needed} or more turns it back, the die is {die}",
                unit, target, needed, die,
            )  # fmt: skip
            yield Finding(act.path, because, (unit.id,), wrong)


@CHAPTER.article(
    "One patrol attack each", "fire_in_the_east:19.4", met=lambda record: any(map(_is_patrol, record.acts))
)
def one_patrol_attack(record: PhaseRecord) -> Iterator[Finding]:
    """A fighter makes one patrol attack in an air phase, and an air unit suffers one in a hex.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h;
              strike patrol 1B/2914: so.mig3 target=ge.he111h
    """
    patrols = [act for act in record.of(Strike) if act.mission == PATROL]
    made = Counter(name for act in patrols for name in act.units)
    for name, number in sorted(made.items()):
        if number > 1:
            unit = record.start.units.get(name) or name
            because = say("{unit} makes {number} patrol attacks in one phase, and one may be made", unit, number)
            yield Finding((), because, (name,))
    suffered = Counter((act.told["target"], act.over) for act in patrols if "target" in act.told)
    for (name, over), number in sorted(suffered.items()):
        if number > 1:
            unit = record.end.units.get(name) or name
            because = say("{unit} suffers {number} patrol attacks in {hex}, and one may be made", unit, number, over)
            yield Finding((over,), because, (name,))


@CHAPTER.article("When air combat occurs", "fire_in_the_east:21", "sudden_storm:20.a", acts=("dogfight",))
def interceptors_meet_missions(act: Act) -> Iterator[Finding]:
    """Air combat is fought where interceptors meet air units on missions.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; fly intercept 1B/2914: so.mig3;
              dogfight 1B/2914: so.mig3 against=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3;
              fly ground_support 1B/2914: ge.he111h; dogfight 1B/2914: so.mig3 against=ge.he111h
    """
    if not isinstance(act, Dogfight):
        return
    position, flown = act.before, act.before.memory.flown
    units = [position.units[name] for name in (*act.units, *_attacked(act)) if name in position.units]
    for unit in units:
        sortie = flown.get(unit.id)
        if sortie is not None and sortie.hex == act.over:
            continue
        seen = any(other.id in flown for other in units) and not unseen_mission(position, unit, act.over)
        known = YES if sortie is not None or seen else Known.open(say("the mission of {unit}", unit))
        because = say("{unit} fights over {hex} and flies no mission there", unit, act.over)
        yield Finding(act.path, because, (unit.id,), known)
        return
    if not act.aims:
        return
    roles = {unit.side: {role_of(position, each.id) for each in units if each.side == unit.side} for unit in units}
    hunting = [side for side, found in roles.items() if found == {HUNTER}]
    if len(roles) != 2 or len(hunting) != 1:
        because = say("in the fight over {hex} not one side alone intercepts", act.over)
        # Whoever cannot be read may be the side that is missing.
        yield Finding(act.path, because, act.units, excuse=Excuse())


def _perhaps_in_a_fight(record: PhaseRecord) -> str:
    """The counter that nobody can read, and that may have fought, if fights are told."""
    hidden = (each.datum for each in record.unidentified if not (each.hex or each.held))
    return next(hidden, "") if any(record.of(Dogfight)) else ""


@CHAPTER.article(
    "Fights hex by hex",
    printed("fire_in_the_east", "21.h", covers=("21",)),
    printed("sudden_storm", "20.ac", covers=("20.a",)),
    met=lambda record: len({act.over for act in record.of(Dogfight)}) > 1 or bool(_perhaps_in_a_fight(record)),
    untold=_perhaps_in_a_fight,
)
def fights_hex_by_hex(record: PhaseRecord) -> Iterator[Finding]:
    """All air combat in a hex is over before that in another hex begins.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.he111h#2; [1B/2712]: so.mig3, so.mig3#2;
              1B/2714: so.10rif; 1B/2813: so.23rif; fly ground_support 1B/2714: ge.he111h;
              fly ground_support 1B/2813: ge.he111h#2; fly intercept 1B/2714: so.mig3; fly intercept 1B/2813: so.mig3#2;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2813: so.mig3#2 against=ge.he111h#2;
              dogfight 1B/2714: ge.he111h against=so.mig3
    """
    over: list[str] = []
    for act in record.of(Dogfight):
        if act.over in over[:-1]:
            because = say(
                "a fight is told over {hex}, and one over {other} began after those there", act.over, over[-1]
            )
            yield Finding(act.path, because, act.units)
        elif act.over not in over:
            over.append(act.over)


def _attacked(act: Dogfight) -> tuple[str, ...]:
    """Whom the units fight: who is told, or else who flies there and may be meant."""
    position, own = act.before, {role_of(act.before, name) for name in act.units}
    sides = {unit.side for unit in act.units_before}
    if act.against or not sides:
        return act.against
    there = packets_over(position, act.over, next(iter(sides)), enemy=True)
    return tuple(name for name in there if (role_of(position, name) == HUNTER) != (own == {HUNTER}))


TACTICAL = frozenset(
    ["bomb_units", "ground_support", "defensive_support", "harassment", "bomb_ships", "bomb_airbase", "bomb_rails"]
)
BOMBING = TACTICAL | {"marshalling_yards", "bomb_port", "bomb_factory", "bomb_replacements"}


def _told(act: Act, manner: str, missions: frozenset[str]) -> Iterator[tuple[Flight, Unit]]:
    """The units that fly one of these missions, if players told that it is flown so."""
    if isinstance(act, Flight) and act.mission in missions and act.told.get(manner) == "yes":
        yield from ((act, unit) for name in act.units if (unit := act.after.units.get(name)))


def _unable(act: Flight | Strike, unit: Unit, why: str, able: Known = NO) -> Finding:
    kind = air_table(act.before).called(act.mission)
    return Finding(act.path, say("{unit} flies {kind}: {why}", unit, kind, why), (unit.id,), ~able)


@CHAPTER.article("No fighter bombs far away", "fire_in_the_east:24B.1", "sudden_storm:23B.a", acts=("fly",))
def no_fighter_bombs_far_away(act: Act) -> Iterator[Finding]:
    """No fighter bombs beyond its usual range.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2702: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2702: ge.he111h extended=yes
    Illegal:  turn 5, German Air Phase; weather clear; 1B/3010: so.10rif; [1B/2719]: ru.pzl24;
              fly ground_support 1B/3010: ru.pzl24 extended=yes
    """
    for flight, unit in _told(act, "extended", BOMBING):
        if unit.type.kind == "fighter":
            yield _unable(flight, unit, say("no fighter bombs beyond its usual range"))


@CHAPTER.article("Night missions", "fire_in_the_east:24F.1", acts=("fly",))
def night_missions(act: Act) -> Iterator[Finding]:
    """By night only strategic bombing and transfers are flown.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h;
              fly marshalling_yards 1B/2712: ge.he111h night=yes
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h;
              fly ground_support 1B/2914: ge.he111h night=yes
    """
    for flight, unit in _told(act, "night", TACTICAL | {"escort", "stage", "transport", "transport_back", "drop"}):
        yield _unable(flight, unit, say("by night only strategic bombing and transfers are flown"))


@CHAPTER.article("Ports by night", "fire_in_the_east:24F.1p", covers=("24F.1",), acts=("fly",))
def ports_by_night(act: Act) -> Iterator[Finding]:
    """By night a port is bombed by units with a strategic bombing strength alone.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2413]: so.sb2; fly bomb_port 1B/2220: so.sb2 night=yes
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2413]: so.mig3; fly bomb_port 1B/2220: so.mig3 night=yes
    """
    for flight, unit in _told(act, "night", frozenset({"bomb_port"})):
        able = strength_of(unit, "strategic").at_least(ONE)
        if not able.is_yes:
            yield _unable(flight, unit, say("by night ports are bombed strategically"), able)


@CHAPTER.article("Night fighters", "fire_in_the_east:24F.1i", covers=("24F.1",), acts=("fly", "strike"))
def night_fighters(act: Act) -> Iterator[Finding]:
    """Only night fighters intercept by night, and attack on patrol who flies by night.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; [1B/2719]: ge.me110n;
              fly marshalling_yards 1B/2719: so.sb2 night=yes; fly intercept 1B/2719: ge.me110n night=yes
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; [1B/2719]: ge.me109e;
              fly marshalling_yards 1B/2719: so.sb2 night=yes; fly intercept 1B/2719: ge.me109e night=yes
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; [1B/2719]: ge.me109e;
              fly marshalling_yards 1B/2719: so.sb2 night=yes; strike patrol 1B/2719: ge.me109e target=so.sb2
    """
    for flight, unit in _told(act, "night", frozenset({"intercept"})):
        if not unit.has("night"):
            yield _unable(flight, unit, say("only night fighters intercept by night"))
    for strike, unit in _on_patrol(act):
        sortie = act.before.memory.flown.get(strike.told.get("target", ""))
        if sortie is not None and sortie.time == NIGHT and not unit.has("night"):
            yield _unable(strike, unit, say("only night fighters intercept by night"))
