"""The pages of the tutorial as a learner follows them: files written, commands run, in the order in which they stand."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.cli.main import status
from tests.helpers import FIXTURES, ROOT

FOLDER = ROOT / "docs" / "tutorial"
PAGES = ("module", "map", "counters", "rules", "cases", "verdict", "../verdict")
"""The pages in order; the last judges the same turn once more, link by link."""
GIVEN = ("alder_ford.vmod", "start.vsav", "turn_1.vlog")
LASTING = ("desk", "trace")
"""Commands that go on until they are interrupted; tests/browser opens their pages."""
BLOCK = re.compile(r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.DOTALL | re.MULTILINE)

Said = Callable[[], tuple[str, str]]
"""What was printed since it was asked last, and the remarks."""


@dataclass(frozen=True)
class Ran:
    """A command of a page: what the page says that it prints, and what it printed."""

    page: str
    command: str
    shown: str
    printed: str


def empty_room(room: Path) -> Path:
    """A folder with the game's three files and nothing else."""
    for name in GIVEN:
        shutil.copy(FIXTURES / "tutorial" / name, room)
    return room


def followed(page: str, folder: Path, said: Said) -> Iterator[Ran]:
    """Write the files of a page and run its commands in the folder, which is the working directory."""
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        if block["title"]:
            _write(folder, block["title"], block["text"])
        elif block["language"] == "console":
            for command, shown in _commands(block["text"]):
                yield Ran(page, command, shown, _printed(command, said))


def _write(folder: Path, title: str, text: str) -> None:
    """A file as the page shows it; "added" puts it behind what is there, "above LINE" before the first such line."""
    name, _, how = title.partition(", ")
    path = folder / name
    if not path.parent.is_dir():
        raise FileNotFoundError(title)
    before, mark, after = "", "", ""
    if how == "added":
        before = f"{path.read_text(encoding='utf-8')}\n"
    elif how:
        before, mark, after = path.read_text(encoding="utf-8").partition(how.removeprefix("above "))
        text = f"{text}\n"
    path.write_text(before + text + mark + after, encoding="utf-8")


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what stands below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def _printed(command: str, said: Said) -> str:
    """What a command prints, its remarks first; a command that lasts is not run."""
    program, *arguments = shlex.split(command)
    if arguments[0] in LASTING:
        return ""
    if program != "adjudicator" or status(arguments) not in (0, 1):
        raise ValueError(f"{command}: {said()}")
    out, remarks = said()
    return "".join(f"{line.rstrip()}\n" for line in f"{remarks}{out}".splitlines())
