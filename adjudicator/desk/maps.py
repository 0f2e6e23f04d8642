"""The maps that are being traced: each goes by a short key made of its folder and module, so that no address names a path."""

from __future__ import annotations

import hashlib
import os
import threading
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.lean import dataclass

if TYPE_CHECKING:
    from adjudicator.game.maps.traced import Traced


@dataclass(frozen=True, slots=True)
class MapToTrace:
    """A map to trace: a pack by name or folder, its theatre ("" = the only one), and the module's file."""

    pack: str
    theatre: str = ""
    module: Path | None = None


@dataclass
class Maps:
    """The maps that were opened; pages that look at one map share it."""

    _open: dict[str, Traced] = field(default_factory=dict)
    _opening: threading.Lock = field(default_factory=threading.Lock)

    def open(self, wanted: MapToTrace) -> str:
        """The key of a map, opened if it is not; AdjudicatorError if it cannot be."""
        from adjudicator.game.maps.traced import Traced  # noqa: PLC0415 - few desks trace

        with self._opening:
            opened = Traced.open(wanted.pack, wanted.theatre, wanted.module)
            key = _key(opened.map.folder, opened.map.module)
            self._open.setdefault(key, opened)
            return key

    def find(self, key: str) -> Traced | None:
        """The map of that key, None if it is not open."""
        return self._open.get(key)


def _key(folder: Path, module: Path) -> str:
    told = os.fsencode(folder.resolve()) + b"\0" + os.fsencode(module.resolve())
    return hashlib.sha256(told).hexdigest()[:12]
