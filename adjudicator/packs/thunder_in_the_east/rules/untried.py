"""Corps that come hidden and are revealed when they fight: 13.2 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.zones import exerting
from adjudicator.checks.articles import Chapter
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack, Declaration, Overrun, Retreat, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed

CHAPTER = Chapter(unseen="cannot excuse")

HIDDEN = "untried"
COMES_HIDDEN = Selector(kinds=frozenset({"rifle corps", "early mechanized corps"}))


_ON_THE_MAP = about(COMES_HIDDEN)


def _any_comes_hidden(record: PhaseRecord) -> bool:
    """Whether such a unit is on the map in the phase, and one is still there, or in a box, when it ends."""
    return _ON_THE_MAP(record, None) and any(map(COMES_HIDDEN.matches, record.end.units.values()))


@CHAPTER.article(
    "When Untried units are revealed",
    "13.2b",
    covers=("13.2a", "13.2c"),
    area="special",
    met=_any_comes_hidden,
)
def untried_until_it_fights(record: PhaseRecord) -> Iterator[Finding]:
    """Rifle Corps and Early Mechanized Corps come hidden, are revealed when they fight and stay so in play; in the Untried pool
    they are hidden again.

    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc;
              flip sov.63rc/2; attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc;
              attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    """
    fights = [act for act in record.of(Attack, Overrun) if not isinstance(act, Declaration)]
    fought = {name for act in fights for name in _in_the_fight(act)}
    for name, unit in record.end.units.items():
        if COMES_HIDDEN.matches(unit):
            old = record.start.units.get(name)
            shown = _in_play(record, unit, old, name in fought) if unit.hex else _in_the_pool(record, unit, old)
            yield from shown
    yield from _passed_by_heavies(record, fought)


def _passed_by_heavies(record: PhaseRecord, fought: set[str]) -> Iterator[Finding]:
    """Early Mechanized Corps through whose zone a Heavy enemy went in the first hex of its retreat, and which stayed hidden."""
    asked = {
        name: unit
        for name, unit in record.end.units.items()
        if unit.hex and name not in fought and MECHANIZED.matches(unit) and HIDDEN in unit.shown.tags
    }
    for act in record.of(Retreat) if asked else ():
        network = act.before.network
        if (
            not any(HEAVY.matches(unit) for unit in act.units_before)
            or act.path[1:2] == ()
            or act.path[1] not in network.index
        ):
            continue
        for side in {unit.side for unit in asked.values()} - {unit.side for unit in act.units_before}:
            for zone in exerting(ground_at(act.before), side, network.index[act.path[1]]):
                if (unit := asked.pop(zone.unit.id, None)) is not None:
                    because = say(
                        "{units} retreated through the zone of {unit}, whose strength is still hidden",
                        *(listed(map(str, act.units_before)), unit),
                    )
                    yield Finding((unit.hex,), because, (unit.id,), broken=zone.known, owed=not record.ended)


MECHANIZED = Selector(tags=frozenset({"early_mech"}))
HEAVY = Selector(tags=frozenset({"heavy"}))


def _in_play(record: PhaseRecord, unit: Unit, old: Unit | None, fought: bool) -> Iterator[Finding]:
    at, names, hidden = (unit.hex,), (unit.id,), HIDDEN in unit.shown.tags
    was = old is not None and HIDDEN in old.shown.tags
    if fought and hidden:
        because = say("{unit} was in a fight, and its strength is still hidden", unit)
        yield Finding(at, because, names, owed=not record.ended)
    elif old is not None and old.hex and hidden and not was:
        yield Finding(at, say("{unit} is hidden again while in play, which never happens", unit), names)
    elif old is not None and old.hex == unit.hex and was and not hidden and _is_quiet(record, unit):
        yield Finding(at, say("{unit} shows its strength, and no enemy was near enough to fight it", unit), names)
    elif not (old and old.hex) and not hidden and not fought:
        yield Finding(at, say("{unit} comes into play with its strength shown, and must be hidden", unit), names)


def _in_the_pool(record: PhaseRecord, unit: Unit, old: Unit | None) -> Iterator[Finding]:
    lay_there = old is not None and not old.hex and old.location == unit.location
    if unit.location == "untried" and HIDDEN not in unit.shown.tags and not lay_there:
        words = say(
            "{unit} is put back into {box} with its strength shown, and must be hidden there", unit, unit.location
        )
        yield Finding((), words, (unit.id,), owed=not record.ended)


def _is_quiet(record: PhaseRecord, unit: Unit) -> bool:
    """Whether a unit was turned up where nobody fights: no enemy beside it, and none that may have retreated past it."""
    phase, network = record.moment.phase, record.start.network
    if not phase or not phase.names & {"movement", "battles"} or any(True for _ in record.of(Overrun)):
        return False
    near = network.beside(unit.hex)
    beside = [other.side for position in (record.start, record.end) for number in near for other in position.at(number)]
    beside += [other.side for number in near for other in record.start.unknown_at(number)]
    battles = "battles" in phase.names
    past = (
        who.side for act in record.of(Travel) for who in act.units_before if _goes_past(act, who, unit, battles=battles)
    )
    return all(side == unit.side for side in (*beside, *past))


def _goes_past(act: Travel, who: Unit, unit: Unit, *, battles: bool) -> bool:
    """Whether who travels may have revealed a unit: he begins within two hexes of it, since a drag may leave out the way.

    In battles that is a retreat, which reveals a Mechanized Corps alone, if it is a Heavy's, and may come beside it at the end.
    """
    network = act.before.network
    if not act.path or act.path[0] not in network.index:
        return False
    near = network.distance(network.index[unit.hex], network.index[act.path[0]]) <= 2
    if not battles:
        return near
    comes = not set(network.beside(unit.hex)).isdisjoint(act.path[1:])
    return (near or comes) and MECHANIZED.matches(unit) and HEAVY.matches(who)


def _in_the_fight(act: Act) -> Iterator[str]:
    """The ids of those who fight: the units that act, and the enemies in the hexes, if the fight is told to its end."""
    if not act.told.get("die") and not act.told.get("result"):
        return
    sides = {unit.side for unit in act.units_before}
    yield from act.units
    for number in act.path[-1:] if isinstance(act, Overrun) else act.path:
        yield from (unit.id for unit in act.before.at(number) if unit.side not in sides)
