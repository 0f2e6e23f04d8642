"""Hexes attacked, and units that attack, more than once in a phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.combat.battles import told_again
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import times


class AttacksPerPhase(Table):
    """How often a unit attacks, and a hex is attacked, in one phase (0 = no limit)."""

    by_unit: int = 1
    """How often a unit may attack in a phase; 0: no limit."""
    who: Selector = EVERYONE
    """The units that may attack no oftener than that; of others another article says it."""
    on_hex: int = 1
    """How often a hex may be attacked in a phase; 0: no limit."""


@check("combat.once", AttacksPerPhase, unseen="cannot excuse", acts=("attack",))
def attacks_once(record: PhaseRecord, terms: AttacksPerPhase) -> Iterator[Finding]:
    """A unit attacks once in a phase, and a hex is attacked once.

    Legal:    French combat; 0805: fr.1inf, fr.2inf; 0804: au.1inf; attack 0804: fr.1inf, fr.2inf
    Illegal:  French combat; 0805: fr.1inf; 0804: au.1inf; 0904: au.2inf; attack 0804: fr.1inf; attack 0904: fr.1inf
    Illegal:  French combat; 0805: fr.1inf, fr.2inf; 0804: au.1inf; attack 0804: fr.1inf; attack 0804: fr.2inf
    """
    attacks = [act for act in record.of(Attack) if not isinstance(act, Declaration)]
    by_unit = Counter(name for act in attacks for name in act.units)
    on_hex = Counter(number for act in attacks for number in act.path)
    twice_told = Counter(each for act in told_again(record) for each in (*act.units, *act.path))
    for name, count in by_unit.items():
        if terms.by_unit and count > terms.by_unit:
            unit = record.start.units.get(name) or record.end.units[name]
            if not terms.who.matches(unit):
                continue
            yield Finding(
                (unit.hex,),
                say(
                    "{unit} attacks {count} times in one phase, and may only {by_unit}",
                    unit,
                    count,
                    times(terms.by_unit),
                ),
                (name,),
                _surely(count - twice_told[name] > terms.by_unit),
            )
    for number, count in on_hex.items():
        if terms.on_hex and count > terms.on_hex:
            yield Finding(
                (number,),
                say(
                    "{hex} is attacked {count} times in one phase, and may be only {on_hex}",
                    number,
                    count,
                    times(terms.on_hex),
                ),
                broken=_surely(count - twice_told[number] > terms.on_hex),
            )


def _surely(more: bool) -> Known:
    """Whether it was more than told again: with another die, or put right."""
    return YES if more else Known.open(say("whether an attack was made again or told again"))
