"""A pack's tables as those who judge by them want them: each validated once per pack."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.toml import validated

Loaded = TypeVar("Loaded", bound=Table)


@remembered(128)
def load_table(pack: Pack, name: str, model: type[Loaded]) -> Loaded:
    """The table of a file (`zoc` for zoc.toml) as a model; empty if the pack has none. PackError names a key that is wrong."""
    return validated(pack.tables.get(name, {}), model, pack.folder / f"{name}.toml")
