"""How long `adjudicator --help` takes by the clock, as a multiple of a Python that does nothing (goal: at most 0.4 s)."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

RUNS = 9


def seconds(command: list[str]) -> float:
    """The median of some runs, after one to warm the caches."""
    times = []
    for _ in range(RUNS + 1):
        began = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(perf_counter() - began)
    return median(times[1:])


def main() -> None:
    floor = seconds([sys.executable, "-c", "pass"])
    for arguments in (["--help"], ["check", "--help"], ["--version"]):
        taken = seconds([sys.executable, "-m", "adjudicator", *arguments])
        print(
            f"adjudicator {' '.join(arguments):<13} {taken:.3f} s = {taken / floor:.1f} × python -c pass ({floor:.3f} s)"
        )


if __name__ == "__main__":
    main()
