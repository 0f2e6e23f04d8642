"""Battles into which troops are dropped: their surprise, who takes the losses, and who is left in the hex (105.1)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.beyond import COLUMNS, SURPRISE
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Attack, Declaration, Removed, StepLoss
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

KIND = "airdrop"
"""The kind of marker."""


class Airdrop(Table):
    """Battles in hexes with markers of a kind."""

    losses: bool = True
    """Whether the defender's losses, too, fall on his markers first. Example: `losses = false`"""


def _dropped(record: PhaseRecord, terms: Airdrop) -> Iterator[tuple[Attack, str]]:
    for act in record.of(Attack):
        if not isinstance(act, Declaration):
            for number in act.path:
                if SURPRISE in act.told or any(each.type.kind == KIND for each in act.before.markers_at(number)):
                    yield act, number


def _comes_up(record: PhaseRecord, terms: Airdrop) -> bool:
    return any(True for _ in _dropped(record, terms))


@check("combat.airdrop", Airdrop, unseen="cannot excuse", met=_comes_up)
def drops_into_battle(record: PhaseRecord, terms: Airdrop) -> Iterator[Breach]:
    """A drop surprises as the die says, and its markers are lost first.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz;
              1817: sov.63rc/2, +airdrop.axis; attack 1817: ax.24pz surprise=2 surprise_shift=2; lift +airdrop.axis 1817
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz;
              1817: sov.63rc/2, +airdrop.axis; attack 1817: ax.24pz surprise=4 surprise_shift=3
    """
    for act, number in _dropped(record, terms):
        yield from _surprise(act, number, terms)
        yield from _losses(record, act, number, terms)
        yield from _still_together(record, number, terms)


def _surprise(act: Attack, number: str, terms: Airdrop) -> Iterator[Breach]:
    side = next((act.before.units[name].side for name in act.units if name in act.before.units), act.moment.phasing)
    die, told = act.told.get(SURPRISE, ""), act.told.get(COLUMNS, "")
    own = [each for each in act.before.markers_at(number) if each.type.kind == KIND and each.type.side == side]
    if not die.isdigit():
        if told not in ("", "0"):
            because = say("a drop into {hex} surprises by {told}, and no die is told", number, told)
            yield Breach((number,), because, act.units, Known.open(say("the die for surprise")))
        return
    if not own:
        because = say("a die for surprise is told in {hex}, and nobody was dropped there", number)
        yield Breach((number,), because, act.units, excuse=Excuse(frozenset({number})))
        return
    surprise = combat_table(act.before).surprise
    most = surprise.most(side, act.told.get("night", "")) if surprise is not None else 0
    gives = int(die) if int(die) <= most else 0
    if told and told != str(gives):
        because = say(
            "a {die} with a surprise value of {most} gives {gives} columns, not {told}", die, most, gives, told
        )
        yield Breach((number,), because, act.units)


def _losses(record: PhaseRecord, act: Attack, number: str, terms: Airdrop) -> Iterator[Breach]:
    """Units of a side that lost a step while a dropped marker of that side still lay in the hex."""
    later = record.acts[record.acts.index(act) + 1 :]
    fighters = {name: act.before.units[name].side for name in act.units if name in act.before.units}
    ours = set(fighters.values())
    fighters |= {unit.id: unit.side for unit in act.before.at(number) if terms.losses or unit.side in ours}
    for each in later:
        if isinstance(each, Attack):
            return
        for name in each.units if isinstance(each, StepLoss | Removed) else ():
            kept = [
                marker
                for marker in each.after.markers_at(number)
                if marker.type.kind == KIND and marker.type.side == fighters.get(name)
            ]
            if kept:
                because = say(
                    "{unit} loses a step, and a dropped marker of its side is still in {hex}",
                    each.before.units[name],
                    number,
                )
                yield Breach((number,), because, (name,))


def _still_together(record: PhaseRecord, number: str, terms: Airdrop) -> Iterator[Breach]:
    """Dropped markers that share their hex with enemies when the step is over."""
    markers = [each for each in record.end.markers_at(number) if each.type.kind == KIND]
    enemies = [unit for unit in record.end.at(number) for each in markers if unit.side != each.type.side]
    if markers and enemies:
        because = say(
            "{unit} and a dropped marker of the enemy are both left in {hex} after the battle", enemies[0], number
        )
        yield Breach((number,), because, (enemies[0].id,), owed=not record.ended)
