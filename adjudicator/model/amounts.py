"""Exact numbers as packs, charts, counters and chat write them: 3, "1/2", "2 1/2", 2.5."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator

WRITTEN = re.compile(r"(?P<sign>[+-]?)(?:(?P<more>\d{1,9}) )?(?P<over>\d{1,9}(?:\.\d{1,9})?)(?:/(?P<under>\d{1,9}))?")
"""A whole number before a fraction may stand apart: "2 1/2". So short that its digits keep no reader busy."""


def exact(text: str) -> Fraction | None:
    """The number that a text writes; None if it writes none, one too long, or one divided by nothing."""
    written = WRITTEN.fullmatch(text.strip())
    if written is None or (written["more"] and not written["under"]):
        return None
    under = int(written["under"] or 1)
    if not under:
        return None
    number = int(written["more"] or 0) + Fraction(written["over"]) / under
    return -number if written["sign"] == "-" else number


def _amount(value: object) -> object:
    if not isinstance(value, str):
        return value
    number = exact(value)
    if number is None:
        raise ValueError(f"'{value}' is no number; write 3 or '1/2'")
    return number


Amount = Annotated[Fraction | int, BeforeValidator(_amount)]
"""A number that may be a half or a third: 3, "1/2", "2 1/2"."""
