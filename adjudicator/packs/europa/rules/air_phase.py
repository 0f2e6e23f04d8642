"""What air units do in an air phase, and in which order: 17A to 20 of Fire in the East, 17A to 20 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.analysis.air.engagement import ESCORT, FORCE, HUNTER, begin_of, flying_as
from adjudicator.analysis.air.reach import reaches
from adjudicator.analysis.air.sorties import role_of, start_of, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.basing import capacity
from adjudicator.record.acts import Act, Movement, Transfer
from adjudicator.record.flights import AirAct, Dogfight, Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import counted, deed, listed

CHAPTER = Chapter(area="air", unseen="cannot excuse")

TRANSFER, STAGE, PATROL = "transfer", "stage", "patrol"
NO_WORK = frozenset((TRANSFER, STAGE, "transport", "transport_back"))
"""Flights that reach no target of the enemy's."""
ABANDON = "abandon"


class _Again(NamedTuple):
    """A unit that flies a mission after another."""

    act: Flight
    unit: str
    last: str

    @property
    def is_led(self) -> bool:
        """Whether the first one may lead to the second, as staging does."""
        return self.last == "stage"

    @property
    def breach(self) -> Finding:
        called = air_table(self.act.before).called
        unit, now, last = self.act.before.units[self.unit], called(self.act.mission), called(self.last)
        return Finding(
            self.act.path, say("{unit} flies {kind} after {other} in one phase", unit, now, last), (self.unit,)
        )


def _flown_again(record: PhaseRecord) -> Iterator[_Again]:
    last: dict[str, str] = {}
    for act in record.of(Flight):
        for name in act.units:
            if name in last and name in act.before.units:
                yield _Again(act, name, last[name])
            last[name] = act.mission


def _flew(record: PhaseRecord, *missions: str) -> bool:
    return any(act.mission in missions for act in record.of(Flight))


@CHAPTER.article(
    "One flight in an air phase",
    "fire_in_the_east:18.1o",
    covers=("18.1",),
    met=lambda record: any(act.mission not in NO_WORK for act in record.of(Flight)),
)
def one_target(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit flies from its base to one target hex in an air phase, but may stage first.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly bomb_units 1B/2914: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if each.last not in NO_WORK and not each.is_led)


@CHAPTER.article("One mission in a phase", "sudden_storm:19.a", met=lambda record: record.of(Flight))
def one_mission(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit flies one mission in an air phase, but may stage first.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if not each.is_led)


@CHAPTER.article(
    "Transfers end the work", "fire_in_the_east:20D1.o", covers=("20D1",), met=lambda record: _flew(record, TRANSFER)
)
def transfer_ends_the_work(record: PhaseRecord) -> Iterator[Finding]:
    """Who has transferred flies no other mission in that step.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly transfer 1B/2719: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if each.last == TRANSFER and each.act.mission != TRANSFER)


@CHAPTER.article(
    "No transfer after staging",
    printed("fire_in_the_east", "20D2.o", covers=("20D2",)),
    printed("sudden_storm", "19C2.a.o", covers=("19C2.a",)),
    met=lambda record: _flew(record, STAGE),
)
def staging_leads_to_work(record: PhaseRecord) -> Iterator[Finding]:
    """After staging an air unit flies a mission that is no transfer.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly transfer 1B/2719: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if each.last == STAGE and each.act.mission == TRANSFER)


@CHAPTER.article(
    "Abandoning operations",
    "sudden_storm:20A1.a",
    met=lambda record: any(act.mission == ABANDON for act in record.of(Strike)),
)
def abandoned(record: PhaseRecord) -> Iterator[Finding]:
    """Operations over a hex are abandoned with all units there, before the fight, and nobody fights or bombs there after.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3; strike abandon 1B/2714: ge.he111h;
              ge.he111h [1B/2714]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3; strike abandon 1B/2714: ge.he111h;
              dogfight 1B/2714: so.mig3 against=ge.he111h
    """
    for number, act in enumerate(record.acts):
        if isinstance(act, Strike) and act.mission == ABANDON:
            yield from _abandons(record, act, number)
            yield from _goes_on(record, act, number)


def _abandons(record: PhaseRecord, act: Strike, number: int) -> Iterator[Finding]:
    units = act.units_before
    for unit in units:
        sortie = act.before.memory.flown.get(unit.id)
        able = sortie is not None and sortie.hex == act.over and role_of(act.before, unit.id) in (FORCE, ESCORT)
        if not able:
            missing = unseen_mission(act.before, unit, act.over)
            because = say("{unit} abandons operations over {hex} and flies no mission there", unit, act.over)
            yield Finding(act.path, because, (unit.id,), Known.open(missing) if missing else YES)
    sides = {unit.side for unit in units}
    there = [*flying_as(act.before, act.over, FORCE), *flying_as(act.before, act.over, ESCORT)]
    left = [unit for unit in there if unit.side in sides and unit.id not in act.units]
    if left:
        because = say("operations over {hex} are abandoned, and {units} stay", act.over, listed(left))
        yield Finding(act.path, because, tuple(unit.id for unit in left))
    if number > begin_of(record, act.over):
        yield Finding(act.path, say("operations over {hex} are abandoned after the fight began", act.over), act.units)


def _goes_on(record: PhaseRecord, act: Strike, number: int) -> Iterator[Finding]:
    hunters = {unit.id for unit in flying_as(act.before, act.over, HUNTER)}
    for later in record.acts[number + 1 :]:
        again = [unit for unit in act.units_before if unit.id in later.units]
        if isinstance(later, Dogfight) and (later.over == act.over or hunters & {*later.units, *later.against}):
            because = say(
                "a fight is told over {hex} after operations over {other} were abandoned", later.over, act.over
            )
            yield Finding(later.path, because, later.units)
        elif isinstance(later, Flight | Strike) and again and _works(later):
            because = say("{units} abandoned operations over {hex}, and fly another mission", listed(again), act.over)
            yield Finding(later.path, because, later.units)
        elif isinstance(later, Transfer | Movement) and again and _lands_there(later, act):
            because = say("{units} abandoned operations over {hex}, and land there", listed(again), act.over)
            yield Finding(act.path, because, later.units)


def _works(act: AirAct) -> bool:
    if isinstance(act, Flight):
        return True
    return isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == FORCE


def _lands_there(later: Transfer | Movement, act: Strike) -> bool:
    return any(name in act.units and later.after.units[name].location == act.over for name in later.units)


def _takeoffs(record: PhaseRecord, onward: frozenset[str]) -> Iterator[tuple[str, Unit]]:
    """Who starts missions, and from which base, gliders apart, which are towed; of missions that go on only the first."""
    flown: set[str] = set()
    for act in record.of(Flight):
        for unit in act.units_before:
            if unit.type.kind != "glider" and not (act.mission in onward and unit.id in flown):
                yield start_of(act), unit
        if act.mission in onward:
            flown |= {*act.units}


def _patrols(record: PhaseRecord) -> Iterator[tuple[str, Unit]]:
    strikes = (act for act in record.of(Strike) if act.mission == PATROL)
    return ((unit.location, unit) for act in strikes for unit in act.units_before)


def _by_base(record: PhaseRecord, started: Iterable[tuple[str, Unit]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for base, unit in started:
        if base in record.start.network.index:
            found.setdefault(base, []).append(unit.id)
    return found


def _beyond_capacity(record: PhaseRecord, started: Iterable[tuple[str, Unit]]) -> Iterator[Finding]:
    for base, names in sorted(_by_base(record, started).items()):
        able = capacity(record.start, base)
        few = Interval.of(len(names)).at_most(able)
        if not few.is_yes:
            units = counted(len(names), "unit")
            because = say("missions start from {base} with {units}, and its capacity is {able}", base, units, able)
            yield Finding((base,), because, tuple(dict.fromkeys(names)), ~few)


@CHAPTER.article(
    "Capacity of airbases",
    printed("fire_in_the_east", "17A", figures=frozenset({TRANSFER})),
    printed("sudden_storm", "17A.a", figures=frozenset()),
    area="airbase",
    met=lambda record, onward: _by_base(record, _takeoffs(record, onward)),
)
def missions_of_a_base(record: PhaseRecord, onward: frozenset[str]) -> Iterator[Finding]:
    """From an airbase as many air units start missions in an air phase as it has capacity.

    Legal:    turn 5, German Air Phase; weather clear; 1B/3017: +temporary_airfield; [1B/3017]: ge.me109e, ge.me109e#2;
              fly bomb_units 1B/2914: ge.me109e; fly bomb_units 1B/2914: ge.me109e#2
    Illegal:  turn 5, German Air Phase; weather clear; 1B/3017: +temporary_airfield; [1B/3017]: ge.me109e, ge.me109e#2,
              ge.me109e#3; fly bomb_units 1B/2914: ge.me109e, ge.me109e#2, ge.me109e#3
    """
    yield from _beyond_capacity(record, _takeoffs(record, onward))


@CHAPTER.article(
    "Patrols of a base",
    "fire_in_the_east:19.4c",
    covers=("19.4",),
    met=lambda record: _by_base(record, _patrols(record)),
)
def patrols_of_a_base(record: PhaseRecord) -> Iterator[Finding]:
    """A base makes as many patrol attacks as it has capacity.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2613: so.1eng, +temporary_airfield;
              [1B/2613]: so.mig3, so.mig3#2; 1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h;
              strike patrol 1B/2714: so.mig3 target=ge.he111h; strike patrol 1B/2714: so.mig3#2 target=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2613: so.1eng, +temporary_airfield;
              [1B/2613]: so.mig3, so.mig3#2, so.mig3#3; 1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h;
              strike patrol 1B/2714: so.mig3, so.mig3#2, so.mig3#3 target=ge.he111h
    """
    yield from _beyond_capacity(record, _patrols(record))


FLIGHT_STEPS = {FORCE: 1, ESCORT: 1, HUNTER: 2}
TOLD_STEPS = {PATROL: 1, "screen": 3, "bypass": 3, "jettison": 3, ABANDON: 3, "antiaircraft": 4}


def _step(act: Act) -> int:
    """The step of the air phase that an act belongs to, 0 for any."""
    if isinstance(act, Dogfight):
        return 3
    if not isinstance(act, Flight | Strike):
        return 0
    role = air_table(act.before).role_of(act.mission)
    if role in ("trial", "said"):
        return TOLD_STEPS.get(act.mission, 0)
    return FLIGHT_STEPS.get(role, 0) if isinstance(act, Flight) else 4


@CHAPTER.article(
    "Steps of the air phase",
    "fire_in_the_east:18.2",
    "sudden_storm:18.b",
    covers=("16C",),
    met=lambda record: any(map(_step, record.acts)),
)
def steps_of_the_air_phase(record: PhaseRecord) -> Iterator[Finding]:
    """Missions fly first, then interceptors, then they fight, and then missions are carried out.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; fly intercept 1B/2914: so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2915]: so.mig3;
              1B/2914: so.10rif; fly ground_support 1B/2914: ge.he111h; fly intercept 1B/2914: so.mig3;
              fly escort 1B/2914: ge.me109e
    """
    latest = 0
    for act in record.acts:
        step = _step(act)
        if 0 < step < latest:
            units = ", ".join(str(act.after.units.get(name) or name) for name in act.units)
            done = deed(act.kind)
            because = say("{units} {deed} in step {step} of the phase, after step {latest}", units, done, step, latest)
            yield Finding(act.path, because, act.units)
        latest = max(latest, step)


@CHAPTER.article(
    "Transfers go on from safe bases",
    "fire_in_the_east:20D1.i",
    covers=("20D1",),
    met=lambda record: _flew(record, TRANSFER),
)
def transfers_from_safe_bases(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit transfers on only from a base that no enemy fighter reaches in interception.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2013]: so.mig3; [1B/2719]: ge.me109e;
              fly transfer 1B/2712: so.mig3; fly transfer 1B/3010: so.mig3
    Illegal:  turn 5, Soviet Air Phase; weather clear; control 1B/2715 axis; [1B/2013]: so.mig3; 1B/2715: +airfield;
              [1B/2715]: ge.me109e; fly transfer 1B/2712: so.mig3; fly transfer 1B/3010: so.mig3
    """
    came: dict[str, str] = {}
    for act in record.of(Flight):
        for name in act.units:
            unit, base = act.before.units.get(name), came.get(name, "")
            if unit is not None and base and act.mission == TRANSFER:
                yield from _in_reach_of_fighters(act, unit, base)
            came[name] = act.over if act.mission == TRANSFER else ""


def _in_reach_of_fighters(act: Flight, unit: Unit, base: str) -> Iterator[Finding]:
    enemies = act.before.pack.enemies(unit.side)
    there = (each for each in act.before.aircraft.values() if each.side in enemies and each.type.kind == "fighter")
    fighters = sorted(there, key=lambda each: each.id)
    near = [(each, found) for each in fighters if (found := _intercepts(act.before, each, base)).possible]
    if not near:
        return
    enemy, reached = next((row for row in near if row[1].is_yes), near[0])
    kind = air_table(act.before).called(act.mission)
    because = say("{unit} flies on from {base} in {kind}, and {enemy} reaches {base}", unit, base, kind, enemy)
    yield Finding((base, act.over), because, (unit.id,), reached)


def _intercepts(position: Position, fighter: Unit, base: str) -> Known:
    """Whether a fighter reaches a base; the text does not say whether one counts that is inoperative, or flies already."""
    if fighter.location not in position.network.index:
        return NO
    busy = fighter.has("inoperative") or fighter.id in position.memory.flown
    counts = Known.open(say("whether {unit} counts, which could not fly there now", fighter)) if busy else YES
    return reaches(position, fighter, fighter.location, base, "half") & counts


@CHAPTER.article(
    "Alone or together",
    printed("fire_in_the_east", "20F.1.o", covers=("20F.1",)),
    "sudden_storm:19D.b",
    met=lambda record: any(map(_bombs, record.acts)),
)
def one_attack(record: PhaseRecord) -> Iterator[Finding]:
    """Bombers over a target attack alone or together, each in one attack.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.he111h#2; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h, ge.he111h#2; strike marshalling_yards 1B/2712: ge.he111h, ge.he111h#2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.he111h#2; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h, ge.he111h#2;
              strike marshalling_yards 1B/2712: ge.he111h, ge.he111h#2; strike marshalling_yards 1B/2712: ge.he111h
    """
    done: set[str] = set()
    for act in record.acts:
        if isinstance(act, Flight):
            done -= {*act.units}
        elif isinstance(act, Strike) and _bombs(act):
            for unit in act.units_before:
                if unit.id in done:
                    because = say("{unit} bombs {hex} a second time, and may once in a phase", unit, act.over)
                    yield Finding(act.path, because, (unit.id,))
            done |= {*act.units}


def _bombs(act: Act) -> bool:
    return isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == FORCE
