"""Pair after pair through outputs drawn at random; what differs is made small and kept."""

from __future__ import annotations

import gc
import os
import re
import shutil
import tempfile
import time
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tests.leaks.twins.answers import Bench, Made, Wanted, difference, wanted
from tests.leaks.twins.pairs import Pair, pair
from tests.leaks.twins.tabletops import Tabletop
from tests.leaks.twins.world import UMPIRE

BUDGET = 5.0
"""What the outputs of one pair may cost together; an output that some label has not met yet is asked for besides."""
TRIES = 50
"""How often a pair may be asked again to make it small."""
SMALL = 3
"""How many causes are looked for in one pair."""


@dataclass(frozen=True, slots=True)
class Found:
    """An output that gave a viewer different bytes, by the pair made small."""

    number: int
    kind: str
    output: str
    viewer: str
    where: str
    folder: str = ""


@dataclass
class Account:
    """What was looked at: `cells` counts compared outputs by label and group, `leaks` those that differed."""

    pairs: int = 0
    void: int = 0
    compared: int = 0
    cells: Tally[tuple[str, str]] = field(default_factory=Tally)
    viewers: Tally[str] = field(default_factory=Tally)
    leaks: Tally[tuple[str, str]] = field(default_factory=Tally)
    found: list[Found] = field(default_factory=list)

    def add(self, other: Account) -> None:
        """Take in what another process found."""
        self.pairs += other.pairs
        self.void += other.void
        self.compared += other.compared
        self.cells.update(other.cells)
        self.viewers.update(other.viewers)
        self.leaks.update(other.leaks)
        self.found += other.found


@dataclass(frozen=True, slots=True)
class Task:
    """What is hunted: `keep` is the folder for what differs, `only` a part of outputs' names.

    `quick` leaves out outputs that cost much; `few` asks for three of each pair and makes nothing small.
    """

    seed: int
    numbers: range
    keep: str = ""
    only: str = ""
    quick: bool = False
    few: bool = False


def settle() -> None:
    """Make this process one that nobody's own settings reach, and that gives the same bytes at any time."""
    os.environ["ADJUDICATOR_INSTALLED_PACKS"] = "no"
    os.environ["ADJUDICATOR_HOME"] = tempfile.mkdtemp(prefix="adjudicator-twins-")
    os.environ["COLUMNS"] = "200"
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1577836800")
    gc.set_threshold(100_000, 20, 50)


class Hunter:
    """One process's share. `keep` is the folder for pairs that differ; each kind is kept once."""

    def __init__(self, task: Task) -> None:
        from adjudicator.cli.main import status  # noqa: PLC0415 - from whichever checkout is asked

        self.seed, self.keep = task.seed, Path(task.keep) if task.keep else None
        self.folder = Path(tempfile.mkdtemp(prefix="twins-", dir=_fast()))
        self.bench = Bench(self.folder / "table", status)
        self.few = task.few
        most = 1.0 if task.quick else 100.0
        self.every = tuple(each for each in wanted() if task.only in each.name and each.cost <= most)
        self.account = Account()
        self._kinds: set[str] = set()

    def hunt(self, numbers: Iterable[int]) -> Account:
        """The pairs of these numbers."""
        try:
            for number in numbers:
                self.look(number, pair(self.seed, number))
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self.account

    def look(self, number: int, made: Pair | Tabletop) -> None:
        """One pair through some outputs."""
        self.account.pairs += 1
        if not self._counts(made):
            self.account.void += 1
            return
        chosen = self._chosen(number, made)
        differing = {each.name: each for each in chosen if self._differs(made, each)}
        self.account.compared += len(chosen)
        self.account.viewers[_eyes(made)] += len(chosen)
        for each in chosen:
            self.account.cells.update((label, each.group) for label in made.labels)
            if each.name in differing:
                self.account.leaks.update((label, each.group) for label in made.labels)
        self._explain(number, made, sorted(differing.values(), key=lambda each: each.cost))

    def _explain(self, number: int, made: Pair | Tabletop, differing: list[Wanted]) -> None:
        """Make the pair small for one output; what differs on that too has the same cause, for the rest begin anew."""
        for _ in range(SMALL):
            if not differing:
                return
            first, *others = differing
            small = self._smaller(made, first)
            same = [first, *(each for each in others if self._differs(small, each))]
            self._keep(number, small, same)
            differing = [each for each in others if each not in same]
        unexplained = [Found(number, "other", each.name, _eyes(made), "") for each in differing]
        self.account.found += unexplained

    def _chosen(self, number: int, made: Pair | Tabletop) -> list[Wanted]:
        """As many outputs as the budget allows; of each group that a label has not met, one."""
        rng = Random(f"{self.seed}/{number}/outputs")
        labels, fits = made.labels, [each for each in self.every if each.tabletop == isinstance(made, Tabletop)]
        if made.viewer == UMPIRE:
            fits = [each for each in fits if not each.copy]
        shuffled = rng.sample(fits, len(fits))
        if self.few:
            return shuffled[:3]
        chosen, spent, met = [], 0.0, set()
        for each in shuffled:
            wants = each.group not in met and any(not self.account.cells[label, each.group] for label in labels)
            rare = rng.random() < 1 / each.cost
            if (wants and spent < 6 * BUDGET) or (rare and spent + each.cost <= BUDGET):
                chosen.append(each)
                spent += each.cost if rare else 1
                met.add(each.group)
        return chosen

    def _counts(self, made: Pair | Tabletop) -> bool:
        """Whether the umpire's copies differ: else the pair is none."""
        names = ("table",) if isinstance(made, Tabletop) else ("start", "turn", "later")
        return any(self._whole(made, 0, name) != self._whole(made, 1, name) for name in names)

    def _whole(self, made: Pair | Tabletop, telling: int, name: str) -> Made:
        self.bench.lay(made, telling, healed=True)
        return self.bench.whole(name)

    def _differs(self, made: Pair | Tabletop, each: Wanted) -> str:
        return difference(self._answer(made, 0, each), self._answer(made, 1, each))

    def _answer(self, made: Pair | Tabletop, telling: int, each: Wanted) -> Made:
        self.bench.lay(made, telling)
        return self.bench.ask(each, made.eyes(), boxed=not isinstance(made, Pair) or made.world.boxed)

    def _keep(self, number: int, small: Pair | Tabletop, differing: list[Wanted]) -> None:
        first, where = differing[0], self._differs(small, differing[0])
        folder = None
        if self.keep is not None and small.kind not in self._kinds:
            folder = self.keep / re.sub(r"\W+", "_", small.kind)[:100]
            for telling, letter in enumerate("AB"):
                small.write(folder / letter, telling)
            lines = (
                f"pair {number} of seed {self.seed}",
                f"viewer {small.eyes()}",
                " ".join(first.words),
                first.name,
                where,
            )
            told = "\n".join((*lines, str(small), ""))
            (folder / "what.txt").write_text(told, encoding="utf-8")
        self._kinds.add(small.kind)
        for each in differing:
            self.account.found.append(Found(number, small.kind, each.name, _eyes(small), where, str(folder or "")))

    def _smaller(self, made: Pair | Tabletop, each: Wanted) -> Pair | Tabletop:
        """The least that still differs, as far as the tries go."""
        left, again = 0 if self.few else TRIES, True
        while again and left > 0:
            again = False
            for less in made.simpler():
                left -= 1
                if left <= 0:
                    break
                if self._differs(less, each):
                    made, again = less, True
                    break
        return made


def _eyes(made: Pair | Tabletop) -> str:
    if made.viewer in (UMPIRE, "everybody"):
        return made.viewer
    return "a side"


def _fast() -> str | None:
    """A folder in memory, if there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108


def report(account: Account, seconds: float, seed: int) -> Iterator[str]:
    """The account as lines: the table, what differed, and the totals."""
    for tabletop in (False, True):
        yield from _table(account, list(dict.fromkeys(each.group for each in wanted() if each.tabletop == tabletop)))
    yield from _kinds(account)
    known = {name: sum(name in _known(each) for each in account.found) for name in NINE}
    if account.found:
        yield "kinds known before: " + ", ".join(f"{name} {count}" for name, count in known.items())
    eyes = ", ".join(f"{name} {count}" for name, count in sorted(account.viewers.items()))
    yield f"viewers: {eyes}"
    told = f"{account.pairs} pairs ({account.void} void: the umpire sees no difference), {account.compared} outputs compared"
    yield f"{told}, {len(account.found)} different, in {seconds:.0f} s, seed {seed}"


def _table(account: Account, groups: list[str]) -> Iterator[str]:
    labels = sorted({label for label, group in account.cells if group in groups})
    wide = max(map(len, labels), default=0)
    yield "outputs compared, by what was secret and by output (different ones after the stroke)"
    for at, name in enumerate(groups, 1):
        yield f"  {at:2} {name}"
    yield f"{'':{wide}} " + "".join(f"{at:>6}" for at in range(1, len(groups) + 1))
    for label in labels:
        yield f"{label:{wide}} " + "".join(f"{_cell(account, label, group):>6}" for group in groups)
    empty = [(label, group) for label in labels for group in groups if not account.cells[label, group]]
    yield f"empty cells: {len(empty)}" + (f", such as {empty[:5]}" if empty else "")


def _cell(account: Account, label: str, group: str) -> str:
    leaks = account.leaks[label, group]
    return f"{account.cells[label, group]}" + (f"/{leaks}" if leaks else "")


NINE = {
    "two_masks_inner": "mask: an inner one",
    "empty_owner_mask": ": empty",
    "sides_called_like_pseudonyms": "sides: Player",
    "hand_of_missing_extension": "window of no extension",
    "private_map_twice_public_first": "window of two",
    "error_move_password": "error: ",
    "prop_key_named_by_secret": "property: key",
    "unknown_trait_counts_hidden": "is not VASSAL",
    "resent_save_differs_in_hidden": "save sent again",
}
"""Kinds that were known before, with the words by which a finding tells that it is one."""


def _known(found: Found) -> set[str]:
    told = f"{found.kind} {found.where}"
    return {name for name, words in NINE.items() if words in told}


def _kinds(account: Account) -> Iterator[str]:
    kinds: dict[str, list[Found]] = {}
    for each in account.found:
        kinds.setdefault(each.kind, []).append(each)
    for kind, found in sorted(kinds.items(), key=lambda each: -len(each[1])):
        outputs = Tally(each.output for each in found)
        some = ", ".join(name for name, _ in outputs.most_common(4))
        yield f"LEAK {kind}: {len(found)} outputs ({some}), pair {found[0].number}"
        yield f"     {found[0].where[:300]}"
        yield from (f"     {each.folder}" for each in found[:1] if each.folder)


def hunt(task: Task) -> Account:
    """One process's work."""
    settle()
    return Hunter(task).hunt(task.numbers)


def hunt_in_processes(task: Task, processes: int) -> tuple[Account, float]:
    """The whole hunt, and the seconds it took."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    begun, account = time.monotonic(), Account()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        shares = [task.numbers[part::processes] for part in range(processes)]
        for found in pool.map(hunt, (replace(task, numbers=share) for share in shares)):
            account.add(found)
    return account, time.monotonic() - begun
