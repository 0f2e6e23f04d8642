"""Who attacks whom, from where and in what order: 8B, 9 and 14D, and what single nations and units may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.analysis.combat.battles import fights
from adjudicator.analysis.combat.conditions import crosses
from adjudicator.analysis.combat.strength import printed_strength
from adjudicator.analysis.movement.step_cost import in_words, passable, step_cost
from adjudicator.analysis.movement.values import GROUND
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.stacking import stack_counts
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Breach, Excuse
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

FACES = 6
"""The faces of a die."""
TRUCKS = Selector(kinds=frozenset({"truck"}))
SHIPS = Selector(any_tags=frozenset({"ship"}))
MARCHING = Selector(without_tags=frozenset({"rail_only", "fixed", "afloat"}))
HUNGARIANS = Selector(nations=frozenset({"hungarian"}))
THEIR_NEIGHBOURS = Selector(nations=frozenset({"rumanian", "slovakian"}))
CAUSEWAYS = Edges(features=frozenset({"causeway", "kerch_strait"}))


def _attackers(act: Act) -> list[Unit]:
    return [act.before.unit(name) for name in act.units]


@article(
    "3C3",
    title="One die",
    area="combat",
    says="Battles, overruns and works on bridges are rolled for with one die.",
    unseen="cannot excuse",
    acts=("attack", "overrun", "demolish", "repair"),
)
def one_die(act: Act) -> Iterator[Breach]:
    """What is told as the roll is one number from 1 to 6.

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
        yield Breach(act.path, because, act.units)


@article(
    "8B.3",
    title="Attack limit by target hex",
    area="stacking",
    covers=("9B7",),
    says="Out of each hex no more attack than may stand in the hex attacked.",
    unseen="cannot excuse",
    acts=("attack",),
)
def attack_limit_by_target_hex(act: Act) -> Iterator[Breach]:
    """From one hex no more units attack than may stand together in the hex that they attack.

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
                yield Breach((origin, target), because, tuple(unit.id for unit in units), count.exceeded)


@article(
    "9.2",
    title="No attack into prohibited terrain",
    area="combat",
    says="Nobody attacks into ground, or across a hexside, that is closed to him.",
    unseen="cannot excuse",
    acts=("attack",),
    met=lambda act, _: any(map(MARCHING.matches, _attackers(act))),
)
def no_attack_into_prohibited_terrain(act: Act) -> Iterator[Breach]:
    """A unit attacks no hex, and across no hexside, into which it could not go itself, roads left out.

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
            yield Breach((unit.hex, target), because, (unit.id,), closed)


@article(
    "9B3",
    title="One target hex per attack",
    area="combat",
    says="One attack is made on one hex.",
    unseen="cannot excuse",
    acts=("attack",),
)
def one_target_hex(act: Act) -> Iterator[Breach]:
    """One attack is made against one hex.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; attack 1B/2914: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2814: so.23rif;
              attack 1B/2914 1B/2814: ge.1inf
    """
    if len(act.path) > 1:
        most = counted(1, "hex")
        because = say("one attack is made on {hexes}, and may be on {most} at most", listed(act.path), most)
        yield Breach(act.path, because, act.units)


@article(
    "9B6",
    title="Order of attacks",
    area="combat",
    when=("combat",),
    says="The attacker fights his battles in any order, each to its end, advance included, before the next.",
    acts=("attack", "advance"),
)
def advance_before_the_next_battle(record: PhaseRecord) -> Iterator[Breach]:
    """Battles are fought in any order, but one after the other: who advances does so before the next battle.

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


def _late_advance(act: Advance, later: list[Attack]) -> Iterator[Breach]:
    if not later:
        return
    resolved = next((attack for attack in later if "die" in attack.told or attack.result), None)
    other = (resolved or later[0]).path[0]
    because = say("an advance into {hex} after the battle of {other} has begun", act.path[-1], other)
    late = YES if resolved else Known.open(say("whether the attack on {hex} was fought by then", other))
    yield Breach((act.path[-1],), because, act.units, late)


@article(
    "9C.3r",
    title="Who retreats",
    area="retreat-advance",
    covers=("9C.3",),
    when=("combat",),
    says="Only units that the result of an attack affects retreat.",
    unseen="cannot excuse",
    acts=("attack", "retreat"),
    met=lambda record, _: any(True for _ in record.of(Retreat)),
)
def retreats_after_battle(record: PhaseRecord) -> Iterator[Breach]:
    """Who retreats fought in a battle of the phase. Who has retreated may be moved on.

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
                untold = say("whether {hex} was attacked (the record shows no attack)", start)
                yield Breach(
                    act.path[:1], because, (unit.id,), YES if attacked else Known.open(untold), excuse=Excuse()
                )
            engaged.update(act.units)


@article(
    "sudden_storm:14D.a",
    title="Truck combat",
    area="combat",
    says="A truck attacks only with others.",
    acts=("attack",),
    met=lambda act, _: any(map(TRUCKS.matches, _attackers(act))),
)
def trucks_in_company(act: Act) -> Iterator[Breach]:
    """Trucks attack only together with others.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.truck; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf, ge.truck
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.truck; 1B/2914: so.10rif; attack 1B/2914: ge.truck
    """
    yield from _in_company(act, lambda unit: Known.of(TRUCKS.matches(unit)))


@article(
    "sudden_storm:27B2.cs",
    title="Ships support",
    area="naval",
    covers=("27B2.c",),
    says="Ships fire only with ground units.",
    acts=("attack",),
    met=lambda act, _: any(map(SHIPS.matches, _attackers(act))),
)
def ships_in_company(act: Act) -> Iterator[Breach]:
    """Ships fire at a hex only together with ground units.

    Under:    sudden_storm, open_sea
    Legal:    turn 5, Soviet Combat Phase; weather clear; severe no; 2A/0410: ge.1inf; 2A/0310: so.bb1; 2A/0409: so.10rif;
              attack 2A/0410: so.bb1, so.10rif
    Illegal:  turn 5, Soviet Combat Phase; weather clear; severe no; 2A/0410: ge.1inf; 2A/0310: so.bb1;
              attack 2A/0410: so.bb1
    """
    yield from _in_company(act, lambda unit: Known.of(SHIPS.matches(unit)))


@article(
    "fire_in_the_east:9G.1",
    title="Zero attack strength",
    area="combat",
    says="Units of attack strength 0 attack only with others.",
    acts=("attack",),
)
def strengthless_in_company(act: Act) -> Iterator[Breach]:
    """Units of printed attack strength 0 attack only together with others.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1eng; 1B/2914: so.1rbr;
              attack 1B/2914: ge.1inf, ge.1eng
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1eng; 1B/2914: so.1rbr; attack 1B/2914: ge.1eng
    """
    yield from _in_company(act, lambda unit: printed_strength(unit, "attack").at_most(ZERO))


def _in_company(act: Act, dependent: Callable[[Unit], Known]) -> Iterator[Breach]:
    units = _attackers(act)
    because = say_number(
        "{units} attacks by itself, and may only with others",
        "{units} attack by themselves, and may only with others",
        len(units),
        listed(map(str, units)),
    )
    if units:
        yield Breach(act.path, because, act.units, all_of(map(dependent, units)))


@article(
    "fire_in_the_east:9G.2",
    title="Zero defense strength",
    area="combat",
    when=("combat",),
    says="Units of defense strength 0 that nobody else defends are eliminated by any attack.",
    acts=("attack",),
)
def strengthless_defenders(record: PhaseRecord) -> Iterator[Breach]:
    """Units of printed defense strength 0, and nobody else beside them, are eliminated when they are attacked.

    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.hq; 1B/2914: so.1rbr; attack 1B/2915: so.1rbr;
              remove ge.hq
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.hq; 1B/2914: so.1rbr; attack 1B/2915: so.1rbr
    """
    yield from _eliminated(record, lambda unit: printed_strength(unit, "defense").at_most(ZERO))


@article(
    "sudden_storm:14D.b",
    title="Lone trucks",
    area="combat",
    when=("combat",),
    says="Trucks without another unit in their hex are eliminated by any attack.",
    acts=("attack",),
    met=lambda record, _: any(TRUCKS.matches(unit) for fought in fights(record) for unit in fought.defenders),
)
def lone_trucks(record: PhaseRecord) -> Iterator[Breach]:
    """Trucks, and nobody else beside them, are eliminated when they are attacked.

    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.truck; 1B/2914: so.1rbr;
              attack 1B/2915: so.1rbr; remove ge.truck
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.truck; 1B/2914: so.1rbr;
              attack 1B/2915: so.1rbr
    """
    yield from _eliminated(record, lambda unit: Known.of(TRUCKS.matches(unit)))


def _eliminated(record: PhaseRecord, helpless: Callable[[Unit], Known]) -> Iterator[Breach]:
    for fought in fights(record):
        left = [unit for unit in fought.defenders if not fought.left(unit.id)]
        helpless_all = all_of(map(helpless, fought.defenders))
        if left and helpless_all.possible:
            because = say(
                "nobody of any strength defends {hexes}, and the attack leaves {units} there",
                listed(fought.hexes),
                listed(map(str, left)),
            )
            yield Breach(fought.hexes, because, tuple(unit.id for unit in left), helpless_all)


@article(
    "fire_in_the_east:31A1.2",
    title="No attack over a causeway",
    area="combat",
    covers=("31A2.2",),
    says="Nobody attacks across a causeway or the Kerch straits.",
    unseen="cannot excuse",
    acts=("attack",),
)
def no_attack_over_a_causeway(act: Act) -> Iterator[Breach]:
    """Nobody attacks across a causeway or the Kerch straits, though units march there.

    Legal:    turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/3003: so.10rif; attack 2A/3003: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/2903: so.10rif; attack 2A/2903: ge.1inf
    """
    index, across = act.before.network.index, edges_words((CAUSEWAYS,))
    for target in act.path:
        for unit in _attackers(act):
            if unit.hex in index and target in index:
                barred = crosses(act.before, CAUSEWAYS, unit.side, (index[unit.hex], index[target]))
                because = say("{unit} attacks {target} across {edges}, which bars attacks", unit, target, across)
                yield Breach((unit.hex, target), because, (unit.id,), barred)


@article(
    printed("fire_in_the_east", "32A.3", title="No joint attacks"),
    printed("sudden_storm", "31A.c", title="Hungarians apart in attacks"),
    area="combat",
    says="Hungarians join in no attack with Rumanians or Slovaks.",
    unseen="cannot excuse",
    acts=("attack",),
)
def hungarians_apart(act: Act) -> Iterator[Breach]:
    """Hungarians do not join in one attack with Rumanians or Slovaks.

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
        yield Breach(act.path, because, tuple(unit.id for unit in mixed))
