"""`adjudicator check`: judge saves and logs by a pack."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

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
from adjudicator.errors import AdjudicatorError, WriteError

if TYPE_CHECKING:
    from adjudicator.acts import Play
    from adjudicator.cli.judging import Bench
    from adjudicator.cli.opening import Opened
    from adjudicator.findings import Report

CLEAN, BROKEN, UNREADABLE = 0, 1, 3
PAGES = (".md", ".json", ".html")


def check(
    saves: list[Path] = typer.Argument(..., metavar="SAVE", help="Saves or logs; each is judged on its own."),
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
        [], "--output", "-o", metavar="FILE", help="A report: .md, .json, .html; of several files, a folder."
    ),
    as_json: bool = JSON,
) -> int:
    """Judge saves and logs by a pack's rules. Leaves with 0 if nothing is broken, 1 if rules are."""
    from adjudicator.cli import judging, printing, viewing  # noqa: PLC0415 - kept out of --help

    for each in output:
        _check_output(each, saves)
    eyes = viewing.wanted(seat, umpire)
    said = judging.Said(theatre, charts, tuple(reading), tuple(option), tuple(condition), turn, phase, eyes)
    bench = judging.bench(pack, said)
    told: list[object] = []
    worst = CLEAN
    for save in saves:
        try:
            opened, play, report = _judged(save, module, bench)
        except AdjudicatorError as error:
            if len(saves) == 1 or isinstance(error, WriteError):
                raise
            worst = max(worst, UNREADABLE)
            told.append({"subject": str(save), "error": str(error)})
            print(f"adjudicator: {error}", file=sys.stderr)
            continue
        worst = max(worst, CLEAN if report.clean else BROKEN)
        for each in output:
            _write((play, report), opened, bench, _page(each, save, saves))
        told.append(_shown(report, as_json))
    if as_json:
        printing.print_json(told[0] if len(saves) == 1 else told)
    return worst


def _judged(save: Path, module: Path | None, seat: Bench) -> tuple[Opened, Play, Report]:
    from adjudicator.cli.opening import open_game  # noqa: PLC0415 - kept out of --help

    opened = seat.seated(open_game(save, module, box=False))
    return opened, *seat.judged(opened)


def _check_output(output: Path, saves: Sequence[Path]) -> None:
    """Say at once what could not be written at the end."""
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


def _shown(report: Report, as_json: bool) -> object:
    from exporters.report.record import report_json  # noqa: PLC0415 - kept out of --help

    if as_json:
        return report_json(report)
    from adjudicator.cli.verdict import print_report  # noqa: PLC0415 - kept out of --help

    print_report(report)
    return None


def _write(judged: tuple[Play, Report], opened: Opened, seat: Bench, path: Path) -> None:
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from exporters.atomic import write_bytes, write_text  # noqa: PLC0415
    from exporters.report import markdown, page, record  # noqa: PLC0415

    report, ending = judged[1], path.suffix.lower()
    if ending == ".json":
        write_bytes(path, record.report_bytes(report))
    elif ending == ".html":
        from adjudicator.cli.auditing import as_audited  # noqa: PLC0415 - only for the page

        page.write_page(as_audited(opened, seat, judged), path)
    else:
        write_text(path, markdown.markdown(report))
    printing.remark(f"wrote {path}")
