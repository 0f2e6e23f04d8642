"""Attacks on more hexes at once than the game allows."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.words import counted, listed


@check("combat.targets", unseen="cannot excuse", acts=("attack",))
def attacks_so_many_hexes(act: Act, _terms: NoTerms) -> Iterator[Breach]:
    """One attack is made against one hex.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; attack 1B/2914: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif; 1B/2814: so.23rif;
              attack 1B/2914 1B/2814: ge.1inf
    """
    if isinstance(act, Attack) and len(act.path) > 1:
        most = counted(1, "hex")
        because = say("one attack is made on {hexes}, and may be on {most} at most", listed(act.path), most)
        yield Breach(act.path, because, act.units)
