"""Acts by the side whose phase it is not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import deed


class OwnPhase(Table):
    """Which acts belong to the phasing side alone."""

    kinds: ActKinds
    """Kinds of act; ["move", "attack"]."""


@check("sequence.wrong_side", OwnPhase, unseen="cannot excuse", acts_in=("kinds",))
def own_phase_only(act: Act, terms: OwnPhase) -> Iterator[Finding]:
    """A side acts in its own phase only.

    Legal:    French movement; 0805: fr.1inf; fr.1inf 0805-0804
    Illegal:  French movement; 0805: fr.1inf; 1304: au.1inf; au.1inf 1304-1404
    """
    phasing = act.moment.phasing
    if not terms.kinds.fit(act) or not phasing:
        return
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is not None and unit.side != phasing:
            phase = act.moment.phase.name if act.moment.phase else ""
            yield Finding(
                at=act.path,
                units=(name,),
                because=say(
                    "{unit} {does} in the {phase}, which is not a phase of its side", unit, deed(act.kind), phase
                ),
            )
