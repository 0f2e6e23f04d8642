"""What places yield by their state and their holder: the incomes of economy.toml.

The state of a place is a value that the game keeps ("value factory.Kharkov captured"). Who holds a place is read off the
map; of a place that the map does not have the value "held.PLACE" tells it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor

from adjudicator.analysis.concealed import stands_at
from adjudicator.analysis.control import controls, place_controller
from adjudicator.analysis.ownership import NOBODY, Owner
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount, exact
from adjudicator.model.interval import INFINITE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.told import NO_NUMBER, UNTOLD_NUMBER, lacked
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PlaceKind, SideName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.words import listed, word

ANYBODY = "anybody"
"""Points are at stake, so that a first owner who is only presumed is not enough."""
HELD = "held"
"""The kind of value that tells who holds a place that the map does not have."""


class Share(Table):
    """One part of an income: a fixed amount, or so much for each place by its state."""

    amount: Amount = 0
    """So much, or so much for each of `places`. Example: `amount = 12`"""
    places: tuple[str, ...] = ()
    """The places, by name. With `state` their values "STATE.PLACE" decide, else each yields `amount`."""
    kinds: frozenset[PlaceKind] = frozenset()
    """In place of names: all places of the map that are of these kinds."""
    home: str = ""
    """Of these only those whose value "home" is this nation. Example: `home = "ussr"`"""
    markers: frozenset[MarkerKind] = frozenset()
    """In place of places: markers of these kinds on the map, in hexes that `held` controls. Example: `markers = ["mill"]`"""
    of: str = ""
    """In place of places: a number that the game keeps, `amount` times it. Example: `of = "lost.fr"`"""
    state: str = ""
    """The kind of value that tells the state of a place. Example: `state = "factory"`"""
    yields: Mapping[str, Amount] = {}
    """What a place in a state yields; in any other state it yields nothing. Example: `yields = { working = 1 }`"""
    times: Mapping[str, Amount] = {}
    """Places that yield so many times as much. Example: `times = { Moscow = 2 }`"""
    held: SideName = ""
    """The side that must hold a place for it to yield; left out: nobody asks."""
    when: When = When()
    """When it is due. Example: `when = { conditions = { year = ["1941"] } }`"""


@dataclass(frozen=True, slots=True)
class Disturbing:
    """The units in whose hex named places yield half, and when there are any; but not what they yield by these states."""

    who: Selector
    when: When
    but: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class WholeShares:
    """What a number that the game keeps brings is rounded down."""


class EconomyTable(Table):
    """The file economy.toml: what incomes are made of."""

    income: Mapping[str, tuple[Share, ...]] = {}
    """The parts of each income, by the income's name."""


def economy_table(position: Position) -> EconomyTable:
    """The pack's economy.toml."""
    return load_table(position.pack, "economy", EconomyTable)


def income(position: Position, name: str) -> Interval:
    """How many points an income brings in this position; KeyError if the pack has no such income."""
    return sum_of(_due(position, share) for share in economy_table(position).income[name])


def kept_number(position: Position, name: str) -> Fraction | None:
    """A number that the game keeps, None if it is not told, or told as no number: then whoever asks is heard (`model.told`)."""
    text = position.values.get(name)
    number = None if text is None else exact(str(text))
    if number is None and text is not None:
        lacked(((NO_NUMBER, name),))
    return number


def is_told(position: Position, name: str) -> bool:
    """Whether a number that the game keeps is told; who asks in vain, for what there is to judge, is heard (`model.told`)."""
    if name not in position.values:
        lacked(((UNTOLD_NUMBER, name),))
        return False
    return True


def any_told(position: Position, kind: str) -> bool:
    """Whether a number "KIND.NAME" is told for any name; who asks in vain is heard."""
    found = any(name.partition(".")[0] == kind for name in position.values)
    if not found:
        lacked(((UNTOLD_NUMBER, kind),))
    return found


def told_number(position: Position, name: str) -> Interval:
    """A number that the game keeps; unknown, for want of it, where it is not told or is a word."""
    number = kept_number(position, name)
    return Interval.unknown(value_named(name)) if number is None else Interval.of(number)


def rise(record: PhaseRecord, name: str) -> Interval:
    """By how much a number that the game keeps rose in a phase, below nought if it fell."""
    return told_number(record.end, name).minus(told_number(record.start, name))


def fall(record: PhaseRecord, name: str) -> Interval:
    """By how much it fell, below nought if it rose."""
    return told_number(record.start, name).minus(told_number(record.end, name))


def value_named(name: str) -> str:
    """What a missing value is called."""
    return say("the value {pool}", name)


def first_untold(names: Iterable[str], told: Container[str]) -> str:
    """The first of some numbers that nobody told, as a missing datum; "" if all are told."""
    return next((value_named(name) for name in names if name not in told), "")


def value_words(name: str) -> str:
    """What a value is called in a sentence: of a place its kind and the place, else its own name."""
    kind, _, place = name.partition(".")
    return say("{kind} of {place}", word(kind), place) if place[:1].isupper() else name


def holder_of(position: Position, place: str) -> Owner:
    """Who holds a place: by the map, or by what is told of one that the map does not have."""
    if any(each.name == place for each in position.network.theatre.places):
        return place_controller(position, place, wanted_by=ANYBODY)
    told = position.values.get(f"{HELD}.{place}")
    if told is None:
        return Owner.untold(value_named(f"{HELD}.{place}"))
    return Owner(told if told in position.pack.sides else NOBODY)


def _due(position: Position, share: Share) -> Interval:
    now = share.when.holds(position, "")
    return ZERO if now.is_no else Interval.by(now, _brought(position, share), ZERO)


def _brought(position: Position, share: Share) -> Interval:
    if share.of:
        brought = told_number(position, share.of).times(Fraction(share.amount))
        return brought if position.pack.figures_of(WholeShares) is None else _rounded_down(brought)
    if share.markers:
        there = [*_markers(position, share)]
        untold = frozenset({say("where {markers} lie", listed(word(kind) for kind in sorted(share.markers)))})
        return (
            sum_of(_of_marker(position, share, each.hex) for each in there)
            if there
            else Interval(Fraction(0), INFINITE, untold)
        )
    if not share.places and not share.kinds:
        return Interval.of(Fraction(share.amount))
    return sum_of(_of_place(position, share, place) for place in (*share.places, *_of_kinds(position, share)))


def _rounded_down(number: Interval) -> Interval:
    low, high = (end if end >= INFINITE else Fraction(floor(end)) for end in (number.low, number.high))
    return Interval(low, high, number.missing)


def _markers(position: Position, share: Share) -> Iterator[Marker]:
    for number in sorted(position.marked):
        yield from (each for each in position.markers_at(number) if each.type.kind in share.markers)


def _of_marker(position: Position, share: Share, number: str) -> Interval:
    held = controls(position, number, share.held) if share.held else YES
    return Interval.by(held, Interval.of(Fraction(share.amount)), ZERO)


def _of_kinds(position: Position, share: Share) -> Iterator[str]:
    for place in position.network.theatre.places if share.kinds else ():
        if share.kinds <= place.kinds and share.home in ("", place.values.get("home")):
            yield place.name


def _of_place(position: Position, share: Share, place: str) -> Interval:
    one = _by_state(position, share, place).times(Fraction(share.times.get(place, 1)))
    if place in share.places and one != ZERO:
        one = Interval.by(_disturbed(position, share.state, place), one.times(Fraction(1, 2)), one)
    return Interval.by(_held(position, share, place), one, ZERO) if one != ZERO else ZERO


def _disturbed(position: Position, state: str, name: str) -> Known:
    """Whether a unit that disturbs stands in the hex of a place; of places that the map does not have nobody asks."""
    rule = position.pack.figures_of(Disturbing)
    now = NO if rule is None or state in rule.but else rule.when.holds(position, "")
    if rule is None or now.is_no:
        return NO
    hexes = (place.hex for place in position.network.theatre.places if place.name == name)
    return now & any_of(stands_at(position, number, rule.who) for number in hexes)


def _held(position: Position, share: Share, place: str) -> Known:
    return holder_of(position, place).is_(share.held) if share.held else YES


def _by_state(position: Position, share: Share, place: str) -> Interval:
    if not share.state:
        return Interval.of(Fraction(share.amount))
    name = f"{share.state}.{place}"
    told = position.values.get(name)
    if told is not None:
        return Interval.of(Fraction(share.yields.get(told, 0)))
    return _any_of((Fraction(0), *map(Fraction, share.yields.values())), value_named(name))


def _any_of(amounts: Iterable[Fraction], missing: str) -> Interval:
    found = sorted(amounts)
    return Interval(found[0], found[-1], frozenset({missing}))
