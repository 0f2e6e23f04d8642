"""Which rules a game is to be judged by: those that were named, those that its folder names, or those that fit it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.game.files import GameFile
from adjudicator.game.listener import Listener
from adjudicator.game.settings import GameFolder
from adjudicator.lean import dataclass, replace

if TYPE_CHECKING:
    from adjudicator.game.rules import Rules

FITTING = "fitting"
"""In place of a pack's name: the pack that fits the game's counters."""
NO_RULES = "none"
"""In place of a pack's name: no rules, whatever the game's folder says."""


@dataclass(frozen=True, slots=True)
class RulesWanted:
    """What was said of rules, as `load_rules` takes it."""

    pack: str | Path | Rules | None
    theatre: str | Path = ""
    charts: str | Path | None = None
    readings: Mapping[str, str] | None = None
    options: Mapping[str, bool] | None = None
    conditions: Mapping[str, str] | None = None
    turn: int = 0
    phase: str | Sequence[str] = ""

    @property
    def named(self) -> bool:
        """Whether it is said which rules."""
        return self.pack not in (None, FITTING, NO_RULES)

    def at_home(self, home: GameFolder) -> RulesWanted:
        """With what the game's folder says. Of another pack's map, charts and readings it says nothing."""
        if self.pack in (None, FITTING) and home.pack:
            return replace(self, pack=home.pack)._with(home)
        if isinstance(self.pack, str | Path) and home.pack and Path(self.pack) == Path(home.pack):
            return self._with(home)
        return self

    def _with(self, home: GameFolder) -> RulesWanted:
        return replace(
            self,
            theatre=self.theatre or home.theatre,
            charts=self.charts or home.charts,
            readings={**home.said.readings, **(self.readings or {})},
            options={**home.said.options, **(self.options or {})},
            conditions={**home.said.conditions, **(self.conditions or {})},
        )

    def load(self, listener: Listener) -> Rules:
        """The rules that were named."""
        from adjudicator.game.rules import Rules, load_rules  # noqa: PLC0415 - slow to load, and not to look at a game

        if isinstance(self.pack, Rules):
            return self.pack
        return load_rules(
            self.pack or "",
            theatre=self.theatre,
            charts=self.charts,
            readings=self.readings,
            options=self.options,
            conditions=self.conditions,
            turn=self.turn,
            phase=self.phase,
            listener=listener,
        )

    def fitting(self, file: GameFile, listener: Listener) -> Rules | None:
        """The rules that fit a game, and a remark that says which; None if none fit, or several alike."""
        from adjudicator.game.fitting import Traits, fitting  # noqa: PLC0415 - slow to load, and not to look at a game

        if not file.is_game:
            return None
        choices = fitting(Traits.of_game(file.state_at(0), file.module), str(self.theatre))
        if len(choices) > 1:
            names = ", ".join(dict.fromkeys(choice.pack for choice in choices))
            listener.remark(f"rules: {names} fit this game alike; --pack names one")
        if len(choices) != 1:
            return None
        found = choices[0]
        listener.remark(f"rules: {found.title} ({found.pack}), which knows the game's counters; --pack names others")
        return replace(self, pack=found.pack, theatre=self.theatre or found.theatre).load(listener)
