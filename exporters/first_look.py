"""A first look at a table before its report is made: the map within a moment, counters that take long to draw as plain boxes."""

from __future__ import annotations

import time

from PIL import Image, ImageDraw

from adjudicator.exporters import pictures
from adjudicator.exporters.board_reach import with_reach
from adjudicator.exporters.counters import Artist, CounterFace, drawn, lying_on
from adjudicator.exporters.drawing import Layer
from adjudicator.exporters.map_picture import artist_for, chosen_map, ground_drawing
from adjudicator.exporters.png import to_image
from adjudicator.exporters.report.sprites import webp
from adjudicator.lean import replace
from adjudicator.model.counters import Counter
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer

MOST_PIXELS, WIDEST = 2_000_000, 1800
QUALITY = 78


def first_look(module: Module, state: GameState, viewer: Viewer, seconds: float) -> bytes:
    """The map with most counters as a WebP; WriteError where there is none.

    Counters whose pictures are not drawn within so many seconds are plain boxes of their size.
    """
    shown = with_reach(module, state, viewer)
    game_map = chosen_map(module, shown, "", viewer)
    ground, _ = ground_drawing(module, shown, game_map, 1.0, numbers="none")  # too small to be read
    _, _, width, height = ground.area
    scale = min(1.0, WIDEST / width, (MOST_PIXELS / (width * height)) ** 0.5)
    artist = _Hasty(artist_for(module, game_map, shown, scale), module, time.monotonic() + seconds)
    counters = tuple(
        shape for top in lying_on(shown, game_map) for shape in drawn(top, shown, game_map, artist, viewer)
    )
    layers = (*ground.layers, Layer("counters", counters))
    return webp(to_image(replace(ground, scale=scale, layers=layers)), QUALITY)


class _Hasty(Artist):
    """An artist who stops composing counters at a moment and lays plain boxes from then on."""

    def __init__(self, like: Artist, module: Module, until: float) -> None:
        super().__init__(module.image, like.scale, like.plain_size, like.plain)
        self._until = until

    def _composed(self, counter: Counter) -> CounterFace:
        if time.monotonic() < self._until:
            return super()._composed(counter)
        width, height = counter.design.size or (self.plain_size, self.plain_size)
        pixels = max(3, round(width * self.scale)), max(3, round(height * self.scale))
        box = Image.new("RGBA", pixels, "#c9c3b4")
        ImageDraw.Draw(box).rectangle((0, 0, pixels[0] - 1, pixels[1] - 1), outline="#55524b")
        place = (-width / 2, -height / 2, float(width), float(height))
        return CounterFace(pictures.as_picture(box), *place, body=place)
