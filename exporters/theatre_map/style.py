"""How terrain, hexside features and places look: a table of looks found by name or by a word in the name.

style.toml beside this file has the common names of the hobby; a theatre's own style.toml adds to it and overrides it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ConfigDict

from adjudicator.model.theatre import Table
from adjudicator.toml import load_toml

Texture = Literal[
    "", "woods", "jungle", "swamp", "rough", "hills", "mountain", "desert", "waves", "blocks", "ice", "hatch", "steppe"
]
Course = Literal["stream", "wall", "border", "bar", "cliff", "road", "rail", "ferry", "bridge", "ford", "none"]
Symbol = Literal[
    "", "metropolis", "city", "town", "village", "port", "fort", "airfield", "star", "exit", "entry", "resource", "dot"
]


class Look(Table):
    """What all looks share: the words that lead to it, and its name in the legend ("" = the name itself)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[str, ...] = ()
    """Words in a name that lead to this look. Example: `words = ["woods", "forest"]`"""
    title: str = ""
    """What the legend calls it; left out: the name itself."""


class TerrainLook(Look):
    """A [terrain.NAME]: how a kind of hex looks."""

    fill: str = "#e9e3c8"
    """Its colour, as #rrggbb."""
    ink: str = "#8a8465"
    """The colour of its texture."""
    texture: Texture = ""
    """What is drawn over the colour."""
    water: bool = False
    """Whether it is water, which has a coast against land. Example: `water = true`"""
    overlay: bool = False
    """Whether it may also be laid over another terrain, by a hex tag."""
    rank: int = 0
    """Of several looks that fit a name the one of the highest rank counts."""


class FeatureLook(Look):
    """A [feature.NAME]: how something along a hexside, or across it, looks."""

    course: Course = "bar"
    """How it runs: along the hexside ("bar", "wall", "cliff") or from hex to hex ("road", "rail")."""
    colour: str = "#c0392b"
    """Its colour."""
    edge: str = ""
    """The colour of its edge; left out: none."""
    width: float = 5.0
    """Its width, in hundredths of a hex's height."""
    dash: tuple[float, ...] = ()
    """Lengths of dashes and gaps; none given: a whole line."""
    rank: int = 0
    """The order in which features are drawn, the highest last."""


class PlaceLook(Look):
    """A [place.NAME]: how a kind of place looks."""

    symbol: Symbol = "dot"
    """Its symbol."""
    size: float = 13.0
    """How large its name is written, in hundredths of a hex's height; 0: no name."""
    rank: int = 0
    """Of several kinds of one place the one of the highest rank is drawn."""


AnyLook = TypeVar("AnyLook", TerrainLook, FeatureLook, PlaceLook)


class MapLabel(Table):
    """A [[label]]: words over the map, such as the name of a river, a sea or a country."""

    text: str
    """The words."""
    hex: str
    """The hex in which they begin, or on which they are centred."""
    to: str = ""
    """The hex in which they end."""
    kind: Literal["river", "sea", "region", "note"] = "region"
    """What they name; it decides how they are written."""
    size: float = 0.0
    """How large they are written, in hundredths of a hex's height; 0: as the kind has it."""


class MapStyle(Table):
    """The file style.toml of a theatre: how its map is drawn. It adds to the common looks that ship with us, and
    overrides them.
    """

    paper: str = "#f3efe2"
    """The colour of the paper. Example: `paper = "#f3efe2"`"""
    grid: str = "#6d675a"
    """The colour of the hex grid. Example: `grid = "#6d675a"`"""
    number: str = "#5a5448"
    """The colour of the hex numbers. Example: `number = "#5a5448"`"""
    ink: str = "#2b2822"
    """The colour of names. Example: `ink = "#2b2822"`"""
    coast: str = "#2f5d7c"
    """The colour of coasts. Example: `coast = "#2f5d7c"`"""
    shallows: str = "#c9e0ea"
    """The colour of the water along a coast. Example: `shallows = "#c9e0ea"`"""
    scale: str = ""
    """The scale, printed as it stands."""
    subtitle: str = ""
    """A line under the map's title."""
    terrain: Mapping[str, TerrainLook] = {}
    """Looks of terrains and of hex tags, by name. Example: `terrain = { marsh = { fill = "#c9d6b4", texture = "swamp" }
    }`"""
    feature: Mapping[str, FeatureLook] = {}
    """Looks of hexside features, by name."""
    place: Mapping[str, PlaceLook] = {}
    """Looks of places, by kind. Example: `place = { depot = { symbol = "resource", size = 10 } }`"""
    label: tuple[MapLabel, ...] = ()
    """Further words over the map."""

    def terrain_looks(self, name: str) -> tuple[TerrainLook, ...]:
        """The looks of a terrain, the one that gives the ground colour first; an unknown name gets a colour of its own."""
        found = _matching(self.terrain, name)
        if found:
            return found
        hue = zlib.crc32(name.encode()) % 360
        return (TerrainLook(fill=_pastel(hue), texture="hatch", ink=_pastel(hue, 45)),)

    def overlay(self, tag: str) -> TerrainLook | None:
        """The look of a hex tag that is itself terrain ("swamp" in a forest hex), else None."""
        look = self.terrain.get(tag)
        return look if look is not None and look.overlay else None

    def feature_look(self, name: str) -> FeatureLook:
        """The look of a hexside feature; an unknown one is a coloured bar along the hexside."""
        found = _matching(self.feature, name)
        if found:
            return found[0]
        return FeatureLook(course="bar", colour=_pastel(zlib.crc32(name.encode()) % 360, 40), dash=(6, 3))

    def place_look(self, kind: str) -> PlaceLook | None:
        """The look of a kind of place, None for a kind that is not drawn."""
        found = _matching(self.place, kind)
        return found[0] if found else None


@lru_cache(maxsize=1)
def default_style() -> MapStyle:
    """The table that ships with us."""
    return load_toml(Path(__file__).parent / "style.toml", MapStyle)


def load_style(folder: Path | None) -> MapStyle:
    """The default style with what a theatre's folder says in its own style.toml."""
    own_file = folder / "style.toml" if folder else None
    if own_file is None or not own_file.exists():
        return default_style()
    own, base = load_toml(own_file, MapStyle), default_style()
    said = own.model_fields_set
    plain = {name: getattr(own, name) for name in said if name not in ("terrain", "feature", "place")}
    merged = {name: {**getattr(base, name), **getattr(own, name)} for name in ("terrain", "feature", "place")}
    return base.model_copy(update={**plain, **merged})


def pretty(name: str) -> str:
    """A name from the data as words: "minor_river" is "Minor river"."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def _matching(looks: Mapping[str, AnyLook], name: str) -> tuple[AnyLook, ...]:
    """The look of that name, else those with a word of it, highest rank first."""
    if name in looks:
        return (looks[name],)
    parts = set(re.split(r"[^a-z]+", name.lower()))
    fitting: list[tuple[int, str]] = []
    for key in looks:
        known: Look = looks[key]
        if parts & {key, *known.words}:
            fitting.append((-looks[key].rank, key))
    return tuple(looks[key] for _, key in sorted(fitting))


def _pastel(hue: int, light: int = 80) -> str:
    chroma = 0.35 * min(light, 100 - light) / 50
    sector = hue / 60
    middle = chroma * (1 - abs(sector % 2 - 1))
    red, green, blue = (
        (chroma, middle, 0.0),
        (middle, chroma, 0.0),
        (0.0, chroma, middle),
        (0.0, middle, chroma),
        (middle, 0.0, chroma),
        (chroma, 0.0, middle),
    )[int(sector) % 6]
    base = light / 100 - chroma / 2
    return "#" + "".join(f"{round(255 * (part + base)):02x}" for part in (red, green, blue))
