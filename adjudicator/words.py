"""Numbers and nouns as people write them."""

from __future__ import annotations

IRREGULAR = {"child": "children", "entry": "entries", "box": "boxes", "hex": "hexes", "class": "classes"}


def counted(number: int, what: str) -> str:
    """A number and its noun, in the singular for one."""
    return f"{number} {what if number == 1 else plural(what)}"


def plural(what: str) -> str:
    """The noun for several: its last word in the plural ("loose joint", "loose joints")."""
    head, space, last = what.rpartition(" ")
    return f"{head}{space}{IRREGULAR.get(last, f'{last}s')}"
