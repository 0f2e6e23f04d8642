"""What the files of one game share: its players' pseudonyms, and the pieces, most of which every file repeats."""

from __future__ import annotations

from dataclasses import field

from adjudicator.importers.vassal.kinds import PieceType
from adjudicator.importers.vassal.people import People
from adjudicator.importers.vassal.table.items import SplitState
from adjudicator.importers.vassal.wire import commands, sequences
from adjudicator.importers.vassal.wire.additions import Additions
from adjudicator.importers.vassal.wire.commands import AddPiece, Command
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.module import GameMap

Spots = dict[tuple[int, int], Spot]
"""The named points of a map."""


@dataclass
class KnownPieces:
    """`kinds` by type text, by a piece's id as its last file had it: the command that `added` it with its text and whether
    it would be written so again, its state as `split`, its `counters` with the kind and states that they were read from;
    `spots` by map and boards laid on it. One of a `lone` file keeps neither commands nor counters.
    """

    lone: bool = False
    people: People = field(default_factory=People)
    additions: Additions = field(default_factory=Additions)
    kinds: dict[str, PieceType] = field(default_factory=dict)
    undrawable: dict[PieceType, str] = field(default_factory=dict)
    added: dict[str, tuple[str, AddPiece, bool]] = field(default_factory=dict)
    splits: dict[str, SplitState] = field(default_factory=dict)
    counters: dict[str, tuple[PieceType, list[str], int, Counter]] = field(default_factory=dict)
    spots: dict[tuple[str, tuple[str, ...] | None], tuple[GameMap | None, Spots]] = field(default_factory=dict)

    def decode(self, text: str) -> tuple[Command, bool]:
        """The command of a text, and whether it is one that adds a piece and would be written with this very text.

        One that adds a piece is taken apart once for all files that repeat it.
        """
        if not text.startswith("+/"):
            return commands.decode(text), False
        name = text[2 : text.find("/", 2)]
        known = self.added.get(name)
        if known is not None and known[0] == text:
            return known[1], known[2]
        command, faithful = (known and _restated(text, *known)) or self.additions.read(text)
        if isinstance(command, AddPiece) and not self.lone:
            self.added[name] = text, command, faithful
        return command, faithful

    def recall(self, identity: str, kind: PieceType, states: list[str], text: str) -> Counter | None:
        """The counter, if the last file had the very same piece, wherever it lay, and nobody became known since.

        `states` are the piece's, and `text` what they stand in.
        """
        found = self.counters.get(identity)
        if found is None or found[0] is not kind or found[2] != self.people.version:
            return None
        _, former, _, counter = found
        if counter.carried["state"] == text:
            return counter
        alike = former[:-1] == states[:-1] and _unplaced(former[-1]) == _unplaced(states[-1])
        return counter if alike else None

    def keep(self, identity: str, kind: PieceType, states: list[str], counter: Counter) -> None:
        """Remember a counter as its file begins."""
        if self.lone:
            return
        known = self.counters.get(identity)
        if known is None or known[3] is not counter or known[2] != self.people.version:
            self.counters[identity] = kind, list(states), self.people.version, counter

    def spots_of(self, name: str, found: GameMap | None, boards: tuple[str, ...] | None) -> Spots:
        """The named points of a map under these boards, as far as some file asked for them."""
        known = self.spots.get((name, boards))
        if known is None or known[0] is not found:
            known = self.spots[name, boards] = found, {}
        return known[1]


def _restated(text: str, former: str, command: AddPiece, faithful: bool) -> tuple[AddPiece, bool] | None:
    """A piece of which a file says the same but for its state, which is its end; None where the whole text must be read."""
    start = len(former) - len(command.state)
    if not faithful or "/" in command.state or not text.startswith(former[:start]) or text.find("/", start) >= 0:
        return None
    return None if text[start : start + 1] in ("\\", "'") else (AddPiece(command.id, command.type, text[start:]), True)


def _unplaced(state: str) -> list[str]:
    """The innermost state without the map and the point where the piece lies."""
    return sequences.split(state, ";")[3:]
