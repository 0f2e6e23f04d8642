"""Who hears of the work while it goes on: remarks on what was assumed, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field

from adjudicator.lean import dataclass

Counting = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


@dataclass(slots=True)
class Listener:
    """Keeps the remarks and shows nothing; a program that has somewhere to show them overrides its methods."""

    remarks: list[str] = field(default_factory=list)

    def remark(self, text: str) -> None:
        """Hear what was assumed or found odd."""
        self.remarks.append(text)

    def working(self, label: str) -> AbstractContextManager[None]:
        """Something goes on inside, nobody knows for how long."""
        del label
        return nullcontext()

    def counting(self, label: str) -> AbstractContextManager[Counting]:
        """Something goes on inside that tells how far it is."""
        del label
        return nullcontext(_unheard)


def _unheard(_what: str, _done: int, _total: int) -> None:
    """Nobody wants to know."""
