"""Attacks on several hexes at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.words import counted, listed


@check("combat.one_target", NoTerms, unseen="cannot excuse", acts=("attack",))
def attacks_one_hex(act: Act, _: NoTerms) -> Iterator[Breach]:
    """A battle is an attack on one hex.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc;
              1816: sov.61rc; attack 1817: ax.24pz; attack 1816: ax.14mot
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc;
              1816: sov.61rc; attack 1817 1816: ax.24pz, ax.14mot
    """
    if isinstance(act, Attack) and len(act.path) > 1:
        because = say(
            "one attack on {hexes}, {path}: a battle has one hex", counted(len(act.path), "hex"), listed(act.path)
        )
        yield Breach(act.path, because, act.units)
