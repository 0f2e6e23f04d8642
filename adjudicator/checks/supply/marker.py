"""Markers that say something else than the supply lines do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.supply.status import UnitSupply, supply
from adjudicator.checks.registry import check
from adjudicator.findings import Finding, Trace
from adjudicator.model.known import YES, Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import MarkerKind, StateName
from adjudicator.record.memory import UNREAD
from adjudicator.record.phase import EARLIER
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.words import some_units, word


class SupplyMarkers(Table):
    """Which marker each state of supply wants; a state that is not listed wants none of them."""

    markers: Mapping[StateName, MarkerKind]
    """The kind of marker by the state; { isolated = "isolated" }."""
    phasing: str = "own"
    """Whose units: "own" the phasing side's, "enemy" the others', "" everybody's."""


@check("supply.marker", SupplyMarkers, unseen="may excuse nearby")
def markers_tell_supply(position: Position, terms: SupplyMarkers) -> Iterator[Finding]:
    """A unit is marked as its supply is.

    Legal:    French supply; 0405: fr.1inf; 0114: fr.2inf+out_of_supply
    Illegal:  French supply; 0405: fr.1inf+out_of_supply
    Illegal:  French supply; 0114: fr.2inf
    """
    kinds, position = frozenset(terms.markers.values()), _with_what_was_lifted(position)
    doubtful: dict[tuple[UnitSupply, frozenset[str]], list[Finding]] = {}
    for side in _sides(position, terms):
        for unit in sorted(position.of_side(side), key=lambda unit: unit.id):
            worn, standing = unit.marks & kinds, supply(position, unit.side).state(unit.id)
            for breach in _judged(position, terms, unit, worn) if unit.hex in position.network.index else ():
                if breach.broken.is_open:
                    doubtful.setdefault((standing, worn), []).append(breach)
                else:
                    yield breach
    for (standing, worn), breaches in doubtful.items():
        yield breaches[0] if len(breaches) == 1 else _together(position, standing, worn, breaches)


def _with_what_was_lifted(position: Position) -> Position:
    """The position with the markers that bettered supply until they were taken away in this very phase."""
    for name, number in _lifted(position):
        if (kind := position.pack.markers.get(name)) is not None:
            position = position.with_marker(Marker(f"lifted {name} {number}", kind, number, location=number))
    return position


def _lifted(position: Position) -> Iterator[tuple[str, str]]:
    """The markers, by type and hex, that may have been taken away in this very phase."""
    moment = position.moment
    phase = moment.phase.id if moment.phase else ""
    for place, taken in sorted(position.memory.lifted.items()):
        if len({taken.turn, moment.turn} - {0}) < 2 and taken.phase in (phase, ""):
            yield place


def _never_better(position: Position, terms: SupplyMarkers, unit: Unit, worn: frozenset[str]) -> Known:
    """Whether no marker lay by a unit earlier in this phase, unread or unrecorded, for which it would be marked as it is."""
    near = {unit.hex, *position.network.beside(unit.hex), ""}
    unread = [at for name, at in _lifted(position) if name == UNREAD and at in near]
    if not unread or not any(worn == _wanted(terms, state) for state in supply(position, unit.side).raised(unit.id)):
        return YES
    at = next(filter(None, unread), "")
    return Known.open(say("what the counter in {place} is", at) if at else EARLIER)


def _wanted(terms: SupplyMarkers, state: str) -> frozenset[str]:
    """The markers that a state of supply wants."""
    return frozenset({terms.markers[state]} if state in terms.markers else ())


def _together(position: Position, standing: UnitSupply, worn: frozenset[str], breaches: list[Finding]) -> Finding:
    """One doubt of all units of which the same is not known."""
    names = tuple(name for breach in breaches for name in breach.units)
    units = some_units(position.units[name] for name in names)
    if worn:
        kinds = strung(map(word, sorted(worn)), say(" and "))
        because = say("{units} are {standing}, and are marked {kinds}", units, standing.words, kinds)
    else:
        because = say("{units} are {standing}, and bear no marker that says so", units, standing.words)
    at = tuple(dict.fromkeys(number for breach in breaches for number in breach.at))
    return Finding(at, because, names, breaches[0].broken)


def _sides(position: Position, terms: SupplyMarkers) -> tuple[str, ...]:
    phasing = position.moment.phasing
    if not terms.phasing or not phasing:
        return position.pack.sides
    return (phasing,) if terms.phasing == "own" else position.pack.enemies(phasing)


def _judged(position: Position, terms: SupplyMarkers, unit: Unit, worn: frozenset[str]) -> Iterator[Finding]:
    found = supply(position, unit.side)
    standing = found.state(unit.id)
    wanted = [_wanted(terms, state) for state in standing.states]
    if all(worn == each for each in wanted):
        return
    words, by = standing.words, _by(standing)
    if worn:
        marks = strung(map(word, sorted(worn)), say(" and "))
        because = say("{unit} is {state}{by}, and is marked {marks}", unit, words, by, marks)
    else:
        because = say("{unit} is {state}{by}, and bears no marker that says so", unit, words, by)
    traces = found.witness(unit.id)
    breaks = () if traces else found.obstacles(unit.id)
    traces = traces or tuple(Trace("blocked", (obstacle.hex,), obstacle.why) for obstacle in breaks)
    if breaks:
        reasons: dict[str, list[str]] = {}
        for obstacle in breaks[:3]:
            reasons.setdefault(obstacle.why, []).append(obstacle.hex)
        told = (say("{hex} ({why})", strung(hexes, ", "), why) for why, hexes in list(reasons.items())[:2])
        because += say("; lines break at {breaks}", strung(told, ", "))
    broken = unless_missing(*standing.missing) if worn in wanted else YES
    yield Finding((unit.hex,), because, (unit.id,), broken & _never_better(position, terms, unit, worn), traces=traces)


def _by(standing: UnitSupply) -> str:
    return say(" (through {source})", standing.source) if standing.source else ""
