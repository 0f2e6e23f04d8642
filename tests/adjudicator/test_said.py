"""Sentences are English text, and keep what they were made from."""

from __future__ import annotations

import ast
import copy
import pickle

import pytest

from adjudicator.said import Said, names, say, say_number, strung
from adjudicator.words import counted, deed, either, listed
from tests.helpers import ROOT


def test_a_sentence_is_its_english_text() -> None:
    said = say("{unit} attacks {target}, and {unit} may not", "1st Infantry", 1817)
    assert said == "1st Infantry attacks 1817, and 1st Infantry may not"
    assert dict(said.values) == {"unit": "1st Infantry", "target": "1817"}


def test_values_are_sentences_too() -> None:
    said = say("it is {far} away", counted(3, "hex"))
    inner = said.values["far"]
    assert isinstance(inner, Said)
    assert (said, inner.template, inner.several, inner.number) == (
        "it is 3 hexes away",
        "{number} hex",
        "{number} hexes",
        3,
    )


def test_a_number_chooses_its_template() -> None:
    told = [
        say_number("{number} unit of {side} is", "{number} units of {side} are", number, "Axis") for number in (0, 1, 2)
    ]
    assert told == ["0 units of Axis are", "1 unit of Axis is", "2 units of Axis are"]


def test_clauses_in_a_row_stay_sentences() -> None:
    both = say("it moves") + "; " + say("it may not")
    assert (both, type(both)) == ("it moves; it may not", Said)
    assert "so " + say("it goes") == "so it goes"
    assert strung([say("a"), "b", "c"], say(" or ")) == "a or b or c"
    assert (strung([]), listed(["a", "b", "c"]), either({"major_river", "lake"})) == (
        "",
        "a, b and c",
        "lake or major river",
    )


def test_braces_in_a_value_are_no_places() -> None:
    assert say("{name} is there", "{name} {other}") == "{name} {other} is there"


def test_as_many_values_as_places() -> None:
    with pytest.raises(ValueError, match="argument"):
        say("{unit} attacks {target}", "1st Infantry")


def test_a_sentence_travels_between_processes() -> None:
    said = say("{unit} {does}", "1st Infantry", deed("attack"))
    for copied in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):  # noqa: S301
        assert (copied, copied.template, copied.values) == (said, said.template, said.values)


def test_every_sentence_of_the_program_has_as_many_values_as_places() -> None:
    wrong = []
    for path in [each for package in ("adjudicator", "exporters") for each in (ROOT / package).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                template, *values = node.args
                starred = any(isinstance(each, ast.Starred) for each in values)
                if isinstance(template, ast.Constant) and not starred and len(names(template.value)) != len(values):
                    wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []
