"""Attacks across hexsides that units march across, and nobody attacks across."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.conditions import crosses
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.words import edges_words


class BarredSides(Table):
    """Hexsides across which nobody attacks a neighbour."""

    edges: tuple[Edges, ...]
    """The hexsides. Example: `edges = [{ features = ["river"] }]`"""


@check("combat.barred_sides", BarredSides, unseen="cannot excuse", acts=("attack",))
def attacks_not_across(act: Act, terms: BarredSides) -> Iterator[Breach]:
    """Nobody attacks across such hexsides.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/3003: so.10rif; attack 2A/3003: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/2904: ge.1inf; 2A/2903: so.10rif; attack 2A/2903: ge.1inf
    """
    if not isinstance(act, Attack):
        return
    position = act.before
    index = position.network.index
    for target in act.path:
        for unit in map(position.unit, act.units):
            if unit.hex not in index or target not in index:
                continue
            way = index[unit.hex], index[target]
            broken = any_of(crosses(position, edges, unit.side, way) for edges in terms.edges)
            across = edges_words(terms.edges)
            words = say("{unit} attacks {target} across {edges}, which bars attacks", unit, target, across)
            yield Breach((unit.hex, target), words, (unit.id,), broken)
