"""Numbers and nouns as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

IRREGULAR = {"child": "children", "entry": "entries", "box": "boxes", "hex": "hexes", "class": "classes"}


def counted(number: int, what: str) -> str:
    """A number and its noun, in the singular for one."""
    return f"{number} {what if number == 1 else plural(what)}"


def plural(what: str) -> str:
    """The noun for several: its last word in the plural ("loose joint", "loose joints")."""
    head, space, last = what.rpartition(" ")
    return f"{head}{space}{IRREGULAR.get(last, f'{last}s')}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a sentence lists them: "a, b and c"."""
    *first, end = [*names] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def amount(number: Fraction) -> str:
    """A number as players write it: 3, 1/2, 2 1/2."""
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def sentence(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]
