"""Printed orders of battle: a game of ours whose book prints some has a module `printed_order`, which reads them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from adjudicator.budget import text_of
from adjudicator.errors import CorruptFile, PackError, Source
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.packs.folders import BUNDLED, PACKAGE


@dataclass(frozen=True, slots=True)
class Total:
    """How many units were read for one nation, type or formation, and how many the lines say."""

    of: str
    name: str
    units: int
    printed: int


class Printed(Protocol):
    """All that was read: numbers of lines, what does not add up, and the lines that could not be read."""

    read: int
    other: int
    unread: list[tuple[int, str]]
    odd: list[str]

    def totals(self) -> tuple[Total, ...]: ...

    def units_toml(self) -> str: ...

    def order_toml(self) -> str: ...


def reader_of(pack: Pack) -> Callable[[str], Printed]:
    """What reads the lists in the text of this game's book; PackError if nothing does."""
    module = f"{PACKAGE}.{pack.folder.name}.printed_order"
    if pack.folder.parent != BUNDLED or find_spec(module) is None:
        raise PackError("nobody wrote how this game prints its orders of battle", Source(str(pack.folder)))
    return cast(Callable[[str], Printed], import_module(module).read)


def load_text(path: Path) -> str:
    """A book's text; CorruptFile if it is not in UTF-8."""
    try:
        return text_of(path)
    except UnicodeDecodeError as error:
        raise CorruptFile(
            f"the text of a book in UTF-8 was expected, found another byte at {error.start}", Source(str(path))
        ) from error
