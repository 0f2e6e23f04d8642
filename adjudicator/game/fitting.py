"""Which rule pack and which map a game is played by, told from its counters: for a game whose player named none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from adjudicator.errors import AdjudicatorError
from adjudicator.identify import binding_for
from adjudicator.identify.lines import Line, known_by
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.packs.load import PackInfo, list_packs, list_theatres, load_pack, load_theatre_for

Found = TypeVar("Found")
ENOUGH = 0.5
"""The share of the counters that a pack must know."""


@dataclass(frozen=True, slots=True)
class Choice:
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
        """What a save, or the start of a log, tells."""
        return cls(
            state.module or (module.name if module else ""), state.module_version, tuple(state.counters.values())
        )

    @classmethod
    def of_module(cls, module: Module) -> Traits:
        """What a module tells with no game at hand: the counters of its palettes."""
        return cls(module.name, module.version, tuple(slot.counter for slot in module.slots))


def fitting(told: Traits, theatre: str = "") -> list[Choice]:
    """The packs that know most counters of a game, of those that know at least half; several only if nothing tells them apart.

    Where counters alone do not decide, the module's name and version do, if they begin with a pack's title and edition.
    `theatre` is the map if that is known.
    """
    packs = _best(
        (_rank(info, pack, binding, told), (pack, binding))
        for info, pack, binding in _bound(told.module)
        if theatre or list_theatres(pack)
    )
    return _best(
        (on_map, Choice(pack.id, name, pack.header.title))
        for pack, binding in packs
        for name, on_map in _theatres(pack, binding, told.counters, theatre)
    )


def _bound(module: str) -> Iterator[tuple[PackInfo, Pack, Binding]]:
    """The packs that know such a module, each with its binding."""
    for info in list_packs():
        try:
            pack = _pack(info.folder)
            binding = binding_for(pack, module)
        except AdjudicatorError:  # an installed pack with a mistake is no reason not to judge by another
            continue
        if binding is not None:
            yield info, pack, binding


def _rank(info: PackInfo, pack: Pack, binding: Binding, told: Traits) -> tuple[int, bool, bool] | None:
    """How well a pack fits, None if it knows too few counters."""
    known = _known(pack, binding, told.counters)
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
    lines = [Line.of(rule) for rule in binding.counters]
    found = (known_by(lines, pack, counter) for counter in counters)
    return sum(bool(each.unit or each.marker or each.ignored) for each in found)


def _theatres(pack: Pack, binding: Binding, counters: Sequence[Counter], theatre: str) -> Iterator[tuple[str, int]]:
    """The pack's maps, each with how many places of counters are hexes of it."""
    named = HexNumbers(binding)
    numbers = [named.at(each.spot) for each in counters]
    for name in [theatre] if theatre else list_theatres(pack):
        hexes = {each.number for each in load_theatre_for(pack, name).hexes.values()}
        yield name, sum(number in hexes for number in numbers)
