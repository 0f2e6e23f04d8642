"""Units that leave the map for a box where such units do not go."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.organization import homes_of, organization_table, reorganized
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.words import word


@check("units.eliminated", NoTerms, acts=("transfer", "remove"))
def goes_home(record: PhaseRecord, _terms: NoTerms) -> Iterator[Finding]:
    """A lost unit goes into a box that the game has for such units.

    Legal:    turn 2, French combat; 0405: fr.1inf; fr.1inf 0405>[lost]
    Illegal:  turn 2, French combat; 0405: fr.1inf; fr.1inf 0405>[reserve]
    """
    boxes = organization_table(record.start).boxes
    for hex_ in reorganized(record):
        for each in hex_.left:
            right = homes_of(record.start, each.unit)
            if each.comes or not each.box or each.box in boxes or not right or each.box in right:
                continue
            wanted = strung(map(word, sorted(right)), say(" or "))
            because = say(
                "{unit} leaves the map for the {box} box, and belongs in: {wanted}", each.unit, word(each.box), wanted
            )
            yield Finding((hex_.hex,), because, (each.unit.id,))
