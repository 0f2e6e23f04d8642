"""What is kept beside a game: found again, believed only if this user wrote it, and never needed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.game import keep
from adjudicator.game.keep import Keep


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's own settings."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "user"))
    return tmp_path / "user"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir()
    return tmp_path / "game"


def only_file(game: Path) -> Path:
    """The one thing that is kept."""
    (found,) = (game / keep.NAME).glob("*.kept")
    return found


@pytest.mark.usefixtures("user")
def test_what_was_kept_is_found_again(game: Path) -> None:
    Keep(game).put("turn 1", b"clean" * 100)
    assert (Keep(game).get("turn 1"), Keep(game).get("turn 2")) == (b"clean" * 100, None)


def test_what_another_user_wrote_is_not_believed(game: Path, user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Keep(game).put("turn 1", b"clean")
    monkeypatch.setenv("ADJUDICATOR_HOME", str(user.parent / "opponent"))
    assert Keep(game).get("turn 1") is None


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-1], lambda data: data[:10], lambda _data: b"", lambda d: d + b"x"]
)
def test_what_was_spoilt_is_not_believed(game: Path, spoil: object) -> None:
    assert callable(spoil)
    Keep(game).put("turn 1", b"clean")
    only_file(game).write_bytes(spoil(only_file(game).read_bytes()))
    assert Keep(game).get("turn 1") is None


@pytest.mark.usefixtures("user")
def test_a_file_under_another_key_is_not_believed(game: Path) -> None:
    Keep(game).put("clean turn", b"clean")
    clean = only_file(game)
    Keep(game).put("spoilt turn", b"broken")
    (other,) = (path for path in clean.parent.glob("*.kept") if path != clean)
    other.write_bytes(clean.read_bytes())
    assert Keep(game).get("spoilt turn") is None


@pytest.mark.usefixtures("user")
def test_what_was_not_used_for_longest_goes_first(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (1, 2, 3):
        Keep(game).put(f"turn {number}", os.urandom(1000))
        for path in (game / keep.NAME).glob("*.kept"):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 60))
    assert Keep(game).get("turn 1") is not None
    monkeypatch.setattr(keep, "MOST_BYTES", 3500)
    Keep(game).put("turn 4", os.urandom(1000))
    there = [Keep(game).get(f"turn {number}") is not None for number in (1, 2, 3, 4)]
    assert there == [True, False, True, True]


def test_where_nothing_can_be_written_nothing_is_kept(game: Path, user: Path) -> None:
    user.write_text("no folder", encoding="utf-8")
    Keep(game).put("turn 1", b"clean")
    assert Keep(game).get("turn 1") is None
    assert not (game / keep.NAME).exists()
