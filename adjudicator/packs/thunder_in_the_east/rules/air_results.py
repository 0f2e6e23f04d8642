"""What attacks from the air do to airfields and to supply: 18.4.3, 18.4.4 and 19.6 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import HELD_BACK
from adjudicator.analysis.air.sorties import all_seen
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.control import in_zone
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.analysis.headquarters import is_headquarters
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.rules._air import SNEAK_ATTACK
from adjudicator.packs.thunder_in_the_east.rules._choices import side_of, wrongly_chosen
from adjudicator.record.acts import Flipped, Lifted, Marked
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say
from adjudicator.words import counted

AIRFIELDS, LOGISTICS = "airfields", "logistics"
UNSUPPRESSED = frozenset({"available", "flown", "flown damaged"})
WORSE = {
    "available": "flown suppressed",
    "flown": "flown suppressed",
    "flown damaged": "flown damaged suppressed",
    "flown suppressed": "flown damaged suppressed",
    "flown damaged suppressed": "destroyed",
}
"""By state of readiness the one that a hit brings."""
HITS_UNTOLD = Known.open(say("the hits of each attack"))


@dataclass(frozen=True, slots=True)
class Ranges:
    """The ranges of air units in the order in which they are hit; none: in any."""

    order: str = ""

    def place(self, unit: Unit) -> int:
        """The place of a unit in this order."""
        return max(self.order.find(str(unit.value("range"))), 0)


@dataclass(frozen=True, slots=True)
class _Harmed:
    """A unit that became worse, and by how many steps at least and at most."""

    unit: Unit
    least: int
    most: int


@article(
    "Placing Suppressed markers",
    printed("", "18.4.3d", figures=Ranges()),
    covers=("18.4.3e", "19.6b", "26.2j"),
    when=("air return",),
    area="air",
    unseen="cannot excuse",
    whole_turn=True,
)
def suppressed_markers(record: PhaseRecord, ranges: Ranges) -> Iterator[Finding]:
    """In the Air Return Step the target player places a Suppressed marker for each hit, partisans' too: on unsuppressed units
    first, then he harms suppressed ones.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.ju87; [flown]: sov.i16, sov.sb2;
              strike airfields 2015: ax.ju87 die=1 hits=1; turn 9, Axis Air Return Step; ax.ju87 [2015]>[flown];
              flip sov.i16/3
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.ju87; [flown]: sov.i16, sov.sb2;
              strike airfields 2015: ax.ju87 die=1 hits=1; turn 9, Axis Air Return Step; ax.ju87 [2015]>[flown];
              flip sov.i16/3; flip sov.sb2/3; turn 9, Axis Regular Recovery & Reorganization Step; say we go on
    """
    combat = record.with_earlier(frozenset({"combat"}))
    for side in record.start.pack.sides:
        hits, untold = _airfield_hits(combat, side)
        raids, told = _partisan_hits(combat, side)
        harmed = _harmed(record, side)
        if not hits and not harmed:
            continue
        if any(SNEAK_ATTACK.holds(record.start, each).possible for each in record.start.pack.enemies(side)):
            yield from _destroyed_on_the_ground(record, side, hits, untold)
            continue
        least, most = sum(each.least for each in harmed), sum(each.most for each in harmed)
        names = tuple(each.unit.id for each in harmed)
        if least > hits + raids:
            yield Finding((), _placed(least, hits + raids), names, untold & told & all_seen(combat))
        elif most < hits and _can_bear(record, side):
            yield Finding((), _placed(most, hits), names, all_seen(combat), owed=not record.ended)
        yield from _out_of_turn(record, ranges, side, [each for each in harmed if each.least])
        for act in record.of(Flipped) if hits else ():
            if side_of(act) == side and (because := wrongly_chosen(act, side, "own")):
                yield Finding((), because, act.units)


article(
    printed("thunder_in_the_east_10", "18.4.3d", figures=Ranges("SMLX")),
    unseen="cannot excuse",
    whole_turn=True,
    says="""\
In the Air Return Step the target player places a Suppressed marker for each hit: on units of Short range first, \
then on others, or he harms suppressed ones.""",
    anew=True,
)(suppressed_markers)


def _airfield_hits(combat: PhaseRecord, side: str) -> tuple[int, Known]:
    """The hits told on the bases of a side, and whether all were told."""
    hits, told = 0, set[str]()
    for act in combat.of(Strike):
        units = act.units_before
        if act.mission == AIRFIELDS and units and units[0].side != side:
            told |= set(act.units)
            hits += int(act.told["hits"]) if act.told.get("hits", "").isdigit() else 0
            if "hits" not in act.told:
                return hits, HITS_UNTOLD
    flown = combat.end.memory.flown
    silent = {name for name, each in flown.items() if each.mission == AIRFIELDS and name not in told}
    meant = any(name in combat.start.units and combat.start.units[name].side != side for name in silent)
    return hits, HITS_UNTOLD if meant else YES


def _partisan_hits(combat: PhaseRecord, side: str) -> tuple[int, Known]:
    """107.2.4: how many Detachments that left a hex brought a hit, one for each hex, and whether no other may have."""
    results: dict[str, set[bool | None]] = {}
    for act in combat.of(Lifted):
        old = act.before.markers.get(act.markers[0]) if act.markers else None
        if old is None or old.type.kind != "detachment" or act.moment.phasing == side or not old.hex:
            continue
        shown = {tag.removeprefix("result.") for tag in old.type.tags if tag.startswith("result.")}
        told = set(act.told["result"].split(",")) if "result" in act.told else shown
        results.setdefault(old.hex, set()).update({each == "suppressed" for each in told} or {None})
    sure = sum(found == {True} for found in results.values())
    unsure = any(found > {True} or None in found for found in results.values())
    return sure, HITS_UNTOLD if unsure else YES


def _harmed(record: PhaseRecord, side: str) -> list[_Harmed]:
    table, index, found = air_table(record.start), record.start.network.index, []
    for name, old in sorted(record.start.units.items()):
        new = record.end.units.get(name)
        if not old.type.flies or old.side != side or new is None:
            continue
        was, now = table.state_of(old), table.state_of(new)
        if old.location in index and now:
            # what comes home may be in that state by its fights
            steps = max(_steps(begins, now) for begins in ("flown", "flown damaged", now))
            found += [_Harmed(new, 0, steps)] if steps else []
        elif was and now:
            steps = _steps(was, now)
            found += [_Harmed(new, steps, steps)] if steps else []
    return found


def _steps(was: str, now: str) -> int:
    """How many hits lead from a state to another; 0 if none do."""
    number = 0
    while was != now:
        if was not in WORSE:
            return 0
        was, number = WORSE[was], number + 1
    return number


def _can_bear(record: PhaseRecord, side: str) -> bool:
    """Whether a unit of a side is left that a hit could make worse."""
    table = air_table(record.end)
    rest = (each for each in record.end.aircraft.values() if each.side == side)
    return any(table.state_of(each) in WORSE and each.location not in HELD_BACK for each in rest)


def _out_of_turn(record: PhaseRecord, ranges: Ranges, side: str, harmed: list[_Harmed]) -> Iterator[Finding]:
    """Units that are hit again, or out of turn, while others of their nation are not hit at all."""
    table = air_table(record.end)
    spared = [
        unit
        for _, unit in sorted(record.end.aircraft.items())
        if unit.side == side and table.state_of(unit) in UNSUPPRESSED and unit.location not in HELD_BACK
    ]
    for each in harmed:
        hit, own = each.unit, ranges.place(each.unit)
        again = each.least > 1 or table.state_of(record.start.units[hit.id]) not in UNSUPPRESSED
        for unit in spared:
            due = ranges.place(unit) < own or (again and ranges.place(unit) == own)
            if unit.type.nation == hit.type.nation and due:
                because = say("{unit} was hit in its place, and {other} is not suppressed yet", hit, unit)
                yield Finding((), because, (hit.id, unit.id), owed=not record.ended)
                break


def _placed(number: int, hits: int) -> Said:
    """How many hits were placed, and how many were made."""
    return say(
        "placed on the air units of one side: {number}, after {hits}", counted(number, "hit"), counted(hits, "hit")
    )


def _destroyed_on_the_ground(record: PhaseRecord, side: str, hits: int, untold: Known) -> Iterator[Finding]:
    """26.2: each hit of a Sneak Attack destroys a unit: no more of them than hits."""
    state_of = air_table(record.start).state_of
    gone = [
        name
        for name, old, new in record.changes()
        if old is not None and new is not None and old.type.flies and old.side == side
        if state_of(new) == "destroyed" and state_of(old) not in ("", "destroyed")
    ]
    if len(gone) > hits:
        because = say(
            "destroyed on the ground: {units}, after {hits}", counted(len(gone), "air unit"), counted(hits, "hit")
        )
        yield Finding((), because, tuple(gone), untold & all_seen(record))


CUT_OFF = frozenset({"out_of_supply", "isolated"})
"""The marks of units without supply."""
SUPPLY_RADIUS = 6
"""How near to the target the hex lies, where it is no HQ that reaches farther."""
RAIL_HITS = 2
"""By so many hits of one attack Rail Used rises."""


def _bombings(record: PhaseRecord) -> list[Strike]:
    return [
        act for act in record.of(Strike) if act.mission == LOGISTICS and act.units and act.units[0] in act.before.units
    ]


def _side(strikes: list[Strike]) -> str:
    return strikes[0].before.units[strikes[0].units[0]].side


def _rail_untold(record: PhaseRecord, _: object) -> str:
    """The number that an attack of many hits raises, where nobody tells it."""
    strikes = _bombings(record)
    if not strikes:
        return ""
    burdened = any(act.told.get("hits", "").isdigit() and int(act.told["hits"]) >= RAIL_HITS for act in strikes)
    kinds = ("rail_used", "rail_capacity") if burdened else ("rail_used",)
    names = [f"{kind}.{victim}" for kind in kinds for victim in record.start.pack.enemies(_side(strikes))]
    return first_untold(names, record.end.values)


@article(
    "Logistics damage to supply",
    "18.4.4b",
    covers=("18.4.4c",),
    when=("air combat",),
    area="air",
    met=_bombings,
    untold=_rail_untold,
)
def logistics_damage(record: PhaseRecord) -> Iterator[Finding]:
    """Each hit puts an Out of Supply marker on the units of one hex in the target's Supply Radius, in EZOCs if possible; two or
    more hits raise Rail Used.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.he111; 2015: +hq.w.attack;
              2215: sov.30rc; strike logistics 2015: ax.he111 die=1 hits=1; mark sov.30rc+out_of_supply
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.he111; 2015: +hq.w.attack;
              2215: sov.30rc; 2117: sov.20a; strike logistics 2015: ax.he111 die=1 hits=1; mark sov.30rc+out_of_supply;
              mark sov.20a+out_of_supply
    """
    strikes = _bombings(record)
    hits = {id(act): int(act.told["hits"]) for act in strikes if act.told.get("hits", "").isdigit()}
    sure = YES if len(hits) == len(strikes) else HITS_UNTOLD
    for victim in record.start.pack.enemies(_side(strikes)) if strikes else ():
        yield from _cut_off_hexes(record, strikes, victim, sum(hits.values()), sure)
        yield from _rail(record, victim, max(hits.values(), default=0), sure)
    alone = {act.told.get("target", "") for act in record.of(Strike) if act.mission != LOGISTICS}
    for act in record.of(Marked) if strikes else ():
        names = set(act.units) - alone
        if CUT_OFF & set(act.on) and names and (because := wrongly_chosen(act, side_of(act), "own")):
            yield Finding((), because, tuple(sorted(names)))


def _cut_off_hexes(
    record: PhaseRecord, strikes: list[Strike], victim: str, hits: int, sure: Known
) -> Iterator[Finding]:
    new, seen = _newly_cut_off(record, victim), sure & all_seen(record)
    bombed = [act for act in strikes if act.told.get("hits") != "0"]
    near = {number for act in bombed for number in _in_supply_radius(record.start, act.over, victim)}
    marked = say("cut off: the units of {hexes}, after {hits}", counted(len(new), "hex"), counted(hits, "hit"))
    if len(new) > hits:
        yield Finding(tuple(sorted(new)), marked, (), seen)
    for number in sorted(new - near):
        because = say("the units in {hex} are cut off, and no target that was hit is so near", number)
        yield Finding((number,), because, (), seen)
    left = [number for number in sorted(near - new) if _is_supplied(record.end, number, victim)]
    if record.ended and len(new) < hits and left:
        yield Finding((left[0],), marked, (), sure)
    foes = record.start.pack.enemies(victim)
    better = next((number for number in left if in_zone(record.end, number, foes).is_yes), "")
    for number in sorted(new & near) if better else ():
        outside = ~in_zone(record.end, number, foes)
        if outside.possible:
            because = say(
                "the units in {hex} are cut off, and those of {other} in a zone of control are not", number, better
            )
            yield Finding((number, better), because, (), outside & sure, owed=not record.ended)
            return


def _newly_cut_off(record: PhaseRecord, victim: str) -> set[str]:
    """The hexes with units of a side that were marked in the phase by something else than an attack on that unit alone."""
    alone = {act.told.get("target", "") for act in record.of(Strike) if act.mission != LOGISTICS}
    return {
        unit.hex
        for name, old, unit in record.changes()
        if old is not None and unit is not None and unit.side == victim and unit.hex and name not in alone
        if unit.marks & CUT_OFF and not old.marks & CUT_OFF
    }


def _in_supply_radius(position: Position, target: str, victim: str) -> Iterator[str]:
    """The hexes with units of a side within the Supply Radius of a target."""
    network = position.network
    if target not in network.index:
        return
    hubs = [m for m in position.markers_at(target) if is_headquarters(position, m) and m.type.side == victim]
    reach = max([SUPPLY_RADIUS, *(each.value or each.type.value or 0 for each in hubs)])
    away = network.distances(network.index[target])
    own = (unit.hex for unit in position.of_side(victim) if unit.hex in network.index)
    yield from (number for number in own if away[network.index[number]] <= reach)


def _is_supplied(position: Position, number: str, victim: str) -> bool:
    """Whether supplied units of a side are left in a hex."""
    return any(unit.side == victim and not unit.marks & CUT_OFF for unit in position.at(number))


def _rail(record: PhaseRecord, victim: str, most: int, sure: Known) -> Iterator[Finding]:
    name, limit = f"rail_used.{victim}", f"rail_capacity.{victim}"
    if name not in record.start.values or name not in record.end.values:
        return
    before = told_number(record.start, name)
    rise = told_number(record.end, name).minus(before)
    rose = rise.at_least(Interval.of(1))
    if most < RAIL_HITS:
        because = say("{name} rises by {rise}, and no attack hit {hits} times", name, rise, RAIL_HITS)
        yield Finding((), because, broken=rose & sure & all_seen(record))
    elif limit in record.end.values:
        room = told_number(record.end, limit).minus(before).at_least(Interval.of(2))
        because = say("an attack hit {hits} times, and {name} did not rise", most, name)
        yield Finding((), because, broken=room & ~rose, owed=not record.ended)
