"""Who: which units a term speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MovementClass, NationName, SideName, SizeName, UnitKind, UnitName


class Selector(Table):
    """Which units a term speaks of; every key that is given must fit, an empty selector fits all."""

    sides: frozenset[SideName] = frozenset()
    """Ids of sides, one of which owns the unit: ["axis"]."""

    nations: frozenset[NationName] = frozenset()
    """Nations, one of which the unit belongs to: ["german", "rumanian"]."""

    kinds: frozenset[UnitKind] = frozenset()
    """Unit types of the pack, one of which it is: ["infantry", "panzer"]."""

    without_kinds: frozenset[UnitKind] = frozenset()
    """Unit types none of which it is. Example: `without_kinds = ["hq"]`"""

    sizes: frozenset[SizeName] = frozenset()
    """Size marks, one of which it bears: ["division"]."""

    movement_classes: frozenset[MovementClass] = frozenset()
    """Columns of the terrain chart, one of which it uses: ["motorized"]."""

    ids: frozenset[UnitName] = frozenset()
    """Ids in units.toml, one of which it has: ["ge.16pz"]."""

    tags: frozenset[str] = frozenset()
    """Qualities all of which its type, its face or a marker on it gives it: ["armored"]."""

    any_tags: frozenset[str] = frozenset()
    """Qualities of which it has at least one: ["ski", "mountain"]."""

    without_tags: frozenset[str] = frozenset()
    """Qualities of which it has none: ["static"]."""

    def matches(self, unit: Unit) -> bool:
        """Whether the unit fits."""
        kind = unit.type
        return (
            (not self.sides or kind.side in self.sides)
            and (not self.nations or kind.nation in self.nations)
            and (not self.kinds or kind.kind in self.kinds)
            and kind.kind not in self.without_kinds
            and (not self.sizes or kind.size in self.sizes)
            and (not self.movement_classes or kind.movement_class in self.movement_classes)
            and (not self.ids or kind.id in self.ids)
            and (not self.tags or all(unit.has(tag) for tag in self.tags))
            and (not self.any_tags or any(unit.has(tag) for tag in self.any_tags))
            and not (self.without_tags and any(unit.has(tag) for tag in self.without_tags))
        )

    def within(self, other: Selector) -> bool:
        """Whether it can be told from the terms alone that every unit that fits this fits the other too."""
        narrowed = all(
            not getattr(other, key) or (getattr(self, key) and getattr(self, key) <= getattr(other, key))
            for key in ("sides", "nations", "kinds", "sizes", "movement_classes", "ids")
        )
        one_of = not other.any_tags or self.tags & other.any_tags or (self.any_tags and self.any_tags <= other.any_tags)
        barred = other.without_tags <= self.without_tags and other.without_kinds <= self.without_kinds
        return bool(narrowed and one_of and barred and other.tags <= self.tags)


EVERYONE = Selector()
"""Any unit."""


ASKED: Mapping[str, Callable[[Unit], Iterable[str]]] = {
    "sides": lambda unit: (unit.type.side,),
    "nations": lambda unit: (unit.type.nation,),
    "kinds": lambda unit: (unit.type.kind,),
    "sizes": lambda unit: (unit.type.size,),
    "movement_classes": lambda unit: (unit.type.movement_class,),
    "ids": lambda unit: (unit.type.id,),
    "tags": lambda unit: (*unit.type.tags, *unit.shown.tags, *unit.marks),
}
"""What selectors ask of a unit."""
ONE_OF = tuple(name for name in ASKED if name != "tags")


class Gathering:
    """Units in a row, by what selectors ask of them: so one selector is put to all of them at once."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._units = units
        self._by: dict[str, dict[str, set[int]]] = {}

    def fitting(self, who: Selector) -> set[int]:
        """Where in the row the units stand that a selector matches."""
        found = set(range(len(self._units)))
        for name in ONE_OF:
            if wanted := getattr(who, name):
                found &= self._any(name, wanted)
        for tag in who.tags:
            found &= self._any("tags", (tag,))
        if who.any_tags:
            found &= self._any("tags", who.any_tags)
        return found - self._any("kinds", who.without_kinds) - self._any("tags", who.without_tags)

    def _any(self, name: str, wanted: Iterable[str]) -> set[int]:
        """Those who have one of what is wanted; sorted by it when it is first asked for."""
        if name not in self._by and wanted:
            of, found = ASKED[name], self._by.setdefault(name, defaultdict(set))
            for k, unit in enumerate(self._units):
                for each in of(unit):
                    found[each].add(k)
        return set[int]().union(*(self._by[name].get(each, ()) for each in wanted))
