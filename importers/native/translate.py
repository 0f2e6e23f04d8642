"""A native document to the model: shapes by `wire`, then whether the counters, stacks and steps fit together."""

from __future__ import annotations

import math

import orjson

from adjudicator.budget import spend_json
from adjudicator.errors import CorruptFile, Source, UnknownFormat, UnsafeFile, UnsupportedVersion
from adjudicator.importers.native.wire.document import BODIES, FORMAT, MADE_BY
from adjudicator.importers.native.wire.forms import TABLES, Json, Shared, refuse
from adjudicator.importers.native.wire.records import RecordForm, form_of
from adjudicator.model.boards import Board
from adjudicator.model.events import GameLog
from adjudicator.model.grid import Grid, HexGrid, SquareGrid, ZonedGrid
from adjudicator.model.module import Module
from adjudicator.model.state import GameState


def decode(data: bytes) -> GameState | GameLog | Module:
    """A document's bytes as the state, log or module in it; ReadError if they are anything else."""
    document = _parse(data)
    kind = _check_head(document)
    shared = Shared()
    try:
        for row_kind, table in TABLES.items():
            _read_table(row_kind, table, document, shared)
        for board in shared.rows[Board]:
            _check_grid(board.grid, board.name)
        body = form_of(BODIES[kind]).read(document[kind], shared, kind)
    except RecursionError as error:
        raise UnsafeFile("nested too deep to read") from error
    if isinstance(body, GameLog):
        check_log(body)
    elif isinstance(body, GameState):
        check_state(body, "state")
    return body  # type: ignore[no-any-return] # the form of BODIES[kind] reads nothing else


def _parse(data: bytes) -> dict[str, Json]:
    spend_json(data)
    try:
        document = orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise CorruptFile(f"not JSON: {error.msg}", Source(offset=error.pos)) from error
    if not isinstance(document, dict):
        raise UnknownFormat(f"JSON, but no {FORMAT} document: the outermost value is no object")
    return document


def _check_head(document: dict[str, Json]) -> str:
    """The document's kind; refuses other formats, versions and keys."""
    found = document.get("format")
    if found != FORMAT:
        ours = isinstance(found, str) and found.startswith(FORMAT.rstrip("0123456789"))
        wrong = UnsupportedVersion if ours else UnknownFormat
        raise wrong(f"expected format {FORMAT}, found {repr(found)[:60]}")
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in BODIES:
        raise refuse("kind", " or ".join(BODIES), kind)
    known = {"format", MADE_BY, "kind", kind, *TABLES.values()}
    for key in document:
        if key not in known:
            raise CorruptFile(f"unknown key '{key[:60]}'")
    if kind not in document:
        raise CorruptFile(f"'{kind}' is missing")
    return kind


def _read_table(kind: type, name: str, document: dict[str, Json], shared: Shared) -> None:
    rows = document.get(name, [])
    if not isinstance(rows, list):
        raise refuse(name, "array", rows)
    for at, row in enumerate(rows):
        shared.rows[kind].append(RecordForm(kind).read(row, shared, f"{name}[{at}]"))


def _check_grid(grid: Grid | None, board: str) -> None:
    """Hexes and squares of some size: everything that draws or names them divides by it."""
    if isinstance(grid, HexGrid | SquareGrid):
        if not (math.isfinite(grid.dx) and math.isfinite(grid.dy) and min(grid.dx, grid.dy) > 0):
            raise CorruptFile(
                f"a grid of board '{board}' has cells of {grid.dx} by {grid.dy} pixels", Source(entry="boards")
            )
    elif isinstance(grid, ZonedGrid):
        for part in (grid.background, *(zone.grid for zone in grid.zones)):
            _check_grid(part, board)


def check_state(state: GameState, path: str) -> None:
    """Every counter under its own id and in the stack that names it."""
    for key, counter in state.counters.items():
        here = Source(entry=f"{path}.counters.{key}")
        if counter.id != key:
            raise CorruptFile(f"the counter's id is '{counter.id}'", here)
        if counter.stack and counter.stack not in state.stacks:
            raise CorruptFile(f"it lies in stack '{counter.stack}', which is not in the document", here)
    for key, stack in state.stacks.items():
        here = Source(entry=f"{path}.stacks.{key}")
        if stack.id != key:
            raise CorruptFile(f"the stack's id is '{stack.id}'", here)
        for member in stack.members:
            if member not in state.counters or state.counters[member].stack != key:
                raise CorruptFile(f"member '{member}' is no counter that lies in it", here)
        if len(set(stack.members)) < len(stack.members):
            raise CorruptFile("a member is named twice", here)
    inside = sum(len(stack.members) for stack in state.stacks.values())
    if inside < sum(1 for counter in state.counters.values() if counter.stack):
        raise CorruptFile("a counter lies in a stack that does not name it", Source(entry=f"{path}.stacks"))


def check_log(log: GameLog) -> None:
    """A sound start, and steps that can be taken from it and leave a sound state each."""
    check_state(log.start, "log.start")
    states = log.states()
    for at in range(len(log.steps)):
        path = f"log.steps[{at}]"
        try:
            _, state = next(states)
        except (KeyError, ValueError) as error:
            raise CorruptFile(f"the step cannot be taken: {error} is not there", Source(entry=path)) from error
        check_state(state, f"the state after {path}")
