"""Spoilt inputs for readers and commands, in this process: `python -m tests.fuzz.mutated [--inputs N] [--seed S] [NAME …]`.

Each reader gets the same time and each command a quarter of it, so quick readers see more inputs. An input is a finding if an
error is not one of ours (where the program would exit with 70), if it takes more than reading a file may, or if it hangs. A
table tells the worst time and memory of each; what was found is put into `--findings`, once for each place in the code.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import resource
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator import budget
from tests.fuzz.commands import COMMANDS
from tests.fuzz.harness import Harness, attempt, place
from tests.fuzz.harnesses import HARNESSES
from tests.fuzz.structured import changed

ROOT = Path(__file__).parents[2]
SUBJECTS: dict[str, Harness] = {
    **{f"reader: {name}": each for name, each in HARNESSES.items()},
    **{f"command: {name}": each for name, each in COMMANDS.items()},
}
OF_COMMANDS = frozenset(f"command: {name}" for name in COMMANDS)
HANGS = 300
"""Seconds after which an input is given up."""


class Hung(BaseException):
    """An input that nothing but a signal stops."""


@dataclass
class Tried:
    """What one subject was given and what came of it; times in seconds of the processor, memory in MB above what there was."""

    name: str
    tried: int = 0
    spent: float = 0.0
    longest: float = 0.0
    largest: float = 0.0
    found: dict[str, str] = field(default_factory=dict)

    def as_row(self) -> str:
        """A line of the table."""
        name = self.name[:44]
        return f"{name:45}{self.tried:8,}{self.longest:9.2f}{self.largest:9.0f}{len(self.found):6}"

    def joined(self, other: Tried) -> Tried:
        """This and the same subject's inputs of another process."""
        longest, largest = max(self.longest, other.longest), max(self.largest, other.largest)
        found = self.found | other.found
        return Tried(self.name, self.tried + other.tried, self.spent + other.spent, longest, largest, found)


def search(names: list[str], inputs: int, end: float, seed: int, findings: Path) -> list[Tried]:
    """So many inputs until the time is over, each for the subject that has had the least of it so far."""
    dice = random.Random(seed)
    warnings.simplefilter("ignore")
    outcomes, seeds = {name: Tried(name) for name in names}, {}
    for _ in range(inputs):
        if time.monotonic() > end:
            break
        of = min(outcomes.values(), key=lambda each: each.spent)
        if of.name not in seeds:
            seeds[of.name] = list(SUBJECTS[of.name].seeds())
            attempt(SUBJECTS[of.name].read, seeds[of.name][0])  # what is loaded once is no input's time
        _try(of, SUBJECTS[of.name], changed(dice.choice(seeds[of.name]), seeds[of.name], dice), findings)
    return list(outcomes.values())


def _try(of: Tried, subject: Harness, data: bytes, findings: Path) -> None:
    before = _peak_begun()
    began = time.process_time()
    error = _bounded_attempt(subject.read, data)
    took, grown = time.process_time() - began, _peak() - before
    of.tried, of.spent = of.tried + 1, of.spent + took * (4 if of.name in OF_COMMANDS else 1)
    of.longest, of.largest = max(of.longest, took), max(of.largest, grown)
    limits = budget.Budget()
    why = place(error) if error is not None else ""
    if took > limits.seconds:
        why = why or f"takes {took:.0f} s"
    if grown > limits.megabytes:
        why = why or f"takes {grown:.0f} MB"
    if why and why not in of.found:
        kept = findings / f"{of.name.replace(': ', '_').replace(' ', '_')}-{hashlib.sha256(data).hexdigest()[:12]}"
        kept.write_bytes(data)
        if error is not None:
            kept.with_suffix(".txt").write_text(
                "".join(traceback.format_exception(error)), encoding="utf-8", errors="replace"
            )
        of.found[why] = kept.name


def _bounded_attempt(read: Callable[[bytes], object], data: bytes) -> BaseException | None:
    signal.alarm(HANGS)
    try:
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):  # noqa: PTH123
            return attempt(read, data)
    except (Hung, RecursionError, MemoryError) as error:
        return error
    finally:
        signal.alarm(0)


def _hung(_number: int, _frame: object) -> None:
    raise Hung


def _peak_begun() -> float:
    """The memory of this process in MB; from here on its peak is counted anew, where the system does that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return _told("VmRSS")
    return _peak()


def _peak() -> float:
    with suppress(OSError):
        return _told("VmHWM")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _told(name: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1000


def _part(names: list[str], inputs: int, end: float, seed: int, findings: Path) -> list[Tried]:
    signal.signal(signal.SIGALRM, _hung)
    return search(names, inputs, end, seed, findings)


def main(arguments: list[str]) -> int:
    """Try, print the table; 1 if anything was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.mutated", description="Spoilt inputs for all that reads."
    )
    parser.add_argument("name", nargs="*", help="parts of the names of readers and commands; by default all of them")
    parser.add_argument("--inputs", type=int, default=100_000, help="in all")
    parser.add_argument("--seconds", type=float, default=86400, help="after which it ends, whatever was tried")
    parser.add_argument("--seed", type=int, default=0, help="the same inputs again; 0: others each time")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--findings", type=Path, default=ROOT / "out" / "mutated")
    chosen = parser.parse_args(arguments)
    names = [name for name in SUBJECTS if not chosen.name or any(part in name for part in chosen.name)]
    chosen.findings.mkdir(parents=True, exist_ok=True)
    seed = chosen.seed or random.SystemRandom().randrange(1, 1 << 30)
    began = time.monotonic()
    end = began + chosen.seconds
    with ProcessPoolExecutor(chosen.processes) as pool:
        share = max(1, chosen.inputs // chosen.processes)
        parts = [
            pool.submit(_part, names, share, end, seed + each, chosen.findings) for each in range(chosen.processes)
        ]
        outcomes = [list(each) for each in zip(*(part.result() for part in parts), strict=True)]
    print(f"{'subject':45}{'inputs':>8}{'worst s':>9}{'MB':>9}{'found':>6}   (seed {seed})")
    tried = []
    for first, *others in outcomes:
        for other in others:
            first = first.joined(other)  # noqa: PLW2901
        tried.append(first)
        print(first.as_row())
    for each in tried:
        for why, kept in each.found.items():
            print(f"{each.name}: {why} ({kept})")
    found = sum(len(each.found) for each in tried)
    print(
        f"{sum(each.tried for each in tried):,} inputs in {time.monotonic() - began:.0f} s, {found} findings ({chosen.findings})"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
