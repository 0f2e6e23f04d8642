"""The counter manifest of a game box: its piece and card slots, each unpacked when somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import overload

from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.counters import counter_of
from adjudicator.importers.vassal.prototypes import Definition, Prototypes
from adjudicator.lean import dataclass
from adjudicator.model.counters import Spot
from adjudicator.model.module import Slot


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """A piece or card slot of the build file and the names of what it lies in, outermost first."""

    component: Component
    path: tuple[str, ...]
    definition: Definition


@dataclass
class Slots(Sequence[Slot]):
    """The counter manifest; a slot's counter is unpacked when first asked for, since big boxes hold thousands."""

    places: tuple[SlotPlace, ...]
    prototypes: Prototypes
    _made: dict[int, Slot] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Slot: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Slot, ...]: ...
    def __getitem__(self, index: int | slice) -> Slot | tuple[Slot, ...]:
        if isinstance(index, slice):
            return tuple(self._slot(each) for each in range(*index.indices(len(self.places))))
        if not -len(self.places) <= index < len(self.places):
            raise IndexError(index)
        return self._slot(index % len(self.places))

    def chain(self, index: int) -> list[tuple[str, str]]:
        """Type and state of each trait of a slot's piece with its prototypes expanded."""
        return self.prototypes.expanded(self.places[index].definition)

    def _slot(self, index: int) -> Slot:
        made = self._made.get(index)
        if made is None:
            made = self._made[index] = self._make(index)
        return made

    def _make(self, index: int) -> Slot:
        place = self.places[index]
        part = place.component
        width, height = part.get("width"), part.get("height")
        size = (int(width), int(height)) if _is_side(width) and _is_side(height) else None
        counter = counter_of(f"slot:{index}", self.chain(index), Spot())
        used = "\n".join(self.prototypes.used(place.definition))
        carried = {"definition": part.text, "class": part.kind} | ({"prototypes": used} if used else {})
        return Slot(part.get("gpid"), part.get("entryName"), counter, place.path, size, carried)


def _is_side(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < len(text) < 6 and int(text) > 0
