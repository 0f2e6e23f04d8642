"""What goes over the sea: 28C, 28D and 28E of Fire in the East, 27A3, 27C, 27D and 27E of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.loads import cargo
from adjudicator.analysis.movement.reach import load
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import goes_by, shows_every_hex
from adjudicator.record.acts import Act, Laid, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, counted, deed, listed

CHAPTER = Chapter(area="naval")

LANDING = "landing"
BY_SHIP, BY_FLOTILLA = ("naval", LANDING), ("ferry",)
SOVIETS = Selector(sides=frozenset({"soviet"}))
OFF_MAP = "germany"
"""The box of the ports off the map."""


@dataclass(frozen=True, slots=True)
class Lift:
    """Who is carried, what carries them, and how many REs each of these takes."""

    who: Selector
    carriers: Selector
    each: int = 2


def _ships(*laid_up: str) -> Selector:
    return Selector(any_tags=frozenset({"ship"}), without_tags=frozenset(laid_up))


def _flotillas(*laid_up: str) -> Selector:
    return Selector(kinds=frozenset({"flotilla"}), without_tags=frozenset(laid_up))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "28C2.2",
        figures=Lift(SOVIETS, _ships("supplying", "repaired", "laid_up")),
        title="What Soviet ships carry",
        says="Each Soviet ship carries 2 REs, and ends its turn where it lands them.",
    ),
    printed(
        "sudden_storm",
        "27C1.b",
        figures=Lift(EVERYONE, _ships("repaired", "laid_up")),
        title="What ships carry",
        says="Each ship carries 2 REs, and ends its turn where it lands them.",
    ),
    acts=BY_SHIP,
    units_in="who",
)
def carried_by_ships(record: PhaseRecord, lift: Lift) -> Iterator[Finding]:
    """A ship carries so much, and ends its turn where it lands it.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.1rbr+aboard, so.ca1; 2A/0409: so.10rif;
              sail so.ca1 2A/0410-2A/0310-2A/0309-2A/0308-2A/0307-2A/0306; naval so.1rbr 2A/0410-2A/0306
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.1rbr+aboard, so.ca1; 2A/0409: so.10rif;
              naval so.1rbr 2A/0410-2A/0306
    """
    yield from _overloads(record, lift, BY_SHIP, on_the_way=False)


@CHAPTER.article(
    "What flotillas carry",
    printed(
        "fire_in_the_east",
        "28E.10",
        figures=Lift(SOVIETS, _flotillas("supplying", "repaired")),
        says="A flotilla carries 2 REs between hexes that it enters.",
    ),
    printed(
        "sudden_storm",
        "27E.h",
        figures=Lift(SOVIETS, _flotillas("repaired"), each=3),
        says="A flotilla carries 3 REs between hexes that it enters.",
    ),
    acts=BY_FLOTILLA,
    units_in="who",
)
def carried_by_flotillas(record: PhaseRecord, lift: Lift) -> Iterator[Finding]:
    """A flotilla takes up and lands in any hexes that it enters.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0608: so.1rbr, so.flot1;
              steam so.flot1 2A/0608-2A/0508-2A/0507; ferry so.1rbr 2A/0608-2A/0507
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0608: so.1rbr, so.flot1; ferry so.1rbr 2A/0608-2A/0507
    """
    yield from _overloads(record, lift, BY_FLOTILLA, on_the_way=True)


def _overloads(record: PhaseRecord, lift: Lift, kinds: tuple[str, ...], *, on_the_way: bool) -> Iterator[Finding]:
    """Loads that are more than their carriers take; those end where they land them, or take up and land `on_the_way`."""
    loaded: dict[tuple[str, ...], list[tuple[Act, Unit]]] = {}
    for act in record.called(kinds):
        for unit in cargo(act):
            # What goes by one way needs carriers that went it; all that comes to a hex, carriers enough.
            for ends in {(act.path[0], act.path[-1]), (act.path[-1],)} if lift.who.matches(unit) else ():
                loaded.setdefault(ends, []).append((act, unit))
    told = set[str]()
    for ends, freight in sorted(loaded.items(), key=lambda each: (each[0][-1], len(each[0]), each[0])):
        total, number = sum((load(act.before, unit, act.kind) for act, unit in freight), Fraction(0)), ends[-1]
        sides = {unit.side for _, unit in freight}
        able = [each for each in record.end.units.values() if each.side in sides and lift.carriers.matches(each)]
        there = [each for each in able if on_the_way or each.hex == number]
        sure = [each for each in there if _passed(record, each) >= set(ends)]
        if number in told or total <= lift.each * len(sure):
            continue
        told.add(number)
        perhaps = [each for each in there if each in sure or not all(map(shows_every_hex, _ways(record, each)))]
        broken = YES if total > lift.each * len(perhaps) else Known.open(say("the way that the carriers went"))
        because = say(
            "a load of {total} RE is landed in {hex}, and what carries it there takes {room}",
            amount(total), number, amount(Fraction(lift.each * len(sure))),
        )  # fmt: skip
        names = tuple(unit.id for act, unit in freight if unit.id in act.units)
        # Ships may still come for it, if there are enough of them.
        awaited = not on_the_way and total <= lift.each * len(able)
        yield Finding((number,), because, names, broken, owed=awaited and not record.ended)


def _ways(record: PhaseRecord, unit: Unit) -> list[Movement]:
    return [act for act in record.of(Movement) if unit.id in act.units]


def _passed(record: PhaseRecord, unit: Unit) -> set[str]:
    """The hexes that a carrier is seen to have been in."""
    return {unit.hex, *(number for act in _ways(record, unit) for number in act.path)}


@dataclass(frozen=True, slots=True)
class Quays:
    """What a port takes in REs, whether hits take from it, and where what goes over a beach takes nothing."""

    room: int
    hit: bool
    beach: Where | None = None


@CHAPTER.article(
    "Room in ports",
    printed(
        "fire_in_the_east",
        "28C1",
        covers=("28D.3",),
        figures=Quays(8, hit=True),
        says="A port takes 8 REs a turn, less its hits; every 5 REs of supply landed there take one (28D).",
    ),
    printed(
        "sudden_storm",
        "27A3.a",
        figures=Quays(8, hit=False, beach=Where(all_tags=frozenset({"coast"}), without=frozenset({"mountain"}))),
        says="A port takes 8 REs a player turn; every 5 REs of supply landed there take one (27A5).",
    ),
    unseen="cannot excuse",
    acts=(*BY_SHIP, "lay"),
    met=lambda record, quays: bool(_through_ports(record, quays)),
    whole_turn=True,
)
def room_in_ports(record: PhaseRecord, quays: Quays) -> Iterator[Finding]:
    """A port takes 8 REs a turn; every 5 REs of supply landed there take one.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.10rif+aboard, so.ca1, so.bb1;
              sail so.ca1, so.bb1 2A/0410-2A/0306; naval so.10rif 2A/0410-2A/0306
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.10rif+aboard, so.23rif+aboard, so.90rif+aboard,
              so.125rif+aboard; naval so.10rif, so.23rif, so.90rif, so.125rif 2A/0410-2A/0306
    """
    whole = record.with_earlier()
    for number, names in sorted(_through_ports(record, quays).items()):
        used = sum((each for each in _loads(whole, quays, number).values()), Fraction(0))
        lying = (each.type for each in record.start.markers_at(number) if each.type.kind == "port_hit")
        most = max(quays.room - (sum(each.value for each in lying) if quays.hit else 0), 0)
        landed = (act.marker for act in whole.of(Laid) if act.where == number)
        supply = sum(_shipping_of(each.type.value) for each in landed if each and each.type.kind in SUPPLY)
        if used + supply > most:
            because = say(
                "{used} REs go aboard or ashore in {hex}, {supply} are taken by supply, and it has room for {most}",
                amount(used), number, supply, amount(Fraction(most)),
            )  # fmt: skip
            yield Finding((number,), because, names)


SUPPLY = frozenset({"port_supply", "beach_supply"})


def _ends(act: Act, quays: Quays) -> tuple[str, ...]:
    """Where cargo goes aboard and ashore, but for beaches: a port hex may be one, too (27A4)."""
    ends = (act.path[0], act.path[-1])
    if act.kind != LANDING or quays.beach is None:
        return ends
    ground, index = ground_at(act.before), act.before.network.index
    return tuple(n for n in ends if n not in index or not quays.beach.fits(ground, index[n]).possible)


def _through_ports(record: PhaseRecord, quays: Quays) -> dict[str, tuple[str, ...]]:
    """The ports in which something goes aboard or ashore in a phase, each with the units among it."""
    found: dict[str, tuple[str, ...]] = {}
    for act in record.called(BY_SHIP):
        for number in _ends(act, quays):
            names = [each.id for each in cargo(act) if each.id in act.units]
            found[number] = tuple(dict.fromkeys((*found.get(number, ()), *names)))
    for act in record.of(Laid):
        if act.marker is not None and act.marker.type.kind in SUPPLY:
            found.setdefault(act.where, ())
    return {number: names for number, names in found.items() if _is_port(record.start.network, number)}


def _loads(record: PhaseRecord, quays: Quays, number: str) -> dict[tuple[str, int], Fraction]:
    """What each party that goes aboard or ashore in a hex takes of its room, each time."""
    found: dict[tuple[str, int], Fraction] = {}
    for count, act in enumerate(record.called(BY_SHIP)):
        for party in cargo(act) if number in _ends(act, quays) else ():
            found[party.id, count] = load(act.before, party, act.kind)
    return found


def _is_port(network: Network, number: str) -> bool:
    return any("port" in place.kinds for place in network.places_at.get(network.index.get(number, -1), ()))


def _shipping_of(supply: int) -> int:
    """The REs of shipping that landed supply takes."""
    return ceil(Fraction(supply, 5))


@CHAPTER.article(
    "German shipping", "fire_in_the_east:28C2.3t", covers=("28C2.3", "28D.5"), unseen="cannot excuse", whole_turn=True
)
def german_shipping(record: PhaseRecord) -> Iterator[Finding]:
    """Germans carry 4 REs over the sea in a player turn; every 5 REs of supply that they land in it take one (28D).

    Under:    own, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; control 2A/0410 axis; control Riga axis; 2A/0412: ge.1inf+aboard;
              naval ge.1inf 2A/0412-2A/0410
    Illegal:  turn 5, German Movement Phase; weather clear; control 2A/0410 axis; control Riga axis; 2A/0412: ge.1inf+aboard,
              ge.11inf+aboard; naval ge.1inf, ge.11inf 2A/0412-2A/0410
    """
    if record.moment.phasing != "axis":
        return
    whole = record.with_earlier()
    moved = [(act, party) for act in whole.acts if _takes_shipping(act) for party in cargo(act) if party.side == "axis"]
    laid = [marker for act in whole.of(Laid) if (marker := act.marker) and marker.type.side == "axis"]
    supply = [_shipping_of(each.type.value) for each in laid if each.type.kind == "port_supply"]
    loads = (load(act.before, unit, act.kind if act.kind in BY_SHIP else "naval") for act, unit in moved)
    total = sum(loads, Fraction(sum(supply)))
    here = [act for act in record.acts if _takes_shipping(act)]
    here = here or [act for act in record.of(Laid) if act.marker in laid and supply]
    if here and total > 4:
        at = tuple(dict.fromkeys(number for act in here for number in act.path))
        because = say("{total} REs go by sea in this turn, and {most} may", amount(total), amount(Fraction(4)))
        yield Finding(at, because, tuple(dict.fromkeys(name for act in here for name in act.units)))


def _takes_shipping(act: Act) -> bool:
    """Whether it leads from port to port, or between a port and those off the map."""
    ports = (_is_port(act.before.network, number) for number in act.path)
    return act.kind in BY_SHIP or (goes_by(act, OFF_MAP) and any(ports))


SEAS = frozenset({"baltic_sea", "arctic_ocean"})


@CHAPTER.article(
    "The ports off the map",
    printed(
        "fire_in_the_east",
        "28C2.4",
        says="By the ports off the map Germans go from Baltic to Arctic in two turns, never in one.",
    ),
    printed(
        "sudden_storm",
        "27A3.b",
        covers=("27B1.b",),
        says="Germans go off the map from Baltic and Arctic, and use one of the two seas in a turn.",
    ),
    unseen="cannot excuse",
    acts=("transfer", "shift"),
    whole_turn=True,
)
def ports_off_the_map(record: PhaseRecord) -> Iterator[Finding]:
    """Who sails off the map, from Baltic or Arctic, comes back in a later turn.

    Under:    own, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; 2A/0412: ge.1inf+aboard; ge.1inf 2A/0412>[Germany]
    Illegal:  turn 5, German Movement Phase; weather clear; 2A/0412: ge.1inf+aboard; ge.1inf 2A/0412>[Germany];
              ge.1inf [Germany]>2A/0412
    """
    network, gone = record.start.network, set[str]()
    for act in (act for act in record.with_earlier().acts if goes_by(act, OFF_MAP)):
        leaves = act.path[0] in network.index
        for party in cargo(act) if act in record.acts and not leaves else ():
            if party.id in gone:
                because = say("{unit} comes back from {box} in the turn in which it went there", party, OFF_MAP)
                yield Finding(act.path[-1:], because, (party.id,) if party.id in act.units else ())
        gone |= {*act.units, *act.markers} if leaves else set()
        hexes = [network.index[number] for number in act.path if number in network.index]
        if act in record.acts and (others := [unit.id for unit in act.units_before if unit.side != "axis"]):
            yield Finding(
                act.path[-1:], say("the ports of {box} are German, and no others use them", OFF_MAP), tuple(others)
            )
        elif hexes and act in record.acts and not any(network.hexes[i].tags & SEAS for i in hexes):
            because = say("no sea of {hex} borders on {box}", network.number(hexes[0]), OFF_MAP)
            yield Finding(act.path[-1:], because, act.units)


AFLOAT = Selector(sides=SOVIETS.sides, any_tags=frozenset({"afloat"}), without_tags=frozenset({"laid_up", "repaired"}))
SUPPLYING = Selector(any_tags=frozenset({"supplying"}))


@CHAPTER.article("Supply by ship", "fire_in_the_east:28D.1", covers=("28D.7", "28E.12"), met=about(AFLOAT))
def supply_by_ship(record: PhaseRecord) -> Iterator[Finding]:
    """A ship brings 10 REs of supply to a port where it lies, or 5 to a beach, where no more lie (28D); a flotilla brings 20
    (28E).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/0410: so.ca1; lay +portsupply.so10 2A/0410
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/0709: so.ca1; lay +portsupply.so10 2A/0410
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/0709: so.ca1; lay +beachsupply.so5 2A/0707
    """
    for number, landed in _supply_landed(record, SUPPLY, "soviet").items():
        afloat = [unit for unit in record.end.afloat_at(number) if AFLOAT.matches(unit)]
        flotillas = sum(unit.type.kind == "flotilla" for unit in afloat)
        ships = sum(unit.has("ship") for unit in afloat)
        ashore = 10 * ships if _is_port(record.end.network, number) else 5 * (len(afloat) > flotillas)
        yield from _more_than_brought(record, number, landed, 20 * flotillas + ashore)


SAILS = ("sail", "steam")


@CHAPTER.article(
    "Who must have brought supply stays",
    "fire_in_the_east:28D.4s",
    covers=("28D.4", "28E.15"),
    unseen="cannot excuse",
    acts=SAILS,
    whole_turn=True,
)
def who_brought_supply_stays(record: PhaseRecord) -> Iterator[Finding]:
    """Where supply was landed in the initial phase, so many ships and flotillas stay as were needed to bring it (28D, 28E).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/0709: so.ca1, so.cl1; lay +portsupply.so10 2A/0709;
              turn 5, Soviet Movement Phase; sail so.ca1 2A/0709-2A/0808-2A/0709
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/0709: so.ca1; lay +portsupply.so10 2A/0709;
              turn 5, Soviet Movement Phase; sail so.ca1 2A/0709-2A/0808
    """
    landed: dict[str, int] = {}
    for earlier in record.earlier:
        if earlier.moment.phase is not None and earlier.moment.phase.kind == "initial":
            landed |= _supply_landed(earlier, SUPPLY, "soviet")
    gone = {name for act in record.called(SAILS) for name in act.units}
    for number, supply in landed.items():
        port = _is_port(record.start.network, number)
        afloat = [unit for unit in record.start.afloat_at(number) if AFLOAT.matches(unit)]
        left = [unit for unit in afloat if unit.id in gone]
        room = sum(_brings(unit, port=port) for unit in afloat if unit.id not in gone)
        if left and not any(unit.has("supplying") for unit in left) and supply > room:
            because = say(
                "{units} leave {hex}, where {supply} REs of supply were landed, and what stays brought {room}",
                listed(left), number, supply, room,
            )  # fmt: skip
            yield Finding((number,), because, tuple(unit.id for unit in left))


def _brings(unit: Unit, *, port: bool) -> int:
    """How many REs of supply a ship or a flotilla brings to a port, or to a beach."""
    if unit.type.kind == "flotilla":
        return 20
    return 10 if port else 5


@CHAPTER.article("Naval supply transport", "sudden_storm:27D.a", area="supply", met=about(SUPPLYING))
def supply_by_marked_ship(record: PhaseRecord) -> Iterator[Finding]:
    """A ship marked for it brings 10 REs of supply, a flotilla 15 (27D).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; severe no; 2A/0410: so.ca1+supplying; lay +portsupply.so10 2A/0410
    Illegal:  turn 5, Soviet Initial Phase; weather clear; severe no; 2A/0410: so.ca1; lay +portsupply.so10 2A/0410
    """
    for number, landed in _supply_landed(record, SUPPLY, record.moment.phasing).items():
        marked = [unit for unit in record.end.afloat_at(number) if SUPPLYING.matches(unit)]
        room = sum(15 if unit.type.kind == "flotilla" else 10 * unit.has("ship") for unit in marked)
        yield from _more_than_brought(record, number, landed, room)


def _supply_landed(record: PhaseRecord, kinds: Iterable[str], side: str) -> Mapping[str, int]:
    """By hex the REs of supply that a side lands in a phase."""
    landed: dict[str, int] = {}
    for act in record.of(Laid):
        marker = act.marker
        if marker is not None and marker.type.kind in kinds and marker.type.side == side:
            landed[act.where] = landed.get(act.where, 0) + marker.type.value
    return dict(sorted(landed.items()))


def _more_than_brought(record: PhaseRecord, number: str, landed: int, room: int) -> Iterator[Finding]:
    if landed > room:
        because = say(
            "{amount} of supply landed in {hex}, and only {room} brought there",
            counted(landed, "RE"), number, counted(room, "RE"),
        )  # fmt: skip
        yield Finding((number,), because, (), owed=not record.ended)


def _landed_before(record: PhaseRecord) -> set[str]:
    """The markers of supply that was landed before the own initial phase."""
    side = record.moment.phasing
    return {name for name, each in record.start.markers.items() if each.type.kind in SUPPLY and each.type.side == side}


def _used_up(record: PhaseRecord) -> list[str]:
    """The hexes in which supply lies that was landed before the own initial phase, with each marker."""
    old = _landed_before(record)
    return sorted(each.hex for name, each in record.end.markers.items() if name in old and each.hex)


@CHAPTER.article(
    "Supply landed is used up",
    "sudden_storm:12E2.am",
    covers=("12E2.a", "12E2.c"),
    area="supply",
    when=("initial",),
    unseen="cannot excuse",
    met=lambda record: bool(record.ended and _landed_before(record)),
)
def landed_supply_goes(record: PhaseRecord) -> Iterator[Finding]:
    """Supply landed before the own initial phase is off the map when that phase ends (12E2).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; severe no; 2A/0410: +portsupply.so5; lift +portsupply.so5 2A/0410;
              turn 5, Soviet Movement Phase; say on
    Illegal:  turn 5, Soviet Initial Phase; weather clear; severe no; 2A/0410: +portsupply.so5; say on;
              turn 5, Soviet Movement Phase; say on
    """
    for number in _used_up(record) if record.ended else ():
        yield Finding((number,), say("supply landed before this phase still lies in {hex}", number), ())


BEFORE_IT = ("move", "overrun", "rail", "strategic", "administrative", "naval", "ferry")


@CHAPTER.article(
    "No march after a landing",
    "fire_in_the_east:28C3.3",
    area="amphibious",
    unseen="cannot excuse",
    acts=(LANDING, *BEFORE_IT),
)
def landing_comes_last(record: PhaseRecord) -> Iterator[Finding]:
    """Who lands or is taken off does not move after it.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0609: so.1nvl; 2A/0709: so.ca1; so.1nvl 2A/0609-2A/0709;
              sail so.ca1 2A/0709-2A/0808-2A/0807-2A/0707; landing so.1nvl 2A/0709-2A/0707
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0709: so.1nvl, so.ca1; sail so.ca1
              2A/0709-2A/0808-2A/0807-2A/0707; landing so.1nvl 2A/0709-2A/0707; so.1nvl 2A/0707-2A/0706
    """
    landed = set[str]()
    for act in record.called((LANDING, *BEFORE_IT)):
        for unit in act.units_before:
            if unit.id in landed:
                because = say(
                    "{unit} {does} after it {did}, which is the last that it does in the phase",
                    unit, deed(act.kind), deed(LANDING),
                )  # fmt: skip
                yield Finding(act.path[-1:], because, (unit.id,))
            elif act.kind == LANDING:
                landed.add(unit.id)
