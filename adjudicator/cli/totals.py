"""A batch's totals on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.cli.lines import say
from adjudicator.cli.printing import print_facts, print_table
from adjudicator.words import chance

if TYPE_CHECKING:
    from adjudicator.audit.totals import Totals

MOST = 12


def print_totals(totals: Totals, verdict: str, facts: list[tuple[str, str]]) -> None:
    """The verdict, what there is, and the first lines of each list."""
    say(verdict)
    print_facts([*((f"games {status}", f"{count:,}") for status, count in totals.by_status), *facts])
    for one in totals.unjudged[:MOST]:
        say(f"{one.status}: {one.game} ({one.reason})")
    if totals.rules:
        rows = [
            (one.rule, one.title, one.violations, one.doubts, one.reminders, one.games) for one in totals.rules[:MOST]
        ]
        print_table(("rule", "what it demands", "violations", "doubts", "reminders", "games"), rows)
    if totals.worst:
        files = [(one.game, one.name, one.violations, one.doubts) for one in totals.worst[:MOST]]
        print_table(("game", "file", "violations", "doubts"), files)
    if totals.everybody:
        dice = [
            (one.player or "all", f"{one.count} × d{one.sides}", f"{one.mean:.2f}", chance(one.sum_adjusted))
            for one in (*totals.everybody, *totals.series[:MOST])
        ]
        print_table(("player", "dice", "average", "chance of such an average"), dice)
