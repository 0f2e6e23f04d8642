"""What a side does in the player turn in which its government leaves."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Lifted, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import deed, listed

SIDE = "soviet"
"""The side."""
CONDITION = "stalin"
"""The condition that tells where the marker is."""


class Leaving(Table):
    """Acts that a side does not do in the player turn in which a marker leaves its place."""

    kinds: ActKinds
    """The acts. Example: `kinds = ["attack"]`"""
    raiders: frozenset[MarkerKind] = frozenset()
    """Kinds of marker of the side that attack by being taken off. Example: `raiders = ["detachment"]`"""
    leaders: frozenset[MarkerKind]
    """The kinds of marker whose move is the leaving. Example: `leaders = ["leader"]`"""
    stays: frozenset[str] = frozenset()
    """Its values that tell of no leaving. Example: `stays = ["paris"]`"""


@check("sequence.none_after_leaving", Leaving, unseen="cannot excuse", acts_in=("kinds",))
def nothing_after_leaving(record: PhaseRecord, terms: Leaving) -> Iterator[Breach]:
    """In the player turn in which a government leaves, its side does not fight.

    Under: thunder_in_the_east
    Legal:    turn 9, Soviet Ground Battles Step; weather clear; season summer; 1817: sov.20a; 1717: ax.7inf; 3113: +stalin;
              attack 1717: sov.20a
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1817: sov.20a; 1717: ax.7inf;
              3113: +stalin; value rail_used.soviet 0; rail +stalin 3113>4018; value rail_used.soviet 2;
              turn 9, Soviet Ground Battles Step; attack 1717: sov.20a
    """
    left = any(_leaves(act, terms) for phase in (*record.earlier, record) for act in phase.acts)
    for act in record.acts:
        fighting = tuple(_fighting(act, terms))
        if not fighting or act.moment.phasing not in ("", SIDE):
            continue
        told = act.moment.condition(CONDITION)
        if left or (told is not None and told not in terms.stays):
            who, does = listed(fighting), deed(act.kind, len(fighting))
            because = say("{who} {does} in the turn in which its government leaves", who, does)
            yield Breach(act.path[-1:], because, act.units)


def _fighting(act: Act, terms: Leaving) -> Iterator[str]:
    """The names of those of the side who fight by an act; nobody where it is no fight."""
    units = [unit for name in act.units if (unit := act.before.units.get(name)) is not None]
    if terms.kinds.fit(act) and any(unit.side == SIDE for unit in units):
        yield from map(str, units)
    for name in act.markers if isinstance(act, Lifted) else ():
        marker = act.before.markers.get(name)
        if marker is not None and marker.type.kind in terms.raiders and "result" in act.told:
            yield marker.type.name or name


def _leaves(act: Act, terms: Leaving) -> bool:
    """Whether a marker of the side's government moves."""
    if not isinstance(act, Travel):
        return False
    moved = (act.before.markers.get(name) for name in act.markers)
    return any(marker is not None and marker.type.kind in terms.leaders for marker in moved)
