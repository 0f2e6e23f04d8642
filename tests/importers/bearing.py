"""What a reader must bear, whatever it is given: all of a file is read, or it fails with one line of ours."""

from __future__ import annotations

from pathlib import Path

from adjudicator import importers
from adjudicator.errors import AdjudicatorError

LONGEST = 700
"""Letters of an error."""
RULINGS = b'[[ruling]]\nrule = "3.1"\nunit = "fr.1inf"\nturn = 2\nreason = "agreed"\n'
"""A file of rulings to begin with."""


def use(path: Path) -> None:
    """Read a file and all that is left for later."""
    read = importers.read(path)
    if read.module is not None:
        list(read.module.slots)
        for board in (board for found in read.module.maps for board in found.boards):
            read.module.image(board.image)
    if read.log is not None:
        read.log.state_at(len(read.log.steps))


def is_fit(error: AdjudicatorError) -> bool:
    """Whether an error is one short line that a terminal can show."""
    return str(error).isprintable() and len(str(error)) <= LONGEST
