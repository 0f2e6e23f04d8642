"""A map's boards as a game lays them, in a `BoardPicker` command."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.model.boards import Board


def read_layout(text: str, boards: Sequence[Board]) -> tuple[list[tuple[Board, int, int, bool]], list[str]]:
    """Boards, columns, rows and reversals in a `BoardPicker` command, and the names in it that no board has."""
    tokens = sequences.split(text, "\t")[1:]
    by_name = {board.name: board for board in reversed(boards)}
    chosen: list[tuple[Board, int, int, bool]] = []
    unknown = []
    for at in range(0, len(tokens) - 2, 3):
        name, *turned = sequences.split(tokens[at], "/")
        board = by_name.get(name)
        if board is None:
            unknown.append(name)
            continue
        chosen.append((board, whole(tokens[at + 1]), whole(tokens[at + 2]), "rev" in turned))
    return chosen, unknown
