"""From files that games are kept in to the canonical state; the content decides which importer reads a file."""

from __future__ import annotations

from pathlib import Path

from adjudicator.budget import bounded, open_file
from adjudicator.collector import paused
from adjudicator.errors import CorruptFile, Source, UnknownFormat, reading
from adjudicator.importers import cyberboard, native, packed, tabletop_simulator, zuntzu
from adjudicator.importers.archive import Archive
from adjudicator.importers.format import Format, Imported, Sample
from adjudicator.importers.vassal import container
from adjudicator.importers.vassal.wire import endings
from adjudicator.model.module import Module
from adjudicator.said import say, strung
from adjudicator.writing import this_run

__all__ = ["FORMATS", "Format", "Imported", "Sample", "read", "recognise"]

FORMATS: tuple[Format, ...] = (
    Format("VASSAL save or log", endings.GAMES, container.is_save, container.read_save),
    Format("VASSAL module", endings.MODULES, container.is_module, container.read_module_file),
    Format("VASSAL extension", (".vmdx", ".mdx"), container.is_extension, container.read_extension_file),
    Format(native.NAME, (".json",), native.sniff, native.read),
    Format(zuntzu.NAME, zuntzu.EXTENSIONS, zuntzu.sniff, zuntzu.read),
    Format(
        tabletop_simulator.NAME,
        tabletop_simulator.EXTENSIONS,
        tabletop_simulator.sniff,
        tabletop_simulator.read,
    ),
    Format(cyberboard.NAME, cyberboard.EXTENSIONS, cyberboard.sniff, cyberboard.read),
)

_HEAD = 1 << 16
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")


@bounded
def read(path: str | Path, module: Module | None = None) -> Imported:
    """Read a file of any known format; `module` is the game box that a save or log belongs to, if it is at hand."""
    path = Path(path)
    found = recognise(path)
    with reading(file=path.name), paused():
        return found.read(path, module)


@bounded
def recognise(path: Path) -> Format:
    """The one format whose sniff says yes; a file that two claim, or none, is an error."""
    with reading(file=path.name):
        sample = _sample(path)
        claims = [each for each in FORMATS if each.sniff(sample)]
        if len(claims) == 1:
            return claims[0]
        if claims:
            raise UnknownFormat(f"claimed by two formats: {', '.join(each.name for each in claims)}")
        unknown = say("no known format; tried {formats}", ", ".join(each.name for each in FORMATS))
        hint = packed.hint(sample.names)
        raise UnknownFormat(strung((unknown, hint), "; ") if hint else unknown)


def _sample(path: Path) -> Sample:
    this_run().note(path)
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise CorruptFile(f"cannot be opened: {error.strerror}", Source(path.name)) from error
    return Sample(path, head, Archive(path) if head.startswith(_ZIP) else None)
