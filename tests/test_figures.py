"""The figures count what they say, in a small tree made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.figures import Tree, bool_or_none, circles, long_functions, measured, most_terms, question_marks

SOURCES = {
    "adjudicator/__init__.py": "",
    "adjudicator/one.py": "def ask():\n    from adjudicator.two import answer\n    return answer()\n",
    "adjudicator/two.py": "from adjudicator.three import answer\n",
    "adjudicator/three.py": "from . import one\n\ndef answer(): ...\n",
    "adjudicator/apart.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from adjudicator import beside\n"
    ),
    "adjudicator/beside.py": "from adjudicator import apart\n",
    "adjudicator/checks/small.py": (
        "class Whose(Table):\n    who: str\n\nclass Terms(Whose):\n    most: int\n    least: int\n\n"
        '@check("a.small", Terms)\ndef small(act, terms):\n'
        '    if act.kind == "move" or act.moment.phase.kind == "move": yield act.values["on"]\n'
    ),
    "adjudicator/packs/game/checks/own.py": '@check("a.own")\ndef own(act, terms): ...\n',
    "adjudicator/packs/game/rules.toml": f'says = "{"x" * 300}"\n',
    "adjudicator/packs/two_rivers/rules.toml": '[[rule]]\nid = "1"\n',
}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Tree(tmp_path)


def test_an_import_inside_a_function_closes_a_circle_and_one_for_annotations_does_not(tree: Tree) -> None:
    assert list(circles(tree)) == ["adjudicator.one, adjudicator.three, adjudicator.two"]
    assert "adjudicator.apart, adjudicator.beside" in circles(tree, for_types=True)


def test_checks_and_terms(tree: Tree) -> None:
    found = measured(tree)
    assert (found["checks shared"], found["checks with a series"]) == (1, 1)
    assert (found["terms in all"], most_terms(tree)) == (3, 3)
    assert (found["longest TOML line"], found["TOML lines over 200"], found["rules of two_rivers"]) == (309, 1, 1)


def test_a_phase_is_no_act(tree: Tree) -> None:
    found = measured(tree)
    assert (found["string tests on act kinds"], found["reads of an act's values"]) == (1, 1)


def test_a_long_function_is_named(tree: Tree) -> None:
    (tree.root / "adjudicator" / "long.py").write_text("def long():\n" + "    x = 1\n" * 60, encoding="utf-8")
    assert list(long_functions(Tree(tree.root))) == ["adjudicator/long.py:1 long 61"]


def test_a_term_that_may_be_left_out_is_no_unknown_and_an_answer_of_three_is(tree: Tree) -> None:
    (tree.root / "adjudicator" / "answers.py").write_text(
        "class Terms(Table):\n    road: bool | None = None\n\n@dataclass\nclass Found:\n    met: bool | None\n\n"
        "def value() -> int | bool | None: ...\n\ndef answer(given: list[bool | None]) -> bool | None: ...\n",
        encoding="utf-8",
    )
    found = [place.partition(":")[2] for place in bool_or_none(Tree(tree.root))]
    assert sorted(found) == ["10", "10", "6"]


def test_a_question_mark_is_counted_except_where_words_are_read(tree: Tree) -> None:
    for name in ("terms/cell", "terms/other"):
        path = tree.root / "adjudicator" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text('def open_(cell): return cell == "?"\n', encoding="utf-8")
    assert list(question_marks(Tree(tree.root))) == ["adjudicator/terms/other.py:1"]
