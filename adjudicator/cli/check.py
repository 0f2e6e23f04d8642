"""`adjudicator check`: judge saves and logs by a pack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import FORCE, JSON, JudgingOptions, judging, writable
from adjudicator.errors import AdjudicatorError, PackError, Source, UsageError, WriteError
from adjudicator.lean import dataclass

if TYPE_CHECKING:
    from adjudicator.game.evidence import Copies
    from adjudicator.game.game import Game
    from adjudicator.game.rules import Rules

CLEAN, BROKEN, UNREADABLE = 0, 1, 3
PAGES = (".md", ".json", ".html")


@judging()
def check(
    saves: list[Path] = typer.Argument(..., metavar="SAVE", help="Saves or logs; each is judged separately, and once."),
    *,
    asked: JudgingOptions,
    output: list[Path] = typer.Option(
        [],
        "--output",
        "-o",
        metavar="FILE",
        callback=writable,
        help="The report to write: .md, .json or .html; a folder for several files.",
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> int:
    """Judge saves and logs by the rules of a pack. Exits with 1 if a rule is broken."""
    from adjudicator.cli import asking, printing, verdict  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.evidence import copies  # noqa: PLC0415
    from adjudicator.game.game import one_by_one  # noqa: PLC0415
    from adjudicator.game.rules_wanted import FITTING, NO_RULES  # noqa: PLC0415

    if asked.pack == NO_RULES and output:
        raise typer.BadParameter("--output: '--pack none' judges nothing, so that there is no report to write")
    named = copies(saves)
    for each in output:
        _check_output(each, len(named))
    listener = printing.Shown()
    told = _Told(alone=len(named) == 1, judges=asked.pack != NO_RULES)

    def opened(files: Sequence[Path], rules: Rules | None) -> Game:
        return asking.judged_game(files, asked, listener, rules=rules)

    games = one_by_one(list(_opened(named, opened, told, named_pack=asked.pack != FITTING)))
    paths = [game.paths[-1] for game in games]
    for game, path in zip(games, paths, strict=True):
        with told.of(path):
            if game.rules is None:
                told.unjudged(path, as_json)
                continue
            judged = game.check(assume=bool(output) or not as_json)
            told.worst = max(told.worst, CLEAN if judged.clean else BROKEN)
            pages = [each if told.alone else _page(each, path, paths) for each in output]
            written = [judged.write(each, force=force) for each in pages]
            for saved in written:
                printing.remark_saved(saved)
            if as_json:
                listed = [str(each) for saved in written for each in saved.written]
                told.entries.append(judged.as_json() | ({"written": listed} if listed else {}))
            else:
                verdict.print_report(judged.report)
    if as_json:
        printing.print_json(told.entries[0] if len(told.entries) == 1 else told.entries)
    return told.worst


def _opened(
    named: Sequence[Copies], opened: Callable[[Sequence[Path], Rules | None], Game], told: _Told, *, named_pack: bool
) -> Iterator[Game]:
    """Each file as a game of its own. Rules that were named, by an option or by its folder, are loaded once."""
    from adjudicator.game.settings import home_of  # noqa: PLC0415 - kept out of --help

    known: dict[Path | None, Rules] = {}
    for alike in named:
        with told.of(alike.path):
            home = home_of(alike.given)
            key = home.path if home.pack else None
            game = opened(alike.given, known.get(key))
            rules = _rules(game, told.alone) if told.judges else None
            if rules is not None and (home.pack or named_pack):
                known[key] = rules
            yield game


@dataclass(slots=True)
class _Told:
    """What is told of each file, and the worst of the exit codes; `alone` if only one file was named.

    `judges` is whether rules are wanted.
    """

    alone: bool
    judges: bool = True
    entries: list[object] = field(default_factory=list)
    worst: int = CLEAN

    def unjudged(self, path: Path, as_json: bool) -> None:
        """Say of a file that no rules were asked for."""
        if as_json:
            self.entries.append({"subject": str(path), "judged": False})
        else:
            say(f"{path.name}: no rules were asked for, so that nothing is judged")

    @contextmanager
    def of(self, path: Path) -> Iterator[None]:
        """A file that cannot be read or judged is told of and left out, unless it is the only one."""

        try:
            yield
        except AdjudicatorError as error:
            if self.alone or isinstance(error, WriteError | UsageError):
                raise
            self.worst = UNREADABLE
            self.entries.append({"subject": str(path), "error": str(error)})
            remark(f"adjudicator: {error}")


def _rules(game: Game, alone: bool) -> Rules:
    """The rules to judge by; without any there is nothing to do, but for the other files."""
    if game.rules is None:
        why = "no pack knows the counters of this game: name one"
        begin = (
            "; 'adjudicator packs draft MODULE' begins one, and 'adjudicator audit' tells what was played without rules"
        )
        raise UsageError(why + begin, "pack") if alone else PackError(f"{why} with --pack", Source(str(game.paths[-1])))
    return game.rules


def _check_output(output: Path, files: int) -> None:
    """Fail at once if an output cannot be written."""
    if files > 1:
        if output.suffix:
            raise typer.BadParameter(f"--output {output}: of several files, name a folder")
    elif output.suffix.lower() not in PAGES:
        raise typer.BadParameter(f"--output {output}: wants an ending out of {', '.join(PAGES)}")


def _page(folder: Path, save: Path, saves: Sequence[Path]) -> Path:
    """The report's file, in a folder; named for the save, and for its place among them if names repeat."""
    from adjudicator.writing import inside, make_folder  # noqa: PLC0415 - kept out of --help

    make_folder(folder)
    alike = [each for each in saves if each.name == save.name]
    return inside(folder, f"{save.name}.md" if len(alike) == 1 else f"{save.name}.{saves.index(save) + 1}.md")
