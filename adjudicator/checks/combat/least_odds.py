"""Attacks at odds the game does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.combat.odds import battle_of
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.words import amount


class LeastOdds(Table):
    """Attacker's strength as a share of the defender's below which nobody may attack."""

    least: Fraction = Fraction(1, 2)
    """The least strength of the attackers, as a share of the defenders'."""


@check("combat.least_odds", LeastOdds, acts=("attack",))
def odds_allowed(act: Act, terms: LeastOdds) -> Iterator[Finding]:
    """An attack needs a least strength.

    Legal:    French combat; 0805: fr.1inf, fr.2inf; 0804: au.1inf; attack 0804: fr.1inf, fr.2inf
    Illegal:  French combat; 0805: fr.1cav/2; 0804: au.1inf; attack 0804: fr.1cav/2
    """
    if not isinstance(act, Attack):
        return
    found = battle_of(act)
    attack, defense = found.totals
    broken = ~attack.at_least(defense.times(terms.least))
    because = say("{words}; the attack must be at least {least} of the defense", found.words, amount(terms.least))
    yield Finding(act.path, because, act.units, broken.because_of(found.reasons))
