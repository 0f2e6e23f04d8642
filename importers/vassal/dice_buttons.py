"""A button that rolls, by its module's definition."""

from __future__ import annotations

import re

from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class Button:
    """A button that rolls: its name, the dice it throws, and the pattern of its report (None where it has none).

    `faces` lists, die by die, the words of symbolic dice, `values` their numbers if they have any; `shows` = the roll is
    reported by a command beside the chat. `option` and `keep` tell which dice are kept (`Throw`), `chosen` what the player
    chooses, `switched_off` that an option is set and not in force. `reckoned` is what the report works out of the
    results. `untested` says why nobody can tell how likely its results are.
    """

    name: str
    count: int
    sides: int
    plus: int = 0
    extra: int = 0
    total: bool = False
    pattern: re.Pattern[str] | None = None
    faces: tuple[tuple[str, ...], ...] = ()
    identity: str = ""
    shows: bool = False
    untested: str = ""
    values: tuple[tuple[int, ...], ...] = ()
    option: str = ""
    keep: int = 0
    sorts: bool = False
    switched_off: bool = False
    chosen: frozenset[str] = frozenset()
    reckoned: str = ""

    @property
    def thrown(self) -> tuple[object, ...]:
        """What tells the dice of two buttons apart."""
        dice = self.count, self.sides, self.plus, self.extra, self.total, self.faces, self.values
        return *dice, self.option, self.keep, self.sorts, self.chosen, self.reckoned, self.untested
