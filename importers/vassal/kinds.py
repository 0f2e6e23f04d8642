"""What a piece's type says: the design of its counter, its layers' levels, and which trait answers for which property.

Facts: `counters.*` and `BasicPiece` of the engine. What pieces of the same type share is worked out once per type text,
and what traits of the same text share once per trait text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.model.counters import Design, Label, Layer
from importers.vassal.wire import chains, sequences, trait_table, traits
from importers.vassal.wire.numbers import whole
from importers.vassal.wire.traits import Trait

_TELLING = frozenset(
    f"{word};"
    for word in (
        "emb2",
        "emb",
        "label",
        "rotate",
        "mark",
        "PROP",
        "propertysheet",
        "hide",
        "obs",
        "markmoved",
        "footprint",
        "immob",
        "basicName",
        "calcProp",
        "locmsg",
    )
)
_SINGLE = {
    "markmoved;": ["Moved"],
    "basicName;": ["BasicName"],
    "obs;": ["Obscured", "ObscuredToOthers"],
    "hide;": ["Invisible", "InvisibleToOthers"],
}
_OWN = frozenset(("", "pieceName", "PieceName", "label", "BasicName", "true", "false"))


@dataclass(frozen=True, slots=True)
class Owner:
    """A trait that conceals: its place in the chain, and whether its owner is a side rather than a player."""

    index: int
    by_side: bool


@dataclass(frozen=True, slots=True)
class Levels:
    """What working out a layer's level takes: `follows` is the property that selects it, "" if people do."""

    prefix: str
    count: int
    names: tuple[str, ...]
    images: tuple[str, ...]
    follows: str
    first: int
    unset: int


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A type text, worked out. Lists name traits by their place in the chain (0 = outermost), inner traits first."""

    text: str
    types: tuple[str, ...]
    design: Design
    name: str
    layers: tuple[tuple[int, Trait], ...] = ()
    labels: tuple[tuple[int, Trait], ...] = ()
    rotators: tuple[tuple[int, int], ...] = ()
    naming: tuple[tuple[int, Trait], ...] = ()
    marks: tuple[tuple[int, Trait], ...] = ()
    hiding: Owner | None = None
    masking: Owner | None = None
    moved: int | None = None
    trail: int | None = None
    dynamic: frozenset[int] = frozenset()
    unknown: tuple[str, ...] = ()
    providers: Mapping[str, tuple[int, Trait]] = field(default_factory=dict)
    mentions: frozenset[str] = frozenset()

    @property
    def stacks(self) -> bool:
        return self.design.stacks


@lru_cache(maxsize=20_000)
def _trait(text: str) -> Trait:
    return traits.parse(text)


@lru_cache(maxsize=20_000)
def _layer(text: str) -> Layer:
    return layer_of(_trait(text))


@lru_cache(maxsize=20_000)
def _label(text: str) -> Label:
    return label_of(_trait(text))


@lru_cache(maxsize=20_000)
def levels_of(text: str) -> Levels:
    """A Layer trait's levels, by its type text."""
    trait = _trait(text)
    images = images_of(trait)
    return Levels(
        prefix=trait.prefix,
        count=len(images),
        names=names_of(trait),
        images=images,
        follows=trait.text("property") if trait.flag("follow") else "",
        first=whole(trait.text("firstLevel"), 1),
        unset=1 if trait.prefix == "emb;" else -1,
    )


def kind_of(text: str) -> Kind:
    """The kind of a type text; the caller keeps it."""
    types = tuple(chains.split_levels(text))
    inner = traits.parse(types[-1])
    telling: list[tuple[int, Trait]] = []
    unknown: list[str] = []
    for index, kind in enumerate(types[:-1]):
        prefix = chains.prefix_of(kind)
        if prefix in _TELLING:
            telling.append((index, _trait(kind)))
        elif prefix not in trait_table.TRAITS:
            unknown.append(prefix)
    if inner.spec is None:
        unknown.append(inner.prefix)
    telling.reverse()
    return _kind(text, types, inner, telling, tuple(unknown))


def _kind(
    text: str, types: tuple[str, ...], inner: Trait, telling: list[tuple[int, Trait]], unknown: tuple[str, ...]
) -> Kind:
    by: dict[str, list[tuple[int, Trait]]] = {}
    for place in telling:
        by.setdefault(place[1].prefix, []).append(place)
    layers = [place for place in telling if place[1].prefix in ("emb2;", "emb;")]
    labels = by.get("label;", [])
    rotators = by.get("rotate;", [])
    named = [place for place in telling if place[1].prefix in ("emb2;", "emb;", "label;")]
    marked = [place for place in telling if place[1].prefix in ("mark;", "PROP;", "propertysheet;")]
    name = inner.text("name") if inner.prefix == "piece;" else ""
    basic = by.get("basicName;", [])
    image = inner.text("image") if inner.prefix == "piece;" else ""
    providers = _providers(telling)
    return Kind(
        text=text,
        types=types,
        design=Design(
            name=name,
            image=image,
            layers=tuple(_layer(types[index]) for index, _ in layers),
            labels=tuple(_label(types[index]) for index, _ in labels),
            rotations=tuple(max(1, trait.integer("angles")) for _, trait in rotators),
            parts=_parts(telling),
            stacks=stacks(by.get("immob;", [])),
            mask=mask_of(by.get("obs;", [])),
            mask_name=by["obs;"][-1][1].text("name") if "obs;" in by else "",
        ),
        name=basic[-1][1].text("name") if basic else name,
        layers=tuple(layers),
        labels=tuple(labels),
        rotators=tuple((index, max(1, trait.integer("angles"))) for index, trait in rotators),
        naming=tuple(named),
        marks=tuple(marked),
        hiding=_owner(by.get("hide;")),
        masking=_owner(by.get("obs;")),
        moved=by["markmoved;"][-1][0] if "markmoved;" in by else None,
        trail=by["footprint;"][-1][0] if "footprint;" in by else None,
        dynamic=frozenset(index for index, _ in by.get("PROP;", ())),
        unknown=unknown,
        providers=providers,
        mentions=_mentions(telling, providers),
    )


def stacks(immobile: list[tuple[int, Trait]]) -> bool:
    """Whether a counter may join stacks; the outermost trait that forbids it decides (`Immobilized`)."""
    return all(trait.text("stacking").startswith("L") for _, trait in immobile)


def _owner(concealing: list[tuple[int, Trait]] | None) -> Owner | None:
    """The outermost concealing trait."""
    if not concealing:
        return None
    index, trait = concealing[-1]
    return Owner(index, trait.text("access").startswith("side"))


def mask_of(masking: list[tuple[int, Trait]]) -> str:
    """The image that others see on a masked counter; in display style `G` one that lies over it."""
    if not masking:
        return ""
    trait = masking[-1][1]
    style = trait.text("style")
    return style[1:] if style.startswith("G") and len(style) > 1 else trait.text("image")


def _parts(telling: list[tuple[int, Trait]]) -> tuple[str, ...]:
    parts = ["image"]
    counts = {"layer": 0, "label": 0, "rotator": 0}
    for _, trait in telling:
        word = {"emb2;": "layer", "emb;": "layer", "label;": "label", "rotate;": "rotator"}.get(trait.prefix)
        if word:
            parts.append(f"{word}:{counts[word]}")
            counts[word] += 1
    return tuple(parts)


def _mentions(telling: list[tuple[int, Trait]], providers: Mapping[str, tuple[int, Trait]]) -> frozenset[str]:
    """The properties outside the piece on which what it shows may depend."""
    asked: set[str] = set()
    calculated: dict[str, list[str]] = {}
    for _, trait in telling:
        if trait.flag("follow"):
            asked.update(_words(trait.text("property"), bare=True))
        elif trait.prefix == "label;":
            asked.update(_words(trait.text("nameFormat"), bare=False))
        elif trait.prefix == "basicName;":
            asked.update(_words(trait.text("name"), bare=False))
        elif trait.prefix == "calcProp;":
            calculated[trait.text("name")] = _words("{" + trait.text("expression"), bare=True)
    waiting = [name for name in asked if name in calculated]
    while waiting:
        fresh = set(calculated.pop(waiting.pop(), ())) - asked
        asked |= fresh
        waiting.extend(name for name in fresh if name in calculated)
    return frozenset(asked - providers.keys() - _OWN)


def _words(pattern: str, *, bare: bool) -> list[str]:
    """The names in a pattern: those in an expression, those between `$`, or the pattern itself."""
    if pattern.startswith("{"):
        return re.findall(r"[A-Za-z_]\w*", pattern)
    return [pattern] if bare else pattern.split("$")[1::2]


def images_of(trait: Trait) -> tuple[str, ...]:
    """A layer's images over its levels; there is at least one level."""
    if trait.prefix == "emb2;":
        return tuple(trait.items("images")) or ("",)
    return tuple(sequences.split(level, ",")[0] for level in trait.rest("levels*")) or ("",)


def names_of(trait: Trait) -> tuple[str, ...]:
    """A layer's level names, one for each level."""
    if trait.prefix == "emb2;":
        names = trait.items("names")
    else:
        names = [[*sequences.split(level, ","), ""][1] for level in trait.rest("levels*")]
    wanted = len(images_of(trait))
    return tuple(names[:wanted]) + ("",) * (wanted - len(names))


def layer_of(trait: Trait) -> Layer:
    """A Layer trait, oldest form included, as the model's layer."""
    if trait.prefix == "emb;":
        keys = sequences.split(trait.text("activate"), ";")[0]
        always = not keys
    elif trait.integer("version") == 0:
        always = not trait.text("activateText")
    else:
        always = len(trait.tokens) < 29 or trait.flag("alwaysActive")
    return Layer(
        name=trait.text("name"),
        images=images_of(trait),
        names=names_of(trait),
        offset=(trait.integer("xOff"), trait.integer("yOff")),
        scale=trait.number("scale") if trait.prefix == "emb2;" else 1.0,
        follows=trait.text("property") if trait.flag("follow") else "",
        always_active=always,
    )


def label_of(trait: Trait) -> Label:
    """A Text Label trait as the model's label."""
    foreground = trait.text("foreground") if len(trait.tokens) > 4 else "0,0,0"
    return Label(
        name=trait.text("property"),
        size=whole(trait.text("size"), 10),
        colour=colour_of(foreground),
        background=colour_of(trait.text("background")),
        vertical=trait.text("vertical")[:1] or "t",
        horizontal=trait.text("horizontal")[:1] or "c",
        offset=(trait.integer("horizontalOffset"), trait.integer("verticalOffset")),
        vertical_justify=trait.text("verticalJust")[:1] or "b",
        horizontal_justify=trait.text("horizontalJust")[:1] or "c",
        bold=bool(trait.integer("style") & 1),
        rotation=float(trait.integer("rotate")),
    )


def colour_of(text: str) -> str:
    """`r,g,b`, `r,g,b,a` or `0xRRGGBB` as `#rrggbb`, "" for none (`ColorConfigurer.stringToColor`)."""
    if text[:2].lower() == "0x" and len(text) == 8:
        return "#" + text[2:].lower()
    parts = text.split(",")
    if len(parts) not in (3, 4):
        return ""
    return "#" + "".join(f"{min(255, max(0, whole(part))):02x}" for part in parts[:3])


def _providers(telling: list[tuple[int, Trait]]) -> dict[str, tuple[int, Trait]]:
    """Which trait answers for which property; the outermost one does."""
    known: dict[str, tuple[int, Trait]] = {}
    for place in telling:
        for name in _answers(place[1]):
            known[name] = place
    return known


def _answers(trait: Trait) -> list[str]:
    prefix = trait.prefix
    if prefix == "mark;":
        return list(trait.tokens)
    if prefix in ("PROP;", "calcProp;"):
        return [trait.text("name")]
    if prefix == "label;":
        return [trait.text("property")]
    if prefix == "locmsg;":
        return [trait.text("key")]
    if prefix == "propertysheet;":
        return [field[1:] for field in sequences.split(trait.text("definition"), "~") if field]
    if prefix in ("emb2;", "emb;"):
        return [trait.text("name") + end for end in ("_Level", "_Name", "_Image", "_Active")]
    if prefix == "rotate;":
        return [trait.text("name") + end for end in ("_Facing", "_Degrees")]
    return _SINGLE.get(prefix, [])
