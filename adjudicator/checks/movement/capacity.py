"""More travelling by rail, sea or the like in a phase than there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import ever_held
from adjudicator.analysis.movement.moves import marker_unit, moved_paths
from adjudicator.analysis.movement.reach import capacity, capacity_cell, load
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import INFINITE, ZERO, Interval
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount, Unit
from adjudicator.record.acts import Act, Lifted, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.cell import Cell
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.words import amount


class Loss(Table):
    """What a `side` loses of its capacity for each place of these kinds that the enemy has ever held."""

    side: str
    places: frozenset[str]
    points: Amount = 1
    where: Where = ANYWHERE


class Capacity(Table):
    """The `most` that a side moves by a `mode` in one phase; `sides` gives other numbers for some.

    What a unit takes up is the mode's `load` in movement.toml; without `most` its `capacity` there counts. "?" is the chart
    cell MODE_capacity.SIDE. What was used up before (`used`: the number "NAME.SIDE" that the game keeps) counts too, and
    what travels in the modes `also`. A side may have bought up to `more`: how much, says the number "BOUGHT.SIDE".
    `on`: only what travels through a hex of this sort counts, `off`: only what travels through none. `lost`: for each place
    of a kind that the enemy has ever held so much less. `sent`: what a marker of such a kind takes up that its side, in its
    own turn, has sent off the map from a hex of its own.
    """

    mode: str
    most: Cell | None = None
    used: str = ""
    also: frozenset[str] = frozenset()
    bought: str = ""
    more: Mapping[str, Amount] = {}
    sides: Mapping[str, Cell] = {}
    only: frozenset[str] = frozenset()
    on: Where | None = None
    off: Where | None = None
    lost: tuple[Loss, ...] = ()
    sent: Mapping[str, Amount] = {}


@check("movement.capacity", Capacity, unseen="cannot excuse", acts_in=("mode", "also"))
def within_capacity(record: PhaseRecord, terms: Capacity) -> Iterator[Breach]:
    """Only so much travels by rail in a phase.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf, fr.2inf; rail fr.1inf, fr.2inf 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1inf, fr.2inf, fr.hq;
              rail fr.1inf, fr.2inf, fr.hq 0106-0206-0306
    """
    carried: dict[str, list[Unit]] = {}
    for act in record.called({terms.mode, *terms.also}):
        if not _counts(act, terms):
            continue
        for name in act.units:
            unit = act.before.unit(name)
            carried.setdefault(unit.side, []).append(unit)
        for name in act.markers:
            party = marker_unit(act.before.markers[name])
            carried.setdefault(party.side, []).append(party)
    sent = _sent(record, terms)
    for side in sent:
        carried.setdefault(side, [])
    for side, units in carried.items():
        if terms.only and side not in terms.only:
            continue
        most = _most(record.start, terms, side)
        loads = [load(record.start, unit, terms.mode) for unit in units] + sent.get(side, [])
        before = record.start.values.get(f"{terms.used}.{side}", "0") if terms.used else "0"
        total = sum(loads, Fraction(before))
        words = " + ".join(map(amount, loads)) + (f" + {before} used before" if before != "0" else "")
        words = f"{words} = {amount(total)} by {terms.mode}"
        at, names = tuple(unit.hex for unit in units), tuple(unit.id for unit in units)
        most = most.minus(_lost(record.start, terms, side)).plus(_bought(record.end, terms, side))
        told = "unknown" if most.high >= INFINITE else str(most)
        yield Breach(at, f"{words}, capacity {told}", names, ~Interval.of(total).at_most(most))


def _sent(record: PhaseRecord, terms: Capacity) -> dict[str, list[Fraction]]:
    """By side, what the markers sent off the map in this player turn so far take up."""
    found: dict[str, list[Fraction]] = {}
    for act in record.with_earlier().of(Lifted) if terms.sent else ():
        marker = act.before.markers.get(act.markers[0]) if act.markers else None
        if marker is None or marker.type.kind not in terms.sent or marker.hex not in act.before.network.index:
            continue
        side = marker.type.side
        if act.moment.phasing == side and controller(act.before, marker.hex) == side:
            found.setdefault(side, []).append(Fraction(terms.sent[marker.type.kind]))
    return found


def _counts(act: Act, terms: Capacity) -> bool:
    """Whether what an act moves uses this capacity, by the hexes it goes through."""
    network = act.before.network
    hexes = [network.index[number] for path in moved_paths(act) for number in path.hexes if number in network.index]
    hexes = hexes or [network.index[number] for number in act.path if number in network.index]
    if terms.on is not None and not any(terms.on.fits(standing(act.before), i).is_yes for i in hexes):
        return False
    return terms.off is None or not any(terms.off.fits(standing(act.before), i).is_yes for i in hexes)


def _lost(position: Position, terms: Capacity, side: str) -> Interval:
    """What a side has lost of its capacity for good."""
    lost = ZERO
    for loss in terms.lost:
        for place in position.network.theatre.places:
            i = position.network.index[place.hex]
            if loss.side != side or not place.kinds & loss.places or not loss.where.fits(standing(position), i).is_yes:
                continue
            held = any_of(ever_held(position, place.hex, enemy) for enemy in position.pack.enemies(side))
            points = Interval.of(loss.points)
            if held.is_open:
                lost = lost.plus(points.either(ZERO, f"whether the enemy has ever held {place.name}"))
            elif held.is_yes:
                lost = lost.plus(points)
    return lost


def _bought(position: Position, terms: Capacity, side: str) -> Interval:
    """What the side bought besides; where it does not say, perhaps as much as it may."""
    if not terms.bought:
        return ZERO
    name = f"{terms.bought}.{side}"
    kept = position.values.get(name)
    if kept is not None:
        return Interval.of(Fraction(kept))
    return Interval.of(Fraction(terms.more.get(side, 0))).either(ZERO, f"the value {name}")


def _most(position: Position, terms: Capacity, side: str) -> Interval:
    """The capacity as printed, INFINITE where it has no limit."""
    given = terms.sides.get(side, terms.most)
    if given is None:
        return capacity(position, terms.mode, side)
    return capacity_cell(position, f"{terms.mode}_capacity.{side}", given)
