"""Prototypes and their expansion, as the engine does it when a piece leaves the box (`UsePrototype`, `PieceCloner`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from adjudicator.errors import CorruptFile
from adjudicator.importers.vassal.wire import chains, sequences
from adjudicator.lean import dataclass
from adjudicator.notes import Note, NoteKind

USES = "prototype;"
COMMENT = "cmt;"
DEEPEST = 50
MOST_TRAITS = 2_000
MOST_WORK = 200_000

Chain = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece as the box defines it: an AddPiece command without an id."""

    kind: str
    state: str


def definition(text: str) -> Definition:
    """The type and state in `+/null/type/state`; CorruptFile if the text is no such command."""
    tokens = sequences.split_first(text, "/", 4)
    if len(tokens) < 4 or tokens[0] != "+":
        raise CorruptFile("a piece definition begins '+/null/' and holds a type and a state")
    return Definition(tokens[2], tokens[3])


@dataclass(slots=True)
class Prototypes:
    """The module's prototype definitions by name; of two of one name the later counts. Expansions are remembered."""

    texts: Mapping[str, str]
    notes: list[Note] = field(default_factory=list)
    _done: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    _noted: set[str] = field(default_factory=set)
    _cuts: int = 0
    _work: int = 0

    def expanded(self, piece: Definition) -> Chain:
        """A piece's traits, outermost first, every prototype replaced by its own traits and comments gone."""
        return self._expand(chains.split_chain(piece.kind, piece.state), ())

    @staticmethod
    def used(piece: Definition) -> list[str]:
        """The names of the prototypes that a piece itself uses."""
        chain = chains.split_chain(piece.kind, piece.state)
        return [sequences.split(kind[len(USES) :], ";")[0] for kind, _ in chain if kind.startswith(USES)]

    def check(self, chain: Chain) -> None:
        """Note whatever is wrong with the prototypes that a piece uses, so that its later expansion brings no news."""
        for kind, _ in chain:
            if kind.startswith(USES):
                self._replacement(kind, ())

    def _expand(self, chain: Chain, inside: tuple[str, ...]) -> Chain:
        expanded: Chain = []
        for kind, state in chain[:-1]:
            if kind.startswith(USES):
                expanded.extend(self._replacement(kind, inside))
            elif not kind.startswith(COMMENT):
                expanded.append((kind, state))
            if len(expanded) > MOST_TRAITS:
                self._note(
                    inside[0] if inside else "", f"expands to more than {MOST_TRAITS} traits; the rest is left out"
                )
                return [*expanded[:MOST_TRAITS], chain[-1]]
        return [*expanded, *chain[-1:]]

    def _replacement(self, kind: str, inside: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """The traits that stand for one `prototype;` trait: none for an unknown prototype or one inside itself."""
        known = self._done.get(kind)
        if known is not None:
            return known
        tokens = sequences.split(kind[len(USES) :], ";")
        name = tokens[0]
        cuts = self._cuts
        self._work += 1
        if name in inside or len(inside) >= DEEPEST or self._work > MOST_WORK:
            self._cuts += 1
            self._note(name, "uses itself; that use is left out")
            return ()
        text = self.texts.get(name)
        if text is None:
            self._note(name, "is used but not defined; the trait is left out")
            return ()
        try:
            found = definition(text if len(tokens) < 2 else _filled(text, tokens[1]))
            chain = chains.split_chain(found.kind, found.state)
        except CorruptFile as error:
            self._note(name, f"cannot be read: {error.message}")
            return ()
        replacement = tuple(self._expand(chain, (*inside, name))[:-1])
        if not inside or cuts == self._cuts:
            self._done[kind] = replacement
        return replacement

    def _note(self, name: str, what: str) -> None:
        if name not in self._noted:
            self._noted.add(name)
            self.notes.append(Note(NoteKind.MISSING, f"prototype '{name}'", f"prototype '{name}' {what}"))


def _filled(text: str, parameters: str) -> str:
    """The definition with `$key$` replaced by the parameters; a key without a value loses its signs."""
    values: dict[str, str] = {}
    for pair in sequences.split(parameters, ","):
        key, *value = sequences.split(pair, "=")
        if value:
            values[key] = value[0]
    return fill_dollars(text, values)


def fill_dollars(text: str, values: Mapping[str, str]) -> str:
    """Replace each `$key$` by its value, or by the bare word (`FormattedString`)."""
    if "$" not in text:
        return text
    tokens = sequences.split(text, "$")
    last = len(tokens) - 1
    return "".join(
        values.get(token, token) if index % 2 and index < last else token for index, token in enumerate(tokens)
    )
