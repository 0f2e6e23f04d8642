"""The order of battle and the set-up: 34A and 36 of Fire in the East, 35 of Sudden Storm."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from adjudicator.analysis.control import zones
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.order_of_battle import Force, area, expected, order_of_battle, zones_of
from adjudicator.analysis.roster import roster
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.known import Known, KnownMask, any_of
from adjudicator.model.network import Bools, spread
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.reinforcement import EVER, by_sort, come_by, named_by, turn_for, turns_of
from adjudicator.record.position import Position
from adjudicator.said import say, say_number, strung
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed, one_of

CHAPTER = Chapter(area="special")

IN_THE_LISTS = Selector(without_tags=frozenset({"sample"}))


def _stage(*names: str) -> When:
    return When(conditions={"stage": frozenset(names)})


SETTING_UP, SET_UP = _stage("setup", "setup complete"), _stage("setup complete")
BORDERS_SET_UP = _stage("borders", "setup complete")


@CHAPTER.article(
    "Deployment areas",
    "fire_in_the_east:36.3",
    covers=("36-OB.1", "36-OB.3", "E-OB-1", "E-OB-2", "E-OB-3", "E-OB-4", "E-OB-5"),
    met=about(IN_THE_LISTS),
)
def deployment_areas(position: Position) -> Iterator[Finding]:
    """Everybody begins in the zone that the order of battle gives, and nobody else does.

    Legal:    stage setup; 1B/2318: ge.infantry.division.1
    Illegal:  stage setup; 1B/2318: ge.panzer.division.2
    Illegal:  stage setup; 1B/3018: ge.infantry.division.1
    """
    now = SETTING_UP.holds(position, "")
    units = roster(position).fitting(IN_THE_LISTS) if now.possible else []
    due, there = expected(position.pack, "start"), Counter(unit.type.id for unit in units)
    for unit in units:
        zones = zones_of(position.pack, unit.type.id) if due.get(unit.type.id) else ()
        if zones:
            i = position.network.index[unit.hex]
            names = one_of([zone.name or zone.key for zone in zones], 1)
            because = say("{unit} starts in {hex}, which is not in its zone ({names})", unit, unit.hex, names)
            yield Finding((unit.hex,), because, (unit.id,), ~any_of(area(position, zone).at(i) for zone in zones) & now)
    for name in sorted(there):
        if there[name] > due.get(name, 0):
            extra = [unit for unit in units if unit.type.id == name]
            what, most = extra[0].type.name or name, due.get(name, 0)
            words = say("{there} × {what} are set up, and the order of battle has {listed}", there[name], what, most)
            yield Finding(tuple(unit.hex for unit in extra), words, tuple(unit.id for unit in extra), now)


ARMY_NORWAY = frozenset({
    "ge.infantry.division.169", "ge.mountain.division.2", "ge.mountain.division.3", "ge.motorized.division.nord.ss",
    "ge.panzer.battalion.40", "ge.panzer.battalion.211", "ge.machinegun.battalion.4", "ge.machinegun.battalion.13",
    "ge.machinegun.battalion.14", "ge.assault_gun.battalion.nor-1-0-1-5-cons-iii-43",
})  # fmt: skip
MOST_NAMED = 3


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "36.2",
        figures=frozenset(),
        title="The whole order of battle",
        readings=("finnish-card=committed|allied|independent|ordinary|late|later",),
        says="All of the order of battle is set up.",
    ),
    printed(
        "fire_in_the_east",
        "36.2n",
        covers=("36.2",),
        figures=ARMY_NORWAY,
        title="The whole order of battle, Finland neutral",
        readings=("finnish-card=neutral",),
        says="All of the order of battle is set up; under a two Army Norway may stay away.",
    ),
    met=about(IN_THE_LISTS),
)
def whole_order_of_battle(position: Position, may_stay_away: frozenset[str]) -> Iterator[Finding]:
    """Everybody starts.

    Legal:    stage setup; 1B/2318: ge.infantry.division.1
    Illegal:  stage setup complete; 1B/2318: ge.infantry.division.1
    """
    now, due, types = SET_UP.holds(position, ""), expected(position.pack, "start"), position.pack.units
    there = Counter(unit.type.id for unit in roster(position).fitting(IN_THE_LISTS)) if now.possible else due
    lacking = [
        say("{due} × {name}", due[name] - there[name], types[name].name or name)
        for name in sorted(due)
        if there[name] < due[name] and name in types and name not in may_stay_away
        if IN_THE_LISTS.matches(Unit(name, types[name], ""))
    ]
    if lacking:
        left = len(lacking) - MOST_NAMED
        more = say_number(" and {number} type more", " and {number} types more", left) if left > 0 else ""
        words = say(
            "the order of battle has more than was set up: {lacking}{others} are missing",
            strung(lacking[:MOST_NAMED], ", "), more,
        )  # fmt: skip
        yield Finding((), words, (), now, owed=True)


@CHAPTER.article(
    "Non-divisional deployment",
    "fire_in_the_east:36.4",
    met=about(IN_THE_LISTS),
)
def non_divisional_deployment(position: Position) -> Iterator[Finding]:
    """The units in a district's non-divisional section are set up with any other units of that district.

    Each takes a place in one of its forces: of those with a zone there, of the others with another unit of their district.

    Under:    own, gulf_coast
    Legal:    stage setup complete; 2A/0604: so.rifle.division.10, so.antitank.brigade.2-3-8
    Illegal:  stage setup complete; 2A/0605: so.antitank.brigade.2-3-8, ?
    """
    now = SET_UP.holds(position, "")
    units: dict[str, list[Unit]] = defaultdict(list)
    for unit in roster(position).fitting(IN_THE_LISTS) if now.possible else ():
        units[unit.type.id].append(unit)
    start = [force for force in order_of_battle(position.pack).force if force.event == "start"] if units else []
    districts: dict[str, set[str]] = defaultdict(set)
    for force in start:
        districts[force.district].update(force.units)
    for kind, found in units.items():
        forces = [force for force in start if kind in force.units]
        if any(force.company for force in forces):
            breaches = _placed(position, found, forces, districts)
            yield from (replace(breach, broken=breach.broken & now) for breach in breaches)


def _placed(
    position: Position, units: list[Unit], forces: list[Force], districts: Mapping[str, set[str]]
) -> Iterator[Finding]:
    """Units of one type against the forces in which it starts: each has a place, and each place one unit."""
    kind, fitting = units[0].type, dict[str, list[int]]()
    areas = [_hexes(position, force) for force in forces]
    places = [k for k, force in enumerate(forces) for _ in range(force.units[kind.id])]
    for unit in units:
        i = position.network.index[unit.hex]
        found = [
            _accompanied(position, unit, districts[force.district]) if force.company else zone.at(i)
            for force, zone in zip(forces, areas, strict=True)
        ]
        seat = any_of(found[k] for k in places)
        if seat.is_yes:
            fitting[unit.id] = [place for place, k in enumerate(places) if found[k].possible]
        else:
            names = one_of(sorted({force.district for force in forces if force.company}), 1)
            words = say(
                "{unit} starts in {hex}, and no unit of its district ({names}) is there with it, as one must be",
                unit, unit.hex, names,
            )  # fmt: skip
            yield Finding((unit.hex,), words, (unit.id,), ~seat)
    seated = _seated(fitting)
    if len(units) <= len(places) and len(seated) < len(fitting):
        left = [unit for unit in units if unit.id in fitting]
        words = say(
            "{count} × {name} start there, and the districts there have {listed}",
            len(left), kind.name or kind.id, len(seated),
        )  # fmt: skip
        yield Finding(tuple(dict.fromkeys(unit.hex for unit in left)), words, tuple(unit.id for unit in left))


def _accompanied(position: Position, unit: Unit, district: set[str]) -> Known:
    """Whether another unit of a type that starts in the district is in the hex."""
    met = any(other.id != unit.id and other.type.id in district for other in position.at(unit.hex))
    unread = not met and position.unknown_at(unit.hex)
    return Known.open(say("what else is in {hex}", unit.hex)) if unread else Known.of(met)


def _hexes(position: Position, force: Force) -> KnownMask:
    """(n,): where a force may stand."""
    zones = [zone for zone in order_of_battle(position.pack).zone if zone.key == force.zone]
    fits = KnownMask.of(np.full(len(position.network), not zones, dtype=np.bool_))
    for zone in zones:
        fits |= area(position, zone)
    return fits


def _seated(fitting: dict[str, list[int]]) -> dict[int, str]:
    """As many units as possible, each in one of the places that fit it, no two in one."""
    seats: dict[int, str] = {}

    def seat(name: str, tried: set[int]) -> bool:
        for place in fitting[name]:
            if place in tried:
                continue
            tried.add(place)
            if place not in seats or seat(seats[place], tried):
                seats[place] = name
                return True
        return False

    for name in fitting:
        seat(name, set())
    return seats


WATCHES = "soviet"
SOVIET_LAND, BORDER = Where(tags=frozenset({"ussr"})), Edges(features=frozenset({"border"}))
WEST = Where(tags=frozenset({"greater_germany", "hungary", "rumania"}))
LINES = frozenset({"road", "rail_standard", "rail_broad", "rail_finnish"})


@CHAPTER.article(
    printed("fire_in_the_east", "36.5", title="Border coverage"),
    printed("sudden_storm", "35.d", title="Border deployment"),
    unseen="may excuse nearby",
)
def border_watched(position: Position) -> Iterator[Finding]:
    """Soviet units hold, or have in a zone, each hex of the border with Greater Germany, Hungary and Rumania.

    Under:    own, border_lands
    Legal:    turn 1, Weather; weather clear; 3B/0608: so.10rif
    Illegal:  stage borders; weather clear; 3B/0408: so.125rif; 3B/0608: so.10rif
    """
    yield from _unwatched(position, WEST, position.network.neighbours >= 0)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "36.5f",
        covers=("36.5",),
        figures=Where(tags=frozenset({"finland"})),
        title="Border coverage towards Finland",
        says="Towards Finland they do so where a line comes over the border.",
    ),
    printed(
        "sudden_storm",
        "35.df",
        covers=("35.d",),
        figures=Where(tags=frozenset({"finland", "turkey", "iran"})),
        title="Border deployment elsewhere",
        says="Towards Finland, Turkey and Iran they do so where a line comes over the border.",
    ),
    unseen="may excuse nearby",
)
def crossings_watched(position: Position, towards: Where) -> Iterator[Finding]:
    """Where a road or railway comes over the border it is watched.

    Under:    own, border_lands
    Legal:    turn 1, Weather; weather clear; 3B/0608: so.10rif
    Illegal:  stage borders; weather clear; 3B/0608: so.10rif
    """
    yield from _unwatched(position, towards, position.network.sides_with(LINES))


def _unwatched(position: Position, towards: Where, sides: Bools) -> Iterator[Finding]:
    """The hexes of the border in which neither a Soviet unit nor a zone of it is."""
    now = BORDERS_SET_UP.holds(position, WATCHES)
    bare = _bare(position, towards, sides) if now.possible else None
    open_ = np.flatnonzero(bare.perhaps).tolist() if bare is not None else []
    if bare is None or not open_:
        return
    numbers = tuple(position.network.number(i) for i in open_)
    shown = strung(numbers[:8], ", ") + (" ..." if len(numbers) > 8 else "")
    hexes = counted(len(numbers), "hex")
    because = (
        say("every hex of the border must be held or in a zone, and {hexes} of it is neither ({shown})", hexes, shown)
        if len(numbers) == 1
        else say(
            "every hex of the border must be held or in a zone, and {hexes} of it are neither ({shown})", hexes, shown
        )
    )
    yield Finding(numbers, because, broken=now & any_of(bare.at(i) for i in open_))


def _bare(position: Position, towards: Where, sides: Bools) -> KnownMask:
    """(n,): the hexes at such hexsides of the border that are neither held nor in a zone."""
    network, ground = position.network, ground_at(position)
    there = towards.mask(ground)
    beyond = KnownMask(spread(network, there.sure), spread(network, there.perhaps), there.missing)
    over = BORDER.mask(ground, WATCHES) & beyond & KnownMask.of(sides)
    sure, perhaps = (np.asarray(hexsides.any(axis=1)) for hexsides in (over.sure, over.perhaps))
    border = KnownMask(sure, perhaps, over.missing) & SOVIET_LAND.mask(ground)
    held = np.array([position.holder(entry.number) == WATCHES for entry in network.hexes], dtype=np.bool_)
    return border & KnownMask.of(~held) & ~zones(position, WATCHES).reach


DIVISIONS = Selector(sizes=frozenset({"division"}), without_tags=frozenset({"sample"}))


@CHAPTER.article(
    "Units on the map have come into the game",
    "fire_in_the_east:34A.p",
    covers=("34A",),
    area="reinforcement",
    unseen="cannot excuse",
    met=about(DIVISIONS),
    counts_turns=True,
)
def come_into_the_game(position: Position) -> Iterator[Finding]:
    """No more divisions of a kind and strength are on the map than the order of battle has brought (34A).

    Legal:    turn 7, German Combat Phase; weather clear; 1B/2720: ge.panzer.division.2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2720: ge.panzer.division.2
    Illegal:  turn 1, German Combat Phase; weather clear; 1B/2720: it.cavalry.division.3
    """
    yield from more_than_came(position, DIVISIONS)


def more_than_came(position: Position, who: Selector) -> Iterator[Finding]:
    """Units of which more are on the map than came by then, and those whose own counter comes later."""
    pack = position.pack
    for sort, units in by_sort(position, who).items() if position.moment.turn else ():
        turn = turn_for(position.moment, pack, units[0].side, over=False)
        ever, count = come_by(pack, EVER, units[0].side, turn)[sort], len(units)
        if count > ever:
            because = say(
                "{units}: {count} are on the map, and {ever} came by turn {turn}", listed(units), count, ever, turn
            )
            yield Finding(tuple(dict.fromkeys(unit.hex for unit in units)), because, tuple(unit.id for unit in units))
        elif ahead := _ahead(position, units, turn):
            turns = turns_of(pack, EVER, sort)
            when = strung((str(each) for each in turns if each), ", ")
            because = (
                say(
                    "{units}: on the map on turn {turn}; units of this strength come as the game begins and on turn {when}",
                    *(listed(ahead), turn, when),
                )
                if 0 in turns and when
                else say(
                    "{units}: on the map on turn {turn}; units of this strength come on turn {when}",
                    *(listed(ahead), turn, when),
                )
            )
            missing = Known.open(say("which units these counters stand for"))
            hexes = tuple(dict.fromkeys(unit.hex for unit in ahead))
            yield Finding(hexes, because, tuple(unit.id for unit in ahead), missing)


def _ahead(position: Position, units: list[Unit], turn: int) -> list[Unit]:
    """The units whose own counter comes later, or more of one counter than came."""
    named, seen, found = named_by(position.pack, turn), Counter[str](), []
    for unit in units:
        seen[unit.type.id] += 1
        if seen[unit.type.id] > named[unit.type.id]:
            found.append(unit)
    return found
