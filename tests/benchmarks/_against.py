"""Two trees measured in one run, in turns (A B A B), so that what else the machine does troubles both alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
ROUNDS = 5
ALLOWED = 1.05
"""How many times as long as the other tree's a median may be before it is marked."""


def compare(this: Path, other: Path, rounds: int = ROUNDS) -> int:
    """Print the medians of both and their ratios; 1 if one is slower than allowed."""
    found: dict[Path, list[dict[str, float]]] = {other: [], this: []}
    for turn in range(rounds):
        for tree in (other, this) if turn % 2 == 0 else (this, other):
            found[tree].append(probe(tree))
            print(f"round {turn + 1} of {rounds}: {tree}", file=sys.stderr, flush=True)
    print(f"{'processor time, median of':<36} {'other':>10} {'this':>10} {'ratio':>6}   ({rounds} rounds)")
    slow = 0
    for name in found[this][0]:
        before, after = (median(each[name] for each in found[tree]) for tree in (other, this))
        slower = after > ALLOWED * before
        slow += slower
        print(f"{name:<36} {told(before):>10} {told(after):>10} {after / before:>6.2f}{'   SLOWER' if slower else ''}")
    print(f"{slow} slower than {ALLOWED} x" if slow else f"none slower than {ALLOWED} x")
    return 1 if slow else 0


def probe(tree: Path) -> dict[str, float]:
    """One measuring of a tree by its own code."""
    surroundings = os.environ | {"PYTHONPATH": str(tree)}
    command = [sys.executable, "-P", str(HERE / "_probe.py")]
    done = subprocess.run(command, cwd=tree, env=surroundings, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def told(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.2f} ms"
