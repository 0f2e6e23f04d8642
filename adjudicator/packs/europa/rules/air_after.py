"""What becomes of air units after their missions: 17, 23, 26 and 27 of Fire in the East, 17, 22 and 25 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.air.hits import brought_by, is_killed
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import driven_off, still_flies, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.air.territory import friendly_territory
from adjudicator.analysis.ownership import first_owner
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import YES, Known, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import GONE, MAP, OUT, Hop, hops, lying, place_of
from adjudicator.packs.europa.rules._trials import outcome_of, told_outcome
from adjudicator.record.acts import Act, Attack, Transfer
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted, either, listed, word

CHAPTER = Chapter(unseen="cannot excuse")


def _leave_in_combat(record: PhaseRecord) -> bool:
    phase = record.moment.phase
    return phase is not None and bool(phase.names & {"combat", "exploitation"}) and any(record.of(Transfer))


def _untold_mission(record: PhaseRecord) -> str:
    """The mission that nobody told of a unit which leaves a hex that is no base of its side."""
    for act in record.of(Transfer):
        for unit in (each for each in act.units_before if each.id in act.before.aircraft):
            untold = unit.location in act.before.network.index and unseen_mission(act.before, unit)
            if untold and not is_base(act.before, unit.side, unit.location).is_yes:
                return untold
    return ""


@CHAPTER.article(
    "Air units that stay over their hex",
    printed(
        "fire_in_the_east",
        "20F2d.l",
        covers=("20F2d.1", "20F2e"),
        says="Defensive support and harassment last until the next friendly initial phase (20F2e).",
    ),
    printed(
        "sudden_storm",
        "19D2c.l",
        covers=("19D2c.a", "19D2d.a"),
        says="Defensive support and harassment last until the next friendly initial phase (19D2d).",
    ),
    area="air",
    met=_leave_in_combat,
    untold=_untold_mission,
)
def stay_until_own_initial_phase(record: PhaseRecord) -> Iterator[Finding]:
    """Who supports a defense or harasses a hex stays there until the enemy has moved, unless he is driven off.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif;
              fly harassment 1B/2714: ge.he111h; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif;
              fly harassment 1B/2714: ge.he111h; turn 5, German Combat Phase; ge.he111h [1B/2714]>[1B/2719]
    """
    if not _leave_in_combat(record):
        return
    driven = {name for part in (*record.earlier, record) for name in driven_off(part)}
    for act in record.of(Transfer):
        for unit in act.units_before:
            sortie = act.before.memory.flown.get(unit.id)
            if sortie is None or sortie.mission not in ("defensive_support", "harassment") or unit.id in driven:
                continue
            if unit.id not in act.after.units or unit.side != act.moment.phasing or unit.location != sortie.hex:
                continue
            kind = air_table(act.before).called(sortie.mission)
            because = say("{unit} flies {kind} over {hex}, and leaves it in this phase", unit, kind, sortie.hex)
            began = record.earlier[0].begun if record.earlier else record.begun
            known = YES if began else Known.open(say("whether anything drove {unit} off", unit))
            yield Finding((sortie.hex,), because, (unit.id,), known)


GROUND_SUPPORT = "ground_support"


def _attacks_go_on(record: PhaseRecord) -> bool:
    return any(record.of(Transfer)) and any(record.of(Attack))


@CHAPTER.article(
    "Ground support to the end",
    printed("fire_in_the_east", "20F2c.l", covers=("20F2c.1",)),
    printed("sudden_storm", "19D2b.al", covers=("19D2b.a",)),
    when=("combat",),
    area="air",
    met=_attacks_go_on,
    untold=_untold_mission,
)
def ground_support_to_the_end(record: PhaseRecord) -> Iterator[Finding]:
    """Who supports an attack goes home when the combat phase ends, unless he is driven off; once his hex is attacked no more,
    nothing hangs on it.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif; 1B/2715: ge.1inf;
              fly ground_support 1B/2714: ge.he111h; turn 5, German Combat Phase; attack 1B/2714: ge.1inf result=NE;
              ge.he111h [1B/2714]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif; 1B/2715: ge.1inf;
              fly ground_support 1B/2714: ge.he111h; turn 5, German Combat Phase; ge.he111h [1B/2714]>[1B/2719];
              attack 1B/2714: ge.1inf result=NE
    """
    for number, act in enumerate(record.acts):
        for unit in act.units_before if isinstance(act, Transfer) else ():
            sortie = act.before.memory.flown.get(unit.id)
            if sortie is None or sortie.mission != GROUND_SUPPORT or unit.location != sortie.hex:
                continue
            if not any(isinstance(later, Attack) and sortie.hex in later.path for later in record.acts[number:]):
                continue
            because = say("{unit} leaves {hex}, which is attacked after it", unit, sortie.hex)
            yield Finding((sortie.hex,), because, (unit.id,), still_flies(act.before, unit))


@CHAPTER.article(
    "Air units rest at airbases",
    printed("fire_in_the_east", "17", covers=("17B.2",)),
    "sudden_storm:17.a",
    when=("end of initial", "end of movement", "end of exploitation"),
    area="airbase",
    met=lambda position: any(unit.location in position.network.index for unit in position.aircraft.values()),
)
def rest_at_airbases(position: Position) -> Iterator[Finding]:
    """An air unit that flies no mission is at an airbase that its side controls.

    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h; turn 5, German Movement Phase
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2816]: ge.he111h; turn 5, German Movement Phase
    """
    for name in sorted(position.aircraft):
        unit, sortie = position.units[name], position.memory.flown.get(name)
        aloft = sortie is not None and sortie.mission in position.pack.flights.stay and sortie.hex == unit.location
        if unit.location not in position.network.index or aloft:
            continue
        based = is_base(position, unit.side, unit.location)
        if based.is_yes:
            continue
        out = unless_missing(
            unseen_mission(position, unit) or _may_last(position, unit) or _perhaps_lost(position, unit)
        )
        because = say("{unit} is on no mission and at no base of its side", unit)
        yield Finding((unit.location,), because, (name,), ~based & out)


def _may_last(position: Position, unit: Unit) -> str:
    """The mission that a unit may be on still: an untold one of its own air phase, or until its own turn one of before."""
    phase = position.moment.phase
    ends = phase is not None and "exploitation" in phase.names
    may = position.moment.phasing != unit.side or (ends and unit.id not in position.memory.flown)
    return say("the mission of {unit}", unit) if may else ""


def _perhaps_lost(position: Position, unit: Unit) -> str:
    """What nobody tells of a base that an enemy zone alone took: whose it was when the unit landed, which goes nowhere since."""
    number, side = unit.location, unit.side
    if first_owner(position, position.network.index[number]).name != side:
        return ""
    if any(other.side != side for other in position.at(number)):
        return ""
    taken = any(is_base(position, enemy, number).possible for enemy in position.pack.enemies(side))
    return say("whose {hex} was when {unit} landed", number, unit) if taken else ""


REPAIR = "repair"


@CHAPTER.article(
    "One die for each repair",
    printed(
        "fire_in_the_east",
        "23.o",
        covers=("23",),
        figures=outcome_of,
        says="One die is thrown for an inoperative air unit, and with a failure it stays so (23).",
    ),
    printed(
        "sudden_storm",
        "22.ao",
        covers=("22.b",),
        figures=told_outcome,
        says="One die is thrown for an inoperative air unit, and with a failure it stays so (22).",
    ),
    area="air",
    met=lambda record: any(act.mission == REPAIR for act in record.of(Strike)),
)
def one_die_for_a_repair(record: PhaseRecord, outcome: Callable[[Strike, Unit], str]) -> Iterator[Finding]:
    """One die is thrown for a unit, and if it fails, the unit stays inoperative.

    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=3 result=repaired; flip ge.he111h/1
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=4 result=failed;
              strike repair 1B/2719: ge.he111h die=3 result=repaired; flip ge.he111h/1
    """
    last: dict[str, Strike] = {}
    for act in record.of(Strike):
        for unit in act.units_before if act.mission == REPAIR else ():
            if unit.id in last:
                because = say("a second die is thrown for {unit}, and it has one in a phase", unit)
                yield Finding(act.path, because, (unit.id,))
            last[unit.id] = act
    for name, act in last.items():
        old, new = act.before.units[name], record.end.units.get(name)
        told = outcome(act, old)
        if new is not None and told not in ("", "repaired") and old.has("inoperative") and not new.has("inoperative"):
            because = say("the die for {unit} failed, and it is not {state}", new, word("inoperative"))
            yield Finding(act.path, because, (name,))


ELIMINATED, ABROAD, REMNANTS = "air eliminated", "air eliminated abroad", "air remnants"
WITHOUT_ABROAD = frozenset({ELIMINATED, REMNANTS})
ALL_BOXES = WITHOUT_ABROAD | {ABROAD}


def _lost(record: PhaseRecord, boxes: Collection[str]) -> Iterator[tuple[Hop, str]]:
    """The units that come from the map into one of these boxes, and the hex over which each was shot down, "" if none was."""
    for hop in hops(record):
        if hop.origin == MAP and hop.to in boxes and hop.unit.id:
            yield hop, _where_shot_down(record, hop)


def _where_shot_down(record: PhaseRecord, hop: Hop) -> str:
    letters = ""
    for act in record.acts[: hop.number + 1]:
        letters += brought_by(act, hop.unit.id, ("antiaircraft",))
        if is_killed(letters):
            return act.path[0]
    return ""


def _shot_down(record: PhaseRecord, boxes: Collection[str]) -> list[tuple[Hop, str]]:
    """Those that were shot down, whether they came into a box or merely left the map."""
    lost = [(hop, where) for hop, where in _lost(record, {*boxes, OUT}) if where]
    return [(hop, where) for hop, where in lost if hop.to != OUT or _is_out(record, hop.unit)]


def _is_out(record: PhaseRecord, unit: Unit) -> bool:
    return place_of(record.end, record.end.units.get(unit.id)) == OUT


def _lost_otherwise(record: PhaseRecord, boxes: Collection[str]) -> list[Hop]:
    return [hop for hop, where in _lost(record, boxes) if not where]


GLIDERS = Selector(kinds=frozenset({"glider"}))
BRITISH = Selector(nations=frozenset({"british"}))
"""34 of Sudden Storm: who is gone for good when he is shot down."""


def _shot_down_into(hop: Hop, where: str, able: list[str], known: Known = YES) -> Iterator[Finding]:
    if able != [hop.to] and hop.to == OUT:
        because = say(
            "{unit} was shot down over {hex} and is taken off the map, and goes into: {boxes}",
            hop.unit, where, either([word(each) for each in able]),
        )  # fmt: skip
        yield Finding((where,), because, (hop.unit.id,))
    elif able == [OUT] and hop.to != OUT:
        because = say(
            "{unit} was shot down over {hex} and goes into the {box} box, and is lost for good",
            hop.unit, where, word(hop.to),
        )  # fmt: skip
        yield Finding((where,), because, (hop.unit.id,))
    elif able != [hop.to]:
        because = say(
            "{unit} was shot down over {hex} and goes into the {box} box, not into: {boxes}",
            hop.unit, where, word(hop.to), either([word(each) for each in able]),
        )  # fmt: skip
        yield Finding((where,), because, (hop.unit.id,), known if hop.to in able else YES)


@CHAPTER.article(
    "Shot down at home or abroad", "fire_in_the_east:26D", area="air", met=lambda record: _shot_down(record, ALL_BOXES)
)
def shot_down_at_home_or_abroad(record: PhaseRecord) -> Iterator[Finding]:
    """Who is eliminated by air combat or antiaircraft fire goes into the box of friendly or of enemy territory; friendly is what
    its side controls, and two hexes around.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: ge.he111h against=so.mig3 result=K; so.mig3 [1B/2714]>[air eliminated]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[air remnants]
    """
    for hop, where in _shot_down(record, ALL_BOXES):
        if GLIDERS.matches(hop.unit):
            continue  # 26A: no box is theirs
        at_home = friendly_territory(record.acts[hop.number].before, hop.unit.side, where)
        able = [box for box, fits in ((ELIMINATED, at_home), (ABROAD, ~at_home)) if fits.possible]
        yield from _shot_down_into(hop, where, able, Known.open(*at_home.missing) if at_home.is_open else YES)


@CHAPTER.article(
    "Lost in air combat",
    "sudden_storm:25B1.a",
    area="replacement",
    met=lambda record: _shot_down(record, WITHOUT_ABROAD),
)
def lost_in_air_combat(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit that was eliminated in air combat goes into the box of the eliminated.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[air eliminated]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[air remnants]
    """
    for hop, where in _shot_down(record, WITHOUT_ABROAD):
        yield from _shot_down_into(hop, where, [OUT] if BRITISH.matches(hop.unit) else [ELIMINATED])


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "26D.g",
        covers=("26D",),
        figures=ALL_BOXES,
        title="Destroyed on the ground",
        area="air",
        says="An air unit that is eliminated at its base goes among the remnants.",
    ),
    printed(
        "sudden_storm",
        "25B2.a",
        figures=WITHOUT_ABROAD,
        title="Lost otherwise",
        area="replacement",
        says="An air unit that was eliminated in any other way goes into the box of the remnants.",
    ),
    met=_lost_otherwise,
)
def lost_otherwise(record: PhaseRecord, boxes: frozenset[str]) -> Iterator[Finding]:
    """Whom nobody shot down goes among the remnants.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              so.mig3 [1B/2712]>[air remnants]
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              so.mig3 [1B/2712]>[air eliminated]
    """
    for hop in _lost_otherwise(record, boxes - {REMNANTS}):
        before = record.acts[hop.number].before
        because = say(
            "{unit} goes into the {box} box, and nobody shot it down: it belongs into the {other} box",
            hop.unit, word(hop.to), word(REMNANTS),
        )  # fmt: skip
        # A counter that nobody can read may have shot it down.
        hidden = next((each.datum for each in record.unidentified if each.unreadable and not each.held), "")
        if hop.unit.id in before.memory.flown:
            missing = hidden or say("what eliminated {unit}", hop.unit)
        else:
            missing = unseen_mission(before, hop.unit) or record.gap
        yield Finding((hop.hex,), because, (hop.unit.id,), unless_missing(missing))


@CHAPTER.article("Gone for good", "sudden_storm:25A3.a", area="replacement", acts=("transfer", "remove"))
def gone_for_good(act: Act) -> Iterator[Finding]:
    """An air unit that left the air chart for good does not come back.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3; so.mig3 [air remnants]>[air gone]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air gone]: so.mig3; so.mig3 [air gone]>[air remnants]
    """
    for old in act.units_before:
        new = act.after.units.get(old.id)
        if new is not None and old.type.flies and old.location == GONE != new.location:
            because = say("{unit} left the game for good, and comes back out of the {box} box", old, word(old.location))
            yield Finding((), because, (old.id,))


WITHDRAWALS: Mapping[int, Mapping[str, int]] = {
    12: {"type_f": 1, "type_d": 1},
    13: {"type_f": 2, "type_d": 1, "type_b": 3},
}
"""How many German air units of each type leave on a turn: Dec I and Dec II 41."""
GERMANS = Selector(nations=frozenset({"german"}))
AVAILABLE = "air available"


def _withdrawals(record: PhaseRecord) -> Mapping[str, int] | None:
    """What is due in a phase, by type; None in a phase in which nothing can be."""
    phase, turn = record.moment.phase, record.moment.turn
    return WITHDRAWALS.get(turn, {}) if phase is not None and phase.kind == "initial" and turn else None


def _withdraws(record: PhaseRecord) -> bool:
    """Whether air units leave in a phase, or may: of one on a turn that nobody knows it is not known how many should."""
    phase = record.moment.phase
    if phase is None or phase.kind != "initial":
        return False
    return bool(_withdrawals(record)) or bool(flying_on_map(record.start, GERMANS))


@CHAPTER.article("German air withdrawals", "fire_in_the_east:27F3", area="air", met=_withdraws, counts_turns=True)
def german_air_withdrawals(record: PhaseRecord) -> Iterator[Finding]:
    """On Dec I and Dec II 41 German air units leave the game from the map or the available box, others of the type for want of
    the model.

    Legal:    turn 11, German Initial Phase; weather clear; [1B/2719]: ge.me109e; now weather clear
    Illegal:  turn 11, German Initial Phase; weather clear; [1B/2719]: ge.me109e; remove ge.me109e
    """
    due = _withdrawals(record)
    units = flying_on_map(record.start, GERMANS)
    units += [unit for unit in lying(record.start, AVAILABLE) if GERMANS.matches(unit)]
    if due is None or not any(unit.side == record.moment.phasing for unit in units):
        return
    left = {hop.unit.id for hop in hops(record) if hop.to == OUT and hop.origin in (MAP, AVAILABLE)}
    gone = [unit for unit in units if unit.id in left]
    spare = [unit for unit in gone if not any(unit.has(tag) for tag in due)]
    for tag, most in due.items():
        number = min(most, sum(unit.has(tag) for unit in units))
        ours = [unit for unit in gone if unit.has(tag)]
        if len(ours) < number:
            several = counted(number, "air unit")
            because = say("{number} of a type to be withdrawn on this turn, and {gone} left", several, len(ours))
            # Whoever cannot be read may be one of those that left.
            yield Finding((), because, tuple(unit.id for unit in ours), owed=not record.ended, excuse=Excuse())
        spare += ours if len(ours) > most else []
    if spare:
        because = say("{units} leave the game, and fewer are withdrawn on this turn", listed(spare))
        yield Finding((), because, tuple(unit.id for unit in spare), excuse=Excuse(frozenset({AVAILABLE})))
