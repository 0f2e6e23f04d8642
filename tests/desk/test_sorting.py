"""Files dropped on the list of games go to the game that they belong to; where that is unclear, the player is asked."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from adjudicator.desk.desk import Desk
from adjudicator.desk.inbox import Inbox
from adjudicator.game.boxes import about
from adjudicator.game.settings import home_of
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
    assert (row["game"], row["why"], [each["name"] for each in row["choices"]]) == ("", "unclear", ["Jan"])
    (row,) = dropped(client, second).values()
    assert (row["title"], row["why"], row["beside"]) == ("Jan", "follows", turns[0].name)
    (row,) = dropped(client, third).values()
    assert (row["title"], row["beside"]) == ("Jan", second.name)


def named(path: Path, folder: Path, name: str | None, version: str = "1.0") -> Path:
    """A module or save that says so of itself; None: nothing beside the game, and a module's build file has no name either."""
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(path) as box, zipfile.ZipFile(folder / path.name, "w") as made:
        for entry in box.namelist():
            body = box.read(entry)
            if entry == "moduledata":
                if name is None:
                    continue
                body = re.sub(rb"<name>.*?</name>", f"<name>{name}</name>".encode(), body)
                body = re.sub(rb"<version>.*?</version>", f"<version>{version}</version>".encode(), body)
            elif entry.startswith("buildFile") and name is None:
                body = re.sub(rb' name="[^"]*"', b"", body, count=1)
            made.writestr(entry, body)
    return folder / path.name


def test_a_module_without_a_name_takes_nothing_of_other_games_along(opened: Opened, tmp_path: Path) -> None:
    """What names nothing is told by its pieces, and asked for where nobody has them."""
    bare = named(SAMPLE / "two_rivers.vmod", tmp_path / "bare", None)
    save = without_names(SAMPLE / "start.vsav", tmp_path / "bare")
    other = without_names(MODULES / "prut_front" / "turn.vlog", tmp_path / "other")
    rows = dropped(opened(new_desk()), bare, save, other)
    assert rows["two_rivers.vmod"]["title"] == rows["start.vsav"]["title"] == "two_rivers"
    assert (rows["turn.vlog"]["game"], rows["turn.vlog"]["why"]) == ("", "nameless")


def test_the_build_files_root_names_a_module(opened: Opened, tmp_path: Path) -> None:
    root = tmp_path / "root.vmod"
    with zipfile.ZipFile(SAMPLE / "two_rivers.vmod") as box, zipfile.ZipFile(root, "w") as made:
        entry = next(name for name in box.namelist() if name.startswith("buildFile"))
        made.writestr("buildFile", box.read(entry))
    assert about(root)[0] == about(SAMPLE / "two_rivers.vmod")[0]
    rows = dropped(opened(new_desk()), root, SAMPLE / "start.vsav")
    assert {row["title"] for row in rows.values()} == {"root"}


def test_another_edition_of_the_module_is_proposed_and_then_read_by(opened: Opened, tmp_path: Path) -> None:
    box = named(SAMPLE / "two_rivers.vmod", tmp_path / "box", "The Valley: Two Rivers V4.2", "4.2.0a60")
    save = named(SAMPLE / "start.vsav", tmp_path / "save", "The Valley: Two Rivers", "4.1.2")
    desk = new_desk()
    client = opened(desk)
    rows = dropped(client, box, save)
    asked = rows["start.vsav"]
    assert (asked["game"], asked["why"]) == ("", "kin")
    assert [each["key"] for each in asked["choices"]] == [rows["two_rivers.vmod"]["game"]]
    assert "start.vsav" in client.get("/").text  # also after the page was left
    put = client.post(
        f"/arriving/{asked['drop']}/put", data={"name": "start.vsav", "to": asked["choices"][0]["key"]}
    ).json()
    place = desk.shelf.find(put["game"])
    assert place is not None and home_of(place.folder).said.module == "two_rivers.vmod"


def test_two_printings_dropped_together_are_two_games(opened: Opened, tmp_path: Path) -> None:
    name = about(SAMPLE / "two_rivers.vmod")[0]
    old, new = (named(SAMPLE / "two_rivers.vmod", tmp_path / each, name, each) for each in ("1.0", "1.1"))
    saves = [named(SAMPLE / "start.vsav", tmp_path / "a", name, "1.0"), tmp_path / "of the second.vsav"]
    shutil.copy(named(SAMPLE / "midgame.vsav", tmp_path / "b", name, "1.1"), saves[1])
    shutil.copy(new, tmp_path / "second.vmod")
    rows = dropped(opened(new_desk()), old, tmp_path / "second.vmod", *saves)
    assert rows["two_rivers.vmod"]["title"] == rows["start.vsav"]["title"] == "two_rivers"
    assert rows["second.vmod"]["title"] == rows["of the second.vsav"]["title"] == "second"


def test_logs_that_go_on_otherwise_from_one_table_are_asked_for_with_what_follows(
    opened: Opened, tmp_path: Path
) -> None:
    """A turn played twice, or two games: one answer places a log and all that follows from it."""
    for kind in ("legal", "planted"):
        for number in ("01", "02", "03"):
            shutil.copy(MODULES / "two_seas" / kind / f"{number}.vlog", tmp_path / f"{kind} {number}.vlog")
    alone = dropped(opened(new_desk()), *sorted(tmp_path.glob("*.vlog")))
    assert {row["title"] for row in alone.values()} == {
        "Sudden Storm - Two Seas"
    }  # who drops them alone put them together
    for place in new_desk().shelf:
        shutil.rmtree(place.folder)
    desk = new_desk()
    client = opened(desk)
    rows = dropped(client, *sorted(tmp_path.glob("*.vlog")), SAMPLE / "two_rivers.vmod")
    assert rows.pop("two_rivers.vmod")["title"] == "two_rivers"
    assert {name: row["along"] for name, row in rows.items()} == {
        f"{kind} 01.vlog": [f"{kind} 02.vlog", f"{kind} 03.vlog"] for kind in ("legal", "planted")
    }
    for name, row in rows.items():
        client.post(f"/arriving/{row['drop']}/put", data={"name": name, "to": "new"})
    found = [names(place.folder) for place in desk.shelf if place.there and place.name.startswith("Sudden Storm")]
    assert found == [[f"{kind} {number}.vlog" for number in ("01", "02", "03")] for kind in ("legal", "planted")]


def test_forty_files_of_eight_games_none_in_a_wrong_one(opened: Opened, tmp_path: Path) -> None:
    """Saves and logs that name no module among them, in any order."""
    games = {
        game: [path for path in sorted((MODULES / game).iterdir()) if path.suffix in (".vmod", ".vsav", ".vlog")]
        for game in ("two_rivers", "dvina_line", "prut_front")
    } | {
        f"{game} {kind}": sorted((MODULES / game / kind).glob("*.vlog"))
        for game in ("frontier_autumn", "two_seas", "smolensk_season")
        for kind in ("legal", "planted")
    }
    owner: dict[str, str] = {}
    paths: list[Path] = []
    for game, files in games.items():
        for path in files:
            here = tmp_path / f"{game} {path.name}"
            shutil.copy(path, here)
            if game in ("prut_front", "dvina_line") and path.suffix == ".vlog":
                shutil.copy(without_names(here, tmp_path / "bare"), here)
            owner[here.name] = game
            paths.append(here)
    assert len(paths) >= 40
    paths.sort(key=lambda path: path.name[::-1])
    desk = new_desk()
    rows = dropped(opened(desk), *paths)
    homes: dict[str, set[str]] = {}
    for name, row in rows.items():
        if row["game"]:
            homes.setdefault(row["game"], set()).add(owner[name])
    assert all(len(each) == 1 for each in homes.values()), homes
    assert rows["prut_front turn.vlog"]["title"] == "prut_front prut_front"  # told by its pieces


def test_what_is_refused_stays_listed_until_somebody_has_dealt_with_it(opened: Opened, tmp_path: Path) -> None:
    game = game_in(tmp_path / "Jan", SAMPLE / "start.vsav")
    desk = new_desk(game)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    assert client.post(f"/g/{key}/files", params={"name": "notes.txt"}, content=b"x").status_code == 400
    page = client.get(f"/g/{key}").text
    assert "notes.txt" in page and "this is no save, log or module" in page
    assert "notes.txt" not in client.get("/").text
    (refused,) = desk.inbox.refused(key)
    assert client.post("/refused", data={"number": str(refused.number), "game": key}).headers["location"] == f"/g/{key}"
    assert "notes.txt" not in client.get(f"/g/{key}").text


def test_a_zip_is_taken_for_what_is_in_it(opened: Opened, tmp_path: Path) -> None:
    packed = tmp_path / "mail.zip"
    with zipfile.ZipFile(packed, "w") as made:
        for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
            made.write(SAMPLE / name, f"deep/../{name}")
        made.writestr("readme.txt", "hello")
    desk = new_desk()
    client = opened(desk)
    rows = dropped(client, packed)
    assert {row["title"] for row in rows.values()} == {"two_rivers"}
    (place,) = desk.shelf
    assert names(place.folder) == ["start.vsav", "turn_1.vlog", "two_rivers.vmod"]
    for name, body in (("x.zip", b"no zip"), ("two_rivers.zip", (SAMPLE / "two_rivers.vmod").read_bytes())):
        answer = client.post(f"/g/{place.key}/files", params={"name": name}, content=body)
        assert answer.status_code == 400
    assert [each.name for each in desk.inbox.refused(place.key)] == ["x.zip", "two_rivers.zip"]


def test_a_desk_that_was_started_anew_still_asks(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = without_names(SAMPLE / "start.vsav", tmp_path / "bare")
    (row,) = dropped(opened(new_desk()), bare).values()
    assert row["game"] == ""
    monkeypatch.setattr("adjudicator.desk.inbox.ARRIVING", -1.0)
    desk = new_desk()
    client = opened(desk)
    ((drop, asked),) = desk.inbox.asked()
    assert asked.name == "start.vsav" and "Which game does it belong to?" in client.get("/").text
    client.post(f"/arriving/{drop}/put", data={"name": "start.vsav", "away": "1"})
    assert not list(desk.inbox.asked())


def test_a_game_is_split_and_put_together_again(opened: Opened, tmp_path: Path, turns: list[Path]) -> None:
    game = game_in(tmp_path / "Jan", SAMPLE / "start.vsav", *turns)
    desk = new_desk(game)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    answer = client.post(f"/g/{key}/move", data={"name": ["turn 03.vlog"], "to": "new"})
    other = desk.shelf.find(answer.headers["location"].rpartition("/")[2])
    assert other is not None and names(other.folder) == ["turn 03.vlog", "two_rivers.vmod"]
    assert names(game) == ["start.vsav", "turn 01.vlog", "turn 02.vlog", "two_rivers.vmod"]
    client.post(f"/g/{other.key}/move", data={"name": ["turn 03.vlog"], "to": key})
    assert "turn 03.vlog" in names(game) and names(other.folder) == ["two_rivers.vmod"]
    assert client.post(f"/g/{key}/move", data={"name": ["turn 03.vlog"], "to": "nowhere"}).status_code == 404


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
