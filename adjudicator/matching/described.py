"""Counters of a module and types of a pack in one form: what each is called, and what else is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import PurePath

from adjudicator.lean import cached_property, dataclass
from adjudicator.matching.alike import alike
from adjudicator.matching.lexicon import FREE, NUMBER, Token, flat, plain, tokens
from adjudicator.matching.strengths import strengths, without_strengths
from adjudicator.model.module import Module, Slot
from adjudicator.model.pack import Pack
from adjudicator.model.units import MarkerType, UnitType

NO_STRENGTHS: Mapping[str, int] = {}
LONGEST_MARK = 40
_MARKERS = re.compile(r"\b(markers?|mkrs?|status|informational|marqueurs?|marcador(es)?|anzeiger)\b", re.IGNORECASE)
_FACE = re.compile(r"[-_ ]?(front|back|full|reduced|flip(ped)?|[0-9]|[ab])$", re.IGNORECASE)
_OURS = ("PackUnit", "PackMarker", "PackLayer", "Face", "Movement")
"""Marks that say how our own modules are built, or a word of their rules."""


@dataclass(frozen=True, eq=False)
class Described:
    """What is said of a counter or a type.

    `name` are the tokens of its name, `also` those of everything else that is said of it. `sides` are the pack's sides to
    which it may belong, none if nothing tells. `files` are plain names of its images (of a type: its id).
    """

    key: str
    called: str
    name: tuple[Token, ...]
    also: tuple[Token, ...] = ()
    sides: frozenset[str] = frozenset()
    marker: bool = False
    files: frozenset[str] = frozenset()
    strengths: Mapping[str, int] = field(default_factory=lambda: NO_STRENGTHS)

    @cached_property
    def names(self) -> tuple[Token, ...]:
        """The tokens of its name with their parts."""
        return tuple(flat(self.name))

    @cached_property
    def beside(self) -> tuple[Token, ...]:
        """The tokens of everything else with their parts."""
        return tuple(flat(self.also))

    @cached_property
    def every(self) -> tuple[Token, ...]:
        return (*self.names, *self.beside)


@dataclass(frozen=True, slots=True)
class Cardboard:
    """Counters of the palettes that are called alike and belong to the same side."""

    key: str
    slots: tuple[Slot, ...]
    told: Described


def types_of(pack: Pack, skip: Iterable[str] = ()) -> tuple[Described, ...]:
    """The units and markers of a pack, but for those named in `skip`."""
    left_out = frozenset(skip)
    made = [_unit(each, pack) for each in pack.units.values() if each.id not in left_out]
    return (*made, *(_marker(each) for each in pack.markers.values() if each.id not in left_out))


def _unit(each: UnitType, pack: Pack) -> Described:
    side = next((faction.name for faction in pack.header.factions if faction.id == each.side), "")
    said = [each.kind, each.size, each.nation, str(side), each.formation]
    face = each.faces[0]
    shown = {
        key: value
        for key, value in (("attack", face.attack), ("defense", face.defense), ("movement", face.movement))
        if isinstance(value, int)
    }
    return Described(
        f"unit {each.id}",
        each.name or each.id,
        tokens(each.name or each.id),
        _several(said),
        frozenset({each.side}),
        files=frozenset({plain(each.id)}),
        strengths=shown,
    )


def _marker(each: MarkerType) -> Described:
    return Described(
        f"marker {each.id}",
        each.name or each.id,
        tokens(each.name or each.id),
        _several((each.kind.replace("_", " "), each.side)),
        frozenset({each.side} if each.side else ()),
        marker=True,
        files=frozenset({plain(each.id)}),
    )


def cardboard(module: Module, pack: Pack) -> tuple[Cardboard, ...]:
    """The counters of a module's palettes, in their order; those of one name, one side and the same images together."""
    groups: dict[tuple[str, frozenset[str], frozenset[str]], list[Slot]] = {}
    nations = _nations(pack)
    for slot in module.slots:
        if slot.name.strip():
            groups.setdefault((slot.name, _sides(slot, nations), frozenset(_images(slot))), []).append(slot)
    return tuple(
        Cardboard(_key(slots), tuple(slots), _counter(slots[0], sides)) for (_, sides, _), slots in groups.items()
    )


def _key(slots: Sequence[Slot]) -> str:
    """What a page calls these counters: the first one's id in the module, its name where it has none."""
    return slots[0].gpid or slots[0].name


def _counter(slot: Slot, sides: frozenset[str]) -> Described:
    return Described(
        slot.gpid or slot.name,
        slot.name,
        tokens(without_strengths(slot.name)),
        _several((*slot.path, *_marks(slot), *slot.carried.get("prototypes", "").split("\n"))),
        sides,
        marker=any(_MARKERS.search(text) for text in slot.path),
        files=_files(slot),
        strengths=strengths(slot),
    )


def _several(texts: Iterable[str]) -> tuple[Token, ...]:
    return tuple(dict.fromkeys(token for text in texts for token in tokens(text)))


def _marks(slot: Slot) -> Iterator[str]:
    """What the counter's marks say in a few words."""
    for name, value in slot.counter.properties.items():
        if name not in _OURS and 1 < len(value) <= LONGEST_MARK and not value.isdigit():
            yield value


def _files(slot: Slot) -> frozenset[str]:
    """The names of its images, without folder, ending and the number of the side that they show."""
    stems = (PurePath(name).stem.removeprefix("marker-") for name in _images(slot))
    return frozenset(plain(_FACE.sub("", stem)) for stem in stems)


def _images(slot: Slot) -> list[str]:
    """The images of its design and of every level of its layers."""
    design = slot.counter.design
    return [name for name in (design.image, *(name for layer in design.layers for name in layer.images)) if name]


def _nations(pack: Pack) -> tuple[tuple[str, Token], ...]:
    """Words that tell a side, each with the side."""
    words = [(faction.id, word) for faction in pack.header.factions for word in (str(faction.name), *faction.nations)]
    return tuple((side, token) for side, word in words for token in tokens(word) if token.category != NUMBER)


def _sides(slot: Slot, nations: Sequence[tuple[str, Token]]) -> frozenset[str]:
    """The sides that marks, palettes or prototypes name: the first text that names just one, none if none does."""
    prototypes = slot.carried.get("prototypes", "").split("\n")
    for text in (slot.counter.properties.get("Side", ""), *reversed(slot.path), *_marks(slot), *prototypes):
        named = {side for token in tokens(text) for side, word in nations if _names(token, word)}
        if len(named) == 1:
            return frozenset(named)
    return frozenset()


def _names(token: Token, word: Token) -> bool:
    sure = len(token.text) > 2 and token.category in ("nation", FREE)
    return sure and alike(token, word) >= 0.9
