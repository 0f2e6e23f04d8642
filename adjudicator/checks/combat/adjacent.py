"""Attacks on hexes out of reach."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.intrinsic import own_strength
from adjudicator.analysis.combat.ranged import ATTACKS, fights_beside, out_of_reach, ranged_row
from adjudicator.analysis.ground import ground_at
from adjudicator.checks.registry import check
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.terms.words import edges_words
from adjudicator.words import either

RANGE = "combat.range"


class AttackNear(Table):
    """Who attacks only what is next to it, and not across `closed` hexsides."""

    who: Selector = EVERYONE
    """The units that attack only what is next to them."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which they do not attack."""
    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that stand for units: they are attacked as these. Example: `markers = ["airdrop"]`"""


@check("combat.adjacent", AttackNear, unseen="cannot excuse", acts=("attack",))
def attacks_next_door(act: Act, terms: AttackNear) -> Iterator[Finding]:
    """A unit attacks an enemy in a hex next to its own.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf
    Illegal:  French combat; 0805: fr.1inf; 0803: au.1inf; attack 0803: fr.1inf
    Illegal:  French combat; 0805: fr.1inf; attack 0804: fr.1inf

    How far others fire is a rule of its own (combat.range); without one, an entry [[ranged]] lets its units attack what they
    reach. But whoever stands next to one of several hexes, where it may not fire as from afar, fights as its neighbours do, and
    stands next to all. Who may fire as from afar at a neighbour (`least = 1`) does so across closed hexsides, too.
    """
    if not isinstance(act, Attack):
        return
    network = act.before.network
    for target in act.path:
        sides = {unit.side for unit in act.before.at(target)}
        sides |= {each.type.side for each in act.before.markers_at(target) if each.type.kind in terms.markers}
        for name in act.units:
            unit = act.before.unit(name)
            if not terms.who.matches(unit) or unit.hex not in network.index:
                continue
            i, j = network.index[unit.hex], network.index[target]
            distance = network.distance(i, j)  # 0: it dropped or landed among enemies, who share its hex
            far = distance > 1
            if far and (broken := _must_be_near(act, unit, target)).possible:
                yield Finding(
                    (unit.hex, target),
                    say("{unit} attacks {target}, which is not next to {hex}, where it stands", unit, target, unit.hex),
                    (name,),
                    broken,
                    # a marker on it may be what makes it one that attacks otherwise
                    excuse=None if terms.who == EVERYONE else Excuse(frozenset({unit.hex})),
                )
            elif not sides - {unit.side}:
                broken = Known.open(say("what is in {target}", target)) if act.before.unknown_at(target) else YES
                own = own_strength(act.before, target, unit.side)
                broken &= YES if own is None else ~own[1]
                yield Finding(
                    (unit.hex, target),
                    say("{unit} attacks {target}, and no enemy unit is there", unit, target),
                    (name,),
                    broken,
                )
            elif distance == 1:
                direction = network.hexes[i].at.direction(network.hexes[j].at)
                ground, near = ground_at(act.before), fights_beside(act.before, unit, (target,))
                answers = [(edges, edges.fits(ground, unit.side, i, direction) & near) for edges in terms.closed]
                fits = tuple(edges for edges, answer in answers if answer.possible)
                if fits:
                    lies = either(network.hexside(i, j) & {name for edges in fits for name in edges.features})
                    because = say(
                        "{unit} attacks {target} across a hexside that nobody attacks across: {lies}",
                        unit,
                        target,
                        lies or edges_words(fits),
                    )
                    yield Finding((unit.hex, target), because, (name,), any_of(answer for _, answer in answers))


def _must_be_near(act: Attack, unit: Unit, target: str) -> Known:
    """Whether a unit may attack only hexes next to it: it never fires from afar, or does not in this battle.

    Where no rule judges fire from afar, it does not either if anything speaks against it.
    """
    row = ranged_row(act.before, unit)
    if row is None:
        return YES
    near = fights_beside(act.before, unit, act.path)
    if any(rule.check == RANGE and not rule.retired for rule in act.before.pack.rules.values()):
        return near
    return YES if row.does.isdisjoint(ATTACKS) else near | out_of_reach(act.before, unit, row, target)
