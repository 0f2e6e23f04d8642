"""Strength that counts only in part, and strength that players tell with an attack: what a book says of them."""

from __future__ import annotations

from typing import Literal

from adjudicator.analysis.air.strengths import StrengthChange as AirChange
from adjudicator.lean import dataclass
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector

Part = Literal["attack", "defense"]


@dataclass(frozen=True, slots=True)
class Excess:
    """Units that count in full only as far as the others of their side match them in size; those `ignored` match nobody.

    What is over counts `total` together, or less where it has less. The owner chooses whom he counts in full, so the best
    choice counts. Sizes are stacking points. `name` is what reports call it.
    """

    name: str
    part: Part
    who: Selector
    ignored: Selector
    total: int


@dataclass(frozen=True, slots=True)
class Halved:
    """Where, and when (one of these holds; none given: always), such strength is halved."""

    where: Where
    when: tuple[When, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced:
    """Strength that no counter in the battle shows, and that players tell with the attack, as in `ground_support=4`.

    What flies such a mission to the hex lends the strength `value`, with its changes, where none is told; no more than that
    counts, nor than the side's units have by their printed strengths. Each of `halved` halves it once more after that.
    """

    name: str
    key: str
    part: Part
    value: str
    changes: tuple[AirChange, ...]
    halved: tuple[Halved, ...]
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class Besides:
    """Both of a book; a mission has the name of the key by which its strength is told."""

    excess: tuple[Excess, ...]
    announced: tuple[Announced, ...]
