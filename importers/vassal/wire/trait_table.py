"""The 47 traits and the three innermost pieces of VASSAL 3.7, as one table that decoding, encoding and printing read.

Facts: `counters.*` of the engine (each class's `mySetType`, `myGetType`, `mySetState`, `myGetState`), `BasicPiece`, `Stack`
and `Deck`.
"""

from __future__ import annotations

from dataclasses import field

from adjudicator.lean import dataclass

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
class TraitField:
    """One field: its name, kind (a value of `_KINDS`), and what the engine assumes when a file stops before it."""

    name: str
    kind: str = "text"
    default: str = ""


@dataclass(frozen=True, slots=True)
class Spec:
    """A trait's layout: `type` and `state` fields in order; a name ending in `*` takes all that remains.

    `first` gives another layout of the type where its first token has that value; where there is none, `places` tells which
    token of the type has which field. A `raw` text is one field, never split;
    `scaled` is a type of one field and then raw text. `state` empty = the trait stores nothing.
    """

    prefix: str
    word: str
    type: tuple[TraitField, ...]
    state: tuple[TraitField, ...] = ()
    delimiter: str = ";"
    state_delimiter: str = ";"
    raw: bool = False
    scaled: bool = False
    raw_state: bool = False
    first: tuple[str, tuple[TraitField, ...]] | None = None
    innermost: bool = False
    places: dict[str, int] = field(default_factory=dict, compare=False)
    _places: tuple[dict[str, int], dict[str, int], dict[str, int]] = field(default=({}, {}, {}), compare=False)

    def fields(self, tokens: tuple[str, ...]) -> tuple[TraitField, ...]:
        """The layout that applies to these type tokens."""
        if self.first and tokens and tokens[0] == self.first[0]:
            return self.first[1]
        return self.type

    def value(self, tokens: tuple[str, ...], stored: tuple[str, ...], name: str) -> str:
        """The token of a field of the type or, failing that, the state; its default where the tokens end before it."""
        other = self.first is not None and bool(tokens) and tokens[0] == self.first[0]
        at = self._places[1 if other else 0].get(name)
        if at is not None:
            return tokens[at] if at < len(tokens) else self.fields(tokens)[at].default
        at = self._places[2].get(name)
        if at is None:
            return ""
        return stored[at] if at < len(stored) else self.state[at].default


def _fields(notation: str) -> tuple[TraitField, ...]:
    """Fields from `name`, `name:kind` or `name:kind=default`, separated by spaces; `_` in a default is a space."""
    made = []
    for item in notation.split():
        head, _, default = item.partition("=")
        name, _, kind = head.partition(":")
        made.append(TraitField(name, _KINDS[kind or "t"], default.replace("_", " ")))
    return tuple(made)


def _trait(prefix: str, word: str, type_fields: str = "", state: str = "", **layout: object) -> Spec:
    first = layout.pop("first", None)
    other = (first[0], _fields(first[1])) if isinstance(first, tuple) else None
    written, stored = _fields(type_fields), _fields(state)
    places = tuple(
        {known.name: index for index, known in reversed(list(enumerate(fields)))}
        for fields in (written, other[1] if other else (), stored)
    )
    always = {} if other else places[0]
    return Spec(prefix, word, written, stored, first=other, places=always, _places=places, **layout)  # type: ignore[arg-type] # the table's own keywords


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
