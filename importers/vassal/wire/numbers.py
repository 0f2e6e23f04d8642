"""Numbers as the engine reads them: a text that is none counts as its default."""

from __future__ import annotations


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
    """A Java double, or the default."""
    if len(text) > 40:
        return default
    try:
        return float(text)
    except ValueError:
        return default
