"""The whole document around a state, log or module, and its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.importers.native.wire.forms import TABLES, Json, Shared
from adjudicator.importers.native.wire.records import RecordForm, form_of
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState

FORMAT = "adjudicator-state-1"
MADE_BY = "made_by"
"""The key of the mark (`adjudicator.marks`), which says that the document was written by this program."""
BODIES: Mapping[str, type] = {"state": GameState, "log": GameLog, "module": Module}


def document(kind: str, body: object, made_by: str = "") -> dict[str, Json]:
    """The whole document around a state, log or module; `made_by` is what a file of it says of itself."""
    shared = Shared()
    written = form_of(BODIES[kind]).write(body, shared)
    tables = {name: shared.rows[row_kind] for row_kind, name in TABLES.items() if shared.rows[row_kind]}
    mark: dict[str, Json] = {MADE_BY: made_by} if made_by else {}
    return {"format": FORMAT, **mark, "kind": kind, **tables, kind: written}


def schema() -> dict[str, Json]:
    """The JSON Schema of a document, made from the same fields that read and write it."""
    named: dict[str, Json] = {}
    bodies = {kind: form_of(body).schema(named) for kind, body in BODIES.items()}
    tables = {name: {"type": "array", "items": RecordForm(kind).schema(named)} for kind, name in TABLES.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FORMAT}.json",
        "title": "A state, log or module as adjudicator writes it",
        "description": "Fields at their default are left out. Designs and boards stand in tables, named by index.",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            MADE_BY: {"type": "string"},
            "kind": {"enum": [*BODIES]},
            **tables,
            **bodies,
        },
        "required": ["format", "kind"],
        "oneOf": [{"properties": {"kind": {"const": kind}}, "required": [kind]} for kind in BODIES],
        "additionalProperties": False,
        "$defs": dict(sorted(named.items())),
    }
