"""Overruns by too little: the overrunners' strength together against that of the overrun."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.combat.odds import Battle
from adjudicator.analysis.combat.overrun import overrun_battle
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import Exact
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Overrun
from adjudicator.said import say
from adjudicator.words import amount


class OverrunOdds(Table):
    """How many times the defense an overrun takes; nothing stands against any strength at all."""

    least: Fraction
    """How many times the defence the attack must be; 10."""


@check("movement.overrun_odds", OverrunOdds, acts=("overrun",))
def strong_enough(act: Act, terms: OverrunOdds) -> Iterator[Breach]:
    """An overrun takes so many times the strength of the overrun.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2915: ge.1pz, ge.6pz; 1B/2914: so.1mg;
              overrun ge.1pz, ge.6pz 1B/2915-1B/2914; remove so.1mg
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2915: ge.1pz; 1B/2914: so.1rbr;
              overrun ge.1pz 1B/2915-1B/2914; remove so.1rbr
    """
    found = overrun_battle(act) if isinstance(act, Overrun) else None
    if found is None:
        return
    broken = ~found.overwhelms(terms.least)
    due = say("; an overrun needs {least} times the defense", amount(terms.least))
    reasons = broken.because_of(found.compared_reasons)
    yield Breach((act.path[-1],), found.compared + due, act.units, reasons, excuse=_helpers(act, found, terms.least))


def _helpers(act: Act, found: Battle, least: Fraction) -> Excuse | None:
    """How many counters that nobody can read must have overrun too, each the strongest unit of its side and at its best.

    None where those that are known may do without, since a counter may support them; and where one in the hex overrun may be a
    marker that weakens it.
    """
    if act.before.unknown_at(act.path[-1]):
        return None
    side = act.before.units[act.units[0]].side
    strongest = _strongest(act.before.pack, side)
    if strongest is None:
        return None
    alone = sum(max(share.strength.high, share.printed.high) for share in found.attack)
    lacking = least * found.totals[1].low - alone
    if lacking <= 0:
        return None
    return Excuse(frozenset(act.path[:-1]), frozenset({side}), math.ceil(lacking / (2 * strongest)))


def _strongest(pack: Pack, side: str) -> Exact | None:
    """The greatest attack strength of a side's ground units, None if there is none, or one that nobody knows."""
    faces = [
        face
        for kind in pack.units.values()
        if kind.side == side and kind.movement_class not in ("", "none")
        for face in kind.faces
    ]
    known = [Fraction(face.attack) for face in faces if face.attack is not None]
    return max(known) if known and len(known) == len(faces) and max(known) else None
