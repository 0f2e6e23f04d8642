"""What hastens works under construction, and what ends them, in Sudden Storm."""

from __future__ import annotations

from adjudicator.checks.questions import replaces
from adjudicator.packs.europa.questions.construction import Construction


@replaces(Construction)
class ConstructionOfStorm(Construction):
    """14A: works are paid for, and end when the enemy owns their hex."""

    def ends_in_enemy_hands(self) -> bool:
        return True
