"""A file that was not dropped: judged when it has arrived whole, and told of."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from adjudicator.desk.cards import card_of
from adjudicator.desk.desk import Desk
from adjudicator.desk.shelf import ShelfPlace
from tests.desk.conftest import SAMPLE, Opened, new_desk, until


def test_a_file_that_arrives_slowly_is_judged_when_it_is_there(
    opened: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.game.arrivals.PAUSE", 1500)
    shutil.move(folder / "turn_1.vlog", folder.parent)
    desk = new_desk(folder)
    client = opened(desk)
    place = next(iter(desk.shelf))
    told: list[dict[str, object]] = []
    monkeypatch.setattr(desk.jobs, "announce", lambda kind, said: told.append({"kind": kind, **said}))
    client.get(f"/g/{place.key}")
    until(lambda: desk.look(place).current)
    time.sleep(1)
    whole = (SAMPLE / "turn_1.vlog").read_bytes()
    with (folder / "turn_1.vlog").open("wb") as target:
        for at in range(0, len(whole), 2500):
            target.write(whole[at : at + 2500])
            target.flush()
            time.sleep(0.4)
            assert not [each for each in told if each["kind"] == "arrived"]
    until(lambda: [each for each in told if each["kind"] == "arrived"])
    until(lambda: desk.look(place).current)
    card = card_of(folder)
    assert card is not None and card.last_file == "turn_1.vlog" and card.violations == 7
    assert [each["name"] for each in told if each["kind"] == "arrived"] == ["turn_1.vlog"]
    assert not [each for each in told if each.get("stage") == "failed"]


def judged(
    opened: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Desk, TestClient, ShelfPlace, list[str]]:
    """A desk whose one game is judged, and the kinds of what it announces from then on."""
    told: list[str] = []
    desk = new_desk(folder)
    client = opened(desk)
    place = next(iter(desk.shelf))
    monkeypatch.setattr(desk.jobs, "announce", lambda kind, said: told.append(kind))
    client.get(f"/g/{place.key}")
    until(lambda: desk.look(place).current)
    return desk, client, place, told


def test_what_is_dropped_is_not_told_twice(opened: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.move(folder / "turn_1.vlog", folder.parent)
    desk, client, place, told = judged(opened, folder, monkeypatch)
    time.sleep(1)
    client.post(f"/g/{place.key}/files?name=turn_1.vlog", content=(SAMPLE / "turn_1.vlog").read_bytes())
    until(lambda: desk.look(place).current)
    time.sleep(3)
    assert "arrived" not in told


def test_saved_settings_are_no_news(opened: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, told = judged(opened, folder, monkeypatch)
    (folder / "adjudicator.toml").write_text('side = "French"\n', encoding="utf-8")
    time.sleep(3)
    assert "arrived" not in told
