"""Ships and flotillas at sea: 28B and 28E of Fire in the East, 27B and 27E of Sudden Storm."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import ceil

from adjudicator.analysis.combat.battles import told_again
from adjudicator.analysis.combat.ranged import lenders
from adjudicator.analysis.concealed import hidden_enemies
from adjudicator.analysis.movement.mode_terms import StartCost
from adjudicator.analysis.movement.terms import Calls
from adjudicator.analysis.movement.terrain_terms import Crossing
from adjudicator.analysis.roster import roster
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import replace
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import hits_on, lost, shows_every_hex
from adjudicator.record.acts import Act, Attack, Declaration, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount, listed

CHAPTER = Chapter(area="naval", unseen="cannot excuse")

HITS = frozenset({"ship_hit"})
SHIPS = Selector(any_tags=frozenset({"ship"}))
FLOTILLAS = Selector(kinds=frozenset({"flotilla"}))
IN_PORT = Calls(SHIPS, Where(places=frozenset({"port"})), When(phasing="own", phases=frozenset({"movement"})))
GUARDED = Crossing(
    frozenset({"flotilla"}),
    Edges(features=frozenset({"river", "major_river"}), frozen="no"),
    times=3,
    who=Selector(sides=frozenset({"axis"})),
)
"""28E.5; by 29D2 a flotilla in the ice does nothing."""
has_figures(__name__, "europa", IN_PORT)
has_figures(__name__, "fire_in_the_east", GUARDED)
has_figures(
    __name__, "sudden_storm", StartCost("naval", Selector(any_tags=frozenset({"cm"})), cost=Fraction(4))
)  # 27C1a
AFTER_MOVES = ("end of movement", "end of combat", "end of exploitation")

SHIP_SINKS_AT = {"battleship": 4, "heavy_cruiser": 3, "light_cruiser": 2, "sea_transport": 2, "destroyer": 1}


@CHAPTER.article(
    "Hits sink ships",
    printed(
        "fire_in_the_east",
        "28B.2",
        says="Four hits sink a battleship, three a heavy cruiser, two a light one, one destroyers.",
    ),
    printed(
        "sudden_storm",
        "27B.b",
        says="Four hits sink a battleship, three a heavy cruiser, two a light one or a transport, one destroyers.",
    ),
)
def ships_sunk(position: Position) -> Iterator[Finding]:
    """A ship that has taken all it can is off the map.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Combat Phase; weather clear; 2A/0309: so.cl1+ship_hits.1
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 2A/0309: so.cl1+ship_hits.2
    """
    yield from _sunk(position, SHIP_SINKS_AT)


@CHAPTER.article("Hits sink flotillas", "fire_in_the_east:28E.16", "sudden_storm:27E.b")
def flotillas_sunk(position: Position) -> Iterator[Finding]:
    """Two hits sink a flotilla.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Combat Phase; weather clear; 2A/0608: so.flot1+ship_hits.1
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 2A/0608: so.flot1+ship_hits.2
    """
    yield from _sunk(position, {"flotilla": 2})


def _sunk(position: Position, sinks_at: Mapping[str, int]) -> Iterator[Finding]:
    for name, unit in sorted(position.units.items()):
        most = sinks_at.get(unit.type.kind, 0)
        if most and unit.hex and (taken := hits_on(position, unit, HITS)) >= most:
            yield Finding(
                (unit.hex,), say("{unit} bears {taken} hits, and sinks at {most}", unit, taken, most), (name,)
            )


@CHAPTER.article("Flotillas driven off", "fire_in_the_east:28E.4", when=AFTER_MOVES, met=about(FLOTILLAS))
def flotillas_driven_off(position: Position) -> Iterator[Finding]:
    """A flotilla goes from a hex that an Axis unit enters, or is lost.

    Under:    own, open_sea
    Legal:    turn 5, German Combat Phase; weather clear; 2A/0608: so.flot1; 2A/0609: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/0608: so.flot1, ge.1inf
    """
    for unit in roster(position).fitting(FLOTILLAS):
        if any(other.side != unit.side for other in position.at(unit.hex)):
            yield _should_be_gone(unit, YES)


@CHAPTER.article("Flotillas scuttled", "sudden_storm:27E.g", when=AFTER_MOVES, met=about(FLOTILLAS))
def flotillas_scuttled(position: Position) -> Iterator[Finding]:
    """A flotilla is scuttled when the enemy gains its hex.

    Under:    own, open_sea
    Legal:    turn 5, German Combat Phase; weather clear; control 2A/0508 soviet; 2A/0508: so.flot1
    Illegal:  turn 5, German Combat Phase; weather clear; control 2A/0508 axis; 2A/0508: so.flot1
    """
    for unit in roster(position).fitting(FLOTILLAS):
        yield _should_be_gone(unit, lost(position, unit) & ~_came_into(position, unit))


def _came_into(position: Position, unit: Unit) -> Known:
    """Whether a unit went in this phase into a hex that was the enemy's already, who so gained it from nobody."""
    before = position.opening
    stood = before.units.get(unit.id) if before is not None else None
    return lost(before, unit) if before is not None and stood is not None and stood.hex != unit.hex else NO


def _should_be_gone(unit: Unit, broken: Known) -> Finding:
    because = say("{unit} is in {hex}, where the enemy is, and should be gone", unit, unit.hex)
    return Finding((unit.hex,), because, (unit.id,), broken)


@CHAPTER.article(
    "Not through hexes of the enemy",
    "sudden_storm:27E.do",
    covers=("27E.d",),
    unseen="may excuse nearby",
    acts=("steam",),
)
def flotillas_in_own_waters(act: Act) -> Iterator[Finding]:
    """A flotilla enters no hex that the enemy owns (27E).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0608: so.flot1;
              steam so.flot1 2A/0608-2A/0508-2A/0507
    Illegal:  turn 5, Soviet Movement Phase; weather clear; severe no; control 2A/0508 axis; 2A/0608: so.flot1;
              steam so.flot1 2A/0608-2A/0508-2A/0507
    """
    for unit in _of(act, FLOTILLAS):
        for number in act.path[1:]:
            theirs = lost(act.before, replace(unit, hex=number))
            if theirs.possible and all(each.side == unit.side for each in act.before.at(number)):
                because = say("{unit} goes through {hex}, which the enemy controls", unit, number)
                yield Finding((number,), because, (unit.id,), theirs)
                break


@CHAPTER.article(
    "Beside the coast",
    "sudden_storm:27E.dc",
    covers=("27E.d",),
    unseen="cannot excuse",
    acts=("steam",),
)
def flotillas_beside_the_coast(act: Act) -> Iterator[Finding]:
    """A flotilla enters only those all-sea hexes that adjoin a coastal hex (27E).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0709: so.flot1; steam so.flot1 2A/0709-2A/0808
    Illegal:  turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0309: so.flot1; steam so.flot1 2A/0309-2A/0209
    """
    network = act.before.network
    for unit in _of(act, FLOTILLAS):
        for number in act.path[1:]:
            i = network.index.get(number, -1)
            around = network.neighbours[i].tolist() if i >= 0 and network.hexes[i].terrain == "sea" else [-1]
            if all(near >= 0 and "coast" not in network.hexes[near].tags for near in around):
                yield Finding(
                    (number,), say("{unit} goes over {hex}, which adjoins no coast", unit, number), (unit.id,)
                )
                break


def _of(act: Act, who: Selector) -> Iterator[Unit]:
    """The units of an act that fit, as they were before it."""
    return (unit for unit in act.units_before if who.matches(unit))


TRANSPORTS = Selector(sides=frozenset({"axis"}), any_tags=frozenset({"ship"}))
AT_SEA = Selector(any_tags=frozenset({"ship"}), tags=frozenset({"artillery"}), without_tags=frozenset({"in_port"}))


@CHAPTER.article(
    "Blockade",
    "sudden_storm:27B1.d",
    unseen="may excuse",
    acts=("sail",),
    met=about(TRANSPORTS, acts=("sail",)),
)
def blockade(act: Act) -> Iterator[Finding]:
    """A German transport enters no hex where a Soviet warship is at sea, and does not leave port past one.

    Under:    own, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; severe no; control 2A/0410 axis; control Riga axis;
              2A/0412: ge.transport/2; 2A/0310: so.ca1; sail ge.transport 2A/0412-2A/0411-2A/0410
    Illegal:  turn 5, German Movement Phase; weather clear; severe no; control 2A/0410 axis; control Riga axis;
              2A/0412: ge.transport/2; 2A/0411: so.ca1; sail ge.transport 2A/0412-2A/0411-2A/0410
    """
    before = act.before
    for unit in _of(act, TRANSPORTS):
        ships = ((number, ship) for number in act.path for ship in before.afloat_at(number))
        barred = next((each for each in ships if each[1].side != unit.side and AT_SEA.matches(each[1])), None)
        hidden = [each for number in act.path for each in hidden_enemies(before, number, unit.side)]
        if barred:
            because = say("{unit} sails through {hex}, where {ship} is at sea", unit, *barred)
            yield Finding(barred[:1], because, (unit.id, barred[1].id))
        elif hidden:
            because = say("{unit} sails through {hex}, where an enemy warship may be", unit, hidden[0].hex)
            yield Finding((hidden[0].hex,), because, (unit.id,), Known.open(hidden[0].datum))
        elif not shows_every_hex(act) and any(
            each.hex and each.side != unit.side and AT_SEA.matches(each) for each in before.units.values()
        ):
            broken = Known.open(say("the way that {unit} went", unit))
            yield Finding(act.path[-1:], say("{unit} sails where enemy warships may be", unit), (unit.id,), broken)


IN_DANGER = Selector(sides=frozenset({"soviet"}), any_tags=frozenset({"afloat"}))


@CHAPTER.article("Mines of the Baltic", "fire_in_the_east:28B5.2", acts=("sail",), met=about(IN_DANGER, acts=("sail",)))
def mines_for_ships(record: PhaseRecord) -> Iterator[Finding]:
    """Who moves in the Baltic outside the safe zone takes as many hits as a die less 4 shows, and one more for every ten hexes.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.ca1; sail so.ca1 2A/0410-2A/0310 die=3
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.ca1; sail so.ca1 2A/0410-2A/0310 die=6;
              turn 5, Soviet Combat Phase; say on
    """
    yield from _mined(record, ("sail",))


@CHAPTER.article(
    "Mines of the Baltic", "sudden_storm:27B5.a", acts=("sail", "steam"), met=about(IN_DANGER, acts=("sail", "steam"))
)
def mines_for_ships_and_flotillas(record: PhaseRecord) -> Iterator[Finding]:
    """Who moves in the Baltic outside the safe zone takes as many hits as a die less 4 shows, and one more for every ten hexes.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.ca1; sail so.ca1 2A/0410-2A/0310 die=3
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.ca1; sail so.ca1 2A/0410-2A/0310 die=6;
              turn 5, Soviet Combat Phase; say on
    """
    yield from _mined(record, ("sail", "steam"))


def _mined(record: PhaseRecord, ways: Collection[str]) -> Iterator[Finding]:
    trips = [act for act in record.called(ways) if isinstance(act, Movement) and _among_mines(act)]
    for name in sorted({name for act in trips for name in act.units}):
        unit, now = record.start.units.get(name), record.end.units.get(name)
        if unit is None or not IN_DANGER.matches(unit):
            continue
        outside = [act for act in trips if name in act.units]
        checks = list(_checks(outside))
        dice = [[int(die) for act in trip if (die := act.told.get("die", "")).isdigit()] for trip in checks]
        if not all(dice):
            because = say("{unit} is out among the mines, and nobody tells a die for it", unit)
            yield Finding((unit.hex,), because, (name,), Known.open(say("the die")))
        elif now is not None and now.hex:
            # One die is thrown for a trip; who threw more for its parts is held to the least.
            rolls = zip(dice, checks, strict=True)
            due = sum(max(0, min(told) - 4 + ceil(sum(map(_among_mines, trip)) / 10)) for told, trip in rolls)
            taken = hits_on(record.end, now, HITS) - hits_on(record.start, unit, HITS)
            if taken < due:
                because = say("{unit} takes {due} hits among the mines, and {taken} are shown", unit, due, taken)
                # Whoever cannot be read with it may be its hits.
                with_it = Excuse(frozenset((now.hex,)))
                yield Finding((now.hex,), because, (name,), owed=not record.ended, excuse=with_it)
            elif not all(map(shows_every_hex, outside)):
                because = say(
                    "{unit} takes {due} hits or more among the mines, and {taken} are shown", unit, due, taken
                )
                yield Finding((now.hex,), because, (name,), Known.open(say("the way that {unit} went", unit)))


def _checks(ways: list[Movement]) -> Iterator[list[Movement]]:
    """The trips of a ship among the mines: each ends where it comes back into the safe zone, or with the phase."""
    trip: list[Movement] = []
    for act in ways:
        trip.append(act)
        i = act.before.network.index.get(act.path[-1])
        if i is not None and "safe_zone" in act.before.network.hexes[i].tags:
            yield trip
            trip = []
    if trip:
        yield trip


def _among_mines(act: Movement) -> int:
    """How many hexes of a way lie among the mines; of a drag those that are told, at least.

    None, if drags brought a ship back to where it lay, and nobody told a die: such a trip was none.
    """
    if act.path[0] == act.path[-1] and not act.exact and not act.told.get("die"):
        return 0
    network = act.before.network
    found = [network.hexes[network.index[number]].tags for number in act.path[1:] if number in network.index]
    return sum("baltic_sea" in tags and "safe_zone" not in tags for tags in found)


@CHAPTER.article(
    "One combat a phase",
    "fire_in_the_east:28B2.3",
    "sudden_storm:27B2.c",
    acts=("attack",),
    met=about(SHIPS, acts=("attack",)),
)
def one_combat_supported(record: PhaseRecord) -> Iterator[Finding]:
    """A ship supports one attack or one defense in a combat phase.

    Under:    own, open_sea
    Legal:    turn 5, German Combat Phase; weather clear; 2A/0410: so.10rif; 2A/0510: ge.1inf; 2A/0310: so.bb1;
              attack 2A/0410: ge.1inf support=so.bb1
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/0410: so.10rif; 2A/0409: so.23rif; 2A/0510: ge.1inf;
              2A/0509: ge.11inf; 2A/0310: so.bb1; attack 2A/0410: ge.1inf support=so.bb1;
              attack 2A/0409: ge.11inf support=so.bb1
    """
    helped: dict[str, list[str]] = {}
    again = list(told_again(record))
    for act in record.of(Attack):
        for unit in (*act.units_before, *lenders(act)) if not isinstance(act, Declaration) else ():
            if SHIPS.matches(unit):
                helped.setdefault(unit.id, []).append(act.path[0])
    for name, hexes in sorted(helped.items()):
        twice_told = sum(name in act.units for act in again)
        if len(hexes) > 1:
            unit = record.start.units[name]
            because = say("{unit} supports the battles for {hexes}, and may support one", unit, listed(hexes))
            told = say("whether an attack was made again or told again")
            yield Finding(tuple(hexes), because, (name,), YES if len(hexes) - twice_told > 1 else Known.open(told))


ABOARD = Selector(any_tags=frozenset({"aboard"}), without_tags=frozenset({"afloat"}))


def _lost_ships(record: PhaseRecord) -> Iterator[tuple[Act, Unit]]:
    """Every act by which a ship leaves its hex for no other."""
    for act in record.acts:
        for old in _of(act, SHIPS):
            new = act.after.units.get(old.id)
            if old.hex and not (new is not None and new.hex):
                yield act, old


@CHAPTER.article(
    "Cargo lost with a ship",
    "sudden_storm:27B5.c",
    when=("movement",),
    unseen="may excuse nearby",
    met=lambda record, _: about(ABOARD)(record, None) and any(True for _ in _lost_ships(record)),
)
def cargo_lost(record: PhaseRecord) -> Iterator[Finding]:
    """Who is aboard a ship that is lost is lost with her, as far as other ships there do not carry him (27B5).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0709: so.1nvl+aboard, so.transport;
              remove so.transport; remove so.1nvl
    Illegal:  turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0709: so.1nvl+aboard, so.transport;
              remove so.transport
    """
    for act, ship in _lost_ships(record):
        aboard = [unit for unit in act.before.at(ship.hex) if unit.side == ship.side and ABOARD.matches(unit)]
        left = [unit for unit in aboard if unit.id in record.end.units and record.end.units[unit.id].hex]
        afloat = [unit for unit in act.after.afloat_at(ship.hex) if unit.side == ship.side and unit.id != ship.id]
        size, room = sum((unit_size(unit, "points") for unit in left), Fraction(0)), 2 * sum(map(SHIPS.matches, afloat))
        if left and size > room:
            because = say(
                "{ship} is lost in {hex} with {units} aboard; {size} REs are left, and other ships there carry {room}",
                ship, ship.hex, listed(left), amount(size), amount(Fraction(room)),
            )  # fmt: skip
            yield Finding((ship.hex,), because, tuple(unit.id for unit in left), owed=not record.ended)
