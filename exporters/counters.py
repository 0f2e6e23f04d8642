"""Counters as the engine draws them, for a given viewer; facts from VASSAL's `BasicPiece`, `Embellishment`, `Labeler`,
`FreeRotator`, `Obscurable`, `StackMetrics`, `Deck` and `LayeredPieceCollection`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from PIL import Image, ImageDraw

from adjudicator.exporters import counter_names, lettering, pictures, symbols
from adjudicator.exporters.box_images import BoxImages
from adjudicator.exporters.drawing import INK, PAPER, Caption, Disc, Picture, Rectangle, Shape, Stamp, Style
from adjudicator.exporters.foreign_svg import ImageSource
from adjudicator.exporters.viewer import Viewer
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Design, Label, Layer, Spot, Stack
from adjudicator.model.module import GameMap, MapKind
from adjudicator.model.state import GameState
from adjudicator.notes import Note

MOST_CARDS_SHOWN = 10
"""How many cards of a deck show their edge (`Deck`'s default `maxStack`)."""


MOST_PIXELS = 8_000
"""How far from a counter's point its parts may lie, and how large they may be."""


@dataclass(frozen=True, slots=True)
class CounterFace:
    """What is seen of a counter, in map pixels from its point: where the picture lies, and the box that stacking uses."""

    picture: Picture | None
    left: float
    top: float
    width: float
    height: float
    body: tuple[float, float, float, float]


NOTHING_SEEN = CounterFace(None, 0, 0, 0, 0, (0, 0, 0, 0))


@dataclass(slots=True)
class _Pasted:
    """An image laid down while a counter is composed: picture pixels from the counter's point."""

    image: Image.Image
    left: int
    top: int
    words: bool = False

    def covers(self, other: _Pasted) -> bool:
        """Whether a part of one lies on the other."""
        beside = self.left >= other.left + other.image.width or other.left >= self.left + self.image.width
        apart = self.top >= other.top + other.image.height or other.top >= self.top + self.image.height
        return not (beside or apart)


class Artist:
    """Draws counters at one scale and remembers each appearance; `notes` tells what could not be drawn as it should.

    `plain_size` is the size of counters that have no image of their own. With `plain` a counter for which its design names
    no image is drawn plainly too (without a game box), else it stays invisible as in the engine. `images` are those of the
    same box at the same scale that another map's artist has at hand.
    """

    def __init__(
        self,
        image: ImageSource,
        scale: float = 1.0,
        plain_size: int = 60,
        plain: bool = False,
        images: BoxImages | None = None,
    ) -> None:
        self.scale, self.plain_size, self.plain = scale, plain_size, plain
        self._images = images or BoxImages(image, scale)
        self._faces: dict[object, CounterFace] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        """What could not be drawn."""
        return self._images.notes

    def face(self, counter: Counter, viewer: Viewer) -> CounterFace:
        """The counter as this viewer sees it; one object for all counters that look alike."""
        if not viewer.sees(counter):
            return NOTHING_SEEN
        if not viewer.reads(counter):
            return self.back(counter)
        key = (counter.design, counter.levels, counter.angles, counter.texts, counter.name)
        if key not in self._faces:
            self._faces[key] = self._composed(counter)
        return self._faces[key]

    def back(self, counter: Counter) -> CounterFace:
        """The counter as those see it who may not read it; nothing here looks at what it is."""
        mask, (width, height) = counter.design.mask, self._size(counter)
        key = ("back", mask, width, height)
        if key not in self._faces:
            image = self._images.get(mask) if mask else None
            self._faces[key] = self._only(image or self._plain(symbols.unknown_svg(), width, height))
        return self._faces[key]

    def card_back(self, counter: Counter) -> CounterFace:
        """A card in a face-down deck."""
        if counter.design.mask:
            return self.back(counter)
        width, height = self._size(counter)
        key = ("card", width, height)
        if key not in self._faces:
            self._faces[key] = self._only(self._plain(symbols.card_back_svg(width, height), width, height))
        return self._faces[key]

    def _composed(self, counter: Counter) -> CounterFace:
        """Lay the parts on each other from the bottom."""
        laid: list[_Pasted] = []
        missing = False
        for part, index in _parts(counter.design):
            if part == "image":
                missing |= self._lay(laid, counter.design.image, (0, 0), 1.0)
            elif part == "layer" and index < len(counter.design.layers):
                layer = counter.design.layers[index]
                missing |= self._lay(laid, _shown(layer, counter, index), layer.offset, layer.scale)
            elif part == "rotator" and index < len(counter.angles):
                laid = _turned(laid, counter.angles[index])
            elif part == "label" and index < len(counter.design.labels):
                self._letter(laid, counter.design.labels[index], counter.texts[index : index + 1])
        nameless = self.plain and not laid and not _names_an_image(counter.design)
        if nameless or (missing and not self._fills(laid, counter)):
            plain = self._stand_in(counter)
            laid = [plain, *(each for each in laid if not (each.words and each.covers(plain)))]
        return self._flattened(laid) if laid else NOTHING_SEEN

    def _fills(self, laid: list[_Pasted], counter: Counter) -> bool:
        """Whether what could be laid is as good as a whole counter, not a mark or two on one that is not there."""
        width, height = self._size(counter)
        return any(each.image.width * each.image.height >= width * height * self.scale**2 / 2 for each in laid)

    def _lay(self, laid: list[_Pasted], name: str, offset: tuple[int, int], scale: float) -> bool:
        """Put an image down, centred on the point plus `offset`; True if it is missing."""
        if not name.strip():
            return False
        image = self._images.get(name)
        if image is None:
            return True
        image = pictures.resized(image, min(scale, MOST_PIXELS / max(image.size)))
        left = round(offset[0] * self.scale - image.width / 2)
        top = round(offset[1] * self.scale - image.height / 2)
        if max(abs(left), abs(top)) <= MOST_PIXELS:
            laid.append(_Pasted(image, left, top))
        return False

    def _letter(self, laid: list[_Pasted], label: Label, texts: tuple[str, ...]) -> None:
        lines = plain_lines(texts[0]) if texts else ()
        if not lines:
            return
        image = self._lettered(lines, label)
        left, top, right, bottom = _union(laid) if laid else (0, 0, 0, 0)
        x = label.offset[0] * self.scale + {"l": left, "r": right}.get(label.horizontal, 0)
        y = label.offset[1] * self.scale + {"t": top, "b": bottom}.get(label.vertical, 0)
        x -= {"r": image.width, "c": image.width / 2}.get(label.horizontal_justify, 0)
        y -= {"b": image.height, "c": image.height / 2}.get(label.vertical_justify, 0)
        if max(abs(x), abs(y)) <= MOST_PIXELS:
            laid.append(_Pasted(image, round(x), round(y), words=True))

    def _lettered(self, lines: tuple[str, ...], label: Label) -> Image.Image:
        """A label as the engine makes it: one line under the other on an optional ground."""
        font = lettering.font(min(max(1, round(label.size * self.scale)), MOST_PIXELS // 4), label.bold)
        ascent, descent = font.getmetrics()
        width = max(1, *(round(font.getlength(line)) for line in lines)) + 2
        image = Image.new("RGBA", (min(width, 4000), (ascent + descent) * len(lines)), label.background or (0, 0, 0, 0))
        draw = ImageDraw.Draw(image)
        for number, line in enumerate(lines):
            draw.text((width / 2, number * (ascent + descent)), line, font=font, fill=label.colour or INK, anchor="ma")
        return image.rotate(-label.rotation, Image.Resampling.BICUBIC, expand=True) if label.rotation else image

    def _flattened(self, laid: list[_Pasted]) -> CounterFace:
        image, left, top = _merged(laid)
        scale = self.scale
        box = (left / scale, top / scale, image.width / scale, image.height / scale)
        return CounterFace(pictures.as_picture(image), *box, body=box)

    def _only(self, image: Image.Image) -> CounterFace:
        return self._flattened([_centred(image)])

    def _stand_in(self, counter: Counter) -> _Pasted:
        """A plain counter with a unit symbol, made of the name and of what its properties say."""
        width, height = self._size(counter)
        side = next((counter.properties[key] for key in _SIDE_KEYS if counter.properties.get(key)), "")
        return _centred(self._plain(symbols.counter_svg(counter_names.spec_in(counter.name, side)), width, height))

    def _plain(self, markup: str, width: float, height: float) -> Image.Image:
        side = (width, height) if 'viewBox="0 0 100 100"' not in markup else (min(width, height),) * 2
        pixels = (max(1, round(side[0] * self.scale)), max(1, round(side[1] * self.scale)))
        return pictures.from_svg(markup, *pixels)

    def _size(self, counter: Counter) -> tuple[int, int]:
        """The counter's size without giving away anything but that: its own, its base image's, or the plain one."""
        size = counter.design.size or self._images.size(counter.design.image)
        if size is None or min(size) < 4 or max(size) > 2000:
            return self.plain_size, self.plain_size
        return size


_SIDE_KEYS = ("Side", "side", "Nationality", "nationality", "Nation", "Army", "Country")


def lying_on(state: GameState, game_map: GameMap) -> Iterator[Stack | Counter]:
    """The stacks, decks and lone counters of a map in drawing order, undermost first."""
    tops: list[Stack | Counter] = [
        stack for stack in state.stacks.values() if stack.spot.map == game_map.name and (stack.members or stack.deck)
    ]
    tops.extend(
        counter for counter in state.counters.values() if not counter.stack and counter.spot.map == game_map.name
    )
    return iter(sorted(tops, key=lambda top: (storey(state, game_map, top), top.order)))


def drawn(top: Stack | Counter, state: GameState, game_map: GameMap, artist: Artist, viewer: Viewer) -> Iterator[Shape]:
    """One stack, deck or lone counter as shapes."""
    if isinstance(top, Counter):
        yield from _stamped(top, top.spot.x, top.spot.y, artist.face(top, viewer), viewer)
    elif top.deck is not None:
        yield from _deck(top, state, artist, viewer)
    else:
        yield from _stack(top, state, game_map, artist, viewer)


def plain_lines(text: str) -> tuple[str, ...]:
    """A label's text line by line, HTML reduced to its words."""
    if "<" in text:
        text = re.sub(r"<\s*(?:br|/p|/div|/tr)\b[^>]*>", "\n", text, flags=re.IGNORECASE)
        text = unescape(re.sub(r"<[^>]*>", "", text))
    lines = (re.sub(r"[\x00-\x1f\x7f]+", " ", line).strip()[:200] for line in text.split("\n")[:20])
    return tuple(line for line in lines if line)


def storey(state: GameState, game_map: GameMap, top: Stack | Counter) -> int:
    """The drawing layer of a map's item: by the map's layer property, else non-stacking ones (and decks) below the rest."""
    deck = isinstance(top, Stack) and top.deck is not None
    upper = top if isinstance(top, Counter) else (state.counters[top.members[-1]] if top.members else None)
    if not game_map.draw_order:
        return 0 if deck or (isinstance(top, Counter) and not top.design.stacks) else 1
    value = upper.properties.get(game_map.draw_property, "") if upper and not deck else ""
    return game_map.draw_order.index(value) if value in game_map.draw_order else len(game_map.draw_order)


def _stack(stack: Stack, state: GameState, game_map: GameMap, artist: Artist, viewer: Viewer) -> Iterator[Shape]:
    """The visible members, each shifted from the one below as `StackMetrics` does; hidden ones take no room.

    In a hand they lie beside each other (`HandMetrics`).
    """
    stacking = game_map.stacking
    x, y = float(stack.spot.x), float(stack.spot.y)
    below: CounterFace | None = None
    for counter in state.of(stack):
        if not viewer.sees(counter):
            continue
        face = artist.face(counter, viewer)
        if below is not None and game_map.kind is MapKind.HAND:
            x += below.body[2] + stacking.offset[0]
        elif below is not None:
            x += _shift(stacking.offset[0], below.body[0], below.body[2], face.body[0], face.body[2])
            y -= _shift(
                stacking.offset[1],
                -below.body[1] - below.body[3],
                below.body[3],
                -face.body[1] - face.body[3],
                face.body[3],
            )
        yield from _stamped(counter, x, y, face, viewer)
        below = face


def _shift(offset: int, start: float, size: float, next_start: float, next_size: float) -> float:
    """How far the next counter's point lies from this one's, so that their near borders are `offset` apart."""
    if offset > 0:
        return start + offset - next_start
    if offset < 0:
        return start + size + offset - next_start - next_size
    return 0.0


def _stamped(counter: Counter, x: float, y: float, face: CounterFace, viewer: Viewer) -> Iterator[Shape]:
    if face.picture is None:
        return
    name = viewer.name(counter) if viewer.reads(counter) else counter.design.mask_name or viewer.name(counter)
    title = " ".join(plain_lines(name))
    title = f"{title} ({_place(counter.spot)})" if _place(counter.spot) else title
    yield Stamp(x + face.left, y + face.top, face.width, face.height, face.picture, title)


def _place(spot: Spot) -> str:
    return spot.place or spot.zone


def _deck(stack: Stack, state: GameState, artist: Artist, viewer: Viewer) -> Iterator[Shape]:
    """A pile of cards, each edge two pixels right and up of the one below, with its name and count."""
    deck, cards = stack.deck, state.of(stack)
    if deck is None:
        return
    if not cards:
        yield _empty_place(stack, artist.plain_size)
        return
    closed = deck.face_down and not viewer.sees_all
    face = artist.card_back(cards[-1]) if closed or not viewer.sees(cards[-1]) else artist.face(cards[-1], viewer)
    if face.picture is None:
        face = artist.card_back(cards[-1])
    edges = min(len(cards), MOST_CARDS_SHOWN) - 1
    for edge in range(edges):
        look = Style(fill=PAPER, line="#555555", line_width=0.8)
        yield Rectangle(
            stack.spot.x + face.left + 2 * edge, stack.spot.y + face.top - 2 * edge, face.width, face.height, look
        )
    x, y = stack.spot.x + face.left + 2 * edges, stack.spot.y + face.top - 2 * edges
    if face.picture is not None:
        yield Stamp(x, y, face.width, face.height, face.picture, f"{deck.name} ({len(cards)})")
    yield from _tally(x + face.width, y + face.height, len(cards), max(9.0, min(face.width, face.height) * 0.16))


def _empty_place(stack: Stack, size: int) -> Shape:
    look = Style(line="#666666", line_width=1.2, dash=(4, 3))
    title = f"{stack.deck.name} (0)" if stack.deck else ""
    return Rectangle(
        stack.spot.x - size * 0.4, stack.spot.y - size * 0.5, size * 0.8, size, look, radius=3, title=title
    )


def _tally(x: float, y: float, count: int, radius: float) -> Iterator[Shape]:
    yield Disc(x - radius, y - radius, radius, Style(fill=PAPER, line=INK, line_width=1))
    size = lettering.fitted(str(count), radius * 1.3, radius * 1.6, bold=True)
    yield Caption(x - radius, y - radius, str(count), size, bold=True)


def _centred(image: Image.Image) -> _Pasted:
    return _Pasted(image, round(-image.width / 2), round(-image.height / 2))


def _parts(design: Design) -> Iterator[tuple[str, int]]:
    """The drawing order; rotators that the order does not place turn everything."""
    for part in design.parts:
        kind, _, index = part.partition(":")
        yield kind, int(index) if index.isdecimal() else 0
    if not any(part.startswith("rotator") for part in design.parts):
        yield from (("rotator", index) for index in range(len(design.rotations)))


def _shown(layer: Layer, counter: Counter, index: int) -> str:
    """The image name of a layer's level, "" if the layer is off or shows nothing at that level."""
    level = counter.levels[index] if index < len(counter.levels) else (1 if layer.always_active else -1)
    return layer.images[level - 1] if 0 < level <= len(layer.images) else ""


def _names_an_image(design: Design) -> bool:
    return bool(design.image or design.labels or any(any(layer.images) for layer in design.layers))


def _union(laid: list[_Pasted]) -> tuple[int, int, int, int]:
    return (
        min(item.left for item in laid),
        min(item.top for item in laid),
        max(item.left + item.image.width for item in laid),
        max(item.top + item.image.height for item in laid),
    )


def _merged(laid: list[_Pasted]) -> tuple[Image.Image, int, int]:
    """All laid images as one, and where its corner lies."""
    left, top, right, bottom = _union(laid)
    if len(laid) == 1:
        return laid[0].image, left, top
    canvas = Image.new("RGBA", (right - left, bottom - top))
    for item in laid:
        canvas.alpha_composite(item.image, (item.left - left, item.top - top))
    return canvas, left, top


def _turned(laid: list[_Pasted], angle: float) -> list[_Pasted]:
    """Everything laid so far turned clockwise about the counter's point."""
    if not laid or angle % 360 == 0:
        return laid
    image, left, top = _merged(laid)
    # Two clear pixels all round let the turned border be smoothed.
    half_x = max(-left, left + image.width) + 2
    half_y = max(-top, top + image.height) + 2
    centred = Image.new("RGBA", (2 * half_x, 2 * half_y))
    centred.paste(image, (half_x + left, half_y + top))
    turned = centred.rotate(-angle, Image.Resampling.BICUBIC, expand=True)
    seen = turned.getbbox() or (0, 0, 1, 1)
    return [_Pasted(turned.crop(seen), seen[0] - turned.width // 2, seen[1] - turned.height // 2)]
