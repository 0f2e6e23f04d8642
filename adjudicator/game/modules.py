"""Modules of VASSAL's: built from a pack, changed as a whole, looked through for what is wrong with them."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from adjudicator.errors import ReadError, Source, UsageError
from adjudicator.exporters.vassal.box import build_module
from adjudicator.exporters.vassal.edit import Editor, Edits
from adjudicator.exporters.vassal.versions import version_of
from adjudicator.extras import program_version
from adjudicator.game.boxes import require_file, require_vassal_box, require_vassal_module
from adjudicator.game.listener import Counting, Listener
from adjudicator.game.merging import merge_extensions
from adjudicator.game.outputs import require_ending
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import ModuleRecord, read_module
from adjudicator.importers.vassal.validate import reports
from adjudicator.importers.vassal.validate import validate as look_through
from adjudicator.importers.vassal.validate.problems import ModuleProblems, Problem
from adjudicator.importers.vassal.validate.rules import BY_FLAW, Rule, unknown_words
from adjudicator.lean import dataclass
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.packs import load
from adjudicator.said import say
from adjudicator.words import counted
from adjudicator.writing import collected, forced, free, quietly, refuse_overwrite, together

NOTHING_TO_DO = "nothing to do: say --scale, --rename, --version, --merge, --drop-unused-images, --vassal"


@dataclass(frozen=True, slots=True)
class Titles:
    """What a module is called ("" = by the game and its map, by the book's edition), and the height of its hexes in pixels."""

    name: str = ""
    version: str = ""
    height: int = 100


@dataclass(frozen=True, slots=True)
class Changes:
    """What to change in a module; None leaves it as it is. `vassal` is the version of the program to write for, 3.2 to 3.7."""

    scale: float | None = None
    drop_unused_images: bool = False
    name: str | None = None
    version: str | None = None
    vassal: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A file or folder that was made, and lines on what was done to make it."""

    path: Path
    done: tuple[str, ...]
    written: tuple[Path, ...] = ()
    """All that was written, if that is more than the path."""

    def as_json(self) -> dict[str, object]:
        written = [str(path) for path in self.written or (self.path,)]
        return {"wrote": str(self.path), "written": written, "done": list(self.done)}


def build(
    pack: str | Path,
    out: Path,
    *,
    theatre: str | Path = "",
    charts: Path | None = None,
    titles: Titles | None = None,
    listener: Listener | None = None,
    force: bool = False,
) -> Made:
    """Write a pack's playable module: map, counters, charts, turn track, dice, set-ups.

    `force` writes over what else would not be replaced.
    """
    require_ending(out, ".vmod")
    with forced(force):
        refuse_overwrite(out, *([charts] if charts else []))
    wanted = titles or Titles()
    loaded = load.load_pack(pack, charts=charts)
    folder = load.theatre_folder(loaded, theatre)
    made = load.load_theatre_for(loaded, folder)
    with forced(force), (listener or Listener()).counting(say("building {file}", out.name)) as progress:
        box = build_module(
            loaded,
            made,
            out,
            folder=folder,
            height=wanted.height,
            name=wanted.name,
            version=wanted.version,
            progress=progress,
            mark=OutputMark(OutputKind.MODULE),
        )
    pieces = f"{counted(len(box.slots), 'counter')} with {counted(len(box.images), 'face')}"
    setups = ", ".join(setup.name for setup in box.setups) or "none"
    return Made(
        out,
        (f"{box.name} {box.version}: {counted(len(made.hexes), 'hex')}, {pieces}", f"set-ups: {setups}"),
    )


def edit(
    path: Path,
    changes: Changes,
    out: Path,
    *,
    extensions: Sequence[Path] = (),
    saves: Sequence[Path] = (),
    listener: Listener | None = None,
    force: bool = False,
) -> Made:
    """Write a changed copy of a module, with extensions made part of it, and beside it saves changed along with it.

    `force` writes over what else would not be replaced, the module alone: the saves take names that are free.
    """
    require_ending(out, ".vmod")
    with forced(force):
        refuse_overwrite(out, path, *extensions, *saves)
    edits = _edits(changes)
    require_vassal_module(path)
    for each in (*extensions, *saves):
        require_file(each)
    if edits.nothing and not extensions:
        raise UsageError(NOTHING_TO_DO)
    lines: list[str] = []
    with ExitStack() as open_until_done:
        written = open_until_done.enter_context(collected())
        open_until_done.enter_context(together())
        source = path
        if extensions:
            room = Path(open_until_done.enter_context(tempfile.TemporaryDirectory()))
            source = room / path.name
            with quietly():
                notes = merge_extensions(path, extensions, source).notes
            lines += [f"made part of it: {each.name}" for each in extensions] + [str(note) for note in notes]
        counting = open_until_done.enter_context((listener or Listener()).counting(say("writing {file}", out.name)))
        editor = _editor(source, edits, counting)
        _write_saves(editor, saves, out, lines)
        with forced(force):
            lines += editor.write(out)
    return Made(out, tuple(lines), tuple(written))


@dataclass(frozen=True, slots=True)
class Linted:
    """What is wrong with a module by the rules that were wanted, and what refers to each of its images."""

    verdict: ModuleProblems

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.verdict.problems

    def by_rule(self) -> list[tuple[Rule, tuple[Problem, ...]]]:
        """The problems of each rule that there are any of."""
        return [(BY_FLAW[flaw], problems) for flaw, problems in self.verdict.by_flaw().items()]

    def as_json(self) -> dict[str, object]:
        return reports.as_json(self.verdict)

    def as_sarif(self) -> dict[str, object]:
        return reports.as_sarif(self.verdict, program_version())


def validate(path: Path, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Linted:
    """What is wrong with a module, or an extension, by all rules or those that are selected.

    UsageError for a word that means no rule.
    """
    if unknown := unknown_words((*select, *ignore)):
        raise UsageError(say("there is no such rule: {words}", ", ".join(unknown)), "select")
    require_vassal_box(path)
    return Linted(reports.selected(look_through(path), select, ignore))


def _edits(changes: Changes) -> Edits:
    vassal = version_of(changes.vassal) if changes.vassal else None
    return Edits(changes.scale, changes.drop_unused_images, changes.name, changes.version, vassal)


def _editor(path: Path, edits: Edits, progress: Counting) -> Editor:
    archive = Archive(path)
    module, _ = read_module(archive, path.name)
    record = module.carried["vassal"]
    if not isinstance(record, ModuleRecord):
        raise ReadError("this is no module of VASSAL's", Source(str(path)))
    return Editor(archive, module, record.build, record.build_file, edits, progress)


def _write_saves(editor: Editor, saves: Sequence[Path], out: Path, lines: list[str]) -> None:
    for each in saves:
        copy = free(out.with_name(f"{out.stem}_{each.name}"))
        editor.save(Archive(each), copy)
        lines.append(say("{copy} is the save {name} for the changed module", copy.name, each.name))
