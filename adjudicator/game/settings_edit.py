"""Changing `adjudicator.toml` as a player would by hand: what he wrote, and what we do not know, stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from adjudicator.errors import ReadError, Source
from adjudicator.game.settings import NAME, Settings, as_text
from adjudicator.toml import read_text, validated
from adjudicator.writing import rewrite_text

Value = str | bool | int | Sequence[str]
Changes = Mapping[str, Value | Mapping[str, Value]]
"""What to set, by key; a table's entries by key in turn. "" or a list of nothing takes a key out."""


def change_settings(folder: Path, changes: Changes) -> Path:
    """Change the settings of a game's folder, beginning them if there are none."""
    path = folder / NAME
    text = read_text(path) if path.exists() else as_text(Settings())
    rewrite_text(path, changed(text, changes, path))
    return path


def teach_dice(folder: Path, said: str) -> Path:
    """Add a `[[dice]]` table, as TOML, to the settings of a game's folder; an error if they could not be read then."""
    path = folder / NAME
    text = read_text(path) if path.exists() else as_text(Settings())
    return _written(path, f"{text.rstrip()}\n\n{said}\n")


def forget_dice(folder: Path, pattern: str) -> Path:
    """Take the `[[dice]]` of that pattern out of the settings again."""
    path = folder / NAME
    document = toml_document(read_text(path), path)
    dice = document.get("dice") or []
    for each in [each for each in dice if each.get("pattern") == pattern]:
        dice.remove(each)
    if not dice:
        document.pop("dice", None)
    return _written(path, tomlkit.dumps(document))


def _written(path: Path, text: str) -> Path:
    """Write settings that can be read."""
    validated(toml_document(text, path).unwrap(), Settings, path)
    rewrite_text(path, text)
    return path


def changed(text: str, changes: Changes, path: Path = Path(NAME)) -> str:
    """The text of the settings with the changes made; ReadError if it is no TOML."""
    document = toml_document(text, path)
    for key, value in changes.items():
        if isinstance(value, Mapping):
            text = _with_new(
                text, key, {name: each for name, each in value.items() if _is_new(document, key, name, each)}
            )
        elif not _is_nothing(value) and key not in document:
            text = re.sub(rf"^# ({re.escape(key)} = )", r"\1", text, count=1, flags=re.MULTILINE)
    document = toml_document(text, path)
    for key, value in changes.items():
        if isinstance(value, Mapping):
            _change(_table(document, key), value)
        else:
            _change(document, {key: value})
    return tomlkit.dumps(document)


def toml_document(text: str, path: Path) -> tomlkit.TOMLDocument:
    """TOML that keeps its comments when it is changed; ReadError if it is none."""
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise ReadError(f"this is no TOML: {error}", Source(str(path))) from error


def _is_nothing(value: Value) -> bool:
    return value in ("", [], ())


def _is_new(document: tomlkit.TOMLDocument, table: str, key: str, value: Value) -> bool:
    found = document.get(table)
    return not _is_nothing(value) and isinstance(found, Table) and key not in found


def _with_new(text: str, table: str, values: Mapping[str, Value]) -> str:
    """The text with new entries right under a table's head: after its end stand the comments of what follows."""
    lines = "".join(
        f"{tomlkit.key(key).as_string()} = {tomlkit.item(each).as_string()}\n" for key, each in values.items()
    )
    head = re.compile(rf"^\[{re.escape(table)}\][^\n]*\n", re.MULTILINE)
    return head.sub(lambda found: found[0] + lines, text, count=1)


def _table(document: tomlkit.TOMLDocument, key: str) -> Table:
    found = document.get(key)
    if not isinstance(found, Table):
        found = tomlkit.table()
        document[key] = found
    return found


def _change(table: Table | tomlkit.TOMLDocument, values: Mapping[str, Value]) -> None:
    for key, value in values.items():
        if _is_nothing(value):
            table.pop(key, None)
        elif key not in table or table[key] != value:
            table[key] = value
