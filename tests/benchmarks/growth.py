"""How processor time grows when counters, hexes, steps and logs are doubled in turn: the exponent of each, 1 where it is linear.

Each row is measured at three sizes, all else the same; the exponent is that of the last doubling, where what is done once
weighs least. Ends with 1 if something grows faster than allowed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.audit.run import Wish, audit
from tests.benchmarks import _front, _made, audit_speed, large_save
from tests.benchmarks.judging_speed import dragged, exponent, judged, whole
from tests.helpers import open_all

MOST = 1.3
"""The exponent that is allowed: a logarithm, or memory that lies less near, is no square."""
PACK = "fire_in_the_east"
COUNTERS = (500, 1_000, 2_000)
MAPS = ((65, 50), (65, 100), (130, 100))
STEPS = (400, 800, 1_600)
LOGS = (4, 8, 16)
ROUNDS = 3
ON_TABLE, MOVES_A_LOG = 600, 60
MOVES = 40
"""Acts judged to time one, the first of which are not counted."""


@dataclass(frozen=True)
class Row:
    """What was done, and seconds of processor time at each size."""

    name: str
    sizes: tuple[int, ...]
    times: tuple[float, ...]

    @property
    def power(self) -> float:
        return exponent(self.sizes[-2:], self.times[-2:])

    def __str__(self) -> str:
        told = ", ".join(
            f"{size}: {seconds * 1e3:.1f} ms" for size, seconds in zip(self.sizes, self.times, strict=True)
        )
        mark = "   MORE THAN LINEAR" if self.power > MOST else ""
        return f"  {self.name:<44} exponent {self.power:5.2f}   ({told}){mark}"


def seconds(work: Callable[[], object]) -> float:
    """The shortest of some runs."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def by_counters(folder: Path) -> Iterator[Row]:
    """A save is read; on one and the same map a drag and a whole position are judged."""
    saves = [_made.write_save(folder / f"{count}.vsav", count) for count in COUNTERS]
    yield Row("counters: a save is read", COUNTERS, tuple(large_save.whole(save, None)[2] for save in saves))
    on = _front.network(PACK)
    yield from _judging("counters", COUNTERS, [_front.crowd(PACK, on, count) for count in COUNTERS])


def by_hexes(_: Path) -> Iterator[Row]:
    """A map is compiled; with one and the same number of counters a drag and a whole position are judged."""
    sizes = tuple(columns * rows for columns, rows in MAPS)
    compiled = tuple(seconds(lambda size=size: _front.network(PACK, *size)) for size in MAPS)
    yield Row("hexes: a map is made and compiled", sizes, compiled)
    yield from _judging("hexes", sizes, [_front.crowd(PACK, _front.network(PACK, *size), COUNTERS[0]) for size in MAPS])


def _judging(what: str, sizes: tuple[int, ...], positions: list[_front.Position]) -> Iterator[Row]:
    marches = [_front.marches(position, MOVES) for position in positions]
    drags = tuple(judged([dragged(act) for act in acts]) / 1e3 for acts in marches)
    yield Row(f"{what}: a drag is judged", sizes, drags)
    yield Row(f"{what}: a whole position is judged", sizes, tuple(whole(acts[-1].after) / 1e3 for acts in marches))


def by_steps(folder: Path) -> Iterator[Row]:
    """One log of more and more moves: read and replayed, then judged."""
    yield from _games(folder, "steps", STEPS, lambda steps: (1, steps))


def by_logs(folder: Path) -> Iterator[Row]:
    """More and more logs of one length."""
    yield from _games(folder, "logs", LOGS, lambda logs: (logs, logs * MOVES_A_LOG))


def _games(folder: Path, what: str, sizes: tuple[int, ...], of: Callable[[int], tuple[int, int]]) -> Iterator[Row]:
    audit_speed.COUNTERS = max(ON_TABLE, 2 * max(sizes) if what == "steps" else 0)
    box, times = folder / f"{what}.vmod", []
    audit_speed.write_module(box)
    for size in sizes:
        audit_speed.LOGS, audit_speed.MOVES = of(size)
        room = folder / f"{what} {size}"
        room.mkdir()
        times.append(_game(audit_speed.write_logs(room), box))
    names = ("read", "replayed without rules", "judged by rules")
    for name, taken in zip(names, zip(*times, strict=True), strict=True):
        yield Row(f"{what}: {name}", sizes, taken)


def _game(paths: list[Path], box: Path) -> tuple[float, float, float]:
    """Seconds to read the logs of a game, to replay them, and to judge them."""
    read = seconds(lambda: open_all(paths, box))
    opened, files = open_all(paths, box)
    replayed = seconds(lambda: audit(files, opened.module, None, Wish(seat="umpire")))
    return read, replayed, seconds(lambda: audit_speed.judged(files, opened.module))


def main() -> int:
    found = []
    with tempfile.TemporaryDirectory() as name:
        for rows in (by_counters, by_hexes, by_steps, by_logs):
            for row in rows(Path(name)):
                print(row, flush=True)
                found.append(row)
    fast = [row for row in found if row.power > MOST]
    print(f"growth: {len(found)} rows, {len(fast)} with an exponent above {MOST}")
    return 1 if fast else 0


if __name__ == "__main__":
    sys.exit(main())
