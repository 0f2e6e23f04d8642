"""Whether a unit may overrun the hex next to it: the step, its extra cost, and what bars it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.combat.strength import strength as combat_strength
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.overrun_terms import Overrun, SeriesOverrun
from adjudicator.analysis.movement.reach import walker_for
from adjudicator.analysis.movement.values import (
    GROUND,
    Fault,
    Path,
    beyond,
    interval,
)
from adjudicator.lean import replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import chart
from adjudicator.terms.ground import Ground
from adjudicator.terms.words import edges_words
from adjudicator.words import amount, counted


def overrun(
    position: Position,
    unit: Unit,
    start: str,
    target: str,
    *,
    spent: Interval = ZERO,
    mode: str = GROUND,
    marched: tuple[str, ...] = (),
) -> Path:
    """Whether a unit may overrun a hex next to it, and what that costs beyond what it has spent on the hexes `marched`.

    Zones that it may leave out of account count on the whole way, those of the unit overrun nowhere.
    """
    way = marched or (start,)
    rule = movement_table(position).overrun
    victims = tuple(other for other in position.at(target) if other.side != unit.side)
    walker = walker_for(position, unit, mode, way[0], ignoring=frozenset(victim.id for victim in victims))
    faults: list[Fault] = []
    if rule is None:
        faults.append(Fault(target, "overrun", say("this game has no overruns")))
        return walker.judged((start, target), extra=tuple(faults))
    spared = (NO, *walker.sparing((*way, target)))
    step = walker.step_to(start, target, roads=not rule.no_road, spared=spared[-2], sparing=spared[-1])
    extra = chart(position.pack, "movement.overrun.extra", rule.extra)
    added = interval(extra, "movement.overrun.extra", Fraction(0))
    step = replace(step, cost=step.cost.plus(added))
    faults += _overrun_faults(position, unit, start, target, victims)
    total = spent.plus(step.cost)
    faults += beyond(walker.budget, total, target, Interval.of(len(way)), minimum=False)
    every = (*walker.budget.barred, *step.faults, *faults)
    return Path(unit.id, mode, (start, target), (step,), walker.budget, every)


def series_overrun(position: Position) -> SeriesOverrun:
    """What the game's books say of overruns in code."""
    return position.pack.figures_or_usual(SeriesOverrun)


def _overrun_faults(
    position: Position, unit: Unit, start: str, target: str, victims: tuple[Unit, ...]
) -> Iterator[Fault]:
    rule = movement_table(position).overrun
    if rule is None:
        return
    i, j = position.network.index[start], position.network.index[target]
    if not rule.who.matches(unit):
        yield Fault(target, "overrun", say("units like it do not overrun"))
    if not (now := rule.when.holds(position, unit.side)).is_yes:
        yield Fault(target, "overrun", say("nobody overruns in this phase"), ~now)
    ground = ground_at(position)
    besides = series_overrun(position)
    shut = [(why, where.fits(ground, j)) for where, why in besides.barred]
    yield from (Fault(target, "overrun", why, barred, besides.article) for why, barred in shut if barred.possible)
    yield from _victim_faults(rule, target, victims, besides.most_steps)
    if not any(barred.is_yes for _, barred in shut):  # where nobody overruns, nobody asks how strong he is
        yield from _strength_faults(position, rule, replace(unit, hex=start), target)
    if position.network.distance(i, j) == 1:
        yield from _hexside_faults(ground, rule, unit.side, i, j)


def _victim_faults(rule: Overrun, target: str, victims: tuple[Unit, ...], most_steps: int) -> Iterator[Fault]:
    """Who stands there and is not for overrunning."""
    if not victims:
        yield Fault(target, "overrun", say("there is no enemy unit in {target} to overrun", target))
    if rule.most_victims and len(victims) > rule.most_victims:
        yield Fault(
            target,
            "overrun",
            say(
                "{units} in {target}, and at most {most_victims} can be overrun",
                counted(len(victims), "enemy unit"),
                target,
                rule.most_victims,
            ),
        )
    for victim in victims:
        if not rule.victims.matches(victim):
            yield Fault(target, "overrun", say("{victim} is of those whom nobody overruns", victim))
        if most_steps and victim.steps > most_steps:
            yield Fault(
                target,
                "overrun",
                say(
                    "{victim} has {steps}, and at most {most_steps} can be overrun",
                    victim,
                    counted(victim.steps, "step"),
                    most_steps,
                ),
            )


def _strength_faults(position: Position, rule: Overrun, unit: Unit, target: str) -> Iterator[Fault]:
    """Whether one who overruns from its hex is strong enough, if that is asked."""
    if rule.strength:
        share = combat_strength(position, unit, target, "attack")
        enough = share.strength.at_least(Interval.of(rule.strength))
        if not enough.is_yes:
            yield Fault(
                target,
                "overrun",
                say("its strength is {strength}, and {needed} is needed", share.words, amount(Fraction(rule.strength))),
                ~enough,
            )


def _hexside_faults(ground: Ground, rule: Overrun, side: str, i: int, j: int) -> Iterator[Fault]:
    """Whether the hexside between two neighbours is closed to those who overrun."""
    network = ground.network
    start, target = network.number(i), network.number(j)
    direction = network.hexes[i].at.direction(network.hexes[j].at)
    shut = any_of(edges.fits(ground, side, i, direction) for edges in rule.closed)
    if shut.possible:
        why = say(
            "nobody overruns across the hexside {start}-{target} ({closed})", start, target, edges_words(rule.closed)
        )
        yield Fault(target, "overrun", why, shut)
