"""`adjudicator desk`: the page on one's own machine where a turn is dropped and its verdict read."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from adjudicator.cli.lines import say


def desk(
    folders: list[Path] = typer.Argument(
        None,
        metavar="FOLDER",
        help="Folders of games, or folders that hold such; those you used before are there anyway.",
    ),
    *,
    port: int = typer.Option(
        0, "--port", min=0, max=65535, show_default=False, help="The port; by default any free one."
    ),
    no_browser: bool = typer.Option(False, "--no-browser", help="Print the link and open no browser."),
    lan: bool = typer.Option(
        False, "--lan", help="Let other devices in your network in, such as a phone, with a link that works once."
    ),
) -> None:
    """Open a page in your browser: drop a turn on it and read the verdict. It runs on this machine alone."""
    from adjudicator.desk.server import serve  # noqa: PLC0415 - kept out of --help

    serve(folders or [], say_now, port=port, lan=lan, browser=not no_browser, show=_show_code)


def _show_code(code: str) -> None:
    """Show a QR code to somebody at a terminal that has its signs; light on dark, whatever the terminal's colours are."""
    from rich.console import Console  # noqa: PLC0415 - kept out of --help
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False)
    try:
        code.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return
    if console.is_terminal and console.width >= max(map(len, code.splitlines())):
        console.print(Text(code, style="bright_white on black"), soft_wrap=True)


def say_now(line: str) -> None:
    """Say a line that somebody waits for, also behind a pipe."""
    say(line)
    sys.stdout.flush()
