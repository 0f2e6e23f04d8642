"""Drops into battles: 105.1 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.beyond import COLUMNS, SURPRISE
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import Known
from adjudicator.model.units import Marker
from adjudicator.record.acts import Attack, Declaration, Placed, Removed, StepLoss, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

AIRDROP = "airdrop"
DRIVEN_BACK = frozenset({"EX", "DR", "DL"})
"""The results that send every defender back, whatever the players choose."""


def _into(record: PhaseRecord) -> Iterator[tuple[Attack, str]]:
    """The battles in hexes into which troops were dropped."""
    for act in record.of(Attack):
        for number in act.path if not isinstance(act, Declaration) else ():
            if SURPRISE in act.told or _markers(act.before, number):
                yield act, number


def _markers(position: Position, number: str) -> list[Marker]:
    return [each for each in position.markers_at(number) if each.type.kind == AIRDROP]


@article(
    "Surprise roll",
    "105.1c",
    covers=("105.1e", "105.1f", "105.1i", "208.2.2e"),
    when=("axis.ground_battles", "soviet.ground_battles"),
    area="combat",
    unseen="cannot excuse",
    met=_into,
    options=("airborne",),
)
def surprise_roll(record: PhaseRecord) -> Iterator[Finding]:
    """A drop surprises by as many columns as its die shows, if that is no more than 3 (2 for Soviets); dropped markers are lost
    first, or if they must retreat, and share no hex with enemies after the battle.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz;
              1817: sov.63rc/2, +airdrop.axis; attack 1817: ax.24pz surprise=2 surprise_shift=2; lift +airdrop.axis 1817
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz;
              1817: sov.63rc/2, +airdrop.axis; attack 1817: ax.24pz surprise=4 surprise_shift=3
    """
    yield from _drops(record)


@article(printed("thunder_in_the_east_10", "105.1c"), unseen="cannot excuse", met=_into, anew=True)
def surprise_roll_of_1_0(record: PhaseRecord) -> Iterator[Finding]:
    """A drop surprises by as many columns as its die shows, if that is no more than 3; the attacker's dropped markers are lost
    first.

    Under: thunder_in_the_east_10, airborne
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz;
              1817: sov.63rc/2, +airdrop.axis; attack 1817: ax.24pz surprise=2 surprise_shift=2; lift +airdrop.axis 1817
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz;
              1817: sov.63rc/2, +airdrop.axis; attack 1817: ax.24pz surprise=4 surprise_shift=3
    """
    yield from _drops(record, attackers_alone=True)


def _drops(record: PhaseRecord, *, attackers_alone: bool = False) -> Iterator[Finding]:
    for act, number in _into(record):
        yield from _surprise(act, number)
        yield from _markers_lost_first(record, act, number, attackers_alone=attackers_alone)
        dropped = _markers(record.end, number)
        enemies = [unit for unit in record.end.at(number) for each in dropped if unit.side != each.type.side]
        if enemies:
            because = say(
                "{unit} and a dropped marker of the enemy are both left in {hex} after the battle", enemies[0], number
            )
            yield Finding((number,), because, (enemies[0].id,), owed=not record.ended)
        elif act.result in DRIVEN_BACK:
            attackers = {unit.side for unit in act.units_before}
            if any(each.type.side not in attackers for each in dropped):
                because = say("a dropped marker in {hex} must retreat after {result}, and is lost", number, act.result)
                yield Finding((number,), because, owed=not record.ended)


def _surprise(act: Attack, number: str) -> Iterator[Finding]:
    side = next((unit.side for unit in act.units_before), act.moment.phasing)
    die, told = act.told.get(SURPRISE, ""), act.told.get(COLUMNS, "")
    if not die.isdigit():
        if told not in ("", "0"):
            because = say("a drop into {hex} surprises by {told}, and no die is told", number, told)
            yield Finding((number,), because, act.units, Known.open(say("the die for surprise")))
        return
    if not any(each.type.side == side for each in _markers(act.before, number)):
        because = say("a die for surprise is told in {hex}, and nobody was dropped there", number)
        yield Finding((number,), because, act.units, excuse=Excuse(frozenset({number})))
        return
    surprise = combat_table(act.before).surprise
    most = surprise.most(side, act.told.get("night", "")) if surprise is not None else 0
    gives = int(die) if int(die) <= most else 0
    if told and told != str(gives):
        because = say(
            "a {die} with a surprise value of {most} gives {gives} columns, not {told}", die, most, gives, told
        )
        yield Finding((number,), because, act.units)


def _markers_lost_first(record: PhaseRecord, act: Attack, number: str, *, attackers_alone: bool) -> Iterator[Finding]:
    """Units of a side that lost a step while a dropped marker of that side still lay in the hex."""
    fighters = {name: act.before.units[name].side for name in act.units if name in act.before.units}
    ours = set(fighters.values())
    fighters |= {unit.id: unit.side for unit in act.before.at(number) if not attackers_alone or unit.side in ours}
    for later in record.acts[record.acts.index(act) + 1 :]:
        if isinstance(later, Attack):
            return
        for name in later.units if isinstance(later, StepLoss | Removed) else ():
            if any(each.type.side == fighters.get(name) for each in _markers(later.after, number)):
                unit = later.before.units[name]
                because = say("{unit} loses a step, and a dropped marker of its side is still in {hex}", unit, number)
                yield Finding((number,), because, (name,))


def _dropped(record: PhaseRecord) -> Iterator[tuple[str, str]]:
    """Side and hex of each dropped marker that lay on the map as a phase began."""
    for _, marker in sorted(record.start.markers.items()):
        if marker.type.kind == AIRDROP and marker.hex in record.start.network.index:
            yield marker.type.side, marker.hex


@article(
    printed("thunder_in_the_east", "105.1i.enemy", title="Enemies of Airdrop markers"),
    covers=("105.1i",),
    when=("special movement", "regular movement"),
    area="movement",
    unseen="cannot excuse",
    met=lambda record, *_: _dropped(record),
    options=("airborne",),
)
def nobody_stops_among_the_dropped(record: PhaseRecord) -> Iterator[Finding]:
    """An enemy goes through a hex with an Airdrop marker, and does not end his movement there.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Soviet Regular Movement Step; weather clear; season summer; 1816: sov.30rc; 1917: +airdrop.axis;
              sov.30rc 1816-1817; turn 9, Soviet Opponent's Morale Step; say we go on
    Illegal:  turn 9, Soviet Regular Movement Step; weather clear; season summer; 1816: sov.30rc; 1817: +airdrop.axis;
              sov.30rc 1816-1817; turn 9, Soviet Opponent's Morale Step; say we go on
    """
    for side, number in _dropped(record):
        if not any(each.type.side == side for each in _markers(record.end, number)):
            continue
        for unit in record.end.at(number):
            began = record.start.units.get(unit.id)
            if unit.side != side and (began is None or began.hex != number):
                because = say("{unit} ends its movement in {hex}, with a dropped marker of the enemy", unit, number)
                yield Finding((number,), because, (unit.id,), owed=not record.ended)


@article(
    "Airdrop markers in communication",
    "105.1h.line",
    covers=("105.1h",),
    when=("supply",),
    area="supply",
    unseen="may excuse nearby",
    met=_dropped,
    options=("airborne",),
)
def only_in_communication(record: PhaseRecord) -> Iterator[Finding]:
    """An Airdrop marker becomes a unit only where it is In Communication.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Soviet Supply Step; weather clear; season summer; 1816: +airdrop.axis; lift +airdrop.axis 1816;
              place ax.7abn 1816
    Illegal:  turn 9, Soviet Supply Step; weather clear; season summer; 2416: +airdrop.axis; lift +airdrop.axis 2416;
              place ax.7abn+isolated 2416
    """
    dropped = set(_dropped(record))
    for act in record.of(Placed, Transfer):
        for name in act.units:
            unit = act.after.units.get(name)
            if unit is None or not unit.has("airborne") or (unit.side, unit.hex) not in dropped:
                continue
            state = supply(act.after, unit.side).state(name)
            because = say(
                "{unit} takes the place of a dropped marker in {hex}, and is {words}", unit, unit.hex, state.words
            )
            yield Finding((unit.hex,), because, (name,), state.is_in(frozenset({"isolated"})))
