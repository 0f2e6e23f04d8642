"""The enemy's edge of the front that no zone of control reaches when the game is set up."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import zones
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.packs.thunder_in_the_east.analysis.front import EXEMPT, an_edge_untold, edge, fronts, is_set_up
from adjudicator.record.position import Position
from adjudicator.said import say


@check("placement.front_zones", unseen="may excuse nearby", met=is_set_up, untold=an_edge_untold)
def front_in_zones(position: Position, _terms: NoTerms) -> Iterator[Breach]:
    """A side's zones of control reach every hex of the enemy's edge of the front.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.14mot
    """
    exempt = set(edge(position, EXEMPT))
    for side in fronts(position):
        reached = zones(position, side).reach
        for enemy in position.pack.enemies(side):
            for i in edge(position, enemy):
                if not (reaches := reached.at(i)).is_yes and i not in exempt:
                    number = position.network.number(i)
                    because = say(
                        "no {side} zone of control reaches {hex}, and every hex opposite the front lies in one",
                        position.pack.called(side),
                        number,
                    )
                    yield Breach((number,), because, broken=~reaches)
