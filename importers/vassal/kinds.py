"""What a piece's type says: the design of its counter, its layers' levels, and which trait answers for which property.

Facts: `counters.*` and `BasicPiece` of the engine. What pieces of the same type share is worked out once per type text, what
traits of the same text share once per trait text, and where to find what among a piece's traits once for all pieces whose
traits are of the same forms in the same order: a counter that differs from the next in name and image alone costs little.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter, is_

from adjudicator.importers.vassal.trait_parts import OWN, Levels, TraitForm, TraitPart, part_of
from adjudicator.importers.vassal.wire import chains, sequences, traits
from adjudicator.importers.vassal.wire.traits import Trait
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.counters import Design

_MARKING = ("mark;", "PROP;", "propertysheet;")
_FORM = attrgetter("form")
_SIDES = "sides:"

Place = tuple[int, Trait]
"""A trait and its place in the chain, 0 = outermost."""


@dataclass(frozen=True, slots=True)
class ConcealingTrait:
    """A trait that conceals: its place in the chain, whether its owner is a side rather than a player, and the sides that
    own it together, if any.
    """

    index: int
    by_side: bool
    together: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TraitPlaces:
    """Where among a piece's traits what is found: places in the chain (0 = outermost), inner traits first.

    `rotators` are pairs of a place and a number of angles, `parts` the drawing order of a design, `outward` = what the piece
    shows may depend on more than itself.
    """

    telling: tuple[int, ...]
    layers: tuple[int, ...]
    labels: tuple[int, ...]
    rotators: tuple[tuple[int, int], ...]
    naming: tuple[int, ...]
    marks: tuple[int, ...]
    basic: int | None
    hiding: tuple[ConcealingTrait, ...]
    masking: tuple[ConcealingTrait, ...]
    moved: int | None
    trail: int | None
    dynamic: frozenset[int]
    parts: tuple[str, ...]
    stacks: bool
    outward: bool
    unknown: tuple[str, ...]


@dataclass(eq=False)
class PieceType:
    """A type text, worked out: its traits' texts, what each of the outer ones says, the innermost one, and where to find what."""

    text: str
    types: tuple[str, ...]
    parts: tuple[TraitPart, ...]
    inner: Trait
    frame: TraitPlaces

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where in the text each level begins; none where the text is more than levels that stand one inside the other."""
        starts = chains.level_starts(self.types)
        return starts if starts[-1] + len(self.types[-1]) == len(self.text) else ()

    @cached_property
    def most_of_it(self) -> str:
        """The text of all levels but the two innermost, in which units of a class differ; "" if there are no more."""
        return self.text[: self.starts[-2]] if len(self.starts) > 2 else ""

    @property
    def stacks(self) -> bool:
        """Whether such a counter may join stacks; any trait that forbids it decides (`Immobilized`)."""
        return self.frame.stacks

    @property
    def hiding(self) -> tuple[ConcealingTrait, ...]:
        """The traits that can hide the piece, outermost first."""
        return self.frame.hiding

    @property
    def masking(self) -> tuple[ConcealingTrait, ...]:
        """The traits that can mask it, outermost first."""
        return self.frame.masking

    @property
    def name(self) -> str:
        """Its name before layers and labels say theirs; the pattern of the outermost Basic Name, if it has one."""
        basic = self.frame.basic
        return self._printed[0] if basic is None else self.parts[basic].trait.text("name")

    @property
    def unknown(self) -> tuple[str, ...]:
        """What names those traits that are not VASSAL's own."""
        return self.frame.unknown if self.inner.spec is not None else (*self.frame.unknown, self.inner.prefix)

    @property
    def layers(self) -> tuple[tuple[int, Levels | None], ...]:
        """The levels of each layer, with the trait's place."""
        return tuple([(index, self.parts[index].levels) for index in self.frame.layers])

    @property
    def marks(self) -> tuple[Place, ...]:
        """What holds properties: marks, dynamic properties and sheets."""
        return tuple([(index, self.parts[index].trait) for index in self.frame.marks])

    @cached_property
    def design(self) -> Design:
        """What counters of this kind share."""
        parts, frame = self.parts, self.frame
        name, image = self._printed
        mask = parts[frame.masking[0].index].trait if frame.masking else None
        return Design(
            name=name,
            image=image,
            layers=tuple([layer for index in frame.layers if (layer := parts[index].layer)]),
            labels=tuple([label for index in frame.labels if (label := parts[index].label)]),
            rotations=tuple([angles for _, angles in frame.rotators]),
            parts=frame.parts,
            stacks=frame.stacks,
            mask=mask_of(mask),
            mask_name=mask.text("name") if mask is not None else "",
        )

    def design_under(self, mask: ConcealingTrait) -> Design:
        """The design with the back that one of its masks shows."""
        if mask.index == self.masking[0].index:
            return self.design
        trait = self.parts[mask.index].trait
        return replace(self.design, mask=mask_of(trait), mask_name=trait.text("name"))

    @property
    def _printed(self) -> tuple[str, str]:
        """The name and the image of the innermost piece."""
        inner = self.inner
        return (inner.text("name"), inner.text("image")) if inner.prefix == "piece;" else ("", "")

    @cached_property
    def providers(self) -> Mapping[str, Place]:
        """Which trait answers for which property; the outermost one does."""
        parts = self.parts
        return {name: (index, parts[index].trait) for index in self.frame.telling for name in parts[index].answers}

    @property
    def mentions(self) -> frozenset[str]:
        """The properties outside the piece on which what it shows may depend."""
        return self._mentioned if self.frame.outward else frozenset()

    @cached_property
    def _mentioned(self) -> frozenset[str]:
        telling = [self.parts[index] for index in self.frame.telling]
        asked = {name for part in telling for name in part.asks}
        calculated = {part.trait.text("name"): part.calculates for part in telling if part.prefix == "calcProp;"}
        waiting = [name for name in asked if name in calculated]
        while waiting:
            fresh = set(calculated.pop(waiting.pop(), ())) - asked
            asked |= fresh
            waiting.extend(name for name in fresh if name in calculated)
        return frozenset(asked - {name for part in telling for name in part.answers} - OWN)


def kind_of(text: str, known: PieceType | None = None) -> PieceType:
    """The kind of a type text; the caller keeps it. The outer traits that it shares with a `known` one are not read again."""
    fresh = None if known is None else _fresh(text, known)
    if known is None or fresh is None:
        types = tuple(chains.split_levels(text))
        parts = tuple(map(part_of, types[:-1]))
        return PieceType(text, types, parts, traits.parse(types[-1]), _frame_of(tuple(map(_FORM, parts))))
    shared, levels = fresh
    parts = (*known.parts[:shared], *map(part_of, levels[:-1]))
    alike = len(parts) == len(known.parts) and all(
        map(is_, map(_FORM, parts[shared:]), map(_FORM, known.parts[shared:]))
    )
    frame = known.frame if alike else _frame_of(tuple(map(_FORM, parts)))
    return PieceType(text, (*known.types[:shared], *levels), parts, traits.parse(levels[-1]), frame)


def _fresh(text: str, known: PieceType) -> tuple[int, list[str]] | None:
    """How many outer levels a type text shares with a known kind, and the levels inside them; None if it must be read whole."""
    starts, most = known.starts, known.most_of_it
    if most and text.startswith(most):
        low, high = len(starts) - 2, len(starts) - 1
    else:
        low, high = 0, max(0, len(starts) - 3)
    while low < high:
        middle = (low + high + 1) // 2
        if text.startswith(known.text[: starts[middle]]):
            low = middle
        else:
            high = middle - 1
    levels = chains.inner_levels(text[starts[low] :], low) if low else None
    return None if levels is None else (low, levels)


@lru_cache(maxsize=5_000)
def _frame_of(forms: tuple[TraitForm, ...]) -> TraitPlaces:
    """The frame of pieces whose outer traits have these forms, outermost first."""
    telling = [(index, form) for index, form in enumerate(forms) if form.tells]
    telling.reverse()
    by: dict[str, list[int]] = {}
    for index, form in telling:
        by.setdefault(form.prefix, []).append(index)
    return TraitPlaces(
        telling=tuple(index for index, _ in telling),
        layers=tuple(index for index, form in telling if form.layer),
        labels=tuple(by.get("label;", ())),
        rotators=tuple((index, form.angles) for index, form in telling if form.angles),
        naming=tuple(index for index, form in telling if form.named or form.prefix == "label;"),
        marks=tuple(index for index, form in telling if form.prefix in _MARKING),
        basic=_outermost(by, "basicName;"),
        hiding=_owners(forms, by, "hide;"),
        masking=_owners(forms, by, "obs;"),
        moved=_outermost(by, "markmoved;"),
        trail=_outermost(by, "footprint;"),
        dynamic=frozenset(by.get("PROP;", ())),
        parts=_drawn([form for _, form in telling]),
        stacks=not any(form.lone for form in forms),
        outward=any(form.outward for form in forms),
        unknown=tuple(form.prefix for form in forms if not form.known),
    )


def _outermost(by: Mapping[str, list[int]], prefix: str) -> int | None:
    return by[prefix][-1] if prefix in by else None


def _owners(forms: tuple[TraitForm, ...], by: Mapping[str, list[int]], prefix: str) -> tuple[ConcealingTrait, ...]:
    """The concealing traits of a sort, outermost first."""
    return tuple(_owner(index, forms[index].conceals) for index in reversed(by.get(prefix, ())))


def _owner(index: int, access: str) -> ConcealingTrait:
    """Whose a concealing trait is (`PieceAccessConfigurer.decode`)."""
    together = tuple(sequences.split(access[len(_SIDES) :], ":")) if access.startswith(_SIDES) else ()
    return ConcealingTrait(index, access == "side:" or bool(together), together)


def mask_of(trait: Trait | None) -> str:
    """The image that others see on a masked counter; display styles tell only what its owner sees."""
    return "" if trait is None else trait.text("image")


def _drawn(telling: list[TraitForm]) -> tuple[str, ...]:
    """The drawing order of a design."""
    parts = ["image"]
    counts = {"layer": 0, "label": 0, "rotator": 0}
    for form in telling:
        word = "layer" if form.layer else "label" if form.prefix == "label;" else "rotator" if form.angles else ""
        if word:
            parts.append(f"{word}:{counts[word]}")
            counts[word] += 1
    return tuple(parts)
