"""What a logged command says of the past: the state in which it claims to have found a piece (`ChangePiece`).

The engine writes the old state as it was when the command was made (`ChangePiece.encode`); a log that nobody touched finds
the piece just so when it is replayed. Left out is what the engine changes without logging it: the innermost trait's
place and persistent properties (`SetPersistentPropertyCommand` has no encoder), trails, and levels that show nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.importers.vassal.counters import Placement, read_counter
from adjudicator.importers.vassal.readings import PieceReading
from adjudicator.importers.vassal.table.items import TablePiece
from adjudicator.importers.vassal.wire import chains
from adjudicator.model.counters import Counter, Spot

Differences = Callable[[Counter, Counter], tuple[tuple[str, str, str], ...]]


def claimed(
    piece: TablePiece, old: str, reading: PieceReading, seat: Callable[[str], str], differences: Differences
) -> tuple[tuple[str, str, str], ...]:
    """(aspect, said, was) for all that a command's old state says of a piece and that is not so."""
    count = len(piece.kind.types)
    states = chains.split_levels(old, count) if count > 1 else [old]
    if len(states) != count:
        return ()
    if states[:-1] == piece.states[:-1]:
        return ()
    now = read_counter(piece.id, reading, {}, Placement(Spot()), seat)
    shown = PieceReading(piece.kind, [*states[:-1], piece.states[-1]], reading.outside)
    then = read_counter(piece.id, shown, {}, Placement(Spot()), seat)
    return tuple((aspect, was, found) for aspect, found, was in differences(now, then) if aspect != "moved")
