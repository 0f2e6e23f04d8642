"""What a file is of, told without reading it, so that many can be sorted in the time that one takes to read."""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import AdjudicatorError
from adjudicator.importers.vassal import outlines
from adjudicator.importers.vassal.outlines import Outline, Pieces, share

__all__ = ["Outline", "Pieces", "outline_of", "pieces_of", "share"]


def outline_of(path: Path) -> Outline:
    """The table that a save or log begins with, and its steps; a blank one if it cannot be looked into."""
    try:
        return outlines.outline_of(path)
    except (AdjudicatorError, OSError):
        return Outline()


def pieces_of(path: Path) -> Pieces:
    """The pieces of a module, save or log; none if it cannot be looked into."""
    try:
        return outlines.pieces_of(path)
    except (AdjudicatorError, OSError):
        return frozenset()
