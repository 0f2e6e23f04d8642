"""Each way in that is not the door, tried from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.desk import security
from adjudicator.desk.security import LARGEST_FILE, LONGEST_FORM
from tests.desk.conftest import HERE, PORT, SAME_ORIGIN, Opened, new_desk, stranger

GIGABYTES = 5 << 30


def test_a_link_lets_one_browser_in_once() -> None:
    desk = new_desk()
    link = f"/enter?token={desk.doors.new_link()}"
    first = stranger(desk)
    answer = first.get(link)
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 200
    assert cookie.startswith(f"adjudicator-{PORT}=") and "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert first.get("/").status_code == 200
    assert first.get(link).headers["location"] == "/"
    assert stranger(desk).get(link).status_code == 403


@pytest.mark.parametrize("path", ["/", "/events", "/g/0123456789ab", "/g/0123456789ab/report/x", "/enter/../"])
def test_nobody_is_answered_without_a_session(path: str) -> None:
    client = stranger(new_desk())
    assert client.get(path).status_code in (401, 403)
    client.cookies.set(f"adjudicator-{PORT}", "guessed")
    assert client.get(path).status_code in (401, 403)


@pytest.mark.parametrize("token", ["", "x", "é", "a" * 5000])
def test_no_token_is_guessed(token: str) -> None:
    assert stranger(new_desk()).get("/enter", params={"token": token}).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", "", f"127.0.0.1.evil:{PORT}"]
)
def test_no_other_name_is_answered(opened: Opened, host: str) -> None:
    """A foreign name that was made to lead to this machine."""
    assert opened(new_desk()).get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "said",
    [
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}", "Sec-Fetch-Site": "same-site"},
        {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "none"},
        {},
    ],
    ids=str,
)
def test_nothing_is_changed_from_elsewhere(opened: Opened, folder: Path, said: dict[str, str]) -> None:
    desk = new_desk(folder)
    client = opened(desk)
    for name in SAME_ORIGIN:
        del client.headers[name]
    before = sorted(folder.iterdir())
    for path in ("/new?name=x.vmod", f"/g/{next(iter(desk.shelf)).key}/files?name=new.vlog"):
        assert client.post(path, content=b"x", headers=said).status_code == 403
    assert sorted(folder.iterdir()) == before and len(list(desk.shelf)) == 1


@pytest.mark.parametrize("said", [SAME_ORIGIN, {"Origin": HERE}, {"Sec-Fetch-Site": "same-origin"}], ids=str)
def test_our_own_pages_may_change_something(opened: Opened, said: dict[str, str]) -> None:
    client = opened(new_desk())
    for name in SAME_ORIGIN:
        del client.headers[name]
    assert client.post("/new?name=x.vmod", headers=said).status_code == 201


def test_every_answer_forbids_what_it_can(opened: Opened) -> None:
    client = opened(new_desk())
    outside = stranger(new_desk())
    for answer in (client.get("/"), client.get("/static/desk.js"), client.get("/nowhere"), outside.get("/")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "same-origin"


def test_pages_hold_no_script_and_no_style_of_their_own(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    client = opened(desk)
    for path in ("/", f"/g/{next(iter(desk.shelf)).key}"):
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]*(src=|application/json))|<style| style=| on\w+=", page)
        assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_five_gigabytes_that_are_declared_are_not_waited_for(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    path = f"/g/{next(iter(desk.shelf)).key}/files?name=new.vlog"
    answer = opened(desk).post(path, content=b"x", headers={"Content-Length": str(GIGABYTES)})
    assert (answer.status_code, GIGABYTES > LARGEST_FILE) == (413, True)
    assert not (folder / "new.vlog").exists()


def test_more_than_was_declared_is_not_taken(opened: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "LARGEST_FILE", 1000)
    desk = new_desk(folder)
    before = sorted(folder.iterdir())

    def endless() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 100

    answer = opened(desk).post(f"/g/{next(iter(desk.shelf)).key}/files?name=new.vlog", content=endless())
    assert answer.status_code == 413
    assert sorted(folder.iterdir()) == before


def test_a_form_is_no_place_for_megabytes(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    path = f"/g/{next(iter(desk.shelf)).key}/choose"
    assert opened(desk).post(path, data={"side": "x" * (LONGEST_FORM + 1)}).status_code == 413
