"""Rounding as Java does it, where Python differs."""

from __future__ import annotations

import struct
from math import floor

_FLOAT = struct.Struct("f")


def rounded(value: float) -> int:
    """The nearest whole number, halves upwards (`Math.round`)."""
    below = floor(value)
    return below if value - below < 0.5 else below + 1


def single(value: float) -> float:
    """The value in 32-bit precision."""
    (near,) = _FLOAT.unpack(_FLOAT.pack(value))
    return float(near)


def quotient(value: int, by: int) -> int:
    """Whole division towards zero."""
    return value // by if value >= 0 else -(-value // by)
