"""What becomes of factories, oil fields and Personnel Cities: 7.5.3, 201, 207 and 208 of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.analysis.economy import any_told, holder_of, value_named, value_words
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter
from adjudicator.checks.registry import Met
from adjudicator.findings import Finding
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.packs.thunder_in_the_east.rules._markers import COUNTDOWN, HEADQUARTERS
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung

CHAPTER = Chapter(area="production", options=("campaign",))

BY_RAIL = (Connection(lines=("rail",), to=frozenset({"ultimate", "relay"})),)
SIDES = ("axis", "soviet")


def _told(record: PhaseRecord, kind: str) -> Iterator[tuple[str, str]]:
    """The values KIND.PLACE that were told as the phase began, with their places; of others nothing is asked."""
    for name in sorted(record.start.values):
        found, _, place = name.partition(".")
        if found == kind:
            yield name, place


def _any_told(kind: str) -> Met:
    return lambda record, _: any_told(record.start, kind)


New = tuple[str, Known]
"""What a value must be at the end of the phase, and whether it is so; of several one will do."""


def _must_turn(record: PhaseRecord, kind: str, into: Callable[[str, str], tuple[New, ...]]) -> Iterator[Finding]:
    """Whether each value turned into what it must, from its place and what it was."""
    for name, place in _told(record, kind):
        rows = [(new, applies) for new, applies in into(place, record.start.values[name]) if applies.possible]
        now = record.end.values.get(name, "")
        if not rows or any(new == now for new, _ in rows):
            continue
        wanted = strung(dict.fromkeys(new for new, _ in rows), say(" or "))
        because = say("{name} is {now} when the phase is over, and should be {wanted}", value_words(name), now, wanted)
        broken = any_of(applies for _, applies in rows)
        yield Finding(_hexes(record, place), because, broken=broken, owed=not record.ended)


def _hexes(record: PhaseRecord, place: str) -> tuple[str, ...]:
    return tuple(each.hex for each in record.start.network.theatre.places if each.name == place)


def _is_taken(record: PhaseRecord, side: str, place: str) -> Known:
    """Whether a side took a place from somebody in the phase."""
    before, after = holder_of(record.start, place), holder_of(record.end, place)
    if before == after:
        return NO
    return after.is_(side) & ~before.is_(side) & before.is_one_of(record.start.pack.sides)


@CHAPTER.article("Fix-it Step", "201.0d", when=("season.fix_it",), met=_any_told("factory"))
def factories_in_the_fix_it_step(record: PhaseRecord) -> Iterator[Finding]:
    """In the Fix-it Step a Retooling factory becomes Integrated (Axis) or Restored (Soviet), a Captured one Retooling.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Fix-it Step; weather clear; season winter; value factory.Kharkov captured; now weather clear;
              value factory.Kharkov retooling
    Illegal:  turn 1, Fix-it Step; weather clear; season winter; value factory.Kharkov captured; now weather clear;
              turn 1, Pay Day Step
    """

    def into(place: str, old: str) -> tuple[New, ...]:
        if old == "captured":
            return (("retooling", YES),)
        if old != "retooling":
            return ()
        held, soviet = holder_of(record.end, place), "integrated" if place == "Lodz" else "restored"
        return ("integrated", held.is_("axis")), (soviet, held.is_("soviet"))

    yield from _must_turn(record, "factory", into)


@CHAPTER.article(
    "A factory is captured",
    "207.4a.taken",
    covers=("207.4e", "22.0e"),
    when=("movement", "combat"),
    met=_any_told("factory"),
)
def factory_captured(record: PhaseRecord) -> Iterator[Finding]:
    """A factory that is captured or recaptured gets a Captured marker at once.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season autumn; 2829: ax.7inf;
              value factory.Dnepropetrovsk restored; ax.7inf 2829-2730; lay +countdown.4 2730;
              value factory.Dnepropetrovsk captured; turn 9, Axis Opponent's Morale Step; say we go on
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season autumn; 2829: ax.7inf;
              value factory.Dnepropetrovsk restored; ax.7inf 2829-2730; lay +countdown.4 2730;
              turn 9, Axis Opponent's Morale Step; say we go on
    """
    yield from _must_turn(
        record, "factory", lambda place, _: tuple(("captured", _is_taken(record, side, place)) for side in SIDES)
    )


@CHAPTER.article("An oil field is captured", "207.3.taken", when=("movement", "combat"), met=_any_told("oil"))
def oil_field_captured(record: PhaseRecord) -> Iterator[Finding]:
    """An oil field that is captured burns.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season autumn; 1517: ax.7inf; value held.Maikop soviet;
              value oil.Maikop working; ax.7inf 1517-1617; turn 9, Axis Opponent's Morale Step; say we go on
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season autumn; 1517: ax.7inf; value held.Maikop soviet;
              value oil.Maikop working; ax.7inf 1517-1617; value held.Maikop axis; turn 9, Axis Opponent's Morale Step;
              say we go on
    """
    yield from _must_turn(
        record, "oil", lambda place, _: tuple(("burning", _is_taken(record, side, place)) for side in SIDES)
    )


@CHAPTER.article("Burning wells are mended", "207.3.mended", when=("season.fix_it",), met=_any_told("oil"))
def burning_wells(record: PhaseRecord) -> Iterator[Finding]:
    """In the Fix-it Step Burning oil wells are Recovered.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Fix-it Step; weather clear; season winter; value oil.Maikop burning; now weather clear;
              value oil.Maikop recovered; turn 30, Pay Day Step; say we go on
    Illegal:  turn 30, Fix-it Step; weather clear; season winter; value oil.Maikop burning; now weather clear;
              value oil.Maikop working; turn 30, Pay Day Step; say we go on
    """
    yield from _must_turn(record, "oil", lambda _, old: (("recovered", YES),) if old == "burning" else ())


@CHAPTER.article("Personnel Cities", "207.2", when=("movement", "combat"), met=_any_told("personnel"))
def personnel_cities(record: PhaseRecord) -> Iterator[Finding]:
    """A captured Personnel City gives nothing, a recaptured one 1 PP unless its Countdown marker still lay there.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season autumn; 2829: ax.7inf;
              value personnel.Dnepropetrovsk 2; say we go on
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season autumn; 2829: ax.7inf;
              value personnel.Dnepropetrovsk 2; ax.7inf 2829-2730; lay +countdown.4 2730;
              turn 9, Axis Opponent's Morale Step; say we go on
    """

    def into(place: str, _: str) -> tuple[New, ...]:
        axis, soviet = (_is_taken(record, side, place) for side in SIDES)
        spared = _had_a_countdown(record, place)
        reduced = soviet & ~spared if _bears_none_else(record, place) else soviet
        return ("0", axis), ("1", reduced), ("2", soviet & spared)

    yield from _must_turn(record, "personnel", into)


def _had_a_countdown(record: PhaseRecord, place: str) -> Known:
    at = _hexes(record, place)
    if not at:
        return Known.open(value_named(place))
    return Known.of(any(marker.type.kind in COUNTDOWN for marker in record.start.markers_at(at[0])))


def _bears_none_else(record: PhaseRecord, place: str) -> bool:
    """Whether nothing lies in the City that may bear a Countdown in its stead."""
    there = (each for number in _hexes(record, place) for each in record.start.markers_at(number))
    return not any(each.type.kind in HEADQUARTERS or each.type.kind == "fleet" for each in there)


@CHAPTER.article("Repairing bombing", "208.1.4", when=("season.strategic_bombing",), met=_any_told("bombed"))
def repairing_bombing(record: PhaseRecord) -> Iterator[Finding]:
    """In the Strategic Bombing Step Ruined and Destroyed markers go, and Devastated becomes Destroyed.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 6; now weather clear;
              value bombed.Moscow 3; turn 30, New Deal Step; say we go on
    Illegal:  turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 6; now weather clear;
              value bombed.Moscow 0; turn 30, New Deal Step; say we go on
    """
    yield from _must_turn(record, "bombed", lambda _, old: ((REPAIRED[old], YES),) if old in REPAIRED else ())


REPAIRED = {"1": "0", "2": "0", "3": "0", "4": "0", "5": "0", "6": "3"}


@CHAPTER.article(
    "Isolated Soviet factories", "7.5.3c", covers=("207.4d",), when=("axis.supply",), met=_any_told("factory")
)
def isolated_factories(record: PhaseRecord) -> Iterator[Finding]:
    """A Working factory in a Soviet city without RLoC evacuates in the Axis Supply Step.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Supply Step; weather clear; season summer; value factory.Leningrad working;
              say nothing to do; turn 9, Axis Repair & Recovery Step; say we go on
    Illegal:  turn 9, Axis Supply Step; weather clear; season summer; 1902: ax.7inf; 1904: ax.5inf; 1803: ax.4a; 2003: ax.24pz;
              1802: ax.39pz; 2002: ax.1pza; value factory.Leningrad working; say nothing to do;
              turn 9, Axis Repair & Recovery Step; say we go on
    """

    def into(place: str, old: str) -> tuple[New, ...]:
        if old != "working":
            return ()
        return (("evacuated", holder_of(record.end, place).is_("soviet") & _is_cut(record, place)),)

    yield from _must_turn(record, "factory", into)


def _is_cut(record: PhaseRecord, place: str) -> Known:
    """Whether no line leads from a Soviet place any more when the phase begins."""
    at = _hexes(record, place)
    return ~joined(record.start, "soviet", at[0], BY_RAIL) if at else Known.open(value_named(place))
