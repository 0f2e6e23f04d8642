"""What hastens works under construction, and what ends them."""

from __future__ import annotations

from adjudicator.checks.questions import Questions
from adjudicator.record.position import Position


class Construction(Questions):
    """14: forts and airfields that are being built."""

    def is_hastened(self, position: Position, side: str, number: str) -> bool:
        """Whether units of the builder's side in the hex halve the time."""
        return False

    def is_manned(self, position: Position, number: str) -> bool:
        """Whether those are in the hex without whom a work that was begun goes."""
        return True

    def builders(self, position: Position, number: str) -> frozenset[str]:
        """The units in the hex that build there, one of which has to stay; none where nobody has to."""
        return frozenset()

    def ends_in_enemy_hands(self) -> bool:
        """Whether a work that was begun goes when the enemy controls its hex."""
        return False
