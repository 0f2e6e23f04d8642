"""How long help and a small check take by the clock, whole processes, as multiples of a Python that does nothing.

Goals: `--help` 0.2 s, `check --help` 0.25 s, a small save checked 0.6 s.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.helpers import FIXTURES

RUNS = 9


def seconds(command: list[str]) -> float:
    """The median of some runs, after one to warm the caches; 1 is the exit code of a check that finds a rule broken."""
    times = []
    for _ in range(RUNS + 1):
        began = perf_counter()
        ended = subprocess.run(command, check=False, capture_output=True)
        if ended.returncode not in (0, 1):
            raise SystemExit(ended.stderr.decode())
        times.append(perf_counter() - began)
    return median(times[1:])


def main() -> None:
    floor = seconds([sys.executable, "-c", "pass"])
    small = FIXTURES / "vassal" / "two_rivers" / "midgame.vsav"
    for arguments in (["--help"], ["check", "--help"], ["--version"], ["check", str(small)]):
        taken = seconds([sys.executable, "-m", "adjudicator", *arguments])
        told = " ".join(Path(each).name for each in arguments)
        print(f"adjudicator {told:<18} {taken:.3f} s = {taken / floor:.1f} × python -c pass ({floor:.3f} s)")


if __name__ == "__main__":
    main()
