"""Missions against what is no target for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import CARGO, SUPPLY, silent_over
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO, Known, any_of, unless_missing
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Target(Table):
    """What missions of some kinds are flown against: one of what is named here."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["logistics"]`"""
    who: Selector = EVERYONE
    """The units for whose missions it holds."""
    what: frozenset[Literal["unit", "resting", "enemy base", "no own base"]] = frozenset()
    """An enemy unit, told as `target`, or any in the hex if none is told; an enemy unit that flies and rests there; a hex from
    which the enemy flies; or any from which the own side does not. Example: `what = ["unit"]`"""
    places: tuple[Situation, ...] = ()
    """A hex like one of these, as the side that flies sees it."""
    markers: frozenset[MarkerKind] = frozenset()
    """An enemy marker of one of these kinds. Example: `markers = ["strategic_hq_attack"]`"""
    why: Prose = ""
    """What the target must be, as the finding says it."""


@check("air.target", Target, unseen="may excuse", acts=("fly",))
def flown_against_a_target(act: Act, terms: Target) -> Iterator[Finding]:
    """A mission is flown against what it can hit.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2215: sov.30rc;
              fly interdiction 2215: ax.ju87 target=sov.30rc
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2216: sov.30rc;
              fly interdiction 2215: ax.ju87 target=sov.30rc
    """
    if not isinstance(act, Flight) or act.mission not in terms.kinds:
        return
    units = [unit for name in act.units if (unit := act.after.units.get(name)) and terms.who.matches(unit)]
    side = units[0].side if units else ""
    fits = _is_target(act.before, side, act, terms)
    if units and act.mission in act.before.pack.flights.drop and CARGO not in act.told:
        fits |= unless_missing("" if SUPPLY in act.told else say("what {unit} carries", units[0]))
    if side and not fits.is_yes:
        kind = air_table(act.before).called(act.mission)
        yield Finding(
            act.path, say("{kind} is flown against {hex}: {why}", kind, act.over, terms.why), act.units, ~fits
        )


def _is_target(position: Position, side: str, act: Flight, terms: Target) -> Known:
    enemies = position.pack.enemies(side)
    answers = [NO]
    if "unit" in terms.what:
        named = act.told.get("target", "")
        here = (each.id for each in position.at(act.over) if each.side in enemies)
        answers.append(Known.of(named in here if named else any(here)))
    if "resting" in terms.what:
        answers.append(Known.of(any(each.side in enemies for each in silent_over(position, act.over))))
    if "enemy base" in terms.what:
        answers += [is_base(position, enemy, act.over) for enemy in enemies]
    if "no own base" in terms.what:
        answers.append(~is_base(position, side, act.over))
    if terms.places:
        answers.append(fits_any(position, side, act.over, terms.places))
    if terms.markers:
        lies = (each for each in position.markers_at(act.over) if each.type.kind in terms.markers)
        answers.append(Known.of(any(each.type.side in enemies for each in lies)))
    return any_of(answers)
