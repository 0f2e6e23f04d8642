"""A game on a worker: its files fetched and told by their content, done if nobody did it before, and its row kept.

Bad input is a value. Only what a disk or a network refuses is tried again; what ends the process that works on a game is tried
once more, alone in a new one, unless it ended for want of time; then the game is not judged, for the reason that is told.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from adjudicator.batch.keeper import Died, Hands, Unstarted
from adjudicator.batch.places import StorePlace, fetch
from adjudicator.batch.store import COUNTS, SCHEMA, Store
from adjudicator.batch.unit import (
    KILLED,
    NOT_JUDGED,
    OUT_OF_REACH,
    OUT_OF_TIME,
    RENDER,
    UNSTARTED,
    Bounds,
    File,
    GameJob,
    GameUnit,
    StepsWanted,
    Values,
)
from adjudicator.errors import UsageError, WriteError
from adjudicator.extras import program_version
from adjudicator.game.digests import file_digest, folder_digest, program_folders
from adjudicator.lean import dataclass, replace
from adjudicator.model.canonical import digest

TRIES, PAUSE = 3, 0.5
"""How often input and output are tried, and seconds before the second time; each pause is twice the last."""
MOST_BLAMED, KILLS = 2, 6
"""So many hands may die of a game, and so many be killed over it by somebody else, before it is given up."""
WORKERS_KILLED = "its workers were killed"
BLAMELESS = (KILLED, UNSTARTED, WORKERS_KILLED)
"""Reasons why a game was not judged that are none of its own: the next run tries it again."""
CHANGES = 3
"""How often a game that changes while it is judged is judged anew."""
SOURCES = (".py", ".toml", ".txt")
MOST_FETCHED = 4
"""Modules from elsewhere that a worker keeps on its disk."""
HANDS = Hands()
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to be done: what is wanted, within what bounds, where it is kept, by which program; how often `sent` before."""

    unit: GameUnit
    wanted: StepsWanted
    bounds: Bounds
    store: str
    program: str
    sent: int = 0

    @property
    def kept(self) -> Values:
        """What has to be the same for the answer to hold, but for the content."""
        return {"stamp": self.unit.stamp, "program": self.program, "wanted": digest(self.wanted)}


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """What became of a game, in short: the rest is in the store. `kept` says that it had been done before."""

    unit: str
    status: str
    reason: str = ""
    violations: int = 0
    problems: int = 0
    files: int = 0
    kept: bool = False
    seconds: float = 0.0
    processor_seconds: float = 0.0

    @classmethod
    def of_values(cls, told: Mapping[str, Any]) -> TaskOutcome:
        names = ("unit", "status", "reason", "violations", "problems", "files")
        return cls(**{name: told[name] for name in names}, kept=True)


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What the store says of a game beside its row: of which content it is the answer, and for which program and wish."""

    stamp: str
    program: str
    wanted: str
    key: str
    bounds: Bounds
    outcome: TaskOutcome

    @classmethod
    def at(cls, store: str, place: str) -> StoredAnswer | None:
        """What is kept at a place; None if nothing is there, or nothing that makes sense."""
        told = Store(store).kept(place) or {}
        try:
            bounds, outcome = Bounds(**told["bounds"]), TaskOutcome.of_values(told["outcome"])
            return cls(told["stamp"], told["program"], told["wanted"], told["key"], bounds, outcome)
        except (KeyError, TypeError):
            return None


@dataclass(frozen=True, slots=True)
class Fetched:
    """The files of a game where programs can open them, with what stands for the bytes of each by its path."""

    folder: Path
    module: Path | None
    digests: Mapping[str, str]


@lru_cache(maxsize=1)
def program() -> str:
    """What stands for this program and its packs: the same on every machine that has the same version of them."""
    return digest([folder_digest(root, *SOURCES) for root in program_folders()])


def kept_before(task: GameTask, *, stamped: bool = True) -> TaskOutcome | None:
    """What the store says of a game that has not changed since, as far as its folder's listing shows; else None.

    What a disk or network refused is never settled, nor what ran into bounds that are wider now, nor what somebody killed.
    """
    found = StoredAnswer.at(task.store, task.unit.place)
    if found is None or (stamped and not task.unit.stamp):
        return None
    same = ("stamp", "program", "wanted") if stamped else ("program", "wanted")
    if any(getattr(found, name) != task.kept[name] for name in same) or found.outcome.status == OUT_OF_REACH:
        return None
    if found.outcome.status == NOT_JUDGED:
        return None if found.outcome.reason in BLAMELESS or not task.bounds.within(found.bounds) else found.outcome
    return found.outcome


def do(task: GameTask) -> TaskOutcome:
    """Do a game and keep its row. WriteError or OSError if the store cannot be written, UsageError if this is another program."""
    if task.program != program():
        raise UsageError("a worker runs another version of adjudicator, or has other packs, than this command")
    room = Path(tempfile.mkdtemp(prefix="adjudicator-batch-"))
    try:
        return _done(task, room)
    finally:
        shutil.rmtree(room, ignore_errors=True)


def do_all(tasks: tuple[GameTask, ...]) -> tuple[TaskOutcome, ...]:
    """Do games one after another; what was done of them before a worker was lost is in the store and not done again."""
    return tuple(map(do, tasks))


def give_up(task: GameTask, reason: str) -> TaskOutcome:
    """Keep of a game that it was not judged, and why."""
    return _keep(task, _empty(task, NOT_JUDGED, reason), key="", digests={})


def _done(task: GameTask, room: Path) -> TaskOutcome:
    for _ in range(CHANGES):
        try:
            as_it_is = _with_retries(lambda: _as_it_is(task))
            here = _with_retries(lambda task=as_it_is: _fetch(task.unit, room))  # type: ignore[misc]
        except OSError as error:
            reason = f"{Path(str(error.filename)).name}: {error.strerror}" if error.filename else str(error)
            return _out_of_reach(task, reason)
        key = _key(as_it_is, here)
        if (before := _before(as_it_is, key, here)) is not None:
            return before
        row = _worked(as_it_is, here, room)
        if _unchanged(as_it_is):
            return _keep(as_it_is, row, key=key, digests=here.digests)
    return _out_of_reach(task, "its files change while they are judged")


def _out_of_reach(task: GameTask, reason: str) -> TaskOutcome:
    return _keep(task, _empty(task, OUT_OF_REACH, reason), key="", digests={})


def _as_it_is(task: GameTask) -> GameTask:
    """The task with its files as they are now: some time has passed since they were listed. Of a copy nothing changes."""
    unit = task.unit
    if not StorePlace.at(unit.folder).is_local:
        return task
    files = tuple(StorePlace.at(each.path).file() for each in unit.files)
    module, settings = (StorePlace.at(each.path).file() if each else None for each in (unit.module, unit.settings))
    return replace(task, unit=replace(unit, files=files, module=module, settings=settings))


def _unchanged(task: GameTask) -> bool:
    """Whether the files are still those that were judged."""
    try:
        return _as_it_is(task).unit.stamp == task.unit.stamp
    except OSError:
        return False


def _before(task: GameTask, key: str, here: Fetched) -> TaskOutcome | None:
    """The answer for the same content, if the store has it: here, or where a copy of the game lies."""
    store = Store(task.store)
    place = store.place_of(key)
    found = StoredAnswer.at(task.store, place) if place else None
    if found is None or found.key != key:
        return None
    source = replace(task, unit=replace(task.unit, name=found.outcome.unit))
    if kept_before(source, stamped=False) is None or (row := store.row(place)) is None:
        return None
    if row["unit"] != task.unit.name:
        row["same_as"] = row["same_as"] or row["unit"]
    outcome = _keep(task, row | _whose(task), key=key, digests=here.digests, original=place)
    return replace(outcome, kept=True)


def _worked(task: GameTask, here: Fetched, room: Path) -> Values:
    """The row of a game: done by a hand, by a new one if that dies of it, and not judged if that dies too, or of time."""
    picture = str(room / "map.png") if RENDER in task.wanted.what and task.unit.files else ""
    job = asdict(_job(task, here, picture))
    tries, began = 0, time.monotonic()
    reason, blamed = UNSTARTED, 0
    while tries < KILLS and blamed < MOST_BLAMED:
        try:
            answer = HANDS.ask(job, task.bounds, fresh=tries > 0 or task.sent > 0)
        except Unstarted:
            break
        except Died as died:
            tries, reason = tries + 1, str(died)
            blamed += reason != KILLED
            if reason == OUT_OF_TIME:  # of its own time, which is the same every time
                break
        else:
            if answer.get("picture"):
                file = Path(answer["picture"])
                answer["picture"] = _with_retries(partial(_put_picture, task, file))
            return _empty(task, "", "") | answer | {"tries": tries + 1}
    return _empty(task, NOT_JUDGED, reason) | {"tries": tries, "seconds": time.monotonic() - began}


def _put_picture(task: GameTask, file: Path) -> str:
    return Store(task.store).put_picture(task.unit.place, file)


def _job(task: GameTask, here: Fetched, picture: str) -> GameJob:
    unit = task.unit
    return GameJob(
        folder=str(here.folder),
        files=tuple(each.name for each in unit.files),
        others=unit.others,
        module=str(here.module or ""),
        module_digest=here.digests[unit.module.path] if unit.module else "",
        own=unit.own,
        what=task.wanted.what,
        pack=task.wanted.pack,
        viewer=task.wanted.viewer,
        picture=picture,
    )


def _keep(task: GameTask, row: Values, *, key: str, digests: Mapping[str, str], original: str = "") -> TaskOutcome:
    """Write the row, and of which content it is the answer."""
    by_name = {each.name: each for each in task.unit.files}
    for file in row["files"]:
        known = by_name.get(file["name"])
        if known is not None and known.path in digests:
            file.update({"bytes": known.size, "sha256": digests[known.path]})
    outcome = TaskOutcome(
        task.unit.name,
        row["status"],
        row["reason"],
        violations=sum(1 for each in row["findings"] if each["severity"] == "violation" and not each["ruling"]),
        problems=len(row["problems"]),
        files=len(task.unit.files) or 1,
    )
    store, place = Store(task.store), task.unit.place
    said = {**task.kept, "key": key, "bounds": asdict(task.bounds), "outcome": asdict(outcome)}
    if key and not original:  # first, since a row that is there is not done again
        _with_retries(lambda: store.remember(key, place))
    _with_retries(lambda: store.put(place, row | {"key": key}, said))
    return replace(outcome, seconds=row["seconds"], processor_seconds=row["processor_seconds"])


def _empty(task: GameTask, status: str, reason: str) -> Values:
    """A row that says nothing yet of what a game holds."""
    lists = ("files", "findings", "dice", "problems", "errors", "what")
    numbers = (*COUNTS, "tries", "peak_bytes")
    blank: Values = dict.fromkeys(SCHEMA.names, "") | {name: [] for name in lists}
    blank |= dict.fromkeys(numbers, 0) | {"seconds": 0.0, "processor_seconds": 0.0, "sound": None}
    files = [{"name": each.name, "bytes": each.size} for each in task.unit.files]
    return blank | {"status": status, "reason": reason, "files": files} | _whose(task)


def _whose(task: GameTask) -> Values:
    """What a row says of the game's place and of what was wanted."""
    module = task.unit.module
    return {
        "unit": task.unit.name,
        "folder": task.unit.folder,
        "module_file": module.path if module else "",
        "program": program_version(),
        "viewer": task.wanted.viewer or "everybody",
        "what": list(task.wanted.what),
    }


def _key(task: GameTask, here: Fetched) -> str:
    """What stands for the content of a game, the program, and what is wanted."""
    names = [(each.name, here.digests[each.path]) for each in task.unit.all_files]
    return digest(names, task.unit.own, sorted(task.unit.others), sorted(task.unit.strays), task.program, task.wanted)


def _fetch(unit: GameUnit, room: Path) -> Fetched:
    """The files of a game on this machine, its module once for all games of this worker."""
    inside = room / "files"
    inside.mkdir(exist_ok=True)
    paths = {each.path: _module(each) if each is unit.module else fetch(each, inside) for each in unit.all_files}
    digests = {
        each.path: _module_digest(str(paths[each.path]), each.stamp)
        if each is unit.module
        else _digest(paths[each.path])
        for each in unit.all_files
    }
    module = paths[unit.module.path] if unit.module else None
    return Fetched(Path(unit.folder) if StorePlace.at(unit.folder).is_local else inside, module, digests)


def _module(file: File) -> Path:
    return _fetched_module(file) if not StorePlace.at(file.path).is_local else fetch(file, Path())


@lru_cache(maxsize=MOST_FETCHED)
def _fetched_module(file: File) -> Path:
    """A module from elsewhere, fetched once; the one that was not asked for longest makes room."""
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-module-"))
    return fetch(file, folder)


@lru_cache(maxsize=256)
def _module_digest(path: str, _stamp: str) -> str:
    return _digest(Path(path))


def _digest(path: Path) -> str:
    return file_digest(path)


def _with_retries(act: Callable[[], T]) -> T:
    """Input or output, tried again where it fails; OSError or WriteError if it fails to the last."""
    for attempt in range(TRIES - 1):
        with suppress(OSError, WriteError):
            return act()
        time.sleep(PAUSE * 2**attempt)
    return act()
