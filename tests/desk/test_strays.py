"""What lies in a game's folder and can be no file of it: one line each, and the game is judged all the same."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.desk.cards import card_of
from adjudicator.desk.shelf import ShelfPlace
from adjudicator.desk.tasks import judge
from tests.desk.conftest import SAMPLE, Opened, new_desk

NOWHERE, NO_FILE = "this is a link that leads nowhere", "this is no file"
UNTEXT = "this name is not text in your system's encoding; rename the file"


def test_strays_are_a_line_each_on_the_desk(opened: Opened, folder: Path) -> None:
    whole = ShelfPlace(folder)
    (folder / "turn_2.vlog").symlink_to("gone.vlog")
    (folder / "turn_3.vlog").symlink_to("turn_3.vlog")
    os.mkfifo(folder / "turn_4.vlog")
    named = Path(os.fsdecode(os.fsencode(folder) + b"/turn\xe9.vlog"))
    named.write_bytes((SAMPLE / "midgame.vsav").read_bytes())
    judge(folder, lambda _: None)
    card = card_of(folder)
    assert card is not None and card.findings
    assert {each.name: each.why for each in card.unread} == {
        "turn_2.vlog": NOWHERE,
        "turn_3.vlog": NOWHERE,
        "turn_4.vlog": NO_FILE,
        "turn�.vlog": UNTEXT,
    }
    assert [each.name for each in card.files] == ["start.vsav", "turn_1.vlog"]
    client = opened(new_desk(folder))
    for page in ("/", f"/g/{whole.key}", f"/g/{whole.key}/files", f"/g/{whole.key}/settings"):
        assert client.get(page).status_code == 200, page
    assert NOWHERE in client.get(f"/g/{whole.key}").text


def test_a_folder_that_may_not_be_looked_into_is_told(
    opened: Opened, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = folder.rename(tmp_path / os.fsdecode(b"caf\xe9"))
    for name in ("stat", "listdir", "scandir", "open"):
        monkeypatch.setattr(os, name, _refusing(getattr(os, name), locked))
    client = opened(new_desk(locked))
    key = ShelfPlace(locked).key
    for page, told in (("/", "Cannot be read"), (f"/g/{key}", "Permission denied"), (f"/g/{key}/files", "")):
        answer = client.get(page)
        assert (answer.status_code, told in answer.text) == (200, True), page


def _refusing(call: Callable[..., Any], locked: Path) -> Callable[..., Any]:
    """The system's call as it answers somebody without rights in a folder: he may ask about it, not about what is in it."""

    def refusing(path: Any = ".", *given: Any, **named: Any) -> Any:
        told = Path(os.fsdecode(path)) if isinstance(path, str | bytes | os.PathLike) else Path()
        if locked in told.parents or (told == locked and call.__name__ != "stat"):
            raise PermissionError(13, "Permission denied", str(path))
        return call(path, *given, **named)

    refusing.__name__ = call.__name__
    return refusing
