"""Batches at length: `python -m tests.batch KIND [--games N] [--one-in N]` makes an archive and tells what became of it.

    speed     games a second with one and with two workers, without poison
    faults    a worker is killed every five seconds, and one game in a hundred is poisonous: as in a quiet run?
    client    the command itself is killed twice, and goes on with --resume: as in a quiet run?
    cluster   the same as faults, on `dask scheduler` and two `dask worker` processes
    keepers   the same, with three of them, of which two are killed with all that they keep

2,000 games take minutes; `tests/batch/test_batch.py` asks the same of a few. Exits with 1 if a store is not as it should be.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dask.system import CPU_COUNT

from tests.batch.made import make_archive, one_in
from tests.batch.running import BETWEEN, cluster, ended, kept, killing, rows, started, workers_of
from tests.batch.spending import watched

ONE_IN, GAMES, KILLED_EVERY = 100, 2000, 5.0
BOUNDS = ("--seconds", "12", "--megabytes", "700")
TWO = ("--workers", "2")


@dataclass(frozen=True)
class Plan:
    """Where to work, how many games, one poisonous in how many; seconds, and games kept, between two kills."""

    room: Path
    games: int
    one_in: int
    every: float
    between: int


def speed(plan: Plan) -> bool:
    """The same archive by one worker and by two."""
    room, archive = plan.room, plan.room / "archive"
    make_archive(archive, plan.games, {})
    by_count = {}
    for workers in (1, 2):
        store = room / f"by {workers}"
        batch = started(archive, store, "--workers", str(workers))
        by_count[workers] = found = watched(batch, store, plan.games)
        ended(batch)
        spent = ", ".join(f"{seconds * 1e3:.1f} ms {role}" for role, seconds in found.by_role.items())
        print(
            f"{workers} workers: {found.rate:.2f} files a second by the clock, while others used {found.others:.1f} of "
            f"{CPU_COUNT} processors; processor time a file: {spent}",
            flush=True,
        )
    one, two = by_count[1].ideal(1, CPU_COUNT), by_count[2].ideal(2, CPU_COUNT)
    print(
        f"by the clock two workers do {by_count[2].rate / by_count[1].rate:.2f} times as much as one; by processor time, "
        f"with all {CPU_COUNT} processors theirs, {two / one:.2f} times ({one:.1f} and {two:.1f} files a second)"
    )
    return rows(room / "by 1") == rows(room / "by 2")


def faults(plan: Plan) -> bool:
    """Workers killed, games poisonous."""
    quiet, store = _quiet(plan), plan.room / "killed"
    began = time.perf_counter()
    batch = started(plan.room / "archive", store, *BOUNDS, *TWO)
    with killing([batch.pid], plan.every, store, plan.between) as killed:
        code, account = ended(batch)
    _say_killed(killed, began, code)
    return _as_quiet(account, quiet, store, plan.games)


def client(plan: Plan) -> bool:
    """The command killed twice, a third and two thirds on its way by the games in the store."""
    quiet, archive, store = _quiet(plan), plan.room / "archive", plan.room / "resumed"
    for part in (1, 2):
        batch = started(archive, store, *BOUNDS, *TWO, *(("--resume",) if part > 1 else ()))
        while kept(store) < plan.games * part // 3 and batch.poll() is None:
            time.sleep(0.2)
        left = workers_of([batch.pid])
        batch.send_signal(signal.SIGKILL)
        batch.communicate()
        print(f"killed with {kept(store)} games in the store and {len(left)} workers", flush=True)
    code, account = ended(started(archive, store, *BOUNDS, *TWO, "--resume"))
    print(f"resumed: {account['kept']} games had been done before; exit code {code}")
    return _as_quiet(account, quiet, store, plan.games)


def on_cluster(plan: Plan) -> bool:
    """A cluster that was started by hand, its workers killed."""
    quiet, store = _quiet(plan), plan.room / "cluster"
    began = time.perf_counter()
    with cluster(2, plan.room) as (address, nannies), killing(nannies, plan.every, store, plan.between) as killed:
        code, account = ended(started(plan.room / "archive", store, *BOUNDS, "--scheduler", address))
    _say_killed(killed, began, code)
    return _as_quiet(account, quiet, store, plan.games)


def keepers(plan: Plan) -> bool:
    """A cluster that was started by hand: two of three `dask worker` processes, each the keeper of a worker, are killed."""
    quiet, store = _quiet(plan), plan.room / "keepers"
    with cluster(3, plan.room) as (address, nannies):
        batch = started(plan.room / "archive", store, *BOUNDS, "--scheduler", address)
        for part in (1, 2):
            while kept(store) < plan.games * part // 3 and batch.poll() is None:
                time.sleep(0.2)
            os.kill(nannies[part], signal.SIGKILL)
            print(f"a keeper was killed with {kept(store)} games in the store", flush=True)
        _, account = ended(batch)
    return _as_quiet(account, quiet, store, plan.games)


def _say_killed(killed: list[int], began: float, code: int) -> None:
    took = time.perf_counter() - began
    print(f"{len(killed)} workers were killed in {took:.0f} s; exit code {code}", flush=True)


def _quiet(plan: Plan) -> dict[str, dict[str, Any]]:
    """What a run says that nobody disturbs; from an earlier one, if the folder has it."""
    room = plan.room
    if not (room / "quiet done").exists():
        make_archive(room / "archive", plan.games, one_in(plan.one_in, plan.games))
        began = time.perf_counter()
        code, account = ended(started(room / "archive", room / "quiet", *BOUNDS, *TWO))
        print(f"quiet: {account['by_status']} in {time.perf_counter() - began:.0f} s; exit code {code}", flush=True)
        (room / "quiet done").touch()
    return rows(room / "quiet")


def _as_quiet(account: dict[str, Any], quiet: dict[str, Any], store: Path, games: int) -> bool:
    found = rows(store)
    # the module above them all is one more
    differ = [name for name in {*quiet, *found} if quiet.get(name) != found.get(name)]
    print(
        f"{account['games']} games ended ({account['by_status']}), {len(found)} in the store, {len(differ)} not as quiet"
    )
    for name in differ[:5]:
        print("  quiet:", _short(quiet.get(name)), "\n  now:  ", _short(found.get(name)))
    return not differ and account["games"] == len(found) == games + 1


def _short(row: dict[str, Any] | None) -> str:
    return str({name: row[name] for name in ("unit", "status", "reason")}) if row else "absent"


KINDS = {"speed": speed, "faults": faults, "client": client, "cluster": on_cluster, "keepers": keepers}

if __name__ == "__main__":
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("kind", choices=KINDS)
    told.add_argument("--games", type=int, default=GAMES)
    told.add_argument("--one-in", type=int, default=ONE_IN, help="one game in so many is poisonous")
    told.add_argument("--room", type=Path, help="a folder to work in, so that several kinds share one quiet run")
    told.add_argument("--every", type=float, default=KILLED_EVERY, help="seconds between two kills of a worker")
    told.add_argument("--between", type=int, default=BETWEEN, help="games kept, too, between two kills")
    asked = told.parse_args()
    with tempfile.TemporaryDirectory() as made:
        place = asked.room or Path(made)
        place.mkdir(parents=True, exist_ok=True)
        plan = Plan(place, asked.games, asked.one_in, asked.every, asked.between)
        sys.exit(0 if KINDS[asked.kind](plan) else 1)
