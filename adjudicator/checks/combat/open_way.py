"""Attacks on ground, or across hexsides, that are closed to the attacker."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.step_cost import in_words, passable, step_cost
from adjudicator.analysis.movement.values import GROUND
from adjudicator.analysis.movement.walker import Walker
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class OpenWay(Table):
    """Who attacks only where it could go itself, roads left out."""

    who: Selector = EVERYONE
    """The units. Example: `who = { without_tags = ["fixed"] }`"""


@check("combat.open_way", OpenWay, unseen="cannot excuse", acts=("attack",))
def attacks_where_it_could_go(act: Act, terms: OpenWay) -> Iterator[Breach]:
    """A unit attacks no hex, and across no hexside, that is closed to its kind.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/3003: so.10rif; attack 2A/3003: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/2903: so.10rif; attack 2A/2903: ge.1inf
    """
    if not isinstance(act, Attack):
        return
    position = act.before
    network = position.network
    for target in act.path:
        for name in act.units:
            unit = position.unit(name)
            i, j = network.index.get(unit.hex), network.index.get(target)
            if not terms.who.matches(unit) or i is None or j is None or network.distance(i, j) != 1:
                continue
            walker = Walker(position, unit, GROUND, unit.hex, roads=False)
            direction = network.hexes[i].at.direction(network.hexes[j].at)
            broken = ~in_words(position, passable(step_cost(walker, i, j, direction)[0]))
            words = say("{unit} attacks {target}, and the way there is closed to it", unit, target)
            yield Breach((unit.hex, target), words, (name,), broken)
