"""Inputs that nobody thought of: `python -m tests.fuzz [HARNESS …] [--seconds N]`, a table of what was tried and found.

`--seconds` is for each harness. Inputs that fail are put into `--findings`; a mended one moves to tests/fuzz/corpus/HARNESS,
where every run of the tests reads it again.
"""

from __future__ import annotations

import argparse
import os
import re
import string
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.harnesses import HARNESSES, Harness

CORPUS = Path(__file__).parent / "corpus"
ROOT = Path(__file__).parents[2]
SLOWEST = 60
"""Seconds that one input may take under the fuzzer's watch, which slows the code down about fivefold."""
MEMORY = 2000
"""MB that a process may take."""
LARGEST = 1 << 15
"""Bytes of an input."""
_STATE = re.compile(r"^#(\d+)\s+(\w+)\s.*?cov: (\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What one harness was given and what came of it."""

    name: str
    tried: int
    began: int
    reached: int
    found: tuple[str, ...]

    def as_row(self) -> str:
        """A line of the table."""
        return f"{self.name:22}{self.tried:9,}{self.began:10,}{self.reached - self.began:8,}{len(self.found):10}"


def main(arguments: list[str]) -> int:
    """Search in each harness, print the table; 1 if anything was found."""
    chosen = _asked(arguments)
    chosen.findings.mkdir(parents=True, exist_ok=True)
    print(f"{'harness':22}{'tried':>9}{'branches':>10}{'new':>8}{'findings':>10}", flush=True)
    with ThreadPoolExecutor(chosen.processes) as pool:
        outcomes = []
        for outcome in pool.map(lambda name: search(name, chosen), chosen.harness or HARNESSES):
            print(outcome.as_row(), flush=True)
            outcomes.append(outcome)
    for outcome in outcomes:
        for found in outcome.found:
            print(f"{outcome.name}: {found}")
    total = sum(outcome.tried for outcome in outcomes)
    print(f"{total:,} inputs, {sum(len(outcome.found) for outcome in outcomes)} findings (kept in {chosen.findings})")
    return 1 if any(outcome.found for outcome in outcomes) else 0


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Readers under inputs nobody thought of.")
    parser.add_argument("harness", nargs="*", help=f"one of: {', '.join(HARNESSES)}")
    parser.add_argument("--seconds", type=int, default=10, help="for each harness")
    parser.add_argument("--seed", type=int, default=0, help="the same inputs in the same order; 0: others each time")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--findings", type=Path, default=ROOT / "out" / "fuzz")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.harness if name not in HARNESSES]:
        parser.error(f"no harness '{unknown[0]}'; there are {', '.join(HARNESSES)}")
    return chosen


def search(name: str, chosen: argparse.Namespace) -> Outcome:
    """Run one harness for as long as was asked."""
    with tempfile.TemporaryDirectory() as folder:
        given = plant(HARNESSES[name], CORPUS / name.replace(" ", "_"), Path(folder))
        command = (
            sys.executable,
            "-m",
            "tests.fuzz.one",
            name,
            str(chosen.findings),
            *_options(name, chosen, given),
        )
        # With a seed, sets of words come in the same order, too.
        settled = {**os.environ, "PYTHONHASHSEED": str(chosen.seed)} if chosen.seed else None
        done = subprocess.run(
            command, cwd=ROOT, env=settled, capture_output=True, text=True, errors="replace", check=False
        )
    return _outcome(name, done)


def plant(harness: Harness, kept: Path, folder: Path) -> Path:
    """A folder of inputs to begin with (a harness's own and what once failed), and its words beside it."""
    inputs = folder / "inputs"
    inputs.mkdir()
    begun = [*harness.seeds(), *(each.read_bytes() for each in sorted(kept.glob("*")))]
    for number, data in enumerate(begun):
        (inputs / str(number)).write_bytes(data)
    (folder / "words").write_text("\n".join(f'"{escaped(word)}"' for word in harness.words), encoding="ascii")
    return folder


def escaped(word: str) -> str:
    safe = string.ascii_letters + string.digits + " _[]{}<>=:;,.+-/|?!"
    return "".join(char if char in safe else f"\\x{ord(char):02x}" for char in word)


def _options(name: str, chosen: argparse.Namespace, given: Path) -> Sequence[str]:
    artifacts = f"-artifact_prefix={chosen.findings}/{name.replace(' ', '_')}-"
    limits = (f"-max_total_time={chosen.seconds}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY}")
    dictionary = (f"-dict={given / 'words'}",) if HARNESSES[name].words else ()
    return (*limits, f"-max_len={LARGEST}", f"-seed={chosen.seed}", artifacts, *dictionary, str(given / "inputs"))


def _outcome(name: str, done: subprocess.CompletedProcess[str]) -> Outcome:
    states = [(int(count), int(cover)) for count, _, cover in _STATE.findall(done.stderr)]
    found = re.findall(r"^FOUND (.*)$", done.stdout, re.MULTILINE)
    if done.returncode:
        told = [line for line in done.stderr.splitlines() if "ERROR" in line or "Error" in line]
        found.append(told[-1] if told else f"ended with {done.returncode}")
    first, last = (states[0], states[-1]) if states else ((0, 0), (0, 0))
    return Outcome(name, last[0], first[1], last[1], tuple(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
