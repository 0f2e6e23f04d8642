"""Retreats into hexes where a battle is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.position import PhaseRecord


@check("combat.retreat_into_battle", NoTerms)
def out_of_the_next_battle(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """Who retreats into a hex that is yet to be attacked in the same phase is lost.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf; 0802: au.2inf/2; 0702: fr.1art, fr.2art;
              attack 0804: fr.1inf; retreat au.1inf 0804-0803-0802; remove au.1inf; attack 0802: fr.1art, fr.2art
    Illegal:  French combat; 0805: fr.1inf; 0804: au.1inf; 0802: au.2inf/2; 0702: fr.1art, fr.2art;
              attack 0804: fr.1inf; retreat au.1inf 0804-0803-0802; attack 0802: fr.1art, fr.2art
    """
    for count, act in enumerate(record.acts):
        if act.kind != "retreat" or not act.path:
            continue
        target = act.path[-1]
        announced = bool(act.before.values.get(f"declared.{target}"))
        later = next(
            (other for other in record.acts[count + 1 :] if other.kind == "attack" and target in other.path), None
        )
        if later is None and not announced:
            continue
        at = later.before if later is not None else record.end
        left = [name for name in act.units if name in at.units and at.unit(name).hex == target]
        if left:
            names = ", ".join(str(at.unit(name)) for name in left)
            yield Breach((target,), f"{names} retreated into {target}, where a battle is still to come", tuple(left))
