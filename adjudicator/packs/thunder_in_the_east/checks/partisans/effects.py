"""Results of partisan attacks that strike whom they may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.economy import told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.packs.thunder_in_the_east.analysis.raids import Raid, distance, raids
from adjudicator.record.acts import Marked
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed, word

HUB = 4
"""Rail hexsides that make a city a hub."""
UNREAD = Excuse()
"""Any counter that nobody can read may be a detachment that attacked elsewhere."""
EFFECTS_KIND = "detachment"
"""The kind of marker that attacks."""
WITHIN = 3
"""How many hexes from the city a unit is at most that a result strikes or brings."""


class Marks(Table):
    """What results lay on enemy units."""

    kinds: Mapping[str, MarkerKind]
    """By result the kind of marker that one enemy unit gets. Example: `kinds = { supply = "out_of_supply" }`"""
    spared: Selector
    """The units that never get one."""


class Hubs(Table):
    """What a result "rail" uses up, and where."""

    value: str
    """The number "NAME.SIDE" that it raises by one. Example: `value = "rail_used.axis"`"""
    place: PlaceKind
    """The kind of place where it does. Example: `place = "rail_hub"`"""
    feature: str
    """The hexside feature of which a hub has four or more. Example: `feature = "rail"`"""


class Purses(Table):
    """What a result "knives" takes."""

    kinds: tuple[str, ...]
    """The kinds of number "KIND.NATION" one of which it lowers. Example: `kinds = ["PP", "morale"]`"""
    loss: Amount
    """By how much."""


class Effects(Table):
    """What the results of attacks in this phase may do."""

    marks: Marks
    """What results lay on enemy units."""
    rail: Hubs
    """What a result "rail" uses up."""
    knives: Purses
    """What a result "knives" takes."""
    organized: Selector
    """The units that a result "organize" brings."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A phase and the attacks in it."""

    record: PhaseRecord
    terms: Effects
    made: tuple[Raid, ...]

    def able(self, result: str, least: int = 1) -> Known:
        """Whether so many of the attacks had a result."""
        sure = sum(raid.results == {result} for raid in self.made)
        perhaps = [raid for raid in self.made if raid.had(result)]
        if len(perhaps) < least:
            return Known.of(False)
        return (
            YES
            if sure >= least
            else Known.open(*(say("the result of the attack on {hex}", raid.hex) for raid in perhaps))
        )

    def near(self, number: str, result: str) -> bool:
        """Whether a hex is near enough to a city whose attack may have had a result."""
        network = self.record.start.network
        return any(raid.had(result) and distance(network, raid.hex, number) <= WITHIN for raid in self.made)


def _any_there(record: PhaseRecord, terms: Effects) -> bool:
    return any(marker.type.kind == EFFECTS_KIND and marker.hex for marker in record.start.markers.values())


@check("partisans.effects", Effects, unseen="may excuse", met=_any_there)
def strikes_whom_it_may(record: PhaseRecord, terms: Effects) -> Iterator[Breach]:
    """What a partisan attack does, it does near the city.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment;
              1616: ax.7inf; lift +detachment 1517 result=supply; mark ax.7inf+out_of_supply
    Illegal:  turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment;
              1111: ax.7inf; lift +detachment 1517 result=supply; mark ax.7inf+out_of_supply
    """
    asked = _Asked(record, terms, raids(record, EFFECTS_KIND))
    yield from _marked(asked)
    yield from _rail(asked)
    yield from _knives(asked)
    for name, unit in record.end.units.items():
        old = record.start.units.get(name)
        if (
            unit.hex
            and terms.organized.matches(unit)
            and not (old and old.hex)
            and not asked.near(unit.hex, "organize")
        ):
            because = say("{unit} is placed in {hex}, and no attacked city is within {within}", unit, unit.hex, WITHIN)
            yield Breach((unit.hex,), because, (name,), excuse=UNREAD)


def _marked(asked: _Asked) -> Iterator[Breach]:
    for result, kind in asked.terms.marks.kinds.items():
        struck = [
            act.after.units[name]
            for act in asked.record.of(Marked)
            for name in act.units
            if kind in act.on and name in act.after.units
        ]
        for unit in struck:
            if asked.terms.marks.spared.matches(unit) or not asked.near(unit.hex, result):
                because = say(
                    "{unit} gets the marker {kind}, and is too large or no attacked city is within {within}",
                    unit,
                    word(kind),
                    WITHIN,
                )
                yield Breach((unit.hex,), because, (unit.id,), excuse=UNREAD)
        if struck and not asked.able(result, len(struck)).is_yes:
            because = say(
                "partisans marked {units} {kind}, and each mark needs a result of its own",
                counted(len(struck), "unit"),
                word(kind),
            )
            at, ids = tuple(unit.hex for unit in struck), tuple(unit.id for unit in struck)
            yield Breach(at, because, ids, ~asked.able(result, len(struck)), excuse=UNREAD)


def _rail(asked: _Asked) -> Iterator[Breach]:
    name, position = asked.terms.rail.value, asked.record.start
    risen = told_number(asked.record.end, name).minus(told_number(position, name))
    if not risen.certain or risen.low <= 0:
        return
    hubs = [raid for raid in asked.made if raid.had("rail") and _is_hub(asked, raid.hex)]
    able = asked.able("rail", int(risen.low)) if len(hubs) >= risen.low else Known.of(False)
    because = say("{name} rises by {risen}, and {count} rail hubs were attacked", name, risen, len(hubs))
    yield Breach(tuple(raid.hex for raid in hubs), because, broken=~able, excuse=UNREAD)


def _is_hub(asked: _Asked, number: str) -> bool:
    network = asked.record.start.network
    i = network.index[number]
    named = any(asked.terms.rail.place in place.kinds for place in network.places_at.get(i, ()))
    return named or int(network.sides_with({asked.terms.rail.feature})[i].sum()) >= HUB


def _knives(asked: _Asked) -> Iterator[Breach]:
    record, most = asked.record, Interval.of(Fraction(asked.terms.knives.loss))
    fell = {
        name: lost
        for name in record.end.values
        if name in record.start.values and _is_enemys(asked, name)
        if (lost := told_number(record.start, name).minus(told_number(record.end, name))).low > 0
    }
    for name, lost in fell.items():
        because = say("{name} falls by {lost} in a partisan attack, and a result takes {loss}", name, lost, most)
        yield Breach((), because, broken=~lost.at_most(most))
        nation = name.partition(".")[2]
        if not any(unit.type.nation == nation and asked.near(unit.hex, "knives") for unit in _on_map(record.start)):
            because = say("{name} falls, and no unit of that nation is within {within} of the city", name, WITHIN)
            yield Breach((), because, broken=asked.able("knives"), excuse=UNREAD)
    if fell:
        because = say("{names} fall in partisan attacks, and each fall needs a result of its own", listed(fell))
        yield Breach((), because, broken=~asked.able("knives", len(fell)), excuse=UNREAD)


def _on_map(position: Position) -> Iterator[Unit]:
    return (unit for unit in position.units.values() if unit.hex in position.network.index)


def _is_enemys(asked: _Asked, name: str) -> bool:
    """Whether a number is one of an enemy nation's that a result may lower."""
    kind, _, nation = name.partition(".")
    enemies = {
        each.type.nation for each in asked.record.start.units.values() if each.side != asked.record.moment.phasing
    }
    return kind in asked.terms.knives.kinds and nation in enemies
