"""Settings are changed as by hand: comments, order and what we do not know stay."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.errors import ReadError
from adjudicator.game.settings import NAME, Settings, as_text, read_settings
from adjudicator.game.settings_edit import change_settings, changed

MINE = """# my game
pack = "two_rivers"   # why not
zzz = [1,
  2]

[readings]
a = "b"  # agreed

# the weather we had
[conditions]
weather = "rain"

[[dice]]
pattern = "x" # mine
"""


def test_what_is_not_changed_stays_as_it_stands() -> None:
    told = changed(
        MINE,
        {
            "side": "French",
            "readings": {"a": "c", "new one": "d"},
            "conditions": {"weather": ""},
            "options": {"x": True},
        },
    )
    kept = [line for line in MINE.splitlines() if line and line not in ('a = "b"  # agreed', 'weather = "rain"')]
    assert [line for line in told.splitlines() if line in kept] == kept
    assert 'a = "c"  # agreed' in told
    found = tomllib.loads(told)
    assert found["side"] == "French" and found["readings"] == {"a": "c", "new one": "d"}
    assert found["conditions"] == {} and found["options"] == {"x": True} and found["dice"] == [{"pattern": "x"}]


def test_nothing_changed_is_the_same_text() -> None:
    assert changed(MINE, {"pack": "two_rivers", "readings": {"a": "b", "none": ""}}) == MINE


def test_a_fresh_file_says_it_where_the_example_stood(tmp_path: Path) -> None:
    change_settings(tmp_path, {"side": "French", "options": {"pontoons": False}})
    lines = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()
    shown = as_text(Settings()).splitlines()
    (at,) = (at for at, line in enumerate(shown) if line.startswith("# side = "))
    assert lines[at].startswith('side = "French"  # Your side')
    assert read_settings(tmp_path / NAME).options == {"pontoons": False}


def test_what_is_no_toml_is_told_and_left(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("pack = ", encoding="utf-8")
    with pytest.raises(ReadError, match=NAME):
        change_settings(tmp_path, {"side": "French"})
    assert (tmp_path / NAME).read_text(encoding="utf-8") == "pack = "
