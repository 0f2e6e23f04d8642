"""Dogfights of those who may not fight, or in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.analysis.air.reach import distance
from adjudicator.analysis.air.sorties import all_seen, borne, role_of, unaimed
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed

MISSION, ESCORT, INTERCEPT, SWEEP = "mission", "escort", "intercept", "sweep"


NEAR = 3
"""How many hexes from the hex of its mission a sweep joins in."""


class Fights(Table):
    """Interceptors attack missions and their escorts; those escorts, and sweeps near by, attack them in return."""

    leaves: frozenset[str] = frozenset()
    """Results after which a unit neither fights nor carries out its mission. Example: `leaves = ["K"]`"""


@dataclass(slots=True)
class _Course:
    """What happened so far: who attacked whom, in which hexes whose missions were attacked, who swept, left or struck."""

    attacked: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    sides: dict[str, list[str]] = field(default_factory=dict)
    swept: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)


def _any_fight(record: PhaseRecord, _terms: Fights) -> bool:
    return any(True for _ in record.of(Dogfight, Strike))


def _untold(record: PhaseRecord, _terms: Fights) -> str:
    """What nobody told: the mission of an aircraft that fights, or whom a fight was against."""
    for act in record.of(Dogfight):
        for name in (*act.units, *act.against):
            if not role_of(act.before, name):
                return say("the mission of {unit}", act.before.units.get(name, name))
    return unaimed(record)


@check("air.fought", Fights, unseen="cannot excuse", met=_any_fight, untold=_untold)
def fights_in_turn(record: PhaseRecord, terms: Fights) -> Iterator[Breach]:
    """Interceptors attack first, escorts return fire, and then missions are carried out.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.bf109, sov.i16;
              2215: sov.30rc; fly cas 2215: ax.ju87; fly escort 2215: ax.bf109; turn 9, Axis Opponent's Reaction Step;
              fly intercept 2215: sov.i16; turn 9, Axis Air Combat Step; dogfight 2215: sov.i16 against=ax.ju87,ax.bf109;
              dogfight 2215: ax.bf109 against=sov.i16
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.bf109, sov.i16;
              2215: sov.30rc; fly cas 2215: ax.ju87; fly escort 2215: ax.bf109; turn 9, Axis Opponent's Reaction Step;
              fly intercept 2215: sov.i16; turn 9, Axis Air Combat Step; dogfight 2215: ax.bf109 against=sov.i16
    """
    course = _Course()
    for act in record.acts:
        if isinstance(act, Strike):
            yield from _carried_out(act, course)
        if isinstance(act, Dogfight):
            yield from _fight(record, act, terms, course)
        if isinstance(act, Dogfight | Strike):
            course.gone |= {name for name, letters in borne(act).items() if set(letters) & terms.leaves}


def _carried_out(act: Strike, course: _Course) -> Iterator[Breach]:
    gone = [name for name in act.units if name in course.gone]
    if gone:
        unit = act.before.units.get(gone[0], gone[0])
        because = say("{unit} was driven off or shot down, and carries out its mission over {hex}", unit, act.over)
        yield Breach(act.path, because, tuple(gone))
    course.struck |= set(act.units)


def _fight(record: PhaseRecord, act: Dogfight, terms: Fights, course: _Course) -> Iterator[Breach]:
    roles = {name: role_of(act.before, name) for name in (*act.units, *act.against)}
    ours = {roles[name] for name in act.units}
    gone = [name for name in act.units if name in course.gone]
    if gone:
        because = say("{unit} was driven off or shot down, and attacks over {hex}", act.before.unit(gone[0]), act.over)
        yield Breach(act.path, because, tuple(gone))
    if MISSION in ours:
        because = say(
            "{units} attack over {hex}, and whoever is on a mission only defends", _row(act, act.units), act.over
        )
        yield Breach(act.path, because, act.units)
    elif "" in ours:
        pass  # `untold` says so
    elif INTERCEPT in ours:
        yield from _interception(act, course, roles)
    else:
        yield from _return_fire(record, act, terms, course, roles)
    course.attacked.append((act.units, act.against))


def _interception(act: Dogfight, course: _Course, roles: dict[str, str]) -> Iterator[Breach]:
    if any(roles[name] == INTERCEPT for name in act.against):
        because = say("interceptors attack interceptors over {hex}, which nobody does", act.over)
        yield Breach(act.path, because, (*act.units, *act.against))
    late = [name for name in act.against if name in course.struck]
    if late:
        because = say(
            "{unit} is attacked over {hex} after it carried out its mission",
            act.before.units.get(late[0], late[0]),
            act.over,
        )
        yield Breach(act.path, because, tuple(late))
    side = next((act.before.units[name].side for name in act.against if name in act.before.units), "")
    before = course.sides.setdefault(act.over, [])
    phasing = act.moment.phasing
    if side == phasing and any(each != phasing for each in before):
        because = say(
            "the missions over {hex} of the player whose turn it is are attacked first, and others were attacked before",
            act.over,
        )
        yield Breach(act.path, because, act.units)
    if side:
        before.append(side)


def _return_fire(
    record: PhaseRecord, act: Dogfight, terms: Fights, course: _Course, roles: dict[str, str]
) -> Iterator[Breach]:
    attackers = {name for own, _ in course.attacked for name in own}
    quiet = [name for name in act.against if name not in attackers]
    if quiet:
        unit = act.before.units.get(quiet[0], quiet[0])
        because = say(
            "{units} attack {unit} over {hex}, which attacked nobody before", _row(act, act.units), unit, act.over
        )
        yield Breach(act.path, because, act.units, all_seen(record) & unless_missing(unaimed(record)))
    for name in act.units:
        if roles[name] == ESCORT and not quiet:
            own = any(name in against and set(by) & set(act.against) for by, against in course.attacked)
            unit = act.before.units.get(name, name)
            because = say("{unit} returns fire over {hex}, and was not attacked by them", unit, act.over)
            yield Breach(act.path, because, (name,), NO if own else all_seen(record) & unless_missing(unaimed(record)))
        elif roles[name] == SWEEP:
            yield from _sweep(act, terms, course, name)


def _sweep(act: Dogfight, terms: Fights, course: _Course, name: str) -> Iterator[Breach]:
    unit, sortie = act.before.units.get(name, name), act.before.memory.flown[name]
    index = act.before.network.index
    if sortie.hex in index and act.over in index:
        away = distance(act.before, sortie.hex, act.over)
        if away > NEAR:
            because = say(
                "{unit} sweeps {away} hexes from {hex} to {over}, and may {near}",
                unit,
                away,
                sortie.hex,
                act.over,
                NEAR,
            )
            yield Breach(act.path, because, (name,))
    if name in course.swept:
        yield Breach(act.path, say("{unit} sweeps for the second time in a turn, and may once", unit), (name,))
    if any(name in against for _, against in course.attacked):
        yield Breach(act.path, say("{unit} was intercepted itself, and sweeps no more", unit), (name,))
    course.swept.add(name)


def _row(act: Act, names: tuple[str, ...]) -> str:
    return listed([act.before.units.get(name, name) for name in names])
