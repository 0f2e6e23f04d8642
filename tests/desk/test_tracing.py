"""The tracer's addresses: who is answered, what is refused, and how a game leads to its map."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from adjudicator.desk.desk import Desk
from adjudicator.desk.maps import MapToTrace
from tests.desk.conftest import SAMPLE, Opened, new_desk, stranger

MODULE = SAMPLE / "two_rivers.vmod"


def begun(opened: Opened, own_pack: Path) -> tuple[TestClient, str, Desk]:
    desk = new_desk()
    return opened(desk), f"/map/{desk.maps.open(MapToTrace(str(own_pack), module=MODULE))}", desk


def test_the_map_is_shown_drawn_on_and_taken_back(opened: Opened, own_pack: Path) -> None:
    client, page, _ = begun(opened, own_pack)
    assert "Main Map" in client.get(page).text
    version = client.get(f"{page}/state").json()["version"]
    told = {"version": version, "stroke": "a", "changes": {"terrain:0101": "forest"}}
    assert client.post(f"{page}/draw", json=told).json()["undo"] == 1
    late = client.post(f"{page}/draw", json=told)
    assert late.status_code == 409 and late.json()["values"]["terrain:0101"] == "forest"
    back = client.post(f"{page}/undo", json={"version": late.json()["version"]}).json()
    assert back["changes"] == {"terrain:0101": "blank"}
    again = client.post(f"{page}/redo", json={"version": back["version"]}).json()
    assert again["changes"] == {"terrain:0101": "forest"}


def test_boards_come_with_their_tiles_and_nothing_else_does(opened: Opened, own_pack: Path) -> None:
    client, page, _ = begun(opened, own_pack)
    board = client.get(f"{page}/board/0").json()
    assert len(board["hexes"]) == 385 and board["tiles"][0]["levels"]
    assert client.get(f"{page}/board/0/0/0/0_0").headers["content-type"] == "image/jpeg"
    assert client.get(f"{page}/board/0/0/0/99_0").status_code == 404
    assert client.get(f"{page}/board/0/1/0/0_0").status_code == 400
    assert client.get(f"{page}/board/7").status_code == 400
    assert client.get(f"{page}/board/0/0/0/..%2f..").status_code == 404
    assert client.get("/map/nowhere").status_code == 404


@pytest.mark.parametrize(
    "body", ["no json", "[]", "{}", '{"version": "1"}', '{"version": 1, "changes": {"terrain:0101": "lava"}}']
)
def test_what_is_no_change_of_a_map_is_refused(opened: Opened, own_pack: Path, body: str) -> None:
    client, page, _ = begun(opened, own_pack)
    assert client.post(f"{page}/draw", content=body).status_code == 400


def test_nobody_draws_from_elsewhere(opened: Opened, own_pack: Path) -> None:
    client, page, desk = begun(opened, own_pack)
    told = {"version": 1, "stroke": "a", "changes": {"terrain:0101": "forest"}}
    assert client.post(f"{page}/draw", json=told, headers={"Origin": "http://elsewhere"}).status_code == 403
    assert stranger(desk).get(f"{page}/state").status_code == 401


def test_slips_and_looks_are_told(opened: Opened, own_pack: Path) -> None:
    client, page, _ = begun(opened, own_pack)
    assert client.get(f"{page}/spots").json() == {"spots": []}
    assert client.get(f"{page}/look/features/river").json()["course"] == "stream"
    assert client.get(f"{page}/look/features/moat").status_code == 400


def test_a_link_leads_to_the_map_once(own_pack: Path) -> None:
    desk = new_desk()
    key = desk.maps.open(MapToTrace(str(own_pack), module=MODULE))
    client = stranger(desk)
    token = desk.doors.new_link(f"/map/{key}")
    assert f"/map/{key}" in client.get(f"/enter?token={token}").text
    assert stranger(desk).get(f"/enter?token={token}").status_code == 403


def test_a_game_with_a_pack_of_ones_own_leads_to_its_map(opened: Opened, folder: Path, own_pack: Path) -> None:
    settings = folder / "adjudicator.toml"
    settings.write_text('module = "two_rivers.vmod"\npack = "two_rivers"\n', encoding="utf-8")
    desk = new_desk(folder)
    client = opened(desk)
    place = next(iter(desk.shelf))
    assert "Trace the map" not in client.get(f"/g/{place.key}/settings").text
    assert client.post(f"/g/{place.key}/map").status_code == 400
    shutil.copytree(own_pack, folder / "mine")
    settings.write_text('module = "two_rivers.vmod"\npack = "mine"\n', encoding="utf-8")
    assert "Trace the map" in client.get(f"/g/{place.key}/settings").text
    answer = client.post(f"/g/{place.key}/map")
    assert answer.status_code == 303 and "Main Map" in client.get(answer.headers["location"]).text
