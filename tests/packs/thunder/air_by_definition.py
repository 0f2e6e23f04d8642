"""Dogfights and ranges by the book's words, slowly, without asking the pack anything (digest b16 and b17)."""

from __future__ import annotations

ROWS = {
    1: "-  -  -  -  D  H  A  DA",
    2: "-  -  -  D  H  A  DA PA",
    3: "-  -  D  H  A  DA P  X",
    4: "-  D  H  A  DA P  X  KH",
    5: "D  H  A  DA P  X  KH KA",
    6: "H  A  DA P  X  KH KA KX",
}
"""The printed table, a row for each roll; columns from -2 or less to +5 or more."""


def dogfight(attack: list[int], defense: list[tuple[int, bool, bool]], die: int) -> str:
    """The result: strengths of those who attack; of those who defend strength, whether vulnerable, whether tough."""
    difference = sum(attack)
    for strength, vulnerable, tough in defense:
        difference -= strength
        if vulnerable:
            difference += 1
        if tough:
            difference -= 1
    column = 0
    for edge in (-1, 0, 1, 2, 3, 4, 5):
        if difference >= edge:
            column += 1
    cell = ROWS[die].split()[column]
    return "" if cell == "-" else cell


def reached(letter: str, away: int, same_theater: bool) -> bool:
    """18.1: whether an air unit of a range comes so far."""
    if letter == "S":
        return same_theater and away <= 6
    if letter == "M":
        return away <= 12
    if letter == "L":
        return same_theater or away <= 18
    return same_theater or away <= 36


def damage(tenths: list[int], times: int, inclement: bool) -> int:
    """18.4.1: the Damage Value of strengths in tenths."""
    value = sum(tenths) * times // 10
    value = 5 if value > 5 else value
    return (value + 1) // 2 if inclement else value
