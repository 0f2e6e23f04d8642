"""A pair: a world and some shapes in it. The same seed and number make the same pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tests.leaks.twins import shapes
from tests.leaks.twins.shapes import Look, Maker, Shape, Told
from tests.leaks.twins.tabletops import Tabletop, tabletop
from tests.leaks.twins.world import SIDES, UMPIRE, World, world
from tests.leaks.twins.writing import write

SAME_LENGTH = (
    shapes.open_counter,
    shapes.concealed,
    shapes.concealed,
    shapes.in_window,
    shapes.clutter,
    shapes.ids_stand,
)
"""What a file with an error in it may hold: an error names its offset, so that secrets have one length in both tellings."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tellings of one game."""

    world: World
    shapes: tuple[Shape, ...]

    @property
    def viewer(self) -> str:
        return self.world.viewer

    def eyes(self) -> str:
        """The viewer as he is called in the files."""
        return self.world.named(self.viewer, 0)

    @property
    def labels(self) -> frozenset[str]:
        """What the two tellings have of secrets."""
        secret = [shape for shape in self.shapes if shape.secret or shape.kind.startswith("error")]
        return frozenset(label for shape in secret for label in (*shape.labels, *_traits(shape))) | self.world.labels

    @property
    def kind(self) -> str:
        """What a pair made small shows, in words."""
        secret = [shape.kind for shape in self.shapes if shape.secret or shape.kind.startswith("error")]
        known = [each for each in sorted(self.world.labels) if each not in ("no module",)]
        return " + ".join([*dict.fromkeys(secret), *known]) or "nothing"

    def write(self, folder: Path, telling: int, *, healed: bool = False) -> None:
        """The files of one telling."""
        write(folder, self.world, [shape.told[telling] for shape in self.shapes], telling, healed=healed)

    def simpler(self) -> Iterator[Pair]:
        """The same with less, the largest steps first."""
        for at in range(len(self.shapes)):
            if len(self.shapes) > 1:
                yield replace(self, shapes=(*self.shapes[:at], *self.shapes[at + 1 :]))
        yield from (replace(self, world=each) for each in _plainer(self.world))
        for at, shape in enumerate(self.shapes):
            for less in shape.simpler():
                yield replace(self, shapes=(*self.shapes[:at], less, *self.shapes[at + 1 :]))


def _plainer(known: World) -> Iterator[World]:
    people = tuple(replace(person, then=person.side, later=person.side) for person in known.people)
    names = (*SIDES[0], *known.names[2:])
    same = (known.ids[0], known.ids[0])
    for name, less in (("names", names), ("resent", False), ("people", people), ("ids", same), ("boxed", True)):
        if getattr(known, name) != less:
            yield replace(known, **{name: less})  # type: ignore[arg-type]
    if known.key[0] != known.key[1]:
        yield replace(known, key=(known.key[0], known.key[0]))


def _traits(shape: Shape) -> Iterator[str]:
    """The traits of its counters, by what names them in files."""
    words = {
        "mark": "marker", "PROP": "dynamic property", "calcProp": "calculated property", "label": "label", "emb2": "layer",
        "rotate": "rotation", "propertysheet": "sheet", "footprint": "trail", "markmoved": "moved flag", "report": "report",
        "restrict": "restricted", "basicName": "basic name", "table": "table", "AreaOfEffect": "area of effect",
        "sendto": "sends itself", "cmt": "comment", "mat": "mat",
    }  # fmt: skip
    for told in shape.told:
        for look in told.looks:
            for kind, _ in look.traits:
                prefix = kind.partition(";")[0]
                if prefix not in ("obs", "hide"):
                    yield f"trait: {words.get(prefix, 'custom')}"
            if look.at[0] == "null":
                yield "counter off the map"
            if look.undone and look.moves:
                yield "undo"
            if look.born or look.gone:
                yield "comes and goes unseen"


def pair(seed: int, number: int) -> Pair | Tabletop:
    """The pair of that number."""
    rng = Random(f"{seed}/{number}")
    if rng.random() < 0.12:
        return tabletop(rng)
    made = world(rng)
    maker = Maker(rng, made)
    if made.ids[0] != made.ids[1] and rng.random() < 0.15:
        # the umpire may know the key, and where in a text something stands
        others = {token: as_long(name, rng) for token, name in made.ids[0].items()}
        made = replace(made, viewer=UMPIRE, broken=False, ids=(made.ids[0], others), key=(made.key[0], made.key[0]))
        maker = Maker(rng, made)
        return Pair(made, tuple(maker.rng.choice((shapes.open_counter, shapes.ids_stand))(maker) for _ in range(5)))
    count = rng.randrange(2, 8)
    if made.broken:
        found = [rng.choice(SAME_LENGTH)(maker) for _ in range(count)]
        return Pair(made, tuple(_renamed(each, rng) for each in (*found, shapes.broken(maker))))
    found = [maker.shape() for _ in range(count)]
    maker.rng = Random(f"{seed}/{number}/aside")
    aside = (maker.rng.choice(shapes.ASIDE)(maker) for _ in range(maker.rng.choice((0, 0, 1, 1, 2))))
    return Pair(made, (*found, *aside))


def _renamed(shape: Shape, rng: Random) -> Shape:
    """The second telling is the first with other words of the same length, all else as it is."""
    if "ids" in shape.kind or (not shape.secret and not shape.kind.startswith("error")):
        return shape
    told, swaps = shape.told[0], {}
    for look in told.looks:
        swaps[look.name] = as_long(look.name, rng)
        swaps[look.id] = str(rng.randrange(10 ** (len(look.id) - 1), 10 ** len(look.id)))
        swaps[look.gpid] = "".join(rng.choice("123456789") for _ in look.gpid)
    looks = tuple(replace(look, name=swaps[look.name], id=swaps[look.id], gpid=swaps[look.gpid]) for look in told.looks)
    decks = tuple((*head, tuple(swaps.get(card, card) for card in cards)) for *head, cards in told.decks)
    spoilt = tuple((step, _swapped(text, swaps)) for step, text in told.broken)
    other = replace(told, looks=looks, decks=decks, broken=spoilt)  # type: ignore[arg-type]
    return replace(shape, told=(told, other))


def as_long(name: str, rng: Random) -> str:
    """Another word of the same length and signs."""
    return "".join(
        rng.choice("abcdefghijklmnopqrstuvwxyz") if char.isascii() and char.isalpha() else char for char in name
    )


def _swapped(text: str, swaps: dict[str, str]) -> str:
    for old in sorted(swaps, key=len, reverse=True):
        if len(old) > 3:
            text = text.replace(old, swaps[old])
    return text


__all__ = ["Look", "Pair", "Told", "pair"]
