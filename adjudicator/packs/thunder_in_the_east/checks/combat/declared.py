"""Battles fought that were not announced, or not so."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act, Attack, Declaration


@check("combat.declared", NoTerms, unseen="cannot excuse", acts=("attack",))
def as_announced(act: Act, _: NoTerms) -> Iterator[Breach]:
    """Where battles are announced before any is fought, those are fought and by those units.

    Legal:    Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc/2;
              attack 1817: ax.24pz; Axis Ground Battles Step; attack 1817: ax.24pz
    Illegal:  Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc/2;
              attack 1817: ax.24pz; Axis Ground Battles Step; attack 1817: ax.24pz, ax.14mot
    """
    phase, announced = act.moment.phase, act.before.memory.announced
    announcing = isinstance(act, Declaration) or (phase is not None and phase.kind == "declaration")
    if not isinstance(act, Attack) or announcing:
        return
    for target in act.path if announced else ():
        said = " ".join(announced.get(target, ()))
        units = " ".join(sorted(act.units))
        if not said:
            yield Breach((target,), f"the attack on {target} was not announced", act.units)
        elif said != units:
            yield Breach((target,), f"announced against {target}: {said}; attacking: {units}", act.units)
