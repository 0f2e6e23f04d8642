"""Support from the air in a battle: how many dice are rolled, and what their faces give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.sorties import hidden_over, silent_over
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted

DICE, SHIFT = "dice", "dice_shift"
"""The values of an attack that tell the faces rolled (`dice=arrows,heavy`), and the columns that they gave, the defender's
below nothing."""
OTHER_HELP = ("naval", "card")
"""Values of an attack that tell of other support."""


class Face(Table):
    """A face of the die: it counts whole, or half if what it needs is not there."""

    needs: Literal["", "heavy", "red", "whole"] = ""
    """What it needs to count whole: a heavy ground unit, an aircraft with red strikes, or one that is not damaged."""
    blank: Where | None = None
    """The hexes in which it counts nothing."""
    counts: bool = True
    """Whether it counts anything."""


class Support(Table):
    """Aircraft over a battle give dice to the side that has more strike strength there."""

    kinds: frozenset[str]
    """The kinds of mission of air.toml. Example: `kinds = ["cas"]`"""
    faces: Mapping[str, Face]
    """The faces of the die by the word for them. Example: `faces = { arrows = {} }`"""
    most: int
    """How many dice are rolled at most. Example: `most = 3`"""
    units: Mapping[str, Selector]
    """By need the units that meet it: heavy ground units, red strikes. Example: `units = { red = { tags = ["red"] } }`"""
    alone: Selector | None = None
    """Units that have no support if they fight alone."""
    besides: tuple[When, ...] = ()
    """When a side may have one more strike in a battle than flies there, as it sees it."""


@check("air.support", Support, unseen="may excuse", acts=("attack",))
def rolled_and_read_aright(act: Act, terms: Support) -> Iterator[Breach]:
    """The dice of support are as many as the strength over the battle gives.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2115: ax.24pz;
              2215: sov.30rc; fly cas 2215: ax.ju87; turn 9, Axis Ground Battles Step;
              attack 2215: ax.24pz dice=arrows,red dice_shift=2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2115: ax.24pz;
              2215: sov.30rc; fly cas 2215: ax.ju87; turn 9, Axis Ground Battles Step;
              attack 2215: ax.24pz dice=arrows,arrows,red dice_shift=3
    """
    if not isinstance(act, Attack) or not act.path:
        return
    position, number = act.before, act.path[0]
    attackers = [position.units[name] for name in act.units if name in position.units]
    sides = {unit.side for unit in attackers}
    if len(sides) != 1:
        return
    side = sides.pop()
    ours = _flying(position, terms, number, side, own=True)
    theirs = _flying(position, terms, number, side, own=False)
    if terms.alone is not None and ours and all(terms.alone.matches(unit) for unit in attackers):
        because = say("{unit} supports a battle in {hex} of units that have no such support", ours[0], number)
        yield Breach((number,), because, (ours[0].id,))
    if DICE not in act.told:
        return
    faces = [each for each in re.split(r"[, ]+", act.told[DICE].strip().lower()) if each and each != "none"]
    gain = _strength(act, terms, ours, number).minus(_strength(act, terms, theirs, number))
    gain = gain.plus(_more(act)) if any(each in act.told for each in OTHER_HELP) else gain
    if any(when.holds(position, side).possible for when in terms.besides):
        gain = gain.plus(Interval(Fraction(0), Fraction(1), frozenset({say("what else supports the battle")})))
    found = [*_number(act, terms, faces, gain, number), *_columns(act, terms, faces, gain, number)]
    yield from found
    if not found and (hidden := hidden_over(position, number)):
        dice = counted(len(faces), "die")
        because = say("{dice} of support are rolled in {hex}, and nobody can tell all that flies there", dice, number)
        yield Breach((number,), because, act.units, Known.open(hidden))


def _flying(position: Position, terms: Support, number: str, side: str, *, own: bool) -> list[Unit]:
    """The aircraft of one side that support a battle and are still there, or may be."""
    index, found = position.network.index, []
    for name, sortie in sorted(position.memory.flown.items()):
        unit = position.units.get(name)
        if unit is None or sortie.hex != number or sortie.mission not in terms.kinds or (unit.side == side) != own:
            continue
        home = unit.location not in index and unit.location != sortie.box
        found += [] if home else [unit]
    return found


def _strength(act: Act, terms: Support, units: list[Unit], number: str) -> Interval:
    """The strike strength of one side's aircraft; what was not dragged onto the map may have gone home."""
    total = ZERO
    for unit in units:
        own = strength_of(unit, "strike")
        if unit.location != number:
            own = own.either(ZERO, say("whether {unit} is still over {hex}", unit, number))
        total = total.plus(own)
    return total


def _more(act: Attack) -> Interval:
    """What ships, cards and HQs may add to either side."""
    return Interval(Fraction(-9), Fraction(9), frozenset({say("what else supports the battle")}))


def _unknown(act: Attack, terms: Support, number: str) -> Known:
    """Whether every mission over the battle is known."""
    silent = silent_over(act.before, number)
    return Known.open(say("the mission of {unit}", silent[0])) if silent else YES


def _unread(act: Attack, number: str) -> Excuse:
    """The counters over the battle, or off the map, that nobody can read."""
    return Excuse(
        frozenset((number, *(each.location for each in act.before.unidentified if not (each.hex or each.held))))
    )


def _number(act: Attack, terms: Support, faces: list[str], gain: Interval, number: str) -> Iterator[Breach]:
    strange = [each for each in faces if each not in terms.faces]
    if strange:
        because = say("{face} is no face of the die: {faces}", strange[0], ", ".join(terms.faces))
        yield Breach((number,), because, act.units, Known.open(say("the faces of the dice")))
        return
    dice = Interval.of(len(faces))
    ends = sorted((abs(Fraction(gain.low)), abs(Fraction(gain.high))))
    low = Fraction(0) if gain.low <= 0 <= gain.high else ends[0]
    due = Interval(low, ends[1], gain.missing).smaller(Interval.of(terms.most))
    right = dice.at_least(due) & dice.at_most(due)
    if not right.is_yes:
        because = say(
            "{dice} of support are rolled in {hex}, and the difference of strength gives {due}",
            counted(len(faces), "die"),
            number,
            due,
        )
        yield Breach((number,), because, act.units, ~right & _unknown(act, terms, number), excuse=_unread(act, number))


def _columns(act: Attack, terms: Support, faces: list[str], gain: Interval, number: str) -> Iterator[Breach]:
    told = act.told.get(SHIFT, "")
    if (
        not re.fullmatch(r"[-+]?\d", told)
        or any(each not in terms.faces for each in faces)
        or gain.low * gain.high <= 0
    ):
        return
    attacks = gain.high > 0
    units = _flying(act.before, terms, number, act.before.units[act.units[0]].side, own=attacks)
    full, part = ZERO, ZERO
    for name in faces:
        face = terms.faces[name]
        index = act.before.network.index[number]
        blank = face.blank.fits(standing(act.before), index) if face.blank is not None else NO
        counts = ~blank & Known.of(face.counts)
        whole = _there(act, terms, face.needs, units, number, attacks=attacks)
        full = full.plus(Interval.one_if(counts & whole))
        part = part.plus(Interval.one_if(counts & ~whole))
    pairs = Interval(Fraction(part.low // 2), Fraction(part.high // 2), part.missing)
    due, found = full.plus(pairs), int(told)
    given = Interval.of(found if attacks else -found)
    right = given.at_least(due) & given.at_most(due)
    if not right.is_yes:
        because = say("the dice of support in {hex} give {due} columns, not {told}", number, due, told)
        yield Breach((number,), because, act.units, ~right & _unknown(act, terms, number), excuse=_unread(act, number))


def _there(act: Attack, terms: Support, needs: str, units: list[Unit], number: str, *, attacks: bool) -> Known:
    """Whether what a face needs is there, on the side that has the dice."""
    if not needs:
        return YES
    position = act.before
    if needs == "heavy":
        side = position.units[act.units[0]].side
        fighters = (
            [position.units[name] for name in act.units]
            if attacks
            else [unit for unit in position.at(number) if unit.side != side]
        )
        return Known.of(any(terms.units[needs].matches(unit) for unit in fighters if not unit.type.flies))
    if needs == "red":
        able = [unit for unit in units if terms.units[needs].matches(unit)]
    else:
        ready = air_table(position).level[0].faces
        able = [unit for unit in units if unit.face + 1 in ready]
    stays = (
        YES if unit.location == number else Known.open(say("whether {unit} is still over {hex}", unit, number))
        for unit in able
    )
    return any_of(stays)
