"""`adjudicator audit`: the logs of a game judged move by move, the chain of files proved, the dice counted."""

from __future__ import annotations

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
    PACK_IF_ANY,
    PHASE,
    READING,
    THEATRE,
    TURN,
    UMPIRE,
)

if TYPE_CHECKING:
    from adjudicator.audit.record import Audited

CLEAN, BROKEN = 0, 1
ENDINGS = (".html", ".md", ".json")


def audit(
    logs: list[Path] = typer.Argument(..., metavar="LOG", help="The logs (and saves) of one game, in order of play."),
    *,
    module: Path | None = MODULE,
    pack: str | None = PACK_IF_ANY,
    theatre: str | None = THEATRE,
    charts: Path | None = CHARTS,
    reading: list[str] = READING,
    option: list[str] = OPTION,
    condition: list[str] = CONDITION,
    turn: int = TURN,
    phase: str | None = PHASE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    first: int = typer.Option(
        1,
        "--from",
        metavar="STEP",
        min=1,
        show_default=False,
        help="The first step to report, counted through all logs.",
    ),
    last: int = typer.Option(0, "--to", metavar="STEP", min=0, show_default=False, help="The last step to report."),
    rulings: Path | None = typer.Option(
        None, "--rulings", metavar="FILE", help="An umpire's rulings (TOML): findings overridden."
    ),
    against: Path | None = typer.Option(
        None, "--against", metavar="FILE", help="An earlier audit (.json) to compare with."
    ),
    output: list[Path] = typer.Option([], "--output", "-o", metavar="FILE", help="A report: .html, .md or .json."),
    bundle: Path | None = typer.Option(
        None, "--bundle", metavar="FOLDER", help="A folder with the page and its maps as tiles."
    ),
    as_json: bool = JSON,
) -> int:
    """Audit a game. Leaves with 0 if no rule is broken and the files follow from one another, else with 1."""
    from adjudicator.audit import against as comparing  # noqa: PLC0415 - kept out of --help
    from adjudicator.audit import run  # noqa: PLC0415
    from adjudicator.audit.rulings import load_rulings  # noqa: PLC0415
    from adjudicator.cli import auditing, judging, printing, viewing  # noqa: PLC0415

    for each in output:
        if each.suffix.lower() not in ENDINGS:
            raise typer.BadParameter(f"--output {each}: wants an ending out of {', '.join(ENDINGS)}")
    if last and last < first:
        raise typer.BadParameter(f"--from {first} --to {last}: that is no step at all")
    eyes = viewing.wanted(seat, umpire)
    said = judging.Said(theatre, charts, tuple(reading), tuple(option), tuple(condition), turn, phase, eyes)
    bench = judging.bench(pack, said) if pack else None
    ruled = load_rulings(rulings) if rulings else ()
    earlier = comparing.read_earlier(against, eyes or run.EVERYBODY) if against else None
    opened, files = auditing.open_all(logs, module, bench)
    auditing.require_one_game(files)
    viewing.viewer_for(opened, eyes)
    wish = run.Wish(
        seat=eyes,
        first=first,
        last=last,
        rulings=ruled,
        earlier=earlier,
        earlier_name=against.name if against else "",
        theatre=bench.network.theatre.title if bench else "",
    )
    judge = auditing.judge_by(bench, opened.module) if bench else None
    with printing.progress("auditing"):
        audited = run.audit(files, opened.module, judge, wish)
    for each in output:
        _write(audited, each)
    if bundle is not None:
        from exporters.report.bundle import write_bundle  # noqa: PLC0415 - draws only for the folder

        with printing.progress(f"writing {bundle.name}"):
            write_bundle(audited, bundle)
        printing.remark(f"wrote {bundle}")
    _tell(audited, as_json)
    clean = not audited.audit.broken and audited.audit.chain.sound and not audited.audit.chain.changed_since
    return CLEAN if clean else BROKEN


def _write(audited: Audited, path: Path) -> None:
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from exporters.atomic import write_bytes, write_text  # noqa: PLC0415
    from exporters.report import audit_json, audit_markdown, page  # noqa: PLC0415

    with printing.progress(f"writing {path.name}"):
        if path.suffix.lower() == ".json":
            write_bytes(path, audit_json.audit_bytes(audited.audit))
        elif path.suffix.lower() == ".md":
            write_text(path, audit_markdown.audit_markdown(audited.audit))
        else:
            page.write_page(audited, path)
    printing.remark(f"wrote {path}")


def _tell(audited: Audited, as_json: bool) -> None:
    from adjudicator.cli import account, printing  # noqa: PLC0415 - kept out of --help
    from exporters.report import audit_json  # noqa: PLC0415

    if as_json:
        printing.print_json(audit_json.audit_json(audited.audit))
    else:
        account.print_audit(audited.audit)
