"""How many small mistakes in checks and analyses the tests notice: `python -m tests.mutation [--sample N] [--seed S]`.

Every mistake is put into a living function of a process of its own, in which the tests were collected beforehand; then
the tests that come to the place run until one fails: first those that come to little else, and the quickest of each file.
What no test notices is listed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import zip_longest
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Living, Mutant, living_functions, mutants
from tests.mutation.reached import Reached, key, measured

ROOT = Path(__file__).parent.parent.parent
SCOPE = (
    "adjudicator/analysis/**/*.py",
    "adjudicator/checks/**/*.py",
    "adjudicator/packs/*/checks/**/*.py",
    "adjudicator/packs/*/questions/**/*.py",
)
TESTS = (
    "tests/test_because.py",
    "tests/test_cases.py",
    "tests/test_citations.py",
    "tests/test_two_books.py",
    "tests/test_worked_examples.py",
    "tests/adjudicator",
    "tests/packs",
)
SWEEPS = ("tests/test_cases_turned.py", "tests/law")
"""Tests that judge every case anew in other ways: most of the time, and little that the cases themselves do not notice."""
KEPT = ROOT / "out" / "mutation"
SURVIVORS = KEPT / "survivors.json"
UNNOTICED, NOTICED, UNTRIED, ENDLESS = "unnoticed", "noticed", "untried", "endless"
BY_EXIT = (UNNOTICED, NOTICED, UNTRIED)


@dataclass
class Trial:
    """What is asked for, and what came of each mistake."""

    sample: int
    seed: int
    only: str
    kind: str
    limit: float
    workers: int
    fresh: bool
    again: bool
    results: list[tuple[Mutant, str]] = field(default_factory=list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests: run them on mistakes."""
        paths = sorted({path for pattern in SCOPE for path in ROOT.glob(pattern)})
        items = [item for item in session.items if not self._is_far_off(item)]
        reached = self._reached(items, paths)
        by_name = {item.nodeid: item for item in items}
        self._drop_unsound(reached, by_name)
        self._try_all(self._chosen(paths), reached, by_name)
        return True

    def _drop_unsound(self, reached: Reached, items: dict[str, pytest.Item]) -> None:
        """A test that fails without any mistake proves nothing."""
        child = _begin(None, {}, [items[name] for name in reached.quickest(500) if name in items], 600)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            raise pytest.UsageError("a test fails without any mistake; run the suite")

    @staticmethod
    def _is_far_off(item: pytest.Item) -> bool:
        """Tests that start the program anew would not meet the mistake; those of commands take long to come to it."""
        return "test_random_play" in item.nodeid or "adjudicator/cli/" in item.nodeid

    def _reached(self, items: Sequence[pytest.Item], paths: Sequence[Path]) -> Reached:
        KEPT.mkdir(parents=True, exist_ok=True)
        stored = KEPT / "reached.json"
        reached = Reached()
        if stored.exists() and not self.fresh:
            reached.read(stored)
        new = [item for item in items if item.nodeid not in reached.seconds]
        if new:
            print(f"running {len(new):,} tests once, to see what each comes to", flush=True)
            reached.join(measured(new, paths, passes, KEPT, self.workers))
            reached.save(stored)
        return reached.among({item.nodeid for item in items})

    def _chosen(self, paths: Sequence[Path]) -> list[Mutant]:
        named = [path for path in paths if fnmatch(str(path.relative_to(ROOT)), self.only)]
        offered = [mutant for path in named for mutant in mutants(path) if self.kind in ("", mutant.kind)]
        print(f"{len(offered):,} mistakes to choose from", flush=True)
        if self.again:
            before = {tuple(each) for each in json.loads(SURVIVORS.read_text(encoding="utf-8"))}
            return [mutant for mutant in offered if _name(mutant) in before]
        return random.Random(self.seed).sample(offered, min(self.sample, len(offered)))

    def _try_all(self, chosen: Sequence[Mutant], reached: Reached, items: dict[str, pytest.Item]) -> None:
        running: dict[int, Mutant] = {}
        waiting = list(reversed(chosen))
        living = living_functions()
        gc.freeze()  # what is here already is not looked through again in every child
        while waiting or running:
            while waiting and len(running) < self.workers:
                mutant = waiting.pop()
                names = reached.of(key(mutant.path, mutant.function, mutant.block), self.limit)
                running[_begin(mutant, living, [items[name] for name in names if name in items], self.limit)] = mutant
            child, status = os.wait()
            self._note(running.pop(child), status)
            if not len(self.results) % 25:
                unnoticed = sum(result == UNNOTICED for _, result in self.results)
                print(f"{len(self.results)} tried, {unnoticed} of them unnoticed", flush=True)
        survivors = [_name(mutant) for mutant, result in self.results if result == UNNOTICED]
        SURVIVORS.write_text(json.dumps(survivors), encoding="utf-8")

    def _note(self, mutant: Mutant, status: int) -> None:
        result = ENDLESS if os.WIFSIGNALED(status) else BY_EXIT[os.waitstatus_to_exitcode(status)]
        self.results.append((mutant, result))
        if result in (UNNOTICED, UNTRIED):
            where = f"{mutant.path.relative_to(ROOT)}:{mutant.line} {mutant.function}"
            print(f"{result}  {where}  [{mutant.kind}]  {mutant.told}", flush=True)


def _name(mutant: Mutant) -> tuple[str, str, int, str]:
    """What tells a mistake from all others, the same in any checkout."""
    return str(mutant.path.relative_to(ROOT)), mutant.function, mutant.site, mutant.kind


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a test passes (or is skipped)."""
    return not any(report.failed for report in runtestprotocol(item, nextitem=following, log=False))


def _begin(mutant: Mutant | None, living: Living, items: Sequence[pytest.Item], limit: float) -> int:
    """A process that tries one mistake, or none: it exits with 1 when a test fails, and is ended when it takes too long."""
    child = os.fork()
    if child:
        return child
    # Processor time, so that a busy machine ends nothing that would have come to an end.
    signal.setitimer(signal.ITIMER_PROF, 10 + 5 * limit)
    code = BY_EXIT.index(UNTRIED)
    try:
        if mutant is None or mutant.put_in(living):
            passed = all(passes(item, following) for item, following in zip_longest(items, items[1:]))
            code = BY_EXIT.index(UNNOTICED if passed else NOTICED)
    finally:
        os._exit(code)


def told(results: Sequence[tuple[Mutant, str]]) -> str:
    """The figure, whole and by kind of mistake."""
    counted = Counter(result for _, result in results)
    lines = []
    for kind in sorted({mutant.kind for mutant, _ in results}):
        own = [result for mutant, result in results if mutant.kind == kind]
        lines.append(f"  {kind:<14} {sum(result in (NOTICED, ENDLESS) for result in own):>4} of {len(own)}")
    tried = len(results) - counted[UNTRIED]
    noticed = tried - counted[UNNOTICED]
    share = noticed / max(1, tried)
    lines.append(f"noticed: {noticed} of {tried} ({share:.0%}), {counted[ENDLESS]} of them never ended")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mistakes are tried")
    parser.add_argument("--seed", type=int, default=1, help="chooses the sample")
    parser.add_argument("--only", default="*", help="a pattern of files, as adjudicator/analysis/supply/*")
    parser.add_argument("--kind", default="", help="one kind of mistake, such as sure/perhaps")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds of processor time of tests for one mistake")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--fresh", action="store_true", help="see anew what each test comes to")
    parser.add_argument("--sweeps", action="store_true", help="ask the turned cases and the law of forgetting as well")
    parser.add_argument("--again", action="store_true", help="try only what nothing noticed in the last run")
    asked = parser.parse_args()
    wanted = {name: value for name, value in vars(asked).items() if name != "sweeps"}
    trial = Trial(**wanted)
    options = ["-o", "addopts=--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:terminal"]
    tests = (*TESTS, *SWEEPS) if asked.sweeps else TESTS
    ended = pytest.main([*options, *(str(ROOT / test) for test in tests)], plugins=[trial])
    if not trial.results:
        print(f"nothing was tried (pytest exits with {int(ended)})", file=sys.stderr)
        return 2
    print(told(trial.results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
