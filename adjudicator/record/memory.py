"""What a game remembers beyond who holds what now. Written by `play` as acts are read, asked by `analysis.history`.

What is not remembered is unknown, unless the condition `history` is "whole": kept from the start of the game.
As text each fact is a line of a position that begins with "remember":

    remember held 0805 3 axis, 7 soviet       who controlled a hex from which turn on; "?" from a turn that nobody saw
    remember ever axis 0805                   a side has held a hex
    remember taken axis 0805 5                the turn on which a side last took it
    remember lost Riga                        a place's first owner has lost it
    remember driven fr.1inf 0805              the hex into which a unit last retreated
    remember fled fr.1inf 0904 3 fr.combat    the hex that it left, in which turn and phase, in the last battle
    remember fought 0904 3 fr.combat DR       the hex of the last battle, its turn and phase, and its result if it was told
    remember went fr.1inf advance 3 fr.combat   that a unit last retreated, or advanced, in which turn and phase
    remember lifted airdrop.axis 1113 9 soviet.supply   a marker that betters supply and was taken off the map, in which
                                              turn and phase
    remember begun fort 0805 3 fr clear       a marker's kind, its hex, and turn, side and weather when it was laid
    remember counted fr.guard yes             whether what a unit in a box brings once was counted
    remember played card.7 3                  the turn in which a card was played
    remember announced 1817 ax.24pz, ax.14mot   an attack that was announced, without units once it was fought
    remember flown ax.1air cas 1817 ax.1air 2010 -   a unit's mission in this player turn: kind, hex, first unit of the packet,
                                              base and target unit; "night", the box where it lay, if known,
                                              "with:ax.1para" what it carries, and "driven_off" if fire drove it off
    remember settled 6 yes German limit raised   whether an event had come about when a turn began
    remember seen 6                           the last turn that was seen
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import NamedTuple

from adjudicator.errors import NotationError, nearest
from adjudicator.lean import dataclass, replace
from adjudicator.persistent import PersistentMap

NIGHT = "night"
EXTENDED = "extended"
LOADED = "with:"
DRIVEN_OFF, PERHAPS_DRIVEN_OFF = "driven_off", "perhaps_driven_off"
UNREAD = "?"


class Tenure(NamedTuple):
    """Who controlled a hex from a turn on."""

    turn: int
    owner: str


class Settled(NamedTuple):
    """Whether an event had come about when a turn began."""

    turn: int
    happened: bool


class FoughtBattle(NamedTuple):
    """Where and when a battle was fought: a hex, the turn, the id of the phase; and its result, "" if nobody told it."""

    hex: str
    turn: int
    phase: str
    result: str = ""


class Went(NamedTuple):
    """What a unit last did after combat ("retreat", "advance"), or in what mode it moved; that a ship's marker last sailed
    ("shift"); in which turn and phase."""

    deed: str
    turn: int
    phase: str


class Taken(NamedTuple):
    """In which turn and phase a marker was taken off the map."""

    turn: int
    phase: str


class Sortie(NamedTuple):
    """The mission that a unit flies: its kind, the hex, the packet by its first unit; base and target unit, "" if not told;
    "night" if it is flown by night; the box in which the unit lay before, "" if nobody saw it there; "extended" if it is
    flown beyond the usual range; the units that it carries; whether fire drove it off, "" if none did."""

    mission: str
    hex: str
    packet: str
    base: str = ""
    target: str = ""
    time: str = ""
    box: str = ""
    far: str = ""
    cargo: str = ""
    driven: str = ""


class Begun(NamedTuple):
    """When a marker was laid, by whom, in which weather."""

    turn: int
    side: str
    weather: str


@dataclass(frozen=True, slots=True)
class Memory:
    """What a game remembers: hexes by number, units by id, places by name, `taken` by side and hex, `begun` by kind and hex.

    `fled` are the units that retreated since the last battle that was told (`fought`), with the hexes that they left; `went`
    is what units last did after combat, and ships by their type, whenever that was; `played` are cards with the turns in
    which they were played.
    `lifted` are markers that better supply and were taken off the map, by their type and hex. UNREAD is one that
    nobody read, in the hex "" one of which there is no record.
    `announced` are the units of the attacks announced against a hex, () once they were fought; `flown` are the missions of
    the player turn under way, by unit; `settled` are events as a turn began, by name; `seen` is the last turn that was seen, 0 if
    none was.
    """

    held: PersistentMap[str, tuple[Tenure, ...]] = field(default_factory=PersistentMap)
    ever: frozenset[tuple[str, str]] = frozenset()
    taken: PersistentMap[tuple[str, str], int] = field(default_factory=PersistentMap)
    lost: frozenset[str] = frozenset()
    driven: PersistentMap[str, str] = field(default_factory=PersistentMap)
    fled: PersistentMap[str, FoughtBattle] = field(default_factory=PersistentMap)
    fought: FoughtBattle | None = None
    went: PersistentMap[str, Went] = field(default_factory=PersistentMap)
    lifted: PersistentMap[tuple[str, str], Taken] = field(default_factory=PersistentMap)
    begun: PersistentMap[tuple[str, str], Begun] = field(default_factory=PersistentMap)
    counted: PersistentMap[str, bool] = field(default_factory=PersistentMap)
    played: PersistentMap[str, int] = field(default_factory=PersistentMap)
    announced: PersistentMap[str, tuple[str, ...]] = field(default_factory=PersistentMap)
    flown: PersistentMap[str, Sortie] = field(default_factory=PersistentMap)
    settled: PersistentMap[str, Settled] = field(default_factory=PersistentMap)
    seen: int = 0


NOTHING = Memory()


def read_memory(lines: Iterable[str]) -> Memory:
    """The memory that lines, without their first word "remember", tell; NotationError for what is none."""
    memory = NOTHING
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        form = _FORMS.get(word)
        if form is None:
            raise NotationError(f"'remember {line}': nothing is remembered as '{word}'{nearest(word, _FORMS)}")
        try:
            memory = form.read(memory, rest.strip())
        except (ValueError, KeyError) as error:
            raise NotationError(f"'remember {line}': wants remember {word} {form.wants}") from error
    return memory


def write_memory(memory: Memory) -> Iterator[str]:
    """The lines of a memory, without their first word; `read_memory` makes the same of them."""
    for word, form in _FORMS.items():
        yield from (f"{word} {rest}" for rest in form.write(memory))


@dataclass(frozen=True, slots=True)
class _FactForm:
    """How one kind of fact is read and written; `wants` is what its line looks like."""

    wants: str
    read: Callable[[Memory, str], Memory]
    write: Callable[[Memory], Iterable[str]]


def _read_held(memory: Memory, text: str) -> Memory:
    number, spells = text.split(" ", 1)
    tenures = (spell.split() for spell in spells.split(","))
    return replace(memory, held=memory.held.set(number, tuple(Tenure(int(turn), owner) for turn, owner in tenures)))


def _write_held(memory: Memory) -> Iterator[str]:
    for number, tenures in sorted(memory.held.items()):
        yield f"{number} {', '.join(f'{turn} {owner}' for turn, owner in tenures)}"


def _read_ever(memory: Memory, text: str) -> Memory:
    side, number = text.split()
    return replace(memory, ever=memory.ever | {(side, number)})


def _read_taken(memory: Memory, text: str) -> Memory:
    side, number, turn = text.split()
    return replace(memory, taken=memory.taken.set((side, number), int(turn)))


def _read_settled(memory: Memory, text: str) -> Memory:
    turn, told, name = text.split(" ", 2)
    return replace(memory, settled=memory.settled.set(name, Settled(int(turn), {"yes": True, "no": False}[told])))


def _read_lost(memory: Memory, text: str) -> Memory:
    if not text:
        raise ValueError(text)
    return replace(memory, lost=memory.lost | {text})


def _read_driven(memory: Memory, text: str) -> Memory:
    unit, number = text.split()
    return replace(memory, driven=memory.driven.set(unit, number))


def _read_fled(memory: Memory, text: str) -> Memory:
    unit, number, turn, phase = text.split()
    return replace(memory, fled=memory.fled.set(unit, FoughtBattle(number, int(turn), phase.strip("-"))))


def _read_fought(memory: Memory, text: str) -> Memory:
    number, turn, phase, *result = text.split(" ", 3)
    return replace(memory, fought=FoughtBattle(number, int(turn), phase.strip("-"), "".join(result)))


def _write_battle(battle: FoughtBattle) -> str:
    return f"{battle.hex} {battle.turn} {battle.phase or '-'} {battle.result}".rstrip()


def _read_went(memory: Memory, text: str) -> Memory:
    unit, deed, turn, phase = text.split()
    return replace(memory, went=memory.went.set(unit, Went(deed, int(turn), phase.strip("-"))))


def _write_went(memory: Memory) -> Iterator[str]:
    for unit, (deed, turn, phase) in sorted(memory.went.items()):
        yield f"{unit} {deed} {turn} {phase or '-'}"


def _read_lifted(memory: Memory, text: str) -> Memory:
    marker, number, turn, phase = text.split()
    return replace(memory, lifted=memory.lifted.set((marker, number), Taken(int(turn), phase.strip("-"))))


def _write_lifted(memory: Memory) -> Iterator[str]:
    for (marker, number), (turn, phase) in sorted(memory.lifted.items()):
        yield f"{marker} {number} {turn} {phase or '-'}"


def _read_begun(memory: Memory, text: str) -> Memory:
    kind, number, turn, side, *weather = text.split(" ", 4)
    begun = Begun(int(turn), side.strip("-"), weather[0] if weather else "")
    return replace(memory, begun=memory.begun.set((kind, number), begun))


def _write_begun(memory: Memory) -> Iterator[str]:
    for (kind, number), (turn, side, weather) in sorted(memory.begun.items()):
        yield f"{kind} {number} {turn} {side or '-'} {weather}".rstrip()


def _read_counted(memory: Memory, text: str) -> Memory:
    unit, answer = text.split()
    return replace(memory, counted=memory.counted.set(unit, {"yes": True, "no": False}[answer]))


def _read_played(memory: Memory, text: str) -> Memory:
    card, turn = text.split()
    return replace(memory, played=memory.played.set(card, int(turn)))


def _read_announced(memory: Memory, text: str) -> Memory:
    target, _, units = text.partition(" ")
    names = tuple(sorted(name.strip() for name in units.split(",") if name.strip()))
    return replace(memory, announced=memory.announced.set(target, names))


def _write_announced(memory: Memory) -> Iterator[str]:
    return (f"{target} {', '.join(units)}".rstrip() for target, units in sorted(memory.announced.items()))


def _read_flown(memory: Memory, text: str) -> Memory:
    unit, mission, number, packet, base, target, *more = text.split()
    time = NIGHT if NIGHT in more else ""
    far = EXTENDED if EXTENDED in more else ""
    load = next((word for word in more if word.startswith(LOADED)), "")
    driven = next((word for word in more if word in (DRIVEN_OFF, PERHAPS_DRIVEN_OFF)), "")
    box = next((word for word in more if word not in {NIGHT, EXTENDED, load, driven}), "")
    cargo = load.removeprefix(LOADED)
    sortie = Sortie(mission, number, packet, base.strip("-"), target.strip("-"), time, box, far, cargo, driven)
    return replace(memory, flown=memory.flown.set(unit, sortie))


def _write_flown(memory: Memory) -> Iterator[str]:
    for unit, (mission, number, packet, base, target, *more, cargo, driven) in sorted(memory.flown.items()):
        load = LOADED + cargo if cargo else ""
        yield " ".join(
            (unit, mission, number, packet, base or "-", target or "-", *filter(None, (*more, load, driven)))
        )


_FORMS: Mapping[str, _FactForm] = {
    "held": _FactForm("HEX TURN SIDE, TURN SIDE ...", _read_held, _write_held),
    "ever": _FactForm("SIDE HEX", _read_ever, lambda memory: (" ".join(pair) for pair in sorted(memory.ever))),
    "taken": _FactForm(
        "SIDE HEX TURN",
        _read_taken,
        lambda memory: (f"{side} {number} {turn}" for (side, number), turn in sorted(memory.taken.items())),
    ),
    "lost": _FactForm("PLACE", _read_lost, lambda memory: sorted(memory.lost)),
    "driven": _FactForm(
        "UNIT HEX", _read_driven, lambda memory: (f"{unit} {number}" for unit, number in sorted(memory.driven.items()))
    ),
    "fled": _FactForm(
        "UNIT HEX TURN PHASE",
        _read_fled,
        lambda memory: (f"{unit} {_write_battle(left)}" for unit, left in sorted(memory.fled.items())),
    ),
    "fought": _FactForm(
        "HEX TURN PHASE RESULT", _read_fought, lambda memory: [_write_battle(memory.fought)] if memory.fought else []
    ),
    "went": _FactForm("UNIT DEED TURN PHASE", _read_went, _write_went),
    "lifted": _FactForm("MARKER HEX TURN PHASE", _read_lifted, _write_lifted),
    "begun": _FactForm("KIND HEX TURN SIDE WEATHER", _read_begun, _write_begun),
    "counted": _FactForm(
        "UNIT yes or no",
        _read_counted,
        lambda memory: (f"{unit} {'yes' if told else 'no'}" for unit, told in sorted(memory.counted.items())),
    ),
    "played": _FactForm(
        "CARD TURN", _read_played, lambda memory: (f"{card} {turn}" for card, turn in sorted(memory.played.items()))
    ),
    "announced": _FactForm("HEX UNIT, UNIT ...", _read_announced, _write_announced),
    "flown": _FactForm(
        "UNIT MISSION HEX PACKET BASE TARGET [night] [BOX] [extended] [with:UNIT,UNIT] [driven_off]",
        _read_flown,
        _write_flown,
    ),
    "settled": _FactForm(
        "TURN yes or no EVENT",
        _read_settled,
        lambda memory: (
            f"{each.turn} {'yes' if each.happened else 'no'} {name}" for name, each in sorted(memory.settled.items())
        ),
    ),
    "seen": _FactForm(
        "TURN",
        lambda memory, text: replace(memory, seen=int(text)),
        lambda memory: [str(memory.seen)] if memory.seen else [],
    ),
}
