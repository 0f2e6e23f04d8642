"""A file that comes into a folder is told once, and only when it is all there."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from adjudicator.game.arrivals import PAUSE, arrivals

PATIENCE = 20.0


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Queue[tuple[str, ...]]]:
    """What is told of the folder while the test goes on."""
    stop, heard = threading.Event(), Queue[tuple[str, ...]]()

    def listen() -> None:
        for arrived in coming:
            heard.put(tuple(path.name for path in arrived))

    (tmp_path / "of old.vlog").write_bytes(b"there")
    coming = arrivals(lambda: [tmp_path], stop)
    (tmp_path / "first.vlog").write_bytes(b"there")  # before anybody listens
    watcher = threading.Thread(target=listen, daemon=True)
    watcher.start()
    assert heard.get(timeout=PATIENCE) == ("first.vlog",)
    yield heard
    stop.set()
    watcher.join(PATIENCE)
    assert not watcher.is_alive()


def test_a_file_that_still_grows_is_waited_for(tmp_path: Path, told: Queue[tuple[str, ...]]) -> None:
    path = tmp_path / "turn_2.vlog"
    with path.open("wb") as file:
        for _ in range(6):
            file.write(b"more")
            file.flush()
            assert told.empty()
            time.sleep(PAUSE / 4000)
    assert told.get(timeout=PATIENCE) == ("turn_2.vlog",)
    assert path.stat().st_size == 24


def test_other_files_are_nobody_s_turn(tmp_path: Path, told: Queue[tuple[str, ...]]) -> None:
    for name in ("notes.txt", "turn_3.vlog.part", "map.png"):
        (tmp_path / name).write_bytes(b"there")
    (tmp_path / "TURN_3.VLOG").write_bytes(b"there")
    assert told.get(timeout=PATIENCE) == ("TURN_3.VLOG",)


def test_a_file_that_is_gone_again_is_not_told(tmp_path: Path, told: Queue[tuple[str, ...]]) -> None:
    (tmp_path / "gone.vlog").write_bytes(b"there")
    (tmp_path / "gone.vlog").unlink()
    (tmp_path / "adjudicator.toml").write_bytes(b"there")
    assert told.get(timeout=PATIENCE) == ("adjudicator.toml",)


def test_a_file_that_changed_is_told_again(tmp_path: Path, told: Queue[tuple[str, ...]]) -> None:
    (tmp_path / "first.vlog").write_bytes(b"otherwise")
    assert told.get(timeout=PATIENCE) == ("first.vlog",)


def test_an_empty_file_has_not_arrived(tmp_path: Path, told: Queue[tuple[str, ...]]) -> None:
    (tmp_path / "a.vlog").touch()
    (tmp_path / "b.vlog").write_bytes(b"there")
    assert told.get(timeout=PATIENCE) == ("b.vlog",)
    (tmp_path / "a.vlog").write_bytes(b"there")
    assert told.get(timeout=PATIENCE) == ("a.vlog",)


def test_a_folder_that_is_added_later_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.game.arrivals.LOOK_AGAIN", 0.2)
    folders, stop, heard = [tmp_path / "one"], threading.Event(), Queue[Path]()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "of old.vlog").write_bytes(b"there")
    coming = arrivals(lambda: list(folders), stop)
    watcher = threading.Thread(target=lambda: [heard.put(path) for paths in coming for path in paths], daemon=True)
    watcher.start()
    folders.append(tmp_path / "two")
    time.sleep(4 * PAUSE / 1000)
    (tmp_path / "two" / "new.vlog").write_bytes(b"there")
    assert heard.get(timeout=PATIENCE) == tmp_path / "two" / "new.vlog"
    stop.set()
    watcher.join(PATIENCE)
    assert not watcher.is_alive() and heard.empty()


def test_a_folder_that_goes_away_does_not_end_the_watch(tmp_path: Path) -> None:
    stop, heard = threading.Event(), Queue[Path]()
    gone, stays = tmp_path / "gone", tmp_path / "stays"
    gone.mkdir()
    stays.mkdir()
    coming = arrivals(lambda: [gone, stays], stop)
    watcher = threading.Thread(target=lambda: [heard.put(path) for paths in coming for path in paths], daemon=True)
    watcher.start()
    gone.rmdir()
    (stays / "new.vlog").write_bytes(b"there")
    assert heard.get(timeout=PATIENCE) == stays / "new.vlog"
    stop.set()
    watcher.join(PATIENCE)
    assert not watcher.is_alive()
