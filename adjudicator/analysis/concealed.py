"""What if enemies stood where counters are concealed: a position, act or phase with a stand-in for each such counter.

A verdict that such a unit would change is undetermined, whatever it would change it by: its zone of control, a line of supply
that it cuts, a hex that it holds, a way that it closes. The stand-in is the strongest unit of its side that the pack lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.units import Unit, UnitType
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified

CONCEALED = "a concealed unit"


def concealed(position: Position) -> tuple[Unidentified, ...]:
    """The counters on the map that a player of some side conceals."""
    if not position.unidentified:
        return ()
    return tuple(each for each in position.unidentified if each.side and each.hex in position.network.index)


def stand_in(counter: Unidentified) -> str:
    """The id of the unit that stands for a concealed counter."""
    return f"concealed {counter.counter}"


def imagined(subject: Position | Act | PhaseRecord) -> Position | Act | PhaseRecord:
    """The subject with a unit for every concealed counter; itself if there is none."""
    if isinstance(subject, Position):
        return _peopled(subject) if concealed(subject) else subject
    if isinstance(subject, Act):
        return _act(subject) if concealed(subject.before) or concealed(subject.after) else subject
    if not any(concealed(each) for each in _positions(subject)):
        return subject
    return replace(
        subject,
        start=_position(subject.start),
        end=_position(subject.end),
        acts=tuple(map(_act, subject.acts)),
        earlier=tuple(each for part in subject.earlier if isinstance(each := imagined(part), PhaseRecord)),
    )


def _positions(record: PhaseRecord) -> Iterator[Position]:
    yield from (record.start, record.end)
    yield from (act.after for act in record.acts)


def _act(act: Act) -> Act:
    return replace(act, before=_position(act.before), after=_position(act.after))


def _position(position: Position) -> Position:
    found = imagined(position)
    return found if isinstance(found, Position) else position


@remembered(64)
def _peopled(position: Position) -> Position:
    found = position
    for counter in concealed(position):
        kind = _strongest(position.pack, counter.side)
        if kind is not None:
            found = found.with_unit(
                Unit(stand_in(counter), kind, counter.hex, counter.location, counter=counter.counter)
            )
    return found


@remembered(16)
def _strongest(pack: Pack, side: str) -> UnitType | None:
    """The unit of a side with the greatest printed strength, under a name that tells nothing."""
    able = [kind for kind in pack.units.values() if kind.side == side and kind.movement_class]
    if not able:
        return None
    return max(able, key=lambda kind: (*_strength(kind), kind.id)).model_copy(update={"name": CONCEALED})


def _strength(kind: UnitType) -> tuple[float, float]:
    shown = kind.faces[0]
    return float(shown.attack or 0), float(shown.defense or 0)
