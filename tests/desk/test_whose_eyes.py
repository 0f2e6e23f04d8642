"""Whose eyes: the desk asks which side one plays as long as nobody has said it, over restarts too, and remembers the answer."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from adjudicator.game.settings import NAME, home_of
from tests.desk.conftest import Opened, judged_game, until
from tests.helpers import vassal_save

ASKED = "Which side do you play?"


def test_it_asks_again_after_a_restart_until_it_is_answered(opened: Opened, folder: Path) -> None:
    for _ in range(2):
        desk, client, address = judged_game(opened, folder)
        page = client.get(address).text
        assert ASKED in page
        assert all(f'value="{side}"' in page for side in ("French", "Austrian", "umpire", "everybody"))
        # module and pack were found out and written down: the second desk has nothing to find out
        assert home_of(folder).said.module and home_of(folder).said.pack
    client.post(f"{address}/choose", data={"side": "Austrian"})
    until(lambda: desk.look(next(iter(desk.shelf))).current)
    assert home_of(folder).said.side == "Austrian"
    assert ASKED not in client.get(address).text
    desk, client, address = judged_game(opened, folder)
    assert ASKED not in client.get(address).text
    card = desk.look(next(iter(desk.shelf))).card
    assert card is not None and card.viewer == "Austrian"


def test_who_looks_on_is_not_asked_again(opened: Opened, folder: Path) -> None:
    _, client, address = judged_game(opened, folder)
    client.post(f"{address}/choose", data={"side": "everybody"})
    desk, client, address = judged_game(opened, folder)
    assert ASKED not in client.get(address).text
    card = desk.look(next(iter(desk.shelf))).card
    assert card is not None and card.viewer == "everybody"
    assert '<option value="everybody" selected>' in client.get(f"{address}/settings").text


def test_settings_take_the_answer_back(opened: Opened, folder: Path) -> None:
    (folder / NAME).write_text('side = "French"\n', encoding="utf-8")
    _, client, address = judged_game(opened, folder)
    assert ASKED not in client.get(address).text
    page = client.get(f"{address}/settings").text
    was = html.unescape(page.partition('name="was" value="')[2].partition('"')[0])
    client.post(f"{address}/settings", data={"side": "", "was": was})
    assert home_of(folder).said.side == ""
    assert ASKED in client.get(address).text


@pytest.mark.parametrize("players", [("Anna", "Bruno"), ("Anna", "Anna")])
def test_a_game_without_sides_asks_which_player(opened: Opened, tmp_path: Path, players: tuple[str, str]) -> None:
    """Two players of one name: nobody can be told apart by it, so nothing is asked."""
    (folder := tmp_path / "nameless").mkdir()
    seats = "\x1b".join(f"PLAYER\tpw{at}\t{name}\t<observer>" for at, name in enumerate(players))
    vassal_save(folder / "a.vsav", f"begin_save\x1b{seats}\x1bend_save")
    _, client, address = judged_game(opened, folder)
    page = client.get(address).text
    assert (ASKED in page) is (players[0] != players[1])
    assert "pw0" not in page
