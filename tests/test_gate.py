"""No way to the disk but the gate (`adjudicator.writing`): every call in the sources that writes, removes or moves a file."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.figures import PACKAGES
from tests.helpers import ROOT

GATE = ("adjudicator/writing.py", "adjudicator/unfinished.py")
ALLOWED = {
    # in memory, of which the gate writes the bytes
    "adjudicator/game/shared_packs.py": {"ZipFile": 1},
    "exporters/pictures.py": {"save": 1},
    "exporters/report/sprites.py": {"save": 1},
    "exporters/vassal/edit.py": {"ZipFile": 1},
    "exporters/vassal/picture_sizes.py": {"save": 4},
    "exporters/vassal/scribe_files.py": {"ZipFile": 1},
    "exporters/zuntzu/sheets.py": {"save": 1},
    "importers/cyberboard/pictures.py": {"save": 1},
    "importers/zuntzu/pictures.py": {"save": 1},
    "exporters/report/clip.py": {"save": 1},
    # into the file that the gate has begun
    "adjudicator/desk/making.py": {"ZipFile": 1},
    "exporters/vassal/box/build.py": {"ZipFile": 1},
    "exporters/vassal/merging.py": {"ZipFile": 1},
    "exporters/vassal/module.py": {"ZipFile": 1},
    "exporters/vassal/savegame.py": {"ZipFile": 1},
    "exporters/zuntzu/foreign.py": {"ZipFile": 1},
    "adjudicator/marks.py": {"open": 1},
    # the editor of a module, which writes its saves through the gate
    "adjudicator/game/modules.py": {"save": 1},
    # into a room of the process's own that goes with it
    "adjudicator/batch/places.py": {"open": 1},
    "adjudicator/batch/task.py": {"mkdir": 1, "rmtree": 1},
    "adjudicator/desk/tasks.py": {"write_bytes": 1},
    "exporters/board_rows.py": {"open": 1},
    # the store of a batch at a URL of fsspec; on this machine it writes through the gate
    "adjudicator/batch/store.py": {"makedirs": 2, "write_table": 1},
    # this process's own peak of memory, which the system is asked to count anew
    "adjudicator/batch/hand.py": {"fdopen": 1, "write_text": 1},
    # uploads: written beside as they come, put under a name that is free
    "adjudicator/desk/uploads.py": {"copyfile": 1, "unlink": 4, "fdopen": 2},
    # what waited too long in the desk's own folder
    "adjudicator/desk/inbox.py": {"rmtree": 2, "unlink": 1},
    # what is kept beside a game, when it grows too large
    "adjudicator/game/keep.py": {"unlink": 1},
    # pictures that are kept in the user's cache
    "exporters/drawn_before.py": {"mkdir": 1, "unlink": 1},
    # streams, no files
    "adjudicator/cli/main.py": {"fdopen": 1},
}
WRITERS = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "rename", "renames", "touch", "unlink", "rmdir", "rmtree"),
    *("symlink_to", "hardlink_to", "copy2", "copyfile", "copytree", "move", "symlink", "truncate", "fdopen"),
    *("write_table", "to_parquet", "savefig", "tofile"),
}  # fmt: skip
OURS = ("writing", "adjudicator.writing")


def test_nothing_is_written_beside_the_gate() -> None:
    """A new way to the disk stands in this list with its reason, or goes through the gate."""
    found = {
        name: dict(writers)
        for name, path in _sources()
        if name not in GATE and (writers := Counter(_writers(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == ALLOWED


def _sources() -> Iterator[tuple[str, Path]]:
    for folder in dict.fromkeys(PACKAGES.values()):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path


def _writers(tree: ast.AST) -> Iterator[str]:
    """The calls by which a file writes to the disk, by their last name; names that it has from the gate are none."""
    gate = {
        each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in OURS
        for each in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id not in gate:
            yield from _writer(node.func.id, node)
        elif isinstance(node.func, ast.Attribute) and not _of_gate(node.func):
            yield from _writer(node.func.attr, node)


def _of(call: ast.Call, module: str) -> bool:
    return (
        isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == module
    )


def _of_gate(called: ast.Attribute) -> bool:
    return isinstance(called.value, ast.Name) and called.value.id == "writing"


def _writer(name: str, call: ast.Call) -> Iterator[str]:
    words = [
        each.value for each in (*call.args, *(key.value for key in call.keywords)) if isinstance(each, ast.Constant)
    ]
    modes = [
        each
        for each in words
        if isinstance(each, str) and each and set(each) <= set("wxarb+t") and set(each) & set("wxa+")
    ]
    count = len(call.args)
    written = {
        "open": bool(modes),
        "ZipFile": bool(modes),
        "TarFile": bool(modes),
        "save": count > 1,  # of a picture; a save of a game is made without arguments
        "replace": count == 1 and not call.keywords,  # of a path: a text's has two
        "copy": count == 2,
        "link": _of(call, "os"),
        "move": _of(call, "shutil"),
    }
    if written.get(name, name in WRITERS):
        yield name
