"""What a player runs, on files that people made and on made ones of their shape: whole processes, as everybody and as umpire.

Of each command the processor time without Python's own start, as a multiple of the floor, and the largest resident size.
The gate is what the default viewer costs beside the umpire; the made game hides nothing, the real ones hide what players hid.
Real files are those of a folder beside the checkout that `ADJUDICATOR_REAL_FILES` may name; without it the made game runs alone.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.audit_speed import Table, dressed, timed_floor, write_logs, write_module
from tests.helpers import ROOT

RUNS = 3
LOGS, STEPS = 8, 490
REAL = Path(os.environ.get("ADJUDICATOR_REAL_FILES", ROOT.parent / "shared" / "data" / "vassal"))


@dataclass(frozen=True)
class Work:
    """A command on some files, without its viewer."""

    name: str
    arguments: tuple[str, ...]
    files: tuple[Path, ...]


@dataclass(frozen=True)
class Spent:
    """Seconds of processor time, and megabytes at most."""

    seconds: float
    peak: float


def spent(command: list[str], runs: int = RUNS) -> Spent:
    """What a process takes, the least of some runs."""
    found = []
    for _ in range(runs):
        child = os.spawnvp(os.P_NOWAIT, command[0], command)  # noqa: S606 - our own program
        _, status, usage = os.wait4(child, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit(f"failed: {' '.join(command)}")
        found.append(Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))
    return min(found, key=lambda each: each.seconds)


def made(folder: Path) -> Work:
    """Logs of the shape of a real game's: 1.1 million letters, 2,300 counters, 490 steps."""
    write_module(folder / "long.vmod")
    logs = write_logs(folder, LOGS, LOGS * STEPS, Table(1, dressed(0)))
    return _audit(f"audit, {LOGS} made logs", logs, folder / "long.vmod")


def real() -> list[Work]:
    """The same of files that people made, as far as they are here."""
    found = []
    glory = REAL / "paths-of-glory"
    if glory.is_dir():
        save, module = glory / "Classic10-8.vsav", glory / "PathsOfGlory.vmod"
        wish = ("inspect", str(save), "--module", str(module), "--json")
        found.append(Work("inspect, a save of Paths of Glory", wish, (save,)))
    game = REAL / "longest-day"
    if game.is_dir():
        found.append(
            _audit("audit, 8 logs of The Longest Day", sorted(game.glob("*.log")), game / "The_Longest_Day.mod")
        )
    return found


def _audit(name: str, logs: list[Path], module: Path) -> Work:
    return Work(name, ("audit", *map(str, logs), "--module", str(module), "--pack", "none", "--json"), tuple(logs))


def main() -> None:
    quiet = os.open(os.devnull, os.O_WRONLY)
    shown = os.dup(1)
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = os.environ["PYTHONPYCACHEPREFIX"] = name
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as where it is installed: no module is compiled anew
        for work in (made(Path(name)), *real()):
            least = min(timed_floor(work.files) for _ in range(RUNS))
            os.dup2(quiet, 1)
            start = spent([sys.executable, "-m", "adjudicator", "--version"])
            all_of_it = [*work.arguments, "--as"]
            by = {who: spent([sys.executable, "-m", "adjudicator", *all_of_it, who]) for who in ("everybody", "umpire")}
            os.dup2(shown, 1)
            print(f"{work.name}: floor {least:.2f} s, start {start.seconds:.2f} s")
            for who, each in by.items():
                above = each.seconds - start.seconds
                print(f"  as {who:<9} {above:6.2f} s = {above / least:5.1f} x the floor, {each.peak:.0f} MB")
            gate = (by["everybody"].seconds - start.seconds) / (by["umpire"].seconds - start.seconds)
            print(f"  the gate: {gate:.2f} x the umpire's", flush=True)


if __name__ == "__main__":
    main()
