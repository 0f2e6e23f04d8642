"""Antiaircraft fire: 22 of Fire in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import distance
from adjudicator.analysis.air.sorties import silent_over, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Finding
from adjudicator.model.amounts import exact
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._air_war import BOMBING, HALF, TWO_DICE, wrong_by_chart
from adjudicator.record.acts import Act, Attack
from adjudicator.record.flights import Strike
from adjudicator.record.memory import NIGHT
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where

CHAPTER = Chapter(area="antiair", unseen="cannot excuse", acts=("strike",))

ANTIAIRCRAFT = "antiaircraft"
"""The trial of air.toml, its value and its table."""
LAST_COLUMN = 10
"""Of the table of antiaircraft fire."""
GUNS = frozenset({"heavy_antiaircraft", "light_antiaircraft"})
"""Combat antiaircraft units. As of ships, their counter prints their strength."""
FIRED_AT = BOMBING | {"transport", "transport_back", "drop"}
SHIP, IN_PORT, BOMB_SHIPS = "ship", "in_port", "bomb_ships"
SUPPORT = "defensive_support"
"""22B: stays over a hex until it is attacked, and is fired at from the hexes next to it too."""
SURPRISE = When(phases=frozenset({"surprise"}))
AIRBASES = Situation(
    where=Where(
        places=frozenset(
            ["airbase", "dot_city", "reference_city", "major_city", "full_city", "partial_city", "fortress"]
        ),
        tags=frozenset(("greater_germany", "rumania")),
    ),
    controlled="own",
)
AIRBASE = Interval.of(3)
"""22A2: what an Axis airbase in Greater Germany or Rumania fires with."""


def _is_fire(act: Act) -> bool:
    return isinstance(act, Strike) and act.mission == ANTIAIRCRAFT


def _target(act: Strike) -> Unit | None:
    return act.before.units.get(act.told.get("target", ""))


def _at_the_unread(act: Strike) -> Iterator[Finding]:
    """A doubt where the target is a counter that nobody can read."""
    if (named := act.told.get("target")) and act.before.unidentified:
        because = say("{unit} is fired at from the ground, and nobody can tell with what strength", named)
        yield Finding(act.path, because, act.units, Known.open(act.before.unidentified[0].datum))


def _strength(unit: Unit) -> Interval:
    """What a unit fires with; half of it with little or no supply."""
    told = unit.value(ANTIAIRCRAFT)
    if told is not None:
        number = exact(str(told))
        found = Interval.of(number) if number is not None else Interval.unknown(say("the counter of {unit}", unit))
    elif unit.type.kind in GUNS or unit.has(SHIP):
        found = Interval.unknown(say("the antiaircraft strength of {unit}", unit))
    else:
        found = ONE if _has_guns(unit) else ZERO
    short = not unit.has("fed") and any(unit.has(tag) for tag in ("out_2", "out_3", "out_4"))
    return found.times(HALF) if short else found


def _has_guns(unit: Unit) -> bool:
    """22A1: combat/motorized divisions, of the Germans cadres and headquarters too, and flotillas."""
    kind, size = unit.type.kind, unit.type.size
    german = unit.type.nation == "german" and (kind == "headquarters" or size in ("division", "cadre", "headquarters"))
    division = size == "division" and not unit.has("cadre")
    return kind == "flotilla" or (unit.has("cm") and (german or division))


@CHAPTER.article("Who fires at aircraft", "fire_in_the_east:22A1", covers=("22A2",), met=_is_fire)
def who_fires_at_aircraft(act: Act) -> Iterator[Finding]:
    """Combat/motorized divisions, German cadres and headquarters, antiaircraft units, ships and flotillas fire at aircraft;
    nobody else does.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1inf;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1inf target=so.sb2
    """
    if isinstance(act, Strike) and _is_fire(act):
        for unit in act.units_before:
            if _strength(unit).high == 0:
                yield Finding(act.path, say("{unit} fires at aircraft, and has no strength for it", unit), (unit.id,))


@CHAPTER.article("At which aircraft", "fire_in_the_east:22B.1", met=_is_fire)
def at_which_aircraft(act: Act) -> Iterator[Finding]:
    """Antiaircraft fire meets enemy air units that fly transport or bombing missions in the hex, and no others.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.mig3; 1B/2714: ge.1pz;
              fly escort 1B/2714: so.mig3; strike antiaircraft 1B/2714: ge.1pz target=so.mig3
    """
    if not isinstance(act, Strike) or not _is_fire(act):
        return
    target = _target(act)
    if target is None:
        yield from _at_the_unread(act)
        return
    sortie, index = act.before.memory.flown.get(target.id), act.before.network.index
    for unit in act.units_before:
        if target.side not in act.before.pack.enemies(unit.side):
            yield Finding(act.path, say("{unit} fires at {target}, which is no enemy", unit, target), (unit.id,))
            continue
        if sortie is None:
            because = say("{unit} fires at {target}, whose mission nobody told", unit, target)
            yield Finding(act.path, because, (unit.id,), Known.open(say("the mission of {unit}", target)))
            continue
        kind, near = air_table(act.before).called(sortie.mission), 1 if sortie.mission == SUPPORT else 0
        if sortie.mission not in FIRED_AT:
            because = say("{unit} fires at {target}, which flies {kind}", unit, target, kind)
            yield Finding(act.path, because, (unit.id,))
        elif {unit.location, sortie.hex} <= index.keys() and distance(act.before, unit.location, sortie.hex) > near:
            because = say(
                "{unit} fires at {target}, which flies {kind} to another hex, {hex}", unit, target, kind, sortie.hex
            )
            yield Finding(act.path, because, (unit.id,))


def _mission_untold(act: Act) -> str:
    """The mission of the target of antiaircraft fire, where nobody saw it."""
    target = _target(act) if isinstance(act, Strike) and _is_fire(act) else None
    return unseen_mission(act.before, target) if target is not None else ""


@CHAPTER.article(
    "Antiaircraft fire of ships",
    "fire_in_the_east:22B.2",
    covers=("22B.1",),
    met=_is_fire,
    untold=_mission_untold,
)
def fire_of_ships(act: Act) -> Iterator[Finding]:
    """Ships fire at aircraft that bomb ships alone; at these fire, in port, the bombed ship and antiaircraft units, and at sea
    the bombed ship and others that nobody bombs (22B).

    Under:    own, open_sea
    Legal:    turn 5, German Air Phase; weather clear; [2A/0412]: ge.he111h; 2A/0410: so.ca1/2;
              fly bomb_ships 2A/0410: ge.he111h target=so.ca1; strike antiaircraft 2A/0410: so.ca1 target=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [2A/0412]: ge.he111h; 2A/0410: so.ca1/2;
              fly bomb_port 2A/0410: ge.he111h; strike antiaircraft 2A/0410: so.ca1 target=ge.he111h
    """
    if not isinstance(act, Strike) or not _is_fire(act) or (target := _target(act)) is None:
        return
    sortie = act.before.memory.flown.get(target.id)
    if sortie is None:
        return
    kind, bombed = air_table(act.before).called(sortie.mission), act.before.units.get(sortie.target)
    at_ships = sortie.mission == BOMB_SHIPS and bombed is not None and bombed.has(SHIP)
    for unit in act.units_before:
        because, known = "", YES
        if unit.has(SHIP) and sortie.mission != BOMB_SHIPS:
            because = say("{unit} fires at {target}, which flies {kind}", unit, target, kind)
        elif at_ships and bombed is not None and bombed.id != unit.id and not _helps(unit, bombed):
            because = say("{unit} fires at {target}, which bombs {ship}", unit, target, bombed)
        elif at_ships and bombed is not None and bombed.id != unit.id and unit.has(SHIP):
            because = say("{unit} fires at {target}, which bombs {ship}, and is bombed itself", unit, target, bombed)
            known = _is_bombed(act, unit)
        if because and known.possible:
            yield Finding(act.path, because, (unit.id,), known)


def _is_bombed(act: Strike, ship: Unit) -> Known:
    """Whether somebody flies to bomb a ship in this player turn; open where nobody told what another over it does."""
    flown = act.before.memory.flown
    if any(each.mission == BOMB_SHIPS and each.target == ship.id for each in flown.values()):
        return YES
    at_large = [
        name for name, each in flown.items() if (each.mission, each.hex, each.target) == (BOMB_SHIPS, act.over, "")
    ]
    silent = [each.id for each in silent_over(act.before, act.over) if each.side != ship.side]
    untold = next(iter((*silent, *at_large)), "")
    return Known.open(say("the mission of {unit}", act.before.units.get(untold) or untold)) if untold else NO


def _helps(unit: Unit, bombed: Unit) -> bool:
    """Whether a unit may fire for a ship that is bombed: combat antiaircraft units in port, ships at sea."""
    return unit.type.kind in GUNS if bombed.has(IN_PORT) else unit.has(SHIP)


@CHAPTER.article("When defensive support is fired at", "fire_in_the_east:22B.4", met=_is_fire)
def when_defensive_support_is_fired_at(act: Act) -> Iterator[Finding]:
    """Defensive support is fired at by attackers, in the combat phase in which they attack, before their die is thrown (22B).

    Legal:    turn 5, German Air Phase; weather clear; 1B/2815: ge.1pz; [1B/2712]: so.sb2; 1B/2714: so.10rif;
              fly defensive_support 1B/2714: so.sb2; turn 5, German Combat Phase;
              strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2815: ge.1pz; [1B/2712]: so.sb2; 1B/2714: so.10rif;
              fly defensive_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    """
    if not isinstance(act, Strike) or not _is_fire(act):
        return
    target, phase = _target(act), act.moment.phase
    if target is None:
        yield from _at_the_unread(act)
        return
    sortie = act.before.memory.flown.get(target.id)
    if phase is None or "combat" in phase.names:
        if sortie is not None and sortie.mission == SUPPORT and phase is not None:
            because = say(
                "{target} is fired at in {hex} after the battle there, and must be before its die", target, sortie.hex
            )
            yield Finding(act.path, because, act.units, _is_fought(act, sortie.hex))
        return
    if sortie is None and (untold := unseen_mission(act.before, target)):
        because = say("{unit} is fired at in {moment}, and nobody knows its mission", target, act.moment)
        yield Finding(act.path, because, act.units, Known.open(untold))
    elif sortie is not None and sortie.mission == SUPPORT:
        kind = air_table(act.before).called(SUPPORT)
        because = say(
            "{target} flies {kind}, and is fired at in {moment}, when nobody attacks", target, kind, act.moment
        )
        yield Finding(act.path, because, act.units)


def _fires(record: PhaseRecord) -> Iterator[tuple[Strike, Unit]]:
    """Every antiaircraft fire of a phase at a unit that is among the counters."""
    fire = (act for act in record.of(Strike) if _is_fire(act))
    return ((act, target) for act in fire if (target := _target(act)) is not None)


def _any_fire(record: PhaseRecord) -> bool:
    return any(True for _ in _fires(record))


@CHAPTER.article(
    "Fire before the bombs",
    "fire_in_the_east:22B.1t",
    covers=("22B.1",),
    acts=(),
    met=_any_fire,
)
def fire_before_the_bombs(record: PhaseRecord) -> Iterator[Finding]:
    """Antiaircraft fire comes before the air units that it meets carry out their missions (22B).

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz; fly harassment 1B/2714: so.sb2;
              strike antiaircraft 1B/2714: ge.1pz target=so.sb2; strike harassment 1B/2714: so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz; fly harassment 1B/2714: so.sb2;
              strike harassment 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    """
    done: set[str] = set()
    for act in record.of(Strike):
        target = _target(act)
        if target is not None and _is_fire(act) and target.id in done:
            because = say("{unit} is fired at from the ground, and has carried out its mission", target)
            yield Finding(act.path, because, act.units)
        elif air_table(act.before).role_of(act.mission) == "mission":
            done.update(act.units)


def _supports(record: PhaseRecord) -> Iterator[tuple[Strike, str]]:
    """Every antiaircraft fire of a combat phase at defensive support, with the hex that this supports."""
    phase = record.moment.phase
    for act, target in _fires(record) if phase is not None and "combat" in phase.names else ():
        sortie = act.before.memory.flown.get(target.id)
        if sortie is not None and sortie.mission == SUPPORT:
            yield act, sortie.hex


@CHAPTER.article(
    "Attackers fire at defensive support",
    "fire_in_the_east:22B.4a",
    covers=("22B.4",),
    acts=(),
    met=_supports,
)
def attackers_fire_at_defensive_support(record: PhaseRecord) -> Iterator[Finding]:
    """Who fires at defensive support attacks the hex that it supports (22B).

    Legal:    turn 4, Soviet Air Phase; weather clear; 1B/2714: so.10rif; 1B/2715: ge.1pz; [1B/2712]: so.sb2;
              fly defensive_support 1B/2714: so.sb2; turn 5, German Combat Phase;
              strike antiaircraft 1B/2714: ge.1pz target=so.sb2; attack 1B/2714: ge.1pz result=NE
    Illegal:  turn 4, Soviet Air Phase; weather clear; 1B/2714: so.10rif; 1B/2715: ge.1pz; 1B/2814: ge.1inf;
              [1B/2712]: so.sb2; fly defensive_support 1B/2714: so.sb2; turn 5, German Combat Phase;
              strike antiaircraft 1B/2714: ge.1pz target=so.sb2; attack 1B/2714: ge.1inf result=NE;
              turn 5, German Exploitation Phase; say on
    """
    attackers: dict[str, set[str]] = {}
    for attack in record.of(Attack):
        for number in attack.path:
            attackers.setdefault(number, set()).update(attack.units)
    for act, number in _supports(record) if record.ended else ():
        for unit in act.units_before:
            if unit.id not in attackers.get(number, ()):
                because = say("{unit} fires at what supports {hex}, and does not attack it", unit, number)
                yield Finding(act.path, because, (unit.id,))


def _is_fought(act: Strike, number: str) -> Known:
    """Whether the last battle of the phase was for a hex and its die is thrown."""
    fought, phase = act.before.memory.fought, act.moment.phase
    now = (act.moment.turn, phase.id if phase else "")
    if fought is None or fought.hex != number or (fought.turn, fought.phase) != now:
        return NO
    return YES if fought.result else Known.open(say("whether the die of the battle for {hex} was thrown", number))


@CHAPTER.article("What antiaircraft fire brings", "fire_in_the_east:22B.3", covers=("31F2.4",), met=_is_fire)
def antiaircraft_table(act: Act) -> Iterator[Finding]:
    """The strength and a roll of two dice, 1 more at type B and by night, give the result of the antiaircraft fire table.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2 die=13 result=A
    """
    if not isinstance(act, Strike) or not _is_fire(act):
        return
    target = _target(act)
    if target is None:
        yield from _at_the_unread(act)
    elif len(act.units_before) == len(act.units):
        told, die = act.told.get("result"), act.told.get("die", "")
        if not told or not die.isdigit():
            return
        if int(die) in TWO_DICE:
            yield from _fire(act, target, int(die))
        else:
            yield Finding(act.path, say("{roll} is told as the roll of two dice", int(die)), act.units)


def _fire(act: Strike, target: Unit, die: int) -> Iterator[Finding]:
    sortie, strength = act.before.memory.flown.get(target.id), _fired(act)
    if sortie is None:
        strength = Interval.unknown(say("the mission of {unit}", target))
    elif sortie.mission == SUPPORT:
        strength = Interval.unknown(say("from how many hexes the attack comes"))
    if strength.high == 0:
        return
    if not strength.certain or strength.low.denominator != 1:
        because = say("{unit} is fired at from the ground, and nobody can tell with what strength", target)
        missing = strength.missing or (say("how a half point of antiaircraft strength counts"),)
        yield Finding(act.path, because, act.units, Known.open(*missing))
        return
    roll = die + target.has("type_b") + (sortie is not None and sortie.time == NIGHT)
    cell = f"antiaircraft.{min(LAST_COLUMN, int(strength.low))}.{roll}"
    given, told = act.before.pack.charts.get(cell), act.told["result"].upper()
    because = say(
        "{target} is fired at with {strength}, the roll is {roll}: {given}, and {told} was taken",
        target,
        strength,
        roll,
        given or "?",
        told,
    )
    yield Finding(act.path, because, act.units, wrong_by_chart(told, given, cell))


def _fired(act: Strike) -> Interval:
    """The strength of all that fire together, of Soviets half while they are surprised (31F2.4); a base may fire as well."""
    units, surprised = act.units_before, SURPRISE.holds(act.before, "soviet")
    soviet = sum_of(_strength(unit) for unit in units if unit.side == "soviet")
    total = Interval.by(surprised, soviet.times(HALF), soviet)
    total = total.plus(sum_of(_strength(unit) for unit in units if unit.side != "soviet"))
    axis = any(unit.side == "axis" for unit in units)
    if not axis or fits_any(act.before, "axis", act.over, (AIRBASES,)).is_no:
        return total
    return total.plus(Interval.by(Known.open(say("whether the airbase fires as well")), AIRBASE, ZERO))


@CHAPTER.article(
    "Once at each aircraft",
    "fire_in_the_east:22B.3o",
    covers=("22B.3",),
    acts=(),
    met=lambda record: any(act.mission == ANTIAIRCRAFT for act in record.of(Strike)),
)
def once_at_each_aircraft(record: PhaseRecord) -> Iterator[Finding]:
    """A counter fires at each air unit once in a phase.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2;
              strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    """
    fired: set[tuple[str, str]] = set()
    for act in record.of(Strike):
        target = _target(act)
        if target is None or not _is_fire(act):
            continue
        for unit in act.units_before:
            if (unit.id, target.id) in fired:
                because = say("{unit} fires at {target} a second time, and may only once in a phase", unit, target)
                yield Finding(act.path, because, (unit.id,))
            fired.add((unit.id, target.id))
