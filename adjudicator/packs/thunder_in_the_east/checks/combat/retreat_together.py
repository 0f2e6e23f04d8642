"""Stacks that part as they retreat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act, Attack, Overrun, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed


@check("combat.retreat_together", NoTerms, unseen="cannot excuse", acts=("retreat",))
def stays_stacked(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """The units that retreat out of one battle hex go together.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2, sov.61rc/2;
              attack 1817: ax.24pz result=DR; retreat sov.63rc, sov.61rc 1817-1918-2018
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2, sov.61rc/2;
              attack 1817: ax.24pz result=DR; retreat sov.63rc 1817-1918-2018; retreat sov.61rc 1817-1917-2017
    """
    for origin, acts in _withdrawals(record.acts):
        first, *others = acts
        for act in others:
            if parted := _parted(first, act):
                names = (*first.units, *act.units)
                yield Breach(
                    (origin, first.path[-1], act.path[-1]), say("out of {origin} {parted}", origin, parted), names
                )


def _withdrawals(acts: Iterable[Act]) -> Iterator[tuple[str, list[Retreat]]]:
    """The retreats out of each hex, parted by the fights after which they were made."""
    found: dict[str, list[Retreat]] = {}
    for act in acts:
        if isinstance(act, Attack | Overrun):
            yield from found.items()
            found = {}
        elif isinstance(act, Retreat) and len(act.path) > 1:
            found.setdefault(act.path[0], []).append(act)
    yield from found.items()


def _parted(one: Retreat, other: Retreat) -> str:
    """How two retreats out of one hex differ, "" if they do not."""
    whole = one.exact and other.exact
    if one.path == other.path or (not whole and one.path[-1] == other.path[-1]):
        return ""
    return say("{one} and {other}: a stack stays together as it retreats", _went(one, whole), _went(other, whole))


def _went(act: Retreat, whole: bool) -> str:
    names = listed(str(act.before.unit(name)) for name in act.units)
    return (
        say("{names} went {path}", names, "-".join(act.path[1:]))
        if whole
        else say("{names} went to {end}", names, act.path[-1])
    )
