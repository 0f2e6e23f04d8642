"""Air operations over a hex that go on after their player abandoned them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.engagement import ESCORT, FORCE, HUNTER, begin_of, flying_as
from adjudicator.analysis.air.sorties import role_of, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Movement, Transfer
from adjudicator.record.flights import AirAct, Dogfight, Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed


class Abandoned(Table):
    """Who abandons his operations over a hex does so with all units there, before any fight, and does nothing more with them."""

    kind: str
    """The kind of air.toml, of the role "said", that tells it. Example: `kind = "abandon"`"""


def _any(record: PhaseRecord, terms: Abandoned) -> bool:
    return any(act.mission == terms.kind for act in record.of(Strike))


@check("air.abandoned", Abandoned, unseen="cannot excuse", met=_any)
def nothing_goes_on(record: PhaseRecord, terms: Abandoned) -> Iterator[Breach]:
    """After operations are abandoned nobody fights over the hex, and nobody bombs it.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3; strike abandon 1B/2714: ge.he111h;
              ge.he111h [1B/2714]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3; strike abandon 1B/2714: ge.he111h;
              dogfight 1B/2714: so.mig3 against=ge.he111h
    """
    for i, act in enumerate(record.acts):
        if isinstance(act, Strike) and act.mission == terms.kind:
            yield from _told(record, act, i)
            yield from _after(record, act, i)


def _told(record: PhaseRecord, act: Strike, number: int) -> Iterator[Breach]:
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


def _after(record: PhaseRecord, act: Strike, number: int) -> Iterator[Breach]:
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
