"""The verdicts of another checkout beside those of this one: `python -m tests.side_by_side [quick|full] [--old PATH]`.

The other tree judges its own cases and files with its own code and packs, in processes of its own. This one is asked the same
questions, as the other wrote them, and is given the same files. Compared is what a player relies on: the rule, severity,
places, units, step, turn and phase of every finding, what became of every rule, acts, dice, exit codes. Wording is counted
apart.

Prints a table of what differs (article, how often, the old verdict and the new, why), and exits with 1 if a verdict differs
that `explained.toml` does not explain.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.side_by_side.compare import Outcome, compare
from tests.side_by_side.dump import Wanted, answers, kept_dump
from tests.side_by_side.explained import Row, explanations, table

ROOT = Path(__file__).parent.parent.parent
SHARES = {"quick": 4, "full": 1}


def main(arguments: list[str]) -> int:
    """Compare, print, and answer 1 if a verdict differs that nothing explains."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.side_by_side", description="Compares the verdicts of two trees."
    )
    parser.add_argument("extent", nargs="?", choices=SHARES, default="quick", help="quick: one case in four; full: all")
    parser.add_argument("--old", type=Path, default=os.environ.get("ADJUDICATOR_OLD"), help="the tree to compare with")
    parser.add_argument("--only", default="*", metavar="GLOB", help="only cases (pack:file:id) or commands that fit")
    parser.add_argument("--all", action="store_true", help="print every difference and an example of each rewording")
    chosen = parser.parse_args(arguments)
    if chosen.old is None or not chosen.old.is_dir():
        parser.error("name the other tree: --old PATH or the environment variable ADJUDICATOR_OLD")
    old = kept_dump(chosen.old.resolve())
    new, more = answers(ROOT, chosen.old.resolve(), old, Wanted(chosen.only, SHARES[chosen.extent]))
    outcome = compare(old, new)
    rows = list(table(outcome.differences, explanations()))
    tell(outcome, rows, more, whole=chosen.all)
    if chosen.extent == "full" and chosen.only == "*":
        tell_idle(rows)
    return 1 if any(row.by is None for row in rows) else 0


def tell(outcome: Outcome, rows: list[Row], more: int, *, whole: bool) -> None:
    """Print the outcome."""
    print("count  article                verdict before → now                 why")
    for row in rows:
        print(row)
    told = ", ".join(f"{name} {count}" for name, count in outcome.worded.most_common()) or "nothing"
    print(f"worded differently: {told}")
    if whole:
        print(*(f"{each.subject}: {each.rule} {each.change}: {each.where}" for each in outcome.differences), sep="\n")
        print(*outcome.examples.values(), sep="\n")
    print(f"rules that only the other tree has: {' '.join(sorted(outcome.rules_gone)) or 'none'}")
    print(f"rules that only this tree has: {' '.join(sorted(outcome.rules_new)) or 'none'}")
    unexplained = sum(row.count for row in rows if row.by is None)
    print(
        f"{outcome.subjects} cases and files compared, {outcome.facts} facts; {more} cases are new; "
        f"{len(outcome.differences)} verdicts differ, {unexplained} of them unexplained"
    )


def tell_idle(rows: list[Row]) -> None:
    """Print the entries of explained.toml that explain nothing: they can go."""
    used = {row.by for row in rows}
    for each in explanations():
        if each not in used:
            print(f"explains nothing: {' '.join(each.rules)} {each}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
