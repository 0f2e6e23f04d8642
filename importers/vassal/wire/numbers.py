"""Numbers as the engine reads them: a text that is none counts as its default.

To Java "NaN", "Infinity" and "1e308" are numbers as well, and a save that holds them opens. Nothing can be drawn by them, so that
they too count as the default; `drawable` tells, for a note.
"""

from __future__ import annotations

import re
from math import isfinite

FARTHEST = 1e9
"""The largest double that is taken for what it says."""
LARGEST_SCALE = 50.0
LARGEST_SHIFT = 2_000
LARGEST_FONT = 500
"""How much a layer may be enlarged, how far (pixels) it or a label may lie off, and how high (points) letters may be."""

_DOUBLE = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?[fFdD]?\s*")


def whole(text: str, default: int = 0) -> int:
    """A Java int, or the default where the text is none (`SequenceEncoder.Decoder.nextInt`)."""
    if len(text) > 11:
        return default
    try:
        value = int(text)
    except ValueError:
        return default
    return value if -(2**31) <= value < 2**31 else default


def decimal(text: str, default: float = 0.0) -> float:
    """A Java double between -`FARTHEST` and `FARTHEST`, or the default."""
    if len(text) > 100 or not _DOUBLE.fullmatch(text):
        return default
    value = float(text.strip().rstrip("fFdD"))
    return value if isfinite(value) and abs(value) <= FARTHEST else default


def bounded(value: float, least: float, most: float, default: float) -> float:
    """The value, or the default where it lies beyond what can be drawn."""
    return value if least <= value <= most else default


def drawable(text: str, least: float = -FARTHEST, most: float = FARTHEST) -> bool:
    """Whether a number in a file can be drawn by; so can a text that is none, for which the default stands."""
    if text.strip().lstrip("+-") in ("NaN", "Infinity"):
        return False
    if len(text) > 100 or not _DOUBLE.fullmatch(text):
        return True
    return least <= float(text.strip().rstrip("fFdD")) <= most
