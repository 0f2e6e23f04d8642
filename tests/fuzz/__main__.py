"""Inputs that nobody thought of: `python -m tests.fuzz [HARNESS …] [--seconds N]`, a table of what was tried and found.

`--seconds` and `--inputs` are for each harness; what is reached first ends it. With a seed a fast machine tries what a slow
one does, and more; `--inputs` says how many at most, so that a longer search with the same seed and number has seen them all.
Inputs that fail are put into `--findings`; a mended one moves to tests/fuzz/corpus/HARNESS, where every run of the tests reads
it again.
"""

from __future__ import annotations

import argparse
import os
import re
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.harness import Harness
from tests.fuzz.harnesses import HARNESSES

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
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        for outcome in search(chosen, Path(folder)):
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
    parser.add_argument(
        "--inputs", type=int, default=-1, help="for each harness at most; -1: as many as there is time for"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same inputs in the same order; 0: others each time")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--findings", type=Path, default=ROOT / "out" / "fuzz")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.harness if name not in HARNESSES]:
        parser.error(f"no harness '{unknown[0]}'; there are {', '.join(HARNESSES)}")
    return chosen


def search(chosen: argparse.Namespace, folder: Path) -> Iterator[Outcome]:
    """Run the harnesses for as long as was asked; what came of each, as they end."""
    folders = []
    for name in chosen.harness or HARNESSES:
        given = folder / name
        given.mkdir()
        plant(HARNESSES[name], CORPUS / name.replace(" ", "_"), given)
        (given / "options").write_text("\n".join(_options(name, chosen, given)), encoding="utf-8")
        folders.append(str(given))
    command = (sys.executable, "-m", "tests.fuzz.searching", str(chosen.findings), str(chosen.processes), *folders)
    # With a seed, sets of words come in the same order, too.
    settled = {**os.environ, "PYTHONHASHSEED": str(chosen.seed)} if chosen.seed else None
    start = folder / "start"
    with (
        start.open("w") as errors,
        subprocess.Popen(command, cwd=ROOT, env=settled, stdout=subprocess.PIPE, stderr=errors, text=True) as running,
    ):
        assert running.stdout is not None
        yield from (_outcome(folder / line.strip()) for line in running.stdout)
    if running.returncode:
        raise RuntimeError(f"the harnesses could not be run:\n{start.read_text(encoding='utf-8')}")


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
    limits = (
        f"-max_total_time={chosen.seconds}",
        f"-runs={chosen.inputs}",
        f"-timeout={SLOWEST}",
        f"-rss_limit_mb={MEMORY}",
    )
    dictionary = (f"-dict={given / 'words'}",) if HARNESSES[name].words else ()
    return (*limits, f"-max_len={LARGEST}", f"-seed={chosen.seed}", artifacts, *dictionary, str(given / "inputs"))


def _outcome(folder: Path) -> Outcome:
    said, told = ((folder / name).read_text(encoding="utf-8", errors="replace") for name in ("said", "told"))
    states = [(int(count), int(cover)) for count, _, cover in _STATE.findall(told)]
    found = re.findall(r"^FOUND (.*)$", said, re.MULTILINE)
    code = int((folder / "code").read_text(encoding="ascii"))
    if code:
        errors = [line for line in told.splitlines() if "ERROR" in line or "Error" in line]
        found.append(errors[-1] if errors else f"ended with {code}")
    first, last = (states[0], states[-1]) if states else ((0, 0), (0, 0))
    return Outcome(folder.name, last[0], first[1], last[1], tuple(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
