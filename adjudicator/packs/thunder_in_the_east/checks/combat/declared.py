"""Battles fought that were not announced, or not so."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.history import heard_all
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act, Attack, Declaration
from adjudicator.said import say
from adjudicator.words import listed


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
    for target in act.path:
        said, heard = announced.get(target, ()), heard_all(act.before)
        if said and set(said) != set(act.units):
            because = say(
                "{units} attack {target}, and {others} had been announced",
                _names(act, act.units),
                target,
                _names(act, said),
            )
            yield Breach((target,), because, act.units)
        elif not said and (announced or heard.is_open):
            because = (
                say("{units} attack {target}, and that attack was not announced", _names(act, act.units), target)
                if len(act.units) > 1
                else say("{units} attacks {target}, and that attack was not announced", _names(act, act.units), target)
            )
            yield Breach((target,), because, act.units, heard)


def _names(act: Act, units: tuple[str, ...]) -> str:
    return listed(str(act.before.units.get(name, name)) for name in sorted(units))
