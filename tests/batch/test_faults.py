"""Batches under faults, each in a few games done in this process: what goes wrong is told of that game, and the rest is whole."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from adjudicator.batch import keeper, task
from adjudicator.batch.finding import found
from adjudicator.batch.keeper import Hands
from adjudicator.batch.store import DAMAGED, KEPT, sealed
from adjudicator.batch.tally import totals
from adjudicator.batch.task import GameTask, TaskOutcome, do, kept_before, program
from adjudicator.batch.unit import MEGABYTE, Bounds, GameJob, StepsWanted
from adjudicator.batch.work import work
from adjudicator.errors import WriteError
from tests.batch.made import make_archive
from tests.batch.running import rows

GAMES = 3
NOWHERE, UNTEXT = (
    "this is a link that leads nowhere",
    "this name is not text in your system's encoding; rename the file",
)
UNFINISHED = ".adjudicator-*"
Asked = Callable[[GameJob], None]


class Here:
    """Hands that work in this process, and let something happen before."""

    def __init__(self, meanwhile: Asked = lambda _: None) -> None:
        self.meanwhile = meanwhile
        self.asked = 0

    def ask(self, job: dict[str, Any], _: Bounds, *, fresh: bool = False) -> dict[str, Any]:
        self.asked += 1
        told = GameJob.of_values(job)
        self.meanwhile(told)
        return {**work(told), "seconds": 0.0, "processor_seconds": 0.0, "peak_bytes": 0}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Callable[[Asked], Here]:
    monkeypatch.setattr(task, "PAUSE", 0)

    def put(meanwhile: Asked = lambda _: None) -> Here:
        hands = Here(meanwhile)
        monkeypatch.setattr(task, "HANDS", hands)
        return hands

    return put


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    make_archive(folder, GAMES, {})
    return folder


@pytest.fixture(scope="module")
def quiet(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a run that nobody disturbs."""
    folder = tmp_path_factory.mktemp("store")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(task, "HANDS", Here())
        done(archive, folder)
    return folder


def tasks(archive: Path, folder: Path) -> list[GameTask]:
    units = found([str(archive)])
    return [GameTask(unit, StepsWanted(), Bounds(20.0, 600 * MEGABYTE), str(folder), program()) for unit in units]


def done(archive: Path, folder: Path) -> dict[str, TaskOutcome]:
    """A run, as one worker does it; a game that is kept is not done again."""
    told = [kept_before(each) or do(each) for each in tasks(archive, folder)]
    return {Path(each.unit).name: each for each in told}


def test_names_that_are_no_text_and_what_is_no_file(here: Callable[..., Here], tmp_path: Path) -> None:
    archive, hands = tmp_path / "archive", here()
    make_archive(archive, 5, {})
    first, second, third, fourth, fifth = sorted((archive / "000").iterdir())
    first.rename(first.with_name(os.fsdecode(b"gam\xe9")))
    shutil.copy(second / "turn.vlog", second / os.fsdecode(b"turn\xe9.vlog"))
    (third / "next.vlog").symlink_to("gone.vlog")
    (fourth / "turn.vlog").unlink()
    (fourth / "turn.vlog").symlink_to("turn.vlog")
    (fifth / "turn.vlog").unlink()
    os.mkfifo(fifth / "turn.vlog")
    (archive / "000" / "bomb").mkdir()
    with zipfile.ZipFile(archive / "000" / "bomb" / "turn.vlog", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("savedGame", bytes(80_000_000))
    told = done(archive, tmp_path / "store")
    ends = {name: (each.status, each.reason) for name, each in told.items()}
    assert ends == {
        "two_rivers.vmod": ("done", ""),
        "gam\\xe9": ("done", ""),
        second.name: ("in part", f"turn�.vlog: {UNTEXT}"),
        third.name: ("in part", f"next.vlog: {NOWHERE}"),
        fourth.name: ("out of reach", "turn.vlog: Too many levels of symbolic links"),
        fifth.name: ("out of reach", "turn.vlog: no ordinary file"),
        "bomb": ("unreadable", "turn.vlog!savedGame: unpacks from 77761 to 80000000 bytes"),
    }
    assert len(rows(tmp_path / "store")) == len(ends)
    before = hands.asked
    again = done(archive, tmp_path / "store")
    assert {name: each.status for name, each in again.items()} == {name: each.status for name, each in told.items()}
    assert hands.asked == before  # what is out of reach is tried again, and comes to no hand


def test_a_game_that_changes_is_judged_as_it_is_at_last(
    here: Callable[..., Here], archive: Path, tmp_path: Path
) -> None:
    copies, other = tmp_path / "copies", archive / "000" / "game 00001" / "turn.vlog"
    shutil.copytree(archive, copies)
    game = copies / "000" / "game 00000"

    def change(job: GameJob) -> None:
        if job.folder == str(game) and (game / "turn.vlog").read_bytes() != other.read_bytes():
            shutil.copyfile(other, game / "turn.vlog")
            shutil.copyfile(other, game / "later.vlog")

    here(change)
    done(copies, tmp_path / "store")
    row = rows(tmp_path / "store")[str(game)]
    here()
    (game / "later.vlog").unlink()
    done(copies, tmp_path / "anew")
    same = rows(tmp_path / "anew")[str(game)]
    assert (row["status"], row["key"], row["files"], row["acts"]) == ("done", same["key"], same["files"], same["acts"])


def test_a_game_that_never_rests_or_is_gone_is_out_of_reach(here: Callable[..., Here], tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    make_archive(archive, GAMES, {})
    restless, gone, whole = sorted((archive / "000").iterdir())

    def meddle(job: GameJob) -> None:
        file = Path(job.folder) / "turn.vlog"
        if job.folder == str(restless):
            about = file.stat()
            os.utime(file, (about.st_atime, about.st_mtime + 1))
        if job.folder == str(gone):
            shutil.rmtree(gone)

    hands = here(meddle)
    told = done(archive, tmp_path / "store")
    assert (told[restless.name].status, told[restless.name].reason) == (
        "out of reach",
        "its files change while they are judged",
    )
    assert (told[gone.name].status, "No such file" in told[gone.name].reason) == ("out of reach", True)
    assert told[whole.name].status == "done" and len(rows(tmp_path / "store")) == GAMES + 1
    hands.meanwhile = lambda _: None
    assert done(archive, tmp_path / "store")[restless.name].status == "done"


HAND = """
import json, os, sys
from pathlib import Path
room, starting, working = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
def fall(kind, most):
    fallen = len(list(room.glob(kind + "*")))
    if fallen < most:
        (room / f"{kind}{fallen}").touch()
        os.kill(os.getpid(), 9)
fall("starting", starting)
print("ready", flush=True)
for line in sys.stdin:
    fall("working", working)
    print(json.dumps({"status": "done", "reason": ""}), flush=True)
"""


@pytest.mark.parametrize(
    ("kills", "ends"),
    [
        ((2, 3), ("done", "")),
        ((99, 0), ("not judged", "the process that judges does not start")),
        ((0, 99), ("not judged", "was killed from outside")),
    ],
)
def test_hands_killed_while_they_start_and_while_they_work(
    kills: tuple[int, int], ends: tuple[str, str], archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "COMMAND", [sys.executable, "-S", "-c", HAND, str(tmp_path), *map(str, kills)])
    hands = Hands()
    monkeypatch.setattr(task, "HANDS", hands)
    game = tasks(archive, tmp_path / "store")[-1]
    outcome = do(game)
    hands.close()
    assert (outcome.status, outcome.reason) == ends
    assert (kept_before(game) is not None) == (outcome.status == "done")  # the next run tries it again


def test_damaged_rows_are_done_again_and_told(
    here: Callable[..., Here], archive: Path, quiet: Path, tmp_path: Path
) -> None:
    folder, known = tmp_path / "store", rows(quiet)
    shutil.copytree(quiet, folder)
    first, second, third, last = sorted(folder.glob("units/*/*.parquet"))
    data = first.read_bytes()
    first.write_bytes(data[: len(data) // 2])
    second.write_bytes(b"")
    flipped = bytearray(third.read_bytes())
    flipped[len(flipped) // 3] ^= 1
    third.write_bytes(flipped)
    for at, each in enumerate(sorted(folder.glob("content/*/*"))):
        each.write_bytes((b"", b"\0" * 32, b"../../elsewhere", os.urandom(32))[at])
    told = totals(str(folder), lambda *_: None)
    assert (told.games, told.left) == (GAMES + 1, 3)
    assert dict(told.by_status) == {DAMAGED: 3, "done": 1}
    hands = here()
    done(archive, folder)
    assert (hands.asked, rows(folder)) == (3, known)
    assert last.exists()


def test_a_row_of_another_version_is_done_again_and_read(
    here: Callable[..., Here], archive: Path, quiet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one wrote fewer columns and fields."""
    folder, known = tmp_path / "store", rows(quiet)
    shutil.copytree(quiet, folder)
    for each in folder.glob("units/*/*.parquet"):
        held = pq.read_table(each)
        older = [name for name in held.column_names if name not in ("peak_bytes", "rules_judged", "problems")]
        findings = [[{"rule": one["rule"]} for one in row] for row in held["findings"].to_pylist()]
        at = older.index("findings")
        fewer = held.select(older).set_column(at, "findings", pa.array(findings))
        before = {KEPT: held.schema.metadata[KEPT].replace(program().encode(), b"an older one")}
        each.write_bytes(sealed(fewer.replace_schema_metadata(before)))
    assert totals(str(folder), lambda *_: None).games == GAMES + 1
    hands = here()
    done(archive, folder)
    assert (hands.asked, rows(folder)) == (GAMES + 1, known)


def test_a_row_without_a_seal_is_not_read(quiet: Path, tmp_path: Path) -> None:
    """The library for Parquet ends the process over some of what is damaged."""
    folder = tmp_path / "store"
    shutil.copytree(quiet, folder)
    for each in folder.glob("units/*/*.parquet"):
        pq.write_table(pq.read_table(each).replace_schema_metadata(), each)
    told = totals(str(folder), lambda *_: None)
    assert dict(told.by_status) == {DAMAGED: GAMES + 1}


def test_a_full_disk_leaves_no_half_row_and_the_next_run_goes_on(
    here: Callable[..., Here], archive: Path, quiet: Path, tmp_path: Path
) -> None:
    here()
    folder, full = tmp_path / "store", 2

    def refuse(_: int) -> None:
        if len(list(folder.glob("units/*/*.parquet"))) >= full:
            raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", refuse)
        with pytest.raises(WriteError, match="No space left"):
            done(archive, folder)
    assert not list(folder.rglob(UNFINISHED)) and len(rows(folder)) == full
    done(archive, folder)
    assert rows(folder) == rows(quiet)


def test_two_batches_on_one_store(here: Callable[..., Here], archive: Path, quiet: Path, tmp_path: Path) -> None:
    here()
    both = threading.Barrier(2)

    def batch(_: int) -> None:
        for each in tasks(archive, tmp_path):
            both.wait(60)
            do(each)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(batch, range(2)))
    assert rows(tmp_path) == rows(quiet) and not list(tmp_path.rglob(UNFINISHED))
