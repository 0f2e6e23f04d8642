"""`adjudicator log`: a log as a list of moves."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import AS, FORCE, JSON, MODULE, UMPIRE, writable
from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked of a log that is written again."""

    seat: str
    clean: bool
    force: bool


def log(
    logs: list[Path] = typer.Argument(..., metavar="LOG", help="A log (.vlog); several for --merge."),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="FILE",
        callback=writable,
        help="The file to write: .txt, .md, .csv or .jsonl, otherwise printed; .vlog for --merge and --clean.",
    ),
    merge: bool = typer.Option(False, "--merge", help="Write several logs that follow one another as one log."),
    clean: bool = typer.Option(False, "--clean", help="Write the log without what was taken back."),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Write a log as a list of moves: step, side, unit, from, to, other changes, chat and dice."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    if merge or clean:
        _write_again(logs, module, output, Wanted(seat, clean, force), as_json)
        return
    if len(logs) > 1:
        raise typer.BadParameter("several logs are for --merge")
    log_file = logs[0]
    game = asking.game(log_file, module, seat, umpire)
    with printing.progress(f"telling {log_file.name}"):
        moves = game.moves()
    if output is not None:
        printing.remark_saved(moves.write(output, force=force))
    if as_json:
        printing.print_json(moves.as_json() if output is None else {"moves": moves.as_json()})
    elif output is None:
        say(moves.as_text(), end="")


def _write_again(logs: list[Path], module: Path | None, output: Path | None, wanted: Wanted, as_json: bool) -> None:
    """One log of several, or one without what was taken back."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    if output is None:
        raise typer.BadParameter("--merge and --clean want --output FILE.vlog")
    if wanted.seat:
        raise typer.BadParameter(
            "--as: such a log holds all that the files hold; 'convert --as' makes one for a player"
        )
    game = asking.game(logs if len(logs) > 1 else logs[0], module, "", True)
    printing.print_made(game.write_again(output, clean=wanted.clean, force=wanted.force), as_json)
