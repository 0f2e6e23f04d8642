"""Countdowns, and markers that last for a time: 8, 22, 104, 106 and 302 of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.analysis.calendar import since
from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.ownership import Owner
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import article, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, Known, any_of, first_of
from adjudicator.model.units import Marker
from adjudicator.packs.thunder_in_the_east.rules._cards import changed_by_card, changes_by_card
from adjudicator.packs.thunder_in_the_east.rules._countdowns import CAME, countdown_owed
from adjudicator.packs.thunder_in_the_east.rules._markers import COUNTDOWN, HEADQUARTERS
from adjudicator.record.acts import Act, Laid, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.words import either

WITH_A_LINE = (Situation(statuses=frozenset({"city", "hq", "anchorage"})),)
REPAIR = When(phases=frozenset({"repair"}))
JERICHO = frozenset({"jericho"})
AIR_SUPPLY = "air_supply"
ENEMY_ANCHORAGE = (Situation(where=Where(places=frozenset({"anchorage"})), controlled="enemy"),)


def _marked(position: Position) -> list[str]:
    """The hexes of the map in which markers lie."""
    return sorted(number for number in position.marked if number in position.network.index)


def _numbers(position: Position, number: str) -> list[int]:
    return sorted(marker.type.value for marker in position.markers_at(number) if marker.type.kind in COUNTDOWN)


@article(
    "Countdown repair",
    "8.0a",
    covers=("22.0f", "302.6"),
    when=("repair",),
    area="logistics",
    unseen="may excuse nearby",
    met=about(markers=COUNTDOWN),
)
def countdown_repair(record: PhaseRecord) -> Iterator[Finding]:
    """In its owner's Repair and Recovery Step a Countdown with an RLoC or NLoC improves by one; another stays as it is.

    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; 1010: +countdown.4;
              swap +countdown.4+countdown.3 1010
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; 1010: +countdown.4;
              swap +countdown.4+countdown.3 1010
    Illegal:  turn 1, Axis Repair & Recovery Step; weather clear; season summer; 2514: +countdown.4;
              control Vyazma axis; swap +countdown.4+countdown.3 2514
    """
    by_card = changed_by_card(record)
    for number in _marked(record.start):
        by, where = changes_by_card(record, number)
        owner, after = _owner(record.start, number), _numbers(record.end, number)
        steps = _steps(record, number, owner)
        for value in _numbers(record.start, number):
            found = (
                _with_a_card((number, value, after), by, steps, where)
                if where.possible
                else _without_a_card((number, value, after), steps, owner.is_(record.moment.phasing))
            )
            yield from (replace(breach, broken=breach.broken & ~by_card) for breach in found)


def _owner(position: Position, number: str) -> Owner:
    """Whose a countdown is: its own side says, else that of an HQ in its hex, else who controls the hex."""
    here = [marker for marker in position.markers_at(number) if marker.type.side]
    own = [marker.type.side for marker in here if marker.type.kind in COUNTDOWN]
    borne = [marker.type.side for marker in here if marker.type.kind in HEADQUARTERS]
    return next((Owner(side) for side in own + borne), controller(position, number))


def _steps(record: PhaseRecord, number: str, owner: Owner) -> Known:
    """Whether a countdown goes one step in this phase: it is its owner's, and a line leads to it."""
    own = owner.is_(record.moment.phasing)
    return own if own.is_no else own & fits_any(record.start, record.moment.phasing, number, WITH_A_LINE)


Counted = tuple[str, int, list[int]]
"""The hex, what a countdown was, and what lies there afterwards."""


def _without_a_card(counted: Counted, steps: Known, own: Known) -> Iterator[Finding]:
    number, value, after = counted
    stepped = value + 1 in after if value + 1 < 0 else not after
    words, found = _words(after), say("found was {after}", _words(after))
    if steps.is_open and not (stepped or value in after):
        yield Finding((number,), say("the marker of {value} became {after}, and changes by 1 at most", value, words))
    elif steps.possible and not stepped:
        new = value + 1 or "none"
        because = say("the marker of {value} becomes {new} in this step; {found}", value, new, found)
        yield Finding((number,), because, broken=steps)
    elif not steps.is_yes and value not in after:
        why = say("no line leads to it") if own.is_yes else say("it is not its owner's phase")
        because = say("the marker of {value} stays as it is, since {why}; {found}", value, why, found)
        yield Finding((number,), because, broken=~steps)


def _with_a_card(counted: Counted, by: tuple[int, ...], steps: Known, where: Known) -> Iterator[Finding]:
    """A marker that a card changed as well must be one that both together can make of it; so must one beside such hexes."""
    number, value, after = counted
    each = (0, 1) if steps.is_open else (1,) if steps.is_yes else (0,)
    ways = {value + change + step for change in by for step in each}
    ways |= {value + step for step in each} if not where.is_yes else set()
    gone = any(way >= 0 for way in (*ways, value + max(each))) and not after
    if not gone and not ways & set(after):
        made = strung(map(str, sorted(ways)), say(" or "))
        because = say(
            "the marker of {value} became {after}, and a card and this step make {ways} of it",
            value,
            _words(after),
            made,
        )
        yield Finding((number,), because)


SUPPLY_CITY = "supply_city"
CAPTURED = -4
"""The Countdown of a Supply City or a Major Port that was captured (22.0)."""


def _words(values: list[int]) -> str:
    return strung(map(str, values), say(" and ")) or "none"


@dataclass(frozen=True, slots=True)
class Start:
    """The numbers with which a countdown may begin in some hexes, beside a marker of some kinds if any are named."""

    values: tuple[int, ...]
    where: Where = ANYWHERE
    beside: frozenset[str] = frozenset()

    def fits(self, position: Position, number: str) -> Known:
        kinds = {marker.type.kind for marker in position.markers_at(number)}
        if self.beside and not kinds & self.beside:
            return NO
        return self.where.fits(ground_at(position), position.network.index[number])


def _at(place: str, *values: int) -> Start:
    return Start(values, Where(places=frozenset({place})))


@article(
    "Possible Countdown values",
    printed(
        "thunder_in_the_east",
        "8.0k",
        figures=(
            Start((-3, -4), beside=HEADQUARTERS),
            Start((-4,), beside=JERICHO),
            _at("supply_city", -4, -5, -6, -7),
            _at("major_port", -3, -4),
            _at("naval_base", -2, -3),
            _at("minor_port", -3, -5),
        ),
    ),
    covers=("8.0c", "106.5.4b"),
    area="logistics",
    met=about(markers=COUNTDOWN),
)
def first_countdown_value(record: PhaseRecord, starts: tuple[Start, ...]) -> Iterator[Finding]:
    """A Countdown begins with a value that an event gives, and a new one replaces the old.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1517: ax.5inf; lay +countdown.4 1517
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1517: ax.5inf; lay +countdown.1 1517
    """
    end, by_card = record.end, changed_by_card(record)
    repair = REPAIR.holds(record.start, record.moment.phasing)
    for number in _marked(end):
        before, after = (Counter(_numbers(position, number)) for position in (record.start, end))
        for value in sorted((after - before).elements()):
            given = any_of(start.fits(end, number) for start in starts if value in start.values)
            given = NO if value <= CAPTURED and _partisans_alone(end, number) else given
            broken = ~(given | repair if before else given) & ~by_card
            if broken.possible:
                sure = {str(each) for start in starts if start.fits(end, number).is_yes for each in start.values}
                if _partisans_alone(end, number):
                    sure = {each for each in sure if int(each) > CAPTURED}
                was = say(", where {elements} was", either(map(str, before.elements()))) if before else ""
                because = say(
                    "a marker of {value} appears in {hex}{was}; what may begin there is {starts}",
                    *(value, number, was, either(sure) or "none"),
                )
                yield Finding((number,), because, broken=broken)


def _partisans_alone(position: Position, number: str) -> bool:
    """Whether those who are in a City are Partisans and nobody else, so that nobody captured it (107.3), and no HQ came."""
    others = any(marker.type.kind in (HEADQUARTERS | JERICHO) for marker in position.markers_at(number))
    units = position.at(number)
    return bool(units) and all(unit.has("partisan") for unit in units) and not others


article(
    printed(
        "thunder_in_the_east_10",
        "8.0k",
        figures=(
            Start((-3, -4), beside=HEADQUARTERS),
            _at("supply_city", -4, -5, -6, -7),
            _at("major_port", -4),
            _at("naval_base", -2, -3, -4),
            _at("minor_port", -2, -5),
        ),
    ),
    met=about(markers=COUNTDOWN),
    says="A Countdown begins with a value that an event gives, and a new one replaces the old; a Minor Port's is -2.",
    anew=True,
)(first_countdown_value)


@article("Captured Supply City", "22.0c", area="objective")
def countdown_of_a_captured_city(record: PhaseRecord) -> Iterator[Finding]:
    """A captured Supply City gets a -4 Countdown.

    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 1027: sov.3cav; sov.3cav 1027-1026;
              lay +countdown.4 1026
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 1027: sov.3cav; sov.3cav 1027-1026
    """
    yield from _countdown_of_a_capture(record, {SUPPLY_CITY: -4})


@article(
    "Captured anchorages",
    printed("thunder_in_the_east", "22.0d", figures={"major_port": -4, "naval_base": -2}),
    area="objective",
)
def countdown_of_a_captured_anchorage(record: PhaseRecord, values: Mapping[str, int]) -> Iterator[Finding]:
    """A captured Major Port that is no Supply City gets a -4 Countdown, a Naval Base a -2.

    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 0116: sov.3cav; sov.3cav 0116-0115;
              lay +countdown.2 0115
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 0116: sov.3cav; sov.3cav 0116-0115
    """
    yield from _countdown_of_a_capture(record, values, besides=SUPPLY_CITY)


article(
    printed("thunder_in_the_east_10", "22.0d", figures={"major_port": -4, "naval_base": -2, "minor_port": -2}),
    says="A captured Major Port that is no Supply City gets a -4 Countdown, a Naval Base or Minor Port a -2.",
    area="objective",
    anew=True,
)(countdown_of_a_captured_anchorage)


def _countdown_of_a_capture(record: PhaseRecord, values: Mapping[str, int], besides: str = "") -> Iterator[Finding]:
    """What a captured place of one of these kinds, and not of the kind `besides`, gets and must bear."""
    start = record.start
    for place in start.network.theatre.places:
        value = next((values[kind] for kind in values if kind in place.kinds), None)
        if value is None or besides in place.kinds:
            continue
        owner = controller(record.end, place.hex)
        has = {side: owner.is_(side) for side in start.pack.sides}
        captured = any_of(_taken(record, place.hex, side, after) for side, after in has.items() if after.possible)
        if captured.possible:
            for breach in countdown_owed(record, place.hex, (place.name, say("was captured")), value):
                yield replace(breach, broken=captured)


def _taken(record: PhaseRecord, number: str, side: str, after: Known) -> Known:
    """Whether a side took a place in this phase, which `after` says it has or may have; in doubt it must have been entered."""
    taken = after & controller(record.start, number, side).is_one_of(record.start.pack.enemies(side))
    return NO if taken.is_open and not any(number in act.path for act in record.acts) else taken


def _came(act: Act, kind: str) -> Marker | None:
    """The marker of a kind that an act puts on a hex."""
    marker = act.after.markers[act.markers[0]] if act.markers else None
    return marker if marker is not None and marker.hex and marker.type.kind == kind else None


@article("Countdown of a Fleet that fled", "106.3c.countdown", covers=("106.3c",), area="naval", options=("naval",))
def countdown_of_a_fleet(record: PhaseRecord) -> Iterator[Finding]:
    """A Fleet that flees from a captured Anchorage gets a Countdown of -3 at a Naval Base, -4 at a Major Port, -5 at a Minor
    Port.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season summer; 1104: +fleet.baltic; control Tallinn axis;
              1204: ax.7inf; shift +fleet.baltic 1104-1903; lay +countdown.3 1903; turn 9, Axis Opponent's Morale Step
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; 1104: +fleet.baltic; control Tallinn axis;
              1204: ax.7inf; shift +fleet.baltic 1104-1903; lay +countdown.4 1903; turn 9, Axis Opponent's Morale Step
    """
    for act in record.of(Shifted):
        marker = _came(act, "fleet")
        if marker is None or not act.before.markers[marker.id].hex:
            continue
        network, side = record.start.network, marker.type.side
        places = network.places_at.get(network.index.get(marker.hex, -1), ())
        kinds = {kind for place in places for kind in place.kinds}
        values = {"naval_base": -3, "major_port": -4, "minor_port": -5}
        fled = fits_any(act.before, side, act.path[0], ENEMY_ANCHORAGE)
        # whether it fled may hang on an enemy that nobody can read
        excuse, name = Excuse(sides=frozenset(act.before.pack.enemies(side))), marker.type.name or marker.id
        for value, decides in first_of((values[kind], fled) for kind in values if kind in kinds):
            for breach in countdown_owed(record, marker.hex, (name, CAME), value):
                yield replace(breach, broken=decides, excuse=excuse)


@article("Countdown of Jericho Trumpets", "302.9.countdown", covers=("302.9",), area="card")
def countdown_of_jericho_trumpets(record: PhaseRecord) -> Iterator[Finding]:
    """Jericho Trumpets is placed with a -4 Countdown.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; lay +card.jericho 2215; lay +countdown.4 2215
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; lay +card.jericho 2215; lay +countdown.3 2215
    """
    for act in record.of(Laid):
        marker = _came(act, "jericho")
        if marker is not None:
            yield from countdown_owed(record, marker.hex, (marker.type.name or marker.id, CAME), -4)


@article(
    "End of Jericho Trumpets",
    "302.9.end",
    covers=("302.9",),
    area="card",
    unseen="cannot excuse",
    met=lambda position: any(marker.type.kind in JERICHO for marker in position.markers.values()),
)
def end_of_jericho_trumpets(position: Position) -> Iterator[Finding]:
    """Jericho Trumpets leaves play when the turn July II ends.

    Legal:    turn 3, Axis HQ Mode Step; weather clear; season summer; year 1941; month july; week 2; 2215: +card.jericho
    Illegal:  turn 7, Axis HQ Mode Step; weather clear; season summer; year 1941; month july; week 3; 2215: +card.jericho
    """
    moment, pack = position.moment, position.pack
    over = since(moment, pack, 1941, "august")
    if moment.condition("month") in (None, "july"):
        week = moment.condition("week")
        late = Known.open(say("the week")) if week is None else Known.of(week in ("3", "4"))
        over |= since(moment, pack, 1941, "july") & late
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.hex and marker.type.kind in JERICHO:
            name = marker.type.name or marker.id
            because = say("{marker} still lies in {hex} in {moment}", name, marker.hex, moment)
            yield Finding((marker.hex,), because, broken=over)


@article(
    "Air Supply removal",
    "104.3c",
    area="air",
    unseen="cannot excuse",
    met=lambda record: any(each.hex and each.type.kind == AIR_SUPPLY for each in record.start.markers.values()),
    options=("air_transport",),
)
def air_supply_removed(record: PhaseRecord) -> Iterator[Finding]:
    """The opponent removes Air Supply markers at the end of his Supply Step.

    Under: thunder_in_the_east, air_transport
    Legal:    turn 9, Soviet Supply Step; weather clear; season summer; 1716: ax.7inf, +air_supply.axis;
              lift +air_supply.axis 1716
    Illegal:  turn 9, Soviet Supply Step; weather clear; season summer; 1716: ax.7inf, +air_supply.axis; say we go on;
              turn 9, Soviet Repair & Recovery Step; say we go on
    """
    phase = record.moment.phase
    if phase is None or "supply" not in phase.names or not phase.side:
        return
    for _, marker in sorted(record.end.markers.items()):
        if marker.hex and marker.type.kind == AIR_SUPPLY and marker.type.side not in ("", phase.side):
            name = marker.type.name or marker.id
            because = say(
                "{name} still lies in {hex} when the {phase} is over, and must be gone", name, marker.hex, phase.name
            )
            yield Finding((marker.hex,), because, owed=not record.ended)
