"""What is open to everybody is told without being looked at; it is told as if it had been."""

from __future__ import annotations

from tests.leaks.ways import compare


def test_the_quick_way_and_the_slow_one_tell_the_same() -> None:
    ways = compare(20261130, range(25))
    assert ways.differing == []
    assert ways.mixed > ways.files
