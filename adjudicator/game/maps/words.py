"""The words that may be painted on a map, each with its name and its look: those that the pack and the theatre know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from adjudicator.editing.spots import Meanings
from adjudicator.errors import UsageError
from adjudicator.exporters.theatre_map.style import FeatureLook, MapStyle, PlaceLook, TerrainLook, load_style, pretty
from adjudicator.lean import dataclass
from adjudicator.model.one_way import arrow, with_arrows
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import UNKNOWN_TERRAIN, TheatreHeader
from adjudicator.model.vocabulary import Vocabulary

GROUPS = ("terrains", "features", "tags", "kinds")
LINES = ("road", "rail", "ferry")
STREAMS = ("stream",)
CROSSINGS = ("bridge", "ford")
_WORD = re.compile(r"[a-z][a-z0-9_\-]{0,39}")


@dataclass(frozen=True)
class PaintWords:
    """What may be painted. `closed` says that the pack lists its words: then no other word is taken."""

    terrains: Mapping[str, str]
    features: Mapping[str, str]
    tags: Mapping[str, str]
    kinds: Mapping[str, str]
    closed: bool
    style: MapStyle
    one_way: frozenset[str] = frozenset()
    """The features that have a direction."""

    @property
    def sides(self) -> frozenset[str]:
        """The words that may be written of a hexside: a feature with a direction has an arrow."""
        return with_arrows(self.features, self.one_way) - self.one_way

    def takes(self, group: str, word: str) -> bool:
        """Whether a word may be used: terrains, features, tags or kinds."""
        known: Mapping[str, str] = getattr(self, group)
        return word in known or (not self.closed and bool(_WORD.fullmatch(word)))

    def takes_side(self, word: str) -> bool:
        """Whether a word may be written of a hexside."""
        if arrow(word):
            return word in self.sides
        return word not in self.one_way and self.takes("features", word)

    def meanings(self, features: Iterable[str], terrains: Iterable[str]) -> Meanings:
        """What words mean, by how they are drawn."""
        courses = {name: self.style.feature_look(name).course for name in features}
        lines, streams, crossings = (
            frozenset(name for name, course in courses.items() if course in of) for of in (LINES, STREAMS, CROSSINGS)
        )
        water = frozenset(name for name in terrains if self.style.terrain_looks(name)[0].water)
        return Meanings(lines, streams, crossings, water, self.one_way)

    def as_json(self) -> dict[str, object]:
        """The words with their looks."""
        groups: dict[str, Mapping[str, str]] = {each: getattr(self, each) for each in GROUPS}
        told = {group: [self.look(group, name) for name in words] for group, words in groups.items()}
        style = self.style
        common = {"terrains": [*style.terrain], "features": [*style.feature], "kinds": [*style.place]}
        return {"closed": self.closed, "common": common, **told}

    def look(self, group: str, name: str) -> dict[str, object]:
        """A word with its name and look; UsageError if it cannot be used."""
        if group not in GROUPS or not self.takes(group, name):
            raise UsageError(f"the pack knows no word '{name}' among {group}")
        known: Mapping[str, str] = getattr(self, group)
        title = known.get(name, pretty(name))
        if group == "terrains":
            return _terrain(name, title, self.style.terrain_looks(name)[0])
        if group == "features":
            return _feature(name, title, self.style.feature_look(name)) | {"oneWay": name in self.one_way}
        return _kind(name, title, self.style.place_look(name)) if group == "kinds" else {"name": name, "title": title}

    def with_used(self, used: Mapping[str, Iterable[str]]) -> PaintWords:
        """The same, with words that a map uses already."""
        more = {
            group: {**{word: pretty(word) for word in used.get(group, ())}, **getattr(self, group)} for group in used
        }
        told = {"terrains": self.terrains, "features": self.features, "tags": self.tags, "kinds": self.kinds, **more}
        return PaintWords(**told, closed=self.closed, style=self.style, one_way=self.one_way)


def words_of(pack: Pack, header: TheatreHeader, folder: Path) -> PaintWords:
    """The words of a pack's vocabulary, if it has one, and of the theatre's own lists."""
    closed = "vocabulary" in pack.tables
    book = load_table(pack, "vocabulary", Vocabulary) if closed else Vocabulary()
    return PaintWords(
        _listed(book.terrains, header.terrains - {UNKNOWN_TERRAIN}),
        _listed(book.features, header.features),
        _listed({**book.tags}, header.tags, header.regions),
        _listed(book.places, header.kinds),
        closed,
        load_style(folder),
        book.one_way | header.one_way,
    )


def _listed(
    book: Mapping[str, str], words: frozenset[str], names: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    own = {word: (names or {}).get(word, pretty(word)) for word in sorted(words)}
    return {**own, **book, **(names or {})} if names else {**own, **book}


def _terrain(name: str, title: str, look: TerrainLook) -> dict[str, object]:
    told = {"fill": look.fill, "ink": look.ink, "texture": look.texture, "water": look.water}
    return {"name": name, "title": title, **told}


def _feature(name: str, title: str, look: FeatureLook) -> dict[str, object]:
    told = {"course": look.course, "colour": look.colour, "edge": look.edge, "width": look.width, "dash": look.dash}
    return {"name": name, "title": title, "line": look.course in LINES, **told}


def _kind(name: str, title: str, look: PlaceLook | None) -> dict[str, object]:
    return {"name": name, "title": title, "symbol": look.symbol if look else "dot"}
