"""Odd numbers in every numeric field of traits, components and logged commands, through every command: none may end as our fault.

.venv/bin/python -m tests.fuzz.numbers_in_files [EVERY]     # every EVERY-th of them (1 = all)
"""

from __future__ import annotations

import contextlib
import io
import re
import resource
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

from adjudicator.cli.main import status
from adjudicator.importers.vassal.wire import sequences, trait_table
from tests.helpers import FIXTURES
from tests.importers.vassal.boxes import a_board, a_map, a_slot, box
from tests.importers.vassal.games import log, piece, save

ODD = ("NaN", "Infinity", "-Infinity", "1e308", "-0", "9223372036854775808", "0x7F", "", "-2147483648", "2147483648")
ENDINGS = "vsav json csv geojson ztb zts tts.json"
NUMERIC = ("int", "double", "expression")
OF_SAVES = (
    ("inspect",),
    ("inspect", "--unread", "--umpire"),
    ("render", "-o", "{out}/a.png", "--force"),
    ("render", "-o", "{out}/a.svg", "--force"),
    *(("convert", f"{{out}}/a.{ending}", "--force") for ending in ENDINGS.split()),
    ("scrub", "-o", "{out}/b.vsav", "--force"),
    ("check", "--pack", "none"),
    ("check", "--pack", "two_rivers"),
    ("audit", "--pack", "two_rivers"),
    ("summary", "--pack", "two_rivers"),
    ("chain",),
    ("dice",),
    ("diff", "{beside}"),
)
OF_LOGS = (
    *OF_SAVES,
    ("log",),
    ("log", "--clean", "-o", "{out}/c.vlog", "--force"),
    ("convert", "{out}/a.vlog", "--force"),
)
OF_MODULES = (
    ("validate",),
    ("inspect",),
    ("inspect", "--unread"),
    ("render", "-o", "{out}/a.png", "--force"),
    ("convert", "{out}/a.json", "--force"),
    ("convert", "{out}/a.geojson", "--force"),
    ("module", "edit", "--scale", "0.5", "-o", "{out}/a.vmod", "--force"),
    ("packs", "draft", "-o", "{out}/pack"),
)
FAULT = 70
MOST_MEGABYTES = 300
"""So much more than any run before is too much for a file of some kilobytes."""
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
        before, end, after = archive.read("buildFile.xml").decode().rpartition("</VASSAL.build.GameModule>")
    build = before + OWN + end + after
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


OWN = """<VASSAL.build.module.PlayerHand mapName="Hand" edgeWidth="1" edgeHeight="1" thickness="1">
<VASSAL.build.module.map.HandMetrics exSepX="1" exSepY="1" unexSepX="1" unexSepY="1"/></VASSAL.build.module.PlayerHand>
<VASSAL.build.module.Map mapName="Odd" edgeWidth="1" edgeHeight="1"><VASSAL.build.module.map.BoardPicker>
<setup>OddBoardPicker\tA\t0\t0\tB\t1\t0</setup>
<VASSAL.build.module.map.boardPicker.Board name="A" width="100" height="90"><{0}.SquareGrid dx="10" dy="10" x0="5" y0="5"
visible="true"><{0}.mapgrid.SquareGridNumbering fontSize="9" hLeading="1" vLeading="1" hOff="1" vOff="1" hDrawOff="1"
vDrawOff="1" rotateText="90"/></{0}.SquareGrid></VASSAL.build.module.map.boardPicker.Board>
<VASSAL.build.module.map.boardPicker.Board name="B" width="100" height="90"><{0}.ZonedGrid><{0}.mapgrid.Zone name="Z"
path="1,1;80,1;80,80"><{0}.RegionGrid fontsize="9" visible="true"><{0}.Region name="R" originx="5" originy="7"/></{0}.RegionGrid>
<{0}.mapgrid.ZoneProperty name="P" initialValue="1" isNumeric="true" min="1" max="2"/></{0}.mapgrid.Zone>
<{0}.HexGrid dx="10" dy="10" x0="5" y0="5" snapscale="1" visible="true"><{0}.mapgrid.ObliqueHexGridNumbering hOff="1" vOff="1"
hLeading="1" vLeading="1" fontSize="9" stagger="1"/></{0}.HexGrid></{0}.ZonedGrid></VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.SetupStack name="S" owningBoard="A" x="5" y="7"/>
<VASSAL.build.module.map.DrawPile name="D" x="5" y="7" width="9" height="9" maxStack="3"/>
</VASSAL.build.module.Map><VASSAL.build.module.RandomTextButton name="W" nDice="2" faces="1,2,4" numeric="true" plus="1"
addToTotal="1"/><VASSAL.build.module.SpecialDiceButton name="X"><VASSAL.build.module.SpecialDie>
<VASSAL.build.module.SpecialDieFace text="a" value="1"/><VASSAL.build.module.SpecialDieFace text="b" value="2"/>
</VASSAL.build.module.SpecialDie></VASSAL.build.module.SpecialDiceButton>
<VASSAL.build.module.properties.ScenarioPropertiesOptionTab name="T"><VASSAL.build.module.properties.NumberScenarioProperty
name="N" initialValue="1" min="1" max="2"/></VASSAL.build.module.properties.ScenarioPropertiesOptionTab>
""".replace("{0}", "VASSAL.build.module.map.boardPicker.board")
"""Components that the sample lacks."""


def steps() -> Iterator[tuple[str, str]]:
    """Commands of a log, each with one odd number: what it is and its text."""
    forms = {
        "move x": "M/1/Main/{}/30/null/Main/10/20/null/a",
        "move from": "M/1/Main/30/30/null/Main/{}/20/null/a",
        "property": "MutableProperty\tRain\t1\t{}\tModule",
        "turn": "TURNTurn\t{};1;0",
        "boards": "MainBoardPicker\tB\t{}\t0",
        "symbol dice": "SHOW_RESULTS\tX\t{}",
        "dice": "CHAT*** 2d6 = {},3 *** &lt;Anna&gt;",
        "typed dice": "CHAT<Anna> - 2d6 = {} 3",
        "stack": "+/9/stack/Main;{};20;1;@@1",
        "deck": "+/9/deck;{};;50;70/Main;10;{};true",
        "note": "SNOTE\tn\ta\ttrue\ttext\t{}\th",
        "startup": "SGKC\t{}\ttrue",
        "clock": "CLOCK\t{}",
    }
    for name, form in forms.items():
        for odd in ODD:
            yield f"{name}={odd}", form.replace("{}", odd)


def faults(every: int = 1, only: Collection[str] = ()) -> Iterator[str]:
    """What ended as a fault of the program, or took far too much memory: which number, and in which command.

    `only` names those that are tried.
    """
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        module = _module(
            folder / "box.vmod", box(a_map(a_board(width="90", height="90"), name="Main") + a_slot()).entries
        )
        for at, (name, kind, state) in enumerate(traits()):
            if (name in only) if only else at % every == 0:
                path = folder / "odd.vsav"
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr("savedGame", save(piece("1", "r", "Main;10;20", traits=((kind, state),))))
                yield from _run(name, OF_SAVES, path, folder, ("-m", str(module)))
        for at, (name, step) in enumerate(steps()):
            if (name in only) if only else at % every == 0:
                path = folder / "odd.vlog"
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr("savedGame", log(save(piece("1", "r", "Main;10;20")), step))
                yield from _run(name, OF_LOGS, path, folder, ("-m", str(module)))
        with zipfile.ZipFile(SAMPLE) as archive:
            entries = {name: archive.read(name) for name in archive.namelist()}
        for at, (name, build) in enumerate(components()):
            if (name in only) if only else at % every == 0:
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
        first = 2 if command[0] in ("module", "packs") else 1
        words = [*command[:first], str(path), *(word.format(out=folder, beside=path) for word in command[first:])]
        words += [] if command[0] == "scrub" else more
        shutil.rmtree(folder / "pack", ignore_errors=True)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                fault = "exit 70" if status(words) == FAULT else ""
        except Exception as error:  # noqa: BLE001 - what the program's own entry turns into exit 70
            fault = f"{type(error).__name__}: {error}"
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        if fault or grown > MOST_MEGABYTES:
            yield f"{name}: {' '.join(command)}: {fault or f'{grown:.0f} MB more than any before'}"


if __name__ == "__main__":
    found = []
    for each in faults(int(sys.argv[1]) if len(sys.argv) > 1 else 1):
        found.append(each)
        print(each, flush=True)
    saves, logs, modules = len(list(traits())), len(list(steps())), len(list(components()))
    runs = saves * len(OF_SAVES) + logs * len(OF_LOGS) + modules * len(OF_MODULES)
    print(
        f"{saves:,} traits, {logs} commands, {modules:,} components with {len(ODD)} odd numbers; {runs:,} runs of all"
    )
    print(len(found), "ended as a fault of ours")
