"""What bombs do: 20F and 24 of Fire in the East, 19D and 23 of Sudden Storm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil, floor

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.sorties import silent_over, sorties_over, still_flies, unseen_mission
from adjudicator.analysis.air.strengths import StrengthChange, changed, flies, flown_strength
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.model.amounts import exact
from adjudicator.model.interval import INFINITE, ONE, ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, any_of, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._air_war import FAR_AND_FOUL, HALF, wrong_by_chart
from adjudicator.record.acts import Act, Attack, Laid, Lifted
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.memory import NIGHT
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.words import counted

CHAPTER = Chapter(area="air", unseen="cannot excuse")

STRATEGIC = ("marshalling_yards", "bomb_factory", "bomb_replacements")
TACTICAL = ("bomb_units", "bomb_ships", "bomb_airbase", "bomb_rails")
AT_UNITS, AT_SHIPS = TACTICAL[:1], TACTICAL[1:2]
PORT = "bomb_port"
"""20F1a, 24F: bombed tactically or strategically, by night strategically alone."""
TABLED = (*STRATEGIC, *TACTICAL, PORT)
LAST_ROW, HIGHEST_DIE = 20, 7
"""Where the bombing table ends."""
FORTRESS, CITY = frozenset({"fortress"}), frozenset({"major_city"})
FORTIFIED = (
    StrengthChange(where=Where(places=FORTRESS), times=HALF),
    StrengthChange(where=Where(markers=FORTRESS, without_places=FORTRESS | CITY), times=HALF),
)
IN_CITY = (StrengthChange(where=Where(places=CITY, without_places=FORTRESS), times=HALF),)
GERMAN_TURN = frozenset({"german_turn"})
CITIES_COVER = (When(without_phases=GERMAN_TURN), When(phases=GERMAN_TURN, first_turn=2))
"""21.a: not in the first German turn."""
HIT_MARKERS = {PORT: "port_hit", "bomb_airbase": "airbase_hit"}
"""By kind of mission the marker of its hits."""
GROUND_SUPPORT = "ground_support"
"""A mission, and the value of an attack that tells what it adds."""
Bombs = Callable[[Position, Unit, str], Interval]
"""What a unit drops on its target, of its tactical or strategic strength."""


def _tries(act: Act) -> bool:
    return isinstance(act, Strike) and act.mission in TABLED and "hits" in act.told


def _dropped(position: Position, unit: Unit, value: str) -> Interval:
    """A strength of a unit, 1 more for a fighter at air units, and what distance and weather leave of it."""
    found = strength_of(unit, value)
    if unit.type.kind == "fighter":
        found = Interval.by(flies(position, unit, AT_UNITS), found.plus(ONE), found)
    return changed(position, unit, found, FAR_AND_FOUL)


def _by_night_half(position: Position, unit: Unit, value: str) -> Interval:
    """24F: day units halve their strength by night."""
    found = _dropped(position, unit, value)
    if unit.has("night"):
        return found
    missing, sortie = unseen_mission(position, unit), position.memory.flown.get(unit.id)
    by_night = Known.open(missing) if missing else Known.of(sortie is not None and sortie.time == NIGHT)
    return Interval.by(by_night, found.times(HALF), found)


def _half_at_ships_and_walls(position: Position, unit: Unit, value: str) -> Interval:
    """19D2e.a, 19D2a: half against naval units, and against air units at fortresses and in major cities."""
    found = _dropped(position, unit, value)
    found = Interval.by(flies(position, unit, AT_SHIPS), found.times(HALF), found)
    return Interval.by(flies(position, unit, AT_UNITS), _half_over_walls(position, unit, found), found)


def _half_over_walls(position: Position, unit: Unit, found: Interval) -> Interval:
    """21.a: half over fortresses and major cities."""
    covered = changed(position, unit, found, FORTIFIED)
    now = any_of(when.holds(position, unit.side) for when in CITIES_COVER)
    return Interval.by(now, changed(position, unit, covered, IN_CITY), covered)


def _added(position: Position, unit: Unit, value: str) -> Interval:
    """What an air unit adds to an attack: its strength, less for distance and weather."""
    return flown_strength(position, unit, value, FAR_AND_FOUL)


def _added_under_fire(position: Position, unit: Unit, value: str) -> Interval:
    """19D2b, 21.a: less over fortresses and major cities, too."""
    return _half_over_walls(position, unit, _added(position, unit, value))


@CHAPTER.article(
    "What bombs do", "fire_in_the_east:20F.2", covers=("24B.1", "24E", "29C.8"), acts=("strike",), met=_tries
)
def bombing_table(act: Act) -> Iterator[Finding]:
    """Strength and die give a hit or a miss: a third beyond the usual range, half in mud and snow and for a day unit by night, 1
    more for fighters at air units, and 1 more on the die of dive bombers alone.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif; [1B/2914]: so.sb2;
              fly bomb_units 1B/2914: ge.he111h; strike bomb_units 1B/2914: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif; [1B/2914]: so.sb2;
              fly bomb_units 1B/2914: ge.he111h; strike bomb_units 1B/2914: ge.he111h die=6 hits=2
    """
    yield from _hits(act, _by_night_half, least=1)


@CHAPTER.article(
    "What bombs do",
    "sudden_storm:19D.d",
    covers=("19D.c", "19D.e", "19D2a.b", "19D2a.c", "19D2e.a", "21.a", "23B.a", "23D.a"),
    acts=("strike",),
    met=_tries,
)
def bombing_table_from_two_points(act: Act) -> Iterator[Finding]:
    """Strength and die give a hit or a miss, under 2 a miss: a third beyond the usual range, half in mud and snow, against naval
    units, and against air units at fortresses and major cities, 1 more for fighters at air units, and 1 more on the die of dive
    bombers alone.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif; [1B/2914]: so.sb2;
              fly bomb_units 1B/2914: ge.he111h; strike bomb_units 1B/2914: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif; [1B/2914]: so.sb2;
              fly bomb_units 1B/2914: ge.he111h; strike bomb_units 1B/2914: ge.he111h die=6 hits=2
    """
    yield from _hits(act, _half_at_ships_and_walls, least=2)


def _hits(act: Act, bombs: Bombs, least: int) -> Iterator[Finding]:
    if not isinstance(act, Strike) or not _tries(act) or not act.told["hits"].isdigit():
        return
    hits, kind = int(act.told["hits"]), air_table(act.before).called(act.mission)
    units = act.units_before
    if hits > 1:
        because = say("{kind} in {hex} hits {hits} times, and an attack hits once", kind, act.over, hits)
        yield Finding(act.path, because, act.units)
    elif units and act.told.get("die", "").isdigit():
        dive = all(unit.has("type_d") for unit in units)
        die = max(1, min(HIGHEST_DIE, int(act.told["die"]) + dive))
        strengths = (
            sum_of(bombs(act.before, unit, value) for unit in units) for value in _strengths_tried(act, units[0])
        )
        tried = [_misfit(act, strength, die, least) for strength in strengths]
        if None not in tried:
            # A strength with which nobody can tell excuses one with which the hits are wrong.
            yield min((each for each in tried if each is not None), key=lambda each: each.broken.is_yes)


def _strengths_tried(act: Strike, unit: Unit) -> tuple[str, ...]:
    """The values that may be the strength."""
    if act.mission != PORT:
        return ("strategic",) if act.mission in STRATEGIC else ("tactical",)
    sortie = act.before.memory.flown.get(unit.id)
    by_night = sortie is not None and sortie.time == NIGHT
    return ("strategic",) if by_night else ("tactical", "strategic")


def _misfit(act: Strike, strength: Interval, die: int, least: int) -> Finding | None:
    """What is wrong with an attack that was made with such a strength."""
    hits, kind = int(act.told["hits"]), air_table(act.before).called(act.mission)
    if not strength.certain:
        because = say("{kind} in {hex} is made with {strength} points", kind, act.over, strength)
        return Finding(act.path, because, act.units, Known.open(*strength.missing))
    cell = f"bombing.{max(1, min(LAST_ROW, floor(strength.low)))}.{die}"
    given = "M" if strength.low < least else act.before.pack.charts.get(cell)
    broken = wrong_by_chart("H" if hits else "M", given, cell)
    if broken.is_no:
        return None
    because = say(
        "{kind} in {hex} with a strength of {strength} and a die of {die}: {given}, and {hits} told",
        kind,
        act.over,
        strength,
        die,
        given or "?",
        counted(hits, "hit"),
    )
    return Finding(act.path, because, act.units, broken)


@CHAPTER.article(
    "Hits of bombs",
    "fire_in_the_east:20F2b.h",
    covers=("20F1a", "20F2b"),
    when=("air", "combat"),
    unseen="may excuse",
    acts=("lay",),
)
def hit_markers(record: PhaseRecord) -> Iterator[Finding]:
    """A port or an airbase bears a hit for each that the bombing table gives, and no other.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly bomb_airbase 1B/2712: ge.he111h base=1B/2719; strike bomb_airbase 1B/2712: ge.he111h die=6 hits=1;
              lay +hit.airbase 1B/2712
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly bomb_airbase 1B/2712: ge.he111h base=1B/2719; strike bomb_airbase 1B/2712: ge.he111h die=1 hits=0;
              lay +hit.airbase 1B/2712
    """
    turn = record.with_earlier()
    for (kind, number), count in sorted(_marked(record).items()):
        strikes = [act for act in turn.of(Strike) if HIT_MARKERS.get(act.mission) == kind and act.over == number]
        hits = [act.told.get("hits", "") for act in strikes]
        scored = sum(int(told) for told in hits if told.isdigit())
        if count > scored:
            told = all(each.isdigit() for each in hits) and (bool(hits) or not _flown_to(turn, number))
            name = next(each.name for each in record.end.pack.markers.values() if each.kind == kind)
            fell = counted(scored, "hit")
            because = say("{count} × {name} is laid in {hex}, and {scored} fell there", count, name, number, fell)
            yield Finding((number,), because, broken=YES if told else Known.open(say("the hits of each attack")))


def _marked(record: PhaseRecord) -> Counter[tuple[str, str]]:
    """How many hits the markers stand for that were laid in a phase, less those taken away, by kind and hex."""
    found: Counter[tuple[str, str]] = Counter()
    for act in record.of(Laid, Lifted):
        marker = act.marker
        if marker is not None and marker.hex and marker.type.kind in HIT_MARKERS.values():
            worth = marker.type.value or 1
            found[marker.type.kind, marker.hex] += worth if isinstance(act, Laid) else -worth
    return found


def _flown_to(turn: PhaseRecord, number: str) -> bool:
    """Whether something of the side whose turn it is flew to a hex, whatever its mission."""
    if any(act.over == number for act in turn.of(Flight, Strike)):
        return True
    side, positions = turn.end.moment.phasing, (turn.start, *(act.after for act in turn.acts))
    return any(unit.side == side for position in positions for unit in position.flying_at(number))


def _supported(record: PhaseRecord) -> Iterator[Attack]:
    return (act for act in record.of(Attack) if GROUND_SUPPORT in act.told and act.path)


def _untold(record: PhaseRecord) -> str:
    """What nobody told of what flies to a battle."""
    for act in _supported(record):
        if not sorties_over(act.before, act.path[0], (GROUND_SUPPORT,)) and not _seen(record):
            return say("what flies to {hex}", act.path[0])
    return ""


@CHAPTER.article(
    "What ground support adds",
    printed(
        "fire_in_the_east",
        "24B.1s",
        covers=("24B.1", "20F2c.1"),
        figures=_added,
        says="Aircraft add their tactical strength to an attack; beyond the usual range a third, in mud and snow half.",
    ),
    printed(
        "sudden_storm",
        "19D2b.as",
        covers=("19D2b.a", "21.a"),
        figures=_added_under_fire,
        says="Aircraft add their tactical strength to an attack; beyond the usual range a third, in mud and snow half, and half"
        " at fortresses and major cities.",
    ),
    met=_supported,
    untold=_untold,
    whole_turn=True,
)
def ground_support(record: PhaseRecord, added: Bombs) -> Iterator[Finding]:
    """Aircraft add their tactical strength to an attack, and no more.

    Legal:    turn 5, German Air Phase; weather clear; history whole; 1B/2815: ge.1inf; 1B/2814: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2814: ge.he111h; turn 5, German Combat Phase; attack 1B/2814: ge.1inf ground_support=4
    Illegal:  turn 5, German Air Phase; weather clear; history whole; 1B/2815: ge.1inf; 1B/2814: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2814: ge.he111h; turn 5, German Combat Phase; attack 1B/2814: ge.1inf ground_support=6
    """
    for act in _supported(record):
        told, number, position = exact(act.told[GROUND_SUPPORT]), act.path[0], act.before
        sides = {position.units[name].side for name in act.units if name in position.units}
        if told is None or len(sides) != 1:
            continue
        there = (position.units[name] for name in sorties_over(position, number, (GROUND_SUPPORT,)))
        flown = [unit for unit in there if unit.side in sides]
        have = sum_of(
            Interval.by(still_flies(position, unit), added(position, unit, "tactical"), ZERO) for unit in flown
        )
        most = Interval(ceil(have.low), INFINITE if have.high >= INFINITE else ceil(have.high), have.missing)
        over = ~Interval.of(told).at_most(most)
        if over.possible and (flown or _seen(record)):
            because = say(
                "{told} points are added from the air in {hex}, and what flies there has {have}", told, number, have
            )
            broken = over & _all_told(record, position, sides, number)
            yield Finding((number,), because, tuple(unit.id for unit in flown), broken)


def _seen(record: PhaseRecord) -> bool:
    """Whether the air phase of the player turn is on record from its beginning."""
    phases = (each for each in record.earlier if each.moment.phase is not None and each.moment.phase.kind == "air")
    return any(not each.gap for each in phases)


def _all_told(record: PhaseRecord, position: Position, sides: set[str], number: str) -> Known:
    """Whether every mission of these sides to a hex is told: its air phase is on record, and nothing else flies there."""
    if not _seen(record):
        return Known.open(say("what flies to {hex}", number))
    silent = (say("the mission of {unit}", unit) for unit in silent_over(position, number) if unit.side in sides)
    hidden = (each.datum for each in position.unidentified if not (each.hex or each.held))
    return unless_missing(*[*silent, *hidden][:1])
