"""How a binding tells counters of one kind from others that are called as they are.

A counter is known by its name where no other has it. Where others have it too, its image or the side that its marks name
tells it, together with its entry in the palettes; where these contradict each other, or tell nothing, no line fits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from adjudicator.model.module import Slot
from adjudicator.packs.drafting.texts import literal, quoted, toml_key

Names = Callable[[str], bool]
"""Whether a text names just one side."""


class Namesakes:
    """The counters of a module by what a line's `slot` finds them by: their names and the ids of their entries."""

    def __init__(self, slots: Iterable[Slot], names_one_side: Names) -> None:
        self._names_one_side = names_one_side
        self._called: dict[str, list[Slot]] = {}
        self._entry: dict[str, list[Slot]] = {}
        for slot in slots:
            self._called.setdefault(slot.counter.design.name, []).append(slot)
            self._entry.setdefault(slot.gpid, []).append(slot)

    def fits(self, slots: Sequence[Slot]) -> str:
        """The keys of a line that fits these counters and no others, "" if nothing tells them from others."""
        names = list(dict.fromkeys(slot.counter.design.name for slot in slots))
        ids = list(dict.fromkeys(slot.gpid for slot in slots if slot.gpid))
        rivals = self._rivals(slots, names, ids)
        if not rivals:
            words = names if names == [slots[0].name] else ids or [slots[0].name]
            return f"slot = {quoted(_any(words))}\n"
        others = {rival.gpid for rival in rivals if rival.gpid}
        telling = list(self._telling(slots, rivals))
        if telling and not all(names):
            telling = []
        if telling:
            shared = _any(sorted(others - set(ids)))
            keys = [
                f"slot = {quoted(_any(names))}",
                *([f"slot_id = {quoted(f'(?!(?:{shared})$).*')}"] if shared else []),
            ]
            return "\n".join([*keys, *telling]) + "\n"
        own = [each for each in ids if each not in others]
        return f"slot_id = {quoted(_any(own))}\n" if own else ""

    def _rivals(self, slots: Sequence[Slot], names: Iterable[str], ids: Iterable[str]) -> list[Slot]:
        """Other counters that one of the names or ids finds too."""
        mine = {id(slot) for slot in slots}
        found = [each for word in (*names, *ids) for each in self._called.get(word, ())]
        found += [each for word in (*names, *ids) if word for each in self._entry.get(word, ())]
        return [each for each in found if id(each) not in mine]

    def _telling(self, slots: Sequence[Slot], rivals: Sequence[Slot]) -> Iterator[str]:
        """The keys for the image and for the marks that name a side, as far as they are those of no other."""
        own = {slot.counter.design.image for slot in slots}
        if "" not in own and own.isdisjoint(image for rival in rivals for image in images(rival)):
            yield f"image = {quoted(_any(sorted(own)))}"
        told = []
        for key, value in slots[0].counter.properties.items():
            alike = all(slot.counter.properties.get(key) == value for slot in slots)
            if (
                alike
                and self._names_one_side(value)
                and all(each.counter.properties.get(key) != value for each in rivals)
            ):
                told.append(f"{toml_key(key)} = {quoted(literal(value))}")
        if told:
            yield f"properties = {{ {', '.join(told)} }}"


def images(slot: Slot) -> list[str]:
    """The images of its design and of every level of its layers."""
    design = slot.counter.design
    return [name for name in (design.image, *(name for layer in design.layers for name in layer.images)) if name]


def _any(words: Sequence[str]) -> str:
    return "|".join(map(literal, words))
