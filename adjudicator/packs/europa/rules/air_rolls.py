"""Dice thrown for single units: 17B and 23 to 25 of Fire in the East, 17B and 22 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.analysis.air.battle import OPEN
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.registry import Met
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._trials import (
    CRASHED,
    disruption_die,
    escape_die,
    landing_die,
    outcome_of,
    repair_die,
    results_of,
)
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import either, word

CHAPTER = Chapter(unseen="cannot excuse", acts=("strike",))

OWN_INITIAL = When(phases=frozenset({"initial"}), phasing="own")


def _thrown(kind: str) -> Met:
    return lambda act, _: isinstance(act, Strike) and act.mission == kind


def _tried(act: Act, kind: str) -> Iterator[tuple[Strike, Unit]]:
    """The units for which a die of this kind is thrown, as they are before."""
    if isinstance(act, Strike) and act.mission == kind:
        yield from ((act, unit) for unit in act.units_before)


def _judged(act: Strike, unit: Unit, able: Known, roll: Interval, brings: Callable[[int], str]) -> Iterator[Finding]:
    """Whether a die may be thrown for a unit, and whether what it brings, as modified, is what was taken."""
    told, die = act.told.get("result", ""), act.told.get("die", "")
    if not able.is_yes:
        name = air_table(act.before).called(act.mission)
        because = say("{kind} is thrown for {unit} in {moment}, and may not be", name, unit, act.moment)
        yield Finding(act.path, because, (unit.id,), ~able)
        return
    if not told or not die.isdigit():
        return
    roll = Interval.of(int(die)).plus(roll)
    results = results_of(roll, brings)
    if OPEN in results:
        because = say("a die of {die} is thrown for {unit}, and {told} was taken", int(die), unit, told)
        yield Finding(
            act.path, because, (unit.id,), Known.open(say("what the printed table says of a {die}", int(die)))
        )
    elif results != {told}:
        because = say(
            "a die of {die}, {roll} in all, brings {able}, and {told} was taken",
            int(die),
            roll,
            either(sorted(results)),
            told,
        )
        yield Finding(act.path, because, (unit.id,), Known.open(*roll.missing) if told in results else YES)


def _is_operative(unit: Unit) -> Known:
    return Known.of(not unit.has("inoperative"))


@CHAPTER.article(
    "Escape roll",
    printed(
        "fire_in_the_east",
        "17B.1",
        figures="stays",
        says="An operative air unit whose base is entered escapes with a die of 3 or less, and stays with more.",
    ),
    printed(
        "sudden_storm",
        "17B.b",
        covers=("17B.c",),
        figures="eliminated",
        says="An operative air unit whose base is lost escapes with a die of 3 or less, and is eliminated with more.",
    ),
    area="airbase",
    met=_thrown("escape"),
)
def escape_roll(act: Act, otherwise: str) -> Iterator[Finding]:
    """An operative air unit escapes with a 3 or less.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=4 result=escaped
    """
    for roll, unit in _tried(act, "escape"):
        yield from _judged(roll, unit, _is_operative(unit), ZERO, escape_die(otherwise))


def _may_be_repaired(act: Act, unit: Unit) -> Known:
    return OWN_INITIAL.holds(act.before, unit.side) & ~_is_operative(unit)


@CHAPTER.article("Air unit repair", "fire_in_the_east:23", covers=("29C.6",), area="air", met=_thrown("repair"))
def air_unit_repair(act: Act) -> Iterator[Finding]:
    """In the own initial phase an inoperative German air unit is repaired with 3 or less, another with 2 or less; 1 more at a
    temporary airfield and for the Axis in bad weather, 1 less for Guards; a 1 always does.

    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=3 result=repaired
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=4 result=repaired
    """
    for roll, unit in _tried(act, "repair"):
        yield from _judged(roll, unit, _may_be_repaired(act, unit), *repair_die(roll, unit))


@CHAPTER.article("Air unit repair", "sudden_storm:22.a", covers=("22.b",), area="air", met=_thrown("repair"))
def air_unit_repair_by_the_table(act: Act) -> Iterator[Finding]:
    """In the own initial phase inoperative air units are repaired, with a 1 always.

    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=1 result=repaired
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=1 result=failed
    """
    for roll, unit in _tried(act, "repair"):
        able = _may_be_repaired(act, unit)
        yield from _judged(roll, unit, able, ZERO, lambda die: "repaired" if die <= 1 else OPEN)


@CHAPTER.article("Disruption", "fire_in_the_east:25A.1", covers=("29C.5",), area="airborne", met=_thrown("disruption"))
def disruption(act: Act) -> Iterator[Finding]:
    """A dropped unit is disrupted with 1 or less: 1 less onto enemies, in bad ground and for Soviets, 2 less in poor weather, 1
    more with a glider; -1 shatters it.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2714: ge.22al1+dropped;
              strike disruption 1B/2714: ge.22al1 die=6 result=intact
    Illegal:  turn 5, German Air Phase; weather mud; 1B/2714: ge.22al1+dropped;
              strike disruption 1B/2714: ge.22al1 die=2 result=intact
    """
    for roll, unit in _tried(act, "disruption"):
        yield from _judged(roll, unit, YES, *disruption_die(roll, unit))


@CHAPTER.article("Crash landings", "fire_in_the_east:24F.2", area="air", met=_thrown("crash_landing"))
def crash_landings(act: Act) -> Iterator[Finding]:
    """A day unit that flew by night crashes with a 6, a Soviet one without Guards with a 5 as well.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2;
              strike crash_landing 1B/2712: so.sb2 die=5 result=crashed
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2;
              strike crash_landing 1B/2712: so.sb2 die=5 result=landed
    """
    for roll, unit in _tried(act, "crash_landing"):
        yield from _judged(roll, unit, Known.of(not unit.has("night")), *landing_die(roll, unit))


@CHAPTER.article(
    "Who crashes is inoperative",
    "fire_in_the_east:24F.2i",
    covers=("24F.2",),
    area="air",
    acts=(),
    met=lambda record: any(act.mission == "crash_landing" for act in record.of(Strike)),
)
def crashed_and_inoperative(record: PhaseRecord) -> Iterator[Finding]:
    """Who crashes on landing is inoperative at once.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h;
              strike crash_landing 1B/2719: ge.he111h die=6 result=crashed; flip ge.he111h/2; turn 5, German Combat Phase
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h;
              strike crash_landing 1B/2719: ge.he111h die=6 result=crashed; turn 5, German Combat Phase
    """
    for act in record.of(Strike):
        for old in act.units_before if act.mission == "crash_landing" else ():
            unit = record.end.units.get(old.id)
            if unit is not None and not unit.has("inoperative") and outcome_of(act, old) == CRASHED:
                because = say("{unit} crashed, and is not {state}", unit, word("inoperative"))
                yield Finding(act.path, because, (unit.id,), owed=not record.ended)


@CHAPTER.article("Gliders are expended", "fire_in_the_east:24D.2", area="airborne", met=_thrown("glider_landing"))
def gliders_are_expended(act: Act) -> Iterator[Finding]:
    """A glider that lands on a transport mission is expended with a 5 or 6.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.dfs230;
              strike glider_landing 1B/2719: ge.dfs230 die=5 result=expended
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.dfs230;
              strike glider_landing 1B/2719: ge.dfs230 die=5 result=kept
    """
    for roll, unit in _tried(act, "glider_landing"):
        sortie = act.before.memory.flown.get(unit.id)
        lands = sortie is None or sortie.mission in ("transport", "transport_back")
        able = Known.of(unit.type.kind == "glider" and lands)
        yield from _judged(roll, unit, able, ZERO, lambda die: "kept" if die <= 4 else "expended")
