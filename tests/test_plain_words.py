"""On pages no sentence tells an option of a command: how each of them is written lets that part go, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from adjudicator.plain_words import plainly
from tests.helpers import ROOT

OPTION = re.compile(r"(?<![\w-])--[a-z]")
OF_COMMANDS = (
    *(
        "cli",
        "batch",
        "reference",
        "locale",
        "desk/server.py",
        "extras.py",
        "exporters/conversions.py",
        "packs/sharing.py",
    ),
    *(
        "game/module_picture.py",
        "game/shared_packs.py",
        "game/settings.py",
        "game/binder_files.py",
        "game/seen_saves.py",
    ),
    *("game/modules.py", "game/interview/door.py", "game/converting.py", "game/judged.py", "game/maps/opening.py"),
    *("model/sequence.py", "exporters/vassal/edit.py", "importers/vassal/validate", "exporters/report/record.py"),
)
"""What speaks to people at a command line alone, or is no sentence."""
TERMINAL = "drawn is board"


@pytest.mark.parametrize(
    ("told", "plain"),
    [
        ("module: a.vmod (it lies beside b.vsav; --module names another)", "module: a.vmod (it lies beside b.vsav)"),
        ("it is so; --pack names others", "it is so"),
        ("it takes more than 20 seconds; --file-seconds allows more.", "it takes more than 20 seconds."),
        ("the umpire may look (--as umpire)", "the umpire may look"),
        ("one; two; --pack names three; four", "one; two; four"),
        ("a -- b; c --> d (e-mail --)", "a -- b; c --> d (e-mail --)"),
        ("nothing of it", "nothing of it"),
    ],
)
def test_the_part_that_tells_an_option_goes(told: str, plain: str) -> None:
    assert plainly(told) == plain


def test_every_sentence_of_the_program_is_written_so() -> None:
    found = {text: where for text, where in sentences() if OPTION.search(text) and "<!--" not in text}
    assert len(found) > 10
    assert {text: where for text, where in found.items() if OPTION.search(plainly(text)) or not plainly(text)} == {}


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_so_is_every_translation(language: str) -> None:
    path = ROOT / "adjudicator" / "locale" / language / "LC_MESSAGES" / "adjudicator.po"
    with path.open("rb") as file:
        told = {str(entry.id): str(entry.string) for entry in read_po(file) if entry.string}
    found = [text for english, text in told.items() if OPTION.search(english) and not english.startswith(TERMINAL)]
    assert found
    assert [text for text in found if OPTION.search(plainly(text)) or not plainly(text)] == []


def sentences() -> Iterator[tuple[str, str]]:
    """The texts in the program that are no docstrings, with where they stand; what is filled in is an X."""
    for folder in ("adjudicator", "exporters", "importers"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not any(part in name for part in OF_COMMANDS):
                yield from ((text, f"{name}:{line}") for text, line in _texts(path))


def _texts(path: Path) -> Iterator[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (str(each.value) if isinstance(each, ast.Constant) else "X" for each in node.values)
            yield "".join(parts), node.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and {id(node)}.isdisjoint(docs | inner):
            yield node.value, node.lineno
