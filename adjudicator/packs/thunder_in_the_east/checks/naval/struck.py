"""Ships and their cargo that are hit when nobody can hit them, or that go on after a hit."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Lifted, Movement, Removed, StepLoss, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.where import Where

KIND = "fleet"
"""The kind of marker."""
MODE = "naval"
"""The mode by which a unit that is hit goes back to its port; nobody else goes by it in these phases."""


class Struck(Table):
    """Hits on markers of a kind, and on units that are afloat."""

    afloat: Where
    """The hexes in which units are afloat. Example: `afloat = { terrains = ["all_sea"] }`"""
    spared: Where
    """The hexes in which nothing is hit. Example: `spared = { weather = ["mud"] }`"""


def _hits(record: PhaseRecord, terms: Struck) -> Iterator[tuple[str, str, str]]:
    """Name, hex and unit id ("" of a marker) of what was hit: turned to a lesser side, or gone."""
    network, ground = record.start.network, standing(record.start)
    for act in record.acts:
        for name in act.units if isinstance(act, StepLoss | Removed) else ():
            unit = act.before.units[name]
            if unit.hex in network.index and terms.afloat.fits(ground, network.index[unit.hex]).is_yes:
                yield str(unit), unit.hex, name
        for name in act.markers[:1] if isinstance(act, Swapped | Lifted) else ():
            old, new = act.before.markers.get(name), act.marker
            if old is None or old.type.kind != KIND or old.hex not in network.index:
                continue
            if isinstance(act, Lifted) or (new is not None and new.type.value < old.type.value):
                yield old.type.name or name, old.hex, ""


def _back(record: PhaseRecord, terms: Struck) -> Iterator[Movement]:
    """The ways that units at sea take in these phases."""
    return (act for act in record.of(Movement) if MODE and act.mode == MODE)


def _comes_up(record: PhaseRecord, terms: Struck) -> bool:
    return any(True for _ in (*_hits(record, terms), *_back(record, terms)))


@check("naval.struck", Struck, unseen="cannot excuse", met=_comes_up)
def is_hit_as_it_may(record: PhaseRecord, terms: Struck) -> Iterator[Breach]:
    """Ships are hit in fair weather only, and a unit that is hit at sea and lives goes back to its port.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; 1503: +fleet.baltic;
              swap +fleet.baltic+fleet.baltic.reduced 1503
    Illegal:  turn 9, Axis Air Combat Step; weather overcast; season summer; 1503: +fleet.baltic;
              swap +fleet.baltic+fleet.baltic.reduced 1503
    """
    network, ground = record.start.network, standing(record.start)
    hit = {name for act in record.of(StepLoss) for name in act.units}
    for act in _back(record, terms):
        for name in act.units:
            if name not in hit:
                because = say("{unit} goes back to port, and was not hit at sea", act.before.unit(name))
                yield Breach(act.path, because, (name,), unless_missing(record.gap))
    for name, number, unit in _hits(record, terms):
        spared = terms.spared.fits(ground, network.index[number])
        because = say("{name} is hit in {hex}, where the weather lets nobody strike ships", name, number)
        yield Breach((number,), because, (unit,) if unit else (), spared)
        now = record.end.units.get(unit)
        if now is not None and now.hex == number:
            because = say("{unit} lost a step at sea, and did not go back to its port", now)
            yield Breach((number,), because, (unit,), owed=not record.ended)
