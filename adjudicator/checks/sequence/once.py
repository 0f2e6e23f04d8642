"""Units that act more often in a phase than they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.history import has_acted_by_its_marks
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.act import ActKinds
from adjudicator.words import times


class OncePerPhase(Table):
    """How often (`most`) a unit may do any of these `kinds` of act in a phase.

    With `goes_on` an act of the same unit that follows before any other unit did such a thing goes on with the last.
    Who bears one of `marked` in a phase that had begun before the record has done such a thing already.
    """

    kinds: ActKinds
    """The kinds of act."""
    most: int = 1
    """How often a unit may do any of them in a phase."""
    goes_on: bool = False
    """Whether an act of the same unit that follows before any other unit did such a thing goes on with the last."""
    marked: frozenset[str] = frozenset()
    """Kinds of marker: a unit that bears one in a phase that had begun before the record has done such a thing
    already."""


@check("sequence.once", OncePerPhase, unseen="cannot excuse", acts_in=("kinds",))
def acts_once(record: PhaseRecord, terms: OncePerPhase) -> Iterator[Breach]:
    """A unit does a thing so many times in a phase and no more.

    Legal:    French movement; 0805: fr.1inf; 0806: fr.2inf; fr.1inf 0805-0804; fr.2inf 0806-0805
    Illegal:  French movement; 0805: fr.1inf; 0806: fr.2inf; fr.1inf 0805-0804; fr.2inf 0806-0805; fr.1inf 0804-0803
    """
    done: dict[str, list[Act]] = {}
    last: tuple[str, ...] = ()
    for act in record.called(terms.kinds):
        for name in act.units if not (terms.goes_on and act.units == last) else ():
            done.setdefault(name, []).append(act)
        last = act.units
    for name, acts in done.items():
        unit = record.end.units.get(name) or record.start.units.get(name)
        if unit is None:
            continue
        if marks := has_acted_by_its_marks(record, name, terms.marked):
            where = (acts[0].path[-1],) if acts[0].path else ()
            yield Breach(
                where,
                say(
                    "{unit} acts, and lies as one that has acted already ({marks}); it may act {most} in a phase",
                    unit,
                    marks,
                    times(terms.most),
                ),
                (name,),
            )
        if len(acts) <= terms.most:
            continue
        ways = strung(("-".join(act.path) for act in acts), say(", then "))
        yield Breach(
            at=(acts[-1].path[-1],) if acts[-1].path else (),
            units=(name,),
            because=say(
                "{unit} acts {count} times in one phase ({ways}), and may act {most}",
                unit,
                len(acts),
                ways,
                times(terms.most),
            ),
        )
