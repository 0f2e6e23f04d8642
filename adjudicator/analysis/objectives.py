"""Places that count: who holds them now, and which changed hands."""

from __future__ import annotations

from adjudicator.analysis.control import controller
from adjudicator.analysis.ownership import Owner
from adjudicator.lean import dataclass
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Held:
    """A place and who holds it."""

    place: Place
    owner: Owner


def held_places(position: Position, kinds: frozenset[str]) -> tuple[Held, ...]:
    """Every place of one of these kinds with its holder, in the theatre's order."""
    return tuple(
        Held(place, controller(position, place.hex))
        for place in position.network.theatre.places
        if place.kinds & kinds and place.hex in position.network.index
    )


def captures(before: Position, after: Position, kinds: frozenset[str]) -> tuple[Held, ...]:
    """The places of these kinds that a side took from another, with their new holder."""
    sides = before.pack.sides
    return tuple(
        now
        for then, now in zip(held_places(before, kinds), held_places(after, kinds), strict=True)
        if (then.owner.is_one_of(sides) & now.owner.is_one_of(sides)).is_yes and then.owner != now.owner
    )
