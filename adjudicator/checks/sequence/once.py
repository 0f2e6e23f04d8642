"""Units that act more often in a phase than they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.act import ActKinds
from adjudicator.words import times


class OncePerPhase(Table):
    """A unit does any of these `kinds` of act once in a phase."""

    kinds: ActKinds
    """The kinds of act."""


@check("sequence.once", OncePerPhase, unseen="cannot excuse", acts_in=("kinds",))
def acts_once(record: PhaseRecord, terms: OncePerPhase) -> Iterator[Finding]:
    """A unit does a thing once in a phase and no more.

    Legal:    French movement; 0805: fr.1inf; 0806: fr.2inf; fr.1inf 0805-0804; fr.2inf 0806-0805
    Illegal:  French movement; 0805: fr.1inf; 0806: fr.2inf; fr.1inf 0805-0804; fr.2inf 0806-0805; fr.1inf 0804-0803
    """
    done: dict[str, list[Act]] = {}
    for act in record.called(terms.kinds):
        for name in act.units:
            done.setdefault(name, []).append(act)
    for name, acts in done.items():
        yield from too_often(record, name, acts)


def too_often(record: PhaseRecord, name: str, acts: list[Act]) -> Iterator[Finding]:
    """A breach where a unit acts more than once in a phase."""
    unit = record.end.units.get(name) or record.start.units.get(name)
    if unit is None or len(acts) < 2:
        return
    ways = strung(("-".join(act.path) for act in acts), say(", then "))
    yield Finding(
        at=(acts[-1].path[-1],) if acts[-1].path else (),
        units=(name,),
        because=say(
            "{unit} acts {count} times in one phase ({ways}), and may act {most}", unit, len(acts), ways, times(1)
        ),
    )
