"""`python -m tests.benchmarks [NAME ...]`: every benchmark in this folder, each in a process of its own, one after another.

With `--against PATH` this tree and the checkout at PATH are measured in turns, and the ratios of their medians printed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.benchmarks import _against

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def main(wanted: list[str]) -> int:
    scripts = [path for path in sorted(HERE.glob("*.py")) if not path.stem.startswith("_")]
    chosen = [path for path in scripts if not wanted or path.stem in wanted]
    if not chosen:
        print(f"no such benchmark; there are {', '.join(path.stem for path in scripts)}", file=sys.stderr)
        return 2
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    failed = []
    for path in chosen:
        print(f"== {path.stem}", flush=True)
        done = subprocess.run([sys.executable, str(path)], cwd=ROOT, env=surroundings, check=False)
        if done.returncode:
            failed.append(path.stem)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def asked(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the benchmarks to run; all if none is named")
    parser.add_argument(
        "--against", type=Path, metavar="PATH", help="another checkout to measure in turns with this one"
    )
    parser.add_argument("--rounds", type=int, default=_against.ROUNDS, help="how often each tree is measured")
    chosen = parser.parse_args(arguments)
    if chosen.against:
        return _against.compare(ROOT, chosen.against.resolve(), chosen.rounds)
    return main(chosen.names)


if __name__ == "__main__":
    sys.exit(asked(sys.argv[1:]))
