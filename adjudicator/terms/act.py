"""By what act: which acts of which units a rule speaks of, by the words that packs have for acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.act_json import act_types
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.ground import Ground
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector

NONE: frozenset[str] = frozenset()


class ActKinds(frozenset[str]):
    """Words of acts: modes of movement of the pack, and whatever else players do ("attack", "place", "lay" ...)."""

    __slots__ = ()

    def fit(self, act: Act) -> bool:
        """Whether an act is of one of these kinds."""
        return act.kind in self

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, handler.generate_schema(frozenset[str]))


ANY_KIND = ActKinds()


@remembered(16)
def known_kinds(pack: Pack) -> frozenset[str]:
    """Every word that a pack may have for an act."""
    return frozenset(pack.modes) | {kind.word for kind in act_types().values() if kind.word}


def told_of(act: Act, name: str) -> Known:
    """Whether the player said what lets him do it (`card=27` for "card"); open if not, since he may have played it unsaid."""
    return YES if name in act.told else Known.open(say("the {by_} that was played", name))


class ActFilter(Table):
    """Acts of some kinds by some units."""

    kinds: ActKinds = ANY_KIND
    """Kinds of act, a mode of movement by its name; all that the check is about, if left out. Example: ["rail"]."""
    who: Selector = EVERYONE
    """The units that act; everybody, if left out. Example: { sides = ["soviet"] }."""

    def names(self, act: Act) -> bool:
        """Whether an act is of one of the kinds."""
        return not self.kinds or self.kinds.fit(act)

    def units_of(self, act: Act) -> list[Unit]:
        """The units of an act that fit, as they were before it (as they are after it, if it brings them into play)."""
        units = (act.before.units.get(name) or act.after.units.get(name) for name in act.units)
        return [unit for unit in units if unit is not None and self.who.matches(unit)]


ANY_ACT = ActFilter()
"""Any act of any unit."""


class Acting(ActFilter):
    """Acts of some kinds by some units, at some time and in some way."""

    kinds: ActKinds
    """Kinds of act; ["flip"]."""
    when: When = ALWAYS
    """The moments, for the side of the unit; always, if left out. Example: { last_turn = 3 }."""
    faces: frozenset[int] = frozenset()
    """Of flips: the faces, from 1, that are turned up; all, if left out. Example: [1]."""
    marks: frozenset[str] = NONE
    """Of marking: kinds of marker laid on the unit or taken off; all, if left out. Example: ["disorganized"]."""
    unmarks: frozenset[str] = NONE
    """Of marking: kinds of marker taken off; all, if left out. Example: ["depleted"]."""
    boxes: frozenset[str] = NONE
    """Of transfers: the boxes that the unit leaves; all, if left out. Example: ["destroyed"]."""
    into: frozenset[str] = NONE
    """Of transfers: the boxes into which the unit goes; all, if left out. Example: ["destroyed"]."""
    standing: Where | None = None
    """What the hex in which the unit begins must be like; anything, if left out. Example: { tags = ["finland"] }."""

    def comes_up(self, act: Act) -> bool:
        """Whether some unit of which a rule speaks does such a thing, be it in what way it may."""
        return self.names(act) and bool(self.units_of(act))

    def doings(self, act: Act, ground: Ground) -> Iterator[UnitInAct]:
        """The units of an act of which a rule speaks, on the ground before it. Of an attack the end is its target."""
        for name in act.units if self.names(act) else ():
            old, new = act.before.units.get(name), act.after.units.get(name)
            unit = old if old is not None and old.hex else new or old
            if unit is None or not self.who.matches(unit) or not self.changes(old, new):
                continue
            start = old.hex if old is not None else ""
            meant = self.when.holds(act.before, unit.side) & self._stands(ground, start)
            if meant.is_no:
                continue
            end = act.path[-1] if isinstance(act, Attack) and act.path else new.hex if new is not None else ""
            yield UnitInAct(unit, start, end, meant)

    def changes(self, old: Unit | None, new: Unit | None) -> bool:
        """Whether an act turned, marked or moved the unit in the way that is asked."""
        if self.boxes and (old is None or old.hex or old.location not in self.boxes):
            return False
        if self.into and (new is None or new.hex or new.location not in self.into):
            return False
        if self.faces and (new is None or new.face + 1 not in self.faces):
            return False
        had, has = old.marks if old else NONE, new.marks if new else NONE
        if self.marks and not self.marks & (had ^ has):
            return False
        return not self.unmarks or bool(self.unmarks & (had - has))

    def _stands(self, ground: Ground, number: str) -> Known:
        if self.standing is None:
            return YES
        i = ground.network.index.get(number)
        return NO if i is None else self.standing.fits(ground, i)


@dataclass(frozen=True, slots=True)
class UnitInAct:
    """One unit of an act: as it was (as it is after, if it comes onto the map), where it began and where the act leads.

    `meant` is whether the rule speaks of it at all: open where the moment or the ground does not tell.
    """

    unit: Unit
    start: str
    end: str
    meant: Known = YES

    @property
    def at(self) -> str:
        """The hex to name: where the act leads, or else where it began."""
        return self.end or self.start
