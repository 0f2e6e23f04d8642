"""Odd numbers in every numeric field of every trait and component, each run through commands: none may end as a fault of ours.

.venv/bin/python -m tests.fuzz.numbers_in_files [EVERY]     # every EVERY-th of them (1 = all)
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from adjudicator.cli.main import status
from adjudicator.importers.vassal.wire import sequences, trait_table
from tests.helpers import FIXTURES
from tests.importers.vassal.boxes import a_board, a_map, a_slot, box
from tests.importers.vassal.games import piece, save

ODD = ("NaN", "Infinity", "-Infinity", "1e308", "-0", "9223372036854775808", "0x7F", "", "-2147483648", "2147483648")
NUMERIC = ("int", "double", "expression")
OF_SAVES = (
    ("inspect",),
    ("inspect", "--unread", "--umpire"),
    ("render", "-o", "{out}/a.png"),
    ("convert", "{out}/a.json"),
)
OF_MODULES = (("validate",), ("inspect",), ("inspect", "--unread"))
FAULT = 70
SAMPLE = FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod"
_NUMBER = re.compile(r'(\w+)="(-?\d+(?:\.\d+)?)"')


def traits() -> Iterator[tuple[str, str, str]]:
    """Each trait with one odd number in its type or state: what it is, the type, the state."""
    for prefix, spec in trait_table.TRAITS.items():
        if spec.innermost:
            continue
        layouts = [(spec.type, spec.state)] + ([(spec.first[1], spec.state)] if spec.first else [])
        for fields, stored in layouts:
            for at, each in enumerate(fields):
                if each.kind in NUMERIC:
                    for odd in ODD:
                        tokens = [odd if index == at else field.default for index, field in enumerate(fields)]
                        yield f"{prefix}{each.name}={odd}", prefix + sequences.join(tokens, spec.delimiter), "1"
            for at, each in enumerate(stored):
                if each.kind in NUMERIC:
                    for odd in ODD:
                        tokens = [odd if index == at else field.default for index, field in enumerate(stored)]
                        kind = prefix + sequences.join([field.default for field in fields], spec.delimiter)
                        yield f"{prefix}state {each.name}={odd}", kind, sequences.join(tokens, spec.state_delimiter)


def components() -> Iterator[tuple[str, bytes]]:
    """The sample module's build file with one odd number in each numeric attribute of each class in turn."""
    with zipfile.ZipFile(SAMPLE) as archive:
        build = archive.read("buildFile.xml").decode()
    seen: set[tuple[str, str]] = set()
    for tag in re.finditer(r"<([\w.]+)((?:\s[^<>]*)?)>", build):
        for number in _NUMBER.finditer(tag[2]):
            if (tag[1], number[1]) in seen:
                continue
            seen.add((tag[1], number[1]))
            start = tag.start(2) + number.start(2)
            for odd in ODD:
                made = build[:start] + odd + build[start + len(number[2]) :]
                yield f"{tag[1].rpartition('.')[2]} {number[1]}={odd}", made.encode()


def faults(every: int = 1) -> Iterator[str]:
    """What ended as a fault of the program: which number, and in which command."""
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        module = _module(
            folder / "box.vmod", box(a_map(a_board(width="90", height="90"), name="Main") + a_slot()).entries
        )
        for at, (name, kind, state) in enumerate(traits()):
            if at % every == 0:
                path = folder / "odd.vsav"
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr("savedGame", save(piece("1", "r", "Main;10;20", traits=((kind, state),))))
                yield from _run(name, OF_SAVES, path, folder, ("-m", str(module)))
        with zipfile.ZipFile(SAMPLE) as archive:
            entries = {name: archive.read(name) for name in archive.namelist()}
        for at, (name, build) in enumerate(components()):
            if at % every == 0:
                path = _module(folder / "odd.vmod", {**entries, "buildFile.xml": build})
                yield from _run(name, OF_MODULES, path, folder, ())


def _module(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def _run(
    name: str, commands: tuple[tuple[str, ...], ...], path: Path, folder: Path, more: tuple[str, ...]
) -> Iterator[str]:
    for command in commands:
        words = [command[0], str(path), *(word.format(out=folder) for word in command[1:]), *more]
        words += ["--force"] if command[0] in ("render", "convert") else []
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = status(words)
        if code == FAULT:
            yield f"{name}: {' '.join(command)}"


if __name__ == "__main__":
    found = list(faults(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
    print(len(list(traits())), "traits,", len(list(components())), "components,", len(found), "faults")
    print("\n".join(found))
