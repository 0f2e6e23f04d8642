"""Acts in a phase that has no place for them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import deed, listed, plain


class PhaseFor(Table):
    """Which acts are done in which phases only."""

    kinds: ActKinds
    """Kinds of act; ["attack"]."""
    phases: frozenset[PhaseName]
    """The phases in which they may be done, by id, kind or tag; ["combat"]."""


@check("sequence.closed", PhaseFor, unseen="cannot excuse", acts_in=("kinds",))
def right_phase(act: Act, terms: PhaseFor) -> Iterator[Finding]:
    """Each kind of act has its phases.

    Legal:    French movement; 0805: fr.1inf; fr.1inf 0805-0804
    Illegal:  French supply; 0805: fr.1inf; fr.1inf 0805-0804
    """
    phase = act.moment.phase
    if not terms.kinds.fit(act) or phase is None or phase.names & terms.phases:
        return
    units = tuple(name for name in act.units if name in act.before.units)
    if units:
        who = listed(str(act.before.units[name]) for name in units)
        because = say(
            "{who} {does} in the {name}; that is done only in: {phases}",
            who,
            deed(act.kind, len(units)),
            phase.name,
            listed(plain(terms.phases)),
        )
        yield Finding(at=act.path, units=units, because=because)
