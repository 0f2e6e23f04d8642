"""Everything that one tree judges, as one JSON. The tree before's is kept in the temporary folder, by its commit."""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.side_by_side import games

HERE = Path(__file__).parent
KEPT = Path(tempfile.gettempdir()) / "adjudicator-side-by-side"
OLD_SCRIPT, NEW_SCRIPT = "old_tree.py", "this_tree.py"
Dump = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is compared: the subjects that fit `only` (a shell pattern), of cases one in `share`; all of them for 1."""

    only: str = "*"
    share: int = 1

    def commands(self) -> Iterator[games.Command]:
        """The commands among them."""
        for command in games.commands():
            if fnmatchcase(command.name, self.only) and (self.share == 1 or command.in_quick):
                yield command


def own_answers(tree: Path) -> Dump:
    """What the tree before says of its own cases and files."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "cases.json"
        _run(tree, OLD_SCRIPT, "1", str(output))
        found: Dump = json.loads(output.read_text(encoding="utf-8"))
    return found | files(tree, tree, games.commands())


def answers(tree: Path, old_tree: Path, old: Dump, wanted: Wanted) -> tuple[Dump, int]:
    """What a tree answers to the old tree's questions, on the old tree's saves and logs; and how many cases it has more."""
    asked = {subject: answer["asked"] for subject, answer in old.items() if "asked" in answer}
    with tempfile.TemporaryDirectory() as folder:
        questions, output = Path(folder) / "questions.json", Path(folder) / "answers.json"
        questions.write_text(json.dumps(asked), encoding="utf-8")
        _run(tree, NEW_SCRIPT, str(questions), wanted.only, str(wanted.share), str(output))
        told = json.loads(output.read_text(encoding="utf-8"))
    found: Dump = told["answers"]
    return found | files(tree, old_tree, wanted.commands()), len(set(told["cases"]) - asked.keys())


def kept_dump(tree: Path) -> Dump:
    """All of what the tree before says, computed once for each of its commits; whoever asks meanwhile waits for it."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, capture_output=True, text=True, check=True).stdout
    asked = (HERE / OLD_SCRIPT).read_text(encoding="utf-8") + str([each.name for each in games.commands()])
    key = f"{commit.strip()[:12]}-{hashlib.sha256(asked.encode()).hexdigest()[:12]}"
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{key}.json.gz"
    with (KEPT / f"{key}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.is_file():
            print(f"judging everything with {tree} ({key}), once", file=sys.stderr)
            written = path.with_suffix(".part")
            written.write_bytes(gzip.compress(json.dumps(own_answers(tree)).encode()))
            written.rename(path)
    loaded: Dump = json.loads(gzip.decompress(path.read_bytes()))
    return loaded


def files(tree: Path, kept_in: Path, commands: Iterable[games.Command]) -> Dump:
    """What a tree's commands answer about the saves and logs of a tree."""
    found: Dump = {}
    for command in commands:
        line = [sys.executable, "-m", "adjudicator", *command.on_files_of(kept_in)]
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


def _run(tree: Path, script: str, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-P", str(HERE / script), *arguments], cwd=tree, env=_surroundings(tree), check=True
    )


def _surroundings(tree: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(tree), "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
