"""Slow tests take turns, and none is left out for ever."""

from __future__ import annotations

import pytest

from tests import shares

FILES = tuple(
    f"{name}/test_{number % 5}.py" for number in range(100) for name in ("tests/desk", "tests/adjudicator/model")
)
SLOW = sum(file.startswith(shares.SLOW) for file in FILES)


def _taken(share: str, today: int = 0) -> set[int]:
    return {at for at, turn in enumerate(shares.turns(FILES)) if shares.taken(turn, share, today)}


def test_eight_commits_after_another_run_every_test():
    runs = [_taken(str(shares.of_commit(count))) for count in range(1000, 1000 + shares.SHARES)]
    assert set.union(*runs) == set(range(len(FILES)))
    fast = set.intersection(*runs)
    assert {FILES[at] for at in fast} == {file for file in FILES if not file.startswith(shares.SLOW)}
    sizes = [len(run - fast) for run in runs]
    assert sum(sizes) == SLOW  # each slow test has one turn
    assert max(sizes) - min(sizes) <= len(set(FILES))


def test_the_others_are_what_todays_share_leaves_out(monkeypatch):
    monkeypatch.setattr(shares, "commits", lambda: 13)
    monkeypatch.setenv("SHARE", "today")
    today = _taken(shares.asked())
    assert today == _taken("5")
    assert _taken("others", today=5) == _taken("all") - today


def test_a_plain_run_leaves_nothing_out(monkeypatch):
    monkeypatch.delenv("SHARE", raising=False)
    assert _taken(shares.asked()) == set(range(len(FILES)))


def test_a_share_that_is_none_is_told(monkeypatch):
    monkeypatch.setenv("SHARE", "8")
    with pytest.raises(pytest.UsageError, match="a number from 0 to 7, today, others or all is wanted"):
        shares.asked()


def test_what_takes_turns_is_there():
    for name in shares.SLOW:
        assert (shares.HERE / name).exists(), name
