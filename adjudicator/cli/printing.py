"""What commands print: tables for people, the same as JSON for programs, remarks and progress on stderr."""

from __future__ import annotations

import sys
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from adjudicator.cli.lines import remark, say
from adjudicator.game.listener import Counting, Listener

if TYPE_CHECKING:
    from rich.console import Console

    from adjudicator.game.answers import Saved
    from adjudicator.game.modules import Made
    from adjudicator.notes import Note

GAP = "  "
PATIENCE = 1.0
"""How many seconds work goes on before anything is shown of it."""


def print_json(content: object) -> None:
    """One JSON document on stdout, with the paths that were written under `written`, if any were."""
    from adjudicator.harmless import json_bytes  # noqa: PLC0415 - kept out of --help
    from adjudicator.writing import this_run  # noqa: PLC0415

    written = list(map(str, this_run().written))
    if written and isinstance(content, dict):
        content = {**content, "written": written}
    sys.stdout.flush()
    sys.stdout.buffer.write(json_bytes(content, indented=True))


def print_saved(saved: Saved, as_json: bool) -> None:
    """What a file that was written could not hold; the command itself tells what was written."""
    remark_saved(saved)
    if as_json:
        print_json(saved.as_json())


def remark_saved(saved: Saved) -> None:
    """The same on stderr alone."""
    for line in note_lines(saved.notes):
        remark(line)


def note_lines(notes: Iterable[Note]) -> Iterator[str]:
    """Notes as lines, those that say the same as one."""
    for line, count in Tally(f"note ({note.kind.value}): {note}" for note in notes).items():
        yield f"{line} ({count} times)" if count > 1 else line


def print_made(made: Made, as_json: bool) -> None:
    """What was made and what was done to make it."""
    for line in made.done:
        remark(line)
    if as_json:
        print_json(made.as_json())


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """A table; nothing in it is read as markup, and a pipe gets its full width."""
    from adjudicator.harmless import harmless_line  # noqa: PLC0415 - kept out of --help

    cells = [[harmless_line(str(cell)) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for line in _plain_table(columns, cells, harmless_line(title)):
            say(line)
        return
    from rich import box  # noqa: PLC0415 - kept out of --help and out of pipes: to load it takes longer than to judge
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(
        title=harmless_line(title) or None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        title_style="bold",
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    _console().print(table)


def _plain_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> Iterator[str]:
    """The lines of a table for a pipe, each column as wide as its widest cell."""
    widths = [max(map(_width, column)) for column in zip(columns, *rows, strict=True)]
    if title:
        yield _filled(title, sum(widths) + len(GAP) * (len(widths) - 1))
    for row in (columns, *rows):
        yield GAP.join(map(_filled, row, widths))


def _filled(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """How many letters' room a text takes: some letters are twice as wide, and accents stand over the one before."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # noqa: PLC0415 - nearly never asked

    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def print_facts(facts: Iterable[tuple[str, object]]) -> None:
    """Names and values, one pair a line; empty values are left out."""
    told = [(name, str(value)) for name, value in facts if str(value)]
    width = max((len(name) for name, _ in told), default=0)
    for name, value in told:
        say(f"{name:<{width}}  {value}")


@contextmanager
def progress(label: str) -> Iterator[None]:
    """A moving bar on stderr while the work inside runs."""
    with counting(label):
        yield


@contextmanager
def counting(label: str) -> Iterator[Counting]:
    """A bar on stderr for work that may tell how far it is: what is done, how much of it, how much longer.

    It comes up when the work has taken a second, and only if somebody is there to see it.
    """
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console  # noqa: PLC0415 - kept out of --help
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=None)
    waiting = Timer(PATIENCE, bar.start)
    waiting.start()
    try:
        yield lambda what, done, total: bar.update(task, description=f"{label}: {what}", completed=done, total=total)
    finally:
        waiting.cancel()
        waiting.join()
        bar.stop()


class Shown(Listener):
    """Shows remarks and progress on stderr."""

    def remark(self, text: str) -> None:
        super().remark(text)
        remark(text)

    def working(self, label: str) -> AbstractContextManager[None]:
        return progress(label)

    def counting(self, label: str) -> AbstractContextManager[Counting]:
        return counting(label)


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415 - kept out of --help

    class Piped(Console):
        """A console that leaves it to the command's entry what a reader who left means."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Piped(highlight=False, markup=False, emoji=False)
