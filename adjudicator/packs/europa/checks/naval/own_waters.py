"""Ships and flotillas that go through hexes of the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.packs.europa.analysis.ships import lost
from adjudicator.record.acts import Act, Movement
from adjudicator.said import say
from adjudicator.terms.act import ActFilter, ActKinds


class OwnWaters(ActFilter):
    """Who goes by these `kinds` enters no hex that an enemy controls without standing there; open sea and lakes are nobody's."""

    kinds: ActKinds
    """Kinds of act. Example: `kinds = ["steam"]`"""


@check("naval.own_waters", OwnWaters, unseen="may excuse nearby", acts_in=("kinds",))
def keeps_off_the_enemys_shores(act: Act, terms: OwnWaters) -> Iterator[Breach]:
    """A flotilla goes through no hex of the enemy.

    Under:    sudden_storm, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0608: so.flot1;
              steam so.flot1 2A/0608-2A/0508-2A/0507
    Illegal:  turn 5, Soviet Movement Phase; weather clear; severe no; control 2A/0508 axis; 2A/0608: so.flot1;
              steam so.flot1 2A/0608-2A/0508-2A/0507
    """
    if not isinstance(act, Movement) or not terms.kinds.fit(act):
        return
    for unit in terms.units_of(act):
        for number in act.path[1:]:
            theirs = lost(act.before, replace(unit, hex=number))
            if theirs.possible and all(each.side == unit.side for each in act.before.at(number)):
                because = say("{unit} goes through {hex}, which the enemy controls", unit, number)
                yield Breach((number,), because, (unit.id,), theirs)
                break
