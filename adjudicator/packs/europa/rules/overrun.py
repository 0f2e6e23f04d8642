"""Rule 13: overruns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.combat.odds import Battle
from adjudicator.analysis.combat.overrun import overrun_battle
from adjudicator.analysis.movement.overrun_terms import SeriesOverrun
from adjudicator.analysis.stacking import stack_counts, with_unknown, words_with_unknown
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import replace
from adjudicator.model.interval import Exact
from adjudicator.model.pack import Pack
from adjudicator.record.acts import Act, Overrun
from adjudicator.said import say
from adjudicator.words import amount

ODDS = Fraction(10)
"""So many times the defense an overrun takes."""
has_figures(__name__, "europa", SeriesOverrun(certain=ODDS))


@article(
    "Who overruns together",
    "13.1",
    when=("movement", "exploitation"),
    area="overrun",
    unseen="cannot excuse",
    acts=("overrun",),
)
def overrunning_stack(act: Act) -> Iterator[Finding]:
    """Who overruns together comes out of one hex, and no more than may stand there.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2914: ge.1pz, ge.6pz, ge.8pz; 1B/2913: so.1mg;
              overrun ge.1pz, ge.6pz, ge.8pz 1B/2914-1B/2913
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2914: ge.1pz, ge.6pz, ge.8pz, ge.1pz#2; 1B/2913: so.1mg;
              overrun ge.1pz, ge.6pz, ge.8pz, ge.1pz#2 1B/2914-1B/2913
    """
    network = act.before.network
    origin, target = act.path[-2:] if len(act.path) > 1 else ("", "")
    if origin not in network.index or target not in network.index:
        return
    if network.distance(network.index[origin], network.index[target]) != 1:
        return
    units = [act.before.unit(name) for name in act.units]
    for side in sorted({unit.side for unit in units}):
        own = [unit for unit in units if unit.side == side]
        for count in stack_counts(act.before, origin, side, own):
            # A counter that nobody can read, where they set out, may go with them.
            setting_out = replace(count, hex=act.path[0])
            exceeded = count.exceeded | with_unknown(act.before, setting_out)
            if exceeded.possible:
                words = count.words if exceeded.is_yes else words_with_unknown(act.before, setting_out)
                because = say("too many overrun {target} out of {hex}: {words}", target, origin, words)
                yield Finding((origin, target), because, tuple(unit.id for unit in own), exceeded)


@article(
    "Overrun odds",
    printed("fire_in_the_east", "13.2", covers=("13.8", "13.3")),
    printed("sudden_storm", "13.d", covers=("14D.c", "13.a")),
    area="overrun",
    acts=("overrun",),
)
def overrun_odds(act: Act) -> Iterator[Finding]:
    """An overrun takes ten times the strength of the overrun.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2915: ge.1pz, ge.6pz; 1B/2914: so.1mg;
              overrun ge.1pz, ge.6pz 1B/2915-1B/2914; remove so.1mg
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2915: ge.1pz; 1B/2914: so.10rif;
              overrun ge.1pz 1B/2915-1B/2914; remove so.10rif
    """
    battle = overrun_battle(act) if isinstance(act, Overrun) else None
    if battle is not None:
        broken = ~battle.overwhelms(ODDS)
        because = battle.compared + say("; an overrun needs {least} times the defense", amount(ODDS))
        reasons = broken.because_of(battle.compared_reasons)
        yield Finding((act.path[-1],), because, act.units, reasons, excuse=_helpers(act, battle))


def _helpers(act: Act, battle: Battle) -> Excuse | None:
    """How many counters that nobody can read must have overrun too, each the strongest unit of its side and at its best.

    None where those that are known may do without, since a counter may support them; and where one in the hex overrun may be a
    marker that weakens it.
    """
    if act.before.unknown_at(act.path[-1]):
        return None
    side = act.before.units[act.units[0]].side
    strongest = _strongest(act.before.pack, side)
    alone = sum(max(share.strength.high, share.printed.high) for share in battle.attack)
    lacking = ODDS * battle.totals[1].low - alone
    if strongest is None or lacking <= 0:
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
