"""Which rule pack and which map a game is played by, told from its counters: for a game whose player named none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from adjudicator.errors import AdjudicatorError
from adjudicator.game.sight import is_blank
from adjudicator.identify import binding_for, binding_of
from adjudicator.identify.lines import BindingLine, first_of, known_by
from adjudicator.lean import dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.packs.load import PackInfo, PackTraits, list_packs, list_theatres, load_pack, load_theatre_for

Found = TypeVar("Found")
Rank = tuple[int, bool, bool]
"""How many counters a pack knows, and whether the module's name and version begin as the pack's title and edition do."""
ENOUGH = 0.5
"""The share of the counters that a pack must know."""


@dataclass(frozen=True, slots=True)
class FittingPack:
    """A pack and a map that fit a game, and the pack's title."""

    pack: str
    theatre: str
    title: str


@dataclass(frozen=True, slots=True)
class Traits:
    """What tells a game: the module's name and version, and counters, wherever they lie."""

    module: str
    version: str
    counters: Sequence[Counter]

    @classmethod
    def of_game(cls, state: GameState, module: Module | None) -> Traits:
        """What a save, or the start of a log, tells; what nobody can read tells nothing."""
        readable = tuple(counter for counter in state.counters.values() if not is_blank(counter.id))
        return cls(state.module or (module.name if module else ""), state.module_version, readable)

    @classmethod
    def of_module(cls, module: Module) -> Traits:
        """What a module tells with no game at hand: the counters of its palettes."""
        return cls(module.name, module.version, tuple(slot.counter for slot in module.slots))


def fitting(told: Traits, theatre: str = "") -> list[FittingPack]:
    """The packs that know most counters of a game, of those that know at least half; several only if nothing tells them apart.

    Where counters alone do not decide, the module's name and version do, if they begin with a pack's title and edition.
    `theatre` is the map if that is known.
    """
    return _best(
        (on_map, FittingPack(pack.id, name, pack.header.title))
        for pack, binding in _knowing(told, theatre)
        for name, on_map in _theatres(pack, binding, told.counters, theatre)
    )


def _knowing(told: Traits, theatre: str) -> list[tuple[Pack, Binding]]:
    """The packs that rank highest. Those are loaded first that may rank highest, and none that cannot come up to the best."""
    ranked: list[tuple[Rank, tuple[Pack, Binding]]] = []
    for most, info in sorted(_promising(told), key=lambda pair: pair[0], reverse=True):
        if ranked and most < max(rank for rank, _ in ranked):
            break
        try:
            pack = _pack(info.folder)
            binding = binding_for(pack, told.module)
        except AdjudicatorError:  # an installed pack with a mistake is no reason not to judge by another
            continue
        if binding is None or not (theatre or list_theatres(pack)):
            continue
        rank = _rank(info, _known(pack, binding, told.counters), told)
        if rank is not None:
            ranked.append((rank, (pack, binding)))
    return _best(ranked)


def _promising(told: Traits) -> Iterator[tuple[Rank, PackInfo]]:
    """The packs that may know enough of a game, each with the rank that it cannot surpass."""
    for info in list_packs():
        try:
            roster = PackTraits.read(info.folder)
            binding = binding_of(roster.bindings, info.folder, told.module)
        except AdjudicatorError:
            continue
        if binding is None:
            continue
        lines = [BindingLine.of(rule) for rule in binding.counters]
        named = (first_of(lines, counter) for counter in told.counters)
        most = _rank(info, sum(each is not None and roster.may_list(each[1]) for each in named), told)
        if most is not None:
            yield most, info


def _rank(info: PackInfo, known: int, told: Traits) -> Rank | None:
    """How well a pack fits that knows so many counters, None if they are too few."""
    if not known or known < ENOUGH * len(told.counters):
        return None
    return known, told.module.startswith(info.title), told.version.startswith(info.edition)


def _best(ranked: Iterable[tuple[Any, Found]]) -> list[Found]:
    """What ranks highest, all of it if several do; what has no rank is left out."""
    there = [(rank, found) for rank, found in ranked if rank is not None]
    best = max((rank for rank, _ in there), default=None)
    return [found for rank, found in there if rank == best]


@cache
def _pack(folder: Path) -> Pack:
    """A pack as it is: the same for every game of a batch."""
    return load_pack(folder)


def _known(pack: Pack, binding: Binding, counters: Iterable[Counter]) -> int:
    """How many counters the pack knows."""
    lines = [BindingLine.of(rule) for rule in binding.counters]
    found = (known_by(lines, pack, counter) for counter in counters)
    return sum(bool(each.unit or each.marker or each.ignored) for each in found)


def _theatres(pack: Pack, binding: Binding, counters: Sequence[Counter], theatre: str) -> Iterator[tuple[str, int]]:
    """The pack's maps, each with how many places of counters are hexes of it."""
    named = HexNumbers(binding)
    numbers = [named.at(each.spot) for each in counters]
    for name in [theatre] if theatre else list_theatres(pack):
        hexes = {each.number for each in load_theatre_for(pack, name).hexes.values()}
        yield name, sum(number in hexes for number in numbers)
