"""Hex numbers, places and their names; a name takes the first spot around its symbol where it hides nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field
from math import atan2, cos, degrees, inf, pi, sin

from adjudicator.exporters.theatre_map.layout import TheatreLayout
from adjudicator.exporters.theatre_map.marks import Bounds, Layer, Point, SvgMark, number, text_width, words
from adjudicator.exporters.theatre_map.style import MapStyle, PlaceLook
from adjudicator.lean import dataclass
from adjudicator.model.theatre import Place

HALO = "#fbf8ee"
SETTLEMENTS = ("metropolis", "city", "town", "village")
INK = "#2b2822"
RED = "#b3322b"
GOLD = "#e3b23c"
NUMBER_SIZE = 0.118


@dataclass(slots=True)
class Room:
    """Which parts of the board are taken, in buckets so that asking stays cheap."""

    pitch: float
    size: tuple[float, float] = (inf, inf)
    boxes: dict[tuple[int, int], list[tuple[Bounds, float]]] = field(default_factory=lambda: defaultdict(list))

    def take(self, box: Bounds, weight: float = 1.0) -> None:
        for bucket in self._buckets(box):
            self.boxes[bucket].append((box, weight))

    def cost(self, box: Bounds) -> float:
        """How much of what is there a box would cover, weighted; leaving the sheet is worst of all."""
        found = {other for bucket in self._buckets(box) for other in self.boxes.get(bucket, ())}
        inside = _shared(box, (0.0, 0.0, *self.size))
        outside = (box[2] - box[0]) * (box[3] - box[1]) - inside
        return sum(weight * _shared(box, other) for other, weight in found) + 20 * outside

    def _buckets(self, box: Bounds) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(edge // self.pitch) for edge in box)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                yield x, y


def draw_numbers(layout: TheatreLayout, style: MapStyle, room: Room) -> Iterator[SvgMark]:
    """The printed number of every hex, at its top."""
    height = layout.height
    size = height * NUMBER_SIZE
    drop = height * (0.405 if layout.sideways else 0.37)
    for at, entry in layout.theatre.hexes.items():
        x, y = layout.centre(at)
        half = text_width(entry.number, size) / 2
        box = (x - half, y - drop - size * 0.5, x + half, y - drop + size * 0.5)
        room.take(box, 3.0)
        look = style.terrain_looks(entry.terrain)[0]
        plain = look.water or not look.texture
        said = words(
            x, y - drop + size * 0.36, entry.number, size, "#2c5875" if look.water else style.number,
            halo="" if plain else HALO, halo_width=height * 0.022,
        )  # fmt: skip
        yield SvgMark(Layer.NUMBER, box, said)


def draw_places(layout: TheatreLayout, style: MapStyle, room: Room) -> Iterator[SvgMark]:
    """Symbols first, then names, the most important first."""
    known = [(place, looks) for place in layout.theatre.places if (looks := looks_of(place, style))]
    ordered = sorted(known, key=lambda pair: (-pair[1][0].rank, pair[0].name))
    shared: dict[str, int] = defaultdict(int)
    spots: list[tuple[Place, tuple[PlaceLook, ...], Point]] = []
    for place, looks in ordered:
        x, y = layout.centre(layout.theatre.at(place.hex).at)
        nth = shared[place.hex]
        shared[place.hex] += 1
        # A second place in the same hex stands a little aside.
        x, y = x + nth * layout.height * 0.2, y + layout.height * (0.02 + nth * 0.1)
        spots.append((place, looks, (x, y)))
        reach = layout.height * 0.12
        room.take((x - reach, y - reach, x + reach, y + reach), 4.0)
        symbols = "".join(symbol(look.symbol, layout.height, index) for index, look in enumerate(looks[:3]))
        box = (x - reach * 2, y - reach * 2, x + reach * 2, y + reach * 2)
        yield SvgMark(Layer.PLACE, box, f'<g transform="translate({number(x)} {number(y)})">{symbols}</g>')
    for place, looks, spot in spots:
        yield from _name(place, looks[0], spot, room, height=layout.height, ink=style.ink)


def looks_of(place: Place, style: MapStyle) -> tuple[PlaceLook, ...]:
    """The looks of a place's kinds, the one that sets the size of its name first."""
    found = {look.symbol: look for kind in sorted(place.kinds) if (look := style.place_look(kind)) is not None}
    ranked = sorted(found.values(), key=lambda look: -look.rank)
    homes = [look for look in ranked if look.symbol in SETTLEMENTS]
    # A capital is drawn as that, not as a capital and a city.
    return tuple(look for look in ranked if look not in homes[1:]) or (PlaceLook(),)


def _name(place: Place, top: PlaceLook, spot: Point, room: Room, *, height: int, ink: str) -> Iterator[SvgMark]:
    size = top.size * height / 100
    if place.name in {"", place.hex} or not size:
        return
    bold = top.symbol in ("metropolis", "city")
    text = place.name.upper() if top.symbol == "metropolis" else place.name
    wide = text_width(text, size, bold)
    box = min(_spots(spot, wide, size, height), key=lambda candidate: room.cost(candidate[0]) + candidate[1])[0]
    room.take(box, 5.0)
    said = words(
        box[0] + wide / 2, box[3] - size * 0.24, text, size, ink, bold=bold, halo=HALO,
        halo_width=height * 0.04,
    )  # fmt: skip
    reach = height * 0.03
    yield SvgMark(Layer.NAME, (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach), said)


def _spots(spot: Point, wide: float, size: float, height: float) -> Iterator[tuple[Bounds, float]]:
    """Boxes around a symbol in order of liking; the number is how much worse each is than the first.

    The first ones leave the middle of the hex, where counters lie.
    """
    x, y = spot
    reach, tall = height * 0.125, size * 1.05
    foot = y + height * 0.47 - tall
    offers = (
        (x - wide / 2, foot),
        (x - wide * 0.3, foot),
        (x - wide * 0.7, foot),
        (x + height * 0.34, y - tall * 0.2),
        (x - height * 0.34 - wide, y - tall * 0.2),
        (x - wide / 2, y + reach),
        (x + reach * 1.15, y - tall / 2),
        (x - reach * 1.15 - wide, y - tall / 2),
        (x + reach * 0.8, y + reach * 0.55),
        (x - reach * 0.8 - wide, y + reach * 0.55),
        (x + reach * 0.8, y - reach * 0.55 - tall),
        (x - reach * 0.8 - wide, y - reach * 0.55 - tall),
        (x - wide / 2, y - reach - tall),
        (x - wide * 0.25, y + reach),
        (x - wide * 0.75, y + reach),
        (x - wide / 2, y + reach * 1.6),
        (x - wide / 2, y - reach * 4.4 - tall),
    )
    for rank, (left, top) in enumerate(offers):
        yield (left, top, left + wide, top + tall), rank * height * height * 0.0009


def take_ways(room: Room, layout: TheatreLayout) -> None:
    """Names avoid the middles of hexsides that something crosses, if they can."""
    height = layout.height
    for side in layout.theatre.hexsides:
        (ax, ay), (bx, by) = layout.centre(side.low), layout.centre(side.high)
        x, y, reach = (ax + bx) / 2, (ay + by) / 2, height * 0.09
        room.take((x - reach, y - reach, x + reach, y + reach), 0.25)


def draw_labels(layout: TheatreLayout, style: MapStyle) -> Iterator[SvgMark]:
    """Names of rivers, seas and countries, as the theatre's style asks for."""
    looks = {
        "river": ("#1f5378", 0.15, 0.02, 1.0),
        "sea": ("#2c5f82", 0.34, 0.16, 0.9),
        "region": ("#5b4b36", 0.42, 0.3, 0.42),
        "note": (style.ink, 0.14, 0.0, 1.0),
    }
    for label in style.label:
        colour, share, spread, opacity = looks[label.kind]
        size = layout.height * (label.size / 100 if label.size else share)
        start = layout.centre(layout.theatre.at(label.hex).at)
        end = layout.centre(layout.theatre.at(label.to).at) if label.to else start
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        angle = degrees(atan2(end[1] - start[1], end[0] - start[0])) if label.to else 0.0
        angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
        turn = f"translate({number(x)} {number(y)}) rotate({number(angle)}) skewX(-10)"
        said = words(
            0, size * 0.34, label.text, size, colour, halo=HALO if label.kind != "sea" else "",
            halo_width=size * 0.16 if opacity == 1 else 0, spacing=size * spread, turn=turn, opacity=opacity,
        )  # fmt: skip
        reach = text_width(label.text, size) * (1 + spread * 2) / 2 + size
        yield SvgMark(Layer.NAME, (x - reach, y - reach, x + reach, y + reach), said, rank=-1)


def symbol(kind: str, height: float, nth: int = 0) -> str:
    """A place's symbol around (0, 0); further symbols of the same place stand smaller at its shoulder."""
    scale = height / 100
    drawn = _SYMBOLS.get(kind, f'<circle r="3.5" fill="{INK}"/>')
    if not nth:
        return f'<g transform="scale({scale:.3f})">{drawn}</g>'
    aside = f"translate({number(15 + 13 * (nth - 1))} -10) scale(.7)"
    return f'<g transform="scale({scale:.3f})"><g transform="{aside}">{drawn}</g></g>'


def _star(far: float, near: float) -> str:
    points = []
    for step in range(10):
        reach = near if step % 2 else far
        points.append(f"{number(reach * sin(step * pi / 5))} {number(-reach * cos(step * pi / 5))}")
    return "M" + "L".join(points) + "Z"


_LINE = f'stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"'
_SYMBOLS = {
    "": "",
    "metropolis": f'<path d="M-11 -11H11V11H-11Z" fill="{RED}" {_LINE}/><circle r="6.5" fill="{HALO}" {_LINE}/>'
    f'<circle r="2.6" fill="{INK}"/>',
    "city": f'<circle r="9" fill="{RED}" {_LINE}/><circle r="3.6" fill="{HALO}"/>',
    "town": f'<circle r="6.6" fill="{HALO}" stroke="{INK}" stroke-width="2.2"/>',
    "village": f'<circle r="4.2" fill="{INK}"/>',
    "port": f'<circle r="10.5" fill="#1f4e70" stroke="{HALO}" stroke-width="1.4"/>'
    f'<path d="M0 -5.5V7M-4 -2H4M-6.5 2a6.6 6.6 0 0 0 13 0" fill="none" stroke="{HALO}" stroke-width="2" '
    f'stroke-linecap="round"/><circle cy="-7" r="1.8" fill="none" stroke="{HALO}" stroke-width="1.5"/>',
    "fort": f'<path d="{_star(11.5, 7.5)}" fill="#8d8173" {_LINE}/>',
    "airfield": f'<circle r="10" fill="{HALO}" {_LINE}/><path d="M0 -8V7M-8 -1H8M-3 6H3" fill="none" stroke="{INK}" '
    'stroke-width="2.4" stroke-linecap="round"/>',
    "star": f'<path d="{_star(10.5, 4.4)}" fill="{GOLD}" {_LINE}/>',
    "exit": f'<path d="M-9 -4H0V-9L10 0L0 9V4H-9Z" fill="{GOLD}" {_LINE}/>',
    "entry": f'<path d="M-10 0L0 -9V-4H9V4H0V9Z" fill="{GOLD}" {_LINE}/>',
    "resource": f'<path d="M-8 8V-2l5 4v-4l5 4v-10h5V8Z" fill="#6f6558" {_LINE}/>',
}


def _shared(one: Bounds, other: Bounds) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return wide * tall if wide > 0 and tall > 0 else 0.0
