"""What becomes of units: cadres (9E), Brandenburgers (14H), formations that break down and are assembled (15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.breakdown import FormationExchange, allowed, exchanges
from adjudicator.analysis.leaving import Leaving
from adjudicator.analysis.movement.retreat_terms import Slipping
from adjudicator.analysis.supply.starvation import starvation
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import StarvationRule
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.chance import succeeded
from adjudicator.record.acts import Act, Advance, Attack, Declaration, Marked, Movement, Overrun, Placed, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.terms.words import when_words
from adjudicator.words import deed, listed

FIGHTS = (Advance, Attack, Overrun, Retreat)


def _reduced(record: PhaseRecord) -> list[tuple[Unit, Unit]]:
    """The units that show their cadre when the phase is over, and did not when it began: as they were and as they are."""
    return [(old, new) for old, new in record.changed() if new.has("cadre") and not old.has("cadre")]


@article(
    "What makes a cadre of a division",
    "9E.r",
    covers=("9E",),
    when=("initial", "movement", "air", "combat", "exploitation"),
    area="combat",
    unseen="may excuse nearby",
    acts=("flip",),
    met=_reduced,
)
def reduced_by_something(record: PhaseRecord) -> Iterator[Finding]:
    """A division turns to its cadre in battle, or when it starves, and at no other time.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=AE; flip ge.1inf/2
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1inf; flip ge.1inf/2
    """
    for old, new in _reduced(record):
        if not any(_fought(act, new, {old.hex, new.hex}) for act in record.acts):
            because = say("{unit} turns to its cadre in {hex}, and nothing that was done reduced it", new, new.hex)
            yield Finding((new.hex,), because, (new.id,), _without_cause(record, old, new))


def _fought(act: Act, unit: Unit, hexes: set[str]) -> bool:
    """Whether an act is a fight in which the unit may have been reduced, as other rules judge."""
    fought = isinstance(act, FIGHTS) and not isinstance(act, Declaration)
    return fought and (unit.id in act.units or not hexes.isdisjoint(act.path))


def _without_cause(record: PhaseRecord, old: Unit, new: Unit) -> Known:
    """Whether nothing at all can have reduced a unit: no battle, told or untold, and no want of supply."""
    phase = record.moment.phase
    may_be = phase is None or any(_fought(act, new, {old.hex}) for each in record.earlier for act in each.acts)
    if phase is not None and not may_be and "combat" in phase.names:
        moved = any(new.id in act.units for act in record.of(Movement))
        may_be = moved or any(Leaving(record, unit, None, unit.hex).near(1) for unit in (old, new))
    elif phase is not None and not may_be and "initial" in phase.names:
        if starvation(record.end, new).rolls.is_yes:
            return NO
        may_be = _may_starve(record, new).possible
    return Known.open(say("what reduced {unit}", new)) if may_be else YES


def _may_starve(record: PhaseRecord, unit: Unit) -> Known:
    """Whether a unit is in every state that makes it roll; how long it has been so, one marker may tell of many."""
    rule = record.end.pack.figures_of(StarvationRule)
    if rule is None:
        return NO
    at_start, at_end = (
        all_of(found.state(unit.id, aspect).is_in({state}) for aspect, state in rule.states.items())
        for found in (supply(position, unit.side) for position in (record.start, record.end))
    )
    return at_start | at_end


SLIPPING = "slipping"
BRANDENBURGERS = Selector(nations=frozenset({"german"}), kinds=frozenset({"commando"}))
has_figures(__name__, "fire_in_the_east", Slipping(BRANDENBURGERS, "brandenburg.{die}"))


@article(
    "Brandenburger ZOC movement",
    "fire_in_the_east:14H.1",
    area="movement",
    unseen="cannot excuse",
    acts=("mark",),
    met=about(BRANDENBURGERS, acts=("mark",)),
)
def brandenburgers_slip_out(act: Act) -> Iterator[Finding]:
    """Brandenburgers who have a success of the die leave enemy zones for nothing: the mark slipping, with die= (14H).

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2914: ge.bbg; mark ge.bbg+slipping die=2 result=success
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2914: ge.bbg; mark ge.bbg+slipping die=6 result=failure
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2914: ge.1inf; mark ge.1inf+slipping die=2 result=success
    """
    for name in act.units if isinstance(act, Marked) and SLIPPING in act.on else ():
        unit = act.before.unit(name)
        if BRANDENBURGERS.matches(unit):
            because, had = say("{unit} gets the mark without a success", unit), succeeded(act, "brandenburg.{die}")
        else:
            because = say("{unit} is marked as one that slips out by a die, and units like it may not try that", unit)
            had = NO
        yield Finding((unit.hex,), because, (name,), ~had)


@dataclass(frozen=True, slots=True)
class Formations:
    """Formations that break down; by NATION_KIND what the chart leaves out, and the optional rule for which it does, if any."""

    wholes: Selector
    beside: Mapping[str, tuple[str, str]]


DIVISIONS = Selector(sizes=frozenset({"division"}))
AIR_LANDING = {"german_air_landing": ("8-6: 1 headquarters, 3 air_landing 2-5", "air_landing_division")}
ANTIAIRCRAFT = Formations(
    Selector(nations=frozenset({"german"}), kinds=frozenset({"heavy_antiaircraft"}), sizes=frozenset({"regiment"})),
    {"german_heavy_antiaircraft": ("2-10: 2 heavy_antiaircraft 1-10", "")},
)
EXCHANGED = ("place", "remove", "transfer")
PARTING, NO_PARTING = frozenset({"movement", "exploitation"}), frozenset({"air", "combat"})
"""The phases in which formations break down and are assembled, and those in which nobody comes instead of another."""
ARRIVING = When(phases=PARTING | {"initial"})


@article(
    "Initial phase contents",
    "fire_in_the_east:4A1.1",
    covers=("4A1.2",),
    area="sequence",
    unseen="cannot excuse",
    acts=("place",),
)
def placed_in_time(record: PhaseRecord) -> Iterator[Finding]:
    """Reinforcements and replacements arrive in the initial phase; components of divisions appear in the phases of movement.

    Legal:    turn 5, German Initial Phase; weather clear; place ge.1inf 1B/2719
    Illegal:  turn 5, German Combat Phase; weather clear; place ge.1inf 1B/2719
    """
    placed = [act for act in record.of(Placed) if not ARRIVING.holds(act.before, act.moment.phasing).is_yes]
    parted = [each for who in (DIVISIONS, ANTIAIRCRAFT.wholes) for each in exchanges(record, who)] if placed else []
    known = {unit.id for found in parted for unit in (found.whole, *found.parts)}
    for act in placed:
        units = [unit for name in act.units if (unit := act.after.units.get(name)) is not None and name not in known]
        if units or not act.units:
            answer = ARRIVING.holds(act.before, units[0].side if units else act.moment.phasing)
            because = say(
                "{who} {does} in {moment}{now}; allowed only {when}",
                listed(map(str, units)) or say("a counter"),
                deed(act.kind, max(len(units), 1)),
                act.moment,
                "",
                when_words((ARRIVING,)),
            )
            # Whoever cannot be read there may be what broke down.
            there = Excuse(frozenset(act.path[-1:]))
            yield Finding(act.path[-1:], because, tuple(unit.id for unit in units), ~answer, excuse=there)


@article(
    "Breaking down and assembling",
    printed("", "15A.1", figures=Formations(DIVISIONS, {})),
    covers=("15A.3",),
    when=("movement", "exploitation", "air", "combat"),
    area="breakdown",
    acts=EXCHANGED,
)
def divisions_broken_down(record: PhaseRecord, divisions: Formations) -> Iterator[Finding]:
    """A division breaks down as a movement phase begins and is assembled as one ends, a c/m division in exploitation too, by the
    charts.

    Legal:    turn 5, German Exploitation Phase; weather clear; 1B/2919: ge.1inf; ge.1inf 1B/2919-1B/2918
    Illegal:  turn 5, German Exploitation Phase; weather clear; 1B/2724: ge.1inf; remove ge.1inf; place ge.1reg 1B/2724
    """
    yield from _exchanged(record, divisions)


article(
    printed("fire_in_the_east", "15A.1", figures=Formations(DIVISIONS, AIR_LANDING)),
    covers=("15A.3", "15B.1", "15B.2", "39D"),
    acts=EXCHANGED,
    anew=True,
)(divisions_broken_down)


@article(
    "German heavy antiaircraft regiments",
    "fire_in_the_east:15D",
    when=("movement", "exploitation", "air", "combat"),
    area="breakdown",
    acts=EXCHANGED,
)
def antiaircraft_broken_down(record: PhaseRecord) -> Iterator[Finding]:
    """A German heavy antiaircraft regiment breaks down into two battalions, and two of these are assembled to one.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1aa; remove ge.1aa;
              place ge.heavy_antiaircraft.battalion.1-37.lw 1B/2724; place ge.heavy_antiaircraft.battalion.1-38.lw 1B/2724
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2724: ge.1aa; remove ge.1aa;
              place ge.heavy_antiaircraft.battalion.1-37.lw 1B/2724
    """
    yield from _exchanged(record, ANTIAIRCRAFT)


def _exchanged(record: PhaseRecord, formations: Formations) -> Iterator[Finding]:
    phase = record.moment.phase
    if phase is None or phase.names.isdisjoint(PARTING | NO_PARTING):
        return
    for found in exchanges(record, formations.wholes):
        names = (found.whole.id, *(unit.id for unit in found.parts))
        does = say("is assembled") if found.assembled else say("breaks down")
        if phase.names.isdisjoint(PARTING):
            because = say("{whole} {does} in the {name}, in which no unit does", found.whole, does, phase.name)
            yield Finding((found.hex,), because, names)
        elif record.moment.phasing not in ("", found.whole.side):
            because = say(
                "{whole} {does} in the {name}, which is not a phase of its side", found.whole, does, phase.name
            )
            yield Finding((found.hex,), because, names)
        elif phase.kind == "exploitation" and not found.whole.has("cm"):
            because = say("{whole} {does} in the {name}, in which only quick units do", found.whole, does, phase.name)
            yield Finding((found.hex,), because, names)
        else:
            yield from _timing(record, found, names)
            yield from _composition(record, formations, found, names)


def _timing(record: PhaseRecord, found: FormationExchange, names: tuple[str, ...]) -> Iterator[Finding]:
    """A formation breaks down before it moves, and does not move once assembled."""
    acts = record.acts[found.at + 1 :] if found.assembled else record.acts[: found.at]
    moves = [act for act in acts if isinstance(act, Movement | Overrun)]
    if any(found.whole.id in act.units for act in moves):
        when = say("after") if found.assembled else say("before")
        does = say("it was assembled") if found.assembled else say("it broke down")
        because = say("{whole} moved in the phase {when} {does}, and may do only one of these", found.whole, when, does)
        yield Finding((found.hex,), because, names)
    elif moves:
        does = say("assembled at the end") if found.assembled else say("broken down at the start")
        when = say("after it") if found.assembled else say("before it")
        because = say("{whole} is {does} of the phase, and here others moved {when}", found.whole, does, when)
        yield Finding((found.hex,), because, names, Known.open(say("when in the phase it was announced")))


def _composition(
    record: PhaseRecord, formations: Formations, found: FormationExchange, names: tuple[str, ...]
) -> Iterator[Finding]:
    pack, row = record.start.pack, f"{found.whole.type.nation}_{found.whole.type.kind}"
    cell = f"breakdown.{row}.parts"
    beside, option = formations.beside.get(row, ("", ""))
    in_play = not option or option in pack.options
    listed = allowed(found, cell, (beside if in_play else "") or pack.charts.get(cell))
    parts = strung((str(unit) for unit in found.parts), ", ")
    words = (
        say("{whole} is exchanged for {parts}, a breakdown that the chart does not list", found.whole, parts)
        if listed.is_no
        else say("{whole} is exchanged for {parts}, a breakdown that the chart must list", found.whole, parts)
    )
    yield Finding((found.hex,), words, names, ~listed)
