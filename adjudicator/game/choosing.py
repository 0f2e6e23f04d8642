"""Which rule pack and which map a game is played by, told from its counters: for a game whose player named none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adjudicator.errors import AdjudicatorError
from adjudicator.identify import binding_for
from adjudicator.identify.lines import Line, known_by
from adjudicator.model.counters import Counter
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Binding, Pack
from adjudicator.model.state import GameState
from adjudicator.packs.load import list_packs, list_theatres, load_pack, load_theatre_for

ENOUGH = 0.5
"""The share of the counters that a pack must know."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A pack and a map that fit a game, and how many of its counters they know."""

    pack: str
    theatre: str
    title: str
    known: int
    counters: int
    rank: tuple[int, bool, bool, int]


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
    choices = [choice for choice in _choices(told, theatre) if choice.known >= ENOUGH * choice.counters]
    best = max((choice.rank for choice in choices), default=None)
    return [choice for choice in choices if choice.rank == best]


def _choices(told: Traits, theatre: str) -> Iterator[Choice]:
    for info in list_packs():
        try:
            pack = _pack(info.id, info.folder)
            binding = binding_for(pack, told.module)
        except AdjudicatorError:  # an installed pack with a mistake is no reason not to judge by another
            continue
        if binding is None:
            continue
        known = _known(pack, binding, told.counters)
        if not known:
            continue
        named, printed = told.module.startswith(info.title), told.version.startswith(info.edition)
        for title, on_map in _theatres(pack, binding, told.counters, theatre):
            rank = (known, named, printed, on_map)
            yield Choice(info.id, title, info.title, known, len(told.counters), rank)


@cache
def _pack(name: str, folder: Path) -> Pack:
    """A pack as it is: the same for every game of a batch."""
    del folder  # so that an installed pack of the same name elsewhere is another
    return load_pack(name)


def _known(pack: Pack, binding: Binding, counters: Iterable[Counter]) -> int:
    """How many counters the pack knows."""
    lines = [Line.of(rule) for rule in binding.counters]
    found = (known_by(lines, pack, counter) for counter in counters)
    return sum(bool(each.unit or each.marker or each.ignored) for each in found)


def _theatres(pack: Pack, binding: Binding, counters: Sequence[Counter], theatre: str) -> Iterator[tuple[str, int]]:
    """The pack's maps, each with how many places of counters are hexes of it."""
    for title in [theatre] if theatre else list_theatres(pack):
        index = Network.of(load_theatre_for(pack, title)).index
        places = (re.fullmatch(binding.location, each.spot.place) for each in counters)
        numbers = [found.groupdict().get("hex") or "" for found in places if found]
        yield title, sum(number in index for number in numbers)
