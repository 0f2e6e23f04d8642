"""Who rolls for want of supply."""

from __future__ import annotations

from adjudicator.checks.questions import Questions


class AttritionDice(Questions):
    """7.5.3f: the dice of the Isolated."""

    def only_in_enemy_zones(self) -> bool:
        """Whether only those roll who stand in a zone of control of the enemy."""
        return True

    def one_for_each_hex(self) -> bool:
        """Whether one die is rolled for all who stand in a hex, and costs one of them a step."""
        return False
