"""A run: the games of the paths sent to Dask's workers a few at a time, each ended exactly once.

Small games go together, since to send one costs a tenth of what it takes. Dask gives the games of a lost worker to another, and
suspects those whose workers keep dying; such go again, each by itself, a few times, and are then kept as not judged. What waits
here is bounded: some parcels for each thread of the cluster, never the archive.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, field
from typing import Any

import dask
from dask.system import CPU_COUNT
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed

from adjudicator.batch.finding import Seen, found
from adjudicator.batch.places import absolute
from adjudicator.batch.store import Store
from adjudicator.batch.task import WORKERS_KILLED, GameTask, TaskOutcome, do_all, give_up, kept_before, program
from adjudicator.batch.unit import DONE, Bounds, StepsWanted
from adjudicator.errors import AdjudicatorError, ReadError, UsageError, WriteError
from adjudicator.game.listener import Counting
from adjudicator.lean import dataclass, replace

FOR_EACH_THREAD = 4
"""Parcels that wait for each thread of the cluster."""
ENOUGH = 2
"""With so many for each thread, games are put together; before that every thread is to get work."""
TOGETHER, LIGHT = 4, 250_000
"""So many games at the most go in one parcel, and so many bytes in their files."""
PATIENCE = 60.0
"""Seconds in which a cluster has to show a worker."""
SENDINGS = 6
"""How often a game is sent to the cluster whose workers keep dying with it. The game itself cannot end them (`hand`): somebody
else does, and Dask gives a task up after four of them."""
LOOPBACK = "127.0.0.1:0"
TENDED_EVERY = 5.0
"""Seconds between two looks at how many workers there are."""
UNWATCHED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
}
"""Dask watches itself fifty times a second for its dashboard: as long as a worker lives, a fiftieth of a processor for each."""
COUNTED_EVERY = 1.0
"""Seconds between two questions how many threads there are: each costs as much as sending a game."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run as it was asked for: paths, the store, what of each game, the bounds; a cluster's address, or how many processes."""

    paths: tuple[str, ...]
    store: str
    wanted: StepsWanted = field(default_factory=StepsWanted)
    bounds: Bounds = field(default_factory=Bounds)
    scheduler: str = ""
    workers: int = 0
    resume: bool = False


@dataclass(slots=True)
class RunTotals:
    """What became of the games of a run, in numbers; `passed_over` are files beside them that are of no game."""

    games: int = 0
    files: int = 0
    kept: int = 0
    by_status: dict[str, int] = field(default_factory=dict)
    broken: int = 0
    flawed: int = 0
    processor_seconds: float = 0.0
    passed_over: int = 0

    def add(self, one: TaskOutcome) -> None:
        """Count a game that has ended."""
        self.games += 1
        self.files += one.files
        self.kept += one.kept
        self.by_status[one.status] = self.by_status.get(one.status, 0) + 1
        self.broken += one.violations > 0
        self.flawed += one.problems > 0
        self.processor_seconds += one.processor_seconds

    @property
    def unread(self) -> int:
        """Games of which something could not be read or judged."""
        return sum(count for status, count in self.by_status.items() if status != DONE)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "processor_seconds": round(self.processor_seconds, 2)}


def run(asked: RunRequest, told: Counting) -> RunTotals:
    """Do all games of the paths; what a store has already is not done again.

    UsageError if the store is in use and nobody said to go on with it, or if no cluster answers; WriteError if it cannot be
    written.
    """
    store = Store(absolute(asked.store))
    if store.has_units() and not asked.resume:
        raise UsageError("there are games in it already: --resume goes on with them", "store", asked.store)
    try:
        store.begin()
    except OSError as error:
        raise WriteError(f"{asked.store}: cannot be written: {error.strerror or error}") from error
    account, seen = RunTotals(), Seen()
    with _client(asked) as client:
        for outcome in _outcomes(client, _tasks(asked, store, seen)):
            account.add(outcome)
            told(outcome.unit.rpartition("/")[2], account.games, 0)
    account.passed_over = seen.others
    return account


Parcel = tuple[GameTask, ...]
"""Games that one worker does one after another."""


@dataclass(slots=True)
class Width:
    """How many parcels may be on their way, as the cluster is now."""

    client: Client
    _threads: int = 0
    _until: float = 0.0

    def threads(self) -> int:
        """The threads of the cluster; asked anew when a second has passed."""
        if (now := time.monotonic()) > self._until:
            self._threads, self._until = sum(self.client.nthreads().values()), now + COUNTED_EVERY
        return max(1, self._threads)


def _tasks(asked: RunRequest, store: Store, seen: Seen) -> Iterator[GameTask]:
    ours = program()
    for unit in found(asked.paths, seen):
        yield GameTask(unit, asked.wanted, asked.bounds, store.url, ours)


def _outcomes(client: Client, tasks: Iterator[GameTask]) -> Iterator[TaskOutcome]:
    """What becomes of each task, as they end; more are sent as others come back."""
    sent: dict[Future, Parcel] = {}
    ended, width = as_completed(), Width(client)
    parcel: Parcel = ()
    for task in tasks:
        if (before := kept_before(task)) is not None:
            yield before
            continue
        if parcel and not _go_together((*parcel, task)):
            _send(client, parcel, sent, ended)
            parcel = ()
        parcel = (*parcel, task)
        if len(sent) < ENOUGH * width.threads():
            _send(client, parcel, sent, ended)
            parcel = ()
        while len(sent) >= FOR_EACH_THREAD * width.threads():
            yield from _ended(client, sent, ended)
    if parcel:
        _send(client, parcel, sent, ended)
    while sent:
        yield from _ended(client, sent, ended)


def _go_together(parcel: Parcel) -> bool:
    """Whether games are few and small enough to go together."""
    return len(parcel) <= TOGETHER and sum(task.unit.size for task in parcel) <= LIGHT


def _send(client: Client, parcel: Parcel, sent: dict[Future, Parcel], ended: as_completed) -> None:
    first = parcel[0]
    name = f"game-{f'again-{first.sent}-' if first.sent else ''}{first.unit.place}"
    future = client.submit(do_all, parcel, key=name, pure=False)
    sent[future] = parcel
    ended.add(future)


def _ended(client: Client, sent: dict[Future, Parcel], ended: as_completed) -> Iterator[TaskOutcome]:
    """The outcomes of the next parcel that comes back; none yet of games whose workers were killed and that go again."""
    future = next(ended)
    parcel = sent.pop(future)
    error = future.exception() if future.status == "error" else None
    if future.status == "finished":
        yield from future.result()
    elif isinstance(error, KilledWorker):
        for task in parcel:
            if task.sent + 1 < SENDINGS:
                _send(client, (replace(task, sent=task.sent + 1),), sent, ended)
            else:
                yield give_up(task, WORKERS_KILLED)
    elif isinstance(error, AdjudicatorError):
        raise error
    elif isinstance(error, OSError):
        raise WriteError(f"the store cannot be written: {error.strerror or error}") from error
    elif error is not None:
        raise error
    else:
        raise ReadError("the cluster has gone away; with --resume the run goes on")
    future.release()


@contextmanager
def _client(asked: RunRequest) -> Iterator[Client]:
    """Somebody's cluster, or one of processes on this machine that ends with the run."""
    if asked.scheduler:
        with _reached(asked.scheduler) as client:
            yield client
        return
    settings = {"distributed.deploy.lost-worker-timeout": "30s", **UNWATCHED}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            memory_limit=0,
            dashboard_address=LOOPBACK,
            worker_dashboard_address=LOOPBACK,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        _tended(cluster, asked.workers or CPU_COUNT),
        Client(cluster) as client,
    ):
        client.wait_for_workers(1, timeout=PATIENCE)
        yield client


@contextmanager
def _tended(cluster: LocalCluster, workers: int) -> Iterator[None]:
    """Keep as many workers in a cluster as are wanted: Dask starts a dead one again, but not one that dies as it starts."""
    over = threading.Event()
    logging.getLogger("tornado.application").setLevel(logging.CRITICAL)

    def tend() -> None:
        while True:
            cluster.scale(workers)
            if over.wait(TENDED_EVERY):
                return

    tending = threading.Thread(target=tend, daemon=True)
    tending.start()
    try:
        yield
    finally:
        over.set()
        tending.join()


@contextmanager
def _reached(address: str) -> Iterator[Client]:
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"no scheduler answers there: {error}", "scheduler", address) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise UsageError("no worker has joined this scheduler", "scheduler", address) from error
        yield client


def exit_code(account: RunTotals) -> int:
    """0 nothing broken, 1 rules broken or modules flawed, 3 if something could not be read or judged, or if there was no game."""
    if account.unread or not account.games:
        return 3
    return 1 if account.broken or account.flawed else 0


def summary(account: RunTotals) -> Sequence[str]:
    """The account in lines."""
    counts = ", ".join(f"{count} {status}" for status, count in sorted(account.by_status.items()))
    others = account.passed_over
    return (
        f"{account.games} games of {account.files} files: {counts or 'no save, log or module of VASSAL under these paths'}",
        *((f"files passed over, being no saves, logs or modules of VASSAL's: {others}",) if others else ()),
        f"{account.kept} were done before; rules are broken in {account.broken}, modules have flaws in {account.flawed}",
        f"{account.processor_seconds:.1f} s of processor time",
    )
