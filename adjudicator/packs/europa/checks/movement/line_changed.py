"""Movement over hexes whose line was changed in the same phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import moved_paths, went_clear
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid, Lifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import deed, listed


class LineChanged(Table):
    """Acts of `kinds` use no hex in which a marker of the kinds `markers` was laid or lifted in the phase."""

    kinds: ActKinds
    """The kinds of act that use no such hex."""
    markers: frozenset[MarkerKind]
    """Kinds of marker: the hexes are those in which one was laid or lifted in the phase."""


@check("movement.line_changed", LineChanged, acts_in=("kinds",))
def not_over_changed_lines(record: PhaseRecord, terms: LineChanged) -> Iterator[Breach]:
    """No train runs where the line was changed in the same phase.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; 1B/2722: +regauged;
              rail ge.1inf 1B/2724-1B/2723-1B/2722
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; lay +regauged 1B/2722;
              rail ge.1inf 1B/2724-1B/2723-1B/2722
    """
    changed = {
        number
        for act in record.of(Laid, Lifted)
        for name in act.markers
        for marker in (act.after.markers.get(name) or act.before.markers.get(name),)
        if marker is not None and marker.type.kind in terms.markers
        for number in act.path[-1:]
    }
    for act in record.called(terms.kinds) if changed else ():
        for path in moved_paths(act):
            used = [number for number in path.hexes if number in changed]
            elsewhere = went_clear(act, path, lambda number: Known.of(number in changed)) if used else NO
            if used and not elsewhere.is_yes:
                unit = act.before.unit(path.unit)
                because = say(
                    "{unit} {does} through {used}, whose line was changed in this very phase",
                    unit,
                    deed(act.kind),
                    listed(used),
                )
                yield Breach(tuple(used), because, (path.unit,), ~elsewhere, traces=(path.trace,))
