"""What hastens works under construction, and what ends them, in Fire in the East."""

from __future__ import annotations

from adjudicator.checks.questions import replaces
from adjudicator.packs.europa.questions.construction import Construction
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


@replaces(Construction)
class ConstructionOfFire(Construction):
    """14A1: engineers build, and have to stay; two of them take half the time."""

    def is_hastened(self, position: Position, side: str, number: str) -> bool:
        return sum(unit.side == side and _ENGINEERS.matches(unit) for unit in position.at(number)) > 1

    def is_manned(self, position: Position, number: str) -> bool:
        return bool(self.builders(position, number))

    def builders(self, position: Position, number: str) -> frozenset[str]:
        return frozenset(unit.id for unit in position.at(number) if _ENGINEERS.matches(unit))


_ENGINEERS = Selector(any_tags=frozenset({"engineer"}))
