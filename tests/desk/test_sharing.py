"""What is given away: pages that keep secrets, a picture, ten lines, a judged log; and nothing else."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from adjudicator import open_game
from adjudicator.desk.desk import Desk
from adjudicator.desk.making import reports_folder
from tests.desk.conftest import Opened, new_desk, until
from tests.exporters.vassal.games import verdicts


@pytest.fixture
def judged(opened: Opened, folder: Path) -> tuple[Desk, TestClient, str]:
    desk = new_desk(folder)
    client = opened(desk)
    place = next(iter(desk.shelf))
    client.get(f"/g/{place.key}")
    until(lambda: desk.look(place).current)
    return desk, client, f"/g/{place.key}"


def made(desk: Desk, client: TestClient, address: str) -> None:
    number = client.post(address, headers={"Accept": "application/json"}).json()["job"]
    job = desk.jobs.find(number)
    assert job is not None
    until(lambda: job.over)
    assert not job.error


def test_each_player_gets_his_page_in_one_click(judged: tuple[Desk, TestClient, str], folder: Path) -> None:
    desk, client, address = judged
    made(desk, client, f"{address}/make/pages")
    names = ["for French.html", "for Austrian.html", "for umpire.html"]
    page = client.get(f"{address}/umpire").text
    assert all(name in page for name in names)
    with zipfile.ZipFile(io.BytesIO(client.get(f"{address}/made/pages of all players.zip").content)) as archive:
        assert sorted(archive.namelist()) == sorted(names)
    told = {name: client.get(f"{address}/made/{name}") for name in names}
    assert all("sandbox" in answer.headers["content-security-policy"] for answer in told.values())
    assert len({answer.text for answer in told.values()}) == 3
    assert desk.look(next(iter(desk.shelf))).current


def test_a_picture_ten_lines_and_a_judged_log(judged: tuple[Desk, TestClient, str], folder: Path) -> None:
    desk, client, address = judged
    made(desk, client, f"{address}/make/picture")
    made(desk, client, f"{address}/make/log")
    page = client.get(f"{address}/share").text
    lines = open_game(folder, pack="two_rivers").audit().summary().lines
    assert lines[0] in page
    assert client.get(f"{address}/made/map.png").content.startswith(b"\x89PNG")
    log = client.get(f"{address}/made/turn_1_judged.vlog")
    assert "attachment" in log.headers["content-disposition"]
    (folder.parent / "judged.vlog").write_bytes(log.content)
    game = open_game(folder.parent / "judged.vlog", module=folder / "two_rivers.vmod", viewer="umpire")
    before = open_game(folder / "turn_1.vlog", viewer="umpire")
    assert game.state("end").counters == before.state("end").counters
    assert any(
        "ILLEGAL" in line.upper() for lines in verdicts(folder.parent / "judged.vlog").values() for line in lines
    )
    report = client.get(f"{address}/report/{_signature(desk)}?download=1")
    assert "attachment" in report.headers["content-disposition"]


def _signature(desk: Desk) -> str:
    card = desk.look(next(iter(desk.shelf))).card
    assert card is not None
    return card.signature


@pytest.mark.parametrize("name", ["adjudicator.toml", "..%2fadjudicator.toml", "%2e%2e", "x.html", "../start.vsav"])
def test_nothing_else_can_be_asked_for(opened: Opened, folder: Path, name: str) -> None:
    desk = new_desk(folder)
    (folder / "reports").mkdir()
    assert opened(desk).get(f"/g/{next(iter(desk.shelf)).key}/made/{name}").status_code == 404


@pytest.mark.parametrize("named", ["..", ".", "/elsewhere", "../elsewhere", ""])
def test_reports_stay_in_the_games_folder(folder: Path, named: str) -> None:
    (folder / "adjudicator.toml").write_text(f'output = "{named}"\n', encoding="utf-8")
    assert reports_folder(folder) == folder / "reports"
    (folder / "adjudicator.toml").write_text('output = "mine/here"\n', encoding="utf-8")
    assert reports_folder(folder) == folder / "mine" / "here"


def test_an_umpire_has_the_pages_of_several_games_made(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    assert "my game" in client.get("/umpire").text
    assert client.post("/umpire", data={"game": [key, "unknown"]}).status_code == 303
    until((folder / "reports" / "pages of all players.zip").exists)
