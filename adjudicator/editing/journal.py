"""What was drawn, taken back and done again, line by line, so that a desk that is started anew can take it back still.

The journal begins with the theatre's files as they were before its first stroke. It is never believed: its strokes are done
again from there, and only if that gives the files as they lie on the disc now, byte for byte, is it of any use.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import islice
from typing import Any

from adjudicator.editing.sheet import Texts, TheatreSheet
from adjudicator.editing.values import Value, ValueKey, Values
from adjudicator.errors import AdjudicatorError

NAME = "tracing-undo.jsonl"
MOST_BYTES = 8_000_000
"""From here on the journal is begun anew with the last strokes alone."""
KEPT = 200
"""How many strokes a journal keeps that is begun anew."""
UNDO, REDO = "undo", "redo"


def begun(sheet: TheatreSheet) -> str:
    """A journal that begins with a sheet as it was before its last strokes, and has these."""
    strokes = [(stroke.name, stroke.after) for stroke in sheet.done[-KEPT:]]
    earlier = TheatreSheet(sheet.base)
    for stroke in sheet.done[: len(sheet.done) - len(strokes)]:
        earlier.draw(stroke.name, stroke.after)
    first = json.dumps(asdict(earlier.texts() if len(sheet.done) > len(strokes) else sheet.base), ensure_ascii=False)
    return "".join(each + "\n" for each in (first, *(drawn(name, changes).rstrip() for name, changes in strokes)))


def drawn(stroke: str, changes: Values) -> str:
    """The line of a stroke."""
    told = {str(key): list(value) if isinstance(value, tuple) else value for key, value in changes.items()}
    return json.dumps({"stroke": stroke, "changes": told}, ensure_ascii=False) + "\n"


def stepped(way: str) -> str:
    """The line of a step back ("undo") or forth ("redo")."""
    return json.dumps({"step": way}) + "\n"


def replayed(text: str, now: Texts) -> TheatreSheet | None:
    """The sheet with its strokes, as a journal tells them; None unless they lead to the files as they are now."""
    if len(text) > 2 * MOST_BYTES:
        return None
    try:
        lines = text.splitlines()
        sheet = TheatreSheet(_texts(json.loads(lines[0])))
        for line in islice(_whole(lines), 1, None):
            _do(sheet, json.loads(line))
        return sheet if sheet.texts() == now else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, AdjudicatorError):
        return None


def _whole(lines: list[str]) -> Iterator[str]:
    """The lines, without a last one that was torn as it was written."""
    yield from (line for line in lines if line.endswith("}"))


def _texts(told: Mapping[str, Any]) -> Texts:
    found = Texts(**told)
    if not all(isinstance(each, str) for each in asdict(found).values()):
        raise TypeError("a file is text")
    return found


def _do(sheet: TheatreSheet, told: Mapping[str, Any]) -> None:
    if told.get("step") == UNDO:
        sheet.undo()
    elif told.get("step") == REDO:
        sheet.redo()
    else:
        sheet.draw(str(told["stroke"]), {ValueKey.read(name): _value(each) for name, each in told["changes"].items()})


def _value(told: object) -> Value:
    if isinstance(told, list):
        return tuple(map(str, told))
    if told is None or isinstance(told, str | dict):
        return told
    raise TypeError("nothing that a map says")
