"""What a hex is to a side: whose it is, what a line joins to it, who stands in or next to it. Terms of rules that say where.

A `Situation` lists conditions that must all hold; a rule gives several, one of which is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from adjudicator.analysis.concealed import hidden_enemies, masked, stands_at
from adjudicator.analysis.control import controls, in_zone
from adjudicator.analysis.economy import holder_of
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import ever_held
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.lean import dataclass
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import StateName, StatusName
from adjudicator.record.position import Position
from adjudicator.said import say, say_number, strung
from adjudicator.terms.edges import Edges
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.terms.words import where_words
from adjudicator.words import either, listed

MOST_ENDS = 3
"""So many kinds of place at the end of a line are named."""


class Situation(Table):
    """Conditions on a hex, all of which must hold."""

    where: Where = ANYWHERE
    """The hexes that fit."""
    controlled: Literal["", "own", "enemy"] = ""
    """Who must control the hex, as seen from the side that is asked for; left out: either."""
    held: Mapping[str, Literal["own", "enemy"]] = {}
    """Places by name, each with who must hold it, as seen from the side that is asked for. Example: `held = { Moscow =
    "own" }`"""
    once: frozenset[str] = frozenset()
    """Places that the side must have held once, and had in working order. Example: `once = ["Moscow"]`"""
    statuses: frozenset[StatusName] = frozenset()
    """Statuses of supply.toml, one of which something of the side's in the hex has."""
    connected: tuple[Connection, ...] = ()
    """Lines that must lead from the hex."""
    with_unit: Selector | None = None
    """Such a friendly unit must stand there."""
    next_to_unit: Selector | None = None
    """Such a friendly unit must stand in a neighbouring hex."""
    without_unit: Selector | None = None
    """No such unit may stand there, of whichever side. Example: `without_unit = { tags = ["partisan"] }`"""
    states: frozenset[StateName] = frozenset()
    """States of supply, one of which these units must be in; none given: any."""
    clear: bool = False
    """Whether no enemy unit may stand there and no enemy zone of control reach it."""
    chain: frozenset[str] = frozenset()
    """Kinds of marker of the side's own: the hex touches or lies in a chain of them, and a hex of the chain, or one
    next to it, fits another of the rule's situations."""
    chain_closed: tuple[Edges, ...] = ()
    """Hexsides that part such a chain."""
    lacking: str = ""
    """What would settle whether a hex that fits the rest will do: it is a doubt. Example: `lacking = "whether it was in
    supply"`"""


@dataclass(frozen=True, slots=True)
class Besides:
    """A situation, and what an article asks of the hex besides."""

    situation: Situation
    with_enemy: bool = False
    empty: bool = False
    """Whether no unit stands there."""
    lonely: bool = False
    """Whether no enemy unit stands next to it."""
    away: int = 0
    """How far it is at least from the side's markers of `away_from`."""
    away_from: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()
    """Statuses of supply.toml, one of which something of the enemy's in the hex has."""
    not_own: tuple[Connection, ...] = ()
    """Lines that show whose land the hex is: it will not do if they lead from it for the side, and for no enemy of it."""


Asked = Situation | Besides


def nearest_words(
    position: Position,
    side: str,
    number: str,
    situations: tuple[Asked, ...],
    ignoring: frozenset[str] = frozenset(),
) -> str:
    """What a hex that fits none of several situations must be like: of the nearest of them the first condition that fails."""
    asking = _Asking(position, side, situations, ignoring)
    told = [asking.answers(number, each) for each in situations if _is_told(each)]
    if not told:
        return ""
    nearest = min(told, key=_distance)
    refused = [(condition, answer) for condition, answer in nearest if answer.is_no][:1]
    open_ = [(condition, answer) for condition, answer in nearest if answer.is_open]
    words = strung((_marked(condition, answer) for condition, answer in refused or open_ or nearest), ", ")
    others = len(told) - 1
    if not others:
        return words
    return say_number("{words}; or {number} other kind", "{words}; or one of {number} others", others, words)


def _distance(answers: list[tuple[str, Known]]) -> tuple[bool, int]:
    """How far a hex is from a situation: first whether it is such a hex at all, then how many conditions it does not meet."""
    return not answers[0][1].is_yes, sum(not answer.is_yes for _, answer in answers)


def _marked(condition: str, answer: Known) -> str:
    """A condition with a word on whether it is met, unless it is."""
    if answer.is_yes:
        return condition
    return say("{condition} (not so)", condition) if answer.is_no else say("{condition} (not known)", condition)


def _is_told(each: Asked) -> bool:
    return isinstance(each, Besides) or not each.lacking


def fits_any(
    position: Position,
    side: str,
    number: str,
    situations: tuple[Asked, ...],
    ignoring: frozenset[str] = frozenset(),
) -> Known:
    """Whether a hex fits one of several situations; units named in `ignoring` do not count."""
    asking = _Asking(position, side, situations, ignoring)
    return any_of(asking.fits(number, each) for each in situations)


def has_status(position: Position, side: str, number: str, statuses: frozenset[str]) -> Known:
    """Whether a place, marker or unit of the side in a hex has one of these statuses."""
    return supply(position, side).held_at(position.network.index[number], statuses)


def joined(position: Position, side: str, number: str, connections: tuple[Connection, ...]) -> Known:
    """Whether every one of these connections leads from a hex."""
    found = supply(position, side)
    return all_of(found.connected(number, each.lines, each.to) for each in connections)


def chain_of(
    position: Position,
    side: str,
    number: str,
    kinds: frozenset[str],
    closed: tuple[Edges, ...] = (),
    *,
    bound: Bound = Bound.BEST,
) -> frozenset[str]:
    """The hexes of the chain of a side's markers that a hex touches or lies in: each next to another, no closed hexside.

    `bound` says how a hexside is taken of which nobody knows whether it is closed.
    """
    network = position.network
    start = network.index[number]
    found: set[int] = set()
    waiting = [start]
    while waiting:
        i = waiting.pop()
        for direction, j in enumerate(int(j) for j in network.neighbours[i]):
            if j < 0 or j in found or bound.forbids(_parts(position, side, closed, (i, direction))):
                continue
            if bears(position, side, network.number(j), kinds):
                found.add(j)
                waiting.append(j)
    if bears(position, side, number, kinds):
        found.add(start)
    else:
        found.discard(start)
    return frozenset(network.number(i) for i in found)


def _parts(position: Position, side: str, closed: tuple[Edges, ...], hexside: tuple[int, int]) -> Known:
    """Whether a hexside parts a chain."""
    return any_of(edge.fits(ground_at(position), side, *hexside) for edge in closed)


def bears(position: Position, side: str, number: str, kinds: frozenset[str]) -> bool:
    """Whether a marker of these kinds that is the side's own lies in a hex."""
    return any(marker.type.kind in kinds and marker.type.side in ("", side) for marker in position.markers_at(number))


def in_enemy_zone(position: Position, side: str, number: str) -> Known:
    """Whether a hex is in a zone of control of an enemy of the side."""
    return in_zone(position, number, position.pack.enemies(side))


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question: for which side, which situations will do, whom not to count."""

    position: Position
    side: str
    situations: tuple[Asked, ...]
    ignoring: frozenset[str] = frozenset()

    def fits(self, number: str, asked: Asked) -> Known:
        """Whether a hex meets every condition; lines are traced only where nothing else says no."""
        i = self.position.network.index.get(number)
        if i is None:
            return NO
        answers = all_of(meets(self, number, i) for _, meets in _conditions(asked))
        lacking = asked.situation.lacking if isinstance(asked, Besides) else asked.lacking
        return answers & Known.open(lacking) if lacking else answers

    def answers(self, number: str, asked: Asked) -> list[tuple[str, Known]]:
        """The conditions of a situation in words, each with whether a hex meets it."""
        i = self.position.network.index.get(number)
        return [(words, NO if i is None else meets(self, number, i)) for words, meets in _conditions(asked)]

    def has_status(self, number: str, statuses: frozenset[str], sides: Iterable[str]) -> Known:
        return any_of(has_status(self.position, side, number, statuses) for side in sides)

    @property
    def enemies(self) -> tuple[str, ...]:
        return tuple(self.position.pack.enemies(self.side))

    def is_not_own(self, number: str, lines: tuple[Connection, ...]) -> Known:
        """Whether these lines do not show that a hex is the side's own land."""
        theirs = any_of(joined(self.position, enemy, number, lines) for enemy in self.enemies)
        return theirs | ~joined(self.position, self.side, number, lines)

    def holds(self, place: str, who: str) -> Known:
        holder = holder_of(self.position, place)
        return holder.is_(self.side) if who == "own" else holder.is_one_of(self.enemies)

    def is_clear(self, number: str) -> Known:
        if any(unit.side != self.side for unit in self.position.at(number)):
            return NO
        return ~in_enemy_zone(self.position, self.side, number)

    def held_once(self, name: str) -> Known:
        """Whether the side ever held a place; if it did, nobody remembers whether the place worked for it."""
        position = self.position
        there = position.network.theatre.place(name)
        if there is None:
            return Known.open(say("who held {place}", name))
        held = YES if there.owner == self.side else ever_held(position, there.hex, self.side)
        return held & Known.open(say("whether {place} ever worked for {side}", name, self.side))

    def is_empty(self, number: str) -> Known:
        """Whether nobody stands in a hex; open where a counter may be a unit."""
        if any(unit.id not in self.ignoring for unit in self.position.at(number)):
            return NO
        return all_of(Known.open(each.datum) for each in masked(self.position) if each.hex == number)

    def is_lonely(self, number: str) -> Known:
        """Whether no enemy stands next to a hex; open where a counter may be one."""
        beside = sorted(set(self.position.network.beside(number)))
        if any(unit.side != self.side for other in beside for unit in self.position.at(other)):
            return NO
        maybe = (each for other in beside for each in hidden_enemies(self.position, other, self.side))
        return all_of(Known.open(each.datum) for each in maybe)

    def too_near(self, i: int, asked: Besides) -> bool:
        network = self.position.network
        return any(
            marker.type.kind in asked.away_from
            and marker.type.side in ("", self.side)
            and marker.id not in self.ignoring
            and marker.hex in network.index
            and network.distance(i, network.index[marker.hex]) < asked.away
            for marker in self.position.markers.values()
        )

    def controlled(self, number: str, wanted: str) -> Known:
        holders = (self.side,) if wanted == "own" else self.enemies
        return any_of(controls(self.position, number, holder, self.side) for holder in holders)

    def company(self, hexes: Iterable[str], who: Selector, states: frozenset[str]) -> Known:
        units = (unit for number in hexes for unit in self.position.at(number))
        own = (unit for unit in units if unit.side == self.side and unit.id not in self.ignoring and who.matches(unit))
        return any_of(supply(self.position, self.side).state(unit.id).is_in(states) if states else YES for unit in own)

    def opposed(self, number: str) -> Known:
        """Whether an enemy stands in a hex; open where a counter that nobody reads may be one."""
        if any(unit.side != self.side for unit in self.position.at(number)):
            return YES
        maybe = hidden_enemies(self.position, number, self.side)
        return any_of(Known.open(each.datum) for each in maybe)

    def chained(self, number: str, situation: Situation) -> Known:
        at_worst = self._chain_ends(number, situation, Bound.WORST)
        if at_worst.is_yes or not situation.chain_closed:
            return at_worst
        at_best = self._chain_ends(number, situation, Bound.BEST)
        parted = Known.open(say("the ground along the chain of {hex}", number))
        return at_best if at_best.truth is at_worst.truth else parted & at_best

    def _chain_ends(self, number: str, situation: Situation, bound: Bound) -> Known:
        rest = tuple(other for other in self.situations if isinstance(other, Besides) or not other.chain)
        chain = chain_of(self.position, self.side, number, situation.chain, situation.chain_closed, bound=bound)
        near = {number_ for each in chain for number_ in self._around(each, situation, bound)} | chain
        return any_of(fits_any(self.position, self.side, each, rest, self.ignoring) for each in sorted(near))

    def _around(self, number: str, situation: Situation, bound: Bound) -> Iterator[str]:
        """The neighbours of a hex over hexsides that do not part a chain."""
        network = self.position.network
        i = network.index[number]
        for direction, j in enumerate(int(j) for j in network.neighbours[i]):
            if j >= 0 and not bound.forbids(_parts(self.position, self.side, situation.chain_closed, (i, direction))):
                yield network.number(j)


Meets = Callable[[_Asking, str, int], Known]
"""Whether a hex, by its number and its index, meets a condition."""


def _conditions(asked: Asked) -> list[tuple[str, Meets]]:
    """The conditions of a situation, each in words with how it is asked: what is cheap first, lines last."""
    if isinstance(asked, Besides):
        return [*_conditions(asked.situation), *_further(asked)]
    found: list[tuple[str, Meets]] = [
        (where_words(asked.where), lambda asking, _, i: asked.where.fits(ground_at(asking.position), i))
    ]
    if asked.controlled:
        words = {"own": say("of its own side"), "enemy": say("of the enemy")}[asked.controlled]
        found.append((words, lambda asking, number, _: asking.controlled(number, asked.controlled)))
    found += [_held(place, who) for place, who in asked.held.items()]
    if asked.once:
        words = say("with {places} once held and working", listed(sorted(asked.once)))
        found.append((words, lambda asking, *_: all_of(asking.held_once(place) for place in sorted(asked.once))))
    if asked.clear:
        found.append((say("clear of enemies and their zones"), lambda asking, number, _: asking.is_clear(number)))
    states = say(" that is {states}", either(asked.states)) if asked.states else ""
    if asked.with_unit is not None:
        found.append((say("with a friendly unit{states}", states), _in_company(asked.with_unit, asked.states)))
    if asked.next_to_unit is not None:
        found.append((say("next to a friendly unit{states}", states), _near_company(asked.next_to_unit, asked.states)))
    if asked.without_unit is not None:
        found.append(_without(asked.without_unit))
    if asked.statuses:
        words = say("counting as {statuses}", either(asked.statuses))
        found.append((words, lambda asking, number, _: asking.has_status(number, asked.statuses, (asking.side,))))
    if asked.connected:
        words = listed(list(dict.fromkeys(_line_words(connection) for connection in asked.connected)))
        found.append((words, lambda asking, number, _: joined(asking.position, asking.side, number, asked.connected)))
    if asked.chain:
        words = say("at the end of a chain of {chain}", either(asked.chain))
        found.append((words, lambda asking, number, _: asking.chained(number, asked)))
    return found


def _line_words(connection: Connection) -> str:
    """A line by where it ends, unless that may be many kinds of place."""
    if len(connection.to) > MOST_ENDS:
        return say("with a line to a source of supply")
    return say("with a line to {to}", either(connection.to))


def _held(place: str, who: str) -> tuple[str, Meets]:
    words = say("while its side holds {place}", place) if who == "own" else say("with {place} in enemy hands", place)
    return words, lambda asking, *_: asking.holds(place, who)


def _in_company(who: Selector, states: frozenset[str]) -> Meets:
    return lambda asking, number, _: asking.company((number,), who, states)


def _near_company(who: Selector, states: frozenset[str]) -> Meets:
    return lambda asking, number, _: asking.company(asking.position.network.beside(number), who, states)


def _without(who: Selector) -> tuple[str, Meets]:
    words = say("without {units} in it", either(who.tags)) if who.tags else say("without such a unit in it")
    return words, lambda asking, number, _: ~stands_at(asking.position, number, who)


def _further(asked: Besides) -> Iterator[tuple[str, Meets]]:
    """What an article asks besides a situation."""
    if asked.with_enemy:
        yield say("with an enemy unit"), lambda asking, number, _: asking.opposed(number)
    if asked.empty:
        yield say("without a unit in it"), lambda asking, number, _: asking.is_empty(number)
    if asked.lonely:
        yield say("with no enemy unit next to it"), lambda asking, number, _: asking.is_lonely(number)
    if asked.away:
        words = say("{least} hexes or more from {kinds}", asked.away, either(asked.away_from))
        yield words, lambda asking, _, i: Known.of(not asking.too_near(i, asked))
    if asked.statuses:
        words = say("counting as {statuses} for the enemy", either(asked.statuses))
        yield words, lambda asking, number, _: asking.has_status(number, asked.statuses, asking.enemies)
    if asked.not_own:
        words = say("not in its own side's land")
        yield words, lambda asking, number, _: asking.is_not_own(number, asked.not_own)
