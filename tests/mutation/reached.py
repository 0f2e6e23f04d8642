"""Which lines each test comes to, and how long the test takes: what is needed to try a mistake on few tests.

Lines are told apart as far as they may part: a spot is a function, or a block within it (the body of an `if`, a loop ...).
"""

from __future__ import annotations

import ast
import builtins
import gc
import json
import os
import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, zip_longest
from pathlib import Path
from types import FunctionType
from typing import Protocol

from tests.mutation.mutants import below, blocks, found, functions

ROOT = Path(__file__).parent.parent.parent
RECORDER = "__function_entered__"


class Item(Protocol):
    """A collected test of pytest."""

    nodeid: str


@dataclass
class Reached:
    """The tests that come to a spot, and the seconds of processor time of each test."""

    tests: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def of(self, spot: str, limit: float) -> list[str]:
        """The tests that come to a spot, as many as fit into the seconds: by turns the narrowest, and a family's quickest."""
        chosen, spent = [], 0.0
        coming = self._coming_to(spot)
        narrow = sorted(coming, key=lambda each: (self.breadth[each], self.seconds[each]))
        quick = in_turn(sorted(coming, key=lambda each: self.seconds[each]))
        for name in dict.fromkeys(chain.from_iterable(zip(narrow, quick, strict=True))):
            if chosen and spent + self.seconds[name] > limit:
                continue  # one long test leaves room for many short ones
            spent += self.seconds[name]
            chosen.append(name)
        return chosen

    @cached_property
    def breadth(self) -> Counter[str]:
        """To how many spots each test comes: a test that comes to few is about what it comes to."""
        return Counter(chain.from_iterable(self.tests.values()))

    def _coming_to(self, spot: str) -> list[str]:
        """The tests that come to a block; those that enter its function where it is newer than what was measured."""
        return self.tests.get(spot) or self.tests.get(f"{spot.rpartition(':')[0]}:0", [])

    def quickest(self, most: int) -> list[str]:
        """The quickest tests of all."""
        return sorted(self.seconds, key=lambda each: self.seconds[each])[:most]

    def add(self, test: str, came_to: set[str], seconds: float) -> None:
        self.seconds[test] = seconds
        for spot in came_to:
            self.tests.setdefault(spot, []).append(test)

    def save(self, path: Path) -> None:
        number = {name: i for i, name in enumerate(self.seconds)}
        tests = {spot: [number[name] for name in names] for spot, names in self.tests.items()}
        path.write_text(json.dumps({"seconds": self.seconds, "tests": tests}), encoding="utf-8")

    def read(self, path: Path) -> None:
        stored = json.loads(path.read_text(encoding="utf-8"))
        names = list(stored["seconds"])
        tests = {spot: [names[i] for i in numbers] for spot, numbers in stored["tests"].items()}
        self.join(Reached(tests, stored["seconds"]))

    def among(self, there: Collection[str]) -> Reached:
        """The same of tests that there are still."""
        tests = {spot: [name for name in names if name in there] for spot, names in self.tests.items()}
        return Reached(tests, {name: seconds for name, seconds in self.seconds.items() if name in there})

    def join(self, other: Reached) -> None:
        """Know what other tests come to as well."""
        self.seconds |= other.seconds
        for spot, tests in other.tests.items():
            self.tests.setdefault(spot, []).extend(tests)


def in_turn(tests: Sequence[str]) -> list[str]:
    """One test of each file of tests or cases, then a second of each ...: what a file's tests see is much alike."""
    nth: Counter[str] = Counter()
    order = []
    for test in tests:
        family = test.rpartition(":")[0]
        order.append((nth[family], len(order), test))
        nth[family] += 1
    return [test for _, _, test in sorted(order)]


def key(path: Path, function: str, block: int) -> str:
    """A spot by its file, the same in any checkout: a function's block by the line of it where that begins, 0 for the whole."""
    return f"{path.relative_to(ROOT)}:{function}:{block}"


def record_entries(paths: Sequence[Path], entered: set[str]) -> None:
    """Let every function of these files tell which of its blocks are entered."""
    setattr(builtins, RECORDER, entered.add)
    recording = {}
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = []
        for name, node in functions(tree):
            assert isinstance(node, ast.FunctionDef)
            for block in list(blocks(node)):
                if block:
                    block.insert(0, _telling(key(path, name, below(node, block))))
            node.body.insert(1 if ast.get_docstring(node) is not None else 0, _telling(key(path, name, 0)))
            names.append(name)
        whole = compile(ast.fix_missing_locations(tree), str(path), "exec")
        recording |= {(str(path), name): found(whole, name) for name in names}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            code = recording.get((each.__code__.co_filename, each.__code__.co_qualname))
            if code is not None:
                each.__code__ = code


def _telling(spot: str) -> ast.stmt:
    return ast.parse(f"{RECORDER}({spot!r})").body[0]


def measured(items: Sequence[Item], paths: Sequence[Path], run: object, folder: Path, workers: int) -> Reached:
    """Run every test once, in some processes side by side, and see what they come to."""
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
        begun = time.process_time()
        passed = run(item, following)  # type: ignore[operator]
        if passed:
            reached.add(item.nodeid, entered, time.process_time() - begun)
    reached.save(path)
