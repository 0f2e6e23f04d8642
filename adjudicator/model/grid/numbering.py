"""Numbers on a grid: how columns and rows are written and read back (VASSAL's `RegularGridNumbering`)."""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.lean import dataclass

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_LETTERS = 1000
LONGEST_NAME = 1000
MOST_GROUPS = 6
LARGEST = 2**31 - 1
_DOUBLED = "-?(?:" + "|".join(f"{letter}+" for letter in LETTERS) + ")"


@dataclass(frozen=True, slots=True)
class Variable:
    """A place in a format that is filled in; `shows` is its text when the grid does not know the name."""

    name: str
    shows: str = ""


Format = tuple[str | Variable, ...]
GRID_LOCATION: Format = (Variable("gridLocation"),)


def fill(parts: Format, values: dict[str, str]) -> str:
    """The format as text."""
    return "".join(part if isinstance(part, str) else values.get(part.name, part.shows) for part in parts)


@dataclass(frozen=True, slots=True)
class Numbering:
    """How raw columns and rows are counted and written.

    `across` and `down` are added to the raw column and row; `leading` digits are filled with zeros up to one more than
    the number says; alphabetic counts run A…Z, AA, BB…ZZ, AAA. `stagger` and `slant` are for hex grids: rows that run
    aslant, down (1) or up (-1) by one for each second column (`ObliqueHexGridNumbering`).
    """

    column_first: bool = True
    separator: str = ""
    column_letters: bool = False
    row_letters: bool = False
    column_leading: int = 1
    row_leading: int = 1
    across: int = 1
    down: int = 1
    columns_descend: bool = False
    rows_descend: bool = False
    stagger: bool = True
    format: Format = GRID_LOCATION
    slant: int = 0

    def slanted(self, column: int, row: int) -> int:
        """The counted row of a hex, told its column and row as they are without the slant."""
        half = int(column / 2)  # Java cuts off towards nought
        return row + half if self.slant > 0 else row - half + 1 if self.slant else row

    def upright(self, column: int, row: int) -> int:
        """The row without the slant; undoes `slanted`."""
        half = int(column / 2)
        return row - half if self.slant > 0 else row + half - 1 if self.slant else row

    def text(self, column: int, row: int) -> str | None:
        """A counted column and row as printed; None where the letters would run to more than a thousand."""
        across = _written(column + self.across, self.column_letters, self.column_leading)
        down = _written(row + self.down, self.row_letters, self.row_leading)
        if across is None or down is None:
            return None
        pair = (across, down) if self.column_first else (down, across)
        if self.format == GRID_LOCATION:
            return self.separator.join(pair)
        return fill(self.format, {"gridLocation": self.separator.join(pair), "row": down, "column": across})

    def parse(self, text: str) -> tuple[int, int] | None:
        """The counted column and row of a printed text, None if it is not of this form."""
        pattern, column_group, row_group = _pattern(self)
        if pattern is None or len(text) > LONGEST_NAME:
            return None
        match = pattern.fullmatch(text)
        if match is None:
            return None
        column = _read(match.group(column_group), self.column_letters)
        row = _read(match.group(row_group), self.row_letters)
        if column is None or row is None:
            return None
        return column - self.across, row - self.down


def _written(value: int, letters: bool, leading: int) -> str | None:
    sign = "-" if value < 0 else ""
    value = abs(value)
    if not letters:
        return sign + str(value).zfill(leading + 1 if leading > 0 else 1)
    if value // 26 >= MOST_LETTERS:
        return None
    return sign + LETTERS[value % 26] * (value // 26 + 1)


def _read(text: str, letters: bool) -> int | None:
    if not letters:
        value = int(text)
        return value if -LARGEST - 1 <= value <= LARGEST else None
    name = text.lstrip("-")
    value = 26 * (len(name) - 1) + LETTERS.index(name[-1])
    return -value if text.startswith("-") else value


def _one(letters: bool, leading: int) -> str:
    return f"({_DOUBLED})" if letters else f"(-?[0-9]{{{max(leading + 1, 1)},{LONGEST_NAME}}})"


@lru_cache(maxsize=256)
def _pattern(numbering: Numbering) -> tuple[re.Pattern[str] | None, int, int]:
    """The pattern of a numbering's texts and the groups that hold column and row; None where none can be read back."""
    column = _one(numbering.column_letters, numbering.column_leading)
    row = _one(numbering.row_letters, numbering.row_leading)
    written = ""
    groups = column_group = row_group = 0
    for part in numbering.format:
        if isinstance(part, str):
            written += re.escape(part)
        elif part.name == "gridLocation":
            written += re.escape(numbering.separator).join((column, row) if numbering.column_first else (row, column))
            column_group, row_group = (groups + 1, groups + 2) if numbering.column_first else (groups + 2, groups + 1)
            groups += 2
        elif part.name == "row":
            written, groups = written + row, groups + 1
            row_group = groups
        elif part.name == "column":
            written, groups = written + column, groups + 1
            column_group = groups
    if not column_group or not row_group or groups > MOST_GROUPS:
        return None, 0, 0
    return re.compile(written), column_group, row_group
