"""`python -m tests.benchmarks [NAME ...]`: every benchmark in this folder, each in a process of its own, one after another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
