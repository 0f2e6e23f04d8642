"""What is given away: pages that keep secrets, a picture, ten lines, a judged log; and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image
from starlette.datastructures import FormData
from starlette.testclient import TestClient

from adjudicator import open_game
from adjudicator.desk.desk import Desk
from adjudicator.desk.making import Make, MakeWish, reports_folder
from adjudicator.desk.pages.sharing import _chapter
from adjudicator.exporters.report.clip import MOST_BYTES
from tests.desk.conftest import Opened, judged_game, new_desk, until
from tests.exporters.vassal.games import verdicts

ENDS = (".html", ".png", ".webp", ".txt")


@pytest.fixture
def judged(opened: Opened, folder: Path) -> tuple[Desk, TestClient, str]:
    return judged_game(opened, folder)


def made(desk: Desk, client: TestClient, address: str, form: Mapping[str, str] | None = None) -> None:
    number = client.post(address, data=form, headers={"Accept": "application/json"}).json()["job"]
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


def test_a_turn_is_shared_for_everybody_unless_one_asks_for_more(opened: Opened, folder: Path) -> None:
    """The desk's own side sees what lies under its mask; what is made for everybody does not say so."""
    (folder / "adjudicator.toml").write_text('side = "French"\n', encoding="utf-8")
    desk, client, address = judged_game(opened, folder)
    card = desk.look(next(iter(desk.shelf))).card
    assert card is not None
    turn = card.chapters[0]
    assert (turn.kind, turn.name, turn.first) == ("turn", "1", 1)
    for eyes in ("", "mine"):
        form = {"chapter": f"{turn.kind}|{turn.first}|{turn.last}", "eyes": eyes}
        made(desk, client, f"{address}/make/chapter", form)
    names = [f"Turn 1 {whose}" for whose in ("for everybody", "as French may see it")]
    parts = {(name, end): client.get(f"{address}/made/{name}{end}").content for name in names for end in ENDS}
    secret = b"Imperial Guard"  # what the French have under the mask that goes to 0506
    assert [secret in parts[name, ".txt"] for name in names] == [False, True]
    assert parts[names[0], ".html"] != parts[names[1], ".html"]
    for name in names:
        with Image.open(io.BytesIO(parts[name, ".webp"])) as moving:
            assert moving.format == "WEBP"
            assert getattr(moving, "n_frames", 1) > 20
        assert len(parts[name, ".webp"]) <= MOST_BYTES
        assert parts[name, ".png"].startswith(b"\x89PNG")
    page = client.get(f"{address}/share").text
    shared, _, mine = page.partition('id="mine"')
    assert names[0] in shared and names[1] not in shared
    assert names[1] in mine and "This tells what French knows and others may not" in mine


@pytest.mark.parametrize("chapter", ["turn|x|3", "turn|1", "nothing|1|2", "turn|1|99999999999999"])
def test_steps_that_there_are_not_make_no_chapter_of_something_else(chapter: str, tmp_path: Path) -> None:
    found = _chapter(Make("key", tmp_path, MakeWish.CHAPTER), FormData([("chapter", chapter)]))
    assert not found.private
    assert found.last in (0, 999999999)


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
