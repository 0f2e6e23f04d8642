"""A game of 26 files dropped on the desk in a real browser: the first table, the verdict, and its page.

The files are the eight real logs of *The Longest Day* (`ADJUDICATOR_REAL_FILES` names the folder that has them) and 18 made in
their shape, each beginning where the last one ended, with the moves, dice and talk of one of the eight. The drop is a real one
of the browser. Told are seconds on the clock until the last table stands on the page, processor seconds of the desk until the
report can be read beside those of `audit` alone, both when nothing is kept from before and again with what is drawn kept, the
largest resident size of its two processes, and the elements of the desk's page and of the report in it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from adjudicator import importers
from adjudicator.exporters.vassal.savegame import write_log
from adjudicator.model.events import GameLog, Move, Roll, Say, SetTurn, Step
from adjudicator.model.state import Event, GameState
from tests.benchmarks.real import REAL, spent
from tests.browser.conftest import FLAGS
from tests.browser.test_desk import dragged
from tests.desk.serving import started
from tests.helpers import ROOT

MADE, AWAY = 18, 64
"""How many logs are made, and how far a hex of the game's map is from the next one."""
PATIENCE = 900_000
TICKS = os.sysconf("SC_CLK_TCK")
SHOWN = "document.querySelector('img.shown')?.naturalWidth > 0 || document.querySelector('#page') !== null"
ELEMENTS = "document.querySelectorAll('*').length"


@dataclass(frozen=True)
class Visit:
    """What a drop took: seconds to the table, of the clock and the processor to the report, megabytes, elements, bytes."""

    table: float
    whole: float
    processor: float
    server: float
    worker: float
    outer: int
    inner: int
    page: int


def made_logs(logs: Sequence[Path], box: Path, folder: Path) -> list[Path]:
    """So many more logs, each from where the one before ends."""
    module = importers.read(box).module
    paths: list[Path] = []
    found = importers.read(logs[-1], module).log
    assert found is not None
    state = found.state_at(len(found.steps))
    for number in range(MADE):
        source = importers.read(logs[number % len(logs)], module).log
        assert source is not None
        start = replace(state, carried=source.start.carried | state.carried)
        steps = tuple(_replayed(source, start, AWAY * (number // len(logs))))
        made = GameLog(start, steps)
        state = made.state_at(len(steps))
        paths.append(folder / f"made-{number + 1:02}.log")
        write_log(made, paths[-1], module=module)
    return paths


def _replayed(source: GameLog, state: GameState, away: int) -> Iterator[Step]:
    """The steps of a log over another table, some hexes away: what is not there is not moved."""
    for step in source.steps:
        events: list[Event] = []
        for event in step.events:
            match event:
                case Move() if event.counter in state.counters:
                    origin = state.counters[event.counter].spot
                    to = replace(event.to, y=event.to.y + away)
                    done: Event = Move(event.counter, origin, to, player=event.player)
                case Say() | Roll() | SetTurn():
                    done = event
                case _:
                    continue
            events.append(done)
            state = state.after(done)
        yield replace(step, events=tuple(events))


def visited(page: Page, files: Sequence[Path], server: int) -> Visit:
    """Drop the files on the list of games and wait for all that follows."""
    before, begun = processor(server), time.monotonic()
    dragged(page, 700, 400, *files)
    dropped = time.monotonic()
    page.locator("img.shown, #page").first.wait_for(state="attached", timeout=PATIENCE)
    while not page.evaluate(SHOWN):
        page.wait_for_timeout(50)
    table = time.monotonic() - dropped
    page.wait_for_selector("#page", timeout=PATIENCE, state="attached")
    report = page.frame_locator("#page")
    report.locator("#view .counters").wait_for(timeout=PATIENCE)
    whole = time.monotonic() - begun
    took = processor(server) - before
    frame = next(each for each in page.frames if "/report/" in each.url)
    size = len(page.request.get(frame.url).body())
    tops = [peak(each) for each in (server, *children(server))]
    return Visit(table, whole, took, tops[0], max(tops[1:]), page.evaluate(ELEMENTS), frame.evaluate(ELEMENTS), size)


def children(parent: int) -> list[int]:
    """The processes that a process has begun, and those that they have."""
    begun = (each.read_text(encoding="ascii").split() for each in Path(f"/proc/{parent}/task").glob("*/children"))
    found = [int(each) for names in begun for each in names]
    return [*found, *(each for child in found for each in children(child))]


def processor(parent: int) -> float:
    """Seconds of processor time of a process and those that it has begun, of which some have ended."""
    stats = (Path(f"/proc/{each}/stat").read_text(encoding="utf-8") for each in (parent, *children(parent)))
    return sum(sum(map(int, stat.rpartition(")")[2].split()[11:15])) for stat in stats) / TICKS


def peak(process: int) -> float:
    """The largest resident size of a process, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def desk_of(parent: int) -> int:
    """The process of the desk that this one has begun."""
    return min(each for each in children(parent) if b"desk" in Path(f"/proc/{each}/cmdline").read_bytes())


def main() -> None:
    game, program = REAL / "longest-day", shutil.which("chromium") or shutil.which("chromium-browser")
    if not game.is_dir() or program is None:
        print("desk: not measured, there are no real logs" if program else "desk: not measured, there is no Chromium")
        return
    box, logs = game / "The_Longest_Day.mod", sorted(game.glob("*.log"))
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(room / "cache")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        files = [*logs, *made_logs(logs, box, room)]
        print(f"desk: {len(files)} files")
        for number, kept in enumerate(("nothing kept", "drawn before")):
            alone = _audited(files, box)
            each = _dropped([box, *files], room / f"home {number}", program)
            alone = (alone + _audited(files, box)) / 2  # what else the machine does changes from minute to minute
            print(
                f"  {kept}: table after {each.table:.1f} s, report after {each.whole:.1f} s; "
                f"{each.processor:.1f} s of processor time = {each.processor / alone:.2f} x the audit's {alone:.1f} s"
            )
            print(
                f"    server {each.server:.0f} MB, worker {each.worker:.0f} MB; {each.outer} elements and "
                f"{each.inner} in the report of {each.page / 1e6:.2f} MB",
                flush=True,
            )


def _audited(files: Sequence[Path], box: Path) -> float:
    wish = ("audit", *map(str, files), "--module", str(box), "--pack", "none", "--json")
    quiet, shown = os.open(os.devnull, os.O_WRONLY), os.dup(1)
    os.dup2(quiet, 1)
    try:
        return spent([sys.executable, "-m", "adjudicator", *wish], runs=1).seconds
    finally:
        os.dup2(shown, 1)


def _dropped(files: Sequence[Path], home: Path, program: str) -> Visit:
    environment = os.environ | {"ADJUDICATOR_HOME": str(home), "PYTHONPATH": str(ROOT)}
    with started([sys.executable, "-m", "adjudicator"], environment, ROOT) as link, sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(link)
        page.wait_for_url("**/")
        page.wait_for_timeout(3000)  # the worker has begun, as it has where somebody looks for his files first
        found = visited(page, files, desk_of(os.getpid()))
        browser.close()
    return found


if __name__ == "__main__":
    main()
