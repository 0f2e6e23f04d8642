"""A map that is open in the desk: what is drawn on it, and the pictures of its boards, each made into tiles when it is wanted."""

from __future__ import annotations

import threading
from dataclasses import field
from pathlib import Path
from typing import Any

from adjudicator.errors import UsageError
from adjudicator.exporters.tiles import Pyramid
from adjudicator.game.maps.ground import DrawingGround
from adjudicator.game.maps.opening import open_map, tiles_of
from adjudicator.game.maps.proposing import Proposer
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.lean import dataclass
from adjudicator.model.module import Module


@dataclass
class Traced:
    """A map in hand with its module."""

    map: MapInHand
    module: Module
    _tiles: dict[tuple[int, int], Pyramid | None] = field(default_factory=dict)
    _proposers: dict[int, Proposer] = field(default_factory=dict)
    _making: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def open(cls, pack: str | Path, theatre: str | Path = "", module: Path | None = None) -> Traced:
        """Open a pack's map; AdjudicatorError if it cannot be traced."""
        return cls(*open_map(pack, theatre, module))

    def tiles(self, ground: int, board: int) -> Pyramid | None:
        """The tiles of a board's picture, None if it has none."""
        boards = self._ground(ground).boards
        if not 0 <= board < len(boards):
            raise UsageError(f"there is no board {board}")
        with self._making:
            if (ground, board) not in self._tiles:
                self._tiles[ground, board] = tiles_of(boards[board].board, self.module)
            return self._tiles[ground, board]

    def ground(self, ground: int) -> dict[str, object]:
        """Boards as a page draws them; `tiles` has None for each that has no picture."""
        found = self._ground(ground)
        pyramids = [self.tiles(ground, board) for board in range(len(found.boards))]
        told = [{"size": each.size, "levels": each.levels, "side": each.side} if each else None for each in pyramids]
        return {**found.as_json(), "tiles": told}

    def about(self) -> dict[str, object]:
        """The map's words and boards, and everything that is said of it."""
        boards = [{"name": each.name, "hexes": len(each.places)} for each in self.map.grounds]
        return {"title": self.map.title, "words": self.map.words.as_json(), "boards": boards, **self.map.state()}

    def propose(self, ground: int, layer: str) -> dict[str, object]:
        """What to look at next; `missing` names what is not installed."""
        try:
            return self.proposer(ground).ask(layer)
        except ModuleNotFoundError as error:
            return {"missing": error.name}

    def sure(self, ground: int, layer: str) -> dict[str, object]:
        """All that is proposed to be there in a layer, with how certain that is."""
        return self.proposer(ground).sure(layer)

    def trial(self, ground: int, layer: str) -> dict[str, object]:
        """How proposals did on what was held back."""
        return self.proposer(ground).trial(layer)

    def progress(self, ground: int) -> dict[str, object]:
        """How far the program is that looks at a board or learns, as a share; 1 if it waits."""
        return {"done": self.proposer(ground).progress}

    def accept(self, ground: int, version: int, stroke: str, told: dict[str, Any]) -> dict[str, object]:
        """Take many proposals at once."""
        return self.proposer(ground).accept(version, stroke, told)

    def answer(self, ground: int, version: int, stroke: str, told: dict[str, Any]) -> dict[str, object]:
        """A person's answer to a question."""
        return self.proposer(ground).answer(version, stroke, told)

    def proposer(self, ground: int) -> Proposer:
        """Who proposes for a board, one for all pages."""
        with self._making:
            return self._proposers.setdefault(ground, Proposer(self.map, self.module, self._ground(ground)))

    def slips(self) -> list[dict[str, object]]:
        """What looks like a slip."""
        return [{"slip": each.slip, "hexes": each.hexes, "word": each.word} for each in self.map.spots()]

    def _ground(self, ground: int) -> DrawingGround:
        if not 0 <= ground < len(self.map.grounds):
            raise UsageError(f"the module has no board {ground} with hexes")
        return self.map.grounds[ground]
