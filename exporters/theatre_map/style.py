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
    "", "metropolis", "city", "town", "village", "port", "fort", "airfield", "star", "exit", "resource", "dot"
]


class Look(Table):
    """What all looks share: the words that lead to it, and its name in the legend ("" = the name itself)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[str, ...] = ()
    title: str = ""


class TerrainLook(Look):
    """A kind of hex. `water` gets a coast against land; `overlay` may also be laid over another terrain by a hex tag."""

    fill: str = "#e9e3c8"
    ink: str = "#8a8465"
    texture: Texture = ""
    water: bool = False
    overlay: bool = False
    rank: int = 0


class FeatureLook(Look):
    """Something along a hexside or across it. `width` is in hundredths of a hex's height, `rank` the drawing order."""

    course: Course = "bar"
    colour: str = "#c0392b"
    edge: str = ""
    width: float = 5.0
    dash: tuple[float, ...] = ()
    rank: int = 0


class PlaceLook(Look):
    """A kind of place: its symbol, and how large its name is written (hundredths of a hex's height, 0 = no name)."""

    symbol: Symbol = "dot"
    size: float = 13.0
    rank: int = 0


AnyLook = TypeVar("AnyLook", TerrainLook, FeatureLook, PlaceLook)


class MapLabel(Table):
    """Words over the map: a river's, sea's or country's name, from one hex to another (`to`) or centred on one."""

    text: str
    hex: str
    to: str = ""
    kind: Literal["river", "sea", "region", "note"] = "region"
    size: float = 0.0


class MapStyle(Table):
    """A whole style. `scale` is printed as it stands ("1 hex = 20 km"); `labels` are further words over the map."""

    paper: str = "#f3efe2"
    grid: str = "#6d675a"
    number: str = "#5a5448"
    ink: str = "#2b2822"
    coast: str = "#2f5d7c"
    shallows: str = "#c9e0ea"
    scale: str = ""
    subtitle: str = ""
    terrain: Mapping[str, TerrainLook] = {}
    feature: Mapping[str, FeatureLook] = {}
    place: Mapping[str, PlaceLook] = {}
    label: tuple[MapLabel, ...] = ()

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
