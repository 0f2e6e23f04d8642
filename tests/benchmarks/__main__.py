"""`python -m tests.benchmarks [NAME ...]`: every benchmark in this folder, each in a process of its own, one after another.

What they print is written into docs/benchmarks.md. With `--against PATH` this tree and the checkout at PATH are measured in
turns, and the ratios of their medians printed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.benchmarks import _against, _page

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def main(wanted: list[str]) -> int:
    scripts = [path for path in sorted(HERE.glob("*.py")) if not path.stem.startswith("_")]
    chosen = [path for path in scripts if not wanted or path.stem in wanted]
    if not chosen:
        print(f"no such benchmark; there are {', '.join(path.stem for path in scripts)}", file=sys.stderr)
        return 2
    failed = []
    for path in chosen:
        print(f"== {path.stem}", flush=True)
        code, printed = _run(path)
        if code:
            failed.append(path.stem)
        if printed:
            _page.write({path.stem: printed})
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _run(path: Path) -> tuple[int, str]:
    """Run a benchmark and show what it prints; how it ended, and what it printed."""
    # An installed program finds its modules compiled, whatever this shell says of writing them down.
    shell = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings = shell | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    printed = []
    with subprocess.Popen(
        [sys.executable, str(path)], cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            print(line, end="", flush=True)
            printed.append(line)
    return child.returncode, "".join(printed)


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
