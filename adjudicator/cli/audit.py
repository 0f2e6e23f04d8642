"""`adjudicator audit`: judge a game move by move, check that each file follows the last, count the dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from adjudicator.cli.options import FORCE, JSON, JudgingOptions, judging, writable

if TYPE_CHECKING:
    from adjudicator.game.answers import GameAudit
    from adjudicator.game.game import Game


LOGS: Any = typer.Argument(..., metavar="LOG", help="The logs (and saves) of one game, in any order; or their folder.")
FROM: Any = typer.Option(
    1, "--from", metavar="STEP", min=1, show_default=False, help="The first step to report, counted through all logs."
)
TO: Any = typer.Option(0, "--to", metavar="STEP", min=0, show_default=False, help="The last step to report.")
RULINGS: Any = typer.Option(
    None, "--rulings", metavar="FILE", help="An umpire's rulings (TOML) that override findings."
)
AGAINST: Any = typer.Option(None, "--against", metavar="FILE", help="An earlier audit (.json) to compare with.")
OUTPUT: Any = typer.Option(
    [],
    "--output",
    "-o",
    metavar="FILE",
    callback=writable,
    help="The report to write: .html, .md, .txt or .json; .png is the map with all moves, .webp the moves as an animated "
    "picture; .vlog is the last log with the verdict in its chat, and a folder "
    "gets such a copy of every log; repeatable.",
)
DOUBTS: Any = typer.Option(
    False, "--doubts", help="In judged logs (-o FILE.vlog) tell doubts too, not only broken rules."
)
BUNDLE: Any = typer.Option(
    None, "--bundle", metavar="FOLDER", callback=writable, help="A folder for the page with its maps as tiles."
)
FRESH: Any = typer.Option(
    False, "--fresh", help="Judge all of a folder anew; else what was judged in an earlier run is kept."
)


@judging()
def audit(
    logs: list[Path] = LOGS,
    *,
    asked: JudgingOptions,
    first: int = FROM,
    last: int = TO,
    rulings: Path | None = RULINGS,
    against: Path | None = AGAINST,
    output: list[Path] = OUTPUT,
    doubts: bool = DOUBTS,
    bundle: Path | None = BUNDLE,
    fresh: bool = FRESH,
    force: bool = FORCE,
    as_json: bool = JSON,
) -> int:
    """Audit a whole game, move by move. Exits with 1 if a rule is broken or a file does not follow the last one.

    What of a folder cannot be read is left aside and named; the exit code is 3 then.
    """
    from adjudicator.cli import account, asking, printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import outputs  # noqa: PLC0415

    for each in output:
        outputs.require_audit(each)
    if last and last < first:
        raise typer.BadParameter(f"--from {first} --to {last}: that is no step at all")
    game = asking.whole_game(logs, asked, printing.Shown(), fresh=fresh)
    audited = game.audit(first, last, rulings=rulings, against=against, assume=bool(output) or not as_json)
    for each in output or _usual(game):
        _write(audited, each, doubts=doubts, force=force)
    if bundle is not None:
        with printing.progress(f"writing {bundle.name}"):
            audited.write_folder(bundle, force=force)
    if as_json:
        printing.print_json(audited.as_json())
    else:
        account.print_audit(audited.told, audited.language)
    return asking.code_of(audited)


def _write(audited: GameAudit, path: Path, *, doubts: bool, force: bool) -> None:
    """Write a report or judged logs, as the path's ending says."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import outputs  # noqa: PLC0415

    with printing.progress(f"writing {path.name}"):
        judged = outputs.is_judged(path)
        saved = audited.write_judged(path, doubts=doubts, force=force) if judged else [audited.write(path, force=force)]
    for made in saved:
        printing.remark_saved(made)


def _usual(game: Game) -> list[Path]:
    """Where the report goes if nobody says: into the folder that the game's settings name for it, if they do."""
    from adjudicator.writing import inside, make_folder  # noqa: PLC0415 - kept out of --help

    folder = game.home.output
    if folder is None:
        return []
    make_folder(folder)
    return [inside(folder, "audit.html")]
