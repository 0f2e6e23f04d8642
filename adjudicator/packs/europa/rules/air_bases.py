"""Air bases: 17 of both books, the return to them (18, 24B, 23B), and who shares no base (32A, 31A)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.air.reach import distance, is_base, reaches
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.strengths import flies_far
from adjudicator.analysis.air.terms import Bases, air_table
from adjudicator.analysis.control import controls
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.interval import ONE, ZERO, Interval
from adjudicator.model.known import Known, any_of, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.basing import capacity
from adjudicator.packs.europa.rules._trials import ESCAPED, outcome_of
from adjudicator.record.acts import Act, Laid, Lifted, Travel
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.memory import Sortie
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed, word

TEMPORARY = "temporary_airfield"
AIRFIELDS = frozenset({"airfield", TEMPORARY})
CHAPTER = Chapter(area="airbase", unseen="cannot excuse")

HUNGARIANS = Selector(nations=frozenset({"hungarian"}))
NEIGHBOURS = Selector(nations=frozenset({"rumanian", "slovakian"}))
LANDING = ("transfer", "stage")
"""Missions that end at their target, which is a base."""
MUDDY_FIELDS = Where(
    markers=frozenset({TEMPORARY}),
    without_markers=frozenset({"airfield"}),
    weather=frozenset({"mud", "snow"}),
)
has_figures(__name__, "europa", Bases())
has_figures(__name__, "fire_in_the_east", Bases(small=MUDDY_FIELDS))
INOPERATIVE = "inoperative"


def _travelling(act: Act) -> Iterator[tuple[Unit, str]]:
    """The units that fly to another hex, as they were, with the hex."""
    for name in act.units if isinstance(act, Travel) else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is not None and new is not None and old.type.flies and new.location in act.before.network.index:
            yield from [(old, new.location)] if new.location != old.location else []


def _returning(act: Act) -> Iterator[tuple[Unit, Sortie, str]]:
    """The units that fly from over their target to another hex, with mission and hex."""
    for unit, to in _travelling(act):
        sortie = act.before.memory.flown.get(unit.id)
        if sortie is not None and unit.location == sortie.hex:
            yield unit, sortie, to


def _landing(act: Act) -> Iterator[tuple[Unit, str]]:
    """The units that land: after a mission, or by one that ends at a base."""
    yield from ((unit, to) for unit, _, to in _returning(act))
    if isinstance(act, Flight) and act.mission in LANDING and act.over in act.before.network.index:
        units = act.units_before
        yield from ((unit, act.over) for unit in units if is_base(act.before, unit.side, act.over).possible)


def _landing_with_cargo(act: Act) -> Iterator[tuple[Unit, str]]:
    """Transports that land with their cargo where a base was hit; of others the table alone says what lands there."""
    hit = (
        any(marker.type.kind == "airbase_hit" for marker in act.before.markers_at(act.path[-1])) if act.path else False
    )
    if hit and isinstance(act, Flight) and act.mission == "transport":
        yield from ((unit, act.over) for unit in act.units_before)


def _was_far(act: Act, unit: Unit) -> bool:
    """Whether a unit flew beyond its usual range: it is told, or the way from its base says so."""
    return flies_far(act.before, unit).is_yes


def _landed_wrongly(act: Act, unit: Unit, begun: str, to: str, reach: str) -> Iterator[Finding]:
    owned = is_base(act.before, unit.side, to)
    if not owned.is_yes:
        yield Finding((to,), say("{unit} lands at {base}, which is no base of its side", unit, to), (unit.id,), ~owned)
        return
    near = reaches(act.before, unit, begun, to, reach)
    if not near.is_yes:
        away = distance(act.before, begun, to)
        because = say("{unit} returns {away} hexes from {hex} to {base}, beyond its range", unit, away, begun, to)
        yield Finding((begun, to), because, (unit.id,), ~near)


def _doubtful(act: Act) -> Iterator[Finding]:
    """Landings that would be wrong after missions that may have been flown before the record begins."""
    for unit, to in _travelling(act):
        untold = unseen_mission(act.before, unit)
        if untold and unit.location in act.before.network.index:
            for each in _landed_wrongly(act, unit, unit.location, to, "full"):
                yield replace(each, broken=each.broken & Known.open(untold))


@CHAPTER.article(
    "No landing at capacity 0",
    "fire_in_the_east:17A.0",
    covers=("17A",),
    acts=("move", "transfer", "fly"),
    met=lambda act: (*_landing(act), *_landing_with_cargo(act)),
)
def no_landing_at_capacity_0(act: Act) -> Iterator[Finding]:
    """No air unit lands at an airbase whose capacity is 0.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; ge.he111h [1B/2914]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; ge.he111h [1B/2914]>[1B/2715]
    """
    for unit, to in (*_landing(act), *_landing_with_cargo(act)):
        able = capacity(act.before, to).at_least(ONE)
        if not able.is_yes:
            yield Finding((to,), say("{unit} lands at {base}, whose capacity is 0", unit, to), (unit.id,), ~able)


@CHAPTER.article(
    "Return to base",
    "fire_in_the_east:18.3",
    "sudden_storm:18.3",
    area="air",
    acts=("move", "transfer", "fly"),
    met=lambda act, _: any(_doubtful(act)) or any(not _was_far(act, each) for each, _, _ in _returning(act)),
)
def return_to_base(act: Act) -> Iterator[Finding]:
    """After its mission an air unit lands at an airbase of its side within its range.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; ge.he111h [1B/2914]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; ge.he111h [1B/2914]>[1B/2002]
    """
    yield from _doubtful(act)
    for unit, sortie, to in _returning(act):
        if not _was_far(act, unit) and sortie.mission in air_table(act.before).mission:
            yield from _landed_wrongly(act, unit, sortie.hex, to, "full")


@CHAPTER.article(
    "Extended return",
    printed("fire_in_the_east", "24B.3r", covers=("24B.3",)),
    "sudden_storm:23B.c",
    area="air",
    acts=("move", "transfer", "fly"),
    met=lambda act, _: any(_was_far(act, each) for each, _, _ in _returning(act)),
)
def extended_return(act: Act) -> Iterator[Finding]:
    """Who flew beyond his usual range returns within twice his movement rating.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h extended=yes; ge.he111h [1B/2914]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h extended=yes; ge.he111h [1B/2914]>[1B/2002]
    """
    for unit, sortie, to in _returning(act):
        kind = air_table(act.before).mission.get(sortie.mission)
        if _was_far(act, unit) and kind is not None:
            yield from _landed_wrongly(act, unit, sortie.hex, to, kind.extended)


def _trials(record: PhaseRecord) -> Iterator[tuple[int, Strike]]:
    """The dice for an escape, each with its number among the acts of the phase."""
    acts = enumerate(record.acts)
    return ((i, act) for i, act in acts if isinstance(act, Strike) and act.mission == "escape")


@CHAPTER.article(
    "Escapes from an enemy",
    printed("fire_in_the_east", "17B.1e", covers=("17B.1",)),
    "sudden_storm:17B.a",
    unseen="may excuse",
    met=_trials,
)
def escape_from_an_enemy(record: PhaseRecord) -> Iterator[Finding]:
    """Air units escape from a base that an enemy ground unit enters.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2712: so.10rif; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped
    """
    for number, act in _trials(record):
        entered = [past for past in record.acts[:number] if isinstance(past, Travel) and act.over in past.path]
        came = [past.before.units.get(name) or past.after.units.get(name) for past in entered for name in past.units]
        there = [unit for unit in (*came, *act.before.at(act.over)) if unit is not None]
        sides = {unit.side for unit in there if not (unit.type.flies or unit.type.afloat)}
        for unit in act.units_before:
            enemies = act.before.pack.enemies(unit.side)
            if sides.isdisjoint(enemies):
                held = any_of(controls(act.before, act.over, enemy) for enemy in enemies)
                because = say("{unit} escapes from {hex}, and no enemy unit is there", unit, act.over)
                yield Finding(act.path, because, (unit.id,), unless_missing(record.gap) & ~held)


@CHAPTER.article(
    "Where who escapes lands",
    printed("fire_in_the_east", "17B.1f", covers=("17B.1",)),
    printed("sudden_storm", "17B.bf", covers=("17B.b",)),
    met=_trials,
)
def landing_after_an_escape(record: PhaseRecord) -> Iterator[Finding]:
    """Who escapes flies to a base within three times its movement rating, and is inoperative there.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped; so.mig3 [1B/2712]>[1B/2702]; flip so.mig3/2
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.po2;
              strike escape 1B/2712: so.po2 die=3 result=escaped; so.po2 [1B/2712]>[2A/2707]; flip so.po2/2
    """
    for _, act in _trials(record):
        for old in act.units_before:
            name, new, outcome = old.id, record.end.units.get(old.id), outcome_of(act, old)
            if not outcome or new is None or new.location not in record.end.network.index:
                continue
            if outcome != ESCAPED:
                if new.location != act.over:
                    because = say(
                        "the die for {unit} failed, and it flies from {hex} to {base}", new, act.over, new.location
                    )
                    yield Finding((act.over, new.location), because, (name,))
                continue
            if new.location == act.over:
                if record.ended:
                    yield Finding(
                        act.path, say("{unit} escapes from {hex}, and is still there", new, act.over), (name,)
                    )
                continue
            far = reaches(act.before, old, act.over, new.location, "thrice")
            if not far.is_yes:
                away = distance(act.before, act.over, new.location)
                because = say("{unit} escapes {away} hexes to {base}, beyond its range", new, away, new.location)
                yield Finding((act.over, new.location), because, (name,), ~far)
            if not new.has(INOPERATIVE):
                because = say("{unit} has escaped, and is not {state}", new, word(INOPERATIVE))
                yield Finding((new.location,), because, (name,), owed=not record.ended)


@CHAPTER.article(
    "Abandoned airfields",
    "fire_in_the_east:17D.2",
    acts=("lift",),
    met=lambda act: isinstance(act, Lifted) and act.marker is not None and act.marker.type.kind in AIRFIELDS,
)
def abandoned_airfield(act: Act) -> Iterator[Finding]:
    """In its own turn a side takes away an airfield of its own only when its capacity is 0, or a temporary one for which there is
    no engineer (14A1), or in whose hex a permanent one is ready.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2717: +airfield; now weather clear
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 1B/2717: +airfield; control 1B/2717 axis; lift +airfield 1B/2717
    """
    if not isinstance(act, Lifted) or act.marker is None or act.marker.type.kind not in AIRFIELDS:
        return
    number, side = act.path[0], act.moment.phasing
    if not side or number not in act.before.network.index:
        return
    if act.marker.type.kind == TEMPORARY and not _stands(act.before, number):
        return
    own, left = controls(act.before, number, side), capacity(act.before, number)
    if not own.is_yes:
        because = say("an airfield in {hex} is taken away, and that is no hex of the side whose turn it is", number)
        yield Finding(act.path, because, (), ~own)
    elif (useful := left.at_least(ONE)).possible:
        because = say("an airfield in {hex} is taken away, and its capacity is {capacity}", number, left)
        yield Finding(act.path, because, (), useful if useful.is_yes else Known.open(*left.missing))


def _stands(position: Position, number: str) -> bool:
    """Whether a temporary airfield stays on the map: an engineer is there, and no permanent airfield."""
    permanent = any(marker.type.kind == "airfield" for marker in position.markers_at(number))
    return not permanent and any(unit.has("engineer") for unit in position.at(number))


MOST_IN_PORTS = Interval.of(10)


def _new_hits(act: Act, kind: str) -> Iterator[int]:
    """The hits of a kind that an act lays, as many as each marker counts."""
    laid = (act.after.markers.get(name) for name in act.markers if isinstance(act, Laid))
    return (int(each.type.value or 1) for each in laid if each is not None and each.type.kind == kind)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "17D.1m",
        covers=("17D.1",),
        title="What a base can take",
        figures="airbase_hit",
        says="No airbase is damaged beyond its capacity (17D).",
    ),
    printed(
        "fire_in_the_east",
        "28C1.m",
        covers=("28C1",),
        area="naval",
        title="What a port can take",
        figures="port_hit",
        says="A port takes ten hits, and no more (28C1).",
    ),
    when=("movement", "exploitation"),
    acts=("lay",),
    met=lambda act, kind: any(_new_hits(act, kind)),
)
def no_more_hits(act: Act, kind: str) -> Iterator[Finding]:
    """Nobody damages an airbase beyond its capacity, nor a port by more than ten hits.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1eng, +hit.airbase, +hit.airbase, +hit.airbase;
              lay +hit.airbase 1B/2712
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2220: ge.1eng, +hit.port, +hit.port, +hit.port, +hit.port,
              +hit.port, +hit.port, +hit.port, +hit.port, +hit.port, +hit.port; 1B/2712: ge.1eng#2, +hit.airbase,
              +hit.airbase, +hit.airbase, +hit.airbase; lay +hit.port 1B/2220; lay +hit.airbase 1B/2712
    """
    number = act.path[0] if act.path else ""
    if number not in act.before.network.index or not (more := sum(_new_hits(act, kind))):
        return
    taken = sum(int(each.type.value or 1) for each in act.before.markers_at(number) if each.type.kind == kind)
    of_port = MOST_IN_PORTS.minus(Interval.of(taken)).greater(ZERO)
    left = of_port if kind == "port_hit" else capacity(act.before, number)
    if left == ZERO and not taken:
        return  # there is no base
    within = Interval.of(more).at_most(left)
    if not within.is_yes:
        because = say("{hits} more in {hex}, which can take {left}", counted(more, "hit"), number, left)
        yield Finding((number,), because, (), ~within)


@CHAPTER.article(
    "Hungarians fly apart",
    "fire_in_the_east:32A.4",
    "sudden_storm:31A.d",
    met=lambda position: bool(flying_on_map(position, HUNGARIANS) and flying_on_map(position, NEIGHBOURS)),
)
def hungarians_share_no_base(position: Position) -> Iterator[Finding]:
    """Hungarian air units share neither base nor target hex with Rumanian and Slovakian ones.

    Legal:    turn 5, German Movement Phase; weather clear; [1B/2719]: hu.cr42; [1B/3118]: ru.sm79
    Illegal:  turn 5, German Movement Phase; weather clear; [1B/2719]: hu.cr42, ru.sm79
    """
    others = flying_on_map(position, NEIGHBOURS)
    for unit in flying_on_map(position, HUNGARIANS):
        with_it = [each for each in others if each.location == unit.location]
        if with_it:
            because = say("{unit} and {others} are in {hex}, and keep apart", unit, listed(with_it), unit.location)
            yield Finding((unit.location,), because, (unit.id, *(each.id for each in with_it)))
