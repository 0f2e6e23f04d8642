"""What is open to everybody is told without being looked at; it is told as if it had been."""

from __future__ import annotations

from adjudicator.game.files import read_files
from adjudicator.game.listener import Listener
from tests.helpers import FIXTURES
from tests.leaks.ways import Ways, compare, compare_file


def test_the_quick_way_and_the_slow_one_tell_the_same() -> None:
    ways = compare(20261130, range(25))
    assert ways.differing == []
    assert ways.mixed > ways.files


def test_they_do_of_logs_that_hide_nothing() -> None:
    ways = Ways()
    for path in sorted(FIXTURES.rglob("*.vlog")):
        for file in read_files([path], None, None, Listener()):
            compare_file(file, path.parent.name, ways)
    assert ways.differing == []
    assert ways.plain > ways.files
