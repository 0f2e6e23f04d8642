"""Expressions: what we read has the engine's value, what we do not has none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.importers.vassal.expressions import evaluate, format_text, say

WORLD = {"Side": "French", "Step": "2", "Old": "true", "gFrench": "7", "Empty": ""}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", "7"),
        ("-7 / 2", "-3"),
        ("-7 % 2", "-1"),
        ("Step + 1", "3"),
        ('Side + "-" + Step', "French-2"),
        ('Side == "French" ? 1 : 2', "1"),
        ('Side=="X"||Old', "true"),
        ("!Old && nonsense(1)", "false"),
        ("Old ? 1 : sin(2)", "1"),
        ('GetProperty("g" + Side)', "7"),
        ('Side.startsWith("Fr") && !Side.contains("x")', "true"),
        ("Step >= 2", "true"),
        ("Unknown", ""),
        ('"a\\"b"', 'a"b'),
        ("If(Old, 3, 4)", "3"),
    ],
)
def test_values(expression, value):
    assert evaluate(expression, WORLD.get) == value


@pytest.mark.parametrize(
    "expression",
    ["", "1 +", "sin(1)", "new Date()", "Side - 1", "1 / 0", "Empty || Old", "x = 1", "(" * 500, "1" * 5000],
)
def test_what_says_more_has_no_value(expression):
    assert evaluate(expression, WORLD.get) is None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("$Side$ ($Step$)", "French (2)"),
        ("5 $", "5 "),
        ("5\\$", "5$"),
        ("$Nobody$", "Nobody"),
        ("a$$b", "ab"),
        ("plain", "plain"),
    ],
)
def test_formatted_texts(pattern, text):
    assert format_text(pattern, WORLD.get) == text


def test_braces_make_an_expression():
    assert (say("{Step + 1}", WORLD.get), say("Step + 1", WORLD.get)) == ("3", "Step + 1")


@given(st.text(alphabet='aS1"+-*/%<>=!&|?:(). ', max_size=25))
def test_any_text_is_worked_out_or_refused(expression):
    assert isinstance(evaluate(expression, WORLD.get), str | None)
