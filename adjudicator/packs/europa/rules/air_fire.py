"""Fire in the air, and what becomes of those whom it hits: 21 of Fire in the East, 20B of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.hits import ABORTED, brought_by, is_killed
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import unread_fight, unseen_mission
from adjudicator.analysis.air.strengths import flies, flies_far
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import NationName
from adjudicator.packs.europa.rules._air_war import BOMBING, TWO_DICE, wrong_by_chart
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import word

CHAPTER = Chapter(area="air", unseen="cannot excuse")

COLUMNS, ROLLS = (-5, 7), (0, 13)
"""The least and the greatest differential and roll of the table of fire in the air."""
TWO = Interval.of(2)
INOPERATIVE = "inoperative"
TOWING = frozenset({"transport", "transport_back", "drop", "transfer", "stage"})
TRIALS_OF_FIRE = frozenset({"antiaircraft", "patrol"})
"""Fire besides that of air combat; Sudden Storm has none."""


@dataclass(frozen=True, slots=True)
class AirFire:
    """What the books say otherwise of fire in the air."""

    better: frozenset[NationName]
    """The nations whose fighters roll 1 less at Soviets without Guards."""
    least: Interval | None = None
    """Below which a strength is not brought by bombs or distance."""
    towed: frozenset[str] = frozenset()
    """Missions on which transports tow gliders, which weaken their defense."""


@CHAPTER.article(
    "Fire in the air",
    printed(
        "fire_in_the_east",
        "21B3",
        covers=("21B1", "24A", "24C", "24D.1", "35.6"),
        figures=AirFire(frozenset({"german", "finnish", "italian"}), least=ONE, towed=TOWING),
        says="Attack less defense and two dice give the result: 2 less, but 1 at least, for a type F that bombs and a "
        "far escort; -1 at type B, +1 by type B, -1 for German, Finnish and Italian fighters at Soviets without Guards.",
    ),
    printed(
        "sudden_storm",
        "20B3.a",
        covers=("20B2.a", "20B3.b", "23A.a", "23B.b", "23C.a"),
        figures=AirFire(frozenset({"german", "finnish"})),
        says="Attack less defense and two dice give the result: 2 less for a type F that bombs and a far escort; -1 at type "
        "B, +1 by type B, -1 for German and Finnish fighters at Soviets without Guards.",
    ),
    acts=("dogfight",),
)
def air_combat_table(act: Act, of_book: AirFire) -> Iterator[Finding]:
    """Fire in the air ends as strengths and roll have it; a blank cell leaves it open.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2914]: ge.me109e, so.sb2;
              dogfight 1B/2914: ge.me109e against=so.sb2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2914]: ge.me109e, so.sb2;
              dogfight 1B/2914: ge.me109e against=so.sb2 die=14 result=K
    """
    if not isinstance(act, Dogfight) or not act.told.get("die", "").isdigit():
        return
    roll = int(act.told["die"])
    if roll not in TWO_DICE:
        yield Finding(act.path, say("{roll} is told as the roll of two dice", roll), act.units)
        return
    fires = act.units_before
    targets = [act.before.units[name] for name in act.aims if name in act.before.units]
    if "result" not in act.told:
        return
    if unread := [*unread_fight(act)]:
        yield from unread
    elif len(fires) == len(targets) == 1:
        yield from _shot(act, roll, fires[0], targets[0], of_book)


def _shot(act: Dogfight, roll: int, unit: Unit, target: Unit, of_book: AirFire) -> Iterator[Finding]:
    fire = _as_flown(act.before, unit, "air", of_book.least)
    defense = _as_flown(act.before, target, "air_defense", of_book.least)
    found = fire.minus(defense.minus(_in_tow(act.before, target, of_book.towed)))
    if not found.certain:
        because = say("{unit} fires at {target}, at an unknown differential", unit, target)
        yield Finding(act.path, because, act.units, Known.open(*found.missing))
        return
    column = max(COLUMNS[0], min(COLUMNS[1], int(found.low)))
    modified = max(ROLLS[0], min(ROLLS[1], roll + _added(unit, target, of_book)))
    cell = f"air_combat.{str(column).replace('-', 'minus_')}.{modified}"
    given, told = act.before.pack.charts.get(cell), act.told["result"].upper()
    because = say(
        "{unit} fires at {target} at {differential}, the roll is {roll}: {given}, and {told} was taken",
        unit,
        target,
        found,
        modified,
        given or "?",
        told,
    )
    yield Finding(act.path, because, act.units, wrong_by_chart(told, given, cell))


def _as_flown(position: Position, unit: Unit, value: str, least: Interval | None) -> Interval:
    """A strength of a unit: 2 less for a type F that bombs, and for a fighter that escorts beyond the usual range."""
    found = strength_of(unit, value)
    slow = flies(position, unit, BOMBING) if unit.has("type_f") else NO
    if unit.type.kind == "fighter":
        slow |= flies(position, unit, ("escort",)) & flies_far(position, unit)
    less = found.minus(TWO)
    if least is not None:
        less = less.greater(least.smaller(found))
    return Interval.by(slow, less, found)


def _in_tow(position: Position, unit: Unit, missions: frozenset[str]) -> Interval:
    """24D: the air defense of the glider that a transport tows; open where fewer gliders than transports fly to its hex, and
    where its mission is not on record."""
    flown = position.memory.flown
    sortie = flown.get(unit.id)
    if unit.type.kind == "transport" and missions and (unseen := unseen_mission(position, unit)):
        in_play = (each for each in position.units.values() if each.side == unit.side and each.type.kind == "glider")
        perhaps = Known.open(unseen)
        return sum_of(Interval.by(perhaps, strength_of(each, "air_defense"), ZERO) for each in islice(in_play, 1))
    if unit.type.kind != "transport" or sortie is None or sortie.mission not in missions:
        return ZERO
    there = [
        position.units[name]
        for name, each in flown.items()
        if name in position.units and (each.mission, each.hex) == (sortie.mission, sortie.hex)
    ]
    own = [each for each in there if each.side == unit.side]
    gliders = [each for each in own if each.type.kind == "glider"]
    if not gliders:
        return ZERO
    towed, *others = (strength_of(each, "air_defense") for each in gliders)
    for other in others:
        towed = towed.either(other) if other != towed else towed
    all_tow = len(gliders) >= sum(each.type.kind == "transport" for each in own)
    return Interval.by(YES if all_tow else Known.open(say("whether {unit} tows a glider", unit)), towed, ZERO)


def _added(unit: Unit, target: Unit, of_book: AirFire) -> int:
    """What is added to the roll."""
    fighter = unit.type.kind == "fighter"
    better = fighter and unit.type.nation in of_book.better
    worse = target.type.nation == "soviet" and not target.has("guards")
    by_type_b = unit.has("type_b") and target.type.kind == "fighter"
    return by_type_b - (fighter and target.has("type_b")) - (better and worse)


def _letters(record: PhaseRecord, fire: frozenset[str]) -> dict[str, str]:
    """By unit the letters that fire of a phase brought it: in the air, and of these trials."""
    found: dict[str, str] = {}
    for act in record.of(Dogfight, Strike):
        below = isinstance(act, Strike) and act.mission in fire
        aims = act.aims if isinstance(act, Dogfight) else (act.told.get("target", ""),) if below else ()
        for name in aims:
            found[name] = found.get(name, "") + brought_by(act, name, fire)
    return {name: letters for name, letters in sorted(found.items()) if letters}


@CHAPTER.article(
    "Driven off without a mission",
    printed(
        "fire_in_the_east",
        "21B1.m",
        covers=("21B1",),
        figures=TRIALS_OF_FIRE,
        says="Who is turned back or aborted does not carry out his mission (21B1).",
    ),
    printed(
        "sudden_storm",
        "20B2.am",
        covers=("20B2.a",),
        figures=frozenset(),
        says="Who is turned back or aborted does not carry out his mission (20B2).",
    ),
    met=_letters,
)
def driven_off_without_a_mission(record: PhaseRecord, fire: frozenset[str]) -> Iterator[Finding]:
    """Who was turned back, aborted or eliminated does not carry out his mission after it.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              strike ground_support 1B/2714: ge.he111h; dogfight 1B/2714: so.mig3 against=ge.he111h result=A
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=A; strike ground_support 1B/2714: ge.he111h
    """
    for name in _letters(record, fire):
        letters = ""
        for act in record.acts:
            bombs = isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == "mission"
            if letters and bombs and name in act.units and name in act.before.units:
                because = say("{unit} was hit ({result}), and carries out its mission", act.before.units[name], letters)
                yield Finding(act.path, because, (name,))
                break
            letters += brought_by(act, name, fire)


@CHAPTER.article(
    "Home after a fight",
    printed(
        "fire_in_the_east",
        "21B1.h",
        covers=("21B1",),
        figures=TRIALS_OF_FIRE,
        says="Who is aborted comes home inoperative, who is turned back is operative, and who is eliminated does not come "
        "home (21B1).",
    ),
    printed(
        "sudden_storm",
        "20B2.ah",
        covers=("20B2.a",),
        figures=frozenset(),
        says="Who is aborted comes home inoperative, who is turned back is operative, and who is eliminated does not come "
        "home (20B2).",
    ),
    met=_letters,
)
def home_after_a_fight(record: PhaseRecord, fire: frozenset[str]) -> Iterator[Finding]:
    """Who was aborted is inoperative at home, who was turned back is not, and who was eliminated is not there.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=A; ge.he111h [1B/2714]>[1B/2719]; flip ge.he111h/2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[1B/2719]
    """
    for name, letters in _letters(record, fire).items():
        if name in record.end.units:
            yield from _home(record, record.end.units[name], letters)


def _home(record: PhaseRecord, unit: Unit, letters: str) -> Iterator[Finding]:
    sortie, at, aborted = record.end.memory.flown.get(unit.id), (unit.location,), ABORTED in letters
    over = sortie is not None and sortie.hex == unit.location
    if unit.location not in record.end.network.index or (over and not record.ended):
        return  # one over its target is on its way until the phase ends
    if is_killed(letters):
        because = say("{unit} was eliminated in the air, and is in {hex}", unit, unit.location)
        yield Finding(at, because, (unit.id,), owed=not record.ended)
    elif unit.has(INOPERATIVE) == aborted:
        return
    elif aborted:
        if not over or is_base(record.end, unit.side, unit.location).is_yes:
            because = say("{unit} was aborted, and is home and not {state}", unit, word(INOPERATIVE))
            yield Finding(at, because, (unit.id,), owed=not record.ended)
    elif not record.start.units.get(unit.id, unit).has(INOPERATIVE):
        because = say("{unit} was turned back alone, and is {state}", unit, word(INOPERATIVE))
        yield Finding(at, because, (unit.id,), Known.open(say("what else hit {unit}", unit)))
