"""Attacks by those who may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.beneath import as_shown
from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.ground import drawn_on, ground_at
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO, Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.terms.words import where_words
from adjudicator.words import listed, times


class BarredFromAttack(Table):
    """Who never attacks; left out, whoever is halved too often (`most_halvings` of combat.toml).

    `into`: only attacks on such hexes, or on hexes `next_to` such. A theatre that does not know the tags `drawn` cannot tell.
    `standing`: only units that stand in such hexes are barred.
    """

    who: Selector | None = None
    """The units that never attack; left out: those that are halved too often (`most_halvings` of combat.toml)."""
    into: Where | None = None
    """Only attacks on such hexes are barred."""
    next_to: Where | None = None
    """Only attacks on hexes next to such hexes are barred."""
    drawn: frozenset[str] = frozenset()
    """Tags that the map must know: a map without them cannot tell, and the rule is undetermined there."""
    standing: Where = ANYWHERE
    """Only units that stand in such hexes are barred."""


@check("combat.barred", BarredFromAttack, unseen="cannot excuse", acts=("attack",), units_in="")
def may_attack(act: Act, terms: BarredFromAttack) -> Iterator[Finding]:
    """Some units do not attack.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf+disrupted; attack 0804: fr.1inf
    Illegal:  French combat; 0805: fr.1cav+disrupted; 0804: au.1cav; attack 0804: fr.1cav
    """
    if not isinstance(act, Attack):
        return
    units = tuple(act.before.unit(name) for name in act.units)
    for unit in units:
        if terms.who is not None and terms.who.matches(unit) and unit.hex in act.before.network.index:
            yield from _never(act, terms, unit)
    if terms.who is None:
        shown = as_shown(act)
        found = battle(shown, [shown.unit(name) for name in act.units], act.path)
        target = listed(act.path)
        most = times(combat_table(act.before).most_halvings)
        shares = {share.unit.id: share for share in found.attack}
        for unit, broken in found.barred:
            because = say(
                "{unit} attacks {target} with {words}; whoever is halved more than {most} does not attack",
                unit,
                target,
                shares[unit.id].words,
                most,
            )
            if broken.is_open:
                because = say(
                    "{unit} attacks {target} with {words}, which may be halved too often",
                    unit,
                    target,
                    shares[unit.id].words,
                )
            yield Finding((unit.hex,), because, (unit.id,), broken.because_of((shares[unit.id].reason,)))


def _never(act: Act, terms: BarredFromAttack, unit: Unit) -> Iterator[Finding]:
    """Attacks of a unit that never attacks, or not such hexes."""
    position, name = act.before, (unit.id,)
    stands = terms.standing.fits(ground_at(position), position.network.index[unit.hex])
    if terms.into is None and terms.next_to is None:
        yield Finding((unit.hex,), say("{unit} attacks, and units like it never do", unit), name, stands)
        return
    for target in act.path:
        closed = all_of((stands, _closed(position, terms, target), drawn_on(position, terms.drawn)))
        words = say("{unit} attacks {target}, and units like it do not attack {where}", unit, target, _where(terms))
        if closed.is_open:
            words = say("{unit} attacks {target}, which may be closed to it", unit, target)
        yield Finding((unit.hex, target), words, name, closed)


def _where(terms: BarredFromAttack) -> str:
    """The hexes that are closed to the units."""
    words = [where_words(terms.into)] if terms.into is not None else []
    words += [say("next to {next_to}", where_words(terms.next_to))] if terms.next_to is not None else []
    return listed(words, "or")


def _closed(position: Position, terms: BarredFromAttack, target: str) -> Known:
    """Whether the hex is one that may not be attacked."""
    i, ground = position.network.index.get(target), ground_at(position)
    if i is None:
        return NO
    near = [int(j) for j in position.network.neighbours[i] if j >= 0]
    beside = NO if terms.next_to is None else any_of(terms.next_to.fits(ground, j) for j in near)
    return beside if terms.into is None else terms.into.fits(ground, i) | beside
