"""Units put on the map far from their friends, where they might have come near them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.concealed import masked
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector


class Nearby(Table):
    """Units that fit `who` come onto the map near another unit of their side, if a hex that fits is that near."""

    who: Selector
    """The units that come onto the map. Example: `who = { kinds = ["engineer"] }`"""
    most: int
    """How many hexes away the other unit is at most. Example: `most = 6`"""
    situations: tuple[Situation, ...]
    """Hexes to which they might have come instead fit one of these."""
    when: When = When()
    """When this holds."""
    unless: str = ""
    """A value that an act may be told with, and that makes it go by other rules. Example: `unless = "card"`"""


def _came(act: Act, terms: Nearby) -> Iterator[Unit]:
    for name in act.units if not terms.unless or terms.unless not in act.told else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if new is not None and new.hex and not (old and old.hex) and terms.who.matches(new):
            yield new


def _comes_up(act: Act, terms: Nearby) -> bool:
    return any(True for _ in _came(act, terms))


@check("placement.nearby", Nearby, unseen="may excuse", units_in="", met=_comes_up)
def comes_near_its_friends(act: Act, terms: Nearby) -> Iterator[Breach]:
    """A unit comes onto the map near another of its side, if it can.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; 2215: sov.20a; place sov.pardiv 1914
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; control Bobruisk axis; 2215: sov.20a;
              2415: ax.7inf; place sov.pardiv 1005
    """
    for unit in _came(act, terms):
        now = terms.when.holds(act.before, unit.side)
        friends = _friends(act.before, unit, terms)
        if now.is_no or unit.hex not in act.before.network.index or _near(act.before, unit.hex, friends, terms.most):
            continue
        because = say(
            "{unit} is placed in {hex}, and no unit of its side is within {most} hexes", unit, unit.hex, terms.most
        )
        maybe = [each for each in masked(act.before) if each.side in ("", unit.side)]
        beside = [each for each in maybe if _near(act.before, unit.hex, [each.hex], terms.most)]
        broken = now & _might_be_near(act.before, unit, terms, maybe)
        excuse = Excuse(frozenset(each.hex for each in beside), frozenset({unit.side}))
        yield Breach((unit.hex,), because, (unit.id,), broken, excuse=excuse)


def _might_be_near(position: Position, unit: Unit, terms: Nearby, maybe: list[Unidentified]) -> Known:
    """Whether a hex that fits lies near enough to one of its friends; open if that may be a counter nobody can tell."""
    known = _nearer(position, unit, _friends(position, unit, terms), terms)
    if known.is_yes:
        return known
    others = (Known.open(each.datum) & _nearer(position, unit, [each.hex], terms) for each in maybe)
    return any_of((known, *others))


def _friends(position: Position, unit: Unit, terms: Nearby) -> list[str]:
    return [other.hex for other in position.of_side(unit.side)]


def _near(position: Position, number: str, friends: list[str], most: int) -> bool:
    network = position.network
    i = network.index[number]
    return any(network.distance(i, network.index[other]) <= most for other in friends if other in network.index)


def _nearer(position: Position, unit: Unit, friends: list[str], terms: Nearby) -> Known:
    """Whether a hex that fits lies near enough to one of its friends."""
    network = position.network
    near = (entry.number for entry in network.hexes if friends and _near(position, entry.number, friends, terms.most))
    return any_of(fits_any(position, unit.side, number, terms.situations, frozenset({unit.id})) for number in near)
