"""The acts that the events of one deed come to, as an `Identifier` follows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypedDict

from adjudicator.analysis.combat.spoken import IN_THE_AIR, OF_A_DEED, Spoken, announced, spoken_attack
from adjudicator.analysis.combat.unheard import unheard
from adjudicator.errors import Source
from adjudicator.identify import Identifier
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import Move, Roll, Say, Step
from adjudicator.model.state import Event
from adjudicator.model.units import Marker
from adjudicator.model.viewer import WITHHELD
from adjudicator.play.flying import carried_to, fired_at, flown_by, struck
from adjudicator.play.places import spot, where
from adjudicator.record.acts import (
    Act,
    Attack,
    ConditionsTold,
    Declaration,
    DeedTold,
    Demolition,
    Flipped,
    Laid,
    Lifted,
    Marked,
    Movement,
    OverrunTold,
    Placed,
    Removed,
    Repair,
    Rolled,
    Shifted,
    Speech,
    Swapped,
    Transfer,
    Unmarked,
    ValuesChanged,
    turned_over,
)
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.position import Position
from adjudicator.said import say


class DeedFields(TypedDict):
    """What every act of a deed shares."""

    before: Position
    after: Position
    player: str
    step: int
    source: Source


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The positions before and after a deed, and who did it in which step."""

    before: Position
    after: Position
    player: str
    step: int
    source: Source

    @property
    def common(self) -> DeedFields:
        return {
            "before": self.before,
            "after": self.after,
            "player": self.player,
            "step": self.step,
            "source": self.source,
        }


def acts_of(step: Step, events: tuple[Event, ...], identifier: Identifier) -> Iterable[Act]:
    """One deed's acts: units that went the same way together, then whatever else changed."""
    before = identifier.position
    touched: dict[str, None] = {}
    players = {event.player for event in events if isinstance(event, Move | Say | Roll) and event.player}
    player = players.pop() if len(players) == 1 else ""
    names = {counter: identifier.name_of(counter) for event in events for counter in _speaks_of(event)}
    for counter in identifier.after(*events):
        for name in (names.get(counter, ""), identifier.name_of(counter)):
            if name:
                touched[name] = None
    after = identifier.position
    base = _Stretch(before, after, player, step.index, step.source)
    changes = tuple(_changes(base))
    deeds = replace(base, after=replace(after, moment=before.moment, values=before.values)) if changes else base
    touched |= dict.fromkeys(_bearers(base, tuple(touched)))
    yield from _unit_acts(deeds, tuple(touched))
    yield from _marker_acts(deeds, tuple(touched))
    yield from changes
    if changes:
        base = replace(base, before=_settled(before, after))
    for event in events:
        if isinstance(event, Roll):
            yield Rolled(**base.common, dice=event.dice, text=event.text)
        elif isinstance(event, Say):
            yield _said(base, event, identifier)


def _changes(base: _Stretch) -> Iterator[Act]:
    """What a step changed of the conditions and of the numbers that the game keeps, one act each."""
    before, after = base.before, base.after
    if before.moment is after.moment and before.values is after.values:
        return
    conditions = dict(after.moment.conditions)
    told = {name: value for name, value in conditions.items() if before.moment.condition(name) != value}
    if told:
        at = replace(base, after=_settled(before, after, values=False))
        yield ConditionsTold(**at.common, conditions=told)
    values = {name: value for name, value in after.values.items() if before.values.get(name) != value}
    if values:
        at = replace(base, before=_settled(before, after, values=False))
        yield ValuesChanged(**at.common, values=values)


def _settled(before: Position, after: Position, *, values: bool = True) -> Position:
    """The position before a step, but with the conditions, and the numbers, that it ends with."""
    moment = replace(before.moment, conditions=after.moment.conditions)
    return replace(before, moment=moment, values=after.values if values else before.values)


def _said(base: _Stretch, event: Say, identifier: Identifier) -> Act:
    """Words; or the attack or overrun that they tell, if the binding knows how players tell one. A phase begins with them."""
    wording = identifier.wording(event.player)
    told = spoken_attack(event.text, identifier.binding.chat, identifier.position, wording) if event.player else None
    if told is None and identifier.hears(event.text, event.player):
        base = replace(base, before=identifier.position, after=identifier.position)
        return Speech(**base.common, text=event.text)
    if not event.player:
        return Speech(**base.common, text=event.text)
    if event.text == WITHHELD:
        return Speech(**base.common, text=event.text, unheard=say("it speaks of a hidden counter"))
    if told is None:
        missed = unheard(event.text, identifier.binding.chat, identifier.position, wording)
        return (
            Speech(**base.common, text=event.text, seems=missed.kind, unheard=missed.why, names=missed.names)
            if missed
            else Speech(**base.common, text=event.text)
        )
    if told.overruns:
        return Speech(**base.common, text=event.text, overrun=OverrunTold(told.units, told.hex, told.values))
    if told.work == OF_A_DEED:
        return Speech(**base.common, text=event.text, deed=DeedTold(told.units, told.values))
    if told.work in IN_THE_AIR:
        return _flown(base, told, identifier)
    if told.work:
        # The marker on the hexside is a deed of its own: words alone change nothing on the table.
        at = replace(base, before=identifier.position, after=identifier.position)
        work = Demolition if told.work == Demolition.word else Repair
        return work(**at.common, units=told.units, bridge=(told.hex, told.other), told=dict(told.values))
    before, values = identifier.position, dict(told.values)
    declared = "declared" in values
    identifier.position = announced(before, told.units, (told.hex,), declared=declared)
    at = replace(base, before=before, after=identifier.position)
    kind = Declaration if declared else Attack
    return kind(**at.common, units=told.units, targets=(told.hex,), told=values)


def _flown(base: _Stretch, told: Spoken, identifier: Identifier) -> Act:
    """A mission or a dogfight that is told; the counters are dragged by deeds of their own."""
    before = identifier.position
    if told.work == Flight.word:
        identifier.position = flown_by(before, told.units, told.other, told.hex, told.values)
    elif told.work == Strike.word:
        identifier.position = struck(before, told.units, told.other, told.hex, told.values)
    else:
        identifier.position = fired_at(before, told.units, told.hex, told.against, told.values)
    at = replace(base, before=before, after=identifier.position)
    values = dict(told.values)
    if told.work == Dogfight.word:
        return Dogfight(**at.common, units=told.units, over=told.hex, against=told.against, told=values)
    kind = Flight if told.work == Flight.word else Strike
    return kind(**at.common, units=told.units, over=told.hex, mission=told.other, told=values)


def _speaks_of(event: Event) -> tuple[str, ...]:
    counter = getattr(event, "counter", None)
    return () if counter is None else (counter if isinstance(counter, str) else counter.id,)


def _bearers(base: _Stretch, names: tuple[str, ...]) -> Iterator[str]:
    """The units on which the named markers lie or lay."""
    for name in names:
        for position in (base.before, base.after):
            marker = position.markers.get(name)
            if marker is not None and marker.on in position.units:
                yield marker.on


def _unit_acts(base: _Stretch, names: tuple[str, ...]) -> Iterable[Act]:
    ways: dict[tuple[str, str, bool], list[str]] = {}
    for name in names:
        old, new = base.before.units.get(name), base.after.units.get(name)
        if new is None:
            if old is not None:
                yield Removed(**base.common, units=(name,), where=old.hex)
            continue
        if old is None:
            yield Placed(**base.common, units=(name,), where=new.hex)
            continue
        if where(old) != where(new):
            flown = bool(new.hex) and carried_to(base.before, name, new.hex)
            ways.setdefault((where(old), where(new), flown), []).append(name)
        if old.face != new.face:
            yield turned_over(Flipped(**base.common, units=(name,), faces=(new.face,)))
        if old.marks != new.marks and new.hex:
            gained, lost = tuple(sorted(new.marks - old.marks)), tuple(sorted(old.marks - new.marks))
            if gained:
                yield Marked(**base.common, units=(name,), on=gained, off=lost)
            else:
                yield Unmarked(**base.common, units=(name,), off=lost)
    for (*way, flown), units in ways.items():
        kind = Transfer if any("[" in end for end in way) else Shifted if flown else Movement
        yield kind(**base.common, units=tuple(units), way=tuple(way))


def _marker_acts(base: _Stretch, names: tuple[str, ...]) -> Iterable[Act]:
    """What became of markers on hexes or in boxes; what goes with a unit is the unit's own doing."""
    pairs: dict[str, list[Marker | None]] = {}
    for name in names:
        for slot, position in enumerate((base.before, base.after)):
            marker = position.markers.get(name)
            if marker is not None:
                pairs.setdefault(marker.counter, [None, None])[slot] = marker
    for old, new in _turned(list(pairs.values())):
        lone = new if old is None else old if new is None else None
        if lone is not None and lone.on:
            continue
        if old is None and new is not None:
            yield Laid(**base.common, where=where(new), marker_ids=(new.id,))
        elif old is not None and new is None:
            yield Lifted(**base.common, where=where(old), marker_ids=(old.id,))
        elif old is not None and new is not None and new.type.on_hexside and old.type is new.type:
            yield from _relaid(base, old, new)
        elif old is not None and new is not None:
            if where(old) != where(new) and not (old.on and old.on == new.on):
                yield Shifted(**base.common, way=(where(old), where(new)), marker_ids=(new.id,))
            if old.type is not new.type:
                yield Swapped(**base.common, where=where(new), marker_ids=(old.id, new.id))


def _relaid(base: _Stretch, old: Marker, new: Marker) -> Iterator[Act]:
    """A marker dragged from hexside to hexside does not travel: it is taken away here and laid there."""
    if set(old.hexes) != set(new.hexes):
        if old.hex:
            yield Lifted(**base.common, where=old.hex, marker_ids=(old.id,))
        if new.hex:
            yield Laid(**base.common, where=new.hex, marker_ids=(new.id,))


def _turned(pairs: list[list[Marker | None]]) -> list[list[Marker | None]]:
    """The pairs, with one marker that is gone and one that came in its place in one step taken as one that turned."""
    places: dict[str, list[list[Marker | None]]] = {}
    for pair in pairs:
        only = [marker for marker in pair if marker is not None]
        if len(only) == 1:
            places.setdefault(spot(only[0]), []).append(pair)
    for one, *others in places.values():
        if len(others) == 1 and (one[0] is None) != (others[0][0] is None):
            other = others[0]
            pairs = [pair for pair in pairs if pair is not one and pair is not other]
            pairs.append([one[0] or other[0], one[1] or other[1]])
    return pairs
