"""Overruns and movement over the sea: 14, 17 and 106 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.overrun import Overrunning, overruns
from adjudicator.analysis.concealed import beside
from adjudicator.analysis.economy import fall, first_untold, rise, told_number
from adjudicator.analysis.history import driven_to, moved_so
from adjudicator.analysis.losses import steps_lost
from adjudicator.analysis.movement.loads import cargo, carried, overload
from adjudicator.analysis.movement.moves import breaches
from adjudicator.analysis.movement.overrun_terms import SeriesOverrun
from adjudicator.analysis.movement.reach import room_taken
from adjudicator.analysis.rolled_dice import faces
from adjudicator.checks.articles import Chapter, article, has_figures, printed
from adjudicator.checks.stacking.apart import clashing
from adjudicator.checks.stacking.enemies import EnemiesApart, enemies_apart
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.units import Marker
from adjudicator.packs.thunder_in_the_east.analysis.overrun import Outcome, table_of
from adjudicator.packs.thunder_in_the_east.analysis.rail import rail_capacity_of
from adjudicator.record.acts import Act, Flipped, Movement, Overrun, Shifted, Travel, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount, counted, listed, word
from adjudicator.words import article as with_article

CHAPTER = Chapter(area="naval", options=("naval",))


LANDING_UNTIL = When(phases=frozenset({"special movement"}), phasing="own")
IN_MUD = (Where(weather=frozenset({"mud"})), say("17.1, 23.3: no overruns in Mud"))
IN_SEVERE_WEATHER = (
    Where(weather=frozenset({"snow", "light_mud", "extreme_cold"}), severe="yes"),
    say("17.1, 23.4, 23.5: no overruns in severe weather"),
)
IN_BAD_WEATHER = (
    Where(weather=frozenset({"mud", "snow", "extreme_cold"})),
    say("17.1: no overruns in Mud, Snow and Extreme Cold"),
)
NO_OVERRUNS = SeriesOverrun(most_steps=1, article="17.1a", barred=(IN_MUD, IN_SEVERE_WEATHER))
has_figures(__name__, "thunder_in_the_east", NO_OVERRUNS)
has_figures(__name__, "thunder_in_the_east_10", replace(NO_OVERRUNS, barred=(IN_BAD_WEATHER,)))
KEEPS_A_HEX = EnemiesApart(who=Selector(without_tags=frozenset({"airdrop"})))
BEFORE_A_LANDING = EnemiesApart(who=Selector(without_tags=frozenset({"airdrop", "landing"})))
"""Until the battles are over who has landed shares a hex with enemies (106.5.1)."""


@article(
    "No coexistence at rest",
    "14.1d",
    when=("end of phase",),
    area="movement",
    unseen="cannot excuse",
    met=about(KEEPS_A_HEX.who),
)
def no_coexistence(position: Position) -> Iterator[Finding]:
    """Ground units of both factions never share a hex when a Phase ends.

    Legal:    Axis Special Movement Step; 1817: ax.7inf; 1818: sov.63rc
    Illegal:  Axis Special Movement Step; 1817: ax.7inf, sov.63rc
    """
    phase = position.moment.phase
    lands = phase is None or bool(LANDING_UNTIL.phases & phase.names)
    for breach in enemies_apart(position, BEFORE_A_LANDING if lands else KEEPS_A_HEX):
        ashore = (each for each in position.markers_at(breach.at[0]) if each.type.kind == "fleet")
        yield replace(breach, broken=~any_of(LANDING_UNTIL.holds(position, each.type.side) for each in ashore))


@article(
    "Overrun eligibility",
    "17.0a",
    covers=("2.0d", "14.2b"),
    area="overrun",
    acts=("overrun",),
)
def overrun_eligibility(act: Act) -> Iterator[Finding]:
    """One Motorized unit of at least 10, after halving, overruns a hex with exactly one enemy unit of one step.

    Legal:    Axis Special Movement Step; weather clear; season summer; 1616: ax.2pza+out_of_supply; 1716: sov.30rc/2;
              overrun ax.2pza 1616-1716; remove sov.30rc
    Illegal:  Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz, ax.47pz; 1716: sov.30rc/2;
              overrun ax.24pz, ax.47pz 1616-1716; remove sov.30rc
    """
    yield from breaches(act, frozenset({"overrun"}))
    if not isinstance(act, Overrun):
        return
    target, hidden, units = act.path[-1], beside(act), counted(len(act.units), "unit")
    if len(act.units) > 1:
        yield Finding(
            (target,), say("{units} overrun {target} together, and at most {most} may", units, target, 1), act.units
        )
    elif len(act.units) + len(hidden) > 1:
        counters = counted(len(hidden), "counter")
        units = say("{units} and {counters} that nobody can identify", units, counters)
        because = say("{units} overrun {target} together, and at most {most} may", units, target, 1)
        yield Finding((target,), because, act.units, Known.open(hidden[0].datum))


@article("Overrun weather limits", "17.1a", covers=("23.3b", "23.4h", "23.5g"), area="overrun", acts=("overrun",))
def overrun_weather(act: Act) -> Iterator[Finding]:
    """Nobody overruns in Mud, nor in Snow or Extreme Cold while the weather is severe.

    Legal:    Axis Special Movement Step; weather overcast; season autumn; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716; remove sov.30rc
    Illegal:  Axis Special Movement Step; weather mud; season autumn; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716; remove sov.30rc
    """
    yield from breaches(act, frozenset({"overrun"}), article="17.1a")


article(
    printed("thunder_in_the_east_10", "17.1a"),
    says="Nobody overruns in Mud, Snow and Extreme Cold.",
    area="overrun",
    acts=("overrun",),
    anew=True,
)(overrun_weather)


@CHAPTER.article("Untried units are revealed", "17.1d", area="overrun", acts=("overrun",), options=())
def untried_revealed_by_overrun(record: PhaseRecord) -> Iterator[Finding]:
    """An Untried unit that is overrun is revealed.

    Legal:    Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716 die=3 result=success; remove sov.30rc
    Illegal:  Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc;
              overrun ax.24pz 1616-1716 result=success; remove sov.30rc
    """
    for each in overruns(record):
        flipped = {name for act in each.acts if isinstance(act, Flipped) for name in act.units}
        for victim in each.victims if each.result else ():
            if victim.shown.defense is None and victim.id not in flipped:
                because = say(
                    "{unit} overruns {target} with the result {result}, and {victim} was not revealed, as it must be",
                    *(each.unit, each.target, each.result, victim),
                )
                yield Finding((each.target,), because, each.act.units)


@CHAPTER.article(
    "Overrun roll",
    printed("thunder_in_the_east", "17.2d", figures=True),
    covers=("17.2a", "17.2b", "17.2c", "17.2e", "17.2j"),
    area="overrun",
    acts=("overrun",),
    options=(),
    readings=("overrun_option_chooser", "overrun_terrain_shift"),
)
def overrun_roll(record: PhaseRecord, revised: bool) -> Iterator[Finding]:
    """A modified roll above the defense is a success, below it a failure, equal to it an option that the right player takes.

    Legal:    Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716 die=3 result=success; remove sov.30rc
    Illegal:  Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716 die=2 result=success; remove sov.30rc
    """
    for each in overruns(record):
        die, result = each.act.told.get("die", ""), each.result
        if not result:
            yield from _done_as_rolled(record, each, die, revised=revised)
            continue
        table, at, names, chose = (
            table_of(each, revised=revised),
            (each.target,),
            each.act.units,
            each.act.told.get("chose", ""),
        )
        if result in ("a", "b") and chose and table.chooser and chose != table.chooser:
            because = say("the {chose} player chose, and here the {chooser} player does", chose, table.chooser)
            yield Finding(at, because, names)
        if not die.isdigit() or int(die) < 1:
            if table.rolls and not any(_agrees(each, due) for due in table.rolls):
                yield Finding(at, say("{words}; no die is {result}", table.words, with_article(result)), names)
            continue
        if not table.rolls:
            because = say("{words}; so nobody knows what a {die} comes to", table.words, die)
            yield Finding(at, because, names, table.settled)
            continue
        due = table.rolls[int(die) - 1] if int(die) <= len(table.rolls) else None
        if due is None or not _agrees(each, due):
            wanted, told = with_article(due or "nothing"), with_article(result)
            yield Finding(at, say("{words}; a {die} is {due}, not {result}", table.words, die, wanted, told), names)


article(printed("thunder_in_the_east_10", "17.2d", figures=False), acts=("overrun",), options=(), anew=True)(
    overrun_roll
)


def _done_as_rolled(record: PhaseRecord, each: Overrunning, die: str, *, revised: bool) -> Iterator[Finding]:
    """What was done against what a die that is told without a result comes to."""
    table = table_of(each, revised=revised)
    if not die.isdigit() or not 1 <= int(die) <= len(table.rolls):
        return
    due, lost = table.rolls[int(die) - 1], steps_lost(each.record, each.act.units)
    now = [each.end.units.get(victim.id) for victim in each.victims]
    gone = [str(victim) for victim, unit in zip(each.victims, now, strict=True) if unit is None or not unit.hex]
    left = [
        str(victim) for victim, unit in zip(each.victims, now, strict=True) if unit is None or unit.hex != each.target
    ]
    fault, owed = "", False
    if due is Outcome.FAILURE and left:
        fault = say("{victim} is no longer there, and stays", listed(left))
    elif due is Outcome.SUCCESS and lost > 0:
        fault = say("{unit} lost a step, and loses none", each.unit)
    elif due is Outcome.OPTION and gone and not lost:
        fault, owed = say("{unit} lost no step for {victim}, and one is due", each.unit, listed(gone)), True
    if fault:
        because = say("{words}; a {die} is {due}: {fault}", table.words, die, with_article(due.value), fault)
        yield Finding((each.target,), because, each.act.units, owed=owed and not record.ended)


def _agrees(each: Overrunning, outcome: Outcome) -> bool:
    return each.result in ("a", "b") if outcome is Outcome.OPTION else each.result == outcome.value


SEAS = (frozenset({"baltic_sea", "gulf_of_finland"}), frozenset({"black_sea"}))


@CHAPTER.article("Naval Transport capacity", "106.1", when=("special movement",), acts=("naval",))
def naval_transport_capacity(record: PhaseRecord) -> Iterator[Finding]:
    """Each side carries one unit a turn over the Black Sea, and one over the Baltic and the Gulf of Finland.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf; naval ax.7inf 1010-0710
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf, ax.5inf;
              naval ax.7inf 1010-0710; naval ax.5inf 1010-0710
    """
    network = record.start.network
    sailing = [act for act in record.of(Movement) if act.kind == "naval"]
    for sea in SEAS:
        over = [
            act
            for act in sailing
            if any(sea & network.hexes[network.index[number]].tags for number in act.path if number in network.index)
        ]
        carried = {name: act.path for act in over for name in (*act.units, *act.marker_ids)}
        if len(carried) > 1:
            named = listed(word(tag) for tag in sorted(sea))
            because = say("{count} units are carried over {zone}, and {most} may", len(carried), named, 1)
            at = tuple(dict.fromkeys(number for path in carried.values() for number in path))
            yield Finding(at, because, tuple(name for act in over for name in act.units))


def _landings(record: PhaseRecord) -> list[Movement]:
    network = record.start.network
    found = []
    for act in record.of(Movement):
        if act.kind == "naval" and len(act.path) > 1 and {act.path[0], act.path[-1]} <= set(network.index):
            start, end = (network.hexes[network.index[number]].terrain for number in (act.path[0], act.path[-1]))
            if start == "all_sea" != end:
                found.append(act)
    return found


@CHAPTER.article(
    "Naval Transport landing",
    "106.2b",
    when=("regular movement",),
    unseen="cannot excuse",
    acts=("naval",),
    met=_landings,
)
def naval_transport_landing(record: PhaseRecord) -> Iterator[Finding]:
    """A unit lands on a die of 2 to 6; on a 1 it returns to the port in which it embarked.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf; naval ax.7inf 1010-0807;
              turn 9, Axis Regular Movement Step; naval ax.7inf 0807-1006 die=4
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf; naval ax.7inf 1010-0807;
              turn 9, Axis Regular Movement Step; naval ax.7inf 0807-1006 die=1
    """
    for act in _landings(record):
        end, dice, origin = act.path[-1], faces(record, act.told.get("die", "")), _port_of(record, act)
        if not dice:
            because = say("a unit lands in {hex}, and no die was rolled for it", end)
            yield Finding((end,), because, act.units, Known.open(say("the die for landing in {hex}", end)))
        elif 1 in dice and end != origin:
            fell = strung(dice, say(" or "))
            because = say("a unit lands in {hex} on a {die}, by which it returns to where it set out", end, fell)
            missing = [say("which die was rolled for landing in {hex}", end)] if {*dice} != {1} else []
            missing += [say("where it set out")] if not origin else []
            yield Finding((end,), because, act.units, Known.open(*missing) if missing else YES)


def _port_of(record: PhaseRecord, landing: Movement) -> str:
    """The hex in which the unit embarked in the same player turn, "" if that is not on record."""
    moves = (act for phase in record.earlier for act in phase.of(Movement) if act.kind == "naval")
    before = [act.path[0] for act in moves if set(act.units) & set(landing.units)]
    return before[-1] if before else ""


FUEL = "FP.soviet"


def _sailed(record: PhaseRecord, phase_name: str) -> list[str]:
    """The names of the fleets that went from hex to hex in such a phase, and are not back where they were."""
    phase = record.moment.phase
    first: dict[str, Marker] = {}
    for act in record.of(Shifted) if phase is not None and phase_name in phase.names else ():
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if old is not None and new is not None and old.type.kind == "fleet" and old.hex and new.hex:
                first.setdefault(name, old)
    last = record.end.markers
    return [old.type.name or name for name, old in first.items() if name not in last or last[name].hex != old.hex]


def _fuel_untold(record: PhaseRecord, _: object) -> str:
    return first_untold([FUEL], record.start.values)


def _fuel_spent(record: PhaseRecord, sailed: list[str]) -> Iterator[Finding]:
    """A point of fuel is spent for each fleet; where nobody tells the points, nothing is asked."""
    if sailed and FUEL in record.start.values:
        due = Interval.of(len(sailed))
        given = fall(record, FUEL)
        because = say(
            "{name} moves, which costs {due} {pool}, and {given} was spent", sailed[0], amount(due.low), FUEL, given
        )
        yield Finding((), because, broken=~given.at_least(due), owed=not record.ended)


@CHAPTER.article(
    "Fuel to sail",
    "106.4.fuel",
    covers=("106.4",),
    when=("special movement",),
    unseen="cannot excuse",
    met=lambda record: _sailed(record, "special movement"),
    untold=_fuel_untold,
)
def fuel_to_sail(record: PhaseRecord) -> Iterator[Finding]:
    """A Fleet that sails in the Special Movement Step costs 1 FP.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic; value FP.soviet 3;
              shift +fleet.baltic 1903-1503; value FP.soviet 2
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic; value FP.soviet 3;
              shift +fleet.baltic 1903-1503; turn 9, Soviet Battle Declaration Step
    """
    yield from _fuel_spent(record, _sailed(record, "special movement"))


@CHAPTER.article(
    "Fuel to intercept",
    "106.5.3a.fuel",
    covers=("106.5.3a",),
    when=("axis.reaction",),
    unseen="cannot excuse",
    met=lambda record: _sailed(record, "reaction"),
    untold=_fuel_untold,
)
def fuel_to_intercept(record: PhaseRecord) -> Iterator[Finding]:
    """A Fleet that sails out to intercept costs 1 FP.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Opponent's Reaction Step; weather clear; season summer; 1903: +fleet.baltic; value FP.soviet 3;
              shift +fleet.baltic 1903-1503; value FP.soviet 2
    Illegal:  turn 9, Axis Opponent's Reaction Step; weather clear; season summer; 1903: +fleet.baltic; value FP.soviet 3;
              shift +fleet.baltic 1903-1503; say we go on; turn 9, Axis Air Combat Step
    """
    yield from _fuel_spent(record, _sailed(record, "reaction"))


ALLIES_WILLING = When(
    phases=frozenset({"special movement", "regular movement", "order of battle", "season start"}), phasing="own"
)


@article(
    "Axis nationality stacking",
    "11.2a",
    covers=("11.2c",),
    area="stacking",
    when=("end of phase",),
    unseen="cannot excuse",
)
def allies_apart(position: Position) -> Iterator[Finding]:
    """Units of two different allies of Germany do not end a Phase in one hex.

    Legal:    Axis Special Movement Step; 1229: ax.romtn, ax.7inf
    Illegal:  Axis Special Movement Step; 1229: ax.hu8inf, ax.10mot, ax.romtn
    """
    for breach in clashing(position):
        willing = ALLIES_WILLING.holds(position, position.units[breach.units[0]].side)
        willing |= Known.of(any(moved_so(position, name, "advance").is_yes for name in breach.units))
        if not any(driven_to(position, name) == breach.at[0] for name in breach.units):
            willing |= Known.open(say("whether a retreat drove them together"))
        yield replace(breach, broken=willing & breach.broken)


def _rail_used_untold(record: PhaseRecord, _: object) -> str:
    """What was used up before, where nobody told it: it is taken for nothing."""
    return first_untold((f"rail_used.{side}" for side in carried(record.called({"rail"}))), record.start.values)


@article(
    "Rail capacity limit",
    "15.4e",
    covers=("15.4d", "204.2", "205.5"),
    area="rail",
    unseen="cannot excuse",
    acts=("rail",),
    untold=_rail_used_untold,
)
def rail_capacity(record: PhaseRecord) -> Iterator[Finding]:
    """A side uses no more Rail Capacity in a turn than its scenario gives; a Heavy Major unit uses 2, any other 1.

    Legal:    Axis Special Movement Step; weather clear; season summer; 0921: ax.7inf; value rail_used.axis 0;
              rail ax.7inf 0921-1020
    Illegal:  turn 1, Soviet Special Movement Step; weather clear; season summer; 3113: +stalin; value rail_used.soviet 50;
              rail +stalin 3113-3212-3312-3412-3512-3611-3712-3812-3912-4011-4018
    """
    for side, units in carried(record.called({"rail"})).items():
        most = rail_capacity_of(record.start, side)
        name = f"rail_used.{side}"
        used = told_number(record.start, name) if name in record.start.values else ZERO
        yield overload(record.start, "rail", units, most, before=used)


def _booked(record: PhaseRecord) -> list[tuple[str, str]]:
    """The numbers of Rail Used that changed in the step, each with its side, whose step it is."""
    side = record.moment.phasing
    name = f"rail_used.{side}"
    told = any(name in act.values for act in record.of(ValuesChanged))
    return [(name, side)] if told and name in record.start.values else []


def _perhaps_by_rail(act: Act, side: str) -> bool:
    """Whether something of a side, its headquarters aside, went from hex to hex, and nobody says how: by a drag, or put there."""
    untold = isinstance(act, Shifted) or (isinstance(act, Travel) and not act.exact)
    return untold and any(party.side == side and party.hex and "hq" not in party.type.kind for party in cargo(act))


@article(
    "Rail Used is counted up",
    "15.4d.booked",
    covers=("15.4d",),
    area="rail",
    when=("special movement",),
    met=_booked,
)
def rail_used_counted_up(record: PhaseRecord) -> Iterator[Finding]:
    """Who counts up the Rail Used in his Special Movement Step counts what the moves by rail cost.

    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 0921: ax.24pz; value rail_used.axis 1;
              rail ax.24pz 0921-1020; value rail_used.axis 3
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 0921: ax.24pz; value rail_used.axis 1;
              rail ax.24pz 0921-1020; value rail_used.axis 2
    """
    used = carried(record.called({"rail"}))
    for name, side in _booked(record):
        if any(_perhaps_by_rail(act, side) for act in record.acts):
            continue
        due = sum_of(room_taken(record.start, unit, "rail") for unit in used.get(side, ()))
        given = rise(record, name)
        because = say("{name} rises by {given}, and the moves by rail used {due}", name, given, due)
        yield Finding((), because, broken=~(given.at_least(due) & given.at_most(due)), owed=not record.ended)
