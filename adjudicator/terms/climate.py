"""The weather of every hex and along every hexside at a moment.

The weather of a hex is the condition "weather:TAG" of the moment for a tag the hex has, else the condition "weather"; the
conditions "severe" and "last_weather" (the weather of the turn before) are read likewise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, KnownMask
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Ints, Network, spread
from adjudicator.model.pack import Pack
from adjudicator.record.position import Position
from adjudicator.said import say

WEATHER, SEVERE, LAST_WEATHER = "weather", "severe", "last_weather"
_IN_WORDS = {SEVERE: say("whether the weather is severe"), LAST_WEATHER: say("the weather of the last turn")}


@dataclass(frozen=True, slots=True)
class Between:
    """Whose weather a hexside has between two hexes of different weather; without either, both.

    That of the hex in the first of these `zones` (tags of hexes), or the worse by `order`, which begins with the mildest.
    """

    zones: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Climate:
    """A condition that regions have to themselves: `codes[i]` is an index into `names`; names[0] is "" for unknown.

    `missing` names the condition where it is not known.
    """

    names: tuple[str, ...]
    codes: NDArray[np.int8]
    known: bool
    missing: str = WEATHER

    def at(self, i: int) -> str:
        """The weather of one hex, "" if unknown."""
        name: str = self.names[self.codes[i]]
        return name

    def is_one_of(self, wanted: frozenset[str], i: int) -> Known:
        """Whether a hex has one of these weathers."""
        here = self.at(i)
        return (YES if here in wanted else NO) if here else Known.open(self.missing)

    def among(self, wanted: frozenset[str]) -> KnownMask:
        """(n,): the hexes with one of these weathers."""
        listed = np.array([name in wanted for name in self.names])
        sure: Bools = listed[self.codes]
        return KnownMask.of(sure) if self.known else KnownMask(sure, sure | (self.codes == 0), (self.missing,))


_UNKNOWN = Known.open(WEATHER)


def climate(position: Position, name: str = WEATHER) -> Climate:
    """The weather by hex of a position's moment, or another condition that a region may have to itself."""
    return _climate(position.network, position.moment.conditions, name)


@remembered(32)
def _climate(network: Network, told: tuple[tuple[str, str], ...], name: str) -> Climate:
    conditions = [pair for pair in told if pair[0].split(":")[0] == name]
    names = ("", *sorted({value for _, value in conditions if value}))
    codes = np.zeros(len(network), dtype=np.int8)
    for key, value in sorted(conditions, key=lambda pair: ":" in pair[0]):
        _, _, tag = key.partition(":")
        which = network.hexes_with([tag]) if tag else np.ones(len(network), dtype=np.bool_)
        codes[which] = names.index(value)
    return Climate(names, codes, bool(codes.all()), _IN_WORDS.get(name, name))


def weather_between(position: Position, i: int, other: int) -> frozenset[str]:
    """The weather that counts on the hexside of two hexes; "" where it is unknown."""
    here, there = climate(position).at(i), climate(position).at(other)
    rule = _between(position.pack)
    if here == there or rule == Between():
        return frozenset((here, there))
    if rule.order:
        if not {here, there} <= set(rule.order):
            return frozenset(("",))
        return frozenset((max(here, there, key=rule.order.index),))
    ranks = [_rank(position.network, at, rule.zones) for at in (i, other)]
    return frozenset((here if ranks[0] < ranks[1] else there,)) if ranks[0] != ranks[1] else frozenset((here, there))


def governing(position: Position, i: int, other: int) -> frozenset[int]:
    """Of two hexes the one whose weather, frozen waters and zone the hexside between them has; both where no rule chooses."""
    rule = _between(position.pack)
    both = frozenset((i, other))
    if rule.order:
        here, there = climate(position).at(i), climate(position).at(other)
        if here == there or not {here, there} <= set(rule.order):
            return both
        return frozenset((i if rule.order.index(here) > rule.order.index(there) else other,))
    ranks = [_rank(position.network, at, rule.zones) for at in (i, other)]
    return both if ranks[0] == ranks[1] else frozenset((i if ranks[0] < ranks[1] else other,))


def governor_known(position: Position, i: int, other: int) -> bool:
    """Whether it chooses without a weather that nobody knows; where it lets the worse one decide, both must be known."""
    return not _between(position.pack).order or "" not in weather_between(position, i, other)


def governed(position: Position, hexes: KnownMask) -> KnownMask:
    """(n, 6): the hexsides whose governing hex is one of these."""
    network, rule = position.network, _between(position.pack)
    here = _precedence(position)[:, None]
    there = here[:, 0][network.neighbours]

    def chosen(fits: Bools) -> Bools:
        own, beyond = fits[:, None], spread(network, fits)
        found: Bools = np.where(here < there, own, np.where(there < here, beyond, own | beyond))
        return found

    unknown = here[:, 0] > 0
    if not unknown.any() or not rule.order:
        sure = chosen(hexes.sure)
        return KnownMask.of(sure) if hexes.certain else KnownMask(sure, chosen(hexes.perhaps), hexes.missing)
    untold = unknown[:, None] | spread(network, unknown)
    both = hexes.sure[:, None] & spread(network, hexes.sure)
    either = hexes.perhaps[:, None] | spread(network, hexes.perhaps)
    sure, perhaps = np.where(untold, both, chosen(hexes.sure)), np.where(untold, either, chosen(hexes.perhaps))
    return KnownMask(sure, perhaps, tuple(dict.fromkeys((*hexes.missing, WEATHER))))


def _precedence(position: Position) -> Ints:
    """(n,): of two neighbours the one with the lower number decides, equal ones both; above 0 where nobody knows."""
    rule, weather = _between(position.pack), climate(position)
    if rule.order:
        severity = np.array([-rule.order.index(name) if name in rule.order else 1 for name in weather.names], np.int32)
        found: Ints = severity[weather.codes]
        return found
    return _ranks(position.network, rule.zones)


def weather_at_hexside(position: Position, wanted: frozenset[str], i: int, other: int) -> Known:
    """Whether the hexside of two hexes has one of these weathers."""
    here = weather_between(position, i, other)
    if here & wanted:
        return YES
    return _UNKNOWN if "" in here else NO


def weather_along(position: Position, wanted: frozenset[str]) -> KnownMask:
    """(n, 6): the hexsides with one of these weathers."""
    return _everywhere_along(climate(position), position.network, _between(position.pack), wanted)


@remembered(64)
def _everywhere_along(weather: Climate, network: Network, rule: Between, wanted: frozenset[str]) -> KnownMask:
    hexes = weather.among(wanted)
    sure, told = _along(weather, network, rule, hexes.sure)
    if weather.known and told.all():
        return KnownMask.of(sure)
    perhaps, _ = _along(weather, network, rule, hexes.perhaps)
    return KnownMask(sure & told, perhaps | ~told, _UNKNOWN.missing)


def _along(weather: Climate, network: Network, rule: Between, fits: Bools) -> tuple[Bools, Bools]:
    """(n, 6) both: the hexsides of these hexes that have their weather, and those of which the rule tells whose they have."""
    found: Bools = fits[:, None] | spread(network, fits)
    told = np.ones_like(found)
    if rule == Between():
        return found, told
    beyond = np.append(weather.codes, np.int8(-1)).take(network.beyond, mode="clip")
    line = np.nonzero((beyond >= 0) & (beyond != weather.codes[:, None]))
    one, other = line[0], network.neighbours[line]
    if rule.order:
        severity = np.array([rule.order.index(name) if name in rule.order else -1 for name in weather.names])
        here, there = severity[weather.codes[one]], severity[weather.codes[other]]
        told[line] = (here >= 0) & (there >= 0)
        found[line] = np.where(here > there, fits[one], fits[other])
    else:
        ranks = _ranks(network, rule.zones)
        here, there = ranks[one], ranks[other]
        found[line] = np.where(here < there, fits[one], np.where(there < here, fits[other], fits[one] | fits[other]))
    return found, told


def zone_ranks(position: Position) -> Ints:
    """(n,): each hex's place among the zones that decide whose weather a hexside has."""
    return _ranks(position.network, _between(position.pack).zones)


def _rank(network: Network, i: int, zones: tuple[str, ...]) -> int:
    tags = network.hexes[i].tags
    return next((rank for rank, tag in enumerate(zones) if tag in tags), len(zones))


@remembered(32)
def _ranks(network: Network, zones: tuple[str, ...]) -> Ints:
    """(n,): each hex's place among the zones."""
    return np.array([_rank(network, i, zones) for i in range(len(network))], dtype=np.int32)


def _between(pack: Pack) -> Between:
    return pack.figures_or_usual(Between)
