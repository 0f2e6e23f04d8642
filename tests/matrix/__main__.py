"""`python -m tests.matrix [--book NAME] [--rule ID] [--pairs] [--json] [--write]`: each ban by each kind of act that its words
mean; or every two that write into one number.

A ban is a rule that says that something may not be. A cell has an illegal act, in which the ban or another rule of its article
is broken, and the same kind of act elsewhere, by others or at another time, which it leaves alone. --pairs: every two
writers of a number, with a battle or a move in which both do.

All cells of a book are counted by their state, and those that are not as they should be are printed; then the exit status is
1. --write keeps what was found, for the tests.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator

from tests.matrix import cells, kept, pairs
from tests.matrix.bans import BOOKS, bans_of
from tests.matrix.kept import Kept, KeptPair

GOOD = frozenset(("ok", "by another", "open", "not meant", "case", "crossed", "apart", "left out"))
"""The states of cells that are as they should be."""


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix")
    parser.add_argument("--book", choices=BOOKS, action="append", help="the book, if not all")
    parser.add_argument("--rule", default="", help="one ban")
    parser.add_argument("--pairs", action="store_true", help="pairs of writers in place of bans")
    parser.add_argument("--json", action="store_true", help="every cell, as JSON")
    parser.add_argument("--write", action="store_true", help="keep what was found, for the tests")
    given = parser.parse_args()
    rows: list[dict[str, str]] = []
    for book in given.book or BOOKS:
        found = list(_pairs(book) if given.pairs else _cells(book, given.rule))
        rows += found
        if given.write and given.pairs:
            written = ((row["number"], row["one"], row["other"], row["state"], row["source"]) for row in found)
            kept.write_pairs(book, (KeptPair(*each) for each in written))
        elif given.write and not given.rule:
            kept.write(book, (Kept(row["ban"], row["kind"], row["state"], row["source"]) for row in found))
        if not given.json:
            _print(book, found)
    if given.json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    return int(any(row["state"] not in GOOD for row in rows))


def _cells(book: str, rule: str) -> Iterator[dict[str, str]]:
    for ban in bans_of(book):
        for cell in cells.cells_of(ban) if rule in ("", ban.id) else ():
            yield {
                "book": book,
                "ban": ban.id,
                "kind": cell.kind,
                "says": ban.says[0],
                "state": cell.state,
                "source": cell.seed,
                "illegal": cell.illegal,
                "legal": cell.legal,
                "why": cell.why,
            }


def _pairs(book: str) -> Iterator[dict[str, str]]:
    for pair in pairs.cells_of(book):
        about = {"number": pair.one.number, "one": pair.one.name, "other": pair.other.name}
        yield {"book": book, **about, "state": pair.state, "source": pair.source, "why": pair.why}


def _print(book: str, rows: list[dict[str, str]]) -> None:
    counts = Counter(row["state"] for row in rows)
    told = ", ".join(f"{state} {count}" for state, count in sorted(counts.items()))
    print(f"{book}: {len(rows)} cells: {told}", flush=True)
    for row in rows:
        if row["state"] not in GOOD:
            about = (row[name] for name in ("ban", "kind", "number", "one", "other") if name in row)
            shown = (" ".join(about), row["source"], row.get("illegal", ""), row["why"])
            print(f"  {row['state']}: {' | '.join(filter(None, shown))}")


if __name__ == "__main__":
    sys.exit(main())
