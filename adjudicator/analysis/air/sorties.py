"""What became of missions: who flies what over a hex, and what dogfights and fire from below did to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.terms import Bases, air_table
from adjudicator.analysis.concealed import masked
from adjudicator.findings import Finding
from adjudicator.model.known import NO, YES, Known, any_of, unless_missing
from adjudicator.model.told import told_or
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import AirAct, Dogfight, Flight, Strike
from adjudicator.record.memory import DRIVEN_OFF, Sortie
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When

FLAK, HAZARD = "flak", "hazard"
"""Values of a strike: whom fire from below hit, and how (`flak=ax.ju88:D`); whom the weather damaged (`hazard=ax.ju88`)."""

CARGO = "cargo"
"""The value of a flight that tells the units carried (`cargo=ge.1para`)."""

SUPPLY, POINTS = "supply", "resources"
"""The values of a flight that tell how much supply it carries (`supply=2`), and how many resource points (`resources=1`)."""


def role_of(position: Position, name: str) -> str:
    """What a unit does in the air in this player turn: the role of its mission, "" if nobody told it."""
    sortie = position.memory.flown.get(name)
    return air_table(position).role_of(sortie.mission) if sortie is not None else ""


def is_called_back(before: Position, unit: Unit, moments: Iterable[When]) -> Known:
    """Whether a unit is back in the box that it left, if anybody saw which, while those like it take off: it did not fly."""
    sortie = before.memory.flown.get(unit.id)
    if sortie is not None and sortie.box not in ("", unit.location):
        return NO
    return any_of(each.holds(before, unit.side) for each in moments)


def sorties_over(position: Position, number: str, missions: Iterable[str]) -> dict[str, Sortie]:
    """The units that fly a mission of these kinds to a hex in this player turn, by id."""
    kinds = frozenset(missions)
    return {
        name: sortie
        for name, sortie in sorted(position.memory.flown.items())
        if sortie.hex == number and sortie.mission in kinds and name in position.units
    }


def packets_over(position: Position, number: str, side: str, *, enemy: bool = False) -> dict[str, Sortie]:
    """The packets that fly to a hex in this player turn, by their first units."""
    found = {}
    for name, sortie in sorted(position.memory.flown.items()):
        unit = position.units.get(name)
        if sortie.hex == number and unit is not None and (unit.side == side) != enemy:
            found[sortie.packet] = sortie
    return found


def hidden_above(act: Act, _terms: object = None) -> str:
    """The counter over the hex of an act that nobody can read, or one in a box, which may fly there unseen; "" if none is."""
    return hidden_over(act.before, act.over) if isinstance(act, AirAct) else ""


def hidden_over(position: Position, number: str) -> str:
    """The counter over a hex that nobody can read, or one in a box, which may fly there unseen; "" if none is."""
    if not position.unidentified:
        return ""
    boxes = {number}.union(*(level.boxes for level in air_table(position).level))
    hidden = next((each for each in masked(position) if not each.hex and each.location in boxes), None)
    return hidden.datum if hidden is not None else ""


def untold_above(act: Act, terms: object = None) -> str:
    """What nobody told of who else flies over the hex of an act: a counter that nobody can read, or a unit's mission."""
    if not isinstance(act, AirAct):
        return ""
    return hidden_above(act, terms) or next((say("the mission of {unit}", unit) for unit in _silent(act)), "")


def others_above(act: AirAct, side: str) -> Known:
    """Whether all that a side flies over the hex of an act is known, the units of the act apart.

    What was flown before the record begins nobody saw; of units that lie there untold in a whole record, `untold_above` tells.
    """
    above = (each for each in masked(act.before) if not each.hex and each.location == act.over)
    hidden = (each.datum for each in above if each.side in ("", side))
    silent = (say("the mission of {unit}", unit) for unit in _silent(act) if unit.side == side and act.before.joined)
    return unless_missing(*[*hidden, *silent][:1])


def unread_fight(act: Dogfight) -> Iterator[Finding]:
    """The result of a fight with a unit that nobody can tell, if there is one: nobody can say how it had to end."""
    lost = [name for name in (*act.units, *act.against) if name not in act.before.units]
    if lost and act.before.unidentified:
        because = say("{result} was taken in the dogfight over {hex}", act.told["result"], act.over)
        yield Finding(act.path, because, act.units, Known.open(unread(act.before, lost[0])))


def unread(position: Position, name: str) -> str:
    """The missing datum that a unit is which is told and that nobody can tell: the counter that lies there for it."""
    hidden = next((each for each in position.unidentified if each.counter == name), None)
    return hidden.datum if hidden is not None else say("what {unit} is", name)


def unseen_mission(position: Position, unit: Unit, over: str = "") -> str:
    """The missing datum that a unit's mission is, where it may have been flown before the record begins, or where the unit lies
    over the hex in question and nobody told what it does there; "" if it is known.
    """
    may = position.joined or (over and unit.location == over)
    return say("the mission of {unit}", unit) if may and unit.id not in position.memory.flown else ""


def silent_over(position: Position, number: str) -> list[Unit]:
    """The units over a hex of which nobody told the mission, by id."""
    return [each for each in position.flying_at(number) if each.id not in position.memory.flown]


def silent_in(record: PhaseRecord, number: str) -> list[Unit]:
    """The units that lay over a hex at any moment of a record, and of which nobody told a mission in it or before, by id."""
    told = {name for act in record.of(Flight) for name in act.units}
    found = {
        each.id: each for position in record.moments for each in silent_over(position, number) if each.id not in told
    }
    return [found[name] for name in sorted(found)]


def _silent(act: AirAct) -> list[Unit]:
    """The units over the hex of an act, besides its own, of which nobody told the mission."""
    return [each for each in silent_over(act.before, act.over) if each.id not in act.units]


def told_letters(act: Dogfight | Strike) -> dict[str, str]:
    """The results that were told of an act, by unit: the letters of losses, of flak, or D of the weather."""
    parts = act.told.get("losses", "") if isinstance(act, Dogfight) else act.told.get(FLAK, "")
    pairs = [part.strip().partition(":") for part in parts.split(",") if part.strip()]
    found = {name: letter.upper() for name, _, letter in pairs if letter.strip("-")}
    hazard = act.told.get(HAZARD, "") if isinstance(act, Strike) else ""
    return {**found, hazard: found.get(hazard, "") + "D"} if hazard else found


def start_of(act: Flight) -> str:
    """The base from which a mission is flown: the one that is told, or that the first unit was seen to leave."""
    sortie = act.after.memory.flown.get(act.units[0])
    found = act.told.get("base", "") or (sortie.base if sortie is not None else "")
    unit = act.before.units.get(act.units[0])
    if found or unit is None or unit.location != act.over or act.before.pack.figures_of(Bases) is None:
        return found
    return act.over if is_base(act.before, unit.side, act.over).is_yes else ""


def cargo_of(act: Flight) -> list[Unit]:
    """The units that are told as carried."""
    return [act.before.units[name] for name in listed_in(act.told.get(CARGO, "")) if name in act.before.units]


def listed_in(text: str) -> list[str]:
    """The ids in a list as it is told, with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def target_of(act: Strike) -> str:
    """The id of what a mission is carried out against: the one that is told, or with which it was flown; "" if none is."""
    flown = act.before.memory.flown.get(act.units[0])
    return told_or(act.told, "target", flown.target if flown else "")


def harm(record: PhaseRecord) -> dict[str, str]:
    """The letters that each unit bore in a phase, in order."""
    found: dict[str, str] = {}
    for act in record.acts:
        if isinstance(act, Dogfight | Strike):
            for name, letters in told_letters(act).items():
                found[name] = found.get(name, "") + letters
    return found


def driven_off(record: PhaseRecord) -> frozenset[str]:
    """The units that a fight, a patrol or fire from below hit in a phase: shot at with a result, or told with their losses."""
    hit = set(harm(record))
    for act in record.acts:
        if isinstance(act, Dogfight | Strike) and act.told.get("result", "").strip("-"):
            hit |= set(act.against) if isinstance(act, Dogfight) else {act.told.get("target", "")} - {""}
    return frozenset(hit)


def all_seen(record: PhaseRecord) -> Known:
    """Whether everything that flew is known, so that what nobody told was not done; open for want of what is unknown."""
    gap = record.gap
    return unless_missing(gap, *[each.datum for each in record.unidentified if not each.held][:1])


def unaimed(record: PhaseRecord) -> str:
    """The missing datum of whom a fight was against, "" if it is told of all."""
    hexes = (act.over for act in record.of(Dogfight) if not act.against)
    return next((say("who is attacked in the fight over {hex}", number) for number in hexes), "")


def harm_untold(record: PhaseRecord) -> str:
    """The missing datum of what a fight, a patrol or fire from below hit in a phase, "" if all of it is told."""
    table = air_table(record.start)
    for act in record.acts:
        fire = isinstance(act, Strike) and table.role_of(act.mission) == "trial"
        aimless = fire and act.told.get("result", "").isupper() and "target" not in act.told
        silent = isinstance(act, Dogfight) or fire
        if aimless or (silent and "result" not in act.told and "losses" not in act.told):
            return say("whom the fire over {hex} hit", act.path[0])
    return unaimed(record)


def still_over(position: Position, unit: Unit, number: str) -> Known:
    """Whether an aircraft that flew to a hex is still there; what was not dragged onto it may have gone home."""
    gone = Known.open(say("whether {unit} is still over {hex}", unit, number))
    return still_flies(position, unit) & (YES if unit.location == number else gone)


def still_flies(position: Position, unit: Unit) -> Known:
    """Whether no fire drove an aircraft off its mission."""
    sortie = position.memory.flown.get(unit.id)
    if sortie is None or not sortie.driven:
        return YES
    return NO if sortie.driven == DRIVEN_OFF else Known.open(say("what hit {unit}", unit))


def flights(record: PhaseRecord) -> tuple[Flight, ...]:
    """The missions that were told in a phase."""
    return tuple(record.of(Flight))
