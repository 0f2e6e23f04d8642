"""Files dropped on the list of games go to the game that they belong to; where that is unclear, the player is asked."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from adjudicator.desk.desk import Desk
from adjudicator.desk.inbox import Inbox
from tests.desk.conftest import SAMPLE, Opened, new_desk, until
from tests.desk.pieces import MODULES, in_pieces

Row = dict[str, Any]


@pytest.fixture
def turns(tmp_path: Path) -> list[Path]:
    """Three logs, each of which follows the one before."""
    folder = tmp_path / "mail"
    folder.mkdir()
    return in_pieces("two_rivers", "turn_1.vlog", 3, folder)


def game_in(folder: Path, *paths: Path) -> Path:
    folder.mkdir(parents=True)
    for path in (SAMPLE / "two_rivers.vmod", *paths):
        shutil.copy(path, folder)
    return folder


def dropped(client: TestClient, *paths: Path) -> dict[str, Row]:
    """What the list of games answers to a drop, by file."""
    drop = client.post("/arriving").json()["drop"]
    for path in paths:
        answer = client.post(f"/arriving/{drop}/files", params={"name": path.name}, content=path.read_bytes())
        assert answer.status_code == 201
    told = client.post(f"/arriving/{drop}/sort").json()["files"]
    return {each["name"]: each | {"drop": drop} for each in told}


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.suffix in (".vlog", ".vsav", ".vmod"))


def quiet(desk: Desk) -> bool:
    return not any(desk.look(place).busy for place in desk.shelf)


def test_turns_go_to_the_game_that_they_go_on_with(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    mine = game_in(tmp_path / "Jan", SAMPLE / "start.vsav", turns[0])
    other = game_in(tmp_path / "Ola", SAMPLE / "start.vsav")
    shutil.copytree(MODULES / "smolensk_corridor", tmp_path / "third")
    desk = new_desk(mine, other, tmp_path / "third")
    rows = dropped(opened(desk), turns[2], turns[1], MODULES / "smolensk_corridor" / "turn.vlog")
    assert (rows["turn 02.vlog"]["title"], rows["turn 02.vlog"]["beside"]) == ("Jan", "turn 01.vlog")
    assert (rows["turn 03.vlog"]["title"], rows["turn 03.vlog"]["beside"]) == ("Jan", "turn 02.vlog")
    assert (rows["turn.vlog"]["title"], rows["turn.vlog"]["known"]) == ("third", True)
    assert names(mine) == ["start.vsav", "turn 01.vlog", "turn 02.vlog", "turn 03.vlog", "two_rivers.vmod"]
    assert names(other) == ["start.vsav", "two_rivers.vmod"]
    until(lambda: desk.look(next(iter(desk.shelf))).current)
    assert desk.jobs.done > 1  # it is judged at once


def test_a_turn_that_came_too_late_goes_before_the_others(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    game = game_in(tmp_path / "Jan", turns[1], turns[2])
    (row,) = dropped(opened(new_desk(game)), turns[0]).values()
    assert (row["title"], row["why"], row["beside"]) == ("Jan", "leads", "turn 02.vlog")


def test_an_audited_game_is_known_without_reading_it(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    game = game_in(tmp_path / "Jan", turns[0])
    desk = new_desk(game)
    client = opened(desk)
    client.get(f"/g/{next(iter(desk.shelf)).key}")
    until(lambda: quiet(desk) and desk.look(next(iter(desk.shelf))).current)
    card = desk.look(next(iter(desk.shelf))).card
    assert card is not None and len(card.ends) == 1 and card.module.startswith("Two Rivers")
    (row,) = dropped(client, turns[1]).values()
    assert (row["title"], row["why"]) == ("Jan", "follows")


def test_what_may_belong_to_several_is_asked(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    one = game_in(tmp_path / "Jan", SAMPLE / "start.vsav")
    two = game_in(tmp_path / "Ola", SAMPLE / "start.vsav")
    desk = new_desk(one, two)
    client = opened(desk)
    (row,) = dropped(client, turns[0]).values()
    assert row["game"] == "" and [each["name"] for each in row["choices"]] == ["Jan", "Ola"]
    assert names(one) == names(two) == ["start.vsav", "two_rivers.vmod"]
    path = f"/arriving/{row['drop']}/put"
    for form in ({"name": "../x.vlog", "to": "new"}, {"name": "", "to": "new"}):
        assert client.post(path, data=form).status_code == 404
    assert client.post(path, data={"name": row["name"], "to": "nowhere"}).json()["choices"]
    put = client.post(path, data={"name": row["name"], "to": row["choices"][1]["key"]}).json()
    assert put["title"] == "Ola" and "turn 01.vlog" in names(two)
    assert client.post(path, data={"name": row["name"], "to": "new"}).status_code == 404


def test_what_follows_from_nothing_of_its_module_is_asked_and_may_begin_anew(
    opened: Opened, tmp_path: Path, turns: list[Path]
) -> None:
    game = game_in(tmp_path / "Jan", SAMPLE / "start.vsav")
    desk = new_desk(game)
    client = opened(desk)
    (row,) = dropped(client, turns[2]).values()
    assert [each["name"] for each in row["choices"]] == ["Jan"]
    put = client.post(f"/arriving/{row['drop']}/put", data={"name": row["name"], "to": "new"}).json()
    assert put["title"] == "turn 03" and names(game) == ["start.vsav", "two_rivers.vmod"]


def test_a_module_begins_a_new_game_with_all_that_came_along(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    game = game_in(tmp_path / "Jan", SAMPLE / "start.vsav")
    desk = new_desk(game)
    client = opened(desk)
    rows = dropped(client, turns[0], SAMPLE / "two_rivers.vmod")
    assert {(row["title"], row["why"]) for row in rows.values()} == {("two_rivers", "new")}
    again = dropped(client, SAMPLE / "start.vsav", SAMPLE / "two_rivers.vmod")
    assert {(row["title"], row["known"]) for row in again.values()} == {("Jan", True)}


def test_a_module_goes_to_the_game_that_lacks_it(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    game = game_in(tmp_path / "Jan", turns[0])
    (game / "two_rivers.vmod").unlink()
    (row,) = dropped(opened(new_desk(game)), SAMPLE / "two_rivers.vmod").values()
    assert row["title"] == "Jan" and "two_rivers.vmod" in names(game)


def test_what_nobody_can_read_goes_along_or_is_asked(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    game = game_in(tmp_path / "Jan", turns[0])
    broken = tmp_path / "broken.vlog"
    broken.write_bytes(b"PK\x03\x04 <svg onload=alert(1)>")
    client = opened(new_desk(game))
    (row,) = dropped(client, broken).values()
    assert (row["game"], row["why"], [each["name"] for each in row["choices"]]) == ("", "unread", ["Jan"])
    rows = dropped(client, broken, turns[1])
    assert {row["title"] for row in rows.values()} == {"Jan"}


def without_names(path: Path, folder: Path) -> Path:
    """The turn as VASSAL 3.0 would have written it: nothing beside the game says of which module it is."""
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(path) as box, zipfile.ZipFile(folder / path.name, "w") as bare:
        bare.writestr("savedGame", box.read("savedGame"))
    return folder / path.name


def test_a_turn_that_names_no_module_finds_its_game_or_is_asked(
    opened: Opened, tmp_path: Path, turns: list[Path]
) -> None:
    second, third = (without_names(each, tmp_path / "old") for each in turns[1:])
    game = game_in(tmp_path / "Jan", turns[0])
    client = opened(new_desk(game))
    (row,) = dropped(client, third).values()
    assert (row["game"], row["why"], [each["name"] for each in row["choices"]]) == ("", "nameless", ["Jan"])
    (row,) = dropped(client, second).values()
    assert (row["title"], row["why"], row["beside"]) == ("Jan", "follows", turns[0].name)
    (row,) = dropped(client, third).values()
    assert (row["title"], row["beside"]) == ("Jan", second.name)


def test_only_what_a_game_holds_is_taken_and_nothing_waits_for_ever(
    opened: Opened, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = opened(new_desk())
    drop = client.post("/arriving").json()["drop"]
    for name in ("evil.exe", "", "..", "adjudicator.toml"):
        assert client.post(f"/arriving/{drop}/files", params={"name": name}, content=b"x").status_code == 400
    assert client.post("/arriving/..%2f..%2fx/files", params={"name": "a.vlog"}, content=b"x").status_code == 404
    assert client.post("/arriving/0123/files", params={"name": "a.vlog"}, content=b"x").status_code == 404
    monkeypatch.setattr("adjudicator.desk.inbox.MOST_BATCHES", 1)
    assert client.post("/arriving").status_code == 400
    monkeypatch.setattr("adjudicator.desk.inbox.STALE", -10.0)
    assert client.post("/arriving").status_code == 201
    assert len(list((home / "arriving").iterdir())) == 1
    assert Inbox().folder(drop) is None
