"""Judged random play, the second kind of search: whole legal games of every pack, where any finding is a fault of ours.

`python -m tests.fuzz.play [GAME …] [--seconds N] [--seed S]` prints how many acts of each game were judged and found wrong. The
logs of a game with a finding are put into `--findings`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.adjudicator.audit.random_play import audit_of, game, play
from tests.adjudicator.audit.sample_games import CAMPAIGN, SAMPLES

NAMES = (*dict.fromkeys(sample.pack for sample in SAMPLES), CAMPAIGN.name)
ROOT = Path(__file__).parents[2]
AT_ONCE = 400
"""Acts of one game at most."""


@dataclass(frozen=True)
class Played:
    """What came of the games of one pack."""

    name: str
    games: int
    acts: int
    found: tuple[str, ...]

    def as_row(self) -> str:
        """A line of the table."""
        return f"{self.name:22}{self.games:9,}{self.acts:10,}{len(self.found):10}"


def played(name: str, seconds: float, seed: int, findings: Path) -> Played:
    """Games of one pack, one seed after another, until the time is over."""
    of, games, acts = game(name), 0, 0
    found: list[str] = []
    end = time.monotonic() + seconds
    while not games or time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            files = play(of, AT_ONCE, seed + games, Path(folder))
            audit = audit_of(of, files)
            wrong = [f"seed {seed + games}, step {each.step}: {each.rule} {each.because}" for each in audit.findings]
            if not audit.chain.sound:
                wrong.append(f"seed {seed + games}: the logs do not follow from one another")
            if wrong:
                findings.mkdir(parents=True, exist_ok=True)
                for each in files:
                    shutil.copy(each, findings / f"{name}-{each.name}")
        found += wrong
        games += 1
        acts += sum(act.kind not in ("chat", "report") for act in audit.acts)
    return Played(name, games, acts, tuple(found))


def main(arguments: list[str]) -> int:
    """Play in each game, print the table; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.play", description="Legal games played at random.")
    parser.add_argument("game", nargs="*", default=NAMES, help=f"one of: {', '.join(NAMES)}")
    parser.add_argument("--seconds", type=int, default=10, help="for each game")
    parser.add_argument("--seed", type=int, default=0, help="the same games again; 0: others each time")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--findings", type=Path, default=ROOT / "out" / "fuzz")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.game if name not in NAMES]:
        parser.error(f"no game '{unknown[0]}'; there are {', '.join(NAMES)}")
    first = chosen.seed or random.SystemRandom().randrange(1, 1 << 30)
    print(f"{'game':22}{'games':>9}{'acts':>10}{'findings':>10}   (seeds from {first} on)", flush=True)
    with ProcessPoolExecutor(chosen.processes) as pool:
        tried = [pool.submit(played, name, chosen.seconds, first, chosen.findings) for name in chosen.game]
        outcomes = []
        for each in tried:
            outcomes.append(each.result())
            print(outcomes[-1].as_row(), flush=True)
    for outcome in outcomes:
        for found in outcome.found:
            print(f"{outcome.name}: {found}")
    print(f"{sum(each.acts for each in outcomes):,} acts, {sum(len(each.found) for each in outcomes)} findings")
    return 1 if any(outcome.found for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
