"""Fleets, and attacks from the air on ships and Anchorages: 106.5 of Thunder in the East."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.air.sorties import silent_over, target_of
from adjudicator.analysis.concealed import masked
from adjudicator.analysis.economy import fall, holder_of
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.headquarters import is_headquarters
from adjudicator.analysis.history import moved_so
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, any_of, unless_missing
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Attack, Laid, Lifted, Movement, Removed, Shifted, StepLoss, Swapped, Transfer
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.words import counted

CHAPTER = Chapter(area="naval", unseen="cannot excuse", options=("naval",))

FLEET, COUNTDOWN = "fleet", "countdown"
COAST = Where(tags=frozenset({"coast"}), without_places=frozenset({"inland_port"}))
AT_SEA = Where(terrains=frozenset({"all_sea"}))
BASES = {"baltic": "Leningrad", "black_sea": "Sevastopol"}
"""By a Fleet's tag its Naval Base."""
PRICES = {"major_port": Fraction(1, 2), "naval_base": Fraction(1)}
"""What it costs in EP that an Anchorage works on."""


def _fleets(position: Position, number: str) -> list[Marker]:
    return [each for each in position.markers_at(number) if each.type.kind == FLEET]


def _strikes(record: PhaseRecord, mission: str) -> Iterator[Strike]:
    """The strikes of which it was told whether they hit."""
    return (act for act in record.of(Strike) if act.mission == mission and act.told.get("hits", "").isdigit())


@CHAPTER.article("Close Naval Support", "106.5.2", acts=("attack",))
def close_naval_support(act: Act) -> Iterator[Finding]:
    """A Fleet supports a battle of a Soviet unit that shares its hex on a coast.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1405: ax.7inf;
              1304: sov.20a, +fleet.baltic; attack 1304: ax.7inf naval=fleet.baltic
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              1903: +fleet.baltic; attack 1817: ax.24pz naval=fleet.baltic
    """
    name, before = act.told.get("naval", ""), act.before
    if not isinstance(act, Attack) or not name:
        return
    fleets = (each for each in before.markers.values() if each.type.kind == FLEET and each.hex)
    fleet = next((each for each in fleets if name in (each.id, each.type.id, each.type.name)), None)
    if fleet is None:
        because = say("{name} helps a battle, and is nowhere on the map", name)
        yield Finding(act.path, because, act.units, Known.open(say("where {name} lies", name)))
        return
    side, at = fleet.type.side, fleet.hex
    fighters = {before.units[each].hex for each in act.units if before.units[each].side == side}
    fighters |= {number for number in act.path if any(unit.side == side for unit in before.at(number))}
    if at not in fighters:
        because = say("{name} helps a battle, and no unit of its side that fights is in {hex}", fleet.type.name, at)
        there = (each for each in masked(before) if each.hex == at and each.side in ("", side))
        attacked = (Known.open(each.datum) for each in there if at in act.path)
        yield Finding((at, *act.path), because, act.units, ~any_of(attacked))
        return
    because = say("{name} helps a battle from {hex}, which is no coast", fleet.type.name, at)
    yield Finding((at,), because, act.units, ~COAST.fits(ground_at(before), before.network.index[at]))


def _away(record: PhaseRecord) -> Iterator[tuple[Marker, str, Known]]:
    """The Fleets outside their base, each with the name of that, and whether it sailed out to intercept in this turn."""
    hexes = {place.name: place.hex for place in record.end.network.theatre.places}
    for _, marker in sorted(record.end.markers.items()):
        base = next((place for tag, place in BASES.items() if tag in marker.type.tags), "")
        if marker.type.kind != FLEET or not marker.hex or marker.hex == hexes.get(base, marker.hex):
            continue
        went = record.end.memory.went.get(marker.type.id)
        might = marker.hex not in hexes.values() if went is None else went.phase == "axis.reaction"
        sailed = moved_so(record.end, marker.type.id, Shifted.word) if might else NO
        if sailed.possible:
            yield marker, base, sailed


def _any_sailed(record: PhaseRecord, _: object) -> bool:
    known = record.end.memory.went
    sailed = {name for name, went in known.items() if went.turn == record.moment.turn and went.deed == Shifted.word}
    fleets = (each for each in record.end.markers.values() if each.type.kind == FLEET)
    return any(each.type.id in sailed for each in fleets) or any(_away(record))


@CHAPTER.article(
    "Fleets return from an interception",
    "106.5.3a.back",
    covers=("106.5.3a",),
    when=("axis.air_return",),
    met=_any_sailed,
)
def fleets_return(record: PhaseRecord) -> Iterator[Finding]:
    """A Fleet that sailed out to intercept returns to its Naval Base after the battle.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; 1503: +fleet.baltic; remember went fleet.baltic shift 9 axis.reaction;
              shift +fleet.baltic 1503-1903; turn 9, Axis Air Return Step; say we go on; turn 9, Axis Regular Movement Step;
              say we go on
    Illegal:  turn 9, Axis Air Return Step; 1503: +fleet.baltic; remember went fleet.baltic shift 9 axis.reaction;
              say we go on; turn 9, Axis Regular Movement Step; say we go on
    """
    for marker, base, sailed in _away(record):
        because = say(
            "{name} sailed out to intercept, lies in {hex} after the battles, and returns to {base}",
            marker.type.name or marker.id,
            marker.hex,
            base,
        )
        there = holder_of(record.end, base).is_(marker.type.side)
        yield Finding((marker.hex,), because, broken=sailed & there, owed=not record.ended)


@CHAPTER.article(
    "What a strike costs ships",
    "106.5.3b.steps",
    covers=("106.5.3b",),
    when=("air combat",),
    met=lambda record: _strikes(record, "anti_shipping"),
)
def steps_of_ships(record: PhaseRecord) -> Iterator[Finding]:
    """Each Anti-Shipping Strike that hits costs its target a step.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [1503]: ax.ju87; 1503: +fleet.baltic;
              strike anti_shipping 1503: ax.ju87 die=2 hits=1; swap +fleet.baltic+fleet.baltic.reduced 1503
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [1503]: ax.ju87; 1503: +fleet.baltic;
              strike anti_shipping 1503: ax.ju87 die=6 hits=0; swap +fleet.baltic+fleet.baltic.reduced 1503
    """
    hits: Counter[str] = Counter()
    first: dict[str, Strike] = {}
    for act in _strikes(record, "anti_shipping"):
        if target := _struck_by(act):
            hits[target] += act.told["hits"] != "0"
            first.setdefault(target, act)
    for target, act in first.items():
        faces = _faces_of(record, target)
        lost = sum(_steps_lost(each, one) for each in record.acts for one in faces)
        steps, due, over = counted(lost, "step"), hits[target], act.over
        units, name = (target,) if target in record.end.units else (), _called(act.before, target)
        if lost < due and not all(_is_off_map(record.end, one) for one in faces):
            because = say("{name} was hit {due} in {hex}, and lost {steps}", name, counted(due, "time"), over, steps)
            hidden = Excuse(frozenset({over}))  # what it was turned into may lie there unread
            yield Finding((over,), because, units, owed=not record.ended, excuse=hidden)
        elif not due and lost:
            because = say("no strike hit {name} in {hex}, and it lost {steps}", name, over, steps)
            yield Finding((over,), because, units, _all_strikes_told(record, act, target))


def _struck_by(act: Strike) -> str:
    """The id of the unit or Fleet that is struck, "" if nobody can tell which one is."""
    named = target_of(act)
    if named in act.before.units:
        return named
    side = next((unit.side for unit in act.units_before), "")
    ships = [each for each in _fleets(act.before, act.over) if each.type.side != side]
    if named:
        ships = [each for each in ships if named in (each.id, each.type.id, each.type.name)]
    elif any(unit.side != side for unit in act.before.at(act.over)):
        return ""
    return ships[0].id if len(ships) == 1 else ""


def _faces_of(record: PhaseRecord, target: str) -> tuple[str, ...]:
    """A unit; or a Fleet's marker, and those into which it was turned."""
    faces = [target]
    for act in record.of(Swapped):
        if act.markers[0] in faces and act.markers[-1] not in faces:
            faces.append(act.markers[-1])
    return tuple(faces)


def _steps_lost(act: Act, target: str) -> int:
    """The steps that an act takes from a unit or a Fleet, whose lesser side has the lower value."""
    if isinstance(act, StepLoss | Removed | Transfer) and target in act.units:
        old, new = act.before.units[target], act.after.units.get(target)
        return max(old.steps - (new.steps if new is not None and new.hex else 0), 0)
    if isinstance(act, Swapped) and target in act.markers[:1] and (turned := act.marker) is not None:
        return int(turned.type.value < act.before.markers[target].type.value)
    if isinstance(act, Lifted | Shifted) and target in act.markers[:1]:
        return int(_is_off_map(act.after, target))
    return 0


def _is_off_map(position: Position, target: str) -> bool:
    """Whether a unit or marker is off the map; a ship that is turned over is another marker."""
    piece = position.units.get(target) or position.markers.get(target)
    return piece is None or not piece.hex


def _called(position: Position, target: str) -> str:
    unit = position.units.get(target)
    return str(unit) if unit is not None else position.markers[target].type.name or target


def _all_strikes_told(record: PhaseRecord, act: Strike, target: str) -> Known:
    """Whether nothing else can have hit the target: a mission that nobody told, or ships against a unit at sea."""
    struck = {name for each in record.of(Strike) for name in each.units}
    silent = any(unit.id not in struck for unit in silent_over(record.start, act.over))
    ships = target in record.start.units and bool(_fleets(record.start, act.over))
    return Known.open(say("what else struck {name}", _called(act.before, target))) if silent or ships else YES


def _hits_at_sea(record: PhaseRecord) -> Iterator[tuple[str, str, str]]:
    """Name, hex and unit id ("" of a Fleet) of what was hit: turned to a lesser side, or gone."""
    network, ground = record.start.network, ground_at(record.start)
    for act in record.acts:
        for name in act.units if isinstance(act, StepLoss | Removed) else ():
            unit = act.before.units[name]
            if unit.hex in network.index and AT_SEA.fits(ground, network.index[unit.hex]).is_yes:
                yield str(unit), unit.hex, name
        for name in act.markers[:1] if isinstance(act, Swapped | Lifted) else ():
            old, new = act.before.markers.get(name), act.marker
            if old is None or old.type.kind != FLEET or old.hex not in network.index:
                continue
            if isinstance(act, Lifted) or (new is not None and new.type.value < old.type.value):
                yield old.type.name or name, old.hex, ""


def _back_to_port(record: PhaseRecord) -> Iterator[Movement]:
    """The ways of units that were hit at sea; nobody else moves over the sea in these phases, but who sets out too late."""
    network, sea = record.start.network, record.start.network.tagged(("sea",))
    for act in record.of(Movement):
        at = [network.index.get(number) for number in (act.path[0], act.path[-1])]
        afloat = [i is not None and not sea.at(i).is_no for i in at]
        if act.mode == "naval" and afloat != [False, True]:
            yield act


def _any_at_sea(record: PhaseRecord, _: object) -> bool:
    return any(_hits_at_sea(record)) or any(_back_to_port(record))


@CHAPTER.article("Striking naval targets: effect", "106.5.3b", covers=("106.5.3a",), when=("combat",), met=_any_at_sea)
def strikes_at_sea(record: PhaseRecord) -> Iterator[Finding]:
    """Ships and their cargo are struck in Clear weather only; a transported unit that loses a step and lives returns to its port.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; 1503: +fleet.baltic;
              swap +fleet.baltic+fleet.baltic.reduced 1503
    Illegal:  turn 9, Axis Air Combat Step; weather overcast; season summer; 1503: +fleet.baltic;
              swap +fleet.baltic+fleet.baltic.reduced 1503
    """
    yield from _struck_at_sea(record, "mud", "light_mud", "snow", "extreme_cold", "overcast")


@article(printed("thunder_in_the_east_10", "106.5.3b"), unseen="cannot excuse", met=_any_at_sea, anew=True)
def strikes_at_sea_of_1_0(record: PhaseRecord) -> Iterator[Finding]:
    """Ships and their cargo are not struck in Mud, Snow and Overcast; a transported unit that loses a step and lives returns to
    its port.

    Under: thunder_in_the_east_10, naval
    Legal:    turn 9, Axis Air Combat Step; weather extreme_cold; season winter; 1503: +fleet.baltic;
              swap +fleet.baltic+fleet.baltic.reduced 1503
    Illegal:  turn 9, Axis Air Combat Step; weather overcast; season summer; 1503: +fleet.baltic;
              swap +fleet.baltic+fleet.baltic.reduced 1503
    """
    yield from _struck_at_sea(record, "mud", "light_mud", "snow", "overcast")


def _struck_at_sea(record: PhaseRecord, *spared: str) -> Iterator[Finding]:
    """Nothing is hit in these weathers."""
    network, ground, where = record.start.network, ground_at(record.start), Where(weather=frozenset(spared))
    hit = {name for act in record.of(StepLoss) for name in act.units}
    for act in _back_to_port(record):
        for name in act.units:
            if name not in hit:
                because = say("{unit} goes back to port, and was not hit at sea", act.before.unit(name))
                yield Finding(act.path, because, (name,), unless_missing(record.gap))
    for name, number, unit in _hits_at_sea(record):
        because = say("{name} is hit in {hex}, where the weather lets nobody strike ships", name, number)
        yield Finding((number,), because, (unit,) if unit else (), where.fits(ground, network.index[number]))
        now = record.end.units.get(unit)
        if now is not None and now.hex == number:
            because = say("{unit} lost a step at sea, and did not go back to its port", now)
            yield Finding((number,), because, (unit,), owed=not record.ended)


BOMBED = {"naval_base": 3, "major_port": 3, "minor_port": 3}
BOMBED_FIRST = {"naval_base": 4, "major_port": 4, "minor_port": 2}
"""The Countdown of an Anchorage that bombs hit, in the revised and in the first edition."""


@CHAPTER.article(
    "Bombing result on anchorages",
    printed("", "106.5.4b.countdown", figures=BOMBED),
    covers=("106.5.4b",),
    when=("air combat",),
    met=lambda record, _: _strikes(record, "anchorage"),
)
def bombed_anchorages(record: PhaseRecord, countdowns: Mapping[str, int]) -> Iterator[Finding]:
    """An Anchorage that is hit gets a Countdown of -3, unless its side pays half an EP for a Major Port or 1 EP for a Naval Base.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [1903]: ax.he111;
              strike anchorage 1903: ax.he111 die=1 hits=1; lay +countdown.3 1903
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [1903]: ax.he111;
              strike anchorage 1903: ax.he111 die=6 hits=0; lay +countdown.3 1903
    """
    bombed: dict[str, list[Strike]] = {}
    for act in _strikes(record, "anchorage"):
        bombed.setdefault(act.over, []).append(act)
    for number, strikes in bombed.items():
        here = Excuse(frozenset({number}))
        if not any(act.told["hits"] != "0" for act in strikes):
            other = _other_cause(record, number, strikes)
            for marker in _countdowns_laid(record, number):
                because = say("no bomb hit {hex}, and {marker} was laid there", number, marker.type.name or marker.id)
                yield Finding((number,), because, broken=~other, excuse=here)
        elif not any(each.type.kind == COUNTDOWN for each in record.end.markers_at(number)):
            side = next((unit.side for name in strikes[0].units if (unit := record.start.units.get(name))), "")
            paid = any_of(_bought_off(record, number, enemy) for enemy in record.start.pack.enemies(side) if side)
            because = say("{hex} was hit by bombs, and no marker was laid there, nor was it bought off", number)
            yield Finding((number,), because, broken=~paid, owed=not record.ended, excuse=here)
        else:
            yield from _of_another_value(record, number, strikes, countdowns)


@article(
    printed("thunder_in_the_east_10", "106.5.4b.countdown", figures=BOMBED_FIRST, title="Bombing result on anchorages"),
    covers=("106.5.4b",),
    unseen="cannot excuse",
    options=("naval",),
    when=("air combat",),
    area="naval",
    met=lambda record, _: _strikes(record, "anchorage"),
    anew=True,
)
def bombed_anchorages_at_first(record: PhaseRecord, countdowns: Mapping[str, int]) -> Iterator[Finding]:
    """An Anchorage that is hit gets a Countdown, of -2 a Minor Port and of -4 another, unless its side pays half an EP for a
    Major Port or 1 EP for a Naval Base.

    Under: thunder_in_the_east_10, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [1903]: ax.he111;
              strike anchorage 1903: ax.he111 die=1 hits=1; lay +countdown.4 1903
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [1903]: ax.he111;
              strike anchorage 1903: ax.he111 die=1 hits=1; lay +countdown.3 1903
    """
    yield from bombed_anchorages(record, countdowns)


def _of_another_value(
    record: PhaseRecord, number: str, strikes: list[Strike], countdowns: Mapping[str, int]
) -> Iterator[Finding]:
    """A Countdown laid where bombs hit that is not the one they bring."""
    kinds = {kind for place in record.start.network.theatre.places if place.hex == number for kind in place.kinds}
    due = next((value for kind, value in countdowns.items() if kind in kinds), None)
    for marker in _countdowns_laid(record, number):
        if due is not None and abs(marker.type.value) != due:
            name = marker.type.name or marker.id
            because = say("{marker} is laid in {hex}, and bombs bring -{due}", name, number, due)
            other = _other_cause(record, number, strikes)
            yield Finding((number,), because, broken=~other, excuse=Excuse(frozenset({number})))


def _bought_off(record: PhaseRecord, number: str, side: str) -> Known:
    """Whether a side spent what keeps the Anchorage working."""
    kinds = {kind for place in record.start.network.theatre.places if place.hex == number for kind in place.kinds}
    prices = [price for kind, price in PRICES.items() if kind in kinds]
    if not prices:
        return NO
    given = fall(record, f"EP.{side}")
    return given.at_least(Interval.of(min(prices)))


def _countdowns_laid(record: PhaseRecord, number: str) -> Iterator[Marker]:
    """The Countdowns that came into the hex and lie there still, but for those that a card laid."""
    for act in record.of(Laid):
        for name in act.markers:
            marker = record.end.markers.get(name)
            if marker is not None and marker.hex == number and marker.type.kind == COUNTDOWN and "card" not in act.told:
                yield marker


def _other_cause(record: PhaseRecord, number: str, strikes: list[Strike]) -> Known:
    """Whether something else may have laid a Countdown: bombers of which nobody told, or an HQ or Fleet that may bear one."""
    told = {name for act in strikes for name in act.units}
    start, flown = record.start, record.start.memory.flown
    sent = (each for each in start.flying_at(number) if each.id in flown and flown[each.id].mission == "anchorage")
    bombs = any(unit.id not in told for unit in (*silent_over(start, number), *sent))
    untold = any(act.over == number and not told.issuperset(act.units) for act in record.of(Strike))
    there = record.end.markers_at(number)
    bearers = any(each.type.kind == FLEET or is_headquarters(record.end, each) for each in there)
    return Known.open(say("what else laid a marker in {hex}", number)) if bombs or untold or bearers else NO
