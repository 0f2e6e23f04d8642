"""tracing.json beside a theatre: what a person decided that no theatre says. Without decisions there is no such file."""

from __future__ import annotations

import json
from collections.abc import Mapping

from adjudicator.editing.values import OF_RECORD, Value, ValueKey, Values, is_empty

NAME = "tracing.json"
ABOUT = "What a person decided while tracing: hexes checked, proposals refused, the grid's nudge, answers of the audit."


def read_record(text: str) -> dict[ValueKey, Value]:
    """The decisions in a record; nothing where it is none."""
    try:
        told = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    found: dict[ValueKey, Value] = {}
    for kind in OF_RECORD:
        listed = told.get(kind.value) if isinstance(told, dict) else None
        for of, value in listed.items() if isinstance(listed, dict) else ():
            found[ValueKey(kind, str(of))] = tuple(map(str, value)) if isinstance(value, list) else str(value)
    return found


def write_record(values: Values) -> str:
    """The record of the decisions among some values, "" if there are none."""
    told: dict[str, dict[str, object]] = {}
    for kind in sorted(OF_RECORD):
        said = {key.of: value for key, value in values.items() if key.kind is kind and not is_empty(value)}
        if said:
            told[kind.value] = {of: _plain(said[of]) for of in sorted(said)}
    return json.dumps({"about": ABOUT, **told}, indent=1, ensure_ascii=False) + "\n" if told else ""


def _plain(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
