"""Pairs of inputs that differ only in what a viewer may not know: `python -m tests.leaks --twins N [--seed S] [--old PATH]`."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Hunt and print; 1 if a viewer was given different bytes."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--twins", type=int, default=1000, metavar="N", help="how many pairs")
    parser.add_argument("--seed", type=int, default=None, help="by default one that nobody has seen")
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument("--old", default="", metavar="PATH", help="another checkout to ask instead of this one")
    parser.add_argument(
        "--cases", default="", metavar="FOLDER", help="folders of files with their twins in B/, instead"
    )
    parser.add_argument("--ways", type=int, default=0, metavar="N", help="games told the gate's two ways, instead")
    parser.add_argument("--only", default="", metavar="TEXT", help="only outputs with this in their name")
    parser.add_argument("--keep", default="", metavar="FOLDER", help="where the smallest pair of each kind is put")
    parser.add_argument("--quick", action="store_true", help="only outputs that cost little")
    parser.add_argument("-j", type=int, default=2, dest="processes", help="how many processes")
    chosen = parser.parse_args(arguments)
    seed = secrets.randbelow(10**6) if chosen.seed is None else chosen.seed
    if chosen.old:
        os.environ["ADJUDICATOR_TWINS_OF"] = str(Path(chosen.old).resolve())
    if chosen.ways:
        from tests.leaks.ways import compare as compare_ways  # noqa: PLC0415

        ways = compare_ways(seed, range(chosen.first, chosen.first + chosen.ways))
        print(
            f"{ways.files} files of {chosen.ways} games, {ways.told} tellings, {ways.mixed} of something open and something not"
        )
        print(f"{len(ways.differing)} differ, seed {seed}", *ways.differing, sep="\n")
        return 1 if ways.differing else 0
    from tests.leaks.twins.hunt import Task, hunt_in_processes, report  # noqa: PLC0415 - of the checkout that was named

    if chosen.cases:
        from tests.leaks.twins.cases import compare  # noqa: PLC0415

        return compare(Path(chosen.cases))
    numbers = range(chosen.first, chosen.first + chosen.twins)
    task = Task(seed, numbers, chosen.keep, chosen.only, chosen.quick)
    account, seconds = hunt_in_processes(task, chosen.processes)
    for line in report(account, seconds, seed):
        print(line)
    return 1 if account.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
