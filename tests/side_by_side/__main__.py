"""The verdicts of another checkout beside those of this one: `python -m tests.side_by_side [quick|full] [--old PATH]`.

Each tree judges everything with its own code, its own packs and its own fixtures, in processes of its own, so terms and
modules may have other names. Compared is what a player relies on: the rule, severity, places, units, step, turn and phase
of every finding, whether a datum is missing, what became of every rule, the exit codes. Wording is counted apart.

Prints what differs, and exits with 1 if a verdict differs that `explained.toml` does not explain.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.side_by_side.compare import Difference, Explanation, Outcome, compare, explanations
from tests.side_by_side.dump import dump, kept_dump

ROOT = Path(__file__).parent.parent.parent
SHARES = {"quick": 4, "full": 1}
SHOWN = 60
"""Lines of differences printed unless --all is given."""


def main(arguments: list[str]) -> int:
    """Compare, print, and answer 1 if a verdict differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.side_by_side", description="Compares the verdicts of two trees."
    )
    parser.add_argument("extent", nargs="?", choices=SHARES, default="quick", help="quick: one case in four; full: all")
    parser.add_argument("--old", type=Path, default=os.environ.get("ADJUDICATOR_OLD"), help="the tree to compare with")
    parser.add_argument("--all", action="store_true", help="print every difference and an example of each rewording")
    chosen = parser.parse_args(arguments)
    if chosen.old is None or not chosen.old.is_dir():
        parser.error("name the other tree: --old PATH or the environment variable ADJUDICATOR_OLD")
    old = kept_dump(chosen.old.resolve(), "old_tree.py")
    outcome = compare(old, dump(ROOT, "this_tree.py", SHARES[chosen.extent]))
    known = explanations()
    unexplained = [each for each in outcome.differences if not any(one.covers(each) for one in known)]
    tell(outcome, unexplained, known, whole=chosen.all)
    return 1 if unexplained else 0


def tell(outcome: Outcome, unexplained: list[Difference], known: Iterable[Explanation], *, whole: bool) -> None:
    """Print the outcome."""
    lines = list(grouped(unexplained))
    for line in lines if whole else lines[:SHOWN]:
        print(line)
    if len(lines) > SHOWN and not whole:
        print(f"... and {len(lines) - SHOWN} lines more (--all)")
    for each in known:
        count = sum(each.covers(difference) for difference in outcome.differences)
        print(f"explained {count}: {each.subject} {each.rule} ({each.article}): {each.why}")
    if outcome.asked_otherwise:
        print(f"cases written otherwise than before: {len(outcome.asked_otherwise)}")
    told = ", ".join(f"{name} {count}" for name, count in outcome.worded.most_common()) or "nothing"
    print(f"worded differently: {told}")
    if whole:
        print("\n".join(outcome.examples.values()))
    print(
        f"{outcome.subjects} cases and files compared, {outcome.facts} facts; {outcome.new_subjects} cases are new; "
        f"{len(outcome.differences)} verdicts differ, {len(unexplained)} of them unexplained"
    )


def grouped(differences: Iterable[Difference]) -> Iterable[str]:
    """One line for each fact that differs, with the subjects where it does so."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in differences:
        found.setdefault((each.side, each.fact), []).append(each.subject)
    for (side, fact), subjects in sorted(found.items(), key=lambda item: (item[1], item[0][1])):
        more = f" and {len(subjects) - 1} more" if len(subjects) > 1 else ""
        print_side = "only before" if side == "old" else "only now   "
        yield f"{subjects[0]}{more}: {print_side}: {fact}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
