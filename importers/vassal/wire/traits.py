"""The 47 traits and the three innermost pieces of VASSAL 3.7, as one table that decoding, encoding and printing read.

Facts: `counters.*` of the engine (each class's `mySetType`, `myGetType`, `mySetState`, `myGetState`), `BasicPiece`,
`Stack`, `Deck`, and `Decorator` for how they nest. A trait keeps its tokens as written, so that encoding undoes decoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.errors import CorruptFile, Source, UnsafeFile
from importers.vassal.wire import sequences

TAB = "\t"
DEEPEST = 2_000

_KINDS = {
    "t": "text",
    "i": "int",
    "b": "bool",
    "d": "double",
    "k": "key",
    "c": "colour",
    "x": "expression",
    "l": "list",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, kind (a value of `_KINDS`), and what the engine assumes when a file stops before it."""

    name: str
    kind: str = "text"
    default: str = ""


@dataclass(frozen=True, slots=True)
class Spec:
    """A trait's layout: `type` and `state` fields in order; a name ending in `*` takes all that remains.

    `first` gives another layout of the type where its first token has that value. A `raw` text is one field, never split;
    `scaled` is a type of one field and then raw text. `state` empty = the trait stores nothing.
    """

    prefix: str
    word: str
    type: tuple[Field, ...]
    state: tuple[Field, ...] = ()
    delimiter: str = ";"
    state_delimiter: str = ";"
    raw: bool = False
    scaled: bool = False
    raw_state: bool = False
    first: tuple[str, tuple[Field, ...]] | None = None
    innermost: bool = False
    _places: tuple[dict[str, int], dict[str, int], dict[str, int]] = field(default=({}, {}, {}), compare=False)

    def fields(self, tokens: tuple[str, ...]) -> tuple[Field, ...]:
        """The layout that applies to these type tokens."""
        if self.first and tokens and tokens[0] == self.first[0]:
            return self.first[1]
        return self.type

    def value(self, tokens: tuple[str, ...], stored: tuple[str, ...], name: str) -> str:
        """The token of a field of the type or, failing that, the state; its default where the tokens end before it."""
        other = self.first is not None and bool(tokens) and tokens[0] == self.first[0]
        for known, fields, given in (
            (self._places[1 if other else 0], self.fields(tokens), tokens),
            (self._places[2], self.state, stored),
        ):
            at = known.get(name)
            if at is not None:
                return given[at] if at < len(given) else fields[at].default
        return ""


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
        return "" if self.spec is None else self.spec.value(self.tokens, self.stored, name)

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

    def number(self, name: str) -> float:
        return decimal(self.text(name))

    def items(self, name: str, delimiter: str = ",") -> list[str]:
        """A string array; the empty string is the empty array."""
        text = self.text(name)
        return sequences.split(text, delimiter) if text else []


def whole(text: str, default: int = 0) -> int:
    """A Java int, or the default where the text is none (`SequenceEncoder.Decoder.nextInt`)."""
    if len(text) > 11:
        return default
    try:
        value = int(text)
    except ValueError:
        return default
    return value if -(2**31) <= value < 2**31 else default


def decimal(text: str, default: float = 0.0) -> float:
    """A Java double, or the default."""
    if len(text) > 40:
        return default
    try:
        return float(text)
    except ValueError:
        return default


def split_chain(type_text: str, state_text: str, start: int | None = None) -> list[tuple[str, str]]:
    """The (type, state) of each trait, outermost first, the innermost piece last; `start` says where in the file."""
    types = split_levels(type_text)
    return list(zip(types, split_states(types, state_text, start), strict=True))


def split_states(types: Sequence[str], state_text: str, start: int | None = None) -> list[str]:
    """The state of each of these traits; the innermost piece's is not unpacked further."""
    if len(types) == 1:
        return [state_text]
    states = split_levels(state_text, len(types))
    if len(states) < len(types):
        prefix = prefix_of(types[len(states)])
        message = f"{len(types)} traits but {len(states)} states: no state for trait '{prefix}'"
        raise CorruptFile(message, Source(offset=start))
    return states


def join_chain(chain: list[tuple[str, str]]) -> tuple[str, str]:
    """The nested type and state texts of a trait chain, outermost first."""
    return join_levels([kind for kind, _ in chain]), join_levels([state for _, state in chain])


def split_levels(text: str, most: int | None = None) -> list[str]:
    """Unpack seq(TAB)(own, inner) all the way down, in one pass; `most` levels if given, the last taken whole.

    A TAB behind exactly as many backslashes as there are levels outside it separates; behind more it is text.
    """
    parts = text.split(TAB)
    if len(parts) == most or most is None:
        straight = _straight(parts)
        if straight is not None:
            return straight
    final = parts.pop()
    levels: list[str] = []
    own = ""
    for part in parts:
        depth = len(levels)
        kept = part.rstrip("\\")
        behind = len(part) - len(kept)
        if behind < depth or part.startswith("'"):
            return _peel(text, most)
        if most is not None and depth + 1 >= most:
            own += part[: len(part) - depth] + TAB
        elif behind > depth:
            own += part[: len(part) - depth - 1] + TAB
        else:
            levels.append(own + kept)
            own = ""
            if depth >= DEEPEST:
                raise UnsafeFile(f"a counter of more than {DEEPEST} traits")
    if final.startswith("'"):
        return _peel(text, most)
    levels.append(own + final)
    return levels


def _straight(parts: list[str]) -> list[str] | None:
    """The levels where each TAB is behind as many backslashes as it has levels outside, and nothing is quoted."""
    levels = []
    behind = ""
    for part in parts[:-1]:
        size = len(behind)
        own = part[: len(part) - size]
        if part[len(own) :] != behind or own[-1:] == "\\" or part[:1] == "'":
            return None
        levels.append(own)
        behind += "\\"
    if parts[-1][:1] == "'" or len(levels) > DEEPEST:
        return None
    levels.append(parts[-1])
    return levels


def _peel(text: str, most: int | None) -> list[str]:
    """The same level by level, with the quotes and dropped third tokens that the one pass cannot see."""
    levels: list[str] = []
    while most is None or len(levels) + 1 < most:
        pair = sequences.split_first(text, TAB, 2)
        levels.append(pair[0])
        if len(pair) == 1:
            return levels
        text = pair[1]
        if len(levels) > DEEPEST:
            raise UnsafeFile(f"a counter of more than {DEEPEST} traits")
    return [*levels, text]


def join_levels(levels: list[str]) -> str:
    """Nest texts as seq(TAB)(own, inner), first outermost."""
    text = levels[-1]
    for own in reversed(levels[:-1]):
        text = sequences.join((own, text), TAB)
    return text


def prefix_of(type_text: str) -> str:
    """What names a trait: its type up to and including the first `;`, or all of it."""
    end = type_text.find(";")
    return type_text if end < 0 else type_text[: end + 1]


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


def decode_chain(type_text: str, state_text: str, start: int | None = None) -> tuple[Trait, ...]:
    """All traits of a counter, outermost first, the innermost piece last."""
    return tuple(decode(kind, state) for kind, state in split_chain(type_text, state_text, start))


def encode_chain(chain: tuple[Trait, ...]) -> tuple[str, str]:
    """A counter's type and state texts."""
    return join_chain([encode(trait) for trait in chain])


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


def _fields(notation: str) -> tuple[Field, ...]:
    """Fields from `name`, `name:kind` or `name:kind=default`, separated by spaces; `_` in a default is a space."""
    made = []
    for item in notation.split():
        head, _, default = item.partition("=")
        name, _, kind = head.partition(":")
        made.append(Field(name, _KINDS[kind or "t"], default.replace("_", " ")))
    return tuple(made)


def _trait(prefix: str, word: str, type_fields: str = "", state: str = "", **layout: object) -> Spec:
    first = layout.pop("first", None)
    other = (first[0], _fields(first[1])) if isinstance(first, tuple) else None
    written, stored = _fields(type_fields), _fields(state)
    places = tuple(
        {known.name: index for index, known in reversed(list(enumerate(fields)))}
        for fields in (written, other[1] if other else (), stored)
    )
    return Spec(prefix, word, written, stored, first=other, _places=places, **layout)  # type: ignore[arg-type] # the table's own keywords


_REPORTED = "name constraints commands:l description"
_MARKER = (
    "command key:k marker text xOff:x yOff:x matchRotation:b afterKey:k description gpid placement:i above:b "
    "copyProperties:b parameters version:i"
)
_DECK = (
    "outlined:b colour:c width:i height:i faceDown shuffle allowMultiple:b allowSelect:b reversible:b reshuffleCommand "
    "reshuffleTarget reshuffleMessage name shuffleMessage reverseMessage faceDownMessage drawFaceUp:b canSave:b "
    "shuffleKey:k reshuffleKey:k maxStack:i=10 countExpressions:l expressionCounting:b globalCommands:l hotkeyOnEmpty:b "
    "emptyKey:k selectDisplay selectSort restricted:b restriction:x shuffleCommand reverseCommand reverseKey:k "
    "drawMultipleMessage drawSpecificMessage faceUpCommand faceDownCommand faceUpKey:k faceUpMessage faceFlipKey:k "
    "faceDownKey:k saveCommand saveKey:k saveMessage loadCommand loadKey:k loadMessage restrictAccess:b owners:l"
)

TRAITS: dict[str, Spec] = {
    spec.prefix: spec
    for spec in (
        _trait("piece;", "counter", "cloneKey deleteKey image name", "map x:i y:i gpid count:i pairs*", innermost=True),
        _trait("stack", "stack", "", "map x:i y:i members*", innermost=True),
        _trait("deck;", "deck", _DECK, "map x:i y:i faceDown:b members", innermost=True),
        _trait("immob;", "does not stack", "selection movement=N stacking=R description"),
        _trait(
            "emb2;",
            "layer",
            "activateCommand activateModifiers:i activateText upCommand upModifiers:i upText downCommand downModifiers:i "
            "downText resetCommand resetKey:k resetLevel:x=1 drawUnder:b xOff:i yOff:i images:l names:l loop:b name "
            "randomKey:k randomText follow:b property:x firstLevel:i=1 version:i alwaysActive:b activateKey:k upKey:k "
            "downKey:k description scale:d=1.0 onlyProperty onlyState",
            "level:i=-1 pressed",
        ),
        _trait(
            "emb;",
            "layer (oldest form)",
            "activate activateCommand upKey upCommand downKey downCommand xOff:i yOff:i levels*",
            "level:i=-1 pressed",
        ),
        _trait("hide;", "hidden", "key:k command background:c access transparency description quiet:b", "owner"),
        _trait(
            "obs;",
            "masked",
            "key:k image command style name=? access peekCommand description autoPeek:b dealKey:k dealOwner:x",
            "owner options",
        ),
        _trait(
            "label;",
            "label",
            "key:k menu size:i=10 background:c foreground:c vertical=t verticalOffset:i horizontal=c horizontalOffset:i "
            "verticalJust=b horizontalJust=c nameFormat:x=$pieceName$_($label$) font style:i rotate:i property=TextLabel "
            "description always:b",
            "label",
            raw_state=True,
        ),
        _trait("table;", "table", "rows:i columns:i command key:k description", "cells*", state_delimiter=","),
        _trait(
            "propertysheet;",
            "sheet",
            "definition menu legacyKey commitStyle:i red:i green:i blue:i key:k description",
            "values*",
            state_delimiter="~",
        ),
        _trait(
            "rotate;",
            "rotates",
            "angles:i clockwiseKey:k counterKey:k clockwiseText counterText randomKey:k randomText name description "
            "directKey:k directText directValue:x directIsFacing:b",
            "angle:d",
            first=(
                "1",
                "angles:i setKey:k setText randomKey:k randomText name description directKey:k directText directValue:x "
                "directIsFacing:b",
            ),
        ),
        _trait(
            "pivot;",
            "pivots",
            "command key:k x:i y:i fixed:b angle:d description command2 key2:k angle2:d",
        ),
        _trait("nonRect2;", "outline", "scale:d=1.0 path", scaled=True),
        _trait("nonRect;", "outline (old form)", "path", raw=True),
        _trait("mark;", "mark", "names*", "values*", delimiter=",", state_delimiter=","),
        _trait("locmsg;", "translated message", "key description message"),
        _trait(
            "restrict;", "restricted", "sides:l byPlayer:b alsoMovement:b=true description", "owner", raw_state=True
        ),
        _trait("placemark;", "places a marker", _MARKER),
        _trait("replace;", "replaces itself", _MARKER),
        _trait("report;", "reports", "keys format cycleKeys formats:l description quiet:b", "cycle:i=-1"),
        _trait(
            "markmoved;",
            "moved flag",
            "icon x:i y:i command key:k description ignoreSame:b commandOn keyOn:k commandOff keyOff:k",
            "moved:b",
        ),
        _trait(
            "footprint;",
            "trail",
            "key:k menu startsOn:b global:b radius:i fill:c line:c selected:i unselected:i pointBuffer:i displayBuffer:i "
            "lineWidth:d onKey:k offKey:k clearKey:k description",
            "visible:b map count:i points*",
        ),
        _trait(
            "return;", "returns to deck", "command key:k deck prompt description version:i select:b deckExpression:x"
        ),
        _trait(
            "sendto;",
            "sends itself",
            "command key:k map:x board:x x y backCommand backKey:k xIndex yIndex xOff yOff description destination=L zone "
            "region filter:x gridLocation",
            "backMap backX backY",
        ),
        _trait("prototype;", "uses prototype", "name parameters"),
        _trait("clone;", "clones", "command key:k description"),
        _trait("delete;", "deletes", "command key:k description"),
        _trait("submenu;", "submenu", "menu commands:l description"),
        _trait("menuSeparator;", "menu separator", "text key:k"),
        _trait("translate;", "moves itself", "command key:k dx:x dy:x moveStack:b xIndex yIndex xOff yOff description"),
        _trait(
            "AreaOfEffect;",
            "area of effect",
            "colour:c opacity:i radius:i alwaysActive:b command key:k shader fixedRadius:b=true radiusProperty description "
            "name onText onKey:k offText offKey:k global:b",
            "active:b",
        ),
        _trait(
            "globalkey;",
            "commands others",
            "command key:k globalKey:k filter:x restrictRange:b range:i reportSingle:b fixedRange:b rangeProperty description "
            "deckSelection:x target quiet:b parameters",
        ),
        _trait(
            "macro;",
            "trigger",
            "name command key:k filter:x watchKeys actionKeys loop:b preKey:k postKey:k loopType while:x until:x count:x "
            "index:b indexProperty indexStart:x indexStep:x",
        ),
        _trait("PROP;", "dynamic property", _REPORTED, "value", raw_state=True),
        _trait("calcProp;", "calculated property", "name expression:x description"),
        _trait("setprop;", "sets a global property", f"{_REPORTED} level search:x"),
        _trait(
            "setpieceprop;",
            "sets others' property",
            f"{_REPORTED} target filter:x restrictRange:b range:i fixedRange:b rangeProperty deckSelection:x override:b",
        ),
        _trait("hideCmd;", "restricts commands", "name action filter:x keys"),
        _trait("playSound;", "plays sound", "clip:x menu key:k toOthers:b description quiet:b"),
        _trait("button;", "button", "key:k x:i y:i w:i h:i description popup:b wholeShape:b version:i count:i points*"),
        _trait("globalhotkey;", "hot key", "command key:k hotKey:k description"),
        _trait("deselect;", "deselects", "command key:k description unstack:b what"),
        _trait("mat;", "mat", "name description", "count:i cargo*"),
        _trait("matPiece;", "cargo of a mat", "description keepFacing:b dx:i dy:i findKey:k detachKey:k", "mat=noMat"),
        _trait("basicName;", "name", "name:x"),
        _trait("border;", "outlined", "property:x description thickness:i colour:c property2:x compare"),
        _trait(
            "attach;",
            "attaches",
            "name description attachCommand key:k clearCommand clearKey:k filter:x restrictRange:b range:i fixedRange:b "
            "rangeProperty deckSelection:x target clearMatchCommand clearMatchKey:k clearMatchFilter:x onAttach onDetach "
            "before self:b auto:b",
            "count:i attached*",
        ),
        _trait("locCommand;", "commands by location", "description kind filter:x menu:x key:k currentMapOnly:b"),
        _trait("cmt;", "comment", "text", raw=True),
    )
}
