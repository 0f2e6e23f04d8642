"""A game on the desk: begun from a module, judged when its files come, and never twice for nothing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from starlette.testclient import TestClient

from adjudicator import open_game
from adjudicator.desk.cards import AuditCard, card_of, history_of, table_of
from adjudicator.desk.desk import Desk
from adjudicator.desk.shelf import Shelf
from adjudicator.desk.tasks import judge
from adjudicator.desk.worker import Progress
from adjudicator.game.settings import NAME, read_settings
from tests.desk.conftest import SAMPLE, Opened, new_desk, stranger, until
from tests.desk.pieces import in_pieces


def send(client: TestClient, key: str, *names: str) -> None:
    for at, name in enumerate(names):
        more = "1" if at + 1 < len(names) else "0"
        answer = client.post(
            f"/g/{key}/files", params={"name": name, "more": more}, content=(SAMPLE / name).read_bytes()
        )
        assert answer.status_code == 201


def judged(desk: Desk) -> bool:
    looks = [desk.look(place) for place in desk.shelf]
    return all(look.current and not look.busy for look in looks)


def test_a_new_game_from_a_module_and_three_files_in_the_wrong_order(opened: Opened, home: Path) -> None:
    desk = new_desk()
    client = opened(desk)
    key = client.post("/new", params={"name": "two_rivers.vmod"}).json()["game"]
    send(client, key, "two_rivers.vmod")
    place = desk.shelf.find(key)
    assert place is not None and place.folder == home / "games" / "two_rivers"
    until((place.folder / NAME).exists)
    assert read_settings(place.folder / NAME).pack == "two_rivers"
    send(client, key, "turn_1.vlog", "start.vsav", "turn_1.vlog")
    until(lambda: judged(desk))
    card = card_of(place.folder)
    audited = open_game([SAMPLE / "start.vsav", SAMPLE / "turn_1.vlog"], pack="two_rivers").audit()
    assert card is not None
    assert [each.name for each in card.files] == ["start.vsav", "turn_1.vlog"]
    assert {each.id for each in card.findings} == {each.id for each in audited.record.findings}
    page = client.get(f"/g/{key}")
    assert f"/g/{key}/report/{card.signature}" in page.text
    report = client.get(f"/g/{key}/report/{card.signature}")
    assert "sandbox" in report.headers["content-security-policy"]
    assert "Two Rivers" in report.text


def test_the_newest_file_of_several_is_judged_by_itself_before_the_game_is(folder: Path) -> None:
    (folder / "turn_1.vlog").unlink()
    newest = in_pieces("two_rivers", "turn_1.vlog", 3, folder)[-1]
    seen: list[AuditCard] = []

    def hear(told: Progress) -> None:
        table = table_of(folder) if told.news else None
        if table is not None and table.alone is not None and card_of(folder) is None:
            assert table.name == newest.name
            seen.append(table.alone)

    judge(folder, hear)
    card = card_of(folder)
    alone = open_game([newest], module=folder / "two_rivers.vmod", pack="two_rivers").audit()
    assert card is not None and len(card.files) == 4
    assert {each.id for each in seen[0].findings} == {each.id for each in alone.told.findings}
    shown = {each.id for each in card.findings}
    assert {each.id for each in seen[0].findings if each.severity.value == "violation"} <= shown
    table = table_of(folder)
    judge(folder, hear)
    assert table_of(folder) == table and len(seen) == 1


def test_a_second_visit_judges_nothing(opened: Opened, folder: Path) -> None:
    first = new_desk(folder)
    client = opened(first)
    key = next(iter(first.shelf)).key
    client.get(f"/g/{key}")
    until(lambda: judged(first))
    asked = first.jobs.done
    second = new_desk(folder)
    again = opened(second)
    for path in ("/", f"/g/{key}", f"/g/{key}", "/"):
        assert "7 violations" in again.get(path).text
        client.get(path)
    assert (first.jobs.done, second.jobs.done) == (asked, 0)
    assert not second.jobs.of(key)


def test_what_is_new_since_the_last_audit(opened: Opened, folder: Path) -> None:
    shutil.move(folder / "turn_1.vlog", folder.parent)
    desk = new_desk(folder)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    client.get(f"/g/{key}")
    until(lambda: judged(desk))
    send(client, key, "turn_1.vlog")
    until(lambda: judged(desk))
    card = card_of(folder)
    assert card is not None and card.compared and len(card.new) == 8
    assert "New since the last audit" in client.get(f"/g/{key}").text
    assert [visit.last_file for visit in history_of(folder)] == ["turn_1.vlog", "start.vsav"]


def test_a_card_that_came_with_the_files_is_not_believed(opened: Opened, folder: Path, monkeypatch: object) -> None:
    desk = new_desk(folder)
    client = opened(desk)
    client.get(f"/g/{next(iter(desk.shelf)).key}")
    until(lambda: judged(desk))
    for path in (folder / ".adjudicator").glob("*.kept"):
        path.write_bytes(bytes(32) + path.read_bytes()[32:])
    assert card_of(folder) is None


def test_a_game_of_which_no_file_can_be_read_is_told_and_not_tried_again(opened: Opened, folder: Path) -> None:
    for path in (*folder.glob("*.vlog"), *folder.glob("*.vsav")):
        path.write_bytes(f"PK\x03\x04 no log {path.name}".encode())
    desk = new_desk(folder)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    client.get(f"/g/{key}")
    until(lambda: desk.look(next(iter(desk.shelf))).error)
    assert "start.vsav" in client.get(f"/g/{key}").text
    assert not [job for job in desk.jobs.of(key) if not job.over]
    for name in ("start.vsav", "turn_1.vlog"):
        shutil.copy(SAMPLE / name, folder)
    client.post(f"/g/{key}/judge")
    until(lambda: judged(desk))


def test_the_rest_is_judged_without_a_file_that_cannot_be_read(opened: Opened, folder: Path) -> None:
    (folder / "a <b> 2.vlog").write_bytes(b"PK\x03\x04 no log")
    desk = new_desk(folder)
    client, place = opened(desk), next(iter(desk.shelf))
    client.get(f"/g/{place.key}")
    until(lambda: judged(desk))
    card = card_of(folder)
    assert card is not None and card.violations == 7
    assert [(each.name, bool(each.why)) for each in card.unread] == [("a <b> 2.vlog", True)]
    page = client.get(f"/g/{place.key}").text
    assert "Judged without 1 file that could not be read" in page and "a &lt;b&gt; 2.vlog" in page
    assert "new file" not in client.get("/").text
    for name in ("adjudicator.toml", "../secret.vlog", ""):
        assert client.post(f"/g/{place.key}/leave-out", data={"name": name}).status_code == 404
    client.post(f"/g/{place.key}/leave-out", data={"name": "a <b> 2.vlog"})
    assert read_settings(folder / NAME).leave_out == ["a <b> 2.vlog"]
    until(lambda: judged(desk))
    assert "could not be read" not in client.get(f"/g/{place.key}").text
    assert "Let it count again" in client.get(f"/g/{place.key}/files").text
    client.post(f"/g/{place.key}/leave-out", data={"name": "a <b> 2.vlog", "again": "1"})
    assert read_settings(folder / NAME).leave_out == []


def test_a_file_of_another_game_is_left_aside(opened: Opened, folder: Path) -> None:
    other = SAMPLE.parent / "smolensk_corridor"
    for name in ("start.vsav", "turn.vlog"):
        shutil.copy(other / name, folder / f"other {name}")
    desk = new_desk(folder)
    opened(desk).get(f"/g/{next(iter(desk.shelf)).key}")
    until(lambda: judged(desk))
    card = card_of(folder)
    assert card is not None and card.violations == 7
    assert sorted(each.name for each in card.unread) == ["other start.vsav", "other turn.vlog"]
    assert all("another game" in each.why for each in card.unread)


def test_the_list_has_all_games_judged_behind_it(opened: Opened, folder: Path) -> None:
    other = shutil.copytree(folder, folder.parent / "another")
    desk = new_desk(folder, other)
    client = opened(desk)
    assert client.get("/").text.count("Not judged yet") == 2
    until(lambda: judged(desk))
    assert client.get("/").text.count("7 violations") == 2


def test_the_shelf_remembers(folder: Path, home: Path, tmp_path: Path) -> None:
    shelf = Shelf()
    kept = shelf.add(folder)
    assert shelf.add(folder) == kept and [place.name for place in Shelf()] == ["my game"]
    named = tmp_path / "named"
    (named / "inner").mkdir(parents=True)
    (named / "inner" / NAME).touch()
    both = Shelf([named])
    assert [place.name for place in both] == ["inner", "my game"]
    assert both.new("../x").folder.parent == named
    both.remove(kept)
    assert "my game" not in [place.name for place in Shelf()]
    (home / "desk.json").write_text("{", encoding="utf-8")
    assert list(Shelf()) == []
    (home / "desk.json").write_text(json.dumps({"games": [3, str(folder)]}), encoding="utf-8")
    assert [place.name for place in Shelf()] == ["my game"]


def test_a_folder_that_is_gone_is_told(opened: Opened, folder: Path) -> None:
    Shelf().add(folder)
    desk = new_desk()
    shutil.rmtree(folder)
    client = opened(desk)
    assert "The folder is gone" in client.get("/").text
    key = next(iter(desk.shelf)).key
    assert client.get(f"/g/{key}").status_code == 404
    client.post(f"/g/{key}/remove")
    assert "The folder is gone" not in client.get("/").text


def test_no_path_is_an_address(opened: Opened, folder: Path) -> None:
    client = opened(new_desk(folder))
    for key in ("%2e%2e", "%2e%2e%2f%2e%2e", str(folder), "0" * 12):
        assert client.get(f"/g/{key}").status_code in (401, 404, 307)
    assert client.get("/static/..%2f..%2fapp.py").status_code == 404
    assert stranger(new_desk(folder)).get("/static/../app.py").status_code in (401, 404)


def test_a_module_that_comes_after_the_turns_is_taken_too(opened: Opened, folder: Path) -> None:
    shutil.move(folder / "two_rivers.vmod", folder.parent)
    (folder / NAME).write_text("# mine\n", encoding="utf-8")
    desk = new_desk(folder)
    client = opened(desk)
    key = next(iter(desk.shelf)).key
    client.get(f"/g/{key}")
    until(lambda: "module" in desk.look(next(iter(desk.shelf))).error)
    assert read_settings(folder / NAME).module == ""
    send(client, key, "two_rivers.vmod")
    until(lambda: judged(desk))
    assert read_settings(folder / NAME).module == "two_rivers.vmod"
    assert (folder / NAME).read_text(encoding="utf-8").startswith("# mine\n")


def test_names_out_of_a_hostile_module_are_text(opened: Opened, folder: Path) -> None:
    """What a stranger's files say is shown, never obeyed."""
    hostile = "<img src=x onerror=alert(1)>&\"'<svg onload=alert(2)>\u202e.vlog"
    (folder / NAME).write_text('pack = "two_rivers"\nside = "<script>alert(3)</script>"\n', encoding="utf-8")
    desk = new_desk(folder)
    client = opened(desk)
    place = next(iter(desk.shelf))
    client.post(f"/g/{place.key}/files", params={"name": hostile}, content=b"PK <svg onload=alert(4)>")
    until(lambda: desk.look(place).error)
    for tail in ("", "/files", "/settings", "/umpire", "/share"):
        page = client.get(f"/g/{place.key}{tail}").text
        for sign in ("<img src=x", "<svg onload", "<script>alert", "\u202e"):
            assert sign not in page
