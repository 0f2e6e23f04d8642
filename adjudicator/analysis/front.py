"""Which hexes lie at the front: next to enemy units across a hexside that is no barrier."""

from __future__ import annotations

from adjudicator.analysis.ground import ground_at
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import EVERYONE, Selector


@dataclass(frozen=True, slots=True)
class FrontTerms:
    """What counts as lying at the front: a hex next to an enemy unit."""

    of: Selector = EVERYONE
    """The enemy units that count."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which they do not count."""


GROUND_UNITS = FrontTerms(
    of=Selector(kinds=frozenset({"armor", "cavalry", "infantry"})), closed=(Edges(features=frozenset({"red_dot"})),)
)
"""Rules 1.6 and 1.7: ground units, but for those across a hexside with a red dot."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Whether an enemy unit that counts stands next to a hex, and such a unit: one that counts for sure, if there is one."""

    known: Known
    enemy: Unit | None = None

    @property
    def words(self) -> str:
        """ "next to 5th Army in 0604"."""
        return (
            say("next to {enemy} in {hex}", self.enemy, self.enemy.hex)
            if self.enemy is not None
            else say("next to no enemy")
        )


def enemy_beside(position: Position, side: str, number: str, terms: FrontTerms) -> Beside:
    """Whether an enemy unit that counts stands next to a hex; the first in the order of the hexsides is named."""
    network, ground = position.network, ground_at(position)
    i = network.index.get(number)
    found: list[Beside] = []
    for direction, j in enumerate(network.neighbours[i].tolist() if i is not None else ()):
        units = position.at(network.number(j)) if j >= 0 else ()
        enemy = next((unit for unit in units if unit.side != side and terms.of.matches(unit)), None)
        if enemy is not None and i is not None:
            apart = any_of(edge.fits(ground, side, i, direction) for edge in terms.closed)
            found.append(Beside(~apart, enemy))
    known = any_of(each.known for each in found)
    return (
        Beside(known, next((each.enemy for each in found if each.known.truth is known.truth), None)) if found else NONE
    )


NONE = Beside(NO)
