"""Retreats that cost more than another would have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.analysis.combat.retreat import choices, may_slip_through, orderly_retreats, retreats
from adjudicator.analysis.combat.retreat_ways import Doubts, retreat_loss
from adjudicator.analysis.ground import standing
from adjudicator.analysis.movement.mover import movement_table
from adjudicator.analysis.movement.retreat_terms import Retreat as RetreatRule
from adjudicator.analysis.stacking import too_many
from adjudicator.analysis.zones import exerting
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach, Trace
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Retreat
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, listed


@check("combat.retreat_choice", acts=("retreat",))
def retreats_where_it_costs_least(act: Act, _terms: NoTerms) -> Iterator[Breach]:
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
        rule = movement_table(act.before).retreat
        if rule is None:
            continue
        if rule.onward:
            yield from _in_order(act, unit)
            continue
        found = _cheaper(act, unit, rule)
        if found is not None:
            yield found
            return


def _cheaper(act: Act, unit: Unit, rule: RetreatRule) -> Breach | None:
    """A retreat for which a cheaper one was open, or may have been."""
    ways = retreats(act.before, unit, act.path[0])
    taken = act.path if act.exact else ways.perhaps[act.path[-1]].hexes if act.path[-1] in ways.perhaps else ()
    if not taken or taken[-1] not in ways.perhaps:
        return None
    cost = _cost(act.before, unit, taken, rule)
    dearer = ways.agreed(
        lambda found: cost > min((_cost(act.before, unit, w.hexes, rule) for w in found.values()), default=cost)
    )
    best = min((_cost(act.before, unit, way.hexes, rule), way.hexes) for way in ways.perhaps.values())
    due = say("{best} is open with {rule}, and is due", "-".join(best[1]), _words(rule, best[0]))
    because = say("{unit} retreats {taken}, with {rule}; {due}", unit, "-".join(taken), _words(rule, cost), due)
    trace = Trace("path", taken, "retreat")
    return Breach(taken[-1:], because, (unit.id,), dearer, traces=(trace,)) if dearer.possible else None


def _cost(position: Position, unit: Unit, path: tuple[str, ...], rule: RetreatRule) -> tuple[int, ...]:
    after = position.moved(unit.id, path[-1])
    surplus = too_many(after, path[-1], unit.side)
    over = min((other.steps for other in after.at(path[-1]) if other.side == unit.side), default=0) if surplus else 0
    found = {
        "losses": _lost(position, unit, path) + over,
        "overstacked": int(bool(surplus)),
        "zones": _zones(position, unit, path, rule, EVERYONE),
        "grave zones": _zones(position, unit, path, rule, rule.grave),
    }
    return tuple(found[name] for name in rule.chosen_by)


def _lost(position: Position, unit: Unit, path: tuple[str, ...]) -> int:
    return sum(
        retreat_loss(position, unit, number, first=count == 0, start=path[0]) for count, number in enumerate(path[1:])
    )


def _zones(position: Position, unit: Unit, path: tuple[str, ...], rule: RetreatRule, of: Selector) -> int:
    """The hexes of a path in zones of such enemies as count against a retreat."""
    ignored = [row.of for row in rule.ignoring if row.who.matches(unit) and not row.first]
    count = 0
    for number in path[1:]:
        zones = [
            zone.unit
            for enemy in position.pack.enemies(unit.side)
            for zone in exerting(standing(position), enemy, position.network.index[number])
        ]
        count += any(of.matches(one) and not any(row.matches(one) for row in ignored) for one in zones)
    return count


def _words(rule: RetreatRule, cost: tuple[int, ...]) -> str:
    return listed(_MEASURES[name](value) for name, value in zip(rule.chosen_by, cost, strict=True))


def _in_order(act: Act, unit: Unit) -> Iterator[Breach]:
    """Step by step, one of the best hexes there are: free ones, crowded ones, those in enemy zones."""
    end = act.path[-1]
    ways = retreats(act.before, unit, act.path[0])
    if end not in ways.perhaps or may_slip_through(act.before, unit, end, act.path[0]):
        return
    orderly = orderly_retreats(act.before, unit, act.path[0]).leads_to(end) if not act.exact else NO
    worst, best = Doubts(Bound.WORST), Doubts(Bound.BEST)
    found, kindly = _out_of_order(act, unit, worst), _out_of_order(act, unit, best)
    told = YES if bool(found) == bool(kindly) else Known.open(*sorted(worst.missing))
    broken = ~orderly & told
    if (because := kindly or found) and broken.possible:
        yield Breach((end,), because, (unit.id,), broken, traces=(Trace("path", act.path, "retreat"),))


def _out_of_order(act: Act, unit: Unit, doubts: Doubts) -> str:
    """The first step of a retreat for which there was a better one, "" if there is none."""
    for count, number in enumerate(act.path[1:], 1):
        found = choices(act.before, unit, act.path[:count], doubts)
        taken = next((each for each in found if each.hex == number), None)
        best = min(found, key=lambda each: (each.grade, each.hex), default=None)
        if taken is None or best is None or taken.grade > best.grade:
            due = say(", and {hex}, {grade}, is open", best.hex, _GRADES[best.grade]) if best else ""
            shown = _GRADES[taken.grade] if taken else say("out of turn")
            return say("{unit} retreats to {hex}, {shown}{due}", unit, number, shown, due)
    return ""


_GRADES = (say("free"), say("too crowded"), say("in an enemy zone"))
_MEASURES: Mapping[str, Callable[[int], str]] = {
    "losses": lambda value: say("{steps} lost", counted(value, "step")),
    "overstacked": lambda value: say("too large a stack") if value else say("no stack too large"),
    "zones": lambda value: say("{hexes} in enemy zones", counted(value, "hex")),
    "grave zones": lambda value: say("{hexes} in the gravest zones", counted(value, "hex")),
}
