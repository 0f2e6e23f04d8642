"""Exact numbers as they are written; whatever is none is None, however long it is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.model.amounts import exact


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", Fraction(3)),
        ("1/2", Fraction(1, 2)),
        ("2 1/2", Fraction(5, 2)),
        ("-2 1/2", Fraction(-5, 2)),
        ("2.5", Fraction(5, 2)),
    ],
)
def test_what_is_written(text: str, number: Fraction) -> None:
    assert exact(text) == number


@pytest.mark.parametrize("text", ["", "1/0", "2 3", "1e999999999", "9" * 40, "inf", "nan", "1/2/3", "half"])
def test_what_is_no_number(text: str) -> None:
    assert exact(text) is None
