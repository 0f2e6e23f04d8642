"""Who rolls for want of supply, in 1.0."""

from __future__ import annotations

from adjudicator.checks.questions import replaces
from adjudicator.packs.thunder_in_the_east.questions.attrition import AttritionDice


@replaces(AttritionDice)
class AttritionDiceOf10(AttritionDice):
    """7.5.3f of 1.0: one die for each hex, in a zone or not."""

    def only_in_enemy_zones(self) -> bool:
        return False

    def one_for_each_hex(self) -> bool:
        return True
