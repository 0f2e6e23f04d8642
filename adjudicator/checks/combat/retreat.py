"""Retreats that go where none may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from adjudicator.analysis.movement import Retreated, movement_table, retreat_loss, retreats, tires
from adjudicator.analysis.position import Act
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Trace
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector, Unit


class RetreatTerms(Table):
    """Whose retreats; how far and at what loss is in the pack's movement.toml."""

    who: Selector = EVERYONE


@check("combat.retreat", RetreatTerms)
def retreats_as_it_must(act: Act, terms: RetreatTerms) -> Iterator[Breach]:
    """A retreat has its length, its direction and its price.

    Legal:    turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; retreat au.1inf 0804-0803-0802
    Illegal:  turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; retreat au.1inf 0804-0803
    """
    if act.kind != "retreat" or len(act.path) < 2:
        return
    for name in act.units:
        unit = act.before.unit(name)
        if not terms.who.matches(unit) or act.path[0] not in act.before.network.index:
            continue
        ways = retreats(act.before, unit, act.path[0])
        trace = Trace("path", act.path, "retreat")
        way = ways.get(act.path[-1])
        if way is None:
            yield Breach(
                (act.path[-1],), f"{unit} may not retreat to {act.path[-1]}{_instead(ways)}", (name,), traces=(trace,)
            )
        elif act.declared and (fault := _fault(act, unit)):
            yield Breach((act.path[-1],), f"{unit} {'-'.join(act.path)}: {fault}", (name,), traces=(trace,))
        elif lost_in := _lost_in(act, unit) if act.declared else way.lost_in:
            because = f"{unit} retreats through an enemy zone in {', '.join(lost_in)}: it loses steps there"
            yield Breach((act.path[-1],), because, (name,), owed=True, traces=(trace,))
        elif tires(act.before, unit, act.path[0]):
            because = f"{unit} loses a step for retreating at all from {act.path[0]}"
            yield Breach((act.path[-1],), because, (name,), owed=True, traces=(trace,))


def _instead(ways: Mapping[str, Retreated]) -> str:
    found = sorted(ways)
    return f"; open: {', '.join(found[:8])}" if found else "; it has no retreat at all"


def _lost_in(act: Act, unit: Unit) -> tuple[str, ...]:
    """The hexes of a declared path that cost a step."""
    entered = enumerate(act.path[1:])
    start = act.path[0]
    return tuple(
        number for count, number in entered if retreat_loss(act.before, unit, number, first=count == 0, start=start)
    )


def _fault(act: Act, unit: Unit) -> str:
    """What is wrong with a declared path whose end is open to a retreat."""
    rule = movement_table(act.before).retreat
    index, network = act.before.network.index, act.before.network
    if rule is not None and len(act.path) - 1 != rule.hexes and not rule.past:
        return f"{len(act.path) - 1} hexes, a retreat goes {rule.hexes}"
    for one, other in pairwise(act.path):
        if other not in index or network.distance(index[one], index[other]) != 1:
            return f"{other} does not adjoin {one}"
        if any(enemy.side != unit.side for enemy in act.before.at(other)):
            return f"an enemy unit is in {other}"
    return ""
