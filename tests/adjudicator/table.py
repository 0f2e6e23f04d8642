"""A table to put counters on, and a log of what happens on it, made without any file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.errors import Source
from adjudicator.model.counters import Counter, Design, Layer, Spot, Stack
from adjudicator.model.events import GameLog, Move, SetTurn, Step
from adjudicator.model.state import Event, GameState, TurnTracker
from adjudicator.persistent import PersistentMap

FLIP = Layer("Step", ("", "reduced.png"))


def spot(number: str) -> Spot:
    return Spot("Main", 0, 0, "Board", "", number)


def unit(name: str, number: str, stack: str = "", face: int = 1, **more: str) -> Counter:
    """A counter that carries its own type, as in the modules we build."""
    properties = {"PackUnit": name, "Face": str(face), **more}
    return Counter(f"c.{name}", name, spot(number), Design(name), properties=properties, stack=stack)


def marker(name: str, number: str, stack: str = "", ident: str = "") -> Counter:
    return Counter(ident or f"m.{name}", name, spot(number), Design(name), properties={"PackMarker": name}, stack=stack)


def state(*counters: Counter, phase: str = "French movement", turn: int = 2, weather: str = "clear") -> GameState:
    """A state with these counters, stacked in the order given, lowest first."""
    piles: dict[str, list[Counter]] = {}
    for counter in counters:
        if counter.stack:
            piles.setdefault(counter.stack, []).append(counter)
    stacks = {
        name: Stack(name, pile[0].spot, tuple(c.id for c in pile), order)
        for order, (name, pile) in enumerate(piles.items())
    }
    return GameState(
        "Two Rivers",
        counters=PersistentMap({counter.id: counter for counter in counters}),
        stacks=PersistentMap(stacks),
        trackers=(tracker(phase, turn),),
        properties=PersistentMap({("module", "Weather"): weather}),
        next_order=100,
    )


def tracker(phase: str, turn: int = 2) -> TurnTracker:
    return TurnTracker("Turn", (("Turn", str(turn)), ("Phase", phase)))


def log(start: GameState, *events: Event | Iterable[Event]) -> GameLog:
    """A log with a step for each event, or group of events."""
    groups = [tuple(each) if isinstance(each, list | tuple) else (each,) for each in events]
    steps = [Step(i, group, Source("game.vlog", "savedGame", 10 * i)) for i, group in enumerate(groups, 1)]
    return GameLog(start, tuple(steps))


def move(name: str, origin: str, to: str, stack: str = "") -> Move:
    return Move(f"c.{name}", spot(origin), spot(to), stack)


def next_phase(phase: str, turn: int = 2) -> SetTurn:
    return SetTurn(tracker(phase, turn))


def masked(counter: Counter) -> Counter:
    return replace(counter, masked_by="Player 1")
