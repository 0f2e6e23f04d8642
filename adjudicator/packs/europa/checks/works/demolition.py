"""Bridges blown up by those who do not hold them, at another time, or against the die."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.bridges import bridge_holder
from adjudicator.analysis.control import controller
from adjudicator.analysis.crossings import is_bridge
from adjudicator.analysis.works import attempts
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import SPOKEN, Act, Laid, Rolled, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.words import either

MOST = 3
"""The die that is needed at most where an enemy controls one of the two hexes."""


class Demolition(Table):
    """Who lays a marker of `kinds` blows up a bridge: in `phases`, and only one that its side or nobody controls.

    If an enemy controls one of its hexes, a die of at most 3 is needed. In the phases `others` something else may
    have destroyed it (bombs), which is not judged.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker whose laying blows up a bridge."""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag in which it is done."""
    others: frozenset[str] = frozenset()
    """Phases in which something else may have destroyed it (bombs), which is not judged."""


@check("works.demolition", Demolition, acts=("lay", "swap"), markers_in=("kinds",))
def blown_up_by_its_holder(record: PhaseRecord, terms: Demolition) -> Iterator[Breach]:
    """A bridge is blown up by who holds it, surely if both ends are his.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, Soviet Movement Phase; weather clear; 5A/0304: so.10rif; lay +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 5A/0304: so.10rif; lay +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 5A/0304: so.10rif; 5A/0305: ge.1inf;
              lay +bridge.down 5A/0305-5A/0304 die=2
    """
    phase = record.moment.phase
    now = phase.names if phase is not None else terms.phases
    if now & terms.others or (record.moment.condition("stage") or "").startswith("setup"):
        return
    for n, act in enumerate(record.acts):
        marker = act.marker
        if not isinstance(act, Laid | Swapped) or marker is None or marker.type.kind not in terms.kinds:
            continue
        ends = tuple(sorted(marker.hexes))
        if len(ends) < 2 or not all(number in act.before.network.index for number in ends):
            continue
        if not is_bridge(act.before, *ends):
            continue
        if not now & terms.phases:
            because = say(
                "the bridge {ends} is blown up in the {name}; that is done only in: {phases}",
                "-".join(ends),
                phase.name if phase else "phase",
                either(terms.phases),
            )
            yield Breach(
                ends,
                because,
            )
            continue
        yield from _judged(act, terms, ends, attempts(act) or _fallen(record.acts[:n]))


def _judged(act: Act, terms: Demolition, ends: tuple[str, ...], dice: tuple[int, ...]) -> Iterator[Breach]:
    side, words = act.moment.phasing, say("the bridge {ends} is blown up", "-".join(ends))
    if not side:
        yield Breach(
            ends,
            say("{words}, which only its holder or one beside it may do", words),
            broken=Known.open(say("whose player turn it is")),
        )
        return
    holder = bridge_holder(act.before, *ends)
    enemies = act.before.pack.enemies(side)
    theirs = holder.is_one_of(enemies)
    if theirs.is_yes:
        because = say(
            "{words}, which the {name} side controls and alone may blow up", words, act.before.pack.called(holder.name)
        )
        yield Breach(ends, because)
        return
    if theirs.is_open:
        yield Breach(ends, say("{words}, and only its holder may do that", words), broken=theirs)
    owners = {number: controller(act.before, number, side) for number in ends}
    own = all_of(owner.is_(side) for owner in owners.values())
    if own.is_yes:
        return
    if not dice:
        others = [number for number, owner in owners.items() if not owner.is_(side).is_yes]
        sure = any_of(owner.is_one_of(enemies) for owner in owners.values()).is_yes
        missing = (
            say("the die")
            if sure
            else say("who controls {others}, and the die if it is an enemy", strung(others, say(" and ")))
        )
        yield Breach(ends, say("{words}; it takes a die of {most} or less", words, MOST), broken=Known.open(missing))
    elif dice[-1] > MOST:
        yield Breach(
            ends, say("{words} on a die of {end}; it takes {most} or less", words, dice[-1], MOST), broken=~own
        )


def _fallen(before: tuple[Act, ...]) -> tuple[int, ...]:
    """The die that fell since the last deed, if it was just one."""
    rolls: list[tuple[int, ...]] = []
    for act in reversed(before):
        if not isinstance(act, SPOKEN):
            break
        if isinstance(act, Rolled):
            rolls.append(act.dice)
    return rolls[0] if len(rolls) == 1 and len(rolls[0]) == 1 else ()
