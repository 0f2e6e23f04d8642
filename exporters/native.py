"""A state, a log or a module as our own JSON; players' ids stay behind unless they are asked for."""

from __future__ import annotations

from pathlib import Path

import orjson

from adjudicator.errors import WriteError
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from exporters.atomic import write_bytes
from importers.native.wire import BODIES, document


def encode(body: GameState | GameLog | Module) -> bytes:
    """The bytes of the document."""
    kind = next(kind for kind, each in BODIES.items() if isinstance(body, each))
    try:
        return orjson.dumps(document(kind, body), option=orjson.OPT_APPEND_NEWLINE)
    except (orjson.JSONEncodeError, TypeError) as error:
        raise WriteError(f"cannot be said in JSON: {error}") from error


def write(path: Path, body: GameState | GameLog | Module) -> None:
    """Put the document at `path`, all or nothing."""
    write_bytes(path, encode(body))
