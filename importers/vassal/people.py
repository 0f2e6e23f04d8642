"""Player ids are the players' passwords: what stands for them outside the file, and where in its texts they stand.

Facts: `GameModule.getUserId`, `PlayerRoster`, `Obscurable`, `Hideable`, `Restricted`, `MovePiece`, the notes' controllers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from html import escape

from adjudicator.importers.vassal.wire import chains, commands, sequences, traits
from adjudicator.importers.vassal.wire.commands import AddPiece, ChangePiece, MovePiece, NamedCommand
from adjudicator.importers.vassal.wire.seats import PSEUDONYM
from adjudicator.lean import dataclass
from adjudicator.model.counters import NOBODY

_WRITTEN = tuple(
    commands.NAMED[word].prefix for word in ("say", "scenario notes", "public notes", "private note", "secret note")
)
_SHORTEST_SWEPT = 5
_SHORTEST_SPOKEN = 2
_UNSEATED = 101
_NO_USER = "nobody"
"""The id under which the engine masks cards that lie face down (`Obscurable.NO_USER`)."""
_DELIMITERS = "/;,|:~\t\x1b"

Swap = Callable[[str], str]
"""What to write in an id's place."""


@dataclass
class People:
    """The pseudonyms of a game's players; `names` are those of the file that is being read and of those before, by id.

    Who takes a seat is numbered in the order of the rosters, which all may read. Who only owns or did something has a number
    beyond `_UNSEATED`, so that it counts for nobody else. No pseudonym is one of the `sides`, nor what another player is
    `called`. `late` says that somebody had to be renamed who was known by another name before.
    """

    names: dict[str, str] = field(default_factory=dict)
    sides: set[str] = field(default_factory=set)
    called: dict[str, set[str]] = field(default_factory=dict)
    seated: dict[str, None] = field(default_factory=dict)
    late: bool = False
    version: int = 0
    _known: dict[str, str] = field(default_factory=dict)

    def begin(self, roster: Iterable[tuple[str, str, str]], sides: Iterable[str]) -> None:
        """Begin a file in which these players sit down, each as id, name and side; `sides` are those of the box."""
        sitting = list(roster)
        self.sides.update(sides, (side for _, _, side in sitting))
        for player, name, _ in sitting:
            self.called.setdefault(name, set()).add(player)
        for player in [each for each, name in self._known.items() if not self._may_be(each, name)]:
            self._forget(player)
        for player, _, _ in sitting:
            if player and player not in self.seated:
                self.seated[player] = None
                self._forget(player)
        # what an earlier file has as well is not read again, and its ids may stand in any text
        self.names = dict(self._known)
        for player, _, _ in sitting:
            self.seat(player)

    def anew(self) -> People:
        """The same players with no pseudonyms yet, who sit down in the same order."""
        return People(sides=self.sides, called=self.called, seated=dict(self.seated))

    def seat(self, player: str) -> str:
        """The pseudonym of a player's id; "" stays "". What nobody in particular conceals is `NOBODY`'s."""
        if not player:
            return ""
        if player == _NO_USER and player not in self.seated:
            return NOBODY
        known = self.names.get(player)
        if known is None:
            known = self.names[player] = self._known.get(player) or self._named(player)
        return known

    def side(self, owner: str) -> str:
        """A side that owns something; what is no side of the box, nor anybody's in the files so far, may be a player's id."""
        return owner if owner in self.sides else NOBODY

    def shown(self, text: str) -> str:
        """A value as it may be shown: an id that stands alone in it gives way to its pseudonym."""
        return self.names.get(text, text) if self.names else text

    def _forget(self, player: str) -> None:
        if self._known.pop(player, None) is not None:
            self.late = True
            self.version += 1

    def _named(self, player: str) -> str:
        name = player if self._may_be(player, player) else self._free(player, self._first(player))
        self._known[player] = name
        self.version += 1
        return name

    def _may_be(self, player: str, name: str) -> bool:
        """Whether a player may go by a pseudonym; whose id is one keeps it if it is no side's name."""
        if name in self.sides or PSEUDONYM.fullmatch(name) is None:
            return False
        return name == player or self.called.get(name, {player}) == {player}

    def _free(self, player: str, number: int) -> str:
        """The first pseudonym from a number on that nobody has."""
        taken = {*self._known.values(), *self.seated}
        while f"Player {number}" in taken or not self._may_be(player, f"Player {number}"):
            number += 1
        return f"Player {number}"

    def _first(self, player: str) -> int:
        return list(self.seated).index(player) + 1 if player in self.seated else _UNSEATED


class Types:
    """Remembers each piece's type, since a change names only states: where in them ids stand depends on the traits."""

    def __init__(self) -> None:
        self._types: dict[str, str] = {}
        self._places: dict[str, dict[int, str]] = {}

    def learn(self, identity: str, kind: str) -> None:
        if "obs;" in kind or "hide;" in kind or "restrict;" in kind:
            self._types[identity] = kind
        else:
            self._types.pop(identity, None)

    def places(self, identity: str) -> dict[int, str]:
        """Where in the piece's chain a trait's state holds players' ids, and which trait it is."""
        kind = self._types.get(identity)
        if kind is None:
            return {}
        if kind not in self._places:
            self._places[kind] = dict(_places(kind))
        return self._places[kind]


def swap_ids(texts: Iterable[str], swap: Swap, types: Types | None = None) -> list[str]:
    """Command texts in their order of execution with every player's id swapped."""
    known = Types() if types is None else types
    return [_swap_command(text, swap, known) for text in texts]


def ids_in(texts: Iterable[str]) -> dict[str, None]:
    """Every player's id in command texts in their order of execution, in order of appearance."""
    found: dict[str, None] = {}

    def keep(player: str) -> str:
        found[player] = None
        return player

    swap_ids(texts, keep)
    found.pop("", None)
    return found


def swapper(names: dict[str, str]) -> Swap:
    return lambda player: names.get(player, player)


def sweep(text: str, names: Mapping[str, str], *, spoken: bool = False) -> str:
    """A text whose layout we do not know, with every longer id that stands in it as a word of its own swapped.

    In what people wrote shorter ids go as well, though one may be a common word; elsewhere it may be a word of the format. An
    id is found as it is, escaped by backslashes for sequences, or escaped for HTML.
    """
    for player, name in names.items():
        if len(player) < (_SHORTEST_SPOKEN if spoken else _SHORTEST_SWEPT):
            continue
        plain = player.isalnum() or player.replace("-", "").isalnum()
        if player in text if plain else _holds(player, text):
            text = name.join(_pattern(player).split(text))
    return text


def holds_words(text: str) -> bool:
    """Whether a command's text holds what somebody wrote for people to read: chat and notes of all kinds."""
    return text.removeprefix("LOG\t").startswith(_WRITTEN)


def _holds(player: str, text: str) -> bool:
    return player in text or _pattern(player).search(text) is not None


@lru_cache(maxsize=1_000)
def _pattern(player: str) -> re.Pattern[str]:
    """An id as a word of its own, in any of its forms. Words are parted by `_` as well, and a sign at an end parts by itself."""
    forms = {player, escape(player), escape(player, quote=False)}
    told = (
        "".join(rf"\\*{re.escape(char)}" if char in _DELIMITERS else re.escape(char) for char in form) for form in forms
    )
    before = r"(?<![^\W_])" if player[:1].isalnum() else ""
    after = r"(?![^\W_])" if player[-1:].isalnum() else ""
    return re.compile(rf"{before}(?:{'|'.join(sorted(told, key=len, reverse=True))}){after}")


def swap_state(kind: str, state: str, swap: Swap) -> str:
    """A piece's state with every player's id swapped."""
    places = dict(_places(kind)) if "obs;" in kind or "hide;" in kind or "restrict;" in kind else {}
    return _swap_state(places, state, swap)


def _places(kind: str) -> Iterable[tuple[int, str]]:
    for index, text in enumerate(chains.split_levels(kind)):
        prefix = chains.prefix_of(text)
        if prefix in ("obs;", "hide;"):
            by_side = traits.decode(text).text("access").startswith("side")
            yield index, "options" if by_side and prefix == "obs;" else "" if by_side else prefix
        elif prefix == "restrict;":
            yield index, prefix


def _swap_command(text: str, swap: Swap, types: Types) -> str:
    logged = text.startswith("LOG\t")
    inner = text[4:] if logged else text
    swapped = _swap_plain(inner, swap, types)
    return text if swapped == inner else f"LOG\t{swapped}" if logged else swapped


def _swap_plain(text: str, swap: Swap, types: Types) -> str:
    start = text[:2]
    if start == "-/" or text.startswith(("CHAT", "GlobalProperty", "MutableProperty", "AUDIO")):
        return text
    if start == "+/" and "/stack/" in text[:60]:
        return text
    command = commands.decode(text)
    if isinstance(command, AddPiece):
        types.learn(command.id, command.type)
        state = _swap_state(types.places(command.id), command.state, swap)
        return text if state == command.state else commands.encode(AddPiece(command.id, command.type, state))
    if isinstance(command, ChangePiece):
        places = types.places(command.id)
        new = _swap_state(places, command.new, swap)
        old = None if command.old is None else _swap_state(places, command.old, swap)
        same = new == command.new and old == command.old
        return text if same else commands.encode(ChangePiece(command.id, new, old))
    if isinstance(command, MovePiece):
        return _swap_last(text, command.player, swap)
    if isinstance(command, NamedCommand):
        return _swap_named(text, command, swap)
    return text


def _swap_last(text: str, player: str, swap: Swap) -> str:
    """A move with its player swapped, the rest as written."""
    if not player:
        return text
    fields = sequences.split(text[2:], "/")
    fields[9] = swap(player)
    return text if fields[9] == player else "M/" + sequences.join(fields, "/")


def _swap_named(text: str, command: NamedCommand, swap: Swap) -> str:
    layout = commands.NAMED[command.word]
    fields = list(command.fields)
    for index, name in enumerate(layout.fields[: len(fields)]):
        # scenario options are locked with the id of the player who locked them
        if name in ("player", "password") and fields[index]:
            fields[index] = swap(fields[index])
        elif name == "players*":
            fields[index:] = [swap(player) if player else player for player in fields[index:]]
    return text if tuple(fields) == command.fields else commands.encode(NamedCommand(command.word, tuple(fields)))


def _swap_state(places: dict[int, str], state: str, swap: Swap) -> str:
    if not places:
        return state
    levels = chains.split_levels(state, max(places) + 2)
    changed = False
    for index, prefix in places.items():
        if index < len(levels):
            swapped = _swap_trait(prefix, levels[index], swap)
            changed = changed or swapped != levels[index]
            levels[index] = swapped
    return chains.join_levels(levels) if changed else state


def _swap_trait(prefix: str, state: str, swap: Swap) -> str:
    if prefix in ("hide;", "restrict;"):
        return state if state in ("null", "") else swap(state)
    if prefix not in ("obs;", "options"):
        return state
    fields = sequences.split(state, ";")
    if prefix == "obs;" and fields[0] not in ("null", ""):
        fields[0] = swap(fields[0])
    if len(fields) > 1 and fields[1]:
        options = sequences.split(fields[1], "|")
        options[2:] = [swap(player) if player else player for player in options[2:]]
        fields[1] = sequences.join(options, "|")
    swapped = sequences.join(fields, ";")
    return swapped if swapped != sequences.join(sequences.split(state, ";"), ";") else state
