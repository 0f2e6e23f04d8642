"""Thousands of random forgettings: `python -m tests.law N [--seed S] [--kind KIND] [--game NAME]`, and a table of them."""

from __future__ import annotations

import argparse
import sys
import time

from tests.law.trials import KINDS, Tally, trials


def main(arguments: list[str]) -> int:
    """Forget, compare, print; 1 if a verdict turned round or a violation was lost without a word."""
    parser = argparse.ArgumentParser(prog="python -m tests.law", description="Forgetting only removes certainty.")
    parser.add_argument("tries", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--game", default="", help="only games with this in their name")
    chosen = parser.parse_args(arguments)
    tallies = {kind: Tally() for kind in KINDS}
    begun = time.monotonic()
    for trial in trials(chosen.tries, chosen.seed, chosen.kind, chosen.game):
        tallies[trial.kind].count(trial)
        for each in (*trial.flips, *trial.lost):
            print(f"{trial.game}\t{trial.kind}\t{trial.what[:900]}\t{each}", flush=True)
    print(f"{'forgotten':24}{'tried':>8}{'in logs':>9}{'compared':>10}{'undetermined':>14}{'flips':>7}{'lost':>6}")
    for kind, tally in tallies.items():
        print(
            f"{kind:24}{tally.tried:8}{tally.logged:9}{tally.compared:10}{tally.opened:14}{tally.flips:7}{tally.lost:6}"
        )
    total = sum(tally.tried for tally in tallies.values())
    logged = sum(tally.logged for tally in tallies.values())
    print(f"{total} forgettings ({logged} in logs) in {time.monotonic() - begun:.0f} s, seed {chosen.seed}")
    return 1 if any(tally.flips or tally.lost for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
