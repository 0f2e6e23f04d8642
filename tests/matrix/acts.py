"""Acts of another kind: what a case does, done by other means by the same units into the same hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.errors import AdjudicatorError
from adjudicator.model.notation import UnitText
from adjudicator.model.pack import MARCH
from adjudicator.model.sequence import Phase
from adjudicator.model.units import Unit
from adjudicator.play.session import Play
from adjudicator.play.setting_up import set_up
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act, Attack, Travel
from adjudicator.record.flights import Flight
from adjudicator.record.position import Position
from tests.cases import all_cases, position_of

PHASES = {
    **dict.fromkeys(
        ("move", "administrative", "rail", "strategic", "redeploy", "overrun", "naval", "landing"), ("movement",)
    ),
    "rail": ("rail", "movement"),
    "operational": ("operational",),
    "attack": ("attack", "combat"),
    "advance": ("attack", "combat"),
    "retreat": ("attack", "combat"),
    "place": ("order of battle", "initial", "spending"),
}
"""The kinds of phase in which each kind of act is done."""
STAYS = {"move": ("movement", "exploitation", "blitz"), "overrun": ("movement", "exploitation", "blitz")}
"""Further kinds of phase in which it may be done too."""


@dataclass(frozen=True)
class Deed:
    """What units do somewhere: their ids, the hex that they stand in or come from, the hex that it is about, and when."""

    position: Position
    units: tuple[str, ...]
    start: str
    target: str
    kind: str
    whole: Travel | None = None
    """The way of which it is one step, where that is longer."""
    told: str = ""
    """What is told of a mission besides, at the end of its line."""


@dataclass(frozen=True)
class Scene:
    """A generated position and the lines that are played from it."""

    position: Position
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        """The lines, as one writes them."""
        return f"{self.position.moment}: {'; '.join(self.lines)}"

    def play(self) -> Play:
        """The lines as played."""
        return play_moves(self.lines, self.position)


def deed_of(act: Act, hexes: Iterable[str]) -> Deed | None:
    """What an act does, at the first of these hexes that it is about; None of an act that is no travel, attack or mission."""
    at, before = set(hexes), act.before
    units = tuple(name for name in act.units if name in before.units)
    if not units or not act.path:
        return None
    if isinstance(act, Travel):
        if any(number not in before.network.index for number in act.path):
            return None
        i = next((i for i, number in enumerate(act.path) if i and number in at), len(act.path) - 1)
        there = before
        for name in units:
            there = there.moved(name, act.path[i - 1], act.path[i - 1])
        return Deed(there, units, act.path[i - 1], act.path[i], act.kind, act if len(act.path) > 2 else None)
    if isinstance(act, Flight):
        told = "".join(f" {name}={act.told[name]}" for name in ("base", "target") if name in act.told)
        return Deed(before, units, before.units[units[0]].location, act.path[0], act.mission, told=told)
    if isinstance(act, Attack):
        return Deed(before, units, before.units[units[0]].hex, act.path[0], act.kind)
    return None


def scenes_of(deed: Deed, kind: str, book: str) -> Iterator[Scene]:
    """The deed done as an act of a kind: at the time for such acts, then at its own; into an empty hex, then as it is; and
    along its whole way."""
    for timely in (True, False):
        for bare in (True, False):
            made = _scene_of(deed, kind, book, timely=timely, bare=bare)
            if made is not None:
                yield made
    if deed.whole is not None and kind in deed.position.pack.modes:
        way, there = deed.whole.path, deed.whole.before
        line = f"{_word(kind)}{', '.join(deed.units)} {'-'.join(way)}"
        yield Scene(_timed(there, kind, deed) or there, (line,))


def done_by(deed: Deed, kind: str) -> bool:
    """Whether such units do acts of a kind at all: a mode has its users."""
    position = deed.position
    mode = movement_table(position).mode.get(kind)
    return mode is None or all(mode.who.matches(position.units[name]) for name in deed.units)


def _word(kind: str) -> str:
    return "" if kind == MARCH else f"{kind} "


def _timed(position: Position, kind: str, deed: Deed) -> Position | None:
    """The position at the time for acts of a kind; None where the game has no such time."""
    phase = _phase_for(position, kind, position.units[deed.units[0]].side)
    return None if phase is None else position.during(replace(position.moment, phase=phase))


def _scene_of(deed: Deed, kind: str, book: str, *, timely: bool, bare: bool) -> Scene | None:
    """The deed done as an act of a kind, at the time for such acts or at its own, into an empty hex or as it is; None where
    nobody can write one."""
    position, units = deed.position, ", ".join(deed.units)
    side = position.units[deed.units[0]].side
    if kind in air_table(position).mission:
        return Scene(position, (f"fly {kind} {deed.target}: {units}{deed.told}",)) if timely and bare else None
    if not deed.start or deed.target not in position.network.index or not done_by(deed, kind):
        return None
    if timely:
        timed = _timed(position, kind, deed)
        if timed is None:
            return None
        position = timed
    enemies = _enemies(position, deed.target, side)
    if kind in ("attack", "overrun", "advance"):
        position = position if enemies else _with_enemy(position, deed.target, side, book)
        enemies = _enemies(position, deed.target, side)
        if not enemies:
            return None
    elif bare and kind != "retreat":
        for each in enemies:
            position = position.without(each.id)
    if kind == "retreat":
        found = _attacked(position, deed, side, book)
        if found is None:
            return None
        position, attacker = found
        return Scene(
            position, (f"attack {deed.start}: {attacker} result=DR", f"retreat {units} {deed.start}-{deed.target}")
        )
    if kind == "place":
        for name in deed.units:
            position = position.without(name)
    return Scene(position, _lines(deed, kind, units, enemies))


def _lines(deed: Deed, kind: str, units: str, enemies: list[Unit]) -> tuple[str, ...]:
    """The lines of an act of a kind."""
    way = f"{units} {deed.start}-{deed.target}"
    if kind == "attack":
        return (f"attack {deed.target}: {units}",)
    if kind == "advance":
        gone = (f"remove {each.id}" for each in enemies)
        return (f"attack {deed.target}: {units} result=DE", *gone, f"advance {way}")
    if kind == "place":
        return tuple(f"place {name} {deed.target}" for name in deed.units)
    return (f"{_word(kind)}{way}",)


def _enemies(position: Position, number: str, side: str) -> list[Unit]:
    return [unit for unit in position.at(number) if unit.side != side]


def _attacked(position: Position, deed: Deed, side: str, cases: str) -> tuple[Position, str] | None:
    """The position with an enemy who attacks the units, in a hex that they do not go to."""
    for each in position.at(deed.target):
        if each.side != side:
            position = position.without(each.id)
    for number in _beside(position, deed.start):
        if number == deed.target:
            continue
        there = [unit for unit in position.at(number) if unit.side != side]
        if there:
            return position, there[0].id
    for number in _beside(position, deed.start):
        if number not in (deed.target, *_beside(position, deed.target)):
            made = _with_enemy(position, number, side, cases)
            there = [unit for unit in made.at(number) if unit.side != side]
            if there:
                return made, there[0].id
    return None


def _beside(position: Position, number: str) -> list[str]:
    network = position.network
    if number not in network.index:
        return []
    return list(network.numbers([int(j) for j in network.neighbours[network.index[number]] if j >= 0]))


def _phase_for(position: Position, kind: str, side: str) -> Phase | None:
    """The phase in which a side does acts of a kind: the one it is, if it is such, else the one most like it."""
    phases, now = position.pack.header.sequence.phases, position.moment.phase
    wanted = tuple(name for name in PHASES.get(kind, ()) if any(each.kind == name for each in phases))[:1]
    by = next((each for each in position.pack.sides if each != side), "") if kind == "retreat" else side
    if now is not None and now.side == by and now.kind in (*wanted, *STAYS.get(kind, ())):
        return now
    if not wanted and now is not None:
        return now
    fit = [each for each in phases if each.side == by and each.kind in wanted]
    return max(fit, key=lambda each: (len(each.names & now.names) if now else 0, -len(each.names)), default=None)


def _with_enemy(position: Position, number: str, side: str, cases: str) -> Position:
    """The position with a unit of the other side in a hex, of the kind that cases use most."""
    for name in usual_types(cases):
        kind = position.pack.units.get(name)
        if kind is not None and kind.side != side and not kind.flies:
            return set_up(position, number, UnitText(f"{name}#77", kind, 0, ()))
    return position


@cache
def usual_types(book: str) -> tuple[str, ...]:
    """The types of ground unit that the cases of a book use, the most used first."""
    found: Counter[str] = Counter()
    for filed in all_cases(book)[::7]:
        try:
            position = position_of(filed)
        except AdjudicatorError:
            continue
        found.update(
            unit.type.id for unit in position.units.values() if unit.type.flies or (unit.hex and unit.shown.defense)
        )
    return tuple(name for name, _ in found.most_common(40))


@cache
def done_in(book: str) -> frozenset[str]:
    """The kinds of act that are done in cases of a book in which all is legal, and the kinds of mission that are flown there."""
    lines = [line.split() for filed in all_cases(book) if not filed.case.expect for line in filed.case.moves]
    return frozenset((MARCH, *(words[words[0] == "fly" and len(words) > 1] for words in lines)))


def others(deed: Deed, kind: str, book: str) -> Iterator[Scene]:
    """The same kind of act elsewhere, by others, or at another time: one of them a ban leaves alone."""
    position, flies = deed.position, deed.position.units[deed.units[0]].type.flies
    near = _beside(position, deed.start)
    for number in [*near, *_beside(position, deed.target), deed.start]:
        if number not in (deed.target, "") and (number in near or flies):
            yield from scenes_of(replace(deed, target=number, whole=None), kind, book)
    yield from scenes_of(deed, kind, book)
    yield from (made for each in _by_others(deed, book) for made in scenes_of(each, kind, book))
    for turn in (20, 60, 1):
        later = replace(deed, position=position.during(replace(position.moment, turn=turn)), whole=None)
        yield from scenes_of(later, kind, book)
    phases = position.pack.header.sequence.phases
    for phase in phases:
        if (
            position.moment.phase is not None
            and phase.kind == position.moment.phase.kind
            and phase != position.moment.phase
        ):
            there = position.during(replace(position.moment, phase=phase))
            made = _scene_of(replace(deed, position=there), kind, book, timely=False, bare=False)
            if made is not None:
                yield made


def _by_others(deed: Deed, book: str) -> Iterator[Deed]:
    """The deed done by units of other types of the side."""
    first = deed.position.units[deed.units[0]]
    for name in usual_types(book):
        kind = deed.position.pack.units.get(name)
        if kind is None or kind.side != first.side or kind.flies != first.type.flies:
            continue
        there, units = deed.position, list[str]()
        for old in deed.units:
            gone, made = there.units[old], f"{name}#{len(units) + 70}"
            where = gone.location if kind.flies else gone.hex or f"[{gone.location}]"
            there = set_up(there.without(old), where, UnitText(made, kind))
            units.append(made)
        yield replace(deed, position=there, units=tuple(units), whole=None)
