"""Units that do something beside an enemy which is not done there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.front import FrontTerms, enemy_beside
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import Acting
from adjudicator.words import deed


class BesideEnemies(Table):
    """Some acts are not done beside some enemies."""

    acts: Acting
    """The acts and units; { kinds = ["flip"], faces = [1] }."""
    away_from: FrontTerms
    """The enemies, and the hexsides across which they do not count; { of = { kinds = ["armor"] } }."""


def _comes_up(act: Act, terms: BesideEnemies) -> bool:
    return terms.acts.comes_up(act)


@check("units.beside_enemies", BesideEnemies, unseen="may excuse nearby", acts_in=("acts",), met=_comes_up)
def not_beside_enemies(act: Act, terms: BesideEnemies) -> Iterator[Breach]:
    """Some things are not done under the eyes of the enemy.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0505: de.air/2; flip de.air/1; value goods.axis 8; value oil.axis 4
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0505: de.air/2, de.11inf; 0604: su.12inf; flip de.air/1; value goods.axis 8; value oil.axis 4
    """
    for doing in terms.acts.doings(act, standing(act.before)):
        near = enemy_beside(act.before, doing.unit.side, doing.at, terms.away_from)
        if near.known.possible:
            here = (doing.at,) if doing.at else ()
            because = say(
                "{unit} {does} next to {enemy}, and does so away from enemies only",
                doing.unit,
                deed(act.kind),
                near.enemy,
            )
            yield Breach(here, because, (doing.unit.id,), doing.meant & near.known)
