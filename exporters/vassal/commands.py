"""The stream of commands that makes a state: the record's, with what the state says now in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.errors import Source
from adjudicator.exporters.vassal.pieces import add_counter, add_stack
from adjudicator.exporters.vassal.turns import trackers_in, turn_state
from adjudicator.importers.vassal.wire import commands, sequences
from adjudicator.importers.vassal.wire.commands import NamedCommand, Tree
from adjudicator.importers.vassal.wire.seats import PSEUDONYM, SEATED, SEATS, seat
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind

Node = str | dict[str, str | int] | list["Node"]
NO_NEW_GAME = "SETUP_STACK\t"
_SPOKEN = ("GlobalProperty", *SEATED, "TURN")
ORDERS = 1 << 32
"""Drawing orders of one layer span this much."""


@dataclass
class Stream:
    """One state on its way into commands; `module` knows the turn trackers' lists."""

    state: GameState
    record: Mapping[str, object]
    module: Module | None = None
    notes: list[Note] = field(default_factory=list)

    def __post_init__(self) -> None:
        people = self.record.get("people")
        known = people if isinstance(people, Mapping) else {}
        self._owners = {str(name): str(player) for player, name in known.items()}
        self._steps: list[Tree] = []
        self._filled: set[str] = set()
        self._parts = trackers_in(self.module)
        self._unbegun = self._left_to_engine()

    def tree(self, steps: list[Tree] | None = None) -> Tree:
        """The whole tree of commands, logged steps included."""
        self._steps = list(steps or [])
        top = self.record.get("commands")
        nodes: list[Node] = list(top) if isinstance(top, list) else ["begin_save", "", "end_save"]
        nodes = _with_steps(nodes, len(self._steps))
        said = [text for text in _texts(nodes) if text.startswith(_SPOKEN)]
        added = self._added(nodes)
        self._filled = {str(node["add"]) for node in added if isinstance(node, dict)}
        nodes = self._with(nodes, added)
        made = [each for node in nodes for each in self._told(node)]
        new = (*self._new_properties(said), *self._new_seats(said), *self._new_turns(said))
        for text in (*new, *self._begun(made)):
            made.insert(made.index("end_save") if "end_save" in made else len(made), text)
        return made[0] if len(made) == 1 and isinstance(made[0], str) else made

    def _begun(self, made: list[Tree]) -> list[str]:
        """A save that holds the pieces which the engine adds to a game not begun must say that it has begun."""
        return [NO_NEW_GAME] if self.record.get("at_start") and not self._unbegun and NO_NEW_GAME not in made else []

    def _left_to_engine(self) -> frozenset[str]:
        """The pieces that the engine added on loading, if all lie as it put them: it will add them again."""
        added = self.record.get("at_start")
        if not isinstance(added, Mapping) or any(self._command(name) != text for name, text in added.items()):
            return frozenset()
        return frozenset(added)

    def _new_properties(self, texts: list[str]) -> list[str]:
        """Global properties of which the record has no command and that are no longer as the module made them."""
        said = {_property_of(text) for text in texts if text.startswith("GlobalProperty")}
        unsaid = self.record.get("defaults")
        made = {(each[0], each[1]): each[2] for each in unsaid} if isinstance(unsaid, list) else {}
        return [
            commands.encode(NamedCommand("property", (name, made_value, container)))
            for (container, name), made_value in sorted(self.state.properties.items())
            if (container, name) in made and (container, name) not in said and made[container, name] != made_value
        ]

    def _new_seats(self, texts: list[str]) -> list[str]:
        """Players of whom the record has no command; nobody knows their ids, so their pseudonyms stand for them."""
        if not self.state.seats:
            return []
        said = {text.split("\t", 2)[1] for text in texts if text.startswith(SEATED)}
        seats = [(self._owners.get(each.player, each.player), each) for each in self.state.seats]
        return [commands.encode(seat(player, found.name, found.side)) for player, found in seats if player not in said]

    def _new_turns(self, texts: list[str]) -> list[str]:
        """Turn trackers that the record does not speak of and that no longer show what the module made them show."""
        first = {each.carried.get("id", ""): each.values for each in self.module.trackers} if self.module else {}
        said = {text.partition("\t")[0] for text in texts if text.startswith("TURN")}
        made = []
        for tracker in self.state.trackers:
            identity = tracker.carried.get("id", "")
            if f"TURN{identity}" in said or tracker.values == first.get(identity, tracker.values):
                continue
            text = turn_state(tracker, self._parts.get(identity))
            if text is not None:
                made.append(commands.encode(NamedCommand("turn", (identity, text))))
        return made

    def _with(self, nodes: list[Node], added: list[Node]) -> list[Node]:
        """The record's nodes with new pieces behind its own, or where pieces stand if it has none."""
        if not added:
            return nodes
        at = next((index for index, node in enumerate(nodes) if _adds(node)), None)
        if at is None:
            return [*nodes[:2], ["", *added], *nodes[2:]]
        block = nodes[at]
        return [*nodes[:at], [*block, *added] if isinstance(block, list) else block, *nodes[at + 1 :]]

    def _added(self, nodes: list[Node]) -> list[Node]:
        """What the state holds and the record does not: counters, then the stacks that pick them up."""
        known = set(_references(nodes)) | self._unbegun
        counters = sorted((name for name in self.state.counters if name not in known), key=self._place)
        stacks = sorted((name for name in self.state.stacks if name not in known), key=self._place)
        return [{"add": name} for name in (*counters, *stacks)]

    def _told(self, node: Node) -> list[Tree]:
        """A node of the record as commands; a run of steps gives several, a piece that is gone none."""
        if isinstance(node, dict):
            if "steps" in node:
                count = int(node["steps"])
                taken, self._steps = self._steps[:count], self._steps[count:]
                return [*taken]
            if "keep" in node:
                return [] if node.get("stack") in self.state.stacks else [str(node["keep"])]
            text = self._piece(node)
            return [] if text is None else [text]
        if isinstance(node, list):
            return [self._block(node)]
        return self._text(node)

    def _block(self, nodes: list[Node]) -> Tree:
        """A list of commands; a stack that was empty and is not any more comes where new pieces come."""
        told: list[Tree] = []
        filled = self._filled
        for node in self._in_order(nodes):
            if not isinstance(node, str):
                told.extend(self._told(node))
            elif node[:2] != "+/":
                told.extend(self._text(node) if node else [node])
            elif not filled or node.split("/", 2)[1] not in filled:
                told.append(node)
        return told

    def _in_order(self, nodes: list[Node]) -> list[Node]:
        """The nodes as they stand, unless the state draws its pieces in another order or stacks come before their members.

        Then stacked pieces come first and all else as it is drawn, layer by layer: the order of arrival is what counts.
        """
        refs = [str(node["add"]) for node in nodes if isinstance(node, dict) and "add" in node]
        if self._ordered(refs):
            return nodes
        kept = [node for node in nodes if not (isinstance(node, dict) and "add" in node)]
        by_name = {str(node["add"]): node for node in nodes if isinstance(node, dict) and "add" in node}
        here = [name for name in refs if name in self.state.counters or name in self.state.stacks]
        return [*kept, *(by_name[name] for name in sorted(here, key=self._place))]

    def _ordered(self, refs: list[str]) -> bool:
        last: dict[tuple[str, int], int] = {}
        seen: set[str] = set()
        for name in refs:
            seen.add(name)
            item = self._item(name)
            if item is None:
                continue
            if isinstance(item, Stack) and any(member not in seen for member in item.members if member in refs):
                return False
            if isinstance(item, Counter) and item.stack:
                continue
            layer = (item.spot.map, item.order // ORDERS)
            if last.get(layer, -1) > item.order:
                return False
            last[layer] = item.order
        return True

    def _place(self, name: str) -> tuple[int, str, int]:
        """Where a piece comes in a save: maps go by their ids as texts, as in the engine, or else by their names."""
        item = self._item(name)
        if item is None or (isinstance(item, Counter) and (item.stack or not item.spot.map)):
            return 0, "", 0
        found = self.module.map(item.spot.map) if self.module else None
        return 1, found.id if found else item.spot.map, item.order

    def _item(self, name: str) -> Counter | Stack | None:
        return self.state.counters.get(name) or self.state.stacks.get(name)

    def _piece(self, node: dict[str, str | int]) -> str | None:
        """The command of a counter or stack that the record refers to; as it was read, if nothing changed."""
        name = str(node["add"])
        made = self._command(name)
        if made is None or "text" not in node:
            return made
        read = commands.decode(str(node["text"]))
        return str(node["text"]) if commands.encode(read) == made else made

    def _command(self, name: str) -> str | None:
        counter = self.state.counters.get(name)
        if counter is not None:
            added = add_counter(counter, self._owners)
            if added is None:
                text = f"counter '{counter.name}' ({name}) has no VASSAL definition; it is left out"
                self.notes.append(Note(NoteKind.LOST, name, text, Source()))
                return None
            return commands.encode(added)
        stack = self.state.stacks.get(name)
        return None if stack is None else commands.encode(add_stack(stack))

    def _text(self, text: str) -> list[Tree]:
        """A command with what the state says now; a player who left is left out, and so is an empty stack now filled."""
        if text.startswith("+/"):
            return [] if text.split("/", 2)[1] in self._filled else [text]
        if (
            not text.startswith(("GlobalProperty", *SEATED, "TURN", "NOTES\t", "PNOTES\t"))
            and "BoardPicker" not in text
        ):
            return [text]
        command = commands.decode(text)
        if not isinstance(command, NamedCommand):
            return [text]
        fields = self._fields(command)
        if fields is None:
            return []
        made = seat(*fields) if command.word in SEATS and len(fields) > 2 else NamedCommand(command.word, fields)
        return [text if made == command else commands.encode(made)]

    def _fields(self, command: NamedCommand) -> tuple[str, ...] | None:
        fields = command.fields
        match command.word:
            case "property" if len(fields) > 1:
                return self._property(fields)
            case "player" | "free seat" if len(fields) > 2:
                return self._seat(fields)
            case "turn" if len(fields) > 1:
                return self._turn(fields)
            case "scenario notes":
                return _noted(fields, self.state.scenario_notes)
            case "public notes":
                return _noted(fields, self.state.public_notes)
            case "boards":
                return self._boards(fields)
        return fields

    def _property(self, fields: tuple[str, ...]) -> tuple[str, ...]:
        name, value, *rest = fields
        container = rest[0] if rest and rest[0] else "Module"
        given = self.state.properties.get((container, name), value)
        return fields if given == value or PSEUDONYM.fullmatch(given) else (name, given, *rest)

    def _seat(self, fields: tuple[str, ...]) -> tuple[str, ...] | None:
        names = {player: name for name, player in self._owners.items()}
        his = [each for each in self.state.seats if each.player == names.get(fields[0], fields[0])]
        found = next((each for each in his if (each.name, each.side) == fields[1:3]), his[0] if his else None)
        return None if found is None else (fields[0], found.name, found.side, *fields[3:])

    def _turn(self, fields: tuple[str, ...]) -> tuple[str, ...]:
        tracker = next((each for each in self.state.trackers if each.carried.get("id") == fields[0]), None)
        state = turn_state(tracker, self._parts.get(fields[0])) if tracker else None
        return fields if state is None else (fields[0], state, *fields[2:])

    def _boards(self, fields: tuple[str, ...]) -> tuple[str, ...]:
        """The boards as the state lays them, if it names others than the command does."""
        placed = self.state.boards.get(fields[0])
        if placed is None or not fields[1:]:
            return fields
        misnamed = self.record.get("boards")
        if isinstance(misnamed, Mapping) and misnamed.get(fields[0]) == [
            [each.board.name, each.column, each.row, each.reversed] for each in placed
        ]:
            return fields
        stands = [tuple(fields[at : at + 3]) for at in range(1, len(fields) - 2, 3)]
        turned = {name for name, *_ in stands if "/" in name}
        laid = []
        for each in placed:
            name = sequences.join([each.board.name], "/")
            back = sequences.join([each.board.name, "rev"], "/")
            laid.append((back if each.reversed or back in turned else name, str(each.column), str(each.row)))
        known = {name for name, *_ in laid}
        if laid == [each for each in stands if each[0] in known]:
            return fields
        return (fields[0], *(part for each in laid for part in each))


def _with_steps(nodes: list[Node], count: int) -> list[Node]:
    """The nodes with places for so many logged steps: the record's own, or all where its first stand if it has others."""
    runs = [int(node["steps"]) for node in nodes if isinstance(node, dict) and "steps" in node]
    if sum(runs) == count:
        return nodes
    others: list[Node] = [node for node in nodes if not (isinstance(node, dict) and "steps" in node)]
    first = next((at for at, node in enumerate(nodes) if isinstance(node, dict) and "steps" in node), len(nodes))
    return [*others[:first], {"steps": count}, *others[first:]] if count else others


def _noted(fields: tuple[str, ...], text: str) -> tuple[str, ...]:
    return fields if fields[0].replace("|", "\n") == text else (text.replace("\n", "|"),)


def _texts(nodes: list[Node]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if isinstance(node, str):
            found.append(node)
        elif isinstance(node, list):
            found.extend(_texts(node))
    return found


def _references(nodes: list[Node]) -> Iterator[str]:
    """The counters and stacks that the record speaks of."""
    for node in nodes:
        if isinstance(node, list):
            yield from _references(node)
        elif isinstance(node, dict) and "add" in node:
            yield str(node["add"])


def _property_of(text: str) -> tuple[str, str]:
    command = commands.decode(text)
    fields = command.fields if isinstance(command, NamedCommand) else ()
    return (fields[2] if len(fields) > 2 and fields[2] else "Module"), fields[0] if fields else ""


def _adds(node: Node) -> bool:
    return isinstance(node, list) and any(isinstance(each, dict) and "add" in each for each in node)
