"""Text in pictures: lines that fit."""

from __future__ import annotations

import pytest

from adjudicator.exporters.lettering import width, wrapped


@pytest.mark.parametrize(
    "text", ["2nd Division moves 0406-0405-0404-0504-0603-0703-0802: 7 points", "Donaudampfschiffahrt", "one two three"]
)
def test_lines_fit_and_lose_nothing(text: str) -> None:
    lines = wrapped(text, 12, 90)
    assert all(width(line, 12) <= 90 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_way_is_broken_between_its_hexes() -> None:
    lines = wrapped("0406-0405-0404-0504-0603-0703-0802", 12, 90)
    assert len(lines) > 1
    assert all(line.endswith("-") for line in lines[:-1])
