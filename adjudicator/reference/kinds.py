"""The kinds of file that a pack is made of, and the model that reads each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from adjudicator.exporters.theatre_map.style import MapStyle
from adjudicator.lean import dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.pack import CatalogueFile, Header, ReadingsFile, RulesFile, UnitsFile
from adjudicator.model.theatre import TheatreHeader
from adjudicator.packs.charts import ChartsFile
from adjudicator.packs.sentences import SentencesFile
from adjudicator.packs.tables import TABLES
from adjudicator.toml import files_in


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: `id` names its page and schema, `file` is the name as a reader knows it, `pattern` finds it in a pack.

    `partial`: such a file may state only what differs from the pack that this one extends, so that any key may be left out.
    """

    id: str
    file: str
    pattern: str
    model: type[BaseModel]
    partial: bool = True

    @property
    def schema_file(self) -> str:
        return f"pack-{self.id}.json"


def _plain(stem: str, model: type[BaseModel], partial: bool = True) -> FileKind:
    return FileKind(stem, f"{stem}.toml", f"{stem}.toml", model, partial)


KINDS: tuple[FileKind, ...] = (
    _plain("pack", Header),
    _plain("units", UnitsFile),
    _plain("rules", RulesFile),
    _plain("readings", ReadingsFile),
    _plain("catalogue", CatalogueFile),
    _plain("sentences", SentencesFile, partial=False),
    _plain("charts", ChartsFile, partial=False),
    *(_plain(stem, model) for stem, model in TABLES.items()),
    FileKind("binding", "bindings/FORMAT.toml", "bindings/*.toml", Binding),
    FileKind("theatre", "theatre.toml", "theatres/*/theatre.toml", TheatreHeader, partial=False),
    FileKind("style", "style.toml", "theatres/*/style.toml", MapStyle),
)


def files_of(kind: FileKind, folder: Path) -> Iterator[Path]:
    """The files of a kind in a pack's folder."""
    yield from files_in(folder, kind.pattern)
