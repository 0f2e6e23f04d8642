"""The command stream: commands nested by escaped ESC, read in one pass, and what each command's text says.

Facts: `GameModule.decode` and `encode`, `BasicCommandEncoder`, `BasicLogger` and the components' own encoders.
"""

from __future__ import annotations

from adjudicator.errors import CorruptFile, Source, UnsafeFile
from adjudicator.importers.vassal.wire import sequences
from adjudicator.lean import dataclass

ESC = "\x1b"
TAB = "\t"
DEEPEST = 250
Tree = str | list["Tree"]
"""A command's text, or a command with its sub-commands: the first item is its own text (or, rarely, a tree again)."""


def split_stream(text: str) -> Tree:
    """The tree of commands in a text, in one pass: an ESC behind n backslashes separates commands n levels down."""
    tree = _split_shallow(text)
    if tree is not None:
        return tree
    if text.startswith("'") or f"{ESC}'" in text:
        return _split_quoted(text, 0)
    parts = text.split(ESC)
    depths = [0 if part[-1:] != "\\" else 1 if part[-2:-1] != "\\" else _depth(part) for part in parts]
    depths[-1] = 0
    deepest = max(depths)
    if deepest > DEEPEST:
        raise UnsafeFile(_too_deep(deepest), Source(offset=sum(map(len, parts[: depths.index(deepest)]))))
    return _build(parts, depths, 0, len(parts), 0)


def join_stream(tree: Tree) -> str:
    """The text of a tree of commands; undoes `split_stream`."""
    if isinstance(tree, str):
        return tree
    return sequences.join([child if isinstance(child, str) else join_stream(child) for child in tree], ESC)


def leaves(tree: Tree) -> list[str]:
    """The command texts of a tree in the order in which they are executed."""
    if isinstance(tree, str):
        return [tree]
    found: list[str] = []
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            found.append(node)
        else:
            stack.extend(reversed(node))
    return found


def _too_deep(depth: int) -> str:
    return f"commands nested {depth} deep, more than {DEEPEST}"


def _split_shallow(text: str) -> Tree | None:
    """The tree of a text in which nothing nests twice and nothing is quoted, as in nearly every save; else None.

    To find each ESC and cut there takes a third of the time of `split`, which looks at every letter.
    """
    quotes = "'" in text
    top: list[Tree] = []
    nested: list[Tree] = []
    find = text.find
    start, at = 0, find(ESC)
    while at >= 0:
        if quotes and text[start] == "'":
            return None
        if at == start or text[at - 1] != "\\":
            top.append([*nested, text[start:at]] if nested else text[start:at])
            nested = []
        elif at - 1 > start and text[at - 2] == "\\":
            return None
        else:
            nested.append(text[start : at - 1])
        start = at + 1
        at = find(ESC, start)
    if quotes and text.startswith("'", start):
        return None
    top.append([*nested, text[start:]] if nested else text[start:])
    return top if len(top) > 1 or nested else text


def _depth(part: str) -> int:
    return len(part) - len(part.rstrip("\\"))


def _build(parts: list[str], depths: list[int], start: int, end: int, level: int) -> Tree:
    """The tree of parts[start:end], whose separators all lie at `level` or deeper."""
    if end - start == 1:
        return _bare(parts, depths, start)
    cuts = [index for index in range(start, end - 1) if depths[index] == level]
    if len(cuts) == end - start - 1:
        last = _bare(parts, depths, end - 1)
        return [*([part[:-level] for part in parts[start : end - 1]] if level else parts[start : end - 1]), last]
    children: list[Tree] = []
    for cut in [*cuts, end - 1]:
        children.append(_build(parts, depths, start, cut + 1, level + 1))
        start = cut + 1
    return children


def _bare(parts: list[str], depths: list[int], index: int) -> str:
    depth = depths[index]
    return parts[index][:-depth] if depth else parts[index]


def _split_quoted(text: str, depth: int) -> Tree:
    """The same level by level, for texts with quoted commands."""
    tokens = sequences.split(text, ESC)
    if len(tokens) == 1 and tokens[0] == text:
        return text
    if depth > DEEPEST:
        raise UnsafeFile(_too_deep(depth))
    return [_split_quoted(token, depth + 1) for token in tokens]


@dataclass(frozen=True, slots=True)
class AddPiece:
    """`+/id/type/state`: a piece is registered, then its state puts it on its map. `id` "null" = assigned on arrival."""

    id: str
    type: str
    state: str


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """`-/id`"""

    id: str


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """`D/id/new[/old]`: with the old state only what differs between the two is applied."""

    id: str
    new: str
    old: str | None = None


@dataclass(frozen=True, slots=True)
class MovePiece:
    """`M/…`: "" for no map, nobody underneath, or a player not named (old files)."""

    id: str
    map: str
    x: int
    y: int
    under: str
    old_map: str
    old_x: int
    old_y: int
    old_under: str
    player: str


@dataclass(frozen=True, slots=True)
class NamedCommand:
    """A command of another component: its word (a key of `NAMED`) and its fields as written."""

    word: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A command nobody taught us, or none at all ("")."""

    text: str


Command = AddPiece | RemovePiece | ChangePiece | MovePiece | NamedCommand | Verbatim


@dataclass(frozen=True, slots=True)
class CommandLayout:
    """How a named command is written: its prefix, its delimiter ("" = the rest is one field), and its fields' names.

    Field names "player" and "players*" hold players' ids; a name ending in `*` takes all that remains. "free seat" is ours, for
    who sat where in a file without players' ids; the engine passes it over.
    """

    prefix: str
    delimiter: str
    fields: tuple[str, ...]


def _layout(prefix: str, delimiter: str, fields: str) -> CommandLayout:
    return CommandLayout(prefix, delimiter, tuple(fields.split()))


NAMED: dict[str, CommandLayout] = {
    "begin": _layout("begin_save", "", ""),
    "end": _layout("end_save", "", ""),
    "say": _layout("CHAT", "", "text"),
    "player": _layout("PLAYER\t", TAB, "player name side"),
    "free seat": _layout("SEAT\t", TAB, "player name side"),
    "leave": _layout("PYREMOVE\t", TAB, "player"),
    "property": _layout("GlobalProperty\t;", ";", "name value container"),
    "change": _layout("MutableProperty\t", TAB, "name old value container"),
    "scenario notes": _layout("NOTES\t", "", "text"),
    "public notes": _layout("PNOTES\t", "", "text"),
    "private note": _layout("PNOTE\t", TAB, "player text"),
    "secret note": _layout("SNOTE\t", TAB, "name player hidden text date handle"),
    "undo": _layout("UNDO\t", "", "begins"),
    "unmask": _layout("UNMASK\t", TAB, "players*"),
    "no new game": _layout("SETUP_STACK\t", "", ""),
    "startup": _layout("SGKC\t", TAB, "id applied"),
    "extension": _layout("EXT\t", TAB, "name version"),
    "plugin": _layout("PLUGIN\t", TAB, "name version"),
    "sound": _layout("AUDIO\t", "", "clip"),
    "flare": _layout("FLARE\t", "", "text"),
    "line of sight": _layout("LOS\t", "", "text"),
    "symbol dice": _layout("SHOW_RESULTS\t", TAB, "button results*"),
    "load deck": _layout("DECK\t", "", "text"),
    "clock": _layout("CLOCK\t", "", "text"),
    "clock control": _layout("CLOCKCONTROL\t", "", "text"),
    "lock options": _layout("LOCKSPOTAB\t", TAB, "tab by password date"),
    "boards": _layout("BoardPicker\t", TAB, "map boards*"),
    "turn": _layout("TURN", TAB, "tracker state"),
}
_BY_START = {layout.prefix: word for word, layout in NAMED.items() if word not in ("boards", "turn")}
_SLASHED = "+-DM"


def decode(text: str, start: int | None = None) -> Command:
    """What one command's text says. A piece command that lacks fields is an error; anything unknown is kept verbatim."""
    if text[1:2] == "/" and text[0] in _SLASHED:
        return _decode_piece(text, start)
    head, tab, _ = text.partition(TAB)
    word = _BY_START.get(head + tab) or _BY_START.get(text)
    if word is None and text.startswith("CHAT"):
        word = "say"
    if word is not None:
        return _decode_named(word, text)
    if text.startswith("GlobalProperty\t;"):
        return _decode_named("property", text)
    if head.endswith("BoardPicker"):
        return NamedCommand("boards", (head[: -len("BoardPicker")], *sequences.split(text, TAB)[1:]))
    if head.startswith("TURN") and tab:
        return NamedCommand("turn", (head[4:], *sequences.split(text, TAB)[1:]))
    return Verbatim(text)


def encode(command: Command) -> str:
    """A command as it stands in a file."""
    if isinstance(command, AddPiece):
        return "+/" + sequences.join((command.id, command.type, command.state), "/")
    if isinstance(command, RemovePiece):
        return f"-/{command.id}"
    if isinstance(command, ChangePiece):
        states = (command.new,) if command.old is None else (command.new, command.old)
        return "D/" + sequences.join((command.id, *states), "/")
    if isinstance(command, MovePiece):
        return _encode_move(command)
    if isinstance(command, NamedCommand):
        return _encode_named(command)
    return command.text


def _decode_piece(text: str, start: int | None) -> Command:
    if text[0] == "-":
        return RemovePiece(text[2:])
    fields = sequences.split(text[2:], "/")
    wanted = {"+": 3, "D": 2, "M": 9}[text[0]]
    if len(fields) < wanted:
        message = f"command '{text[:2]}' wants {wanted} fields, found {len(fields)}"
        raise CorruptFile(message, Source(offset=start))
    if text[0] == "+":
        return AddPiece(*fields[:3])
    if text[0] == "D":
        return ChangePiece(fields[0], fields[1], fields[2] if len(fields) > 2 else None)
    try:
        x, y, old_x, old_y = (_java_int(fields[index]) for index in (2, 3, 6, 7))
    except ValueError as error:
        # its text names the counter and holds the player's id
        raise CorruptFile(
            "a move wants numbers for its points, and one of them is none", Source(offset=start)
        ) from error
    names = ["" if field == "null" else field for field in fields]
    player = fields[9] if len(fields) > 9 else ""
    return MovePiece(names[0], names[1], x, y, names[4], names[5], old_x, old_y, names[8], player)


def _java_int(text: str) -> int:
    if len(text) > 11:
        raise ValueError(text)
    value = int(text)
    if not -(2**31) <= value < 2**31:
        raise ValueError(text)
    return value


def _encode_move(move: MovePiece) -> str:
    named = [
        move.id,
        move.map or "null",
        str(move.x),
        str(move.y),
        move.under or "null",
        move.old_map or "null",
        str(move.old_x),
        str(move.old_y),
        move.old_under or "null",
    ]
    return "M/" + sequences.join([*named, move.player] if move.player else named, "/")


def _decode_named(word: str, text: str) -> NamedCommand:
    layout = NAMED[word]
    rest = text[len(layout.prefix) :]
    if not layout.delimiter:
        return NamedCommand(word, (rest,) if layout.fields or rest else ())
    return NamedCommand(word, tuple(sequences.split(rest, layout.delimiter)))


def _encode_named(command: NamedCommand) -> str:
    layout = NAMED[command.word]
    if command.word == "boards":
        return sequences.join((f"{command.fields[0]}BoardPicker", *command.fields[1:]), TAB)
    if command.word == "turn":
        return sequences.join((f"TURN{command.fields[0]}", *command.fields[1:]), TAB)
    rest = sequences.join(command.fields, layout.delimiter) if layout.delimiter else "".join(command.fields)
    return layout.prefix + rest
