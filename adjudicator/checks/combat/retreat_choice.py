"""Retreats that cost more than another would have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.analysis.combat.retreat import RetreatStep, choices, may_slip_through, orderly_retreats, retreats
from adjudicator.analysis.combat.retreat_rule import retreat_rule, series_retreat
from adjudicator.analysis.combat.retreat_ways import Doubts, retreat_loss, zones_against
from adjudicator.analysis.movement.retreat_terms import Measure, SeriesRetreat
from adjudicator.analysis.stacking import fits
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Excuse, Finding, Trace
from adjudicator.model.interval import Bound, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Retreat
from adjudicator.record.position import Position
from adjudicator.said import quoted, say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted


@check("combat.retreat_choice", acts=("retreat",))
def retreats_where_it_costs_least(act: Act, _terms: NoTerms) -> Iterator[Finding]:
    """Of the open retreats one that loses the fewest steps is taken.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; retreat au.1inf 0804-0803-0802
    Illegal:  French combat; 0703: fr.1inf; 0804: au.1inf; retreat au.1inf 0804-0803-0802
    """
    if not isinstance(act, Retreat) or len(act.path) < 2 or act.path[0] not in act.before.network.index:
        return
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is None:
            continue
        if retreat_rule(act.before) is None:
            continue
        rule = series_retreat(act.before)
        if rule.onward:
            yield from _in_order(act, unit)
            continue
        found = _cheaper(act, unit, rule)
        if found is not None:
            yield found
            return


def _cheaper(act: Act, unit: Unit, rule: SeriesRetreat) -> Finding | None:
    """A retreat for which a cheaper one was open, or may have been."""
    ways = retreats(act.before, unit, act.path[0])
    taken = act.path if act.exact else ways.perhaps[act.path[-1]].hexes if act.path[-1] in ways.perhaps else ()
    if not taken or taken[-1] not in ways.perhaps:
        return None
    worst, best = Doubts(Bound.WORST), Doubts(Bound.BEST)
    dear, cheap = (_cost(act.before, unit, taken, rule, doubts) for doubts in (worst, best))
    kind = min((_cost(act.before, unit, way.hexes, rule, best), way.hexes) for way in ways.perhaps.values())
    if dear <= kind[0]:
        return None
    least = min((_cost(act.before, unit, way.hexes, rule, worst) for way in ways.sure.values()), default=dear)
    dearer = YES if cheap > least else Known.open(*ways.missing, *sorted(worst.missing | best.missing))
    name, mine, other = next(each for each in zip(rule.chosen_by, dear, kind[0], strict=True) if each[1] != each[2])
    due = say("{best} is open with {rule}, and is due", "-".join(kind[1]), _MEASURES[name](other))
    because = say("{unit} retreats {taken}, with {rule}; {due}", unit, "-".join(taken), _MEASURES[name](mine), due)
    trace = Trace("path", taken, quoted("retreat"))
    excuse = Excuse(frozenset((*taken, *kind[1], *_beside(act.before, kind[1][1:]))))
    return Finding(taken[-1:], because, (unit.id,), dearer, traces=(trace,), excuse=excuse)


def _beside(position: Position, numbers: tuple[str, ...]) -> Iterator[str]:
    """The hexes next to some: whoever stands there may reach them with his zone."""
    network = position.network
    for number in numbers:
        yield from (network.number(j) for j, _ in network.exits(network.index[number]))


def _cost(
    position: Position, unit: Unit, path: tuple[str, ...], rule: SeriesRetreat, doubts: Doubts
) -> tuple[int, ...]:
    measures: Mapping[Measure, Callable[[], int]] = {
        "losses": lambda: (
            _lost(position, unit, path, doubts) + _crowded(position, unit, path, doubts) * _least(position, unit, path)
        ),
        "overstacked": lambda: _crowded(position, unit, path, doubts),
        "zones": lambda: doubts.cost(Interval.one_if(_zones(position, unit, path, EVERYONE))),
        "grave zones": lambda: doubts.cost(Interval.one_if(_zones(position, unit, path, rule.grave))),
        "supply": lambda: doubts.cost(Interval.one_if(_strays(position, unit, path))),
    }
    return tuple(measures[name]() for name in rule.chosen_by)


def _crowded(position: Position, unit: Unit, path: tuple[str, ...], doubts: Doubts) -> int:
    return doubts.cost(Interval.one_if(~fits(position, path[-1], (unit,))))


def _least(position: Position, unit: Unit, path: tuple[str, ...]) -> int:
    """The steps of the smallest unit that the stack may lose where the retreat ends."""
    after = position.moved(unit.id, path[-1])
    return min((other.steps for other in after.at(path[-1]) if other.side == unit.side), default=0)


def _strays(position: Position, unit: Unit, path: tuple[str, ...]) -> Known:
    """Whether a retreat enters no enemy zone, and its end is no closer to the nearest source of supply than its start."""
    free = ~_zones(position, unit, path, EVERYONE)
    return free & ~supply(position, unit.side).nears(path[0], path[-1]) if free.possible else NO


def _lost(position: Position, unit: Unit, path: tuple[str, ...], doubts: Doubts) -> int:
    losses = (
        retreat_loss(position, unit, number, first=count == 0, start=path[0], observable=True)
        for count, number in enumerate(path[1:])
    )
    return doubts.cost(sum_of(losses))


def _zones(position: Position, unit: Unit, path: tuple[str, ...], of: Selector) -> Known:
    """Whether a path enters a zone of such enemies as count against a retreat."""
    return any_of(_in_zone(position, unit, number, of, path[0]) for number in path[1:])


def _in_zone(position: Position, unit: Unit, number: str, of: Selector, start: str) -> Known:
    rule = retreat_rule(position)
    if rule is None:
        return NO
    ignored = [row.of for row in rule.ignoring if row.who.matches(unit) and not row.first]
    return any_of(
        zone.known
        for zone in zones_against(position, unit, rule, number, start)
        if of.matches(zone.unit) and not any(row.matches(zone.unit) for row in ignored)
    )


def _in_order(act: Act, unit: Unit) -> Iterator[Finding]:
    """Step by step, one of the best hexes there are: free ones, crowded ones, those in enemy zones."""
    end = act.path[-1]
    ways = retreats(act.before, unit, act.path[0])
    slips = may_slip_through(act.before, unit, end, act.path[0])
    if end not in ways.perhaps or slips.is_yes:
        return
    orderly = orderly_retreats(act.before, unit, act.path[0]).leads_to(end) if not act.exact else NO
    better, wrong = _out_of_order(act, unit)
    broken = ~(orderly | slips) & wrong
    if better is not None and broken.possible:
        shown = (act.path, (better.here, better.hex)) if better.hex else (act.path,)
        traces = tuple(Trace("path", way, quoted("retreat")) for way in shown)
        yield Finding((end,), better.because, (unit.id,), broken, traces=traces)


class _Better(NamedTuple):
    """A step that was better than the one taken from `here`; `hex` is "" where nobody can name it."""

    because: str
    here: str
    hex: str


def _out_of_order(act: Act, unit: Unit) -> tuple[_Better | None, Known]:
    """The first step of a retreat for which there was a better one, None if there is none; and whether there was."""
    missing: set[str] = set()
    perhaps: _Better | None = None
    for count, number in enumerate(act.path[1:], 1):
        worst, best = Doubts(Bound.WORST), Doubts(Bound.BEST)
        dear, kind = (choices(act.before, unit, act.path[:count], doubts) for doubts in (worst, best))
        here = act.path[count - 1]
        surely = _better_than(unit, (here, number), kind, dear)
        if surely is not None:
            return surely, YES
        perhaps = perhaps or _better_than(unit, (here, number), dear, kind)
        missing |= worst.missing | best.missing
    return perhaps, Known.open(*sorted(missing)) if perhaps else NO


def _better_than(
    unit: Unit, step: tuple[str, str], mine: tuple[RetreatStep, ...], others: tuple[RetreatStep, ...]
) -> _Better | None:
    """What is better than a step to a hex as `mine` has it, among the `others`."""
    here, number = step
    taken = next((each for each in mine if each.hex == number), None)
    best = min((each for each in others if each.hex != number), key=lambda each: (each.grade, each.hex), default=None)
    if taken is not None and (best is None or taken.grade <= best.grade):
        return None
    due = say(", and {hex}, {grade}, is open", best.hex, _GRADES[best.grade]) if best else ""
    shown = _GRADES[taken.grade] if taken else say("out of turn")
    because = say("{unit} retreats to {hex}, {shown}{due}", unit, number, shown, due)
    return _Better(because, here, best.hex if best else "")


_GRADES = (say("free"), say("too crowded"), say("in an enemy zone"))
_MEASURES: Mapping[Measure, Callable[[int], str]] = {
    "losses": lambda value: say("{steps} lost", counted(value, "step")),
    "overstacked": lambda value: say("too large a stack") if value else say("no stack too large"),
    "zones": lambda value: say("enemy zones") if value else say("no enemy zone"),
    "grave zones": lambda value: say("the gravest zones") if value else say("none of the gravest zones"),
    "supply": lambda value: say("no source of supply closer") if value else say("a source of supply closer"),
}
