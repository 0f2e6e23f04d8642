"""What if enemies stood where counters are concealed: a position, act or phase with a stand-in for each such counter.

A verdict that such a unit would change is undetermined, whatever it would change it by: its zone of control, a line of supply
that it cuts, a hex that it holds, a way that it closes. The stand-in is the strongest unit of its side that the pack lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.lean import replace
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.units import Marker, Unit, UnitType
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say
from adjudicator.terms.who import Selector

CONCEALED = say("a concealed unit")


class Owners(NamedTuple):
    """Whose the counters are taken to be of which nobody knows it: `side`'s, but some those of another."""

    side: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """Counters, each with the side that it is taken to be of."""

    def of(self, counter: Unidentified) -> str:
        """Whose a counter is taken to be."""
        return next((side for name, side in self.others if name == counter.counter), self.side)


NOBODY = Owners()


def masked(position: Position) -> tuple[Unidentified, ...]:
    """The counters that lie where all can see them and that nobody can read."""
    return unreadable(position.unidentified)


def unreadable(counters: Iterable[Unidentified]) -> tuple[Unidentified, ...]:
    """Those of some counters that lie where all can see them and that nobody can read."""
    return tuple(each for each in counters if each.unreadable)


def stands_at(position: Position, number: str, who: Selector, but: str = "") -> Known:
    """Whether such a unit of whichever side, but for one, is in a hex; open where a counter that nobody reads may be one."""
    if any(who.matches(unit) for unit in position.at(number) if unit.id != but):
        return YES
    return any_of(Known.open(each.datum) for each in unreadable(position.unknown_at(number)))


def hidden_enemies(position: Position, number: str, side: str) -> tuple[Unidentified, ...]:
    """The counters in a hex that nobody can read and that may be of an enemy of a side."""
    hidden = (each for each in unreadable(position.unknown_at(number)) if each.side != side)
    return tuple(each for each in hidden if each.side or side_beside(position, number) != side)


def side_beside(position: Position, number: str) -> str:
    """The one side whose ground units are known to stand in a hex, "" if there is none; a marker may be what lets enemies stand
    there too.
    """
    known = position.at(number)
    sides = {unit.side for unit in known}
    return sides.pop() if len(sides) == 1 and not any(unit.type.flies or unit.marks for unit in known) else ""


def beside(act: Act) -> tuple[Unidentified, ...]:
    """The counters that nobody can read and that went where the units of an act went, out of the hex that they left."""
    if not act.before.unidentified or len(act.path) < 2:
        return ()
    sides = {"", *(unit.side for unit in act.units_before)}
    went = {each.counter for each in masked(act.after) if each.hex == act.path[-1]}
    return tuple(
        each for each in masked(act.before) if each.hex == act.path[0] and each.counter in went and each.side in sides
    )


def concealed(position: Position, owners: Owners = NOBODY) -> tuple[Unidentified, ...]:
    """The counters on the map that a player of some side conceals; of whom nobody knows whose it is, is taken as `owners` say."""
    if not position.unidentified:
        return ()
    on_map = (each for each in position.unidentified if each.hex in position.network.index)
    owned = (each if each.side or not each.nameless else each._replace(side=owners.of(each)) for each in on_map)
    return tuple(each for each in owned if each.side)


def stand_in(counter: Unidentified) -> str:
    """The id of the unit that stands for a concealed counter."""
    return say("concealed {counter}", counter.counter)


def imagined(subject: Position | Act | PhaseRecord, owners: Owners = NOBODY) -> Position | Act | PhaseRecord:
    """The subject with a unit for every counter that `concealed` finds; itself if there is none."""
    if isinstance(subject, Position):
        return _peopled(subject, owners) if concealed(subject, owners) else subject
    if isinstance(subject, Act):
        hidden = concealed(subject.before, owners) or concealed(subject.after, owners)
        return _act(subject, owners) if hidden else subject
    return _phase(subject, owners) if any(concealed(each, owners) for each in _positions(subject)) else subject


@remembered(64)
def _phase(subject: PhaseRecord, owners: Owners) -> PhaseRecord:
    return replace(
        subject,
        start=_position(subject.start, owners),
        end=_position(subject.end, owners),
        acts=tuple(_act(act, owners) for act in subject.acts),
        earlier=tuple(each for part in subject.earlier if isinstance(each := imagined(part, owners), PhaseRecord)),
    )


def _positions(record: PhaseRecord) -> Iterator[Position]:
    yield from (record.start, record.end)
    yield from (act.after for act in record.acts)


@remembered(1024)  # every rule asks of the same imagined act, so that its paths are found once
def _act(act: Act, owners: Owners) -> Act:
    return replace(act, before=_position(act.before, owners), after=_position(act.after, owners))


def _position(position: Position, owners: Owners) -> Position:
    found = imagined(position, owners)
    return found if isinstance(found, Position) else position


@remembered(64)
def _peopled(position: Position, owners: Owners) -> Position:
    found = position
    for counter in concealed(position, owners):
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


def possible_markers(counters: Iterable[Unidentified]) -> tuple[Unidentified, ...]:
    """Those of some counters that may be markers."""
    return tuple(each for each in unreadable(counters) if not (each.name or each.a_unit))


@remembered(64)
def with_markers_for(position: Position, there: tuple[Unidentified, ...]) -> Position:
    """The position with markers of every kind in place of each of these counters, in its hex and on each unit there."""
    markers: dict[str, Marker] = {}
    lying: dict[str, tuple[str, ...]] = {}
    kinds = position.pack.markers.values()
    marks, found = frozenset(kind.kind for kind in kinds), position
    for each in there:
        place = each.hex or each.location
        bearers = [unit for unit in position.units.values() if (unit.hex or unit.location) == place]
        for bearer in bearers:
            found = found.with_unit(replace(bearer, marks=bearer.marks | marks))
        for on in ("", *(unit.id for unit in bearers)):
            for kind in kinds:
                name = f"{each.counter} {kind.id} {on}"
                markers[name] = Marker(name, kind, each.hex, on, each.location, kind.value)
                if each.hex:
                    lying[each.hex] = (*lying.get(each.hex, position.marked.get(each.hex, ())), name)
    return replace(found, markers=found.markers.update(markers), marked=found.marked.update(lying))
