"""A pack's tables as those who judge by them want them: each validated once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.toml import validated

Loaded = TypeVar("Loaded", bound=Table)
_EMPTY: Mapping[str, Any] = {}


def load_table(pack: Pack, name: str, model: type[Loaded]) -> Loaded:
    """The table of a file (`zoc` for zoc.toml) as a model; empty if the pack has none. PackError names a key that is wrong.

    A pack in which other things are otherwise, such as a chart, has the same tables.
    """
    found: Loaded | None = pack.loaded.get((name, model))
    if found is None:
        found = _table(pack.tables.get(name, _EMPTY), model, pack.folder / f"{name}.toml")
        pack.loaded[name, model] = found
    return found


@remembered(512)
def _table(content: Mapping[str, Any], model: type[Loaded], path: Path) -> Loaded:
    return validated(content, model, path)
