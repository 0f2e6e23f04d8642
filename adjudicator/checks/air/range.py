"""Missions beyond the range of a base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.reach import distance, in_range, is_base, reaches
from adjudicator.analysis.air.sorties import start_of
from adjudicator.analysis.air.terms import Bases, air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class InRange(Table):
    """Missions are flown within range of a base: of the one that is told, else of any."""

    kinds: frozenset[str] = frozenset()
    """Kinds of mission of air.toml; all, if left out."""
    without: frozenset[str] = frozenset()
    """Kinds of mission for which it does not hold."""
    extended: Literal["", "yes", "no"] = ""
    """Whether only missions are judged that are told as flown beyond the usual range, or only others; left out: all."""
    beyond: Selector = EVERYONE
    """With `extended = "no"`: the units that may fly beyond the usual range, so that it may have been left unsaid.
    Example: { without_kinds = ["fighter"] }."""
    bases: bool = False
    """Whether only the base that is told is judged: whether it is one at all."""


@check("air.range", InRange, unseen="may excuse nearby", acts=("fly",))
def within_range_of_a_base(act: Act, terms: InRange) -> Iterator[Finding]:
    """Whoever flies comes from a base within range.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 0115: ax.7inf;
              fly cas 0118: ax.ju87 base=0115
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 0115: ax.7inf;
              fly cas 2215: ax.ju87 base=0115
    """
    if not isinstance(act, Flight) or (terms.kinds and act.mission not in terms.kinds) or act.mission in terms.without:
        return
    if terms.extended and (act.told.get("extended") == "yes") != (terms.extended == "yes"):
        return
    table = air_table(act.before)
    base = start_of(act)
    known = act.units_before
    if terms.bases:
        if base and known:
            yield from _no_base(act, known[0], base)
        return
    kind = table.mission.get(act.mission)
    reach = kind.reach if kind is not None else "full"
    if act.told.get("extended") == "yes" and kind is not None:
        if not kind.extended and known:
            because = say("{kind} is not flown beyond the usual range", table.called(act.mission))
            yield Finding(act.path, because, act.units)
            return
        reach = kind.extended
    for unit in known:
        if base in act.before.network.index:
            far = reaches(act.before, unit, base, act.over, reach)
            away = distance(act.before, base, act.over)
            because = say(
                "{unit} flies {away} hexes from {base} to {hex}, beyond its range", unit, away, base, act.over
            )
        elif act.before.pack.figures_of(Bases) is not None:
            far = Known.open(say("the base from which {unit} flies", unit))
            because = say("{unit} flies to {hex}, and nobody saw from where", unit, act.over)
        else:
            far = in_range(act.before, unit, act.over, reach)
            because = say("{unit} flies to {hex}, and no base of its side is in range", unit, act.over)
        if not far.is_yes:
            yield Finding(act.path, because, (unit.id,), ~far & ~_unsaid(act, terms, unit))


def _unsaid(act: Flight, terms: InRange, unit: Unit) -> Known:
    """Whether a unit flew beyond its usual range and nobody said so, which only who says the opposite rules out."""
    kind, base = air_table(act.before).mission.get(act.mission), start_of(act)
    if terms.extended != "no" or "extended" in act.told or kind is None or not kind.extended:
        return NO
    if not terms.beyond.matches(unit) or base not in act.before.network.index:
        return NO
    return reaches(act.before, unit, base, act.over, kind.extended) & Known.open(
        say("whether it is flown beyond the usual range")
    )


def _no_base(act: Flight, unit: Unit, base: str) -> Iterator[Finding]:
    if base not in act.before.network.index:
        return
    found = is_base(act.before, unit.side, base)
    if not found.is_yes:
        yield Finding(
            (base,), say("{unit} flies from {base}, which is no base of its side", unit, base), act.units, ~found
        )
