"""Seconds of processor time that the tree on PYTHONPATH takes for each kind of work, as one JSON. Run by `_against.py`.

It uses that tree's own tests and benchmarks to set the work up, so it runs in any checkout that still has these.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

try:
    from adjudicator import importers
except ImportError:  # a tree of before, where the readers were a package of their own
    import importers
from adjudicator.audit.run import Wish, audit
from adjudicator.packs.load import load_pack
from tests.adjudicator.analysis.maps import pack as invented_pack
from tests.adjudicator.analysis.tables import FIXED_POINT_SUPPLY, MOVEMENT, TERRAIN, ZONES
from tests.adjudicator.audit.sample_games import SAMPLES, audited, log_of, rules
from tests.benchmarks import audit_speed, europa_supply_speed, read_speed, supply_speed

LOGS, MOVES = 5, 1_500
Recorded = list[object]


def seconds(work: Callable[[], object], times: int) -> float:
    """The shortest of several runs."""
    taken = []
    for _ in range(times):
        gc.collect()
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def reading() -> float:
    """The largest save of the shared folder with its module, or the largest sample."""
    folder = read_speed.SAVES
    if not folder.is_dir():
        sample = SAMPLES[1]
        return seconds(lambda: importers.read(sample.path, importers.read(sample.module).module), 3)
    largest = max(folder.glob("*.vsav"), key=lambda path: len("\x1b".join(read_speed.floor(path))))
    module = importers.read(read_speed.MODULE).module
    return seconds(lambda: importers.read(largest, module), 5)


def long_game() -> dict[str, float]:
    """A made game of five logs: read and replayed without rules, then judged by Two Rivers, a move."""
    audit_speed.LOGS, audit_speed.MOVES = LOGS, MOVES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        audit_speed.write_module(folder / "long.vmod")
        paths = audit_speed.write_logs(folder)
        audit_speed.open_all(paths[:1], folder / "long.vmod")  # what it loads is not what it replays
        begun = time.process_time()
        opened, files = audit_speed.open_all(paths, folder / "long.vmod")
        audit(files, opened.module, None, Wish(seat="umpire"))
        replayed = time.process_time() - begun
        times = audit_speed.judged(files, opened.module)
    return {"replay": replayed, "judged move, two_rivers": sum(times) / len(times)}


def sample_games() -> dict[str, float]:
    """Each sample game audited with its rules, a step of its log; what reading and rules need once is done before."""
    found = {}
    for sample in SAMPLES[1:]:
        rules(sample)
        steps = len(log_of(sample).steps)
        taken = seconds(lambda sample=sample: audited(sample, (sample.path,)), 2)
        plain = seconds(lambda sample=sample: audited(sample, (sample.path,), judged=False), 2)
        found[f"judged step, {sample.pack}"] = (taken - plain) / steps
    return found


def supplies() -> dict[str, float]:
    """Both sides' supply, and moves found, with 2,000 units on 13,000 hexes."""
    on = supply_speed.network()
    units = supply_speed.UNITS
    fixed = supply_speed.crowd(on, invented_pack(zoc=ZONES, supply=FIXED_POINT_SUPPLY), units)
    moving = supply_speed.crowd(on, invented_pack(zoc=ZONES, terrain=TERRAIN, movement=MOVEMENT), units)
    rulebook = load_pack("fire_in_the_east", charts=europa_supply_speed.SHEET)
    front = europa_supply_speed.crowd(rulebook, europa_supply_speed.network(rulebook))
    return {
        "supply, fixed point": seconds(lambda: supply_speed.both_sides(fixed), 5),
        "supply, europa": seconds(lambda: europa_supply_speed.both_sides(front), 3),
        "path of a move": seconds(lambda: supply_speed._judge(moving), 3) / 50,
    }


def starting() -> dict[str, float]:
    """Commands from start to end: the shortest of some runs."""
    return {
        f"startup, {' '.join(arguments)}": min(_child(arguments) for _ in range(4))
        for arguments in (("--help",), ("check", "--help"), ("packs", "list"))
    }


def _child(arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "adjudicator", *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    found = {"read": reading(), **long_game(), **sample_games(), **supplies(), **starting()}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
