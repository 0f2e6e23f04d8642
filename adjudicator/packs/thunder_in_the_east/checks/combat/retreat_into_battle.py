"""Retreats into hexes where a battle is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.history import heard_all
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.record.acts import Attack, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung


@check("combat.retreat_into_battle", NoTerms, acts=("retreat",))
def out_of_the_next_battle(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """Who retreats into a hex that is yet to be attacked in the same phase is lost.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              2018: sov.61rc/2; 2119: ax.10mot; attack 1817: ax.24pz; retreat sov.63rc 1817-1918-2018; remove sov.63rc;
              attack 2018: ax.10mot
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              2018: sov.61rc/2; 2119: ax.10mot; attack 1817: ax.24pz; retreat sov.63rc 1817-1918-2018;
              attack 2018: ax.10mot
    """
    for count, act in enumerate(record.acts):
        if not isinstance(act, Retreat) or not act.path:
            continue
        target = act.path[-1]
        yet = _announced(act, target)
        later = next(
            (other for other in record.acts[count + 1 :] if isinstance(other, Attack) and target in other.path), None
        )
        if later is None and yet.is_no:
            continue
        at = later.before if later is not None else record.end
        left = [name for name in act.units if name in at.units and at.unit(name).hex == target]
        if left:
            names = strung((str(at.unit(name)) for name in left), ", ")
            yield Breach(
                (target,),
                say(
                    "{names} retreated into {target}, where a battle is still to come: whoever does is lost, "
                    "and is still there",
                    names,
                    target,
                ),
                tuple(left),
                YES if later is not None else yet,
            )


def _announced(act: Retreat, target: str) -> Known:
    """Whether an attack on a hex is announced; open where somebody stands in it and not all was heard."""
    before = act.before
    sides = {before.unit(name).side for name in act.units}
    if before.memory.announced.get(target):
        return YES
    there = any(unit.side in sides for unit in before.at(target))
    return NO if target in before.memory.announced or not there else ~heard_all(before)
