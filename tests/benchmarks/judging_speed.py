"""What it costs to judge a move and a whole position of every pack, and how that grows when counters and hexes double.

Run as `python -m tests.benchmarks judging_speed`, or as `python -m tests.benchmarks.judging_speed PACK ...` for some packs.
A made front of 13,000 hexes with 2,000 counters; moves as a log shows them (where a drag began and ended) and moves written
hex by hex; a position at the end of a phase with nothing remembered but its map: what its rules say, zones, control, and the
supply of both sides whether a rule asks for it or not. The exponent says how the time of a drag grows.

A drag out of a log takes longer: it is judged as each way of going that it may have been, as long as something is wrong with it,
and nobody knows what it took on its way. On this front, whose ground is drawn by lot, a half of the drags are legal as no march.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from adjudicator.analysis.control import control_field, zones
from adjudicator.analysis.supply.status import supply
from adjudicator.collector import paused
from adjudicator.judge import legality, phase_findings
from adjudicator.play.claims import claimed, possible_claims
from adjudicator.play.remembering import after_act
from adjudicator.record.acts import Act, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.benchmarks import _front

NAMES = ("written move", "drag", "drag out of a log", "position")
MOVES, WARM = 160, 20
"""So many that a few costly drags do not decide: of forty, one map's took twice as long as another's of the same size."""
SIZES = ((130, 25, 500), (130, 50, 1_000), (130, 100, 2_000))
"""Columns, rows and counters. The front runs from north to south, so it grows with the rows, and is as dense each time."""

LATER = (5, 6, 7)
"""Seeds of more positions on the map; none has anything in common with the ones before but the map."""


def judged(acts: Sequence[Act]) -> float:
    """Milliseconds of processor time for each act but the first ones, which load what all share."""
    for act in acts[:WARM]:
        legality(act)
    begun = time.process_time()
    for act in acts[WARM:]:
        legality(act)
    return (time.process_time() - begun) / len(acts[WARM:]) * 1000


def out_of_a_log(acts: Sequence[Act]) -> float:
    """Milliseconds for each drag but the first ones, with all that it may have been; what it may have taken is carried on."""
    possible, done, begun = possible_claims(acts[0].before.pack), list[Act](), 0.0
    control = acts[0].before.control
    for count, act in enumerate(acts):
        begun = time.process_time() if count == WARM else begun
        before, after = (replace(each, control=control) for each in (act.before, act.after))
        done.append(claimed(replace(act, before=before, after=after), possible, done))
        control = after_act(after, done[-1]).control
        legality(done[-1])
    return (time.process_time() - begun) / len(acts[WARM:]) * 1000


def dragged(act: Act) -> Act:
    """The same move as a log shows it, from a position of which nothing is remembered."""
    assert isinstance(act, Movement)
    return replace(act, before=replace(act.before), way=(act.path[0], act.path[-1]), exact=False, told={})


def whole(end: Position) -> float:
    """Milliseconds for a position as its phase ends."""
    begun = time.process_time()
    phase_findings(PhaseRecord(end, end, ()))
    assert len(control_field(end).codes)
    for side in end.pack.sides:
        assert len(zones(end, side).reach.sure)
        assert supply(end, side).states() is not None
    return (time.process_time() - begun) * 1000


def figures(pack: str, columns: int, rows: int, units: int) -> tuple[float, float, float, float, float]:
    """A written move, a dragged one, one out of a log, the first whole position on its map, and one that comes later."""
    with paused():  # as the program does while it reads: what was made so far counts as old
        on = _front.network(pack, columns, rows)
        acts = _front.marches(_front.crowd(pack, on, units), MOVES)
        later = [_front.crowd(pack, on, units, seed) for seed in LATER]
    shown = [dragged(act) for act in acts]
    written, drags, logged, first = judged(acts), judged(shown), out_of_a_log(shown), whole(acts[-1].after)
    return written, drags, logged, first, median(whole(position) for position in later)


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """The power of the size with which the time grows, from the smallest to the largest."""
    return math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])


def main(packs: Sequence[str]) -> None:
    for pack in packs or _front.PACKS:
        found = [figures(pack, *size) for size in SIZES]
        written, drags, logged, first, positions = zip(*found, strict=True)
        units = [size[2] for size in SIZES]
        print(
            f"{pack}: {units[-1]} counters: written move {written[-1]:.2f} ms, drag {drags[-1]:.1f} ms, out of a log "
            f"{logged[-1]:.1f} ms, whole position {positions[-1]:.0f} ms, the first on its map {first[-1]:.0f} ms",
            flush=True,
        )
        told = ", ".join(
            f"{name} {exponent(units, times):.2f}"
            for name, times in zip(NAMES, (written, drags, logged, positions), strict=True)
        )
        print(f"  exponents from {units[0]} to {units[-1]} counters on as many times the hexes: {told}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
