"""Running batches as users do, as processes of their own, and killing parts of them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from adjudicator.batch.store import MEASURED, Store
from tests.helpers import ROOT

COMMAND = [sys.executable, "-m", "adjudicator", "batch"]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(ROOT),
    "DASK_DISTRIBUTED__WORKER__PRELOAD": json.dumps(["tests.batch.poison"]),
}
BETWEEN = 3
"""Games that are kept at least between two kills: else on a slow machine no worker lives long enough to do any work."""
SPAWNED = "spawn_main"
"""Part of the command line of a worker that a nanny started."""


def started(archive: Path, store: Path, *options: str) -> subprocess.Popen[str]:
    """A batch in a process of its own."""
    words = [*COMMAND, str(archive), "--store", str(store), "--json", *options]
    return subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(batch: subprocess.Popen[str]) -> tuple[int, dict[str, Any]]:
    """Its exit code and its account."""
    out, err = batch.communicate()
    assert out, err
    return batch.returncode, json.loads(out)


def workers_of(roots: list[int]) -> list[psutil.Process]:
    """Dask's worker processes among the descendants of some processes."""
    return [each for root in roots for each in _descendants(root) if SPAWNED in " ".join(_words(each))]


@contextmanager
def killing(roots: list[int], seconds: float, store: Path, between: int = BETWEEN) -> Iterator[list[int]]:
    """Kill a worker, as the system would, every so many seconds while the store grows; the ids of those that were killed."""
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        chance, before = random.Random(1), 0
        while not over.wait(seconds):
            alive = [each for each in workers_of(roots) if _descendants(each.pid)]
            if alive and kept(store) >= before + between:
                chosen = chance.choice(alive)
                chosen.kill()
                killed.append(chosen.pid)
                before = kept(store)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


@contextmanager
def cluster(workers: int, room: Path) -> Iterator[tuple[str, list[int]]]:
    """`dask scheduler` and so many `dask worker` processes, started by hand: the address, and the ids of the workers."""
    told, dask = room / "scheduler.json", [sys.executable, "-m", "dask"]
    quiet: dict[str, Any] = {"env": ENVIRONMENT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    words = [*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    processes = [subprocess.Popen(words, **quiet)]
    try:
        while not told.exists() or not told.read_text(encoding="utf-8").endswith("}"):
            assert processes[0].poll() is None
            threading.Event().wait(0.1)
        address = json.loads(told.read_text(encoding="utf-8"))["address"]
        words = [*dask, "worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard"]
        processes += [subprocess.Popen(words, **quiet) for _ in range(workers)]
        yield address, [each.pid for each in processes[1:]]
    finally:
        for each in reversed(processes):
            each.terminate()
            each.wait()


def rows(store: Path) -> dict[str, dict[str, Any]]:
    """What a store says of each game, without what is measured; every game has to be there once."""
    found = list(Store(str(store)).rows())
    by_unit = {row["unit"]: {name: value for name, value in row.items() if name not in MEASURED} for row in found}
    assert len(by_unit) == len(found)
    return by_unit


def kept(store: Path) -> int:
    """How many games a store has."""
    return sum(1 for _ in store.glob("units/*/*.parquet"))


def _descendants(root: int) -> list[psutil.Process]:
    try:
        return psutil.Process(root).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
