"""Files are read through one door (adjudicator.budget): what opens one in another way is listed here, with the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.figures import PACKAGES

ROOT = Path(__file__).parents[1]
OTHERWISE = {
    "adjudicator/budget.py": "the door itself",
    "adjudicator/images.py": "the door of images: out of bytes that were read",
    # our own files, which came with the program
    "adjudicator/extras.py": "how this copy was installed",
    "adjudicator/matching/lexicon.py": "its words",
    "adjudicator/packs/coverage.py": "the lines of installed code are counted",
    "adjudicator/packs/verified.py": "its list",
    "adjudicator/desk/rendering.py": "its own translations",
    "adjudicator/exporters/report/pages.py": "its own templates",
    # what this program has just written, or writes
    "adjudicator/writing.py": "what is written and what it replaces are compared, a piece at a time",
    "adjudicator/marks.py": "a picture that was just written gets its mark",
    "adjudicator/exporters/pictures.py": "what our own drawer drew",
    "adjudicator/desk/pages/sharing.py": "the text of a turn that the desk has just written",
    "adjudicator/exporters/theatre_map/raster.py": "what was just drawn",
    "adjudicator/exporters/theatre_table.py": "a board that was just drawn",
    "adjudicator/exporters/tiles.py": "tiles that were just cut",
    "adjudicator/exporters/report/bundle.py": "a map that was just drawn",
    "adjudicator/exporters/vassal/box/build.py": "a board that was just drawn",
    "adjudicator/exporters/zuntzu/foreign.py": "a box that was just written",
    # what is no file
    "adjudicator/cli/main.py": "nothing, in place of an output that is closed",
    "adjudicator/batch/hand.py": "what the system tells of this process",
    "adjudicator/exporters/svg_cost.py": "the header of a picture within a picture",
    # piece by piece, and never whole
    "adjudicator/desk/uploads.py": "a file is copied",
    "adjudicator/batch/places.py": "a file from elsewhere is copied",
    "adjudicator/tracing/picture.py": "libvips opens it under its own bounds",
}
READS = frozenset(
    {"read_bytes", "read_text", "copyfile", "copyfileobj", "new_from_file", "new_from_buffer", "translation"}
)
"""Methods and functions that read a file themselves."""


def readers(tree: ast.AST) -> Iterator[int]:
    """The lines in which a file is opened to be read past the door."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open":
            yield node.lineno
        elif isinstance(called, ast.Attribute):
            kept = isinstance(called.value, ast.Name) and called.value.id in ("Image", "os")
            mode = next((each.value for each in node.args[:1] if isinstance(each, ast.Constant)), "r")
            opens = called.attr == "open" and (mode in ("rb", "r+b") or kept)
            if called.attr in READS or opens:
                yield node.lineno


def test_a_reader_past_the_door_is_seen() -> None:
    lines = 'open(a)\na.read_text()\na.open("rb")\nImage.open(a)\na.open("wb")\nKnown.open("a")\nbytes_of(a)'
    assert list(readers(ast.parse(lines))) == [1, 2, 3, 4]


def test_files_are_read_through_one_door() -> None:
    found = {
        f"{package.replace('.', '/')}/{path.relative_to(ROOT / folder).as_posix()}"
        for package, folder in PACKAGES.items()
        for path in (ROOT / folder).rglob("*.py")
        if "__pycache__" not in path.parts and any(readers(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert sorted(found - set(OTHERWISE)) == []
    assert sorted(set(OTHERWISE) - found) == []
