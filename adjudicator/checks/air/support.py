"""Support from the air in a battle: how many dice are rolled, and what their faces give."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.analysis.air.sorties import hidden_over, silent_over
from adjudicator.analysis.combat.support import (
    SHIFT,
    advantage,
    columns_of,
    dice_due,
    faces_told,
    side_of,
    supporters,
)
from adjudicator.analysis.combat.support_terms import SupportDice
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.words import counted


@check("air.support", NoTerms, unseen="may excuse", acts=("attack",))
def rolled_and_read_aright(act: Act, _: NoTerms) -> Iterator[Breach]:
    """The dice of support, [support] in combat.toml, are as many as the strength over the battle gives.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2115: ax.24pz;
              2215: sov.30rc; fly cas 2215: ax.ju87; turn 9, Axis Ground Battles Step;
              attack 2215: ax.24pz dice=arrows,red dice_shift=2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; 2115: ax.24pz;
              2215: sov.30rc; fly cas 2215: ax.ju87; turn 9, Axis Ground Battles Step;
              attack 2215: ax.24pz dice=arrows,arrows,red dice_shift=3
    """
    terms = combat_table(act.before).support
    if terms is None or not isinstance(act, Attack) or not act.path or not side_of(act):
        return
    position, number, side = act.before, act.path[0], side_of(act)
    attackers = [position.units[name] for name in act.units if name in position.units]
    ours = supporters(position, terms, number, side, own=True)
    if terms.alone is not None and ours and all(terms.alone.matches(unit) for unit in attackers):
        because = say("{unit} supports a battle in {hex} of units that have no such support", ours[0], number)
        yield Breach((number,), because, (ours[0].id,))
    faces = faces_told(act)
    if faces is None:
        return
    gain = advantage(act, terms, number)
    found = [*_number(act, terms, faces, gain, number), *_columns(act, terms, faces, gain, number)]
    yield from found
    if not found and (hidden := hidden_over(position, number)):
        dice = counted(len(faces), "die")
        because = say("{dice} of support are rolled in {hex}, and nobody can tell all that flies there", dice, number)
        yield Breach((number,), because, act.units, Known.open(hidden))


def _unknown(act: Attack, number: str) -> Known:
    """Whether every mission over the battle is known."""
    silent = silent_over(act.before, number)
    return Known.open(say("the mission of {unit}", silent[0])) if silent else YES


def _unread(act: Attack, number: str) -> Excuse:
    """The counters over the battle, or off the map, that nobody can read."""
    return Excuse(
        frozenset((number, *(each.location for each in act.before.unidentified if not (each.hex or each.held))))
    )


def _number(act: Attack, terms: SupportDice, faces: list[str], gain: Interval, number: str) -> Iterator[Breach]:
    strange = [each for each in faces if each not in terms.faces]
    if strange:
        because = say("{face} is no face of the die: {faces}", strange[0], ", ".join(terms.faces))
        yield Breach((number,), because, act.units, Known.open(say("the faces of the dice")))
        return
    dice = Interval.of(len(faces))
    due = dice_due(terms, gain)
    right = dice.at_least(due) & dice.at_most(due)
    if not right.is_yes:
        because = say(
            "{dice} of support are rolled in {hex}, and the difference of strength gives {due}",
            counted(len(faces), "die"),
            number,
            due,
        )
        yield Breach((number,), because, act.units, ~right & _unknown(act, number), excuse=_unread(act, number))


def _columns(act: Attack, terms: SupportDice, faces: list[str], gain: Interval, number: str) -> Iterator[Breach]:
    told = act.told.get(SHIFT, "")
    if (
        not re.fullmatch(r"[-+]?\d", told)
        or any(each not in terms.faces for each in faces)
        or gain.low * gain.high <= 0
    ):
        return
    attacks = gain.high > 0
    due, found = columns_of(act, terms, faces, number, attacks=attacks), int(told)
    given = Interval.of(found if attacks else -found)
    right = given.at_least(due) & given.at_most(due)
    if not right.is_yes:
        because = say("the dice of support in {hex} give {due} columns, not {told}", number, due, told)
        yield Breach((number,), because, act.units, ~right & _unknown(act, number), excuse=_unread(act, number))
