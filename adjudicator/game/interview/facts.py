"""What a pack has so far that answers may name: its map's words, its units and sides, its phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from adjudicator.errors import UsageError, nearest
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.pack import NO_SIDE, Pack
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import UNKNOWN_TERRAIN, Theatre
from adjudicator.model.units import UnitType
from adjudicator.model.vocabulary import Vocabulary

OF_MAPS = ("terrains", "features", "places", "tags", "grounds")
ALL = ("all", "everybody")
"""Words for every unit."""


@dataclass(frozen=True)
class Facts:
    """A pack and its map, None if it has none or several."""

    pack: Pack
    theatre: Theatre | None = None

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """What may be named, by what it is."""
        pack, units = self.pack, tuple(self.pack.units.values())
        phases = pack.header.sequence.phases
        return {
            **{name: tuple(sorted(told)) for name, told in self.of_maps.items()},
            "grounds": tuple(sorted({*self.of_maps["terrains"], *self.of_maps["tags"]})),
            "kinds": _those(each.kind for each in units),
            "classes": _those(each.movement_class for each in units),
            "sizes": _those(each.size for each in units),
            "unit_tags": tuple(sorted({tag for each in units for tag in each.tags})),
            "nations": _those(each.nation for each in units),
            "sides": tuple(side for side in pack.sides if side != NO_SIDE),
            "phases": tuple(dict.fromkeys(each.kind for each in phases)),
            "markers": _those(each.kind for each in pack.markers.values()),
        }

    @cached_property
    def of_maps(self) -> Mapping[str, Mapping[str, str]]:
        """The words for terrains, hexside features, places and tags, each with its name as people read it."""
        pack = self.pack
        listed = load_table(pack, "vocabulary", Vocabulary) if "vocabulary" in pack.tables else Vocabulary()
        header = self.theatre.header if self.theatre else None
        drawn = {
            "terrains": header.terrains if header else (),
            "features": header.features if header else (),
            "places": header.kinds if header else (),
            "tags": header.tags if header else (),
        }
        told = {
            name: {**{word: shown(word) for word in sorted(found)}, **getattr(listed, name)}
            for name, found in drawn.items()
        }
        told["terrains"].pop(UNKNOWN_TERRAIN, None)
        return told

    def require(self, word: str, of: str) -> str:
        """A word that the pack has; UsageError with near ones if it has it not."""
        known = self.words.get(of, ())
        if word in known:
            return word
        where = " (the question 'map' names what your map has)" if of in OF_MAPS else ""
        hint = nearest(word, known) or f"; known are {', '.join(known) or 'none'}"
        raise UsageError(f"is no word of your pack{hint}{where}", "answers", word)

    def selector(self, words: Sequence[str]) -> dict[str, list[str]]:
        """Units told by kinds, movement classes, sizes, sides, nations, tags, or parts of their names ("*Guard*")."""
        named = [word for word in words if word not in ALL]
        if not named:
            return {}
        for of, key in SORTS:
            if set(named) <= set(self.words[of]):
                return {key: list(named)}
        ids = [name for word in named for name in self.called(word)]
        return {"ids": list(dict.fromkeys(ids))}

    def called(self, pattern: str) -> list[str]:
        """The units that a pattern fits by id or name; UsageError if none does."""
        found = [each.id for each in self.pack.units.values() if fits(each, pattern)]
        if not found:
            known = [word for of, _ in SORTS for word in self.words[of]]
            raise UsageError(
                f"is no kind, class, size, side or name of units{nearest(pattern, known)}; one sort of word at a time",
                "answers",
                pattern,
            )
        return found


SORTS = (
    ("kinds", "kinds"),
    ("classes", "movement_classes"),
    ("sizes", "sizes"),
    ("sides", "sides"),
    ("nations", "nations"),
    ("unit_tags", "any_tags"),
)
"""What words for units may be, with the key of a selector."""


def fits(unit: UnitType, pattern: str) -> bool:
    """Whether a unit's name or id is that, or fits it as a pattern with * and ?; big and small letters are the same."""
    plain = pattern.casefold()
    return any(fnmatchcase(name.casefold(), plain) for name in (unit.id, unit.name))


def shown(word: str) -> str:
    """A word of a map as people read it."""
    return word.replace("_", " ").capitalize()


def _those(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in found if each))
