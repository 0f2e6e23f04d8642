"""Tracing a module's board: its own image with its own grid, and the words of a theatre to propose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import UsageError
from adjudicator.extras import install_command
from adjudicator.importers import read
from adjudicator.model.grid import hexes

if TYPE_CHECKING:
    from adjudicator.model.boards import Board
    from adjudicator.model.module import Module
    from adjudicator.tracing.proposals import KindVocabulary
    from adjudicator.tracing.tracer import Tracer


def open_tracer(module: Path, words: KindVocabulary, board: str = "") -> Tracer:
    """A tracer for a board of a module ("" = the one with most hexes).

    Raises UsageError if the module has no such board, no board with both hexes and an image, or if the extra
    `trace` is not installed.
    """
    try:
        from adjudicator.tracing.board import survey  # noqa: PLC0415 - the extra is slow to load, and may be missing
        from adjudicator.tracing.lattice import HexCell  # noqa: PLC0415
        from adjudicator.tracing.tracer import Tracer  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise UsageError(f"tracing wants {error.name}: {install_command('trace')}") from error
    box = read(module).module
    if box is None:
        raise UsageError("is no module", "module", module)
    chosen, image = _chosen(box, board)
    cells = [HexCell(each.location, each.axial, each.x, each.y) for each in hexes(chosen.grid)]
    return Tracer(survey(image, cells), words)


def _chosen(box: Module, name: str) -> tuple[Board, bytes]:
    """The board and its image."""
    boards = [board for each in box.maps for board in each.boards if name in ("", board.name)]
    if not boards:
        raise UsageError("the module has no such board", "board", name)
    best = max(boards, key=lambda board: sum(1 for _ in hexes(board.grid)))
    image = box.image(best.image) if best.image else None
    if image is None or next(hexes(best.grid), None) is None:
        raise UsageError("no board of the module has both hexes and an image", "board", name)
    return best, image
