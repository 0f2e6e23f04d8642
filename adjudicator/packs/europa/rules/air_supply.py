"""Supply by air, gliders and the price of Arctic missions: 12E2, 20E, 24D, 25E and 30 of Fire in the East, 29 of Sudden Storm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.sorties import CARGO, SUPPLY, all_seen, cargo_of, flights, silent_over, start_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import article
from adjudicator.findings import Finding
from adjudicator.model.amounts import exact
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.record.acts import Act, Laid
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.words import amount, counted

TRANSPORT, GLIDER = "transport", "glider"
BROUGHT = {"transport": 2, "transport_back": 2, "drop": 1}
"""The missions that bring supply, with the REs that each carrier brings at most."""


def _kind(units: list[Unit], *kinds: str) -> list[Unit]:
    return [unit for unit in units if unit.type.kind in kinds]


def _flies_supply(act: Act) -> bool:
    """Whether a flight is told to bring supply; what it brings is asked for where neither units nor supply are told."""
    if not isinstance(act, Flight) or act.mission not in BROUGHT:
        return False
    if SUPPLY not in act.told:
        act.told.get(CARGO)  # asked in vain, it may have been supply
        return False
    return bool(exact(act.told[SUPPLY]))


@article("Where supply is loaded", "fire_in_the_east:20E.2", area="air", acts=("fly",), met=_flies_supply)
def supply_loaded_in_supply(act: Act) -> Iterator[Finding]:
    """Supply is flown from bases from which a supply line leads to a regular source (20E).

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52; fly transport 1B/2220: ge.ju52 supply=2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52; 1B/2719: so.10rif;
              fly transport 1B/2915: ge.ju52 supply=2
    """
    if not isinstance(act, Flight) or not _flies_supply(act):
        return
    unit, base = act.after.units.get(act.units[0]), start_of(act)
    if unit is None or base not in act.before.network.index:
        return
    fits = supply(act.before, unit.side).connected(base, ("regular",), frozenset({"source"}))
    if not fits.is_yes:
        why = say("no supply line leads from there to a regular source")
        yield Finding((base,), say("{unit} flies supply out of {base}: {why}", unit, base, why), act.units, ~fits)


def _laid(record: PhaseRecord) -> dict[tuple[str, str], Fraction]:
    """The supply that was laid, by hex and side."""
    found: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for act in record.of(Laid):
        if act.marker is not None and act.marker.type.kind == "air_supply":
            found[act.where, act.marker.type.side] += Fraction(act.marker.type.value or 0)
    return found


@article(
    "Supply that is flown in",
    "fire_in_the_east:12E2.f",
    covers=("12E2",),
    when=("initial", "movement", "air", "combat", "exploitation"),
    area="supply",
    unseen="cannot excuse",
    acts=("lay",),
    met=_laid,
)
def supply_flown_in(record: PhaseRecord) -> Iterator[Finding]:
    """Supply by air is brought by transports, in the own air phase: 2 REs each that land, 1 RE each that drop it (20E).

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52, ge.ju52#2; 1B/2220: ge.1reg;
              fly transport 1B/2220: ge.ju52, ge.ju52#2 supply=3; lay +airsupply.ax3 1B/2220
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2220: ge.1reg; lay +airsupply.ax3 1B/2220
    """
    phase = record.moment.phase
    if phase is None:
        return
    for (number, side), laid in sorted(_laid(record).items()):
        if "air" not in phase.names or (side and record.moment.phasing != side):
            because = say("supply that is flown in is laid in {hex} in {moment}", number, record.moment)
            yield Finding((number,), because)
            continue
        brought = sum((_brought(act) for act in flights(record) if _comes(act, number, side)), Fraction(0))
        if laid > brought:
            because = say(
                "{laid} REs of supply are laid in {hex}, and {brought} are flown there",
                amount(laid), number, amount(brought),
            )  # fmt: skip
            silent = _kind(silent_over(record.end, number), TRANSPORT, GLIDER)
            known = Known.open(say("the missions that are flown to {hex}", number)) if silent else all_seen(record)
            yield Finding((number,), because, (), known, owed=not record.ended)


@article(
    "Supply by air is taken off",
    "fire_in_the_east:12E2.o",
    covers=("12E2",),
    when=("air",),
    area="supply",
    unseen="cannot excuse",
    met=lambda record: _brought_before(record, record.start),
)
def supply_taken_off(record: PhaseRecord) -> Iterator[Finding]:
    """Supply that was flown in lies until its side's next air phase begins, and is taken off then.

    Legal:    turn 6, German Air Phase; weather clear; 2A/2906: +airsupply.ax3; lift +airsupply.ax3 2A/2906
    Illegal:  turn 6, German Air Phase; weather clear; 2A/2906: +airsupply.ax3; say nothing of it
    """
    for marker in _brought_before(record, record.end):
        because = say("{marker} in {hex} was flown in in an earlier turn, and is taken off now", marker, marker.hex)
        yield Finding((marker.hex,), because, owed=not record.ended)


def _brought_before(record: PhaseRecord, at: Position) -> list[Marker]:
    """The phasing side's supply by air that lay there when the phase began, as far as it lies in a position."""
    lay = (marker for name, marker in sorted(at.markers.items()) if name in record.start.markers)
    side = record.moment.phasing
    return [each for each in lay if each.hex and each.type.kind == "air_supply" and each.type.side == side]


def _comes(act: Flight, number: str, side: str) -> bool:
    unit = next((found for name in act.units if (found := act.after.units.get(name))), None)
    return act.over == number and unit is not None and (not side or unit.side == side)


def _brought(act: Flight) -> Fraction:
    """What a mission brings: what was told, or as much as its carriers can."""
    if act.mission not in BROUGHT:
        return Fraction(0)
    told = exact(act.told.get(SUPPLY, ""))
    carriers = len(_kind(act.units_before, TRANSPORT, GLIDER))
    return Fraction(told) if told is not None else Fraction(carriers * BROUGHT[act.mission])


@article(
    "Gliders are towed",
    "fire_in_the_east:24D.1",
    area="airborne",
    met=lambda record: any(_kind(act.units_before, GLIDER) for act in record.of(Flight)),
)
def gliders_are_towed(record: PhaseRecord) -> Iterator[Finding]:
    """A glider flies behind a transport, one behind each.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52, ge.dfs230;
              fly transfer 1B/2220: ge.ju52, ge.dfs230
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52, ge.dfs230, ge.dfs230#2;
              fly transfer 1B/2220: ge.ju52, ge.dfs230, ge.dfs230#2
    """
    over: dict[str, list[Unit]] = {}
    for act in flights(record):
        over.setdefault(act.over, []).extend(act.units_before)
    for number, units in sorted(over.items()):
        gliders, transports = ({unit.id for unit in _kind(units, kind)} for kind in (GLIDER, TRANSPORT))
        if len(gliders) > len(transports):
            towed, towing = counted(len(gliders), "unit"), counted(len(transports), "unit")
            because = say("{towed} to {hex} behind {towing} that tow them, one each", towed, number, towing)
            silent = _kind(silent_over(record.end, number), TRANSPORT)
            known = Known.open(say("the missions that are flown to {hex}", number)) if silent else YES
            yield Finding((number,), because, tuple(sorted(gliders)), known, owed=not record.ended)


def _drops_cargo(act: object) -> bool:
    return isinstance(act, Flight) and act.mission == "drop" and CARGO in act.told


@article(
    "Air landing units",
    "fire_in_the_east:25E",
    area="airborne",
    unseen="cannot excuse",
    acts=("fly",),
    met=_drops_cargo,
)
def air_landing_from_gliders(act: Act) -> Iterator[Finding]:
    """An air landing unit is dropped from gliders only.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2, ge.dfs230,
              ge.dfs230#2; fly drop 1B/2714: ge.ju52, ge.ju52#2, ge.dfs230, ge.dfs230#2 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2;
              fly drop 1B/2714: ge.ju52, ge.ju52#2 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.dfs230;
              fly drop 1B/2714: ge.ju52, ge.dfs230 cargo=ge.22al1
    """
    if not isinstance(act, Flight) or not _drops_cargo(act):
        return
    carriers = act.units_before
    gliders, transports = len(_kind(carriers, GLIDER)), len(_kind(carriers, TRANSPORT))
    cargo = _kind(cargo_of(act), "air_landing")
    fits = sum(unit_size(unit, "points") for unit in cargo) <= Fraction(gliders, 2)
    if gliders + min(gliders, transports) == len(carriers) and fits:
        return
    kind, why = air_table(act.before).called(act.mission), say("it is dropped from gliders only")
    for unit in cargo:
        yield Finding(act.path, say("{unit} is carried by {kind}: {why}", unit, kind, why), (unit.id,))


ARCTIC = Where(tags=frozenset({"arctic"}))
POINTS = frozenset({"resource"})
NOT_CUT_OFF = (Situation(where=ARCTIC, connected=(NOT_ISOLATED,)),)
"""Where a point lies that pays: in the Arctic, and not isolated."""
FREE = frozenset({"transfer", "stage", "intercept", "scramble"})
"""The missions that cost nothing."""


def _in_arctic(position: Position, number: str) -> Known:
    i = position.network.index.get(number)
    return ARCTIC.fits(ground_at(position), i) if i is not None else NO


def _missions(record: PhaseRecord) -> Iterator[tuple[Flight, Unit, str]]:
    """The units that fly missions that cost points, and the base of each, "" if nobody told it."""
    for act in record.of(Flight):
        for name in act.units if act.mission not in FREE else ():
            unit, sortie = act.after.units.get(name), act.after.memory.flown.get(name)
            if unit is not None:
                yield act, unit, (sortie.base if sortie is not None else "") or start_of(act)


def _from_arctic(record: PhaseRecord) -> dict[str, list[tuple[str, Known]]]:
    """By side the units whose missions cost points, each with whether its base lies in the Arctic."""
    found: dict[str, list[tuple[str, Known]]] = {}
    for act, unit, base in _missions(record):
        here = _in_arctic(act.before, base)
        if here.possible:
            found.setdefault(unit.side, []).append((unit.id, here))
    return found


@article(
    "Arctic air missions",
    "fire_in_the_east:30.8",
    "sudden_storm:29.f",
    when=("air",),
    area="air",
    met=_from_arctic,
    untold=lambda record, _: next(
        (say("the base of {unit}", unit) for _, unit, base in _missions(record) if not base), ""
    ),
)
def arctic_air_missions(record: PhaseRecord) -> Iterator[Finding]:
    """Five air units, or a part of five, that fly missions from bases in the Arctic cost a resource point that is not
    isolated there, but for transfers and interceptions.

    Legal:    turn 5, German Air Phase; weather clear; 1B/2714: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2714: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; 1B/1509: so.10rif; 1B/1522: +airfield; [1B/1522]: ge.he111h;
              fly ground_support 1B/1509: ge.he111h
    """
    for side, units in _from_arctic(record).items():
        names = tuple(dict.fromkeys(name for name, _ in units))
        due, most = (-(-len(some) // 5) for some in ({name for name, here in units if here.is_yes}, names))
        before, after = (lying_points(position, POINTS, side) for position in (record.start, record.end))
        gone = {
            number: before.get(number, Fraction(0)) - after.get(number, Fraction(0)) for number in {*before, *after}
        }
        pays = ((fits_any(record.start, side, number, NOT_CUT_OFF), Interval.of(left)) for number, left in gone.items())
        spent = sum_of(Interval.by(able, left, ZERO) for able, left in pays)
        if spent.low < most:
            because = say(
                "units that fly missions from such bases: {number}; points due: {due}, spent: {spent}",
                len(names), due, spent,
            )  # fmt: skip
            bases = [name for _, here in units for name in here.missing]
            missing = (*bases, *sorted(spent.missing)) or (say("which points were spent"),)
            short = YES if spent.high < due else Known.open(*missing)
            yield Finding((), because, names, short & unless_missing(record.gap), owed=not record.ended)
