"""What a hex is to a side: whose it is, what a line joins to it, who stands in or next to it. Terms of rules that say where.

A `Situation` lists conditions that must all hold; a rule gives several, one of which is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from adjudicator.said import say, strung
from adjudicator.terms.edges import Edges
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.terms.words import where_words
from adjudicator.words import either, listed


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


def situations_words(situations: tuple[Asked, ...]) -> str:
    """What a hex must be like, one of several: "city of its own side, with a line; or any hex with a unit of its side"."""
    return strung((_words(each) for each in situations if isinstance(each, Besides) or not each.lacking), say("; or "))


def _words(each: Asked) -> str:
    if isinstance(each, Besides):
        parts = [_words(each.situation)]
        parts += [say("with an enemy unit")] if each.with_enemy else []
        parts += [say("without a unit in it")] if each.empty else []
        parts += [say("with no enemy unit next to it")] if each.lonely else []
        parts += [say("{least} hexes or more from {kinds}", each.away, either(each.away_from))] if each.away else []
        parts += [say("with the state {statuses} for the enemy", either(each.statuses))] if each.statuses else []
        parts += [say("not in its own side's land")] if each.not_own else []
        return strung(parts, ", ")
    parts = [where_words(each.where)]
    parts += [{"own": say("of its own side"), "enemy": say("of the enemy")}[each.controlled]] if each.controlled else []
    parts += [
        say("with {place} held", place) if who == "own" else say("with {place} in enemy hands", place)
        for place, who in each.held.items()
    ]
    parts += [say("with {places} once held and working", listed(sorted(each.once)))] if each.once else []
    parts += [say("with the state {statuses}", either(each.statuses))] if each.statuses else []
    parts += [say("with a line to {to}", either(connection.to)) for connection in each.connected]
    states = say(" that is {states}", either(each.states)) if each.states else ""
    parts += [say("with a friendly unit{states}", states)] if each.with_unit is not None else []
    parts += [say("next to a friendly unit{states}", states)] if each.next_to_unit is not None else []
    parts += [say("clear of enemies and their zones")] if each.clear else []
    parts += [say("at the end of a chain of {chain}", either(each.chain))] if each.chain else []
    return strung(parts, ", ")


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

    def fits(self, number: str, situation: Asked) -> Known:
        """Whether a hex meets every condition; lines are traced only where nothing else says no."""
        if isinstance(situation, Besides):
            return self._fits_besides(number, situation)
        i = self.position.network.index.get(number)
        if i is None:
            return NO
        here = situation.where.fits(ground_at(self.position), i)
        return here if here.is_no else here & all_of(self._answers(number, i, situation))

    def _fits_besides(self, number: str, asked: Besides) -> Known:
        fits, i = self.fits(number, asked.situation), self.position.network.index.get(number)
        return fits if fits.is_no or i is None else fits & all_of(self._besides(number, i, asked))

    def _besides(self, number: str, i: int, asked: Besides) -> Iterator[Known]:
        if asked.empty or asked.lonely:
            yield self._undisturbed(number, i, asked)
        if asked.away:
            yield Known.of(not self._too_near(i, asked))
        if asked.statuses:
            enemies = self.position.pack.enemies(self.side)
            yield any_of(has_status(self.position, enemy, number, asked.statuses) for enemy in enemies)
        if asked.with_enemy:
            yield self._opposed(number)
        if asked.not_own:
            enemies = self.position.pack.enemies(self.side)
            theirs = any_of(joined(self.position, enemy, number, asked.not_own) for enemy in enemies)
            yield theirs | ~joined(self.position, self.side, number, asked.not_own)

    def _answers(self, number: str, i: int, situation: Situation) -> Iterator[Known]:
        position, side = self.position, self.side
        yield self._controlled(number, situation.controlled)
        for place, who in situation.held.items():
            holder = holder_of(position, place)
            yield holder.is_(side) if who == "own" else holder.is_one_of(position.pack.enemies(side))
        yield from (self._held_once(place) for place in sorted(situation.once))
        if situation.clear:
            enemies = any(unit.side != side for unit in position.at(number))
            yield NO if enemies else ~in_enemy_zone(position, side, number)
        if situation.with_unit is not None:
            yield self._company((number,), situation.with_unit, situation.states)
        if situation.next_to_unit is not None:
            yield self._company(position.network.beside(number), situation.next_to_unit, situation.states)
        if situation.without_unit is not None:
            yield ~stands_at(position, number, situation.without_unit)
        if situation.statuses:
            yield has_status(position, side, number, situation.statuses)
        if situation.connected:
            yield joined(position, side, number, situation.connected)
        if situation.chain:
            yield self._chained(number, situation)
        if situation.lacking:
            yield Known.open(situation.lacking)

    def _held_once(self, name: str) -> Known:
        """Whether the side ever held a place; if it did, nobody remembers whether the place worked for it."""
        position = self.position
        there = position.network.theatre.place(name)
        if there is None:
            return Known.open(say("who held {place}", name))
        held = YES if there.owner == self.side else ever_held(position, there.hex, self.side)
        return held & Known.open(say("whether {place} ever worked for {side}", name, self.side))

    def _undisturbed(self, number: str, i: int, situation: Besides) -> Known:
        """Whether nobody stands in a hex, and no enemy next to it, as far as that is asked; open where a counter may be one."""
        position = self.position
        near = set(position.network.beside(number))
        if situation.empty and any(unit.id not in self.ignoring for unit in position.at(number)):
            return NO
        if situation.lonely and any(unit.side != self.side for other in near for unit in position.at(other)):
            return NO
        here = {number} if situation.empty else frozenset[str]()
        beside = near if situation.lonely else frozenset[str]()
        hostile = (each for other in sorted(beside) for each in hidden_enemies(position, other, self.side))
        maybe = (*(each for each in masked(position) if each.hex in here), *hostile)
        return all_of(Known.open(each.datum) for each in maybe)

    def _too_near(self, i: int, asked: Besides) -> bool:
        network = self.position.network
        return any(
            marker.type.kind in asked.away_from
            and marker.type.side in ("", self.side)
            and marker.id not in self.ignoring
            and marker.hex in network.index
            and network.distance(i, network.index[marker.hex]) < asked.away
            for marker in self.position.markers.values()
        )

    def _controlled(self, number: str, wanted: str) -> Known:
        if not wanted:
            return YES
        if wanted == "own":
            return controls(self.position, number, self.side, self.side)
        return any_of(
            controls(self.position, number, enemy, self.side) for enemy in self.position.pack.enemies(self.side)
        )

    def _company(self, hexes: Iterable[str], who: Selector, states: frozenset[str]) -> Known:
        units = (unit for number in hexes for unit in self.position.at(number))
        own = (unit for unit in units if unit.side == self.side and unit.id not in self.ignoring and who.matches(unit))
        return any_of(supply(self.position, self.side).state(unit.id).is_in(states) if states else YES for unit in own)

    def _opposed(self, number: str) -> Known:
        """Whether an enemy stands in a hex; open where a counter that nobody reads may be one."""
        if any(unit.side != self.side for unit in self.position.at(number)):
            return YES
        maybe = hidden_enemies(self.position, number, self.side)
        return any_of(Known.open(each.datum) for each in maybe)

    def _chained(self, number: str, situation: Situation) -> Known:
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
