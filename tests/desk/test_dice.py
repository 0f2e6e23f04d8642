"""Dice in a module's own words: offered with what would be read in them, taught by one click, forgotten by another."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.desk.cards import card_of
from adjudicator.desk.desk import Desk
from adjudicator.game.settings import NAME, read_settings
from adjudicator.game.settings_edit import forget_dice, teach_dice
from tests.desk.conftest import Opened, new_desk, until
from tests.helpers import vassal_save
from tests.importers.vassal.games import log, piece, save

LINES = ("* [ Anna rolls 2 dice: INFx1 XSWx1 ] *", "* [ Anna rolls 1 die: ARTx1 ] *", "hello")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "a game"
    folder.mkdir()
    vassal_save(folder / "turn.vlog", log(save(piece("1")), *(f"CHAT{line}" for line in LINES)))
    return folder


def judged(desk: Desk) -> bool:
    looks = [desk.look(place) for place in desk.shelf]
    return all(look.current and not look.busy for look in looks)


def test_one_click_teaches_and_one_forgets(opened: Opened, game: Path) -> None:
    desk = new_desk(game)
    client, place = opened(desk), next(iter(desk.shelf))
    client.get(f"/g/{place.key}")
    until(lambda: judged(desk))
    card = card_of(game)
    assert card is not None
    (offered,) = card.dice
    assert (offered.example, offered.results, offered.count) == (LINES[0], ("INF", "XSW"), 2)
    page = unescape(client.get(f"/g/{place.key}").text)
    assert "2 lines of the chat look like dice" in page and LINES[0] in page and "<b>INF, XSW</b>" in page
    for never in (".*", "", offered.pattern + "x"):
        assert client.post(f"/g/{place.key}/dice", data={"pattern": never}).status_code == 404
    client.post(f"/g/{place.key}/dice", data={"pattern": offered.pattern})
    assert [each.pattern for each in read_settings(game / NAME).dice] == [offered.pattern]
    until(lambda: judged(desk))
    assert [roll.thrown for roll in open_game(game).dice().rolls] == ["INF XSW", "ART"]
    assert "look like dice" not in client.get(f"/g/{place.key}").text
    assert "Dice that you taught" in client.get(f"/g/{place.key}/settings").text
    client.post(f"/g/{place.key}/dice", data={"pattern": offered.pattern, "forget": "1"})
    assert read_settings(game / NAME).dice == []


def test_what_the_player_wrote_stays(tmp_path: Path) -> None:
    mine = "# mine\npack = 'p'\n\n[[dice]]\npattern = 'd (?P<result>.+)'  # my own\n\n[players]\nFrench = 'Jo'\n"
    (tmp_path / NAME).write_text(mine, encoding="utf-8")
    teach_dice(tmp_path, "[[dice]]\npattern = 'x (?P<result>.+)'")
    said = read_settings(tmp_path / NAME)
    assert [each.pattern for each in said.dice] == ["d (?P<result>.+)", "x (?P<result>.+)"]
    assert said.players == {"French": "Jo"}
    forget_dice(tmp_path, "x (?P<result>.+)")
    assert read_settings(tmp_path / NAME).dice == said.dice[:1]
    text = (tmp_path / NAME).read_text(encoding="utf-8")
    assert text.startswith("# mine\n") and "# my own" in text


def test_a_log_with_known_dice_is_offered_none(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    opened(desk).get(f"/g/{next(iter(desk.shelf)).key}")
    until(lambda: judged(desk))
    card = card_of(folder)
    assert card is not None and card.dice == () and open_game(folder).dice().rolls


@pytest.mark.parametrize(("alike", "offered"), [(2, 0), (3, 1)])
def test_where_some_rolls_are_read_others_are_offered_that_come_again(
    opened: Opened, game: Path, alike: int, offered: int
) -> None:
    known = "* (d6) = 4 *** <Anna>"
    lines = [f"* [ Anna rolls {number} dice: INFx{number} ] *" for number in range(1, alike + 1)]
    talk = "<Anna> - the dice are loving the Americans"
    vassal_save(game / "turn.vlog", log(save(piece("1")), *(f"CHAT{line}" for line in (f"**{known}", *lines, talk))))
    desk = new_desk(game)
    opened(desk).get(f"/g/{next(iter(desk.shelf)).key}")
    until(lambda: judged(desk))
    card = card_of(game)
    assert card is not None and len(card.dice) == offered
    assert len(open_game(game).dice().rolls) == 1
