"""Attacks by those who may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Attack
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.terms.words import where_words
from adjudicator.words import either, times


class BarredFromAttack(Table):
    """Who never attacks (nobody if empty); with `halved` whoever is halved too often (combat.toml: most_halvings) too.

    `into`: only attacks on such hexes, or on hexes `next_to` such. A theatre that does not know the tags `drawn` cannot tell.
    `standing`: only units that stand in such hexes are barred.
    """

    who: Selector | None = None
    """The units that never attack; left out: nobody."""
    halved: bool = True
    """Whether units that are halved too often (`most_halvings` of combat.toml) do not attack either."""
    into: Where | None = None
    """Only attacks on such hexes are barred."""
    next_to: Where | None = None
    """Only attacks on hexes next to such hexes are barred."""
    drawn: frozenset[str] = frozenset()
    """Tags that the map must know: a map without them cannot tell, and the rule is undetermined there."""
    standing: Where = ANYWHERE
    """Only units that stand in such hexes are barred."""


@check("combat.barred", BarredFromAttack, unseen="cannot excuse", acts=("attack",), units_in="")
def may_attack(act: Act, terms: BarredFromAttack) -> Iterator[Breach]:
    """Some units do not attack.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf+disrupted; attack 0804: fr.1inf
    Illegal:  French combat; 0805: fr.1cav+disrupted; 0804: au.1cav; attack 0804: fr.1cav
    """
    if not isinstance(act, Attack):
        return
    units = tuple(act.before.unit(name) for name in act.units)
    for unit in units:
        i = act.before.network.index.get(unit.hex, -1)
        if (
            terms.who is None
            or not terms.who.matches(unit)
            or i < 0
            or not terms.standing.fits(standing(act.before), i).is_yes
        ):
            continue
        if terms.into is None and terms.next_to is None:
            yield Breach((unit.hex,), f"{unit} attacks, and units like it never do", (unit.id,))
        for target in act.path:
            if not _closed(act, terms, target):
                continue
            undrawn = _undrawn(act, terms)
            words = (
                "{} attacks {}, which may be closed to it"
                if undrawn
                else f"{{}} attacks {{}}, and units like it do not attack {_where(terms)}"
            )
            broken = Known.open(f"the theatre's tag {undrawn}") if undrawn else YES
            yield Breach((unit.hex, target), words.format(unit, target), (unit.id,), broken)
    for target in act.path if terms.halved else ():
        found = battle(act.before, units, target)
        most = times(combat_table(act.before).most_halvings)
        shares = {share.unit.id: share for share in found.attack}
        for unit, broken in found.barred:
            because = f"{unit} attacks {target} with {shares[unit.id].words}; whoever is halved more than {most} does not attack"
            if broken.is_open:
                because = f"{unit} attacks {target} with {shares[unit.id].words}, which may be halved too often"
            yield Breach((unit.hex,), because, (unit.id,), broken.because_of((shares[unit.id].reason,)))


def _where(terms: BarredFromAttack) -> str:
    """The hexes that are closed to the units."""
    words = [where_words(terms.into)] if terms.into is not None else []
    words += [f"next to {where_words(terms.next_to)}"] if terms.next_to is not None else []
    return either(words)


def _undrawn(act: Act, terms: BarredFromAttack) -> str:
    header = act.before.network.theatre.header
    return ", ".join(sorted(terms.drawn - frozenset(header.tags if header is not None else ())))


def _closed(act: Act, terms: BarredFromAttack, target: str) -> bool:
    """Whether the hex is one that may not be attacked."""
    position, network = act.before, act.before.network
    i = network.index.get(target)
    if i is None:
        return False
    if terms.into is not None and terms.into.fits(standing(position), i).is_yes:
        return True
    near = terms.next_to
    return near is not None and any(
        near.fits(standing(position), int(j)).is_yes for j in network.neighbours[i] if j >= 0
    )
