"""Extensions with which a game was saved (`EXT`), held against those that its module was read with.

Facts: `ExtensionsLoader`, `ModuleExtension.RegCmd`: an extension goes by the name of its file; a missing one only warns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.errors import Source
from adjudicator.importers.vassal.module import ModuleRecord
from adjudicator.model.module import Module
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say


def missing_extensions(module: Module | None, saved: Sequence[tuple[tuple[str, ...], Source]]) -> Iterator[Note]:
    """A note on each extension of a save (name and version) that is not here, or is here in another version."""
    record = module.carried.get("vassal") if module else None
    if not isinstance(record, ModuleRecord):
        return
    here = {each.file.casefold(): each.metadata.version for each in record.extensions}
    for fields, source in saved:
        name, version, *_ = (*fields, "", "")
        found = here.get(name.casefold())
        if found is None:
            text = say(
                "the game was saved with the extension '{name}' {version}, which is not here, so that maps, counters and "
                "properties may be missing: it belongs into the folder '{folder}' beside the module",
                name,
                version,
                _folder(record),
            )
            yield Note(NoteKind.MISSING, name, text, source)
        elif found != version and found and version:
            text = say(
                "the game was saved with the extension '{name}' {version}, and here it is {found}", name, version, found
            )
            yield Note(NoteKind.GUESSED, name, text, source)


def _folder(record: ModuleRecord) -> str:
    """The folder from which the engine loads the extensions of a module."""
    path = getattr(record.archive, "path", None)
    return f"{path.stem}_ext" if path is not None else "_ext"
