"""Pieces set up along a front: zones over it, headquarters behind it, the rest close to it.

The hexes of each side's own edge of the front are the position's value "front.SIDE" (numbers apart by blanks); without
them there is no set-up to judge. "front.exempt" lists hexes of the front that no zone need reach.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adjudicator.analysis.control import zones
from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.network import Ints
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector


class Front(Table):
    """`zones`: the enemy's edge lies in zones; `markers` within `distance` of the own edge and `where`.

    `units`: those that fit `who` stand at most `rows` behind the edge, or where `beyond` fits at most `beyond_rows` behind
    it, or with a marker of the kinds `with_markers`. `held_who` and `held_kinds` (of marker) stand in hexes that fit one of
    `held`.
    """

    zones: bool = False
    markers: frozenset[str] = frozenset()
    distance: int = 0
    where: Where | None = None
    units: bool = False
    who: Selector = EVERYONE
    rows: int = 1
    beyond: Where | None = None
    beyond_rows: int = 0
    with_markers: frozenset[str] = frozenset()
    held_who: Selector | None = None
    held_kinds: frozenset[str] = frozenset()
    held: tuple[Situation, ...] = ()


@check("placement.front", Front, unseen="may excuse nearby")
def along_the_front(position: Position, terms: Front) -> Iterator[Breach]:
    """A side sets up along its front.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.14mot
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1319: ax.5inf
    """
    for side in position.pack.sides:
        edge = _edge(position, f"front.{side}")
        if edge and any(True for _ in position.of_side(side)):
            away = np.min([position.network.distances(i) for i in edge], axis=0)
            yield from _covered(position, side, terms)
            yield from _markers(position, side, terms, away)
            yield from _units(position, side, terms, away)
            yield from _held(position, side, terms)


def _covered(position: Position, side: str, terms: Front) -> Iterator[Breach]:
    if not terms.zones:
        return
    mask = zones(position, side).mask
    exempt = set(_edge(position, "front.exempt"))
    for enemy in position.pack.enemies(side):
        for i in _edge(position, f"front.{enemy}"):
            if not mask[i] and i not in exempt:
                number = position.network.number(i)
                yield Breach(
                    (number,), f"no {position.pack.called(side)} zone of control reaches {number} of the front"
                )


def _markers(position: Position, side: str, terms: Front, away: Ints) -> Iterator[Breach]:
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        i = position.network.index.get(marker.hex)
        if i is None or marker.type.side != side or marker.type.kind not in terms.markers:
            continue
        name = marker.type.name or marker.id
        if away[i] > terms.distance:
            yield Breach((marker.hex,), f"{name} is {away[i]} hexes from the front, at most {terms.distance}")
        elif terms.where is not None and not terms.where.fits(standing(position), i).is_yes:
            yield Breach((marker.hex,), f"{name} may not be set up here")


def _units(position: Position, side: str, terms: Front, away: Ints) -> Iterator[Breach]:
    if not terms.units:
        return
    for unit in sorted(position.of_side(side), key=lambda unit: unit.id):
        i = position.network.index.get(unit.hex)
        if i is None or not terms.who.matches(unit) or away[i] <= terms.rows:
            continue
        if (
            terms.beyond is not None
            and away[i] <= terms.beyond_rows
            and terms.beyond.fits(standing(position), i).is_yes
        ):
            continue
        if {marker.type.kind for marker in position.markers_at(unit.hex)} & terms.with_markers:
            continue
        yield Breach((unit.hex,), f"{unit} is set up {away[i]} hexes behind the front", (unit.id,))


def _held(position: Position, side: str, terms: Front) -> Iterator[Breach]:
    pieces: list[tuple[str, str, tuple[str, ...]]] = []
    if terms.held_who is not None:
        units = sorted(position.of_side(side), key=lambda unit: unit.id)
        pieces += [(str(unit), unit.hex, (unit.id,)) for unit in units if terms.held_who.matches(unit)]
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.type.side == side and marker.type.kind in terms.held_kinds:
            pieces.append((marker.type.name or marker.id, marker.hex, ()))
    for name, number, ids in pieces:
        if number not in position.network.index:
            continue
        fits = fits_any(position, side, number, terms.held)
        yield Breach((number,), f"{name} may not be set up in {number}", ids, ~fits)


def _edge(position: Position, name: str) -> list[int]:
    index = position.network.index
    return [index[number] for number in position.values.get(name, "").split() if number in index]
