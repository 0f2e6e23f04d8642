"""Everything that one tree judges, as one JSON. The old tree's is kept in the temporary folder, by its commit."""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.side_by_side import games

HERE = Path(__file__).parent
KEPT = Path(tempfile.gettempdir()) / "adjudicator-side-by-side"
Dump = dict[str, dict[str, Any]]


def dump(tree: Path, script: str, share: int) -> Dump:
    """What a tree says of its cases and of files. `share` 1 is all of it, n one case in n and the files of `quick`."""
    found = cases(tree, script, share)
    found |= files(tree, (each for each in games.commands() if share == 1 or each.in_quick))
    return found


def kept_dump(tree: Path, script: str) -> Dump:
    """All of what a tree says, computed once for each of its commits; whoever asks meanwhile waits for it."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, capture_output=True, text=True, check=True).stdout
    asked = (HERE / script).read_text(encoding="utf-8") + str([each.name for each in games.commands()])
    key = f"{commit.strip()[:12]}-{hashlib.sha256(asked.encode()).hexdigest()[:12]}"
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{key}.json.gz"
    with (KEPT / f"{key}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.is_file():
            print(f"judging everything with {tree} ({key}), once", file=sys.stderr)
            written = path.with_suffix(".part")
            written.write_bytes(gzip.compress(json.dumps(dump(tree, script, 1)).encode()))
            written.rename(path)
    loaded: Dump = json.loads(gzip.decompress(path.read_bytes()))
    return loaded


def cases(tree: Path, script: str, share: int) -> Dump:
    """What a tree says of its cases."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "cases.json"
        command = [sys.executable, "-P", str(HERE / script), str(share), str(output)]
        subprocess.run(command, cwd=tree, env=_surroundings(tree), check=True)
        loaded: Dump = json.loads(output.read_text(encoding="utf-8"))
        return loaded


def files(tree: Path, commands: Iterable[games.Command]) -> Dump:
    """What a tree's commands answer."""
    found: Dump = {}
    for command in commands:
        line = [sys.executable, "-m", "adjudicator", *command.arguments]
        done = subprocess.run(
            line, cwd=tree, env=_surroundings(tree), capture_output=True, text=True, encoding="utf-8", check=False
        )
        answer: dict[str, Any] = {"exit": done.returncode}
        if "--json" in command.arguments and done.stdout:
            answer["report"] = json.loads(done.stdout)
        else:
            answer["text"] = done.stdout
        if done.returncode not in (0, 1):
            answer["error"] = done.stderr.strip().splitlines()[-1:]
        found[command.name] = answer
    return found


def _surroundings(tree: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(tree), "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
