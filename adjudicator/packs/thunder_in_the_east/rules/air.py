"""Air units on the Air Display, in the Air Reserve and over the map: 8.0, 8.1, 18.0, 19.6, 203.1 and 208.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.analysis.air.reach import HELD_BACK, SHORTER, distance, enemy_bases_within, is_base
from adjudicator.analysis.air.sorties import is_called_back
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Finding
from adjudicator.model.known import Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Transfer
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.words import either, word

CHAPTER = Chapter(area="air", unseen="cannot excuse")

HOMES = {"german": "germany", "italian": "germany", "hungarian": "hungary", "romanian": "romania", "ussr": "ussr"}
"""Nations with the tag of their home territory."""
RESERVE_RANGE = 6
"""No Air Base of the enemy lies within so many hexes of one over which the Air Reserve intercepts."""
AIR_RESERVE = frozenset({"air_reserve_available", "air_reserve_flown"})
OWN_TAKE_OFF = When(phases=frozenset({"special movement"}), phasing="own")
OWN_RETURN = When(phases=frozenset({"air return"}), phasing="own")
OWN_BUILDING = When(phases=frozenset({"order of battle"}), phasing="own")
TAKE_OFF = (
    OWN_TAKE_OFF,
    When(phases=frozenset({"reaction"}), phasing="enemy"),
    When(phases=frozenset({"interception"}), phasing="own"),
)
"""When units take off, and one that did may be put back into the box that it left."""


def _moved(act: Act) -> Iterator[tuple[Unit, Unit]]:
    """The air units of an act, before it and after it."""
    for name in act.units if isinstance(act, Flight | Transfer) else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is not None and new is not None and old.type.flies:
            yield old, new


def _phase_of_flight(position: Position, _: object) -> str:
    """The phase, where something is in the air and nobody tells it."""
    aloft = any(unit.location in position.network.index for unit in position.aircraft.values())
    return PHASE if aloft and position.moment.phase is None else ""


@CHAPTER.article("Air units are off the map", "2.0j", untold=_phase_of_flight)
def off_the_map(position: Position) -> Iterator[Finding]:
    """Air units rest on the Air Display, and are on the map only while they fly missions.

    Legal:    turn 9, Axis Supply Step; weather clear; season summer; [flown]: ax.ju87
    Illegal:  turn 9, Axis Supply Step; weather clear; season summer; [2215]: ax.ju87
    """
    phase = position.moment.phase
    if phase is None or phase.names & {"special movement", "combat"}:
        return
    for name, unit in sorted(position.aircraft.items()):
        if unit.location in position.network.index:
            because = say(
                "{unit} is over {hex} in the {phase}, in which nothing flies", unit, unit.location, phase.name
            )
            yield Finding((unit.location,), because, (name,))


@CHAPTER.article("Readiness levels", "8.1", when=("end of phase",))
def readiness_levels(position: Position) -> Iterator[Finding]:
    """The Available box holds ready units only, the Destroyed box damaged ones without Suppressed markers.

    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; [flown]: ax.ju87/2; say we go on;
              turn 9, Axis Regular Movement Step; say we go on
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; [available]: ax.ju87/2; say we go on;
              turn 9, Axis Regular Movement Step; say we go on
    """
    table = air_table(position)
    boxes = frozenset[str]().union(*(each.boxes for each in table.level))
    for name, unit in sorted(position.aircraft.items()):
        if unit.location in boxes and table.level_of(unit) is None:
            shown, box = " ".join(word(tag) for tag in sorted(unit.shown.tags)) or say("ready"), word(unit.location)
            because = say("{unit} lies {how} in the {box} box, which holds none of that state", unit, shown, box)
            yield Finding((), because, (name,))


@CHAPTER.article("Who may fly", "18.0a", acts=("fly", "transfer"))
def ready_units_fly(act: Act) -> Iterator[Finding]:
    """Only Ready units of the Available box fly missions.

    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; fly cas 2215: ax.ju87
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [flown]: ax.ju87; fly cas 2215: ax.ju87
    """
    table, index = air_table(act.before), act.before.network.index
    for old, new in _moved(act):
        state = table.state_of(old)
        if old.location not in index and new.location in index and state != "available":
            said = word(state) if state else say("in the {box} box", word(old.location))
            because = say("{unit} takes off and is {state}; who flies is {states}", old, said, either(("available",)))
            yield Finding(act.path[-1:], because, (old.id,))


@CHAPTER.article("After a mission", "18.0b", covers=("21.0f",), acts=("fly", "transfer"))
def after_a_mission(act: Act) -> Iterator[Finding]:
    """After its mission an air unit goes to the Flown box, or as a result says to the Destroyed box.

    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; [2215]: ax.ju87; ax.ju87 [2215]>[flown]
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; [2215]: ax.ju87; ax.ju87 [2215]>[available]
    """
    index, boxes = act.before.network.index, ("flown", "air_reserve_flown", "destroyed", "force_pool")
    for old, new in _moved(act):
        if old.location not in index or new.location in index or new.location in boxes:
            continue
        if not is_called_back(act.before, new, TAKE_OFF).is_yes:
            came, to = word(new.location), either(boxes)
            because = say("{unit} comes back into the {box} box, and may come back only into: {boxes}", new, came, to)
            yield Finding((old.location,), because, (new.id,))


@CHAPTER.article("Air Return", "19.6a", when=("air return",))
def air_return(record: PhaseRecord) -> Iterator[Finding]:
    """In the Air Return Step all air units still on the map go back to the Air Display.

    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; [2215]: ax.ju87; ax.ju87 [2215]>[flown]
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; [2215]: ax.ju87; say we go on;
              turn 9, Axis Regular Movement Step; ax.ju87 [2215]>[flown]
    """
    for name, unit in sorted(record.end.units.items()):
        if unit.type.flies and unit.location in record.end.network.index:
            because = say("{unit} is still over {hex}, and goes home now", unit, unit.location)
            yield Finding((unit.location,), because, (name,), owed=not record.ended)


class Passage(NamedTuple):
    """A way from box to box, and when it is open."""

    origins: tuple[str, ...]
    to: tuple[str, ...]
    when: When = ALWAYS


RESERVE_PASSAGES = (
    Passage(("flown",), ("air_reserve_flown",), When(phases=frozenset({"repair"}), phasing="own")),
    Passage(("air_reserve_flown",), ("air_reserve_available",), When(phases=frozenset({"repair"}))),
    Passage(("available",), ("air_reserve_flown",), OWN_TAKE_OFF),
    Passage(("air_reserve_available",), ("flown",), OWN_TAKE_OFF),
    Passage(("air_reserve_flown",), ("flown",), OWN_RETURN),
    Passage(("air_reserve_available",), ("available",), OWN_RETURN),
    Passage(("destroyed", "force_pool"), ("air_reserve_flown",), OWN_BUILDING),
    Passage(("air_reserve_available", "air_reserve_flown"), ("force_pool", "removed")),
)
SHORT_RANGE_HOME = {"available": ("flown", "destroyed"), "air_reserve_available": ("air_reserve_flown", "destroyed")}
"""Where a short-range unit comes home, by the box out of which it flew."""


@CHAPTER.article("Into and out of the Air Reserve", "8.0h", covers=("208.3.1a", "208.3.1b"), acts=("transfer",))
def air_reserve(act: Act) -> Iterator[Finding]:
    """Units join the Air Reserve as they recover or come home, and leave it in the Return Step; a Transfer Mission does both.

    Legal:    turn 9, Axis Repair & Recovery Step; weather clear; season summer; [flown]: ax.ju88;
              ax.ju88 [flown]>[air_reserve_flown]
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; [flown]: ax.ju88;
              ax.ju88 [flown]>[air_reserve_flown]
    """
    yield from _passes_by(act, AIR_RESERVE, RESERVE_PASSAGES)
    for old, new in _moved(act) if isinstance(act, Transfer) else ():
        index = act.before.network.index
        if old.location not in index or new.location in index or not old.has("short_range"):
            continue
        sortie, box = act.before.memory.flown.get(old.id), word(new.location)
        origin = sortie.box if sortie is not None else ""
        if not origin and new.location in AIR_RESERVE:
            because = say("{unit} comes home into the {box} box, and nobody saw where it flew from", old, box)
            yield Finding((), because, (old.id,), Known.open(say("the box from which {unit} flew", old)))
        if new.location in SHORT_RANGE_HOME.get(origin, (new.location,)):
            continue
        if not is_called_back(act.before, new, TAKE_OFF).is_yes:
            because = say(
                "{unit} flew out of the {old} box and comes home into the {new} box, which it may not",
                old,
                word(origin),
                box,
            )
            yield Finding((), because, (old.id,))


DISBANDED = ("available", "flown", "destroyed", "air_reserve_available", "air_reserve_flown")
DISBANDING = When(
    phases=frozenset({"axis.special_reorganization", "soviet.special_reorganization"}),
    phasing="own",
    options=frozenset({"campaign"}),
)


@CHAPTER.article("Disbanding air units", "203.1", acts=("transfer",))
def disbanding(act: Act) -> Iterator[Finding]:
    """Air units go to the Force Pool in the Special Reorganization Step for 2 PP each, or as they are withdrawn or upgraded.

    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; [flown]: ax.ju88; ax.ju88 [flown]>[force_pool]
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; [flown]: ax.ju88;
              ax.ju88 [flown]>[force_pool]
    """
    passages = (
        Passage(DISBANDED, ("force_pool",), DISBANDING),
        Passage(DISBANDED, ("force_pool",), OWN_BUILDING),
        Passage(("force_pool",), ("available", "flown", "destroyed", "air_reserve_flown"), OWN_BUILDING),
        Passage(("force_pool",), ("removed",)),
    )
    yield from _passes_by(act, frozenset({"force_pool"}), passages)


def _passes_by(act: Act, boxes: frozenset[str], passages: tuple[Passage, ...]) -> Iterator[Finding]:
    """Units go into and out of some boxes by one of these passages."""
    index = act.before.network.index
    for old, new in _moved(act) if isinstance(act, Transfer) else ():
        if {old.location, new.location} & index.keys() or not boxes & {old.location, new.location}:
            continue
        fits = [each for each in passages if old.location in each.origins and new.location in each.to]
        left, to = word(old.location), word(new.location)
        because = say("{unit} goes from the {old} box into the {new} box, which it may not now", old, left, to)
        yield Finding((), because, (old.id,), ~any_of(each.when.holds(act.before, old.side) for each in fits))


@CHAPTER.article("Effects of the Air Reserve", "208.3.2", unseen="may excuse", acts=("fly",), options=("campaign",))
def air_reserve_intercepts(act: Act) -> Iterator[Finding]:
    """Short-range units of the Air Reserve only intercept, over Air Bases at home and more than 6 hexes from enemy ones; others
    fly one range less.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Opponent's Reaction Step; weather clear; season summer; [air_reserve_available]: ax.bf109;
              2215: sov.sb2; say we go on
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [air_reserve_available]: ax.bf109;
              fly sweep 2215: ax.bf109
    """
    if not isinstance(act, Flight):
        return
    table = air_table(act.before)
    for name in act.units:
        unit, sortie = act.before.units.get(name), act.after.memory.flown.get(name)
        if unit is None or sortie is None or sortie.box not in HELD_BACK:
            continue
        if unit.value("range") is None or str(unit.value("range")) in SHORTER:
            continue
        if table.role_of(act.mission) == "intercept":
            yield from _over_its_base(act, unit)
        else:
            kind = table.called(act.mission)
            because = say("{unit} is held back and flies {kind}, and may only intercept", unit, kind)
            yield Finding(act.path, because, (name,))


def _over_its_base(act: Flight, unit: Unit) -> Iterator[Finding]:
    network = act.before.network
    if act.over not in network.index:
        return
    at_home = HOMES.get(unit.type.nation, "") in network.hexes[network.index[act.over]].tags
    base = is_base(act.before, unit.side, act.over) & Known.of(at_home)
    if not base.is_yes:
        because = say("{unit} is held back and intercepts over {hex}, which is no base at home", unit, act.over)
        yield Finding(act.path, because, (unit.id,), ~base)
        return
    for number, near in enemy_bases_within(act.before, unit.side, act.over, RESERVE_RANGE):
        away = distance(act.before, number, act.over)
        because = say(
            "{unit} is held back and intercepts over {hex}, {away} hexes from {base}", unit, act.over, away, number
        )
        yield Finding(act.path, because, (unit.id,), near)
        return
