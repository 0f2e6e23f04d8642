"""Who attacks whom, from where and in what order: 8B, 9 and 14D, and what single nations and units may not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from adjudicator.analysis.combat.battles import fights
from adjudicator.analysis.combat.conditions import crosses
from adjudicator.analysis.combat.strength import printed_strength
from adjudicator.analysis.movement.retreat_terms import SeriesRetreat
from adjudicator.analysis.movement.step_cost import in_words, passable, step_cost
from adjudicator.analysis.movement.values import GROUND
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.stacking import stack_counts
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import ZERO
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Advance, Attack, Declaration, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, say_number
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import Selector
from adjudicator.terms.words import edges_words
from adjudicator.words import counted, listed

CHAPTER = Chapter(area="combat", acts=("attack",))

FACES = 6
"""The faces of a die."""
TRUCKS = Selector(kinds=frozenset({"truck"}))
SHIPS = Selector(any_tags=frozenset({"ship"}))
MARCHING = Selector(without_tags=frozenset({"rail_only", "fixed", "afloat"}))
HUNGARIANS = Selector(nations=frozenset({"hungarian"}))
THEIR_NEIGHBOURS = Selector(nations=frozenset({"rumanian", "slovakian"}))
CAUSEWAYS, KERCH = Edges(features=frozenset({"causeway"})), Edges(features=frozenset({"kerch_strait"}))
has_figures(  # 8B, 9F1: [retreat] has the rest
    __name__,
    "europa",
    SeriesRetreat(onward=True, shielded_who=Selector(nations=frozenset({"german"}), tags=frozenset({"cm"}))),
)


def _attackers(act: Act) -> list[Unit]:
    return [act.before.unit(name) for name in act.units]


@CHAPTER.article("One die", "3C3", unseen="cannot excuse", acts=("attack", "demolish", "repair"))
def one_die(act: Act) -> Iterator[Finding]:
    """Battles and works on bridges are rolled for with one die.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf die=4
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf die=4,3
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf die=9
    """
    told = act.told.get("die", "")
    dice = told.split(",")
    if isinstance(act, Declaration) or not all(die.isdigit() for die in dice):
        return
    if len(dice) > 1 or not 1 <= int(told) <= FACES:
        because = say("{told} is told as the roll, and it is made with {dice}", told, counted(1, "die"))
        yield Finding(act.path, because, act.units)


@CHAPTER.article("Attack limit by target hex", "8B.3", covers=("9B7",), area="stacking", unseen="cannot excuse")
def attack_limit_by_target_hex(act: Act) -> Iterator[Finding]:
    """Out of each hex no more attack than may stand in the hex attacked.

    Under:    fire_in_the_east
    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/1807: fi.1inf; 1B/1907: so.1rbr, so.1tkb, so.1cdr;
              attack 1B/1807: so.1rbr, so.1tkb
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/1807: fi.1inf; 1B/1907: so.1rbr, so.1tkb, so.1cdr;
              attack 1B/1807: so.1rbr, so.1tkb, so.1cdr
    """
    by_hex: dict[str, list[Unit]] = {}
    for unit in _attackers(act) if act.path else ():
        by_hex.setdefault(unit.hex, []).append(unit)
    for origin, units in by_hex.items():
        target = act.path[-1]
        for count in stack_counts(act.before, target, units[0].side, units):
            if count.exceeded.possible:
                because = say("too many attack {target} out of {origin}: {words}", target, origin, count.words)
                yield Finding((origin, target), because, tuple(unit.id for unit in units), count.exceeded)


@CHAPTER.article(
    "No attack into prohibited terrain",
    "9.2",
    unseen="cannot excuse",
    met=lambda act: any(map(MARCHING.matches, _attackers(act))),
)
def no_attack_into_prohibited_terrain(act: Act) -> Iterator[Finding]:
    """Nobody attacks into ground, or across a hexside, that is closed to him.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/3003: so.10rif; attack 2A/3003: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/2903: so.10rif; attack 2A/2903: ge.1inf
    """
    network = act.before.network
    for target in act.path:
        for unit in filter(MARCHING.matches, _attackers(act)):
            i, j = network.index.get(unit.hex), network.index.get(target)
            if i is None or j is None or network.distance(i, j) != 1:
                continue
            walker = Walker(act.before, unit, GROUND, unit.hex, roads=False)
            direction = network.hexes[i].at.direction(network.hexes[j].at)
            closed = ~in_words(act.before, passable(step_cost(walker, i, j, direction)[0]))
            because = say("{unit} attacks {target}, and the way there is closed to it", unit, target)
            yield Finding((unit.hex, target), because, (unit.id,), closed)


@CHAPTER.article("One target hex per attack", "9B3", unseen="cannot excuse")
def one_target_hex(act: Act) -> Iterator[Finding]:
    """One attack is made on one hex.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; attack 1B/2914: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2814: so.23rif;
              attack 1B/2914 1B/2814: ge.1inf
    """
    if len(act.path) > 1:
        most = counted(1, "hex")
        because = say("one attack is made on {hexes}, and may be on {most} at most", listed(act.path), most)
        yield Finding(act.path, because, act.units)


@CHAPTER.article("Advance at once", "9F2.1t", when=("combat",), area="retreat-advance", acts=("attack", "advance"))
def advance_before_the_next_battle(record: PhaseRecord) -> Iterator[Finding]:
    """An advance follows its battle at once, before the next one is fought; in what order he attacks the attacker decides.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2715: ge.11inf;
              1B/2714: so.23rif; attack 1B/2914: ge.1inf die=6 result=DE; remove so.10rif;
              advance ge.1inf 1B/2915-1B/2914; attack 1B/2714: ge.11inf die=3 result=NE
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2715: ge.11inf;
              1B/2714: so.23rif; attack 1B/2914: ge.1inf die=6 result=DE; remove so.10rif;
              attack 1B/2714: ge.11inf die=3 result=NE; advance ge.1inf 1B/2915-1B/2914
    """
    fought: list[Attack] = []
    for act in record.acts:
        if isinstance(act, Attack) and not isinstance(act, Declaration):
            fought.append(act)
        elif isinstance(act, Advance) and len(act.path) > 1:
            won = next((n for n in reversed(range(len(fought))) if act.path[-1] in fought[n].path), None)
            if won is not None and set(act.units) & set(fought[won].units):
                yield from _late_advance(act, fought[won + 1 :])


def _late_advance(act: Advance, later: list[Attack]) -> Iterator[Finding]:
    if not later:
        return
    resolved = next((attack for attack in later if "die" in attack.told or attack.result), None)
    other = (resolved or later[0]).path[0]
    because = say("an advance into {hex} after the battle of {other} has begun", act.path[-1], other)
    late = YES if resolved else Known.open(say("whether the attack on {hex} was fought by then", other))
    yield Finding((act.path[-1],), because, act.units, late)


@CHAPTER.article(
    "Who retreats",
    "9C.3r",
    covers=("9C.3",),
    when=("combat",),
    area="retreat-advance",
    unseen="cannot excuse",
    acts=("attack", "retreat"),
    met=lambda record: record.of(Retreat),
)
def retreats_after_battle(record: PhaseRecord) -> Iterator[Finding]:
    """Only units that the result of an attack affects retreat.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=DR; retreat so.10rif 1B/2914-1B/2813
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2712: so.48rif;
              attack 1B/2914: ge.1inf result=DR; retreat so.10rif 1B/2914-1B/2813; retreat so.48rif 1B/2712-1B/2611
    """
    attacked: set[str] = set()
    engaged: set[str] = set()
    out_of: set[str] = set()
    for act in record.acts:
        if isinstance(act, Attack):
            attacked.update(act.path)
            engaged.update(act.units)
            out_of.update(unit.hex for unit in _attackers(act))
        elif isinstance(act, Retreat) and len(act.path) > 1:
            start = act.path[0]
            for unit in _attackers(act):
                # A unit that is new in the phase may stand there in place of one that attacked.
                new = unit.id not in record.start.units or not record.start.units[unit.id].hex
                if start in attacked or unit.id in engaged or (new and start in out_of):
                    continue
                because = say("{unit} retreats from {hex}, and fought in no battle of this phase", unit, start)
                untold = say("whether {hex} was attacked (no attack on it is told)", start)
                sure = attacked and (act.exact or not _may_be_attacked(act, unit, engaged))
                yield Finding(act.path[:1], because, (unit.id,), YES if sure else Known.open(untold), excuse=Excuse())
            engaged.update(act.units)


def _may_be_attacked(act: Act, unit: Unit, engaged: Collection[str]) -> bool:
    """Whether an enemy who fought in no battle stands next to a unit: in a log nobody may have written that he attacks."""
    beside = (other for number in act.before.network.beside(unit.hex) for other in act.before.at(number))
    return any(other.side != unit.side and other.id not in engaged for other in beside)


@CHAPTER.article("Truck combat", "sudden_storm:14D.a", met=lambda act: any(map(TRUCKS.matches, _attackers(act))))
def trucks_in_company(act: Act) -> Iterator[Finding]:
    """A truck attacks only with others.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.truck; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf, ge.truck
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.truck; 1B/2914: so.10rif; attack 1B/2914: ge.truck
    """
    yield from _in_company(act, lambda unit: Known.of(TRUCKS.matches(unit)))


@CHAPTER.article(
    "Ships support",
    "sudden_storm:27B2.cs",
    covers=("27B2.c",),
    area="naval",
    met=lambda act: any(map(SHIPS.matches, _attackers(act))),
)
def ships_in_company(act: Act) -> Iterator[Finding]:
    """Ships fire only with ground units.

    Under:    sudden_storm, open_sea
    Legal:    turn 5, Soviet Combat Phase; weather clear; severe no; 2A/0410: ge.1inf; 2A/0310: so.bb1; 2A/0409: so.10rif;
              attack 2A/0410: so.bb1, so.10rif
    Illegal:  turn 5, Soviet Combat Phase; weather clear; severe no; 2A/0410: ge.1inf; 2A/0310: so.bb1;
              attack 2A/0410: so.bb1
    """
    yield from _in_company(act, lambda unit: Known.of(SHIPS.matches(unit)))


@CHAPTER.article("Zero attack strength", "fire_in_the_east:9G.1")
def strengthless_in_company(act: Act) -> Iterator[Finding]:
    """Units of attack strength 0 attack only with others.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1eng; 1B/2914: so.1rbr;
              attack 1B/2914: ge.1inf, ge.1eng
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1eng; 1B/2914: so.1rbr; attack 1B/2914: ge.1eng
    """
    yield from _in_company(act, lambda unit: printed_strength(unit, "attack").at_most(ZERO))


def _in_company(act: Act, dependent: Callable[[Unit], Known]) -> Iterator[Finding]:
    units = _attackers(act)
    because = say_number(
        "{units} attacks by itself, and may only with others",
        "{units} attack by themselves, and may only with others",
        len(units),
        listed(map(str, units)),
    )
    if units:
        yield Finding(act.path, because, act.units, all_of(map(dependent, units)))


@CHAPTER.article("Zero defense strength", "fire_in_the_east:9G.2", when=("combat",))
def strengthless_defenders(record: PhaseRecord) -> Iterator[Finding]:
    """Units of defense strength 0 that nobody else defends are eliminated by any attack.

    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.hq; 1B/2914: so.1rbr; attack 1B/2915: so.1rbr;
              remove ge.hq
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.hq; 1B/2914: so.1rbr; attack 1B/2915: so.1rbr
    """
    yield from _eliminated(record, lambda unit: printed_strength(unit, "defense").at_most(ZERO))


@CHAPTER.article(
    "Lone trucks",
    "sudden_storm:14D.b",
    when=("combat",),
    met=lambda record: any(TRUCKS.matches(unit) for fought in fights(record) for unit in fought.defenders),
)
def lone_trucks(record: PhaseRecord) -> Iterator[Finding]:
    """Trucks without another unit in their hex are eliminated by any attack.

    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.truck; 1B/2914: so.1rbr;
              attack 1B/2915: so.1rbr; remove ge.truck
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.truck; 1B/2914: so.1rbr;
              attack 1B/2915: so.1rbr
    """
    yield from _eliminated(record, lambda unit: Known.of(TRUCKS.matches(unit)))


def _eliminated(record: PhaseRecord, helpless: Callable[[Unit], Known]) -> Iterator[Finding]:
    for fought in fights(record):
        left = [unit for unit in fought.defenders if not fought.left(unit.id)]
        helpless_all = all_of(map(helpless, fought.defenders))
        if left and helpless_all.possible:
            because = say(
                "nobody of any strength defends {hexes}, and the attack leaves {units} there",
                listed(fought.hexes),
                listed(map(str, left)),
            )
            yield Finding(fought.hexes, because, tuple(unit.id for unit in left), helpless_all)


@CHAPTER.article("No attack over a causeway", "fire_in_the_east:31A1.2", unseen="cannot excuse")
def no_attack_over_a_causeway(act: Act) -> Iterator[Finding]:
    """Nobody attacks across a causeway.

    Legal:    turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/3003: so.10rif; attack 2A/3003: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/2903: so.10rif; attack 2A/2903: ge.1inf
    """
    yield from _barred_across(act, CAUSEWAYS)


@CHAPTER.article(
    printed("fire_in_the_east", "31A2.2", title="No attack across the Kerch straits"),
    printed("sudden_storm", "30A2.a", title="Kerch Straits"),
    unseen="cannot excuse",
)
def no_attack_over_the_kerch_straits(act: Act) -> Iterator[Finding]:
    """Nobody attacks across the Kerch straits.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Combat Phase; weather clear; 2A/0704: so.10rif; 2A/0703: ge.1inf; attack 2A/0703: so.10rif
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 2A/0704: so.10rif; 2A/0705: ge.1inf; attack 2A/0705: so.10rif
    """
    yield from _barred_across(act, KERCH)


def _barred_across(act: Act, barred: Edges) -> Iterator[Finding]:
    index, across = act.before.network.index, edges_words((barred,))
    for target in act.path:
        for unit in _attackers(act):
            if unit.hex in index and target in index:
                crossed = crosses(act.before, barred, unit.side, (index[unit.hex], index[target]))
                because = say("{unit} attacks {target} across {edges}, which bars attacks", unit, target, across)
                yield Finding((unit.hex, target), because, (unit.id,), crossed)


@CHAPTER.article(
    printed("fire_in_the_east", "32A.3", title="No joint attacks"),
    printed("sudden_storm", "31A.c", title="Hungarians apart in attacks"),
    unseen="cannot excuse",
)
def hungarians_apart(act: Act) -> Iterator[Finding]:
    """Hungarians join in no attack with Rumanians or Slovaks.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: hu.1mot; 1B/2914: so.1rbr; attack 1B/2914: hu.1mot
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: hu.1mot; 1B/3014: ru.1cav; 1B/2914: so.1rbr;
              attack 1B/2914: hu.1mot, ru.1cav
    """
    hungarians, others = (
        [unit for unit in _attackers(act) if group.matches(unit)] for group in (HUNGARIANS, THEIR_NEIGHBOURS)
    )
    if hungarians and others:
        mixed = [*hungarians, *others]
        because = say(
            "{units} attack {target} together, and do not join in one attack", listed(map(str, mixed)), act.path[0]
        )
        yield Finding(act.path, because, tuple(unit.id for unit in mixed))
