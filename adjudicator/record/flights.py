"""Acts of what flies: missions, what comes of them over their target, and dogfights.

A mission's kind is one of air.toml; `packet` acts together. What was told besides stands in `told`: `base`, `target` (a unit),
`escorts` (a unit of the packet that is escorted), `night`, `die`, `hits`, `result`.
"""

from __future__ import annotations

from typing import ClassVar

from adjudicator.lean import dataclass
from adjudicator.record.acts import Act


@dataclass(frozen=True, slots=True, kw_only=True)
class AirAct(Act):
    """Something is done in the air over a hex."""

    over: str
    """The hex."""

    @property
    def path(self) -> tuple[str, ...]:
        return (self.over,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight(AirAct):
    """Units fly a mission as one packet. Example: `fly cas 0804: fr.1air base=0805`."""

    word: ClassVar[str] = "fly"

    mission: str
    """The kind of mission, by its name in air.toml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(AirAct):
    """Units over their target carry out their mission. Example: `strike bombing 0804: fr.1air die=3 hits=1`."""

    word: ClassVar[str] = "strike"

    mission: str
    """The kind of mission, by its name in air.toml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dogfight(AirAct):
    """Units attack others in the air. Example: `dogfight 0804: fr.1air against=au.1air die=4 result=DA`."""

    word: ClassVar[str] = "dogfight"

    against: tuple[str, ...]
    """The ids of the units that are attacked; () where nobody told them."""

    @property
    def aims(self) -> tuple[str, ...]:
        """The same, for a verdict that hangs on it (`Told`)."""
        if not self.against:
            self.told.get("against")
        return self.against
