"""combat.toml, continued: strength that counts only in part, and strength that players tell with an attack."""

from __future__ import annotations

from typing import Literal

from adjudicator.analysis.air.strengths import StrengthChange as AirChange
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector


class Excess(Table):
    """An [[excess]]: units that count in full only as far as the others of their side match them in size.

    What is over counts `total` together, or less where it has less. The owner chooses whom he counts in full, so the best
    choice counts. Sizes are stacking points.
    """

    name: Prose
    """What reports call it. Example: `name = "excess artillery"`"""
    part: Literal["attack", "defense"] = "attack"
    """The strength of which it speaks. Example: `part = "defense"`"""
    who: Selector
    """The units that others must match. Example: `who = { kinds = ["artillery"] }`"""
    ignored: Selector | None = None
    """Units that match nobody. Example: `ignored = { kinds = ["truck"] }`"""
    total: Amount = 0
    """What all that are over count together. Example: `total = 1`"""


class Lent(Table):
    """The missions that lend strength to a battle."""

    missions: frozenset[str]
    """The kinds of mission. Example: `missions = ["ground_support"]`"""
    value: str
    """The strength that counts. Example: `value = "tactical"`"""
    changes: tuple[AirChange, ...] = ()
    """What changes it. Example: `changes = [{ extended = true, times = "1/3" }]`"""


class Announced(Table):
    """An [[announced]]: strength that no counter in the battle shows, and that players tell with the attack."""

    name: Prose
    """What reports call it. Example: `name = "ground support"`"""
    key: str
    """The value by which it is told, as in `ground_support=4`. Example: `key = "ground_support"`"""
    part: Literal["attack", "defense"] = "attack"
    """The side to whose strength it is added. Example: `part = "defense"`"""
    capped: bool = False
    """Whether no more of it counts than that side's units have by their printed strengths. Example: `capped = true`"""
    halved: Where | None = None
    """Hexes attacked where it is halved, after the cap. Example: `halved = { weather = ["mud"] }`"""
    lent: Lent | None = None
    """The missions that give it: what flies to the hex counts where it is not told, and no more than that where it is.
    Example: `lent = { missions = ["ground_support"], value = "tactical" }`"""
