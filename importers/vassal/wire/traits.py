"""One trait of a counter, decoded by the table of traits and encoded again.

A trait keeps its tokens as written, so that encoding undoes decoding.
"""

from __future__ import annotations

from dataclasses import field

from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.chains import prefix_of
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.importers.vassal.wire.trait_table import TRAITS, Spec
from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class Trait:
    """One decoded trait. `spec` None = not of this engine: `tokens` then holds its whole type, `stored` its state.

    `type_text` and `state_text` are set only where the tokens would be written differently from what was read.
    """

    prefix: str
    spec: Spec | None
    tokens: tuple[str, ...]
    stored: tuple[str, ...] = ()
    type_text: str | None = field(default=None, compare=False)
    state_text: str | None = field(default=None, compare=False)

    def text(self, name: str) -> str:
        """A field's token, or the engine's default where the file stops before it."""
        spec = self.spec
        if spec is None:
            return ""
        at = spec.places.get(name)
        if at is None:
            return spec.value(self.tokens, self.stored, name)
        return self.tokens[at] if at < len(self.tokens) else spec.type[at].default

    def rest(self, name: str) -> tuple[str, ...]:
        """The tokens of a field that takes all that remains."""
        if self.spec is None:
            return ()
        for fields, tokens in ((self.spec.fields(self.tokens), self.tokens), (self.spec.state, self.stored)):
            for index, known in enumerate(fields):
                if known.name == name:
                    return tokens[index:]
        return ()

    def integer(self, name: str) -> int:
        return whole(self.text(name))

    def flag(self, name: str) -> bool:
        return self.text(name) == "true"

    def items(self, name: str, delimiter: str = ",") -> list[str]:
        """A string array; the empty string is the empty array."""
        text = self.text(name)
        return sequences.split(text, delimiter) if text else []


def decode(type_text: str, state_text: str = "") -> Trait:
    """One trait from its type and state; one that the engine does not know keeps both as they are."""
    prefix = prefix_of(type_text)
    spec = TRAITS.get(prefix)
    if spec is None:
        return Trait(prefix, None, (type_text,), (state_text,))
    tokens = _tokens(spec, type_text[len(prefix) :])
    stored = _stored(spec, state_text)
    again = prefix + _joined(spec, tokens)
    kept = _joined_state(spec, stored)
    return Trait(
        prefix,
        spec,
        tokens,
        stored,
        None if again == type_text else type_text,
        None if kept == state_text else state_text,
    )


def parse(type_text: str) -> Trait:
    """The type of one trait, to be looked at and not written back."""
    prefix = prefix_of(type_text)
    spec = TRAITS.get(prefix)
    if spec is None:
        return Trait(prefix, None, (type_text,), ("",))
    return Trait(prefix, spec, _tokens(spec, type_text[len(prefix) :]))


def encode(trait: Trait) -> tuple[str, str]:
    """A trait's type and state as they stand in a file."""
    if trait.spec is None:
        return trait.tokens[0], trait.stored[0]
    kind = trait.prefix + _joined(trait.spec, trait.tokens) if trait.type_text is None else trait.type_text
    state = _joined_state(trait.spec, trait.stored) if trait.state_text is None else trait.state_text
    return kind, state


def describe(trait: Trait) -> str:
    """A trait as a line for people: its word and every field that says something."""
    if trait.spec is None:
        return f"{trait.prefix} (unknown): {trait.tokens[0][len(trait.prefix) :]} / {trait.stored[0]}"
    said = [f"{name}={value}" for name, value in values(trait).items() if value]
    return f"{trait.spec.word}: {', '.join(said)}" if said else trait.spec.word


def values(trait: Trait) -> dict[str, str]:
    """Every field of type and state by name; what remains is kept as one comma sequence."""
    if trait.spec is None:
        return {"type": trait.tokens[0], "state": trait.stored[0]}
    named: dict[str, str] = {}
    for fields, tokens in ((trait.spec.fields(trait.tokens), trait.tokens), (trait.spec.state, trait.stored)):
        for index, known in enumerate(fields):
            if known.name.endswith("*"):
                named[known.name[:-1]] = sequences.join(tokens[index:], ",")
            else:
                named[known.name] = tokens[index] if index < len(tokens) else known.default
    return named


def _tokens(spec: Spec, text: str) -> tuple[str, ...]:
    if spec.raw:
        return (text,)
    if spec.scaled:
        return tuple(text.split(spec.delimiter, 1))
    return tuple(sequences.split(text, spec.delimiter))


def _joined(spec: Spec, tokens: tuple[str, ...]) -> str:
    return spec.delimiter.join(tokens) if spec.raw or spec.scaled else sequences.join(tokens, spec.delimiter)


def _stored(spec: Spec, text: str) -> tuple[str, ...]:
    if not spec.state or spec.raw_state:
        return (text,)
    return tuple(sequences.split(text, spec.state_delimiter))


def _joined_state(spec: Spec, stored: tuple[str, ...]) -> str:
    return stored[0] if not spec.state or spec.raw_state else sequences.join(stored, spec.state_delimiter)
