"""`adjudicator check`: judge saves and logs by a pack."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from adjudicator.cli.options import (
    AS,
    CHARTS,
    CONDITION,
    JSON,
    MODULE,
    OPTION,
    PACK,
    PHASE,
    READING,
    THEATRE,
    TURN,
    UMPIRE,
)
from adjudicator.errors import AdjudicatorError, UsageError, WriteError

CLEAN, BROKEN, UNREADABLE = 0, 1, 3
PAGES = (".md", ".json", ".html")


def check(
    saves: list[Path] = typer.Argument(..., metavar="SAVE", help="Saves or logs; each is judged separately."),
    *,
    module: Path | None = MODULE,
    pack: str = PACK,
    theatre: str | None = THEATRE,
    charts: Path | None = CHARTS,
    reading: list[str] = READING,
    option: list[str] = OPTION,
    condition: list[str] = CONDITION,
    turn: int = TURN,
    phase: str | None = PHASE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: list[Path] = typer.Option(
        [],
        "--output",
        "-o",
        metavar="FILE",
        help="The report to write: .md, .json or .html; a folder for several files.",
    ),
    as_json: bool = JSON,
) -> int:
    """Judge saves and logs by the rules of a pack. Exits with 1 if a rule is broken."""
    from adjudicator.cli import asking, printing, verdict  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.game import open_game  # noqa: PLC0415

    for each in output:
        _check_output(each, saves)
    eyes, listener = asking.viewer(seat, umpire), printing.Shown()
    rules = asking.rules(pack, asking.Said(theatre, charts, reading, option, condition, turn, phase), listener)
    told: list[object] = []
    worst = CLEAN
    for save in saves:
        try:
            judged = open_game([save], pack=rules, module=module, viewer=eyes, listener=listener).check()
        except AdjudicatorError as error:
            if len(saves) == 1 or isinstance(error, WriteError | UsageError):
                raise
            worst = max(worst, UNREADABLE)
            told.append({"subject": str(save), "error": str(error)})
            printing.remark(f"adjudicator: {error}")
            continue
        worst = max(worst, CLEAN if judged.clean else BROKEN)
        for each in output:
            printing.remark_saved(judged.write(_page(each, save, saves)))
        if as_json:
            told.append(judged.as_json())
        else:
            verdict.print_report(judged.report)
    if as_json:
        printing.print_json(told[0] if len(saves) == 1 else told)
    return worst


def _check_output(output: Path, saves: Sequence[Path]) -> None:
    """Fail at once if an output cannot be written."""
    if len(saves) > 1:
        if output.suffix:
            raise typer.BadParameter(f"--output {output}: of several files, name a folder")
    elif output.suffix.lower() not in PAGES:
        raise typer.BadParameter(f"--output {output}: wants an ending out of {', '.join(PAGES)}")


def _page(output: Path, save: Path, saves: Sequence[Path]) -> Path:
    """The report's file; of several in a folder named for the save, and for its place among them if names repeat."""
    if len(saves) == 1:
        return output
    output.mkdir(parents=True, exist_ok=True)
    alike = [each for each in saves if each.name == save.name]
    return output / (f"{save.name}.md" if len(alike) == 1 else f"{save.name}.{saves.index(save) + 1}.md")
