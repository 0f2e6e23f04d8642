"""The calendar, the end of the game, and Stalin: 4.1, 13.1, 24.1 and 202.5 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import date_of, date_told, next_week, season_of
from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.articles import article
from adjudicator.checks.movement.marker import MarkerTravels, travels_as_it_should
from adjudicator.checks.sequence.only_when import OnlyWhen, at_its_time
from adjudicator.checks.sequence.order import follows_another, out_of_order
from adjudicator.checks.sequence.segments import Segment
from adjudicator.checks.sequence.segments import out_of_order as segments_out_of_order
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding, Trace
from adjudicator.lean import replace
from adjudicator.model.interval import ZERO
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Marker
from adjudicator.packs.thunder_in_the_east.rules._markers import HEADQUARTERS
from adjudicator.record.acts import SPOKEN, Act, ConditionsTold, Lifted, Shifted, Travel, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.act import ActKinds
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words
from adjudicator.words import deed, either, listed, word

LEADER = "leader"
MOSCOW, KUYBYSHEV = frozenset({"Moscow"}), frozenset({"Kuybyshev", "Kuibyshev", "to Kuybyshev", "to Kuibyshev"})
MORALE = "morale.ussr"
AFTER_AUGUST_1944 = (
    When(
        conditions={
            "year": frozenset({"1944"}),
            "month": frozenset({"september", "october", "november", "december"}),
        }
    ),
    When(conditions={"year": frozenset({"1945"})}),
)


def _is_played(record: PhaseRecord) -> bool:
    """Whether anything is done in a phase but to talk and to keep the books."""
    return any(not isinstance(act, (*SPOKEN, ConditionsTold, ValuesChanged)) for act in record.acts)


@article("Axis automatic victory", "4.1", covers=("13.1b",), area="victory")
def victory_by_stalin(record: PhaseRecord) -> Iterator[Finding]:
    """The Axis wins at once when it takes the city in which the Stalin marker is.

    Legal:    turn 9, Axis Regular Movement Step; weather clear; season summer; 3113: +stalin; 1025: ax.7inf;
              ax.7inf 1025-1026
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; 3113: +stalin, ax.5inf; 1025: ax.7inf;
              ax.7inf 1025-1026
    """
    for marker in record.start.markers.values() if _is_played(record) else ():
        if marker.type.kind == LEADER and marker.hex:
            taken = controls(record.start, marker.hex, "axis", wanted_by="axis")
            what = say("{marker} stands in a city that was taken", marker.type.name)
            yield Finding((marker.hex,), say("play goes on, and the game is over: {what}", what), broken=taken)


@article(
    "Campaign automatic victory",
    "202.5a",
    covers=("202.0b",),
    area="victory",
    untold=lambda record: first_untold((MORALE,), record.start.values),
    options=("campaign",),
)
def victory_by_morale(record: PhaseRecord) -> Iterator[Finding]:
    """The Axis wins the Campaign Game at once when Soviet Morale is 0 or less.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season summer; month july; year 1942; value morale.ussr 1;
              1025: ax.7inf; ax.7inf 1025-1026
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; month july; year 1942; value morale.ussr 0;
              1025: ax.7inf; ax.7inf 1025-1026
    """
    if _is_played(record) and MORALE in record.start.values:
        number = told_number(record.start, MORALE)
        what = say("{name} is {number}", MORALE, number)
        yield Finding((), say("play goes on, and the game is over: {what}", what), broken=number.at_most(ZERO))


@article("Campaign end", "202.5c", area="victory", options=("campaign",))
def end_of_the_campaign(record: PhaseRecord) -> Iterator[Finding]:
    """The Campaign Game ends after August IV, 1944.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season summer; month august; year 1944; 1025: ax.7inf;
              ax.7inf 1025-1026
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; month september; year 1944; 1025: ax.7inf;
              ax.7inf 1025-1026
    """
    for after in AFTER_AUGUST_1944 if _is_played(record) else ():
        because = say("play goes on, and the game is over: {what}", say("its last turn has been played"))
        yield Finding((), because, broken=after.holds(record.start, ""))


def _astray(position: Position, names: frozenset[str]) -> Iterator[tuple[Marker, Finding]]:
    """The leaders on the map that lie in none of these places."""
    right = {place.hex: place.name for place in position.network.theatre.places if place.name in names}
    for marker in position.markers.values():
        if marker.hex and marker.type.kind == LEADER and marker.hex not in right:
            places, name = listed(sorted(right.values())), marker.type.name
            because = say("{marker} lies in {hex}, and may lie only in: {places}", name, marker.hex, places)
            yield marker, Finding((marker.hex,), because)


def _leader_there(position: Position, _: object) -> bool:
    return any(marker.type.kind == LEADER for marker in position.markers.values())


@article("Stalin marker set-up", "13.1a", when=("set-up",), area="special", unseen="cannot excuse", met=_leader_there)
def stalin_at_setup(position: Position) -> Iterator[Finding]:
    """A game begins with the Stalin marker in Moscow.

    Legal:    Set-up 3: First Mover's Reserves; first soviet; lay +stalin 3113
    Illegal:  Set-up 3: First Mover's Reserves; first soviet; lay +stalin 3912
    """
    yield from (breach for _, breach in _astray(position, MOSCOW))


@article(
    "Where Stalin may be", "13.1e", when=("end of phase",), area="special", unseen="cannot excuse", met=_leader_there
)
def place_of_stalin(position: Position) -> Iterator[Finding]:
    """The Stalin marker is in Moscow, or after evacuation in Kuybyshev.

    Legal:    turn 9, Axis HQ Mode Step; weather clear; season summer; 3113: +stalin
    Illegal:  turn 9, Axis HQ Mode Step; weather clear; season summer; 2215: +stalin
    """
    network = position.network
    for marker, breach in _astray(position, MOSCOW | KUYBYSHEV):
        places = network.places_at.get(network.index[marker.hex], ())
        leads_away = any(place.kinds & {"rail_exit", "map_edge"} for place in places)
        yield replace(breach, broken=Known.open(say("where {hex} leads", marker.hex))) if leads_away else breach


@article(
    "No Soviet combat while Stalin leaves",
    "13.1d",
    area="sequence",
    unseen="cannot excuse",
    met=lambda record: (act for act in record.acts if [*_fighting(act)]),
)
def no_combat_while_stalin_leaves(record: PhaseRecord) -> Iterator[Finding]:
    """There is no Soviet Combat Phase in the turn in which Stalin leaves Moscow.

    Legal:    turn 9, Soviet Ground Battles Step; weather clear; season summer; 1817: sov.20a; 1717: ax.7inf; 3113: +stalin;
              attack 1717: sov.20a
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1817: sov.20a; 1717: ax.7inf;
              3113: +stalin; value rail_used.soviet 0; rail +stalin 3113>4018; value rail_used.soviet 2;
              turn 9, Soviet Ground Battles Step; attack 1717: sov.20a
    """
    left = any(_leaves(act) for phase in (*record.earlier, record) for act in phase.acts)
    for act in record.acts:
        fighting = tuple(_fighting(act)) if act.moment.phasing in ("", "soviet") else ()
        if fighting and (left or act.moment.condition("stalin") not in (None, "moscow", "kuybyshev")):
            who, does = listed(fighting), deed(act.kind, len(fighting))
            because = say("{who} {does} in the turn in which its government leaves", who, does)
            yield Finding(act.path[-1:], because, act.units)


def _fighting(act: Act) -> Iterator[str]:
    """The names of the Soviets who fight by an act, detachments among them; nobody where it is no fight."""
    units = act.units_before
    if act.kind in ("attack", "strike", "dogfight") and any(unit.side == "soviet" for unit in units):
        yield from map(str, units)
    for name in act.markers if isinstance(act, Lifted) else ():
        marker = act.before.markers.get(name)
        if marker is not None and marker.type.kind == "detachment" and "result" in act.told:
            yield marker.type.name or name


def _leaves(act: Act) -> bool:
    """Whether the Stalin marker moves."""
    moved = (act.before.markers.get(name) for name in act.markers) if isinstance(act, Travel) else ()
    return any(marker is not None and marker.type.kind == LEADER for marker in moved)


@article(
    "The week goes on",
    "24.1a",
    covers=("6.2m", "24.1c"),
    area="sequence",
    unseen="cannot excuse",
    readings=("barbarossa_june",),
)
def week_by_week(record: PhaseRecord) -> Iterator[Finding]:
    """The date goes on by one weekly turn in the Housekeeping Phase, or before the Season Start Phase.

    Legal:    turn 2, Housekeeping Phase; month july; week 4; season summer; now month august; now week 1
    Illegal:  turn 2, Housekeeping Phase; month july; week 1; season summer; now week 3
    Illegal:  turn 2, Housekeeping Phase; month june; week 3; season spring; now week 4
    """
    start, end, phase = record.start, record.end, record.moment.phase
    dated = date_told(start.moment) & date_told(end.moment)
    if dated.is_open:
        if any({"month", "week"} & act.conditions.keys() for act in record.of(ConditionsTold)):
            yield Finding((), say("the date goes on from one that nobody knows"), broken=dated)
        return
    before, after = date_of(start.moment), date_of(end.moment)
    due, season, told = (
        next_week(start.pack, before),
        season_of(start.pack, after.month),
        end.moment.condition("season"),
    )
    if before == after:
        return
    if phase is not None and "housekeeping" not in phase.names:
        because = say(
            "{before} becomes {after} in the {name}; the date changes only in: {allowed}",
            *(before, after, phase.name, strung([word("housekeeping")], ", ")),
        )
    elif after != due:
        because = say("after {before} came {after}, and {due} is due", before, after, due)
    elif season and told and season != told:
        because = say("the season is said to be {told}, and {after} is in {season}", told, after, season)
    else:
        return
    yield Finding((), because)


MOSCOW_TO_KUYBYSHEV = (("from", MOSCOW, 0), ("to", frozenset({"Kuybyshev", "Kuibyshev"}), -1))
BY_RAIL = ActKinds({"rail"})
EXITS = frozenset({"rail_exit", "map_edge"})
SPECIAL_MOVEMENT = When(phases=frozenset({"special movement"}), phasing="own")


@article("Stalin leaves by rail", "13.1c", covers=("5.1.2b", "15.4c"), area="rail", met=about(markers={LEADER}))
def stalin_leaves_by_rail(act: Act) -> Iterator[Finding]:
    """Stalin moves once, in a Soviet Special Movement Step, by rail, from Moscow to Kuybyshev, through EZOCs but not through
    enemy units.

    Legal:    turn 1, Soviet Special Movement Step; weather clear; season summer; 3113: +stalin;
              rail +stalin 3113-3212-3312-3412-3512-3611-3712-3812-3912-4011-4018
    Illegal:  Soviet Special Movement Step; weather clear; season summer; 3113: +stalin; rail +stalin 3113-3213
    """
    yield from travels_as_it_should(act, MarkerTravels(kinds=frozenset({LEADER}), modes=BY_RAIL))
    for name in act.markers if len(act.path) > 1 else ():
        marker = act.before.markers.get(name)
        if marker is None or marker.type.kind != LEADER or not (act.kind == "rail" or isinstance(act, Shifted)):
            continue
        said, trace = marker.type.name or marker.type.id, (Trace("path", act.path, act.kind),)
        now = SPECIAL_MOVEMENT.holds(act.before, marker.type.side)
        when = when_words((SPECIAL_MOVEMENT,))
        because = say("{said} travels in {moment}; allowed only {when}", said, act.moment, when)
        yield Finding(act.path[-1:], because, (), ~now, traces=trace)
        for way, named, end in MOSCOW_TO_KUYBYSHEV:
            because = say(
                "{said} travels from {start} to {end}; it goes only {word} {named}",
                said,
                act.path[0],
                act.path[-1],
                way,
                either(named),
            )
            yield Finding((act.path[end],), because, (), ~_leads_to(act.before, named, act.path[end]), traces=trace)


def _leads_to(position: Position, named: frozenset[str], number: str) -> Known:
    """Whether a hex is one of the places named; where the map ends before it, the rail exit or map edge to it ("to NAME")."""
    places = position.network.theatre.places
    here = [place for place in places if place.hex == number]
    if any(place.name in named for place in here):
        return YES
    if {place.name for place in places} & named:
        return NO
    ways = {say("to {name}", name) for name in named}
    if any(place.name in ways for place in here):
        return YES
    where = strung(sorted(named), say(" or "))
    if any(place.kinds & EXITS for place in here):
        return Known.open(say("whether the way out at {hex} leads to {where}", number, where))
    return (
        NO if any(place.name in ways for place in places) else Known.open(say("where {where} lies on this map", where))
    )


SOVIETS_FIRST = OnlyWhen(
    kinds=ActKinds({"move", "rail", "overrun", "attack", "advance", "naval", "redeploy", "fly"}),
    side="axis",
    when=(
        When(without_turns=frozenset({1})),
        When(conditions={"first": frozenset({"axis"})}),
        When(phasing="enemy"),
    ),
)


@article(
    "A first turn that the Soviets begin",
    "6.2b.first",
    covers=("6.2b",),
    area="sequence",
    unseen="cannot excuse",
    acts=tuple(SOVIETS_FIRST.kinds),
)
def soviet_half_alone(act: Act) -> Iterator[Finding]:
    """Where the Soviets go first, no Axis unit does anything in the first turn: only its Soviet half is played.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; first axis; 1517: ax.7inf; ax.7inf 1517-1617
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; first soviet; 1517: ax.7inf; ax.7inf 1517-1617
    """
    if act.moment.condition("first") is not None:  # of few games it is told who goes first: no doubt where it is not
        yield from at_its_time(act, SOVIETS_FIRST)


@article(
    "Phases and steps in order",
    "6.2c",
    covers=(
        *("3.1a", "6.0", "6.2a", "6.2b", "6.2g", "6.2i", "6.2k"),
        *("16.0", "19.0", "24.0", "201.0b"),
    ),
    area="sequence",
    unseen="cannot excuse",
    met=follows_another,
    counts_turns=True,
)
def phases_in_order(record: PhaseRecord) -> Iterator[Finding]:
    """Phases, Steps and turns follow one another as printed.

    Legal:    turn 2, Axis Special Movement Step; weather clear; season summer; 1517: ax.7inf; 0921: ax.8inf;
              ax.8inf 0921-0920; turn 2, Axis Regular Movement Step; ax.7inf 1517-1417
    Illegal:  turn 2, Axis Regular Movement Step; weather clear; season summer; 1517: ax.7inf; 0921: ax.8inf;
              ax.7inf 1517-1417; turn 2, Axis Special Movement Step; ax.8inf 0921-0920
    """
    yield from out_of_order(record, frozenset({"set-up"}))


_COMING_OFF = ("removing markers", {"lift"}, frozenset({"air_supply", "improved_defense", "fortified_defense"}))


def _segments(*rows: tuple[str, set[str], frozenset[str]]) -> tuple[Segment, ...]:
    return tuple(Segment(name=name, kinds=ActKinds(frozenset(kinds)), markers=markers) for name, kinds, markers in rows)


SUPPLY_STEP = _segments(
    ("dissolving HQs", {"shift", "lift", "swap"}, HEADQUARTERS),
    ("marking supply", {"mark", "unmark"}, frozenset({"out_of_supply"})),
    ("attrition", {"flip", "remove"}, frozenset()),
    _COMING_OFF,
)
ISOLATED_FIRST = _segments(("marking supply", {"mark", "unmark"}, frozenset({"isolated"})), _COMING_OFF)
"""Who is isolated is marked with the others, or one by one as each rolls (7.5.3)."""


@article("Supply Step segments", "6.2d", when=("supply",), area="sequence", unseen="cannot excuse")
def supply_step_in_order(record: PhaseRecord) -> Iterator[Finding]:
    """Isolated HQs go first; then units are marked, then attrition is rolled, then Air Supply and abandoned Defense markers come
    off.

    Legal:    turn 2, Axis Supply Step; weather clear; season summer; 2215: sov.20a+out_of_supply, +air_supply.soviet;
              unmark sov.20a+out_of_supply; lift +air_supply.soviet 2215
    Illegal:  turn 2, Axis Supply Step; weather clear; season summer; 2215: sov.20a+out_of_supply, +air_supply.soviet;
              lift +air_supply.soviet 2215; unmark sov.20a+out_of_supply
    """
    theirs = [act for act in record.acts if not _by_phasing_side(act)]
    yield from segments_out_of_order(theirs, SUPPLY_STEP)
    yield from segments_out_of_order(theirs, ISOLATED_FIRST)


def _by_phasing_side(act: Act) -> bool:
    """Whether units or markers of the phasing side are in it."""
    units = (act.before.units.get(name) or act.after.units[name] for name in act.units)
    markers = (act.before.markers.get(name) or act.after.markers.get(name) for name in act.markers)
    return act.moment.phasing in {*(unit.side for unit in units), *(each.type.side for each in markers if each)}
