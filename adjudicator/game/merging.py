"""A VASSAL module and its extensions as one module: reading them as the engine would, writing what that gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.vassal.merging import Merger
from adjudicator.game.answers import Saved
from adjudicator.game.boxes import require_file
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import ModuleRecord, read_module
from adjudicator.writing import collected, forced, refuse_overwrite


def merge_extensions(module_path: Path, extension_paths: Sequence[Path], out: Path, *, force: bool = False) -> Saved:
    """Write the module with the extensions applied in that order; the notes tell what could not be kept.

    `force` writes over what else would not be replaced.
    """
    with forced(force):
        refuse_overwrite(out, module_path, *extension_paths)
    for each in (module_path, *extension_paths):
        require_file(each)
    archive = Archive(module_path)
    extensions = {path.name: Archive(path) for path in extension_paths}
    if len(extensions) < len(extension_paths):
        raise WriteError("two extensions have one file name", Source(str(out)))
    module, notes = read_module(archive, module_path.name, [(opened, name) for name, opened in extensions.items()])
    record = module.carried["vassal"]
    assert isinstance(record, ModuleRecord)  # noqa: S101 - read_module puts it there
    merger = Merger(archive, extensions, record.whole, record.build_file)
    with forced(force), collected() as written:
        told = merger.write(out)
    return Saved(out, (*notes, *told)).with_all(written)
