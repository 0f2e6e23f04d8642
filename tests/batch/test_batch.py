"""A small archive judged by a worker that is killed, with every kind of poison in it; and what reads the store."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import duckdb
import pytest
from distributed import LocalCluster

from adjudicator.batch import keeper, task
from adjudicator.batch.finding import found
from adjudicator.batch.places import Listing, StorePlace
from adjudicator.batch.store import Store
from adjudicator.batch.task import GameTask, do, kept_before, program
from adjudicator.batch.unit import MEGABYTE, Bounds, StepsWanted
from adjudicator.cli.main import status
from adjudicator.extras import install_command
from adjudicator.languages import LANGUAGES
from tests.adjudicator.cli.conftest import Run, run
from tests.batch.made import make_archive
from tests.batch.running import ENVIRONMENT, ended, rows, started, workers_of
from tests.helpers import ROOT

BOUNDS = Bounds(seconds=20.0, memory=600 * MEGABYTE)
GAMES = 6
POISON = {4: "broken", 5: "crash"}
ONE_MORE = GAMES + 1
"""The module above them all."""
CLEAN, BROKEN, USAGE, UNREADABLE = 0, 1, 2, 3
SHORT = {"endless": 0.5, "asleep": 0.2, "greedy": 20.0}

__all__ = ["run"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few games, the last of them bad, each in its own way: what ends a process comes when others are done."""
    folder = tmp_path_factory.mktemp("archive")
    make_archive(folder, GAMES, POISON)
    return folder


@pytest.fixture(scope="module")
def hands() -> Iterator[None]:
    """Hands that obey poison, for games that are done in this process."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(keeper, "COMMAND", [sys.executable, "-m", "tests.batch.poisoned"])
        patched.setenv("PYTHONPATH", ENVIRONMENT["PYTHONPATH"])
        yield
    task.HANDS.close()


@pytest.fixture(scope="module")
def quiet(archive: Path, tmp_path_factory: pytest.TempPathFactory, hands: None) -> Path:
    """The store of a run in this process that nobody disturbs."""
    store = tmp_path_factory.mktemp("store")
    for each in tasks(archive, store):
        do(each)
    return store


def tasks(archive: Path, store: Path, bounds: Bounds = BOUNDS) -> list[GameTask]:
    return [GameTask(unit, StepsWanted(), bounds, str(store), program()) for unit in found([str(archive)])]


def test_poison_ends_as_a_reason_and_the_rest_goes_on(quiet: Path) -> None:
    ends = {Path(name).name: (row["status"], row["reason"]) for name, row in rows(quiet).items()}
    assert ends.pop("game 00005") == ("not judged", "crashed (signal 11)")
    assert ends["game 00004"][0] == "unreadable" and "turn.vlog" in ends.pop("game 00004")[1]
    assert (len(ends), set(ends.values())) == (ONE_MORE - len(POISON), {("done", "")})


@pytest.mark.parametrize(
    ("poison", "reason", "tries"),
    [("endless", "too much time", 1), ("asleep", "too much time", 1), ("greedy", "too much memory", 2)],
)
def test_what_would_never_end_is_ended(poison: str, reason: str, tries: int, tmp_path: Path, hands: None) -> None:
    make_archive(tmp_path / "archive", 1, {0: poison})
    game = tasks(tmp_path / "archive", tmp_path / "store", Bounds(SHORT[poison], 300 * MEGABYTE))[-1]
    outcome = do(game)
    assert (outcome.status, outcome.reason) == ("not judged", reason)
    assert [row["tries"] for row in Store(str(tmp_path / "store")).rows()] == [tries]
    assert kept_before(game) is not None
    assert kept_before(replace(game, bounds=BOUNDS)) is None  # in wider bounds it may end otherwise


def test_a_folder_that_cannot_be_listed_is_out_of_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_archive(tmp_path / "archive", 1, {})
    listing = StorePlace.listing

    def refused(place: StorePlace) -> Listing:
        if place.path.endswith("game 00000"):
            raise PermissionError(13, "Permission denied", place.path)
        return listing(place)

    monkeypatch.setattr(StorePlace, "listing", refused)
    monkeypatch.setattr(task, "PAUSE", 0)
    game = tasks(tmp_path / "archive", tmp_path / "store")[-1]
    assert (do(game).status, kept_before(game)) == ("out of reach", None)


def test_nothing_is_done_twice(archive: Path, quiet: Path) -> None:
    again = tasks(archive, quiet)
    assert all(kept_before(each) is not None for each in again)
    assert not any(kept_before(replace(each, program="another")) for each in again)


def test_a_worker_killed_changes_nothing(archive: Path, quiet: Path, tmp_path: Path) -> None:
    options = ("--workers", "1", "--megabytes", str(BOUNDS.memory // MEGABYTE))
    batch = started(archive, tmp_path, *options)
    while not list(tmp_path.glob("units/*/*.parquet")) and batch.poll() is None:
        time.sleep(0.1)
    for worker in workers_of([batch.pid])[:1]:
        worker.kill()
    code, account = ended(batch)
    assert (code, account["games"]) == (UNREADABLE, ONE_MORE)
    assert rows(tmp_path) == rows(quiet)


def test_others_read_the_store(quiet: Path) -> None:
    asked = f"select count(*), sum(len(findings)), sum(acts) from '{quiet}/units/*/*.parquet'"  # noqa: S608 - our own path
    known = rows(quiet).values()
    sums = (sum(len(row["findings"]) for row in known), sum(row["acts"] for row in known))
    assert duckdb.sql(asked).fetchall() == [(ONE_MORE, *sums)]
    assert sums[0] > 0


def test_the_report_adds_up(quiet: Path, run: Run, tmp_path: Path) -> None:
    told = run("batch", "report", quiet, "--json").json
    known = rows(quiet).values()
    assert told["games"] == ONE_MORE and told["left"] == len(POISON)
    assert sum(each["violations"] + each["doubts"] + each["reminders"] for each in told["rules"]) == sum(
        len(row["findings"]) for row in known
    )
    assert sum(each["count"] for each in told["everybody"]) == sum(d["count"] for row in known for d in row["dice"])
    for name in LANGUAGES:
        page = tmp_path / f"{name}.html"
        assert run("batch", "report", quiet, "-o", page, "--language", name).code == 0
        assert f'<html lang="{name}">' in page.read_text(encoding="utf-8")


def test_a_copy_is_not_judged_again(
    archive: Path, quiet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies, store = tmp_path / "copies", tmp_path / "store"
    shutil.copytree(archive, copies)
    shutil.copytree(quiet, store)
    monkeypatch.setattr(task, "HANDS", None)
    outcomes = [do(each) for each in tasks(copies, store)]
    assert len(outcomes) == ONE_MORE and all(each.kept for each in outcomes)
    same = {row["same_as"] for name, row in rows(store).items() if name.startswith(str(copies))}
    assert same - {""} <= set(rows(quiet))


def test_paths_without_a_game_do_not_pass_for_clean(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no game", encoding="utf-8")
    ran = run("batch", tmp_path, "--store", tmp_path / "store", "--workers", "1")
    assert ran.code == UNREADABLE
    assert "no save, log or module" in ran.out


def test_a_store_in_use_is_not_written_into_unasked(archive: Path, quiet: Path, run: Run) -> None:
    ran = run("batch", archive, "--store", quiet)
    assert (ran.code, "--resume" in ran.err) == (USAGE, True)


def test_without_the_extra_it_says_how_to_get_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.batch.extra.find_spec", lambda _: None)
    for words in (("league", "--store", "results"), ("report", "results")):
        ran = run("batch", *words)
        assert (ran.code, f"psutil, pyarrow: {install_command('batch')}" in ran.err) == (USAGE, True)


def test_the_page_of_batches_tells_commands_that_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hands: None
) -> None:
    """All but those that need machines; the workers are threads here, since processes are tested above."""
    page = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")
    commands = [each for each in re.findall(r"^    adjudicator (.+)$", page, re.MULTILINE) if "tcp://" not in each]
    monkeypatch.setattr("adjudicator.batch.run.LocalCluster", partial(LocalCluster, processes=False))
    make_archive(tmp_path / "league", 2, {})
    shutil.make_archive(str(tmp_path / "league"), "zip", tmp_path / "league")
    monkeypatch.chdir(tmp_path)
    for command in commands:
        assert status(shlex.split(command)) in (CLEAN, BROKEN), command
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "two:" in asked.stdout
    fetched, local = (list(rows(tmp_path / store).values()) for store in ("from_zip", "results"))
    assert sorted(each["acts"] for each in fetched) == sorted(each["acts"] for each in local)
    assert len(commands) == 5 and len(list((tmp_path / "maps").glob("pictures/*/*.png"))) == 2
