"""More attackers out of one hex than the hex attacked could hold."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.stacking import stack_counts
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say


@check("combat.target_stacking", unseen="cannot excuse", acts=("attack",))
def no_more_than_fit_there(act: Act, _terms: NoTerms) -> Iterator[Breach]:
    """From one hex no more units attack than may stand together in the hex they attack.

    Under:    fire_in_the_east
    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/1807: fi.1inf; 1B/1907: so.1rbr, so.1tkb, so.1cdr;
              attack 1B/1807: so.1rbr, so.1tkb
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/1807: fi.1inf; 1B/1907: so.1rbr, so.1tkb, so.1cdr;
              attack 1B/1807: so.1rbr, so.1tkb, so.1cdr
    """
    if not isinstance(act, Attack) or not act.path:
        return
    by_hex: dict[str, list[Unit]] = {}
    for name in act.units:
        unit = act.before.unit(name)
        by_hex.setdefault(unit.hex, []).append(unit)
    target = act.path[-1]
    for origin, units in by_hex.items():
        for count in stack_counts(act.before, target, units[0].side, units):
            if count.exceeded.possible:
                names = tuple(unit.id for unit in units)
                because = say("too many attack {target} out of {origin}: {words}", target, origin, count.words)
                yield Breach((origin, target), because, names, count.exceeded)
