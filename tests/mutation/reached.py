"""Which functions each test enters, and how long the test takes: what is needed to try a mistake on few tests."""

from __future__ import annotations

import ast
import builtins
import gc
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import FunctionType
from typing import Protocol

from tests.mutation.mutants import found, functions

ROOT = Path(__file__).parent.parent.parent
RECORDER = "__function_entered__"


class Item(Protocol):
    """A collected test of pytest."""

    nodeid: str


@dataclass
class Reached:
    """The tests that enter a function, and the seconds of each test."""

    tests: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def of(self, function: str, limit: float) -> list[str]:
        """The tests that enter a function, the quickest first, as many as fit into the seconds."""
        chosen, spent = [], 0.0
        for name in sorted(self.tests.get(function, ()), key=lambda each: self.seconds[each]):
            spent += self.seconds[name]
            if chosen and spent > limit:
                break
            chosen.append(name)
        return chosen

    def quickest(self, most: int) -> list[str]:
        """The quickest tests of all."""
        return sorted(self.seconds, key=lambda each: self.seconds[each])[:most]

    def add(self, test: str, entered: set[str], seconds: float) -> None:
        self.seconds[test] = seconds
        for function in entered:
            self.tests.setdefault(function, []).append(test)

    def save(self, path: Path) -> None:
        path.write_text(json.dumps({"tests": self.tests, "seconds": self.seconds}), encoding="utf-8")

    def read(self, path: Path) -> None:
        stored = json.loads(path.read_text(encoding="utf-8"))
        self.seconds |= stored["seconds"]
        for function, tests in stored["tests"].items():
            self.tests.setdefault(function, []).extend(tests)


def key(path: Path, function: str) -> str:
    """A function by its file, the same in any checkout."""
    return f"{path.relative_to(ROOT)}:{function}"


def record_entries(paths: Sequence[Path], entered: set[str]) -> None:
    """Let every function of these files tell that it was entered."""
    setattr(builtins, RECORDER, entered.add)
    recording = {}
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = []
        for name, node in functions(tree):
            assert isinstance(node, ast.FunctionDef)
            said = ast.parse(f"{RECORDER}({key(path, name)!r})").body[0]
            node.body.insert(1 if ast.get_docstring(node) is not None else 0, said)
            names.append(name)
        whole = compile(ast.fix_missing_locations(tree), str(path), "exec")
        recording |= {(str(path), name): found(whole, name) for name in names}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            code = recording.get((each.__code__.co_filename, each.__code__.co_qualname))
            if code is not None:
                each.__code__ = code


def measured(items: Sequence[Item], paths: Sequence[Path], run: object, folder: Path, workers: int) -> Reached:
    """Run every test once, in some processes side by side."""
    children = []
    for number in range(workers):
        child = os.fork()
        if not child:
            _measure(items[number::workers], paths, run, folder / f"reached_{number}.json")
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    reached = Reached()
    for number in range(workers):
        reached.read(folder / f"reached_{number}.json")
    return reached


def _measure(items: Sequence[Item], paths: Sequence[Path], run: object, path: Path) -> None:
    entered: set[str] = set()
    record_entries(paths, entered)
    reached = Reached()
    for item, following in zip_longest(items, items[1:]):
        entered.clear()
        begun = time.perf_counter()
        passed = run(item, following)  # type: ignore[operator]
        if passed:
            reached.add(item.nodeid, entered, time.perf_counter() - begun)
    reached.save(path)
