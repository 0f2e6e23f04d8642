"""What is dropped from the air: by whom, and whether it could arrive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.sorties import all_seen, harm, sorties_over
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed

INSTEAD = "transport"
"""The mission that lands units, which are then not dropped."""


class Cargo(Table):
    """Markers that come by air."""

    carried: Mapping[MarkerKind, str]
    """By kind of marker the mission that brings it. Example: `carried = { dropped = "paradrop" }`"""
    phases: frozenset[PhaseName]
    """The phases of the player turn in which missions are flown and fought. Example: `phases = ["combat"]`"""
    lost: frozenset[str]
    """Results after which what a unit carries does not arrive. Example: `lost = ["A"]`"""
    single: frozenset[MarkerKind] = frozenset()
    """Kinds of which one comes into a hex in a player turn."""


def _laid(record: PhaseRecord, terms: Cargo) -> Iterator[tuple[Laid, Marker]]:
    for act in record.of(Laid):
        for name in act.markers:
            marker = act.after.markers.get(name)
            if marker is not None and marker.hex and marker.type.kind in terms.carried:
                yield act, marker


def _any_laid(record: PhaseRecord, terms: Cargo) -> bool:
    return any(True for _ in _laid(record, terms))


def _untold(record: PhaseRecord, terms: Cargo) -> str:
    """A marker of which nobody told the mission."""
    for act, marker in _laid(record, terms):
        if not _carriers(act, terms, marker):
            return say("the mission that brought {name} to {hex}", marker.type.name or marker.id, marker.hex)
    return ""


def _carriers(act: Laid, terms: Cargo, marker: Marker) -> tuple[str, ...]:
    found = sorties_over(act.before, marker.hex, (terms.carried[marker.type.kind],))
    return tuple(name for name in found if marker.type.side in ("", act.before.units[name].side))


@check("air.cargo", Cargo, unseen="cannot excuse", met=_any_laid, whole_turn=True, untold=_untold)
def brought_by_air(record: PhaseRecord, terms: Cargo) -> Iterator[Breach]:
    """What is dropped was carried, and its carrier came through.

    Under: thunder_in_the_east, air_transport, airborne
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 2215: sov.30rc;
              fly paradrop 2215: ax.ju52; turn 9, Axis Ground Battles Step; lay +airdrop.axis 2215
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 2215: sov.30rc;
              fly paradrop 2215: ax.ju52; turn 9, Axis Ground Battles Step; lay +airdrop.axis 2215; lay +airdrop.axis 2215
    """
    whole = record.with_earlier(terms.phases)
    hurt = harm(whole)
    number: dict[tuple[str, str], int] = {}
    for act, marker in _laid(record, terms):
        name, carriers = marker.type.name or marker.id, _carriers(act, terms, marker)
        key = marker.type.id, marker.hex
        number[key] = number.get(key, 0) + 1
        if marker.type.kind in terms.single and number[key] > 1:
            yield Breach(
                (marker.hex,), say("{name} is dropped twice into {hex}, and one may be in a turn", name, marker.hex)
            )
        through = [each for each in carriers if not set(hurt.get(each, "")) & terms.lost]
        if carriers and not through:
            units = listed([act.before.unit(each) for each in carriers])
            because = say("{name} comes down in {hex}, and {units} did not get through", name, marker.hex, units)
            yield Breach((marker.hex,), because, carriers, all_seen(whole))
        landed = sorties_over(act.before, marker.hex, (INSTEAD,)) if INSTEAD else {}
        if landed and not carriers and marker.type.kind in terms.single:
            because = say("{name} lies in {hex}, where units are landed and not dropped", name, marker.hex)
            yield Breach((marker.hex,), because, tuple(landed))
