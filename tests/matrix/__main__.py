"""`python -m tests.matrix [--book NAME] [--only bans|pairs] [--rule ID] [--json] [--write]`: bans by verbs, and pairs of writers.

Bans: each rule that says that something may not be, by each kind of act that its words mean. A cell has an illegal act, in
which the ban or another rule of its article is broken, and the same kind of act elsewhere, by others or at another time, which
it leaves alone. Pairs: every two that write into one number, with a battle or a move in which both do.

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
from tests.matrix.kept import BANS, PAIRS, Kept

GOOD = frozenset(("ok", "by another", "open", "not meant", "case", "crossed", "apart", "left out"))
"""The states of cells that are as they should be."""


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix")
    parser.add_argument("--book", choices=BOOKS, action="append", help="the book, if not all")
    parser.add_argument("--only", choices=(BANS, PAIRS), help="one of the two tables")
    parser.add_argument("--rule", default="", help="one ban")
    parser.add_argument("--json", action="store_true", help="every cell, as JSON")
    parser.add_argument("--write", action="store_true", help="keep what was found, for the tests")
    given = parser.parse_args()
    rows: list[dict[str, str]] = []
    for book in given.book or BOOKS:
        for what in (given.only,) if given.only else (BANS, PAIRS):
            found = list(_cells(book, what, given.rule))
            rows += found
            if given.write and not given.rule:
                kept.write(book, what, (Kept(_about(row), row["state"], row["source"]) for row in found))
            if not given.json:
                _print(book, what, found)
    if given.json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    return int(any(row["state"] not in GOOD for row in rows))


def _cells(book: str, what: str, rule: str) -> Iterator[dict[str, str]]:
    if what == PAIRS:
        for pair in pairs.cells_of(book):
            about = {"number": pair.one.number, "one": pair.one.name, "other": pair.other.name}
            yield {"book": book, "table": what, **about, "state": pair.state, "source": pair.source, "why": pair.why}
        return
    for ban in bans_of(book):
        for cell in cells.cells_of(ban) if rule in ("", ban.id) else ():
            about = {"ban": ban.id, "kind": cell.kind, "says": ban.says[0]}
            scenes = {"illegal": cell.illegal, "legal": cell.legal}
            yield {
                "book": book,
                "table": what,
                **about,
                "state": cell.state,
                "source": cell.seed,
                **scenes,
                "why": cell.why,
            }


def _about(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("ban", "kind", "number", "one", "other") if name in row)


def _print(book: str, what: str, rows: list[dict[str, str]]) -> None:
    counts = Counter(row["state"] for row in rows)
    told = ", ".join(f"{state} {count}" for state, count in sorted(counts.items()))
    print(f"{book}: {what}: {len(rows)} cells: {told}", flush=True)
    for row in rows:
        if row["state"] not in GOOD:
            shown = (" ".join(_about(row)), row["source"], row.get("illegal", ""), row["why"])
            print(f"  {row['state']}: {' | '.join(filter(None, shown))}")


if __name__ == "__main__":
    sys.exit(main())
