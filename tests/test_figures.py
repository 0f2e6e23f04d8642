"""The figures count what they say, in a small tree made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.figures import (
    Tree,
    bool_or_none,
    circles,
    comments,
    long_functions,
    measured,
    most_terms,
    of_two_families,
    question_marks,
    shapes_of_a_finding,
)

SOURCES = {
    "adjudicator/__init__.py": "",
    "adjudicator/one.py": "def ask():\n    from adjudicator.two import answer\n    return answer()\n",
    "adjudicator/two.py": "from adjudicator.three import answer\n",
    "adjudicator/three.py": "from . import one\n\ndef answer(): ...\n",
    "adjudicator/apart.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from adjudicator import beside\n"
    ),
    "adjudicator/beside.py": "from adjudicator import apart\n",
    "adjudicator/verdicts.py": (
        "class Finding:\n    at: str\n    because: str = ''\n\nclass Answer:\n    because: str\n\n"
        "class Line(BaseModel):\n    rule: str\n    because: str\n"
    ),
    "adjudicator/checks/small.py": (
        "class Whose(Table):\n    who: str\n\nclass Terms(Whose):\n    most: int\n    least: int\n\n"
        '@check("a.small", Terms)\ndef small(act, terms):\n'
        '    if act.kind == "move" or act.moment.phase.kind == "move": yield act.values["on"]\n'
    ),
    "adjudicator/packs/game/checks/own.py": '@check("a.own")\ndef own(act, terms): ...\n',
    "adjudicator/packs/game/rules/chapter.py": (
        '@article("Twice", "4.2")\ndef twice(record): ...\n@CHAPTER.article("Once", "4.3")\ndef once(record): ...\n'
    ),
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


def test_a_class_that_says_why_and_where_or_which_rule_is_a_shape_of_a_finding(tree: Tree) -> None:
    assert list(shapes_of_a_finding(tree)) == ["adjudicator/verdicts.py:1 Finding", "adjudicator/verdicts.py:8 Line"]


def test_checks_and_terms(tree: Tree) -> None:
    found = measured(tree)
    assert (found["checks shared"], found["checks with a series"]) == (1, 1)
    assert (found["articles"], found["checks and articles"]) == (2, 4)
    assert (found["terms in all"], most_terms(tree)) == (3, 3)
    assert (found["longest TOML line"], found["TOML lines over 200"], found["rules of two_rivers"]) == (309, 1, 1)


def test_lines_and_names(tree: Tree) -> None:
    before = measured(tree)
    text = 'class Terms:\n    """A text\n    of two lines."""\n\n    # why\n    x = 1  # noqa: E501\n'
    (tree.root / "adjudicator" / "lines.py").write_text(text, encoding="utf-8")
    with_it = measured(Tree(tree.root))
    names = ("lines of Python", "lines with code", "comments", "class names used twice")
    assert [with_it[name] - before[name] for name in names] == [6, 2, 1, 1]
    assert list(comments(Tree(tree.root))) == ["adjudicator/lines.py:5 # why"]
    # 10 lines, 2 and 4; of them two of one function and one of each other
    assert before["logic in rule files, %"] == 31


def test_who_uses_a_check(tree: Tree) -> None:
    packs = tree.root / "adjudicator" / "packs"
    for name, extends in (("old", ""), ("new", 'extends = "old"\n'), ("two_rivers", "")):
        (packs / name).mkdir(exist_ok=True)
        (packs / name / "pack.toml").write_text(extends, encoding="utf-8")
    for name in ("old", "new"):
        (packs / name / "rules.toml").write_text('[[rule]]\ncheck = "a.small"\n', encoding="utf-8")
    found = measured(Tree(tree.root))
    names = ("shared: one family", "checks of at most 1 rule", "checks of at most 2 rules")
    assert [found[name] for name in names] == [1, 1, 2]
    (packs / "two_rivers" / "rules.toml").write_text('[[rule]]\nid = "1"\ncheck = "a.small"\n', encoding="utf-8")
    assert list(of_two_families(Tree(tree.root))) == ["a.small"]


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
