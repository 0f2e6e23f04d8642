"""Overruns by more units out of a hex than may stand there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.stacking import stack_counts, with_unknown, words_with_unknown
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Overrun
from adjudicator.said import say


@check("movement.overrun_stack", unseen="cannot excuse", acts=("overrun",))
def fits_beside_the_victim(act: Act, _terms: NoTerms) -> Iterator[Breach]:
    """Who overruns together comes out of one hex, and stays within what may stand there.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2914: ge.1pz, ge.6pz, ge.8pz; 1B/2913: so.1mg;
              overrun ge.1pz, ge.6pz, ge.8pz 1B/2914-1B/2913
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2914: ge.1pz, ge.6pz, ge.8pz, ge.1pz#2; 1B/2913: so.1mg;
              overrun ge.1pz, ge.6pz, ge.8pz, ge.1pz#2 1B/2914-1B/2913
    """
    if not isinstance(act, Overrun) or len(act.path) < 2:
        return
    beside, units = act.path[-2], [act.before.unit(name) for name in act.units]
    network = act.before.network
    if beside not in network.index or act.path[-1] not in network.index:
        return
    if network.distance(network.index[beside], network.index[act.path[-1]]) != 1:
        return
    for side in sorted({unit.side for unit in units}):
        own: list[Unit] = [unit for unit in units if unit.side == side]
        for count in stack_counts(act.before, beside, side, own):
            # A counter that nobody can read, where they set out, may go with them.
            exceeded = count.exceeded | with_unknown(act.before, replace(count, hex=act.path[0]))
            if exceeded.possible:
                words = (
                    count.words if exceeded.is_yes else words_with_unknown(act.before, replace(count, hex=act.path[0]))
                )
                because = say("too many overrun {target} out of {hex}: {words}", act.path[-1], beside, words)
                yield Breach((beside, act.path[-1]), because, tuple(unit.id for unit in own), exceeded)
