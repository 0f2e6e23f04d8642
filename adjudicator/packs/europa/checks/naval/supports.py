"""Ships that support more than one defense in a phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.ranged import lenders
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class Supports(Table):
    """Who lends strength to a defense does so once in a phase."""

    who: Selector
    """The units. Example: `who = { any_tags = ["ship"] }`"""


@check("naval.supports", Supports, unseen="cannot excuse", acts=("attack",))
def supports_one_defense(record: PhaseRecord, terms: Supports) -> Iterator[Breach]:
    """A ship's guns help one hex in a phase.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Combat Phase; weather clear; 2A/0410: so.10rif; 2A/0510: ge.1inf; 2A/0310: so.bb1;
              attack 2A/0410: ge.1inf support=so.bb1
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/0410: so.10rif; 2A/0409: so.23rif; 2A/0510: ge.1inf;
              2A/0509: ge.11inf; 2A/0310: so.bb1; attack 2A/0410: ge.1inf support=so.bb1;
              attack 2A/0409: ge.11inf support=so.bb1
    """
    helped: dict[str, list[str]] = {}
    for act in (act for act in record.of(Attack) if not isinstance(act, Declaration)):
        for unit in lenders(act):
            if terms.who.matches(unit):
                helped.setdefault(unit.id, []).append(act.path[0])
    for name, hexes in sorted(helped.items()):
        if len(hexes) > 1:
            unit = record.start.units[name]
            yield Breach(
                tuple(hexes),
                say("{unit} supports the defense of {hexes}, and may of one", unit, listed(hexes)),
                (name,),
            )
