"""What the settings page asks and writes down, and that the verdict follows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from adjudicator.desk.cards import card_of
from adjudicator.desk.desk import Desk
from adjudicator.desk.questions import questions_of
from adjudicator.game.settings import NAME, home_of
from tests.desk.conftest import Opened, judged_game, new_desk, until
from tests.helpers import FIXTURES

CORRIDOR = FIXTURES / "vassal" / "smolensk_corridor"
SAID = """# ours
module = "smolensk_corridor.vmod"
pack = "thunder_in_the_east"  # the second printing
theatre = "smolensk_corridor"

[readings]
roads = "all"  # as agreed

[conditions]
"""


@pytest.fixture
def corridor(tmp_path: Path) -> Path:
    folder = tmp_path / "corridor"
    folder.mkdir()
    for name in ("smolensk_corridor.vmod", "start.vsav", "turn.vlog"):
        shutil.copy(CORRIDOR / name, folder)
    (folder / NAME).write_text(SAID, encoding="utf-8")
    return folder


def save(client: TestClient, desk: Desk, **told: str) -> int:
    place = next(iter(desk.shelf))
    answer = client.post(
        f"/g/{place.key}/settings", data={key.replace("__", ":"): value for key, value in told.items()}
    )
    until(lambda: desk.look(place).current or desk.look(place).error)
    return answer.status_code


def test_cells_that_a_verdict_waits_for_are_asked_first_and_resolve_it(opened: Opened, corridor: Path) -> None:
    desk, client, address = judged_game(opened, corridor)
    before = card_of(corridor)
    assert before is not None
    asked = questions_of(corridor, before)
    assert asked.waiting[0].box.name == "terrain.open.cost.motorized" and asked.waiting[0].verdicts > 5
    assert f'name="cell:{asked.waiting[0].box.id}"' in client.get(f"{address}/settings").text
    cells = {f"cell:{each.box.id}": "1" for each in asked.waiting if each.sheet.id != "rail_capacity"}
    assert save(client, desk, **cells) == 303
    after = card_of(corridor)
    assert after is not None and after.doubts < before.doubts
    text = (corridor / NAME).read_text(encoding="utf-8")
    assert home_of(corridor).charts == corridor / "charts.toml"
    assert text.startswith(SAID.split("[readings]", maxsplit=1)[0].rstrip()) and 'roads = "all"  # as agreed' in text
    (cell,) = (
        box
        for sheet in questions_of(corridor, after).sheets
        for box in sheet.boxes
        if box.id == asked.waiting[0].box.id
    )
    assert cell.value == "1"


def test_a_value_that_may_not_stand_there_is_refused_whole(opened: Opened, corridor: Path) -> None:
    desk = new_desk(corridor)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    asked = questions_of(corridor, None)
    cell = asked.sheets[0].boxes[0].id
    answer = client.post(f"/g/{key}/settings", data={f"cell:{cell}": "<script>"})
    assert answer.status_code == 400
    assert "Not saved" in answer.text and "&lt;script&gt;" in answer.text
    assert not (corridor / "charts.toml").exists()
    assert (corridor / NAME).read_text(encoding="utf-8") == SAID


def test_a_sheet_that_nobody_uses_is_left_alone(opened: Opened, corridor: Path) -> None:
    (corridor / "charts.toml").write_text("# mine\n", encoding="utf-8")
    desk = new_desk(corridor)
    client = opened(desk)
    cell = questions_of(corridor, None).sheets[0].boxes[0].id
    assert client.post(f"/g/{next(iter(desk.shelf)).key}/settings", data={f"cell:{cell}": "2"}).status_code == 303
    assert (corridor / "charts.toml").read_text(encoding="utf-8") == "# mine\n"
    assert home_of(corridor).charts == corridor / "charts_2.toml"


def test_answers_that_change_nothing_write_nothing(opened: Opened, corridor: Path) -> None:
    desk = new_desk(corridor)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    book = questions_of(corridor, None).book
    told = {f"reading:{each['id']}": each["chosen"] for each in book["readings"]}
    told |= {"map": "thunder_in_the_east|smolensk_corridor", "side": ""}
    assert client.post(f"/g/{key}/settings", data=told).status_code == 303
    assert (corridor / NAME).read_text(encoding="utf-8") == SAID


def test_side_and_conditions_are_written(opened: Opened, folder: Path) -> None:
    desk, client, _ = judged_game(opened, folder)
    save(client, desk, side="French", condition__weather="rain", option__pontoons="on")
    said = home_of(folder).said
    assert (said.side, said.conditions, said.options) == ("French", {"weather": "rain"}, {"pontoons": True})
    card = card_of(folder)
    assert card is not None and card.viewer == "French"


def test_players_get_their_names(opened: Opened, corridor: Path) -> None:
    desk = new_desk(corridor)
    client = opened(desk)
    assert save(client, desk, player__Soviet=" Jan ") == 303
    assert home_of(corridor).said.players == {"Soviet": "Jan"}
    assert 'name="player:Soviet" value="Jan"' in client.get(f"/g/{next(iter(desk.shelf)).key}/settings").text
    assert save(client, desk, player__Soviet="") == 303
    assert home_of(corridor).said.players == {}


def test_findings_are_told_in_the_language_that_is_chosen(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    client = opened(desk)
    assert save(client, desk, language="de") == 303
    assert home_of(folder).said.language == "de"
    card = card_of(folder)
    assert card is not None
    assert any("keine Phase der eigenen Seite" in each.because for each in card.findings)
    assert save(client, desk, language="") == 303
    assert home_of(folder).said.language == ""


def test_a_game_that_is_begun_in_german_is_told_in_german(opened: Opened, tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    client = opened(desk)
    for language, said in (("de-AT", "de"), ("pl", "")):
        begun = client.post("/new?name=two_rivers.vmod", headers={"Accept-Language": language}).json()
        place = desk.shelf.find(begun["game"])
        assert place is not None and home_of(place.folder).said.language == said
