"""What the rules say of each hex (supply, zones of control, control) at chosen moments of a play, as numbers for the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from adjudicator.exporters.drawing import Hatch, Style, hexagon, polygon
from adjudicator.exporters.judged import (
    SeenSupply,
    control_hexes,
    side_names,
    state_words,
    supply_hexes,
    supply_looks,
    zone_hexes,
)
from adjudicator.exporters.overlay import (
    ASSUMED_STYLES,
    CONTESTED,
    SUPPLY_STYLES,
    UNDETERMINED,
    control_style,
    zoc_style,
)
from adjudicator.exporters.svg import SvgWriter
from adjudicator.lean import dataclass
from adjudicator.record.position import Position

MOST_WORK = 60_000
"""Units times moments that are surveyed; a longer game is shown phase by phase, a yet longer one at fewer phases."""

Told: TypeAlias = Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class LayerLook:
    """A look of a layer: its words, its style, and a sample for the legend as SVG markup of our own."""

    layer: str
    words: str
    style: Style
    assumed: bool = False

    def sample(self) -> str:
        """A small hex in this look, with a pattern's definition of its own."""
        scribe = SvgWriter(f"key-{self.key}-")
        body = scribe.shape(polygon(hexagon(18, 13, 12), self.style.sized(26)))
        return f'<svg viewBox="4 0 28 26" width="28" height="26" aria-hidden="true">{scribe.definitions()}{body}</svg>'

    @property
    def key(self) -> str:
        return "".join(letter if letter.isalnum() else "-" for letter in f"{self.layer}-{self.words}".lower())


def _assumed_looks(position: Position, looks: Mapping[str, str]) -> Iterator[LayerLook]:
    """What may be assumed of supply, where a game begins with something that nobody knows."""
    if position.joined or any(seen.assumed for seen in supply_hexes(position).values()):
        for state, look in looks.items():
            if look in ASSUMED_STYLES:
                yield LayerLook("supply", SeenSupply(state, assumed=True).called, ASSUMED_STYLES[look], assumed=True)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The layers after a step: for each look, by its place in the list of looks, the hexes that have it."""

    step: int
    hexes: Told


def kinds_of(position: Position) -> tuple[LayerLook, ...]:
    """Every look that the layers of this pack may have."""
    sides = side_names(position)
    looks = supply_looks(position)
    return (
        *(LayerLook("supply", state_words(state), SUPPLY_STYLES[look]) for state, look in looks.items()),
        *_assumed_looks(position, looks),
        *(LayerLook("zoc", side, zoc_style(number)) for number, side in enumerate(sides)),
        *(LayerLook("control", side, control_style(number)) for number, side in enumerate(sides)),
        LayerLook("control", state_words(CONTESTED), control_style(-1)),
    )


def snapshots(
    start: Position,
    later: Iterable[tuple[int, Position]],
    kinds: Sequence[LayerLook],
    numbers: Mapping[str, int],
    most_work: int = MOST_WORK,
) -> tuple[Snapshot, ...]:
    """The layers at the start (step 0) and after each later step or, in long games, at the end of phases.

    Only where they change.
    """
    places = {(kind.layer, kind.words): str(place) for place, kind in enumerate(kinds)}
    found: list[Snapshot] = []
    for step, position in chosen(start, list(later), most_work):
        told = _told(position, places, numbers)
        if not found or found[-1].hexes != told:
            found.append(Snapshot(step, told))
    return tuple(found)


def chosen(start: Position, later: list[tuple[int, Position]], most_work: int) -> Iterator[tuple[int, Position]]:
    """The positions to look at, with their steps: the start, and those in which something is another, as many as work allows.

    Where several have one step, the last.
    """
    first, *after = _as_left([(0, start), *later])
    yield first
    deeds = [pair for was, pair in zip((first, *after), after, strict=False) if _new(was[1], pair[1])]
    room = max(2, most_work // max(1, len(start.units)))
    if len(deeds) > room:
        deeds = [
            pair for pair, following in zip(deeds, (*deeds[1:], None), strict=True) if _ends_phase(pair, following)
        ]
    stride = -(-len(deeds) // room) or 1
    yield from (pair for place, pair in enumerate(deeds) if place % stride == 0 or place == len(deeds) - 1)


def _as_left(positions: Iterable[tuple[int, Position]]) -> Iterator[tuple[int, Position]]:
    """Each step's last position."""
    for _, same in groupby(positions, lambda pair: pair[0]):
        *_, last = same
        yield last


def _new(before: Position, after: Position) -> bool:
    """Whether anything that the layers look at is another."""
    return (
        before.units is not after.units
        or before.markers is not after.markers
        or before.moment != after.moment
        or before.control is not after.control
    )


def _ends_phase(pair: tuple[int, Position], following: tuple[int, Position] | None) -> bool:
    if following is None:
        return True
    one, other = pair[1].moment, following[1].moment
    return (one.turn, one.phase) != (other.turn, other.phase)


def _told(position: Position, places: Mapping[tuple[str, str], str], numbers: Mapping[str, int]) -> Told:
    told: dict[str, list[int]] = {}
    for layer, words, hexes in _marks(position):
        place = places.get((layer, words))
        known = sorted(numbers[each] for each in hexes if each in numbers)
        if place is not None and known:
            told.setdefault(place, []).extend(known)
    return told


def _marks(position: Position) -> Iterator[tuple[str, str, Iterable[str]]]:
    for number, seen in supply_hexes(position).items():
        yield "supply", seen.called, (number,)
    for side, hexes in zone_hexes(position).items():
        yield "zoc", side, hexes
    for side, hexes in control_hexes(position).items():
        yield "control", state_words(side) if side == CONTESTED else side, hexes


def without_assuming(kinds: Sequence[LayerLook]) -> dict[str, int]:
    """For each look of what is assumed, by its place, the look of what nobody knows, which it has when nothing is assumed."""
    known = {(kind.layer, kind.words): place for place, kind in enumerate(kinds)}
    unknown = known.get(("supply", state_words(UNDETERMINED)), -1)
    return {str(place): unknown for place, kind in enumerate(kinds) if kind.assumed and unknown >= 0}


def plain_style(style: Style, height: float, pattern: str) -> dict[str, object]:
    """A style as attributes of an SVG element."""
    sized = style.sized(height)
    look: dict[str, object] = {"fill": sized.fill or "none", "fill-opacity": sized.fill_opacity}
    if sized.line:
        look |= {"stroke": sized.line, "stroke-width": round(sized.line_width, 2)}
        look["stroke-dasharray"] = " ".join(f"{part:.4g}" for part in sized.dash) or "none"
    if sized.hatch is not Hatch.NONE:
        look["pattern"] = f"url(#{pattern})"
    return look
