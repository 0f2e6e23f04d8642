"""Who had a hex when that was last known: what the position remembers, its places' first owners, the sides' starting land."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.analysis.control_terms import ControlTable, control_table
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Network
from adjudicator.record.position import Position
from adjudicator.said import say

DISPUTED = "disputed"
NOBODY = ""
UNKNOWN = "?"
"""The word of the notation for an owner whom nobody knows."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who has something: a side, "disputed", "" (nobody), or nobody knows who; `told` is open then, and names the datum.

    Asked for its name it is a word of the notation; whether it is a side is asked with `is_`, which keeps the doubt.
    """

    name: str
    told: Known = YES

    @classmethod
    def named(cls, word: str, missing: str) -> Owner:
        """The owner that a word of the notation names; `missing` is what nobody knows if the word is "?"."""
        return cls(word, Known.open(missing)) if word == UNKNOWN else cls(word)

    @classmethod
    def untold(cls, missing: str) -> Owner:
        """An owner whom nobody knows."""
        return cls(UNKNOWN, Known.open(missing))

    def is_(self, side: str) -> Known:
        """Whether a side has it."""
        return self.is_one_of((side,))

    def is_one_of(self, sides: Collection[str]) -> Known:
        """Whether one of these sides has it."""
        return Known.of(self.name in sides) if self.told.is_yes else self.told

    def __str__(self) -> str:
        return self.name


def holder(position: Position, i: int) -> Owner:
    """Who has a hex by presence or memory: the side alone in it, else who had it last."""
    here = position.holder(position.network.number(i))
    return Owner(here) if here else recorded(position, i)


def recorded(position: Position, i: int, told: bool = False) -> Owner:
    """Who controlled a hex when last known: the position's memory, the place's first owner, the side that starts there.

    `told` wants it told: of a game that was joined in its middle a first owner is a presumption, and nobody knows.
    """
    network, control = position.network, position.control
    number = network.number(i)
    kept = control.get(number)
    if kept is None:
        places = network.places_at.get(i, ())
        kept = next((control[place.name] for place in places if place.name in control), None)
    if kept is not None:
        return _untold(number) if kept == UNKNOWN else Owner(kept)
    if not position.joined:
        return first_owner(position, i)
    if side := marked(position, number):
        return Owner(side)
    return _untold(number) if told else first_owner(position, i)


def _untold(number: str) -> Owner:
    return Owner.untold(say("control of {hex}", number))


def foreign_to(position: Position, side: str, among: Iterable[int]) -> list[int]:
    """Those of some hexes that another side, or nobody, is known to have had last."""
    hexes, control, places = position.network.hexes, position.control, position.network.places_at
    table = control_table(position.pack)
    first = first_owners(position.network, Same(table))
    signs = position.marked if position.joined and table.markers else ()
    found = []
    for i in among:
        number = hexes[i].number
        name = control.get(number)
        if name is None:
            name = recorded(position, i).name if i in places or number in signs else first[i]
        if name not in (side, UNKNOWN):
            found.append(i)
    return found


@remembered(8)
def first_owners(network: Network, table: Same[ControlTable]) -> tuple[str, ...]:
    """The word of the notation for `first_owner` of every hex."""
    return tuple(_first_owner(network, table.of, i) for i in range(len(network)))


def marked(position: Position, number: str) -> str:
    """Whose a hex is by the markers of control in it, "" if none says so or they differ."""
    kinds = control_table(position.pack).markers
    sides = {marker.type.side for marker in position.markers_at(number) if marker.type.kind in kinds}
    return sides.pop() if len(sides) == 1 else ""


def first_owner(position: Position, i: int) -> Owner:
    """Who has a hex when the game begins: the place's first owner, else the side that starts there."""
    found = _first_owner(position.network, control_table(position.pack), i)
    return _untold(position.network.number(i)) if found == UNKNOWN else Owner(found)


def _first_owner(network: Network, table: ControlTable, i: int) -> str:
    owner = next((place.owner for place in network.places_at.get(i, ()) if place.owner), "")
    tags = sorted(table.starts.keys() & network.hexes[i].tags)
    return owner or next((table.starts[tag] for tag in tags), UNKNOWN)
