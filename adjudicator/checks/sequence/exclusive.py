"""Units that do two things in a phase of which they may do only one."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.position import PhaseRecord
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector


class EitherOr(Table):
    """A unit that does an act of `kinds` in a phase does none of `others` in it, before or after, nor a second one."""

    kinds: frozenset[str]
    others: frozenset[str]
    who: Selector = EVERYONE


@check("sequence.exclusive", EitherOr, unseen="cannot excuse")
def one_or_the_other(record: PhaseRecord, terms: EitherOr) -> Iterator[Breach]:
    """A unit that travels by rail does not march in the same phase.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf; 0805: fr.2inf; rail fr.1inf 0106-0206;
              fr.2inf 0805-0806
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1inf; rail fr.1inf 0106-0206; fr.1inf 0206-0306
    """
    done: dict[str, list[str]] = {}
    for act in record.of(*terms.kinds, *terms.others):
        for name in act.units:
            done.setdefault(name, []).append(act.kind)
    for name, kinds in done.items():
        unit = record.start.units.get(name) or record.end.units.get(name)
        if unit is None or len(kinds) < 2 or not set(kinds) & terms.kinds or not terms.who.matches(unit):
            continue
        at = (unit.hex,) if unit.hex else ()
        yield Breach(at, f"{unit}: {', then '.join(kinds)} in one phase", (name,))
