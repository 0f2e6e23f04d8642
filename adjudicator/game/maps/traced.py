"""A map that is open in the desk: what is drawn on it, and the pictures of its boards, each made into tiles when it is wanted."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.errors import UsageError
from adjudicator.game.maps.opening import open_map, tiles_of
from adjudicator.game.maps.proposing import Proposer
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.model.module import Module
from exporters.tiles import Pyramid


@dataclass
class Traced:
    """A map in hand with its module."""

    map: MapInHand
    module: Module
    _tiles: dict[int, Pyramid | None] = field(default_factory=dict)
    _proposers: dict[int, Proposer] = field(default_factory=dict)
    _making: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def open(cls, pack: str | Path, theatre: str | Path = "", module: Path | None = None) -> Traced:
        """Open a pack's map; AdjudicatorError if it cannot be traced."""
        return cls(*open_map(pack, theatre, module))

    def tiles(self, board: int) -> Pyramid | None:
        """The tiles of a board's picture, None if it has none."""
        self._require(board)
        with self._making:
            if board not in self._tiles:
                self._tiles[board] = tiles_of(self.map.grounds[board], self.module)
            return self._tiles[board]

    def board(self, board: int) -> dict[str, object]:
        """A board as a page draws it; `tiles` is None where it has no picture."""
        self._require(board)
        pyramid = self.tiles(board)
        told = {"size": pyramid.size, "levels": pyramid.levels, "side": pyramid.side} if pyramid else None
        return {**self.map.grounds[board].as_json(), "tiles": told}

    def about(self) -> dict[str, object]:
        """The map's words and boards, and everything that is said of it."""
        boards = [{"name": each.name, "hexes": len(each.places)} for each in self.map.grounds]
        return {"title": self.map.title, "words": self.map.words.as_json(), "boards": boards, **self.map.state()}

    def propose(self, board: int, layer: str) -> dict[str, object]:
        """What to look at next; `missing` names what is not installed."""
        try:
            return self._proposer(board).ask(layer)
        except ModuleNotFoundError as error:
            return {"missing": error.name}

    def answer(self, board: int, version: int, stroke: str, told: dict[str, Any]) -> dict[str, object]:
        """A person's yes or no to a proposal."""
        return self._proposer(board).answer(version, stroke, told)

    def _proposer(self, board: int) -> Proposer:
        self._require(board)
        return self._proposers.setdefault(board, Proposer(self.map, self.module, self.map.grounds[board]))

    def slips(self) -> list[dict[str, object]]:
        """What looks like a slip."""
        return [{"slip": each.slip, "hexes": each.hexes, "word": each.word} for each in self.map.spots()]

    def _require(self, board: int) -> None:
        if not 0 <= board < len(self.map.grounds):
            raise UsageError(f"the module has no board {board} with hexes")
