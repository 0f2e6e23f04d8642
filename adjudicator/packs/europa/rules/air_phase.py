"""What air units do in an air phase: 18 and 20 of Fire in the East, 19 and 20 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.analysis.air.engagement import ESCORT, FORCE, HUNTER, begin_of, flying_as
from adjudicator.analysis.air.sorties import role_of, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Movement, Transfer
from adjudicator.record.flights import AirAct, Dogfight, Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed

TRANSFER, STAGE = "transfer", "stage"
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
        kind = air_table(self.act.before).mission.get(self.last)
        return kind is not None and kind.stages

    @property
    def breach(self) -> Breach:
        called = air_table(self.act.before).called
        unit, now, last = self.act.before.units[self.unit], called(self.act.mission), called(self.last)
        return Breach(
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


@article(
    "fire_in_the_east:18.1o",
    title="One flight in an air phase",
    area="air",
    covers=("18.1",),
    says="An air unit flies from its base to one target hex in an air phase, but may stage first.",
    unseen="cannot excuse",
    met=lambda record, _: any(act.mission not in NO_WORK for act in record.of(Flight)),
)
def one_target(record: PhaseRecord) -> Iterator[Breach]:
    """Whoever has flown to a target flies no other mission in the phase.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly bomb_units 1B/2914: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if each.last not in NO_WORK and not each.is_led)


@article(
    "sudden_storm:19.a",
    title="One mission in a phase",
    area="air",
    says="An air unit flies one mission in an air phase, but may stage first.",
    unseen="cannot excuse",
    met=lambda record, _: any(record.of(Flight)),
)
def one_mission(record: PhaseRecord) -> Iterator[Breach]:
    """Whoever has flown a mission flies no other in the phase.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if not each.is_led)


@article(
    "fire_in_the_east:20D1.o",
    title="Transfers end the work",
    area="air",
    covers=("20D1",),
    says="Who has transferred flies no other mission in that step.",
    unseen="cannot excuse",
    met=lambda record, _: _flew(record, TRANSFER),
)
def transfer_ends_the_work(record: PhaseRecord) -> Iterator[Breach]:
    """Whoever has transferred may transfer on, and flies nothing else in the phase.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly transfer 1B/2719: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if each.last == TRANSFER and each.act.mission != TRANSFER)


@article(
    printed("fire_in_the_east", "20D2.o", covers=("20D2",)),
    printed("sudden_storm", "19C2.a.o", covers=("19C2.a",)),
    title="No transfer after staging",
    area="air",
    says="After staging an air unit flies a mission that is no transfer.",
    unseen="cannot excuse",
    met=lambda record, _: _flew(record, STAGE),
)
def staging_leads_to_work(record: PhaseRecord) -> Iterator[Breach]:
    """Whoever has staged does not transfer.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly transfer 1B/2719: ge.me109e
    """
    yield from (each.breach for each in _flown_again(record) if each.last == STAGE and each.act.mission == TRANSFER)


@article(
    "sudden_storm:20A1.a",
    title="Abandoning operations",
    area="air",
    says="Operations over a hex are abandoned with all units there, before the fight, and nobody fights or bombs there after.",
    unseen="cannot excuse",
    met=lambda record, _: any(act.mission == ABANDON for act in record.of(Strike)),
)
def abandoned(record: PhaseRecord) -> Iterator[Breach]:
    """Who abandons operations over a hex does so with all units there, before any fight, and does nothing more with them.

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


def _abandons(record: PhaseRecord, act: Strike, number: int) -> Iterator[Breach]:
    units = [act.before.units[name] for name in act.units if name in act.before.units]
    for unit in units:
        sortie = act.before.memory.flown.get(unit.id)
        able = sortie is not None and sortie.hex == act.over and role_of(act.before, unit.id) in (FORCE, ESCORT)
        if not able:
            missing = unseen_mission(act.before, unit)
            because = say("{unit} abandons operations over {hex} and flies no mission there", unit, act.over)
            yield Breach(act.path, because, (unit.id,), Known.open(missing) if missing else YES)
    sides = {unit.side for unit in units}
    there = [*flying_as(act.before, act.over, FORCE), *flying_as(act.before, act.over, ESCORT)]
    left = [unit for unit in there if unit.side in sides and unit.id not in act.units]
    if left:
        because = say("operations over {hex} are abandoned, and {units} stay", act.over, listed(left))
        yield Breach(act.path, because, tuple(unit.id for unit in left))
    if number > begin_of(record, act.over):
        yield Breach(act.path, say("operations over {hex} are abandoned after the fight began", act.over), act.units)


def _goes_on(record: PhaseRecord, act: Strike, number: int) -> Iterator[Breach]:
    hunters = {unit.id for unit in flying_as(act.before, act.over, HUNTER)}
    for later in record.acts[number + 1 :]:
        again = [act.before.units[name] for name in act.units if name in later.units and name in act.before.units]
        if isinstance(later, Dogfight) and (later.over == act.over or hunters & {*later.units, *later.against}):
            because = say(
                "a fight is told over {hex} after operations over {other} were abandoned", later.over, act.over
            )
            yield Breach(later.path, because, later.units)
        elif isinstance(later, Flight | Strike) and again and _works(later):
            because = say("{units} abandoned operations over {hex}, and fly another mission", listed(again), act.over)
            yield Breach(later.path, because, later.units)
        elif isinstance(later, Transfer | Movement) and again and _lands_there(later, act):
            because = say("{units} abandoned operations over {hex}, and land there", listed(again), act.over)
            yield Breach(act.path, because, later.units)


def _works(act: AirAct) -> bool:
    if isinstance(act, Flight):
        return True
    return isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == FORCE


def _lands_there(later: Transfer | Movement, act: Strike) -> bool:
    return any(name in act.units and later.after.units[name].location == act.over for name in later.units)
