"""Pieces and saves at another size: the fields of types and states that count pixels (the editors of `counters.*`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from adjudicator.exporters.vassal.scaled_places import ScaledPlaces
from adjudicator.exporters.vassal.table_pictures import decoded
from adjudicator.importers.vassal.wire import chains, commands, sequences, traits
from adjudicator.importers.vassal.wire.commands import AddPiece, ChangePiece, Command, MovePiece, NamedCommand, Tree
from adjudicator.importers.vassal.wire.numbers import decimal, whole
from adjudicator.importers.vassal.wire.trait_table import Spec
from adjudicator.importers.vassal.wire.traits import Trait
from adjudicator.lean import dataclass, replace

PIXELS: Mapping[str, tuple[str, ...]] = {
    "emb2;": ("xOff", "yOff"),
    "emb;": ("xOff", "yOff"),
    "label;": ("verticalOffset", "horizontalOffset", "size"),
    "markmoved;": ("x", "y"),
    "pivot;": ("x", "y"),
    "placemark;": ("xOff", "yOff"),
    "replace;": ("xOff", "yOff"),
    "sendto;": ("x", "y", "xOff", "yOff"),
    "translate;": ("dx", "dy", "xOff", "yOff"),
    "button;": ("x", "y", "w", "h"),
    "footprint;": ("radius", "pointBuffer", "displayBuffer"),
    "matPiece;": ("dx", "dy"),
    "border;": ("thickness",),
    "deck;": ("width", "height"),
}
"""The fields of traits' types that count pixels; expressions in them are left alone."""
AT_LEAST_ONE = frozenset(("size", "radius", "thickness"))
RANGES = frozenset(("globalkey;", "setpieceprop;", "attach;", "AreaOfEffect;"))
UNSCALED = "unscaled range"
"""Traits with a range: in hexes on a numbered grid, in pixels elsewhere; it is left alone."""


@dataclass
class ScaledPieces(ScaledPlaces):
    """Definitions of pieces, and the commands of saves and logs."""

    def tree(self, tree: Tree, types: dict[str, str] | None = None) -> Tree:
        """The commands of a save or log."""
        known: dict[str, str] = {} if types is None else types
        if isinstance(tree, str):
            logged = tree.startswith("LOG\t")
            return ("LOG\t" if logged else "") + self._text(tree.removeprefix("LOG\t"), known)
        return [self.tree(each, known) for each in tree]

    def save(self, text: str) -> str:
        """The text of a save or log."""
        self.begin()
        tree = commands.split_stream(text)
        for node in commands.leaves(tree):
            command = commands.decode(node) if "BoardPicker\t" in node else None
            if isinstance(command, NamedCommand) and command.word == "boards":
                self._lay(command.fields)
        return commands.join_stream(self.tree(tree))

    def definition(self, text: str) -> str:
        """A piece's definition: an AddPiece command; what cannot be read stays as it is."""
        command = decoded(text)
        return text if not isinstance(command, AddPiece) else commands.encode(self._piece(command))

    def _text(self, text: str, types: dict[str, str]) -> str:
        if text[1:2] != "/" or text[0] not in "+DM":
            return self._line(text)
        command = commands.decode(text)
        made: Command = command
        if isinstance(command, AddPiece):
            made = self._piece(command)
            types[command.id] = command.type
            self._count("saved piece")
        elif isinstance(command, ChangePiece):
            kind = types.get(command.id, "stack")
            old = None if command.old is None else self._state(kind, command.old)
            made = ChangePiece(command.id, self._state(kind, command.new), old)
        elif isinstance(command, MovePiece):
            x, y = self.point(command.map, command.x, command.y)
            old_x, old_y = self.point(command.old_map, command.old_x, command.old_y)
            made = replace(command, x=x, y=y, old_x=old_x, old_y=old_y)
        return text if made == command else commands.encode(made)

    def _line(self, text: str) -> str:
        """A line of sight's two ends."""
        if not text.startswith("LOS\t"):
            return text
        fields = sequences.split(text, "\t")
        fields[2:6] = [str(self.coordinate(whole(each))) for each in fields[2:6]]
        return sequences.join(fields, "\t")

    def _piece(self, command: AddPiece) -> AddPiece:
        kind = command.type
        types = [kind] if kind == "stack" else chains.split_levels(kind)
        made = kind if kind == "stack" else chains.join_levels([self._trait(each) for each in types])
        return AddPiece(command.id, made, self._state(kind, command.state))

    def _trait(self, text: str) -> str:
        trait = traits.parse(text)
        spec = trait.spec
        if spec is None:
            return text
        if trait.prefix == "nonRect2;":
            scale = decimal(trait.tokens[0], 1.0) * self.factor
            return trait.prefix + spec.delimiter.join((repr(scale), *trait.tokens[1:]))
        if trait.prefix == "nonRect;":
            return trait.prefix + re.sub(r"-?\d+", lambda found: str(self.coordinate(int(found[0]))), trait.tokens[0])
        tokens = list(trait.tokens)
        for index, name in self._places(spec, trait):
            tokens[index] = self._number(name, tokens[index])
        if trait.prefix in RANGES:
            self._count(UNSCALED)
        return text if tokens == list(trait.tokens) else trait.prefix + sequences.join(tokens, spec.delimiter)

    def _places(self, spec: Spec, trait: Trait) -> Iterator[tuple[int, str]]:
        wanted = PIXELS.get(trait.prefix, ())
        for index, known in enumerate(spec.fields(trait.tokens)[: len(trait.tokens)]):
            if known.name in wanted or (known.name == "marker" and trait.tokens[index].startswith("+/")):
                yield index, known.name
            elif known.name == "points*" and trait.prefix == "button;":
                yield from ((at, known.name) for at in range(index, len(trait.tokens)))
            elif known.name == "lineWidth":
                yield index, known.name

    def _number(self, name: str, text: str) -> str:
        if name == "marker":
            return self.definition(text)
        if name == "lineWidth":
            return repr(decimal(text, 1.0) * self.factor)
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            return text
        return str(max(1, self.pixels(int(text))) if name in AT_LEAST_ONE else self.pixels(int(text)))

    def _state(self, kind: str, state: str) -> str:
        if kind == "stack" or kind.startswith("deck;"):
            return self._placed(state)
        types = chains.split_levels(kind)
        levels = chains.split_levels(state, len(types)) if len(types) > 1 else [state]
        made = [self._own(each, own) for each, own in zip(types, levels, strict=False)]
        return state if made == levels else chains.join_levels(made)

    def _own(self, kind: str, own: str) -> str:
        if kind.startswith("piece;"):
            return self._remembered(self._placed(own))
        if kind.startswith("footprint;"):
            tokens = sequences.split(own, ";")
            for at in range(3, min(len(tokens), 3 + whole(tokens[2]) if len(tokens) > 2 else 0)):
                x, _, y = tokens[at].partition(",")
                tokens[at] = ",".join(map(str, self.point(tokens[1], whole(x), whole(y))))
            return sequences.join(tokens, ";")
        if kind.startswith("sendto;"):
            tokens = sequences.split(own, ";")
            if len(tokens) > 2 and tokens[1] and tokens[2]:
                tokens[1:3] = map(str, self.point(tokens[0], whole(tokens[1]), whole(tokens[2])))
                return sequences.join(tokens, ";")
        return own

    def _placed(self, state: str) -> str:
        tokens = sequences.split(state, ";")
        if len(tokens) < 3:
            return state
        tokens[1:3] = map(str, self.point(tokens[0], whole(tokens[1]), whole(tokens[2])))
        return sequences.join(tokens, ";")

    def _remembered(self, state: str) -> str:
        """The persistent properties that say where the piece was."""
        tokens = sequences.split(state, ";")
        for at in range(5, len(tokens) - 1, 2):
            if tokens[at] in ("OldX", "OldY") and re.fullmatch(r"-?[0-9]{1,9}", tokens[at + 1]):
                tokens[at + 1] = str(self.coordinate(int(tokens[at + 1])))
        return sequences.join(tokens, ";")
