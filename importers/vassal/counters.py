"""What a piece's traits say of its counter: design, levels, angles, texts, properties, names.

Facts: `counters.*` and `BasicPiece` of the engine. What pieces of the same type share is worked out once per type text,
and what traits of the same text share once per trait text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.model.counters import NOTHING, Counter, Design, Label, Layer, Spot
from importers.vassal.expressions import say
from importers.vassal.wire import sequences, traits
from importers.vassal.wire.traits import Trait, whole

Outside = Callable[[str], str | None]
"""Looks up a property that no trait of the piece knows: where it lies, then zone, map and module."""

_TELLING = frozenset(
    f"{word};"
    for word in (
        "emb2",
        "emb",
        "label",
        "rotate",
        "mark",
        "PROP",
        "propertysheet",
        "hide",
        "obs",
        "markmoved",
        "footprint",
        "immob",
        "basicName",
        "calcProp",
        "locmsg",
    )
)
_DEEPEST = 20
_LONGEST = 100_000
_BLANK = "".join(map(chr, range(33)))
"""What `String.trim` takes off."""
_SINGLE = {
    "markmoved;": ["Moved"],
    "basicName;": ["BasicName"],
    "obs;": ["Obscured", "ObscuredToOthers"],
    "hide;": ["Invisible", "InvisibleToOthers"],
}
_OWN = frozenset(("", "pieceName", "PieceName", "label", "BasicName", "true", "false"))


@dataclass(frozen=True, slots=True)
class Owner:
    """A trait that conceals: its place in the chain, and whether its owner is a side rather than a player."""

    index: int
    by_side: bool


@dataclass(frozen=True, slots=True)
class Levels:
    """What working out a layer's level takes: `follows` is the property that selects it, "" if people do."""

    prefix: str
    count: int
    names: tuple[str, ...]
    images: tuple[str, ...]
    follows: str
    first: int
    unset: int


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A type text, worked out. Lists name traits by their place in the chain (0 = outermost), inner traits first."""

    text: str
    types: tuple[str, ...]
    design: Design
    name: str
    layers: tuple[tuple[int, Trait], ...] = ()
    labels: tuple[tuple[int, Trait], ...] = ()
    rotators: tuple[tuple[int, int], ...] = ()
    naming: tuple[tuple[int, Trait], ...] = ()
    marks: tuple[tuple[int, Trait], ...] = ()
    hiding: Owner | None = None
    masking: Owner | None = None
    moved: int | None = None
    trail: int | None = None
    dynamic: frozenset[int] = frozenset()
    unknown: tuple[str, ...] = ()
    providers: Mapping[str, tuple[int, Trait]] = field(default_factory=dict)
    mentions: frozenset[str] = frozenset()

    @property
    def stacks(self) -> bool:
        return self.design.stacks


def counter_of(identity: str, chain: Sequence[tuple[str, str]], spot: Spot) -> Counter:
    """A counter from its trait chain, outermost first, as one that nobody has picked up yet."""
    kind_text, state_text = traits.join_chain(list(chain))
    states = [state for _, state in chain]
    reading = Reading(kind_of(kind_text), states, lambda _name: None)
    return read_counter(identity, reading, state_text, spot, lambda owner: owner)


def read_counter(identity: str, reading: Reading, state_text: str, spot: Spot, seat: Callable[[str], str]) -> Counter:
    """All that a piece's traits say; `seat` turns the ids of players into what may be shown."""
    kind = reading.kind
    masked = reading.owner(kind.masking)
    hidden = reading.owner(kind.hiding)
    return Counter(
        id=identity,
        name=reading.name(),
        spot=spot,
        design=kind.design,
        slot=slot_of(reading.states[-1]),
        levels=reading.levels(),
        angles=reading.angles(),
        texts=reading.texts(),
        properties=reading.properties() if kind.marks else NOTHING,
        masked_by=_concealer(masked, kind.masking, seat),
        hidden_by=_concealer(hidden, kind.hiding, seat),
        moved=kind.moved is not None and reading.states[kind.moved] == "true",
        trail=reading.trail(),
        carried={"type": kind.text, "state": state_text},
    )


def slot_of(state: str) -> str:
    """The slot (gpid) that a piece was cut from: the fourth field of the innermost state, absent in old files."""
    fields = sequences.split_first(state, ";", 4)
    return fields[3] if len(fields) > 3 else ""


def _concealer(owner: str | None, trait: Owner | None, seat: Callable[[str], str]) -> str:
    if owner is None or trait is None:
        return ""
    return owner if trait.by_side else seat(owner)


@lru_cache(maxsize=20_000)
def _trait(text: str) -> Trait:
    return traits.parse(text)


@lru_cache(maxsize=20_000)
def _layer(text: str) -> Layer:
    return layer_of(_trait(text))


@lru_cache(maxsize=20_000)
def _label(text: str) -> Label:
    return label_of(_trait(text))


@lru_cache(maxsize=20_000)
def levels_of(text: str) -> Levels:
    """A Layer trait's levels, by its type text."""
    trait = _trait(text)
    images = images_of(trait)
    return Levels(
        prefix=trait.prefix,
        count=len(images),
        names=names_of(trait),
        images=images,
        follows=trait.text("property") if trait.flag("follow") else "",
        first=whole(trait.text("firstLevel"), 1),
        unset=1 if trait.prefix == "emb;" else -1,
    )


def kind_of(text: str) -> Kind:
    """The kind of a type text; the caller keeps it."""
    types = tuple(traits.split_levels(text))
    inner = traits.parse(types[-1])
    telling: list[tuple[int, Trait]] = []
    unknown: list[str] = []
    for index, kind in enumerate(types[:-1]):
        prefix = traits.prefix_of(kind)
        if prefix in _TELLING:
            telling.append((index, _trait(kind)))
        elif prefix not in traits.TRAITS:
            unknown.append(prefix)
    if inner.spec is None:
        unknown.append(inner.prefix)
    telling.reverse()
    return _kind(text, types, inner, telling, tuple(unknown))


def _kind(
    text: str, types: tuple[str, ...], inner: Trait, telling: list[tuple[int, Trait]], unknown: tuple[str, ...]
) -> Kind:
    by: dict[str, list[tuple[int, Trait]]] = {}
    for place in telling:
        by.setdefault(place[1].prefix, []).append(place)
    layers = [place for place in telling if place[1].prefix in ("emb2;", "emb;")]
    labels = by.get("label;", [])
    rotators = by.get("rotate;", [])
    named = [place for place in telling if place[1].prefix in ("emb2;", "emb;", "label;")]
    marked = [place for place in telling if place[1].prefix in ("mark;", "PROP;", "propertysheet;")]
    name = inner.text("name") if inner.prefix == "piece;" else ""
    basic = by.get("basicName;", [])
    image = inner.text("image") if inner.prefix == "piece;" else ""
    providers = _providers(telling)
    return Kind(
        text=text,
        types=types,
        design=Design(
            name=name,
            image=image,
            layers=tuple(_layer(types[index]) for index, _ in layers),
            labels=tuple(_label(types[index]) for index, _ in labels),
            rotations=tuple(max(1, trait.integer("angles")) for _, trait in rotators),
            parts=_parts(telling),
            stacks=stacks(by.get("immob;", [])),
            mask=mask_of(by.get("obs;", [])),
            mask_name=by["obs;"][-1][1].text("name") if "obs;" in by else "",
        ),
        name=basic[-1][1].text("name") if basic else name,
        layers=tuple(layers),
        labels=tuple(labels),
        rotators=tuple((index, max(1, trait.integer("angles"))) for index, trait in rotators),
        naming=tuple(named),
        marks=tuple(marked),
        hiding=_owner(by.get("hide;")),
        masking=_owner(by.get("obs;")),
        moved=by["markmoved;"][-1][0] if "markmoved;" in by else None,
        trail=by["footprint;"][-1][0] if "footprint;" in by else None,
        dynamic=frozenset(index for index, _ in by.get("PROP;", ())),
        unknown=unknown,
        providers=providers,
        mentions=_mentions(telling, providers),
    )


def stacks(immobile: list[tuple[int, Trait]]) -> bool:
    """Whether a counter may join stacks; the outermost trait that forbids it decides (`Immobilized`)."""
    return all(trait.text("stacking").startswith("L") for _, trait in immobile)


def _owner(concealing: list[tuple[int, Trait]] | None) -> Owner | None:
    """The outermost concealing trait."""
    if not concealing:
        return None
    index, trait = concealing[-1]
    return Owner(index, trait.text("access").startswith("side"))


def mask_of(masking: list[tuple[int, Trait]]) -> str:
    """The image that others see on a masked counter; in display style `G` one that lies over it."""
    if not masking:
        return ""
    trait = masking[-1][1]
    style = trait.text("style")
    return style[1:] if style.startswith("G") and len(style) > 1 else trait.text("image")


def _parts(telling: list[tuple[int, Trait]]) -> tuple[str, ...]:
    parts = ["image"]
    counts = {"layer": 0, "label": 0, "rotator": 0}
    for _, trait in telling:
        word = {"emb2;": "layer", "emb;": "layer", "label;": "label", "rotate;": "rotator"}.get(trait.prefix)
        if word:
            parts.append(f"{word}:{counts[word]}")
            counts[word] += 1
    return tuple(parts)


def _mentions(telling: list[tuple[int, Trait]], providers: Mapping[str, tuple[int, Trait]]) -> frozenset[str]:
    """The properties outside the piece on which what it shows may depend."""
    asked: set[str] = set()
    calculated: dict[str, list[str]] = {}
    for _, trait in telling:
        if trait.flag("follow"):
            asked.update(_words(trait.text("property"), bare=True))
        elif trait.prefix == "label;":
            asked.update(_words(trait.text("nameFormat"), bare=False))
        elif trait.prefix == "basicName;":
            asked.update(_words(trait.text("name"), bare=False))
        elif trait.prefix == "calcProp;":
            calculated[trait.text("name")] = _words("{" + trait.text("expression"), bare=True)
    waiting = [name for name in asked if name in calculated]
    while waiting:
        fresh = set(calculated.pop(waiting.pop(), ())) - asked
        asked |= fresh
        waiting.extend(name for name in fresh if name in calculated)
    return frozenset(asked - providers.keys() - _OWN)


def _words(pattern: str, *, bare: bool) -> list[str]:
    """The names in a pattern: those in an expression, those between `$`, or the pattern itself."""
    if pattern.startswith("{"):
        return re.findall(r"[A-Za-z_]\w*", pattern)
    return [pattern] if bare else pattern.split("$")[1::2]


def images_of(trait: Trait) -> tuple[str, ...]:
    """A layer's images over its levels; there is at least one level."""
    if trait.prefix == "emb2;":
        return tuple(trait.items("images")) or ("",)
    return tuple(sequences.split(level, ",")[0] for level in trait.rest("levels*")) or ("",)


def names_of(trait: Trait) -> tuple[str, ...]:
    """A layer's level names, one for each level."""
    if trait.prefix == "emb2;":
        names = trait.items("names")
    else:
        names = [[*sequences.split(level, ","), ""][1] for level in trait.rest("levels*")]
    wanted = len(images_of(trait))
    return tuple(names[:wanted]) + ("",) * (wanted - len(names))


def layer_of(trait: Trait) -> Layer:
    """A Layer trait, oldest form included, as the model's layer."""
    if trait.prefix == "emb;":
        keys = sequences.split(trait.text("activate"), ";")[0]
        always = not keys
    elif trait.integer("version") == 0:
        always = not trait.text("activateText")
    else:
        always = len(trait.tokens) < 29 or trait.flag("alwaysActive")
    return Layer(
        name=trait.text("name"),
        images=images_of(trait),
        names=names_of(trait),
        offset=(trait.integer("xOff"), trait.integer("yOff")),
        scale=trait.number("scale") if trait.prefix == "emb2;" else 1.0,
        follows=trait.text("property") if trait.flag("follow") else "",
        always_active=always,
    )


def label_of(trait: Trait) -> Label:
    """A Text Label trait as the model's label."""
    foreground = trait.text("foreground") if len(trait.tokens) > 4 else "0,0,0"
    return Label(
        name=trait.text("property"),
        size=whole(trait.text("size"), 10),
        colour=colour_of(foreground),
        background=colour_of(trait.text("background")),
        vertical=trait.text("vertical")[:1] or "t",
        horizontal=trait.text("horizontal")[:1] or "c",
        offset=(trait.integer("horizontalOffset"), trait.integer("verticalOffset")),
        vertical_justify=trait.text("verticalJust")[:1] or "b",
        horizontal_justify=trait.text("horizontalJust")[:1] or "c",
        bold=bool(trait.integer("style") & 1),
        rotation=float(trait.integer("rotate")),
    )


def colour_of(text: str) -> str:
    """`r,g,b`, `r,g,b,a` or `0xRRGGBB` as `#rrggbb`, "" for none (`ColorConfigurer.stringToColor`)."""
    if text[:2].lower() == "0x" and len(text) == 8:
        return "#" + text[2:].lower()
    parts = text.split(",")
    if len(parts) not in (3, 4):
        return ""
    return "#" + "".join(f"{min(255, max(0, whole(part))):02x}" for part in parts[:3])


def _providers(telling: list[tuple[int, Trait]]) -> dict[str, tuple[int, Trait]]:
    """Which trait answers for which property; the outermost one does."""
    known: dict[str, tuple[int, Trait]] = {}
    for place in telling:
        for name in _answers(place[1]):
            known[name] = place
    return known


def _answers(trait: Trait) -> list[str]:
    prefix = trait.prefix
    if prefix == "mark;":
        return list(trait.tokens)
    if prefix in ("PROP;", "calcProp;"):
        return [trait.text("name")]
    if prefix == "label;":
        return [trait.text("property")]
    if prefix == "locmsg;":
        return [trait.text("key")]
    if prefix == "propertysheet;":
        return [field[1:] for field in sequences.split(trait.text("definition"), "~") if field]
    if prefix in ("emb2;", "emb;"):
        return [trait.text("name") + end for end in ("_Level", "_Name", "_Image", "_Active")]
    if prefix == "rotate;":
        return [trait.text("name") + end for end in ("_Facing", "_Degrees")]
    return _SINGLE.get(prefix, [])


class Reading:
    """One piece being read: its kind, its traits' states, and what lies outside it."""

    __slots__ = ("depth", "kind", "known", "outside", "states", "told")

    def __init__(self, kind: Kind, states: list[str], outside: Outside) -> None:
        self.kind = kind
        self.states = states
        self.outside = outside
        self.depth = 0
        self.known: dict[int, int] = {}
        self.told: dict[tuple[str, str | int], str | None] = {}

    def property(self, name: str) -> str | None:
        """A property as the engine looks it up: outermost trait first, then the piece's place in the world."""
        return self._once(("property", name), lambda: self._found(name))

    def _found(self, name: str) -> str | None:
        found = self.kind.providers.get(name)
        return self._answer(name, *found) if found else self._of_piece(name)

    def _once(self, key: tuple[str, str | int], work: Callable[[], str | None]) -> str | None:
        """Each thing is worked out once and no longer than it may be; what asks for itself gets nothing.

        Else twenty properties that each ask twice for the next would cost a million steps.
        """
        if key in self.told:
            return self.told[key]
        if self.depth > _DEEPEST:
            return None
        self.told[key] = None
        self.depth += 1
        value = work()
        self.depth -= 1
        self.told[key] = value if value is None else value[:_LONGEST]
        return self.told[key]

    def _of_piece(self, name: str) -> str | None:
        if name == "BasicName":
            return self.kind.name
        if name in ("PieceName", "pieceName"):
            return self.name()
        return self.outside(name)

    def _answer(self, name: str, index: int, trait: Trait) -> str | None:
        state = self.states[index]
        prefix = trait.prefix
        if prefix == "mark;":
            return marks_of(trait.tokens, state).get(name, "")
        if prefix == "PROP;":
            return self._value(state)
        if prefix == "calcProp;":
            return say("{" + trait.text("expression").strip("{}") + "}", self.property)
        if prefix == "label;":
            return self._label(index, trait)
        if prefix == "locmsg;":
            return trait.text("message")
        if prefix == "propertysheet;":
            return sheet_of(trait, state).get(name, "")
        if prefix == "rotate;":
            return self._facing(name, trait, state)
        if prefix == "markmoved;":
            return "true" if state == "true" else "false"
        if prefix == "basicName;":
            return self._basic_name()
        if prefix in ("obs;", "hide;"):
            owner = self.kind.masking if prefix == "obs;" else self.kind.hiding
            return "true" if name.endswith("ToOthers") and self.owner(owner) is not None else "false"
        return self._layer_property(name, index)

    def _basic_name(self) -> str:
        return say(self.kind.name, self.property) or self.kind.design.name

    def _facing(self, name: str, trait: Trait, state: str) -> str:
        count = max(1, trait.integer("angles"))
        if count == 1:
            return "1" if name.endswith("_Facing") else str(int(abs(traits.decimal(state)) + 0.5) % 360)
        index = min(whole(state), count - 1)
        return str(index + 1) if name.endswith("_Facing") else str(int(abs(index * 360.0 / count) + 0.5) % 360)

    def _layer_property(self, name: str, index: int) -> str:
        level = self.level(index)
        if name.endswith("_Level"):
            return str(level)
        if name.endswith("_Active"):
            return "true" if level > 0 else "false"
        if level <= 0:
            return ""
        if name.endswith("_Image"):
            return levels_of(self.kind.types[index]).images[level - 1]
        return levels_of(self.kind.types[index]).names[level - 1].strip("+")

    def level(self, index: int) -> int:
        """A layer's signed level; one that follows a property is worked out anew (`Embellishment.checkPropertyLevel`)."""
        known = self.known.get(index)
        if known is None:
            known = self._level(levels_of(self.kind.types[index]), index)
            self.known[index] = known
        return known

    def _level(self, layer: Levels, index: int) -> int:
        value = whole(self.states[index].partition(";")[0], layer.unset)
        value = min(max(-layer.count, value), layer.count)
        if not layer.follows:
            return value
        if layer.follows.startswith("{"):
            said = say(layer.follows, self.property)
            if said is None:
                return value
        else:
            said = self.property(layer.follows)
        try:
            number = int(said) if said and len(said) < 12 else layer.first
        except ValueError:
            return value
        shown = min(max(number - layer.first + 1, 1), layer.count)
        return shown if value > 0 else -shown

    def levels(self) -> tuple[int, ...]:
        return tuple(self.level(index) for index, _ in self.kind.layers)

    def angles(self) -> tuple[float, ...]:
        """Degrees clockwise; a free rotator stores them counter-clockwise (`FreeRotator.getAngle`)."""
        turned = []
        for index, count in self.kind.rotators:
            state = self.states[index]
            if count == 1:
                turned.append(-traits.decimal(state) % 360.0)
            else:
                turned.append(max(0, min(whole(state), count - 1)) * 360.0 / count)
        return tuple(turned)

    def texts(self) -> tuple[str, ...]:
        return tuple(self._label(index, trait) for index, trait in self.kind.labels)

    def _label(self, index: int, trait: Trait) -> str:
        own = f"${trait.text('property')}$"
        text = self.states[index].strip(_BLANK).replace(own, "")
        if "$" not in text and not text.startswith("{"):
            return text

        # A label may hold its piece's name, and that name this label: here the name stops below the label.
        def ask(name: str) -> str | None:
            return self.name(index) if name in ("PieceName", "pieceName") else self.property(name)

        return self._once(("label", index), lambda: say(text, ask)) or ""

    def _value(self, state: str) -> str:
        """A dynamic property's value, worked out if it is written as an expression or formatted text."""
        if "$" not in state and not state.startswith("{"):
            return state
        said = say(state, self.property)
        return state if said is None else said

    def properties(self) -> dict[str, str]:
        """Marks, dynamic properties and sheet fields; the outermost of a name wins."""
        found: dict[str, str] = {}
        for index, trait in self.kind.marks:
            state = self.states[index]
            if trait.prefix == "mark;":
                found.update(marks_of(trait.tokens, state))
            elif trait.prefix == "PROP;":
                found[trait.text("name")] = self._value(state)
            else:
                found.update(sheet_of(trait, state))
        return found

    def name(self, below: int = -1) -> str:
        """The name that the owner reads (`getName` through the traits inside `below`), masks and hiding left aside."""
        name = self._once(("name", below), lambda: self._named(below))
        return self.kind.design.name if name is None else name

    def _named(self, below: int) -> str:
        name = self._basic_name()
        for index, trait in self.kind.naming:
            if index > below:
                name = self._labelled(index, trait, name) if trait.prefix == "label;" else self._levelled(index, name)
        return name

    def _labelled(self, index: int, trait: Trait, name: str) -> str:
        if not self.states[index].strip(_BLANK) and not trait.flag("always"):
            return name
        label = self._label(index, trait)
        known = {"pieceName": name, "PieceName": name, "label": label}
        pattern = trait.text("nameFormat")
        said = say(pattern, lambda word: known[word] if word in known else self.property(word))
        return name if said is None else said

    def _levelled(self, index: int, name: str) -> str:
        names = levels_of(self.kind.types[index]).names
        if not any(names):
            return name
        level = self.level(index)
        said = names[level - 1] if level > 0 else ""
        if not said:
            return name
        parts = sequences.split(said, "+")
        if len(parts) == 1:
            return parts[0]
        return name + parts[1] if not parts[0] else parts[0] + name

    def owner(self, owner: Owner | None) -> str | None:
        """The id (or side) that a mask or hiding trait names, None if it conceals nothing."""
        if owner is None:
            return None
        state = self.states[owner.index]
        named = state if owner is self.kind.hiding else sequences.split_first(state, ";", 1)[0]
        return None if named == "null" else named

    def trail(self) -> tuple[tuple[int, int], ...]:
        """Where a movement trail leads through."""
        if self.kind.trail is None:
            return ()
        fields = sequences.split(self.states[self.kind.trail], ";")
        count = whole(fields[2]) if len(fields) > 2 else 0
        points = (point.partition(",") for point in fields[3 : 3 + max(0, count)] if point)
        return tuple((whole(x), whole(y)) for x, _, y in points)


@lru_cache(maxsize=20_000)
def marks_of(names: tuple[str, ...], state: str) -> Mapping[str, str]:
    """A Marker's properties; the first of two equal names answers."""
    values = sequences.split(state, ",")
    marks: dict[str, str] = {}
    for index, name in enumerate(names):
        marks.setdefault(name, values[index] if index < len(values) else "")
    return marks


def sheet_of(trait: Trait, state: str) -> dict[str, str]:
    """A Property Sheet's fields; `|` stands for a line break in the longer ones."""
    values = iter(sequences.split(state, "~"))
    fields: dict[str, str] = {}
    for field_type in sequences.split(trait.text("definition"), "~"):
        if field_type:
            value = next(values, "")
            fields[field_type[1:]] = value.replace("|", "\n") if field_type[0] == "1" else value
    return fields
