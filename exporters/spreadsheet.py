"""CSV for spreadsheets: no cell is run as a formula, whatever sign the spreadsheet's country parts columns by."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
_FORMULA = re.compile(r"(^|[;|\t\r\n])([\s\ufeff]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])")
"""Where a spreadsheet would begin to read a formula: at the start or after a sign that may part columns, be there blanks or a
byte order mark before it, and be the sign of full width."""


def rows_as_csv(header: Iterable[str], rows: Iterable[Iterable[object]], line_end: str = "\r\n") -> str:
    """The rows as text (RFC 4180, which has a cell's own line ends quoted)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=line_end)
    writer.writerow(header)
    writer.writerows([guarded(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def guarded(text: str) -> str:
    """A cell with an apostrophe before whatever a spreadsheet would run, unless the cell is a number."""
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1\2'", text)
