"""The schemas as files, and the first line by which a TOML file names its own.

`#:schema PATH` is read by Taplo and the editors that use it (Even Better TOML).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

import orjson

from adjudicator.reference.kinds import KINDS, FileKind
from adjudicator.reference.schema import schema_of

FOLDER = "schemas"


def schema_texts() -> dict[str, str]:
    """Every schema by the name of its file."""
    return {kind.schema_file: _written(kind) for kind in KINDS}


def with_schemas(files: Mapping[str, str]) -> dict[str, str]:
    """A pack's files by path, each naming its schema in its first line, and the schemas in a folder beside them."""
    named = {path: schema_line(path, FOLDER) + text for path, text in files.items()}
    return named | {f"{FOLDER}/{name}": text for name, text in schema_texts().items()}


def schema_line(path: str, folder: str) -> str:
    """The first line of a pack's file, given its path inside the pack and that of the schemas; "" if it has no schema."""
    kind = kind_of(path)
    up = "../" * (len(PurePosixPath(path).parts) - 1)
    return f"#:schema {up}{folder}/{kind.schema_file}\n" if kind else ""


def kind_of(path: str) -> FileKind | None:
    """The kind of a pack's file by its path inside the pack, None where no model reads it."""
    at = PurePosixPath(path)
    fits = (kind for kind in KINDS if at.match(kind.pattern) and len(at.parts) == kind.pattern.count("/") + 1)
    return next(fits, None)


def _written(kind: FileKind) -> str:
    return orjson.dumps(schema_of(kind), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()
