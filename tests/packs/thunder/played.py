"""A phase told in a few words on a small map of our own, for judging it by one check with given terms.

Units are called by side and number (`red0`), markers by kind and number (`fort0`), as `maps.position` numbers them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.model.known import Truth
from adjudicator.model.units import Face, Marker, Unit
from adjudicator.record.acts import (
    Act,
    Advance,
    Attack,
    Laid,
    Lifted,
    Marked,
    Movement,
    Overrun,
    Placed,
    Removed,
    Retreat,
    Rolled,
    Shifted,
    StepLoss,
    Swapped,
    Transfer,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import marker, unit

TRAVELS: dict[str, type[Movement | Retreat | Advance | Overrun]] = {
    "move": Movement,
    "retreat": Retreat,
    "advance": Advance,
    "overrun": Overrun,
}
YES, OPEN = Truth.YES, Truth.OPEN


def with_faces(at: Position, **steps: tuple[int, ...]) -> Position:
    """The position with units whose faces have so many steps: `blue1=(2, 1)`."""
    for name, each in steps.items():
        faces = tuple(Face(attack=4, defense=3, movement=4, steps=count) for count in each)
        kind = at.unit(name).type.model_copy(update={"faces": faces})
        at = at.with_unit(replace(at.unit(name), type=kind))
    return at


def numbered(text: str, number: int) -> Marker:
    """A marker as `maps.marker` makes it, whose type has the number, as counters with one do."""
    made = marker(text, number)
    return replace(made, type=made.type.model_copy(update={"value": made.value}))


def with_markers(at: Position, *texts: str) -> Position:
    """The position with markers, numbered from 0."""
    for count, text in enumerate(texts):
        at = at.with_marker(numbered(text, count))
    return at


def played(at: Position, *deeds: str, ended: bool = False) -> PhaseRecord:
    """A phase of deeds, each a verb with what it is done to.

    "attack 0200 red0 red1 DR"; "move red0,red1 0100-0200", and so retreat, advance and overrun; "flip blue1 2" (to its
    second face); "remove blue1"; "box blue1" (into a box off the map); "place blue leg 0200 7" (as blue7);
    "lay red fort 0200 7" (as fort7); "lift fort7"; "swap fort7 red castle 0200 8"; "shift hq0 0100-0200";
    "mark red0 isolated"; "roll 3 5".
    """
    acts: list[Act] = []
    for deed in deeds:
        verb, *words = deed.split()
        acts.append(DEEDS[verb](acts[-1].after if acts else at, verb, words))
    return PhaseRecord(at, acts[-1].after if acts else at, tuple(acts), ended=ended)


def _attack(at: Position, _: str, words: list[str]) -> Act:
    names = tuple(word for word in words[1:] if not word.isupper())
    told = {"result": words[-1]} if words[-1].isupper() else {}
    return Attack(before=at, after=at, units=names, targets=(words[0],), told=told)


def _travel(at: Position, verb: str, words: list[str]) -> Act:
    names, way, after = tuple(words[0].split(",")), tuple(words[1].split("-")), at
    for name in names:
        after = after.moved(name, way[-1])
    told = dict(word.split("=") for word in words[2:])
    return TRAVELS[verb](before=at, after=after, units=names, way=way, told=told)


def _flip(at: Position, _: str, words: list[str]) -> Act:
    face = int(words[1]) - 1
    after = at.with_unit(replace(at.unit(words[0]), face=face))
    return StepLoss(before=at, after=after, units=(words[0],), faces=(face,))


def _remove(at: Position, _: str, words: list[str]) -> Act:
    where = at.unit(words[0]).hex
    return Removed(before=at, after=at.without(words[0]), units=(words[0],), where=where)


def _box(at: Position, _: str, words: list[str]) -> Act:
    after = at.moved(words[0], "", "force_pool")
    return Transfer(before=at, after=after, units=(words[0],), way=(at.unit(words[0]).hex, "[force_pool]"))


def _place(at: Position, _: str, words: list[str]) -> Act:
    new: Unit = unit(" ".join(words[:-1]), int(words[-1]))
    return Placed(before=at, after=at.with_unit(new), units=(new.id,), where=new.hex)


def _lay(at: Position, _: str, words: list[str]) -> Act:
    new = numbered(" ".join(words[:-1]), int(words[-1]))
    return Laid(before=at, after=at.with_marker(new), where=new.hex, marker_ids=(new.id,))


def _lift(at: Position, _: str, words: list[str]) -> Act:
    where = at.markers[words[0]].hex
    return Lifted(before=at, after=at.without_marker(words[0]), where=where, marker_ids=(words[0],))


def _swap(at: Position, _: str, words: list[str]) -> Act:
    new = numbered(" ".join(words[1:-1]), int(words[-1]))
    after = at.without_marker(words[0]).with_marker(new)
    return Swapped(before=at, after=after, where=new.hex, marker_ids=(words[0], new.id))


def _shift(at: Position, _: str, words: list[str]) -> Act:
    way = tuple(words[1].split("-"))
    after = at.with_marker(replace(at.markers[words[0]], hex=way[-1]))
    return Shifted(before=at, after=after, way=way, marker_ids=(words[0],))


def _mark(at: Position, _: str, words: list[str]) -> Act:
    name, *on = words
    after = at.with_unit(replace(at.unit(name), marks=at.unit(name).marks | set(on)))
    return Marked(before=at, after=after, units=(name,), on=tuple(on))


def _roll(at: Position, _: str, words: list[str]) -> Act:
    return Rolled(before=at, after=at, dice=tuple(map(int, words)))


DEEDS: dict[str, Callable[[Position, str, list[str]], Act]] = {
    **dict.fromkeys(TRAVELS, _travel),
    "attack": _attack,
    "flip": _flip,
    "remove": _remove,
    "box": _box,
    "place": _place,
    "lay": _lay,
    "lift": _lift,
    "swap": _swap,
    "shift": _shift,
    "mark": _mark,
    "roll": _roll,
}
