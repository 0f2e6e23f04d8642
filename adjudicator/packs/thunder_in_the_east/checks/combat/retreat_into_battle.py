"""Retreats into hexes where a battle is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
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
        announced = bool(act.before.memory.announced.get(target))
        later = next(
            (other for other in record.acts[count + 1 :] if isinstance(other, Attack) and target in other.path), None
        )
        if later is None and not announced:
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
            )
