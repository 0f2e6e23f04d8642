"""Units that do two things in a phase of which they may do only one."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import marker_unit
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.act import ActFilter, ActKinds
from adjudicator.words import deed


class EitherOr(ActFilter):
    """A unit, or a marker, that does an act of `kinds` in a phase does none of `others` in it, before or after, nor a second one.

    With `phases` (by id, kind or tag) these phases of a player's turn count as one; with `twice` a second one of the same kind
    is no matter.
    """

    kinds: ActKinds
    """The kinds of act that exclude the others."""
    others: ActKinds
    """Kinds of act that the unit does not do besides, before or after."""
    phases: frozenset[PhaseName] = frozenset()
    """Phases by id, kind or tag that count as one in a player's turn."""
    twice: bool = False
    """Whether a second act of the same kind is allowed."""


@check("sequence.exclusive", EitherOr, unseen="cannot excuse", acts_in=("kinds", "others"), whole_turn=True)
def one_or_the_other(record: PhaseRecord, terms: EitherOr) -> Iterator[Finding]:
    """A unit that travels by rail does not march in the same phase.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf; 0805: fr.2inf; rail fr.1inf 0106-0206;
              fr.2inf 0805-0806
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1inf; rail fr.1inf 0106-0206; fr.1inf 0206-0306
    """
    done: dict[str, list[str]] = {}
    acting = {name for act in record.acts for name in (*act.units, *act.markers)}
    whole = record.with_earlier(terms.phases) if terms.phases else record
    for act in whole.called(terms.kinds | terms.others):
        for name in (*act.units, *act.markers):
            done.setdefault(name, []).append(act.kind)
    for name, kinds in done.items():
        unit = _who(record.start, name) or _who(record.end, name)
        if (
            unit is None
            or name not in acting
            or len(kinds) < 2
            or not set(kinds) & terms.kinds
            or not terms.who.matches(unit)
        ):
            continue
        if terms.twice and (len(set(kinds)) == 1 or not set(kinds) & terms.others):
            continue
        at = (unit.hex,) if unit.hex else ()
        yield Finding(
            at,
            (
                say(
                    "{unit} {kinds} in one turn: one excludes the other", unit, strung(map(deed, kinds), say(", then "))
                )
                if terms.phases
                else say(
                    "{unit} {kinds} in one phase: one excludes the other",
                    unit,
                    strung(map(deed, kinds), say(", then ")),
                )
            ),
            (name,) if name not in record.end.markers else (),
        )


def _who(position: Position, name: str) -> Unit | None:
    """A unit, or a marker taken as one; None if it is not there."""
    marker = position.markers.get(name)
    return marker_unit(marker) if marker is not None else position.units.get(name)
