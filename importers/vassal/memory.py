"""What the files of one game share: its players' pseudonyms, and the pieces, most of which every file repeats."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.model.counters import Counter
from importers.vassal.counters import Kind
from importers.vassal.people import People
from importers.vassal.wire import commands
from importers.vassal.wire.commands import AddPiece, Command


@dataclass
class Memory:
    """`kinds` by type text, the rest by a piece's id as its last file had it: the command that `added` it with its text and
    whether it would be written so again, its `states` taken apart, its `counters` with the kind and state they are read from.
    """

    people: People = field(default_factory=People)
    kinds: dict[str, Kind] = field(default_factory=dict)
    added: dict[str, tuple[str, AddPiece, bool]] = field(default_factory=dict)
    states: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    counters: dict[str, tuple[Kind, str, int, Counter]] = field(default_factory=dict)

    def decode(self, text: str) -> Command:
        """The command of a text; one that adds a piece is taken apart once for all files that repeat it."""
        if not text.startswith("+/"):
            return commands.decode(text)
        name = text[2 : text.find("/", 2)]
        known = self.added.get(name)
        if known is not None and known[0] == text:
            return known[1]
        command = commands.decode(text)
        if isinstance(command, AddPiece):
            self.added[name] = text, command, commands.encode(command) == text
        return command

    def faithful(self, command: AddPiece, text: str) -> bool:
        """Whether the command would be written with this very text."""
        known = self.added.get(command.id)
        return known[2] if known is not None and known[1] is command else commands.encode(command) == text

    def recall(self, identity: str, kind: Kind, state: str) -> Counter | None:
        """The counter, if the last file had the very same piece and nobody became known since."""
        found = self.counters.get(identity)
        if found is None or found[0] is not kind or found[2] != len(self.people.names) or found[1] != state:
            return None
        return found[3]

    def keep(self, identity: str, kind: Kind, state: str, counter: Counter) -> None:
        """Remember a counter as its file begins."""
        self.counters[identity] = kind, state, len(self.people.names), counter
