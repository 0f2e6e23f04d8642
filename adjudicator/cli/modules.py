"""Building and changing modules: opening what is named, doing it, telling what was done."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import typer

from adjudicator.cli import merging, opening, printing, targets
from adjudicator.errors import ReadError, Source
from adjudicator.packs import load
from adjudicator.words import counted
from exporters.vassal.box import build_module
from exporters.vassal.edit import Editor, Edits
from exporters.vassal.versions import version_of
from importers.archive import Archive
from importers.vassal.module import ModuleRecord, read_module


@dataclass(frozen=True, slots=True)
class Titles:
    """What a module is called, and the height of its hexes."""

    name: str
    version: str
    height: int


def require_ending(out: Path) -> None:
    if out.suffix.lower() != ".vmod":
        raise typer.BadParameter(f"--output {out}: wants .vmod")


def build(pack: str, theatre: str | None, charts: Path | None, titles: Titles, out: Path) -> list[str]:
    """Write a pack's module and say what is in it."""
    loaded = load.load_pack(pack, charts=charts)
    folder = load.theatre_folder(loaded, theatre or "")
    made = load.load_theatre_for(loaded, folder)
    with printing.counting(f"building {out.name}") as progress:
        box = build_module(
            loaded,
            made,
            out,
            folder=folder,
            height=titles.height,
            name=titles.name,
            version=titles.version,
            progress=progress,
        )
    pieces = f"{counted(len(box.slots), 'counter')} with {counted(len(box.images), 'face')}"
    setups = ", ".join(setup.name for setup in box.setups) or "none"
    return [
        f"{box.name} {box.version}: {counted(len(made.hexes), 'hex')}, {pieces}",
        f"set-ups: {setups}",
    ]


def wish(scale: float | None, drop: bool, name: str | None, version: str | None, vassal: str | None) -> Edits:
    """The changes asked for."""
    return Edits(scale, drop, name, version, version_of(vassal) if vassal else None)


def edit(path: Path, edits: Edits, extensions: Sequence[Path], saves: Sequence[Path], out: Path) -> list[str]:
    """Write a changed module, and the saves that shall go along with it, and say what was done."""
    opening.require_vassal_module(path)
    for each in (*extensions, *saves):
        opening.require(each)
    if edits.nothing and not extensions:
        raise typer.BadParameter(
            "nothing to do: say --scale, --rename, --version, --merge, --drop-unused-images, --vassal"
        )
    lines: list[str] = []
    with ExitStack() as open_until_done:
        source = path
        if extensions:
            room = Path(open_until_done.enter_context(tempfile.TemporaryDirectory()))
            source = room / path.name
            notes = merging.merge_extensions(path, extensions, source)
            lines += [f"made part of it: {each.name}" for each in extensions] + [str(note) for note in notes]
        editor = _editor(source, edits, open_until_done.enter_context(printing.counting(f"writing {out.name}")))
        _write_saves(editor, saves, out, lines)
        lines += editor.write(out)
    return lines


def _editor(path: Path, edits: Edits, progress: printing.Counting) -> Editor:
    archive = Archive(path)
    module, _ = read_module(archive, path.name)
    record = module.carried["vassal"]
    if not isinstance(record, ModuleRecord):
        raise ReadError("this is no module of VASSAL's", Source(str(path)))
    return Editor(archive, module, record.build, record.build_file, edits, progress)


def _write_saves(editor: Editor, saves: Sequence[Path], out: Path, lines: list[str]) -> None:
    for each in saves:
        copy = out.with_name(f"{out.stem}_{each.name}")
        targets.spare(copy, each)
        editor.save(Archive(each), copy)
        lines.append(f"wrote {copy}, the save {each.name} for the changed module")
