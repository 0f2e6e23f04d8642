"""Support from the air in a battle: the strength over it, the dice that it gives and the columns of their faces.

The die is that of rule 18.3.1 (support dice of the CAS table); where a face counts nothing is [[support]] of combat.toml.
"""

from __future__ import annotations

import re
from fractions import Fraction

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.sorties import hidden_over, silent_over, still_over
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.beneath import as_shown, is_one_of
from adjudicator.analysis.combat.support_terms import Blank
from adjudicator.analysis.ground import ground_at
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Attack
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector

HEAVY = Selector(tags=frozenset({"heavy"}))
DICE, SHIFT = "dice", "dice_shift"
"""The values of an attack that tell the faces rolled (`dice=arrows,heavy`), and the columns that they gave, the defender's
below nothing."""
FACES = ("arrows", "heavy", "red", "plane", "blank")
"""18.3.1: arrows count whole, the next three if a heavy ground unit, a red strike or an aircraft without damage is there,
else as half a column; a blank counts nothing."""
MOST_DICE = 3
MISSIONS = frozenset({"cas", "defensive_cas"})
UNSUPPORTED = "partisan"
"""107.3: such units have no support if they fight alone."""
FLEET = "fleet"
"""106.5.2: ships support units in their hex."""
EXTRA_STRIKES = tuple(When(options=frozenset({each}), phasing="own") for each in ("sneak_attack", "major_offensive"))
"""A side may have one more strike in a battle than flies there."""
Blanks = tuple[Blank, ...]
OTHER_HELP = ("naval", "card")
"""Values of an attack that tell of other support."""


def faces_told(act: Attack) -> list[str] | None:
    """The faces of the dice that were told, None if nobody told them."""
    if DICE not in act.told:
        return None
    return [each for each in re.split(r"[, ]+", act.told[DICE].strip().lower()) if each and each != "none"]


def side_of(act: Attack) -> str:
    """The side that attacks, "" if it is not one alone."""
    sides = {unit.side for unit in act.units_before}
    return sides.pop() if len(sides) == 1 else ""


def supporters(position: Position, number: str, side: str, *, own: bool) -> list[Unit]:
    """The aircraft of one side that support a battle and are still there, or may be."""
    index, found = position.network.index, []
    for name, sortie in sorted(position.memory.flown.items()):
        unit = position.units.get(name)
        if unit is None or sortie.hex != number or sortie.mission not in MISSIONS or (unit.side == side) != own:
            continue
        home = unit.location not in index and unit.location != sortie.box
        found += [] if home else [unit]
    return found


def advantage(act: Attack, number: str) -> Interval:
    """The strike strength of the attackers over a battle less that of the defenders, with all that may add to it."""
    position, side = act.before, side_of(act)
    ours, theirs = (supporters(position, number, side, own=own) for own in (True, False))
    defenders = [unit for unit in position.at(number) if unit.side != side]
    if defenders and all(unit.has(UNSUPPORTED) for unit in defenders):
        theirs = []
    gain = _strength(act.before, ours, number).minus(_strength(act.before, theirs, number))
    if any(each in act.told for each in OTHER_HELP) or _at_sea(act, number):
        gain = gain.plus(Interval(Fraction(-9), Fraction(9), frozenset({say("what else supports the battle")})))
    if any(when.holds(position, side).possible for when in EXTRA_STRIKES):
        gain = gain.plus(Interval(Fraction(0), Fraction(1), frozenset({say("what else supports the battle")})))
    return gain


def dice_due(gain: Interval) -> Interval:
    """How many dice a difference of strength gives."""
    ends = sorted((abs(Fraction(gain.low)), abs(Fraction(gain.high))))
    low = Fraction(0) if gain.low <= 0 <= gain.high else ends[0]
    return Interval(low, ends[1], gain.missing).smaller(Interval.of(MOST_DICE))


def columns_of(act: Attack, blanks: Blanks, faces: list[str], number: str, *, attacks: bool) -> Interval:
    """The columns that faces give to the side that rolls them, whole ones and pairs of partial ones."""
    units = supporters(act.before, number, side_of(act), own=attacks)
    full, part = ZERO, ZERO
    for name in faces:
        index, ground = act.before.network.index[number], ground_at(act.before)
        blank = any_of(row.where.fits(ground, index) for row in blanks if name in row.faces)
        counts = ~blank & Known.of(name != "blank")
        whole = _there(act, name, units, number, attacks=attacks)
        full = full.plus(Interval.one_if(counts & whole))
        part = part.plus(Interval.one_if(counts & ~whole))
    pairs = Interval(Fraction(part.low // 2), Fraction(part.high // 2), part.missing)
    return full.plus(pairs)


def support_columns(act: Attack, blanks: Blanks) -> Interval:
    """The columns that support gives a battle, in favour of the attacker: what the dice told allow, or any that may be due."""
    given = _given(act, blanks, act.path[0])
    if given.low == given.high:
        return given
    told = act.told.get(SHIFT, "")
    shift = Interval.of(int(told)) if re.fullmatch(r"[-+]?\d", told) else None
    return shift if shift is not None and given.low <= shift.low <= given.high else given


def _given(act: Attack, blanks: Blanks, number: str) -> Interval:
    gain, side = advantage(act, number), side_of(act)
    if all(act.before.units[name].has(UNSUPPORTED) for name in act.units if name in act.before.units):
        gain = gain.smaller(ZERO)
    if not side or hidden_over(act.before, number) or silent_over(act.before, number):
        gain = gain.plus(Interval(-MOST_DICE, MOST_DICE, frozenset({say("what flies over {hex}", number)})))
    if gain.low == gain.high == 0:
        return ZERO
    faces = faces_told(act)
    known = faces is not None and all(each in FACES for each in faces)
    if faces is not None and known and (gain.low >= 0 or gain.high <= 0 or not faces):
        attacks = gain.high > 0
        columns = columns_of(act, blanks, faces, number, attacks=attacks)
        return columns if attacks else ZERO.minus(columns)
    dice, untold = Interval.of(MOST_DICE), frozenset({say("the dice of support in {hex}", number), *gain.missing})
    least, most = (gain.smaller(dice).greater(ZERO.minus(dice)).low, gain.smaller(dice).greater(ZERO.minus(dice)).high)
    return ZERO if least == most == 0 else Interval(min(least, 0), max(most, 0), untold)


def _strength(position: Position, units: list[Unit], number: str) -> Interval:
    """The strike strength of one side's aircraft, as far as they are still there."""
    return sum_of(Interval.by(still_over(position, unit, number), strength_of(unit, "strike"), ZERO) for unit in units)


def _at_sea(act: Attack, number: str) -> bool:
    """Whether ships lie with the units of either side in a battle."""
    hexes = {number, *(unit.hex for unit in act.units_before)} - {""}
    return any(marker.type.kind == FLEET for each in hexes for marker in act.before.markers_at(each))


def _there(act: Attack, face: str, units: list[Unit], number: str, *, attacks: bool) -> Known:
    """Whether what a face needs is there, on the side that has the dice."""
    if face in ("arrows", "blank"):
        return YES
    position = as_shown(act)
    if face == "heavy":
        side = position.units[act.units[0]].side
        fighters = (
            [position.units[name] for name in act.units]
            if attacks
            else [unit for unit in position.at(number) if unit.side != side]
        )
        return any_of(is_one_of(position.pack, unit, HEAVY) for unit in fighters if not unit.type.flies)
    if face == "red":
        able = [unit for unit in units if unit.has("red_strike")]
    else:
        ready = air_table(position).level[0].faces
        able = [unit for unit in units if unit.face + 1 in ready]
    return any_of(still_over(position, unit, number) for unit in able)
