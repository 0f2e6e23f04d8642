"""From games, boxes, maps, drawings, move logs and reports to files; the file name's ending decides which format is written.

The formats load when somebody asks for one of the names below: most who judge a game write none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.exporters.formats import FORMATS, Content, Format, WriteResult, endings_for, format_for, write

__all__ = ["FORMATS", "Content", "Format", "WriteResult", "endings_for", "format_for", "write"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'exporters' has no attribute '{name}'")
    from adjudicator.exporters import formats  # noqa: PLC0415 - with it all formats load

    return getattr(formats, name)
