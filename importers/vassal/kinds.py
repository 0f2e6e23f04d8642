"""What a piece's type says: the design of its counter, its layers' levels, and which trait answers for which property.

Facts: `counters.*` and `BasicPiece` of the engine. What pieces of the same type share is worked out once per type text,
and what traits of the same text share once per trait text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from adjudicator.model.counters import Design
from importers.vassal.trait_parts import Levels, Part, part_of
from importers.vassal.wire import chains, traits
from importers.vassal.wire.traits import Trait

_OWN = frozenset(("", "pieceName", "PieceName", "label", "BasicName", "true", "false"))
_MARKING = ("mark;", "PROP;", "propertysheet;")

Place = tuple[int, Trait]
"""A trait and its place in the chain, 0 = outermost."""
Telling = tuple[int, Part]


@dataclass(frozen=True, slots=True)
class Owner:
    """A trait that conceals: its place in the chain, and whether its owner is a side rather than a player."""

    index: int
    by_side: bool


@dataclass(frozen=True, eq=False)
class Kind:
    """A type text, worked out. Lists name traits by their place in the chain (0 = outermost), inner traits first."""

    text: str
    types: tuple[str, ...]
    design: Design
    name: str
    layers: tuple[tuple[int, Levels], ...] = ()
    labels: tuple[Place, ...] = ()
    rotators: tuple[tuple[int, int], ...] = ()
    naming: tuple[Telling, ...] = ()
    marks: tuple[Place, ...] = ()
    hiding: Owner | None = None
    masking: Owner | None = None
    moved: int | None = None
    trail: int | None = None
    dynamic: frozenset[int] = frozenset()
    unknown: tuple[str, ...] = ()
    telling: tuple[Telling, ...] = ()
    mentions: frozenset[str] = frozenset()

    @property
    def stacks(self) -> bool:
        return self.design.stacks

    @cached_property
    def providers(self) -> Mapping[str, Place]:
        """Which trait answers for which property; the outermost one does."""
        return {name: (index, part.trait) for index, part in self.telling for name in part.answers}


def kind_of(text: str) -> Kind:
    """The kind of a type text; the caller keeps it."""
    types = tuple(chains.split_levels(text))
    inner = traits.parse(types[-1])
    outer = list(map(part_of, types[:-1]))
    telling = [(index, part) for index, part in enumerate(outer) if part.tells]
    telling.reverse()
    unknown = tuple(part.prefix for part in outer if not part.known)
    return _kind(text, types, inner, telling, unknown if inner.spec is not None else (*unknown, inner.prefix))


def _kind(text: str, types: tuple[str, ...], inner: Trait, telling: list[Telling], unknown: tuple[str, ...]) -> Kind:
    by: dict[str, list[Place]] = {}
    for index, part in telling:
        by.setdefault(part.prefix, []).append((index, part.trait))
    name, image = (inner.text("name"), inner.text("image")) if inner.prefix == "piece;" else ("", "")
    basic = by.get("basicName;")
    rotators = tuple((index, part.angles) for index, part in telling if part.angles)
    return Kind(
        text=text,
        types=types,
        design=Design(
            name=name,
            image=image,
            layers=tuple(part.layer for _, part in telling if part.layer),
            labels=tuple(part.label for _, part in telling if part.label),
            rotations=tuple(angles for _, angles in rotators),
            parts=_parts(telling),
            stacks=stacks(by.get("immob;", [])),
            mask=mask_of(by.get("obs;", [])),
            mask_name=by["obs;"][-1][1].text("name") if "obs;" in by else "",
        ),
        name=basic[-1][1].text("name") if basic else name,
        layers=tuple((index, part.levels) for index, part in telling if part.levels),
        labels=tuple(by.get("label;", ())),
        rotators=rotators,
        naming=tuple((index, part) for index, part in telling if part.label or (part.levels and part.levels.names)),
        marks=tuple((index, part.trait) for index, part in telling if part.prefix in _MARKING),
        hiding=_owner(by.get("hide;")),
        masking=_owner(by.get("obs;")),
        moved=by["markmoved;"][-1][0] if "markmoved;" in by else None,
        trail=by["footprint;"][-1][0] if "footprint;" in by else None,
        dynamic=frozenset(index for index, _ in by.get("PROP;", ())),
        unknown=unknown,
        telling=tuple(telling),
        mentions=_mentions(telling),
    )


def stacks(immobile: list[Place]) -> bool:
    """Whether a counter may join stacks; the outermost trait that forbids it decides (`Immobilized`)."""
    return all(trait.text("stacking").startswith("L") for _, trait in immobile)


def _owner(concealing: list[Place] | None) -> Owner | None:
    """The outermost concealing trait."""
    if not concealing:
        return None
    index, trait = concealing[-1]
    return Owner(index, trait.text("access").startswith("side"))


def mask_of(masking: list[Place]) -> str:
    """The image that others see on a masked counter; in display style `G` one that lies over it."""
    if not masking:
        return ""
    trait = masking[-1][1]
    style = trait.text("style")
    return style[1:] if style.startswith("G") and len(style) > 1 else trait.text("image")


def _parts(telling: list[Telling]) -> tuple[str, ...]:
    parts = ["image"]
    counts = {"layer": 0, "label": 0, "rotator": 0}
    for _, part in telling:
        word = "layer" if part.layer else "label" if part.label else "rotator" if part.angles else ""
        if word:
            parts.append(f"{word}:{counts[word]}")
            counts[word] += 1
    return tuple(parts)


def _mentions(telling: list[Telling]) -> frozenset[str]:
    """The properties outside the piece on which what it shows may depend."""
    asked = {name for _, part in telling for name in part.asks}
    calculated = {part.trait.text("name"): part.calculates for _, part in telling if part.prefix == "calcProp;"}
    if asked <= _OWN and not calculated:
        return frozenset()
    waiting = [name for name in asked if name in calculated]
    while waiting:
        fresh = set(calculated.pop(waiting.pop(), ())) - asked
        asked |= fresh
        waiting.extend(name for name in fresh if name in calculated)
    return frozenset(asked - {name for _, part in telling for name in part.answers} - _OWN)
