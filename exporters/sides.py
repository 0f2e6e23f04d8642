"""Counters as pieces with two sides, for tabletops that know no layers: what lies up now, and what turning over shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.exporters.counters import Artist, CounterFace
from adjudicator.exporters.pictures import as_png
from adjudicator.exporters.viewer import Viewer
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Design

ALL = Viewer(sees_all=True)


@dataclass(frozen=True, slots=True)
class TwoSided:
    """PNG pictures of both sides (`back` None = blank) in map pixels, and whether the back lies up."""

    front: bytes
    back: bytes | None
    size: tuple[int, int]
    back_up: bool = False


class Cutter:
    """Cuts counters out once for each appearance."""

    def __init__(self, image: Callable[[str], bytes | None]) -> None:
        self.artist = Artist(image, plain=True)
        self._pictures: dict[int, tuple[CounterFace, bytes, tuple[int, int]]] = {}

    def cut(self, counter: Counter) -> TwoSided:
        """Both sides, unturned. A masked counter lies on its back; else the first layer that people switch is the back."""
        flat = replace(counter, angles=(0.0,) * len(counter.angles), masked_by="", hidden_by="")
        if counter.masked_by:
            front, size = self._picture(self.artist.face(flat, ALL))
            return TwoSided(front, self._picture(self.artist.back(flat))[0], size, True)
        layer = flip_layer(counter.design)
        if layer is None or layer >= len(counter.levels):
            front, size = self._picture(self.artist.face(flat, ALL))
            return TwoSided(front, None, size)
        level = abs(counter.levels[layer]) or 1
        front, size = self._picture(self.artist.face(_shown(flat, layer, -level), ALL))
        back, _ = self._picture(self.artist.face(_shown(flat, layer, level), ALL))
        return TwoSided(front, back, size, counter.levels[layer] > 0)

    def _picture(self, face: CounterFace) -> tuple[bytes, tuple[int, int]]:
        known = self._pictures.get(id(face))
        if known is None:
            if face.picture is None:
                known = (face, BLANK, (1, 1))
            else:
                known = (face, as_png(face.picture), (face.picture.width, face.picture.height))
            self._pictures[id(face)] = known
        return known[1], known[2]


def flip_layer(design: Design) -> int | None:
    """The first layer that people switch on and off, None if there is none."""
    found = (
        index
        for index, layer in enumerate(design.layers)
        if not layer.follows and not layer.always_active and any(layer.images)
    )
    return next(found, None)


def looks(counter: Counter) -> Iterator[Counter]:
    """The counter as it leaves the box, then as the first of its layers that can change shows it at its other levels."""
    yield counter
    layers = enumerate(counter.design.layers[: len(counter.levels)])
    index = next((i for i, each in layers if len(set(each.images)) + (not each.always_active) > 1), None)
    if index is None:
        return
    layer, now = counter.design.layers[index], counter.levels[index]
    off = () if layer.always_active else (-1,)
    for level in (*off, *range(1, len(layer.images) + 1)):
        if max(level, 0) != max(now, 0):
            yield _shown(counter, index, level)


def _shown(counter: Counter, layer: int, level: int) -> Counter:
    return replace(counter, levels=(*counter.levels[:layer], level, *counter.levels[layer + 1 :]))


BLANK = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c63000100000500010d0a2db40000000049454e44ae426082"
)
