"""Which kind of VASSAL file it is (`MetaDataFactory`), and reading each."""

from __future__ import annotations

from pathlib import Path

from adjudicator.budget import bounded
from adjudicator.collector import paused
from adjudicator.importers.archive import Archive
from adjudicator.importers.format import Imported, Sample
from adjudicator.importers.vassal.log import replay
from adjudicator.importers.vassal.memory import KnownPieces
from adjudicator.importers.vassal.metadata import BUILD_FILES
from adjudicator.importers.vassal.module import read_extension, read_module
from adjudicator.importers.vassal.outlines import MODULE_ROOTS
from adjudicator.importers.vassal.savegame import SAVED_GAME, load, open_document, seats_in
from adjudicator.model.module import Module

_MODULE_ROOTS = tuple(root.encode() for root in MODULE_ROOTS)
_EXTENSION_ROOT = b"VASSAL.build.module.ModuleExtension"
_HEAD = 1 << 14


def is_save(sample: Sample) -> bool:
    """A save or log has an entry `savedGame`, whatever else lies beside it."""
    return SAVED_GAME in sample.names


def is_extension(sample: Sample) -> bool:
    return _built(sample) and ("extensiondata" in sample.names or _begins_with(sample, (_EXTENSION_ROOT,)))


def is_module(sample: Sample) -> bool:
    if not _built(sample) or "extensiondata" in sample.names:
        return False
    return "moduledata" in sample.names or _begins_with(sample, _MODULE_ROOTS)


@paused()
@bounded
def read_save(path: Path, module: Module | None, memory: KnownPieces | None = None) -> Imported:
    """A save, or a log if any action was logged in it; in files that share a `memory`, one player has one pseudonym."""
    document = open_document(path)
    loaded = load(document, module, memory)
    session = loaded.session
    log = replay(document, loaded) if loaded.steps else None
    notes = session.told() if log is None else log.notes
    session.close()
    if log is None:
        return Imported("save", "VASSAL save", module, loaded.state, notes=notes)
    return Imported("log", "VASSAL log", module, log.start, log, notes, end=session.state)


def read_module_file(path: Path, _module: Module | None) -> Imported:
    """A module, with the extensions in the folder beside it that the engine loads with it (`<name>_ext`)."""
    archive = Archive(path)
    added = [(Archive(each), each.name) for each in extensions_of(path)]
    module, notes = read_module(archive, path.name, added)
    return Imported("module", "VASSAL module", module, notes=tuple(notes))


def extensions_of(path: Path) -> list[Path]:
    """The extensions that the engine loads with a module, by name."""
    folder = path.with_name(f"{path.stem}_ext")
    beside = sorted(each for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []
    return [each for each in beside if each.suffix in (".vmdx", ".mdx")]


def read_extension_file(path: Path, module: Module | None) -> Imported:
    """An extension on its own; its tree is what it is, since only its module gives it meaning."""
    record = read_extension(Archive(path), path.name)
    return Imported("extension", "VASSAL extension", module, carried={"vassal": record})


@bounded
def roster_of(path: Path) -> tuple[tuple[str, str], ...]:
    """Who sits down in a save or log, each by name and side."""
    return seats_in(open_document(path))


def _built(sample: Sample) -> bool:
    return SAVED_GAME not in sample.names and any(name in sample.names for name in BUILD_FILES)


def _begins_with(sample: Sample, roots: tuple[bytes, ...]) -> bool:
    """Whether one of the first ten lines of the build file names the class."""
    if "moduledata" in sample.names or "extensiondata" in sample.names:
        return False
    name = next(name for name in BUILD_FILES if name in sample.names)
    lines = sample.beginning(name, _HEAD).splitlines()[:10]
    return any(root in line for line in lines for root in roots)
