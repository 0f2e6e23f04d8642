"""Air transport and airborne units: 20E, 24D and 25 of Fire in the East."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from adjudicator.analysis.air.sorties import (
    CARGO,
    POINTS,
    SUPPLY,
    all_seen,
    cargo_of,
    driven_off,
    flights,
    harm_untold,
    listed_in,
    silent_in,
    start_of,
)
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Excuse, Finding
from adjudicator.model.amounts import exact
from adjudicator.model.known import Known, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import OUT, place_of
from adjudicator.packs.europa.rules._air_war import HALF
from adjudicator.packs.europa.rules._trials import SHATTERED, outcome_of
from adjudicator.record.acts import Act, Attack, Declaration
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount, counted

CHAPTER = Chapter(unseen="cannot excuse", acts=("fly",))

TRANSPORT, DROP = ("transport", "transport_back"), ("drop",)
CARRIERS = ("transport", "glider")
AIRBORNE = ("parachute", "commando", "air_landing")
GLIDER = "glider"


def _carries(act: Act, missions: tuple[str, ...]) -> bool:
    flown = isinstance(act, Flight) and act.mission in missions
    return flown and any(name in act.told for name in (SUPPLY, POINTS, CARGO))


def _untold(act: Act) -> str:
    """What was told as carried, and nobody knows."""
    unknown = next((name for name in listed_in(act.told.get(CARGO, "")) if name not in act.before.units), "")
    return say("what the counter {name} is", repr(unknown)) if unknown else ""


def _barred(act: Flight, unit: Unit, why: str) -> Finding:
    kind = air_table(act.before).called(act.mission)
    return Finding(act.path, say("{unit} is carried by {kind}: {why}", unit, kind, why), (unit.id,))


@CHAPTER.article(
    "Air transport cargo",
    "fire_in_the_east:20E.1",
    area="air",
    met=lambda act: _carries(act, TRANSPORT),
    untold=_untold,
)
def no_heavy_equipment(act: Act) -> Iterator[Finding]:
    """No heavy equipment is flown: no division, artillery or headquarters, and nobody with supporting arms of his own but cadres
    (20E, 3E).

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52;
              fly transport 1B/3017: ge.ju52 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.1inf; [1B/2719]: ge.ju52;
              fly transport 1B/3017: ge.ju52 cargo=ge.1inf
    """
    if isinstance(act, Flight) and _carries(act, TRANSPORT):
        for unit in cargo_of(act):
            heavy = unit.type.size == "division" or unit.has("artillery") or unit.has("supported")
            if unit.type.kind in ("headquarters", "truck") or (heavy and not unit.has("cadre")):
                yield _barred(act, unit, say("it has heavy equipment"))


@CHAPTER.article(
    "Airborne units", "fire_in_the_east:25", area="airborne", met=lambda act: _carries(act, DROP), untold=_untold
)
def airborne_units(act: Act) -> Iterator[Finding]:
    """Only parachute, parachute-commando and air landing units are dropped.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2;
              fly drop 1B/2714: ge.ju52, ge.ju52#2 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.1inf; [1B/2719]: ge.ju52;
              fly drop 1B/2714: ge.ju52 cargo=ge.1inf
    """
    if isinstance(act, Flight) and _carries(act, DROP):
        for unit in cargo_of(act):
            if unit.type.kind not in AIRBORNE:
                yield _barred(act, unit, say("only parachute, parachute-commando and air landing units are dropped"))


@CHAPTER.article(
    "Regular transport",
    "fire_in_the_east:20E1",
    covers=("24B.2",),
    area="air",
    met=lambda act: _carries(act, TRANSPORT),
    untold=_untold,
)
def regular_transport(act: Act) -> Iterator[Finding]:
    """A transport takes 1 RE of units from its base or 2 REs of supply, half beyond the usual range.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52;
              fly transport 1B/3017: ge.ju52 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.1inf; [1B/2719]: ge.ju52;
              fly transport 1B/3017: ge.ju52 cargo=ge.1inf
    """
    if isinstance(act, Flight) and _carries(act, TRANSPORT):
        base = start_of(act)
        for unit in cargo_of(act):
            if base and unit.hex != base:
                yield Finding(act.path, say("{unit} is carried from {base}, and is not there", unit, base), (unit.id,))
        part = HALF if act.told.get("extended") == "yes" else Fraction(1)
        yield from _too_much(act, part, 2 * part)


@CHAPTER.article(
    "Drops are light",
    "fire_in_the_east:20E2.s",
    covers=("20E2",),
    area="airborne",
    met=lambda act: _carries(act, DROP),
    untold=_untold,
)
def what_a_transport_drops(act: Act) -> Iterator[Finding]:
    """A transport drops half an RE of units or 1 RE of supply.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2;
              fly drop 1B/2714: ge.ju52, ge.ju52#2 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52;
              fly drop 1B/2714: ge.ju52 cargo=ge.22al1
    """
    if isinstance(act, Flight) and _carries(act, DROP):
        if exact(act.told.get(POINTS, "0")):
            kind = air_table(act.before).called(act.mission)
            yield Finding(act.path, say("resource points are carried by {kind}, which takes none", kind), act.units)
        yield from _too_much(act, HALF, Fraction(1))


def _too_much(act: Flight, units: Fraction, supply: Fraction) -> Iterator[Finding]:
    """A load that is too much for transports of which each takes so many REs of units, or so many of supply."""
    able = [name for name in act.units if name in act.before.units and act.before.units[name].type.kind in CARRIERS]
    weight = sum((unit_size(unit, "points") for unit in cargo_of(act)), Fraction(0))
    weight += exact(act.told.get(POINTS, "0")) or 0
    supplies = exact(act.told.get(SUPPLY, "0")) or Fraction(0)
    if weight / units + supplies / supply > len(able):
        carried, carriers = amount(weight + supplies), counted(len(able), "transport")
        because = say("a load of {carried} is too much for {carriers}", carried, carriers)
        yield Finding(act.path, because, act.units)


@CHAPTER.article(
    "Cargo goes with its air unit",
    "fire_in_the_east:20E.c",
    covers=("20E1", "20E2"),
    area="air",
    unseen="may excuse",
    acts=("airlift",),
)
def cargo_goes_with_its_air_unit(record: PhaseRecord) -> Iterator[Finding]:
    """Units go through the air as the cargo of an air unit that flies to where they land.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1+dropped; [1B/2719]: ge.ju52,
              ge.dfs230; fly drop 1B/2816: ge.ju52, ge.dfs230 cargo=ge.22al1; airlift ge.22al1 1B/2719-1B/2816
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1+dropped; [1B/2719]: ge.dfs230;
              airlift ge.22al1 1B/2719-1B/2816
    """
    missions = [act for act in flights(record) if act.mission in (*TRANSPORT, *DROP)]
    for act in record.called(("airlift",)):
        there = [each for each in missions if each.over == act.path[-1]]
        carried = {unit.id for each in there for unit in cargo_of(each)}
        for name in act.units:
            if name not in carried:
                unit = act.before.units[name]
                because = say("{unit} is carried by no air unit to {hex}", unit, act.path[-1])
                yield Finding(act.path, because, (name,), _is_uncarried(record, unit.side, act.path[-1], there))


def _is_uncarried(record: PhaseRecord, side: str, number: str, there: list[Flight]) -> Known:
    """Whether nobody carried it: open where somebody flies there and nobody told with what, or on what mission."""
    silent = next((each for each in there if CARGO not in each.told), None)
    if silent is not None:
        return Known.open(say("what {unit} carries", silent.before.units[silent.units[0]]))
    unread = (each for each in silent_in(record, number) if each.side == side and each.type.kind in CARRIERS)
    return all_seen(record) & unless_missing(*(say("the mission of {unit}", each) for each in islice(unread, 1)))


def _dropping_gliders(record: PhaseRecord) -> Iterator[tuple[Flight, Unit]]:
    """The gliders of drops that nobody turned back, once the phase is over: whoever tows one turns it back with him."""
    for act in flights(record) if record.ended else ():
        gliders = [unit for unit in act.units_before if unit.type.kind == GLIDER] if act.mission in DROP else []
        if gliders and driven_off(record).isdisjoint(act.units):
            yield from ((act, unit) for unit in gliders)


@CHAPTER.article(
    "Gliders that dropped troops",
    "fire_in_the_east:24D.2d",
    covers=("24D.2",),
    when=("air",),
    area="airborne",
    acts=(),
    met=_dropping_gliders,
)
def gliders_after_a_drop(record: PhaseRecord) -> Iterator[Finding]:
    """A glider is removed right after an air drop.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2, ge.dfs230,
              ge.dfs230#2; fly drop 1B/2714: ge.ju52, ge.ju52#2, ge.dfs230, ge.dfs230#2 cargo=ge.22al1;
              remove ge.dfs230; remove ge.dfs230#2; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2, ge.dfs230,
              ge.dfs230#2; fly drop 1B/2714: ge.ju52, ge.ju52#2, ge.dfs230, ge.dfs230#2 cargo=ge.22al1;
              turn 5, German Combat Phase; say on
    """
    table = air_table(record.start)
    for act, unit in _dropping_gliders(record):
        if place_of(record.end, record.end.units.get(unit.id)) != OUT:
            kind = table.called(act.mission)
            because = say(
                "{unit} flew {mission} to {hex} in this phase, and is not removed after it", unit, kind, act.over
            )
            yield Finding(act.path, because, (unit.id,), unless_missing(harm_untold(record)), excuse=Excuse())


DISRUPTION = "disruption"


def _shattered(record: PhaseRecord) -> set[str]:
    """The units that their drop shattered in this player turn, as was told or by the die."""
    rolls = (act for act in record.with_earlier().of(Strike) if act.mission == DISRUPTION)
    return {unit.id for act in rolls for unit in act.units_before if outcome_of(act, unit) == SHATTERED}


@CHAPTER.article(
    "Shattered by a drop",
    "fire_in_the_east:25A.2s",
    covers=("25A.2",),
    when=("air", "combat"),
    area="airborne",
    acts=(),
    met=_shattered,
    whole_turn=True,
)
def shattered_by_a_drop(record: PhaseRecord) -> Iterator[Finding]:
    """Whom a die of -1 or less shatters does not attack in that player turn, and is eliminated in a hex of enemy units (25A).

    Legal:    turn 5, German Air Phase; weather mud; 1B/2714: ge.22al1+dropped, so.10rif;
              strike disruption 1B/2714: ge.22al1 die=1 glider=no result=shattered; remove ge.22al1;
              turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather mud; 1B/2714: ge.22al1+dropped, so.10rif;
              strike disruption 1B/2714: ge.22al1 die=1 glider=no result=shattered;
              turn 5, German Combat Phase; say on
    """
    shattered = _shattered(record)
    for attack in record.of(Attack):
        for name in () if isinstance(attack, Declaration) else sorted(shattered.intersection(attack.units)):
            unit = attack.before.unit(name)
            because = say("{unit} was shattered when it dropped, and attacks {hex}", unit, attack.path[0])
            yield Finding(attack.path, because, (name,))
    for act in record.of(Strike):
        for name in sorted(shattered.intersection(act.units)) if act.mission == DISRUPTION else ():
            left = record.end.units.get(name)
            enemies = [each for each in act.before.at(act.over) if left is not None and each.side != left.side]
            if left is not None and left.hex == act.over and any(not each.has("afloat") for each in enemies):
                because = say("{unit} was shattered among enemy units in {hex}, and is still there", left, act.over)
                yield Finding((act.over,), because, (name,), owed=not record.ended)
