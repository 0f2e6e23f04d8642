"""What one trait of a piece's type says by itself: its layer, its label, which properties it answers and which it asks.

Facts: `counters.*` of the engine. It is worked out once per trait text, since most counters share most of their traits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from adjudicator.importers.vassal.wire import sequences, trait_table, traits
from adjudicator.importers.vassal.wire.chains import prefix_of
from adjudicator.importers.vassal.wire.numbers import (
    LARGEST_FONT,
    LARGEST_SCALE,
    LARGEST_SHIFT,
    bounded,
    decimal,
    drawable,
    whole,
)
from adjudicator.importers.vassal.wire.traits import Trait
from adjudicator.lean import dataclass
from adjudicator.model.counters import Label, Layer

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
_UNREAD = Trait("", None, ())
_ACROSS, _DOWN, _IMAGES, _NAMES = (
    trait_table.TRAITS["emb2;"].places[name] for name in ("xOff", "yOff", "images", "names")
)
_BLANK = ("",) * (_NAMES + 1 - _ACROSS)
"""Stands for those tokens of a Layer in which one unit's differs from another's; they are side by side."""
OWN = frozenset(("", "pieceName", "PieceName", "label", "BasicName", "true", "false"))
"""What every piece answers for itself."""


@dataclass(slots=True, eq=False)
class Levels:
    """What working out a layer's level takes: `follows` is the property that selects it, "" if people do.

    Nobody changes it, nor a part; it is not frozen, since a save makes them by the thousand and that would take twice as long.
    """

    prefix: str
    count: int
    names: tuple[str, ...]
    images: tuple[str, ...]
    follows: str
    first: int
    unset: int


@dataclass(frozen=True, slots=True, eq=False)
class TraitForm:
    """What a whole piece must know of a trait to find its way among its traits; one object serves all that are alike in it.

    `named` = its layer has names; `conceals` is who owns a mask or what hides (as its type writes it); `lone` = it forbids the
    piece to stack; `outward` = what it shows may depend on more than the piece.
    """

    prefix: str
    known: bool
    tells: bool = False
    layer: bool = False
    named: bool = False
    angles: int = 0
    conceals: str = ""
    lone: bool = False
    outward: bool = False


_form = lru_cache(maxsize=5_000)(TraitForm)


@dataclass(slots=True, eq=False)
class TraitPart:
    """One trait's type text, worked out. `tells` = what the counter shows may depend on it; only then the rest is filled.

    `angles` are a rotator's, 0 for any other trait; `answers` are the properties that it provides, `asks` those that it
    reads for what it shows, and `calculates` those that its expression reads.
    """

    prefix: str
    known: bool
    tells: bool
    trait: Trait
    form: TraitForm
    layer: Layer | None = None
    levels: Levels | None = None
    label: Label | None = None
    angles: int = 0
    answers: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    calculates: tuple[str, ...] = ()


@lru_cache(maxsize=20_000)
def part_of(text: str) -> TraitPart:
    """The part that a trait's type text is."""
    prefix = prefix_of(text)
    known = prefix in trait_table.TRAITS
    if prefix not in _TELLING:
        return TraitPart(prefix, known, tells=False, trait=_UNREAD, form=_form(prefix, known))
    trait = traits.parse(text)
    return _layered(trait) if prefix == "emb2;" and len(trait.tokens) > _NAMES else _part(trait, known)


@lru_cache(maxsize=5_000)
def _mould(*tokens: str) -> tuple[Layer, Levels, TraitForm, TraitPart]:
    """What Layers share that differ in their images, names and offset alone, from one without them."""
    trait = Trait("emb2;", trait_table.TRAITS["emb2;"], tokens)
    layer = layer_of(trait)
    part = _part(trait, known=True)
    return layer, _levels(trait, layer), part.form, part


def _layered(trait: Trait) -> TraitPart:
    """The part of a Layer: most units have one with an image of their own, and nothing else in it is."""
    tokens = trait.tokens
    plain, steps, unnamed, mould = _mould(*tokens[:_ACROSS], *_BLANK, *tokens[_NAMES + 1 :])
    images, names = _same_length(_listed(tokens[_IMAGES]), _listed(tokens[_NAMES]))
    offset = _shift(tokens[_ACROSS]), _shift(tokens[_DOWN])
    layer = Layer(plain.name, images, names, offset, plain.scale, plain.follows, plain.always_active)
    named = names if any(names) else ()
    levels = Levels(steps.prefix, len(images), named, images, steps.follows, steps.first, steps.unset)
    form = _form(trait.prefix, True, True, True, True, 0, "", False, unnamed.outward) if named else unnamed
    return TraitPart(trait.prefix, True, True, trait, form, layer, levels, answers=mould.answers, asks=mould.asks)


def _part(trait: Trait, known: bool) -> TraitPart:
    """The part that a trait is, all of it worked out."""
    prefix = trait.prefix
    layer = layer_of(trait) if prefix in ("emb2;", "emb;") else None
    levels = _levels(trait, layer) if layer else None
    angles = max(1, trait.integer("angles")) if prefix == "rotate;" else 0
    asks = tuple(_asks(trait))
    return TraitPart(
        prefix,
        known,
        tells=True,
        trait=trait,
        layer=layer,
        levels=levels,
        label=label_of(trait) if prefix == "label;" else None,
        angles=angles,
        answers=tuple(_answers(trait)),
        asks=asks,
        calculates=tuple(_words("{" + trait.text("expression"), bare=True)) if prefix == "calcProp;" else (),
        form=_form(
            prefix,
            known,
            True,
            layer is not None,
            levels is not None and bool(levels.names),
            angles,
            _conceals(trait),
            prefix == "immob;" and not trait.text("stacking").startswith("L"),
            prefix == "calcProp;" or not OWN.issuperset(asks),
        ),
    )


def _conceals(trait: Trait) -> str:
    """Who owns a mask or what hides."""
    if trait.prefix not in ("obs;", "hide;"):
        return ""
    return trait.text("access") or "player:"


def _levels(trait: Trait, layer: Layer) -> Levels:
    return Levels(
        prefix=trait.prefix,
        count=len(layer.images),
        names=layer.names if any(layer.names) else (),
        images=layer.images,
        follows=layer.follows,
        first=whole(trait.text("firstLevel"), 1),
        unset=1 if trait.prefix == "emb;" else -1,
    )


def images_and_names(trait: Trait) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A layer's images over its levels, of which there is at least one, and as many names."""
    if trait.prefix == "emb2;":
        return _same_length(_listed(trait.text("images")), _listed(trait.text("names")))
    levels = [[*sequences.split(level, ","), ""] for level in trait.rest("levels*")]
    return _same_length(tuple([level[0] for level in levels]), tuple([level[1] for level in levels]))


def _listed(text: str) -> tuple[str, ...]:
    """A string array; the empty string is the empty array."""
    return tuple(sequences.split(text, ",")) if text else ()


def _same_length(images: tuple[str, ...], names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """At least one image, and as many names."""
    wanted = len(images) or 1
    return images or ("",), names if len(names) == wanted else (*names[:wanted], *("",) * (wanted - len(names)))


def layer_of(trait: Trait) -> Layer:
    """A Layer trait, oldest form included, as the model's layer."""
    if trait.prefix == "emb;":
        keys = sequences.split(trait.text("activate"), ";")[0]
        always = not keys
    elif trait.integer("version") == 0:
        always = not trait.text("activateText")
    else:
        always = len(trait.tokens) < 29 or trait.flag("alwaysActive")
    images, names = images_and_names(trait)
    return Layer(
        name=trait.text("name"),
        images=images,
        names=names,
        offset=(_shift(trait.text("xOff")), _shift(trait.text("yOff"))),
        scale=_scale(trait.text("scale")) if trait.prefix == "emb2;" else 1.0,
        follows=trait.text("property") if trait.flag("follow") else "",
        always_active=always,
    )


def label_of(trait: Trait) -> Label:
    """A Text Label trait as the model's label."""
    foreground = trait.text("foreground") if len(trait.tokens) > 4 else "0,0,0"
    return Label(
        name=trait.text("property"),
        size=int(bounded(whole(trait.text("size"), 10), 0, LARGEST_FONT, 10)),
        colour=colour_of(foreground),
        background=colour_of(trait.text("background")),
        vertical=trait.text("vertical")[:1] or "t",
        horizontal=trait.text("horizontal")[:1] or "c",
        offset=(_shift(trait.text("horizontalOffset")), _shift(trait.text("verticalOffset"))),
        vertical_justify=trait.text("verticalJust")[:1] or "b",
        horizontal_justify=trait.text("horizontalJust")[:1] or "c",
        bold=bool(trait.integer("style") & 1),
        rotation=float(trait.integer("rotate")),
    )


DRAWN = frozenset({"emb2;", "emb;", "label;"})
"""The traits that are drawn by numbers of their own."""
_LIMITS = {
    "xOff": (-LARGEST_SHIFT, LARGEST_SHIFT),
    "yOff": (-LARGEST_SHIFT, LARGEST_SHIFT),
    "horizontalOffset": (-LARGEST_SHIFT, LARGEST_SHIFT),
    "verticalOffset": (-LARGEST_SHIFT, LARGEST_SHIFT),
    "scale": (0, LARGEST_SCALE),
    "size": (0, LARGEST_FONT),
}


def undrawable(trait: Trait) -> Iterator[str]:
    """What numbers of a trait nothing can be drawn by, so that others stand for them, with what they say."""
    for name, (least, most) in _LIMITS.items() if trait.prefix in DRAWN else ():
        text = trait.text(name)
        if not drawable(text, least, most):
            yield f"{name}={text[:40]}"


def _shift(text: str) -> int:
    return int(bounded(whole(text), -LARGEST_SHIFT, LARGEST_SHIFT, 0))


def _scale(text: str) -> float:
    return bounded(decimal(text, 1.0), 0, LARGEST_SCALE, 1.0)


def colour_of(text: str) -> str:
    """`r,g,b`, `r,g,b,a` or `0xRRGGBB` as `#rrggbb`, "" for none (`ColorConfigurer.stringToColor`)."""
    if text[:2].lower() == "0x" and len(text) == 8:
        return "#" + text[2:].lower()
    parts = text.split(",")
    if len(parts) not in (3, 4):
        return ""
    return "#" + "".join(f"{min(255, max(0, whole(part))):02x}" for part in parts[:3])


def _asks(trait: Trait) -> list[str]:
    """The properties on which what the trait shows depends."""
    if trait.flag("follow"):
        return _words(trait.text("property"), bare=True)
    if trait.prefix == "label;":
        return _words(trait.text("nameFormat"), bare=False)
    if trait.prefix == "basicName;":
        return _words(trait.text("name"), bare=False)
    return []


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


def _words(pattern: str, *, bare: bool) -> list[str]:
    """The names in a pattern: those in an expression, those between `$`, or the pattern itself."""
    if pattern.startswith("{"):
        return re.findall(r"[A-Za-z_]\w*", pattern)
    return [pattern] if bare else pattern.split("$")[1::2]
