"""Dogfights: 20 of Thunder in the East."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from adjudicator.analysis.air.battle import OPEN, fought
from adjudicator.analysis.air.reach import distance
from adjudicator.analysis.air.sorties import all_seen, harm, hidden_above, role_of, told_letters, unaimed, unread_fight
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.combat.support import MISSIONS, faces_told
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.analysis.air_battle import (
    FIRST,
    MISSES,
    NOTHING,
    REVISED,
    VULNERABLE,
    AirWar,
    differential,
    results,
)
from adjudicator.packs.thunder_in_the_east.rules._air import ESCORT, HAZARDOUS, INTERCEPT, MISSION, SWEEP
from adjudicator.record.acts import Act, Attack, Declaration
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import counted, listed, word

CHAPTER = Chapter(area="air", unseen="cannot excuse")

SWEEP_RANGE = 3
"""How many hexes from the hex of its mission a sweep joins in."""
NO_EFFECT = frozenset({"NE", "N"})
ANY = "P"
"""A result of which the attacker chooses what it is."""
PRESSED = "KXAHD"
"""The results among which an attacker who presses chooses, the worst first: one of his own units bears the next one."""


MOST_HURT = 2
"""20.1.2. So many aircraft of a group are affected at most."""


def _result(act: Dogfight) -> str:
    """The result that is told of a fight, "" if it had no effect."""
    told = act.told.get("result", "").upper().strip(NOTHING)
    return "" if told in NO_EFFECT else told


def _row(act: Act, names: Iterable[str]) -> str:
    return listed([act.before.units.get(name, name) for name in names])


@CHAPTER.article("Dogfight result", "20.0e", covers=("20.0d", "20.3", "303.1"), acts=("dogfight",), untold=hidden_above)
def dogfight_result(act: Act) -> Iterator[Finding]:
    """The difference of Air-to-Air strengths and one die give the result of a dogfight.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=3 result=X
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=3 result=KX
    """
    yield from _as_the_table_has_it(act, REVISED)


@article(
    printed("thunder_in_the_east_10", "20.0e"),
    covers=("20.0d", "20.3"),
    unseen="cannot excuse",
    acts=("dogfight",),
    untold=hidden_above,
    anew=True,
)
def result_by_the_users_chart(act: Act) -> Iterator[Finding]:
    """The difference of Air-to-Air strengths and one die give the result of a dogfight.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=3 result=KX
    """
    yield from _as_the_table_has_it(act, FIRST)


def _as_the_table_has_it(act: Act, book: AirWar) -> Iterator[Finding]:
    if not isinstance(act, Dogfight) or "result" not in act.told or not act.told.get("die", "").isdigit():
        return
    attackers, defenders = fought(act, act.units), fought(act, act.aims)
    if len(attackers) < len(act.units) or not defenders or len(defenders) < len(act.against):
        yield from unread_fight(act)
        return
    told, die = _result(act), int(act.told["die"])
    found = differential(act.before, attackers, defenders, book)
    able = results(act.before, found, die, book)
    if told not in able:
        because = say(
            "the differential is {differential}: a {die} gives {able}, and {told} was taken",
            found,
            die,
            listed([each or say("no effect") for each in able], "or"),
            told or say("no effect"),
        )
        cell = say("the Dogfight Results Table at {differential}, die {die}", found, die)
        yield Finding(act.path, because, act.units, Known.open(cell) if OPEN in able else YES)


@dataclass(slots=True)
class _Course:
    """What happened so far: who attacked whom, in which hexes whose missions were attacked, who swept, left or struck."""

    attacked: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    sides: dict[str, list[str]] = field(default_factory=dict)
    swept: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)


def _missions_of_fighters(record: PhaseRecord, _: object) -> str:
    """What nobody told: the mission of an aircraft that fights, or whom a fight was against."""
    for act in record.of(Dogfight):
        for name in (*act.units, *act.against):
            if not role_of(act.before, name):
                return say("the mission of {unit}", act.before.units.get(name, name))
    return unaimed(record)


@CHAPTER.article(
    "Who fights whom in the air, and when",
    "20.0a",
    covers=("18.8b", "20.0b", "20.0c", "6.2j"),
    met=lambda record: record.of(Dogfight, Strike),
    untold=_missions_of_fighters,
)
def order_of_dogfights(record: PhaseRecord) -> Iterator[Finding]:
    """Interceptors attack missions and their escorts; then surviving escorts, and Sweeps within 3 hexes, once, attack the
    interceptors; the phasing player's missions are attacked first.

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
        if not isinstance(act, Dogfight | Strike):
            continue
        gone = [name for name in act.units if name in course.gone]
        unit = act.before.units.get(gone[0], gone[0]) if gone else ""
        if isinstance(act, Strike):
            because = say("{unit} was driven off or shot down, and carries out its mission over {hex}", unit, act.over)
            course.struck |= set(act.units)
        else:
            because = say("{unit} was driven off or shot down, and attacks over {hex}", unit, act.over)
            yield from _fight(record, act, course)
        if gone:
            yield Finding(act.path, because, tuple(gone))
        course.gone |= {name for name, letters in told_letters(act).items() if set(letters) & {"A", "K"}}


def _fight(record: PhaseRecord, act: Dogfight, course: _Course) -> Iterator[Finding]:
    roles = {name: role_of(act.before, name) for name in (*act.units, *act.against)}
    ours = {roles[name] for name in act.units}
    if MISSION in ours:
        because = say(
            "{units} attack over {hex}, and whoever is on a mission only defends", _row(act, act.units), act.over
        )
        yield Finding(act.path, because, act.units)
    elif "" not in ours:  # `untold` says so
        yield from _interception(act, course, roles) if INTERCEPT in ours else _return_fire(record, act, course, roles)
    course.attacked.append((act.units, act.against))


def _interception(act: Dogfight, course: _Course, roles: Mapping[str, str]) -> Iterator[Finding]:
    phasing, over = act.moment.phasing, act.over
    if any(roles[name] == INTERCEPT for name in act.against):
        because = say("interceptors attack interceptors over {hex}, which nobody does", over)
        yield Finding(act.path, because, (*act.units, *act.against))
    late = [name for name in act.against if name in course.struck]
    if late:
        unit = act.before.units.get(late[0], late[0])
        because = say("{unit} is attacked over {hex} after it carried out its mission", unit, over)
        yield Finding(act.path, because, tuple(late))
    side = next((act.before.units[name].side for name in act.against if name in act.before.units), "")
    before = course.sides.setdefault(over, [])
    if side == phasing and any(each != phasing for each in before):
        because = say(
            "the missions over {hex} of the player whose turn it is are attacked first, and others were attacked before",
            over,
        )
        yield Finding(act.path, because, act.units)
    if side:
        before.append(side)


def _return_fire(record: PhaseRecord, act: Dogfight, course: _Course, roles: Mapping[str, str]) -> Iterator[Finding]:
    attackers = {name for own, _ in course.attacked for name in own}
    quiet = [name for name in act.against if name not in attackers]
    told = all_seen(record) & unless_missing(unaimed(record))
    if not act.exact:  # a log shows no more than its players announced
        told &= Known.open(say("whether all fights over {hex} were announced", act.over))
    if quiet:
        unit = act.before.units.get(quiet[0], quiet[0])
        because = say(
            "{units} attack {unit} over {hex}, which attacked nobody before", _row(act, act.units), unit, act.over
        )
        yield Finding(act.path, because, act.units, told)
    sweeps = [name for name in act.units if roles[name] == SWEEP]
    if len(sweeps) > 1:
        because = say(
            "{units} attack together over {hex}, and a Sweep joins no other Sweep", _row(act, tuple(sweeps)), act.over
        )
        yield Finding(act.path, because, tuple(sweeps))
    for name in act.units:
        if roles[name] == ESCORT and not quiet:
            own = any(name in against and set(by) & set(act.against) for by, against in course.attacked)
            unit = act.before.units.get(name, name)
            because = say("{unit} returns fire over {hex}, and was not attacked by them", unit, act.over)
            yield Finding(act.path, because, (name,), NO if own else told)
        elif roles[name] == SWEEP:
            yield from _sweep(act, course, name)


def _sweep(act: Dogfight, course: _Course, name: str) -> Iterator[Finding]:
    unit, start = act.before.units.get(name, name), act.before.memory.flown[name].hex
    if {start, act.over} <= act.before.network.index.keys():
        away = distance(act.before, start, act.over)
        if away > SWEEP_RANGE:
            because = say(
                "{unit} sweeps {away} hexes from {hex} to {over}, and may {near}",
                unit,
                away,
                start,
                act.over,
                SWEEP_RANGE,
            )
            yield Finding(act.path, because, (name,))
    if name in course.swept:
        yield Finding(act.path, say("{unit} sweeps for the second time in a turn, and may once", unit), (name,))
    if any(name in against for _, against in course.attacked):
        yield Finding(act.path, say("{unit} was intercepted itself, and sweeps no more", unit), (name,))
    course.swept.add(name)


@dataclass(frozen=True, slots=True)
class Effects:
    """How results leave those who bear them: by result, and of a second one ("": as the worse one does)."""

    states: Mapping[str, str]
    second: str = ""
    hazards: bool = False
    """Whether a 6 damages one of the aircraft in hazardous weather."""
    no_others: bool = False
    """Whether the book has no results but these."""


SHOT_DOWN = "destroyed"
AFTER = {
    "D": "flown damaged",
    "H": "flown damaged suppressed",
    "A": "flown damaged suppressed",
    "X": "destroyed",
    "K": "destroyed",
}


@CHAPTER.article(
    "Dogfight effects",
    printed("", "20.1a", figures=Effects(AFTER, "destroyed", hazards=True)),
    covers=("18.0b", "20.1b", "23.3d", "23.4d", "23.5d"),
    when=("air combat", "battles", "air return"),
    whole_turn=True,
)
def dogfight_effects(record: PhaseRecord, effects: Effects) -> Iterator[Finding]:
    """Who bears D comes home Damaged, H or A Damaged and Suppressed, X or K Destroyed; a second result kills; in hazardous
    weather a 6 damages one aircraft.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.ju87, sov.i16;
              dogfight 2215: sov.i16 against=ax.ju87 die=5 result=D losses=ax.ju87:D; turn 9, Axis Air Return Step;
              ax.ju87 [2215]>[flown]; flip ax.ju87/2; sov.i16 [2215]>[flown]
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.ju87, sov.i16;
              dogfight 2215: sov.i16 against=ax.ju87 die=5 result=D losses=ax.ju87:D; turn 9, Axis Air Return Step;
              ax.ju87 [2215]>[flown]; sov.i16 [2215]>[flown]; turn 9, Axis Regular Recovery & Reorganization Step; say we go on
    """
    combat = record.with_earlier(frozenset({"combat"}))
    table = air_table(record.start)
    yield from _lost_in_no_fight(record, combat, effects)
    if effects.no_others:
        yield from _other_results(record, effects)
    if not _in_step(record, "air return"):
        return
    rank = {level.name: number for number, level in enumerate(table.level)}
    for name, letters in sorted(harm(combat).items()):
        unit = record.end.units.get(name)
        now = table.level_of(unit) if unit is not None else None
        borne_states = [effects.states[letter] for letter in letters if letter in effects.states]
        due = max(borne_states, key=lambda state: rank[state], default="")
        if effects.second and len(borne_states) > 1:
            due = effects.second
        if unit is not None and now is not None and due and now < rank[due]:
            because = say(
                "{unit} bore {result} in the air and is {now}, and should be {due}",
                unit,
                letters,
                word(table.level[now].name),
                word(due),
            )
            yield Finding((), because, (name,), owed=not record.ended)
    if effects.hazards:
        for act in combat.of(Strike):
            yield from _hazard(record, act)
    for attack in combat.of(Attack):
        yield from _airplane(record, attack, harm(combat) if effects.hazards else None)


article(
    printed(
        "thunder_in_the_east_10",
        "20.1a",
        figures=Effects({"D": "flown damaged", "A": "flown damaged", "K": SHOT_DOWN}, no_others=True),
    ),
    covers=("18.0b",),
    unseen="cannot excuse",
    whole_turn=True,
    says="Who bears D or A comes home Damaged, K Destroyed; there are no other results.",
    anew=True,
)(dogfight_effects)


def _in_step(record: PhaseRecord, step: str) -> bool:
    return any(step in phase.names for phase in record.moment.possible)


def _other_results(record: PhaseRecord, effects: Effects) -> Iterator[Finding]:
    """Results of a fight that are told and that the book does not have."""
    for act in record.of(Dogfight):
        told = _result(act) + "".join(told_letters(act).values())
        if others := sorted({letter for letter in told if letter not in effects.states}):
            because = say(
                "{result} is told of the fight over {hex}, and no such result is printed", *(listed(others), act.over)
            )
            yield Finding(act.path, because, act.units)


def _lost_in_no_fight(record: PhaseRecord, combat: PhaseRecord, effects: Effects) -> Iterator[Finding]:
    """Aircraft that leave the sky for the box of the Destroyed, and that nothing told shot down."""
    if not _in_step(record, "air combat") and not any(True for _ in combat.of(Dogfight, Strike)):
        return  # the fights were before the record
    boxes = next((level.boxes for level in air_table(record.start).level if level.name == SHOT_DOWN), frozenset())
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is None or new is None or not old.type.flies or new.location not in boxes:
                continue
            if (old.hex or old.location) not in act.before.network.index:
                continue
            perhaps = _may_be_shot_down(combat, name, effects)
            if not perhaps.is_yes:
                because = say("{unit} is laid with the Destroyed, and no fight shot it down", new)
                yield Finding((), because, (name,), ~perhaps)


def _may_be_shot_down(combat: PhaseRecord, name: str, effects: Effects) -> Known:
    """Whether a fight in which a unit was let it be destroyed; open where none is told, or not what it gave."""
    fights = [act for act in combat.of(Dogfight) if name in act.units or name in act.against]
    letters = harm(combat).get(name, "")
    deadly = {letter for letter, state in effects.states.items() if state == SHOT_DOWN} | {ANY}
    hit = len(letters) > 1 if effects.second else False
    if hit or deadly & {*letters}:
        return YES
    open_to = [act for act in fights if "losses" not in act.told]
    if any(deadly & {*_result(act)} for act in open_to):
        return YES
    if not fights or any("result" not in act.told for act in open_to):
        return Known.open(say("the fight in which {unit} was shot down", combat.end.units.get(name, name)))
    return NO


def _airplane(record: PhaseRecord, act: Attack, harmed: Mapping[str, str] | None) -> Iterator[Finding]:
    """An airplane on the Support dice: one of the undamaged units over the battle must come home damaged, or is still up.

    Where it says who was `harmed` in the air, one of the others that is Vulnerable bears it first.
    """
    if isinstance(act, Declaration) or "plane" not in (faces_told(act) or ()):
        return
    table, found = air_table(act.before), [act.before.units.get(name) for name in act.before.memory.flown]
    over = {unit.id: unit.side for unit in found if unit is not None and (unit.hex or unit.location) in act.path}
    names = tuple(name for name in sorted(over) if act.before.memory.flown[name].mission in MISSIONS)
    if len({over[name] for name in names}) != 1 or any(name not in record.end.units for name in names):
        return
    whole = {name for name in names if table.state_of(record.end.units[name]) in {"available", "flown"}}
    if whole == {*names}:
        because = say(
            "the airplane of a Support die was rolled for {units}, and none of them came home damaged", _row(act, names)
        )
        yield Finding(act.path, because, names, owed=not record.ended)
        return
    open_to = {*names} - harmed.keys() if harmed is not None else set[str]()
    first = {name for name in open_to if record.end.units[name].has("vulnerable")}
    if first and first <= whole and not open_to <= whole:
        because = say(
            "the airplane of a Support die was borne by {units}, and {others} is Vulnerable",
            _row(act, tuple(sorted(open_to - whole))),
            _row(act, tuple(sorted(first))),
        )
        yield Finding(act.path, because, tuple(sorted(open_to - whole)))


def _hazard(record: PhaseRecord, act: Strike) -> Iterator[Finding]:
    """A roll that always misses, in weather that damages: one of the units must come home damaged, or is still up."""
    table = air_table(act.before)
    now = HAZARDOUS.holds(act.before, "")
    if act.told.get("die") != str(MISSES) or now.is_no or any(name not in record.end.units for name in act.units):
        return
    unhurt = {"available", "flown"}
    if all(table.state_of(record.end.units[name]) in unhurt for name in act.units):
        because = say(
            "a {die} was rolled for {units} in such weather, and none of them came home damaged",
            MISSES,
            _row(act, act.units),
        )
        yield Finding(act.path, because, act.units, now, owed=not record.ended)


@dataclass(frozen=True, slots=True)
class Bearers:
    """Whether the book says who bears a result: missions before escorts, the Vulnerable before others, those who press."""

    ordered: bool
    pressed: bool = True


@CHAPTER.article(
    "Loss assignment",
    printed("", "20.2a", figures=Bearers(ordered=True)),
    covers=("20.1.1", "20.1.2"),
    acts=("dogfight",),
    untold=hidden_above,
)
def loss_assignment(act: Act, bearers: Bearers) -> Iterator[Finding]:
    """A unit on a mission bears a result before its escort, and a Vulnerable one before another; who presses bears the next
    lesser result.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=2 result=P losses=sov.sb2:D
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2, sov.sb2#2;
              dogfight 2215: ax.bf109 against=sov.sb2,sov.sb2#2 die=6 result=KA losses=sov.sb2:K
    """
    if not isinstance(act, Dogfight) or "losses" not in act.told or "result" not in act.told or not act.aims:
        return
    defenders, told = fought(act, act.against), _result(act)
    if len(defenders) < len(act.against):
        yield from unread_fight(act)
        return
    pairs = [part.partition(":") for part in act.told["losses"].split(",")]
    applied = {name: letter.upper() for name, _, letter in pairs if name in act.against}
    due = told[: min(max(len(defenders), 1), MOST_HURT)]
    if not _agree(Counter(applied.values()), due):
        units = counted(len(defenders), "unit")
        because = say("{result} was rolled against {units}, and {borne} was applied", told, units, _told(act, applied))
        yield Finding(act.path, because, tuple(applied))
        return
    if bearers.ordered and applied:
        yield from _who_bears_it(act, defenders, applied)
    if bearers.pressed and ANY in due:
        yield from _pressed(act, applied, {name: letter.upper() for name, _, letter in pairs if name in act.units})


article(
    printed("thunder_in_the_east_10", "20.2a", figures=Bearers(ordered=True, pressed=False)),
    unseen="cannot excuse",
    acts=("dogfight",),
    untold=hidden_above,
    says="As many results as were rolled fall on as many units: one on a mission before its escort, a Vulnerable before others.",
    anew=True,
)(loss_assignment)


def _agree(applied: Counter[str], due: str) -> bool:
    """Whether the letters applied are those due; a P stands for any one of them."""
    wanted = Counter(due.replace(ANY, ""))
    return not wanted - applied and (applied - wanted).total() == due.count(ANY)


def _who_bears_it(act: Dogfight, defenders: list[Unit], applied: Mapping[str, str]) -> Iterator[Finding]:
    roles = {unit.id: role_of(act.before, unit.id) for unit in defenders}
    on_mission = [name for name, role in roles.items() if role == MISSION]
    if on_mission and not applied.keys() & {*on_mission}:
        escort = next(iter(applied))
        broken = YES if roles[escort] else Known.open(say("the mission of {unit}", escort))
        yield Finding(act.path, say("an escort bears the loss before the mission it escorts"), tuple(applied), broken)
    able = [unit for unit in defenders if not on_mission or len(applied) > 1 or unit.id in on_mission]
    weak = [unit.id for unit in able if unit.has(VULNERABLE)]
    if weak and not applied.keys() & {*weak}:
        because = say("{unit} is vulnerable, and another unit bears the loss", act.before.unit(weak[0]))
        yield Finding(act.path, because, tuple(applied))


def _pressed(act: Dogfight, applied: Mapping[str, str], own: Mapping[str, str]) -> Iterator[Finding]:
    """Who presses home chooses a result, and bears the next lesser one; of what is not told nothing is asked."""
    chosen = [letter for letter in applied.values() if letter in PRESSED]
    if len(chosen) != 1 or not own:
        return
    lesser = PRESSED[PRESSED.index(chosen[0]) + 1 :][:1]
    if [letter for each in own.values() if (letter := each.strip(NOTHING))] != [*lesser]:
        because = say(
            "a press that gives {result} costs the attacker {lesser}, and {borne} was applied",
            chosen[0],
            lesser or say("nothing"),
            _told(act, own),
        )
        yield Finding(act.path, because, tuple(own))


def _told(act: Dogfight, applied: Mapping[str, str]) -> str:
    each = [say("{unit} {result}", act.before.unit(name), letter) for name, letter in applied.items()]
    return listed(each) if each else say("nothing")
