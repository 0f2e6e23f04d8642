"""Units and headquarters that are worn down without having to, or more or less often than the dice say."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, in_enemy_zone
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.questions import asked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import MarkerKind, StateName
from adjudicator.packs.thunder_in_the_east.questions.attrition import AttritionDice
from adjudicator.record.acts import Rolled
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, either

LOSES_AT = 3
"""The highest die that costs a step; 3."""


class Attrition(Table):
    """Who of the side that is not phasing rolls a die, and at what it costs a step."""

    who: Selector = EVERYONE
    """The units that may have to; everybody, if left out. Example: { without_tags = ["immune"] }."""
    states: frozenset[StateName]
    """The states of supply in which they must; ["isolated"]."""
    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that roll too, and are taken off; none given: none. Example: `markers =
    ["operational_hq_attack"]`"""
    situations: tuple[Situation, ...] = ()
    """What the hex of such a marker must be like for it not to roll; [{ statuses = ["hq"] }]."""


@check("units.attrition", Attrition, unseen="may excuse nearby", questions=AttritionDice)
def worn_down_by_the_dice(record: PhaseRecord, terms: Attrition) -> Iterator[Breach]:
    """Units without supply next to the enemy lose steps as the dice say, and no others do.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 0919: sov.37a+isolated; 0819: ax.5inf;
              flip sov.37a/2
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 2215: sov.20a; flip sov.20a/2
    """
    if not record.moment.phasing:
        return
    dice = asked(AttritionDice, record.start.pack.packages)
    for side in record.start.pack.enemies(record.moment.phasing):
        rolls = [(piece, must) for piece, must in _rolls(record.start, side, terms, dice) if must.possible]
        pieces = [piece for piece, _ in rolls]
        lost = [unit for unit in record.start.of_side(side) if _hurt(record, unit) and terms.who.matches(unit)]
        rolling = {unit.id for unit in pieces if isinstance(unit, Unit)}
        for unit in lost:
            shared = dice.one_for_each_hex()
            due = any_of(must for piece, must in rolls if piece is unit or (shared and piece.hex == unit.hex))
            if not due.is_yes:
                because = say(
                    "{unit} loses a step, and no die had to be rolled for it: it is not {states} where that counts",
                    unit,
                    either(terms.states),
                )
                yield Breach(
                    (unit.hex,),
                    because,
                    (unit.id,),
                    ~due,
                )
        gone = [each for each in pieces if isinstance(each, Marker) and each.id not in record.end.markers]
        settled = all_of(must for _, must in rolls)
        if settled.is_yes:
            number = len({each.hex for each in pieces}) if dice.one_for_each_hex() else len(pieces)
            yield from _dice(record, terms, pieces, number, len(gone) + sum(unit.id in rolling for unit in lost))
        elif any(record.of(Rolled)):
            at = tuple(dict.fromkeys(each.hex for each in pieces))
            yield Breach(at, say("dice were rolled, and nobody knows how many were due"), broken=settled)


def _dice(record: PhaseRecord, terms: Attrition, pieces: list[Unit | Marker], due: int, lost: int) -> Iterator[Breach]:
    rolled = [die for act in record.of(Rolled) for die in act.dice]
    if not rolled or not due:
        return  # who rolls a die that nothing asks for breaks no rule: it may be another's, such as Frostbite's
    at = tuple(dict.fromkeys(each.hex for each in pieces))
    bad = sum(die <= LOSES_AT for die in rolled)
    if len(rolled) != due:
        which = Known.open(say("which of the dice were rolled for it")) if len(rolled) > due else YES
        yield Breach(
            at,
            (
                say("{dice} rolled, and {due} was due", counted(len(rolled), "die"), due)
                if due == 1
                else say("{dice} rolled, and {due} were due", counted(len(rolled), "die"), due)
            ),
            broken=which,
        )
    elif lost != bad:
        yield Breach(
            at,
            say(
                "{bad} of {dice} cost a step, and {losses} followed",
                bad,
                counted(len(rolled), "die"),
                counted(lost, "loss"),
            ),
        )


def _rolls(
    position: Position, side: str, terms: Attrition, dice: AttritionDice
) -> Iterator[tuple[Unit | Marker, Known]]:
    """The units and markers that the rule speaks of, and whether they must roll."""
    found = supply(position, side)
    for unit in position.of_side(side):
        if not terms.who.matches(unit) or unit.hex not in position.network.index:
            continue
        if (near := _where_it_counts(position, side, unit.hex, dice)).possible:
            yield unit, near & found.state(unit.id).is_in(terms.states)
    for marker in position.markers.values():
        if marker.type.kind not in terms.markers or marker.type.side != side:
            continue
        if marker.hex not in position.network.index:
            continue
        if (near := _where_it_counts(position, side, marker.hex, dice)).possible:
            yield marker, near & ~fits_any(position, side, marker.hex, terms.situations)


def _where_it_counts(position: Position, side: str, number: str, dice: AttritionDice) -> Known:
    return in_enemy_zone(position, side, number) if dice.only_in_enemy_zones() else YES


def _hurt(record: PhaseRecord, unit: Unit) -> bool:
    now = record.end.units.get(unit.id)
    return now is None or not now.hex or now.steps < unit.steps
