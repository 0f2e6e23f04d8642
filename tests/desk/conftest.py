"""A desk in a folder of its own, and a browser that was let in."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from starlette.testclient import TestClient

from adjudicator.desk.app import make_app
from adjudicator.desk.desk import Desk
from adjudicator.desk.security import Doors
from adjudicator.desk.server import names
from adjudicator.desk.shelf import Shelf
from adjudicator.desk.tasks import do
from adjudicator.desk.worker import Do
from tests.helpers import FIXTURES

PORT = 8000
HERE = f"http://127.0.0.1:{PORT}"
SAMPLE = FIXTURES / "vassal" / "two_rivers"
SAME_ORIGIN = {"Origin": HERE, "Sec-Fetch-Site": "same-origin"}

Answer = TypeVar("Answer")
Opened = Callable[..., TestClient]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder as a player has it: module and files, nothing else."""
    found = tmp_path / "my game"
    found.mkdir()
    for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
        shutil.copy(SAMPLE / name, found)
    return found


def new_desk(*folders: Path, work: Do = do) -> Desk:
    return Desk(Shelf(folders), Doors(PORT, names(PORT)), work)


def stranger(desk: Desk) -> TestClient:
    """Somebody who was not let in."""
    return TestClient(make_app(desk), base_url=HERE, follow_redirects=False)


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens a desk for somebody who was let in, and closes it afterwards."""
    clients: list[TestClient] = []

    def opening(desk: Desk) -> TestClient:
        client = stranger(desk)
        client.__enter__()
        clients.append(client)
        client.get(f"/enter?token={desk.doors.new_link()}")
        client.headers.update(SAME_ORIGIN)
        return client

    yield opening
    for client in clients:
        client.__exit__(None, None, None)


def apart(waited: Coroutine[object, object, Answer]) -> Answer:
    """What comes of something awaited, in a thread of its own: a browser of other tests keeps this one's loop busy."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, waited).result()


def until(done: Callable[[], object], seconds: float = 300) -> None:
    """Wait for something that happens elsewhere; a machine that does much besides takes its time."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.2)  # what is waited for may be done in a thread of this process, which each look holds up


def judged_game(opened: Opened, folder: Path) -> tuple[Desk, TestClient, str]:
    """A desk started with one game, once that is judged, and the game's address there."""
    desk = new_desk(folder)
    client = opened(desk)
    place = next(iter(desk.shelf))
    client.get(f"/g/{place.key}")
    until(lambda: desk.look(place).current)
    return desk, client, f"/g/{place.key}"
