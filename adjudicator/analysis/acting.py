"""Which acts of which units a rule speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.analysis.ground import standing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector

NONE: frozenset[str] = frozenset()


class Acting(Table):
    """Acts of some kinds by some units, at some time."""

    kinds: frozenset[str]
    """Kinds of act; ["flip"]."""
    who: Selector = EVERYONE
    """The units that act; everybody, if left out. Example: { sides = ["soviet"] }."""
    when: When = When()
    """The moments, for the side of the unit; always, if left out. Example: { last_turn = 3 }."""
    faces: frozenset[int] = frozenset()
    """Of flips: the faces, from 1, that are turned up; all, if left out. Example: [1]."""
    marks: frozenset[str] = NONE
    """Of marking: kinds of marker laid on the unit or taken off; all, if left out. Example: ["disorganized"]."""
    unmarks: frozenset[str] = NONE
    """Of marking: kinds of marker taken off; all, if left out. Example: ["depleted"]."""
    boxes: frozenset[str] = NONE
    """Of transfers: the boxes that the unit leaves; all, if left out. Example: ["destroyed"]."""
    standing: Where | None = None
    """What the hex in which the unit begins must be like; anything, if left out. Example: { tags = ["finland"] }."""


@dataclass(frozen=True, slots=True)
class Doing:
    """One unit of an act: as it was (as it is after, if it comes onto the map), where it began and where the act leads."""

    unit: Unit
    start: str
    end: str

    @property
    def at(self) -> str:
        """The hex to name: where the act leads, or else where it began."""
        return self.end or self.start


def doings(act: Act, acting: Acting) -> Iterator[Doing]:
    """The units of an act of which a rule speaks. Of an attack the end is its target."""
    for name in act.units if act.kind in acting.kinds else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        unit = old if old is not None and old.hex else new or old
        if unit is None or not acting.who.matches(unit) or acting.when.holds(act.before, unit.side).is_no:
            continue
        start = old.hex if old is not None else ""
        if not _changes(acting, old, new) or not _stands(act.before, start, acting.standing):
            continue
        end = act.path[-1] if isinstance(act, Attack) and act.path else new.hex if new is not None else ""
        yield Doing(unit, start, end)


def comes_up(act: Act, acting: Acting) -> bool:
    """Whether some unit of which a rule speaks does such a thing, be it in what way it may."""
    units = (act.before.units.get(name) or act.after.units.get(name) for name in act.units)
    return act.kind in acting.kinds and any(unit is not None and acting.who.matches(unit) for unit in units)


def _changes(acting: Acting, old: Unit | None, new: Unit | None) -> bool:
    """Whether the act turned, marked or moved the unit in the way that is asked."""
    if acting.boxes and (old is None or old.hex or old.location not in acting.boxes):
        return False
    if acting.faces and (new is None or new.face + 1 not in acting.faces):
        return False
    had, has = old.marks if old else NONE, new.marks if new else NONE
    if acting.marks and not acting.marks & (had ^ has):
        return False
    return not acting.unmarks or bool(acting.unmarks & (had - has))


def _stands(position: Position, number: str, where: Where | None) -> bool:
    if where is None:
        return True
    i = position.network.index.get(number)
    return i is not None and where.fits(standing(position), i).is_yes
