"""What is wrong with the pieces of a module: their prototypes, traits, menus, keys and properties.

Facts: `UsePrototype`, `BasicCommandEncoder.createDecorator`, `SubMenu`, `TriggerAction`, `SetGlobalProperty`, `Embellishment`.
What any other part of the module could supply, whatever it is, is taken as supplied: nobody is accused on a guess.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from adjudicator.errors import ReadError
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.mirror import ABOUT_MODULE, NOBODY_POINTS
from adjudicator.importers.vassal.parts import MAP_KINDS, PROTOTYPE, SLOTS
from adjudicator.importers.vassal.prototypes import COMMENT, USES, Prototypes, definition
from adjudicator.importers.vassal.table.world import OF_SIDES, OF_WHO_LOOKS
from adjudicator.importers.vassal.trait_parts import part_of
from adjudicator.importers.vassal.validate.box import Box
from adjudicator.importers.vassal.validate.image_names import is_computed
from adjudicator.importers.vassal.validate.problems import Flaw, Problem
from adjudicator.importers.vassal.wire import sequences, trait_table, traits
from adjudicator.importers.vassal.wire.chains import prefix_of
from adjudicator.words import counted

CONTAINER = "VASSAL.build.module.PrototypesContainer"
_GLOBALS = (".GlobalProperty", ".ZoneProperty", ".GlobalTranslatableMessage")
_OURS = frozenset(
    [
        *(
            "BasicName",
            "PieceName",
            "LocationName",
            "CurrentMap",
            "CurrentBoard",
            "CurrentZone",
            "CurrentX",
            "CurrentY",
        ),
        *("DeckName", "DeckPosition", "StackPos", "StackSize", "PieceUID", "UniqueID", "OldMap", "OldBoard", "OldZone"),
        *("OldX", "OldY", "OldLocationName", "OldDeckName", "Moved", "Selected", "Invisible", "Obscured"),
        *("CurrentMat", "CurrentMatID", "OldMat"),
        *(*OF_WHO_LOOKS, *OF_SIDES, *ABOUT_MODULE, *NOBODY_POINTS),
    ]
)
_SEPARATING = re.compile(r"[\\':|/,;]")
_ENDINGS = (
    "_result",
    "_total",
    "_keep",
    "_summary",
    "_numPieces",
    "_Facing",
    "_Degrees",
    "_Level",
    "_Name",
    "_Active",
    "_isVisible",
)


def prototypes(box: Box) -> Iterator[Problem]:
    """Prototypes that use themselves, come too late, or share a name."""
    made = [part for part in box.parts if part.kind == PROTOTYPE]
    uses = {part.get("name"): _used(part) for part in made}
    for part in made:
        if _reaches(part.get("name"), uses):
            text = f"prototype '{part.get('name')}' uses itself"
            yield box.problem(Flaw.RECURSIVE_PROTOTYPE, part.get("name"), text, part)
    names = Counter(part.get("name") for part in made)
    for name in sorted(name for name, times in names.items() if times > 1):
        parts = [part for part in made if part.get("name") == name]
        yield box.problem(Flaw.DUPLICATE_PROTOTYPE, name, f"{len(parts)} prototypes are called '{name}'", *parts)
    yield from _late(box)


def _used(part: Component) -> list[str]:
    """The prototypes that a definition uses."""
    try:
        return Prototypes.used(definition(part.text))
    except ReadError:
        return []


def _reaches(name: str, uses: dict[str, list[str]]) -> bool:
    """Whether a prototype leads back to itself."""
    seen: set[str] = set()
    waiting = list(uses.get(name, ()))
    while waiting:
        each = waiting.pop()
        if each == name:
            return True
        if each not in seen:
            seen.add(each)
            waiting.extend(uses.get(each, ()))
    return False


def _late(box: Box) -> Iterator[Problem]:
    """Pieces of maps that stand before the prototypes which they use."""
    order = {id(part): at for at, part in enumerate(box.parts)}
    first = min((order[id(part)] for part in box.parts if part.kind == CONTAINER), default=None)
    if first is None:
        return
    laid = {id(part) for found in box.parts if found.kind in MAP_KINDS for part in found.walk() if part.kind in SLOTS}
    early = [
        part
        for part, chain in box.pieces
        if id(part) in laid and order.get(id(part), first) < first and any(kind.startswith(USES) for kind, _ in chain)
    ]
    if early:
        count = counted(len(early), "piece")
        yield box.problem(Flaw.LATE_PROTOTYPE, CONTAINER.rpartition(".")[2], f"{count} before the prototypes", *early)


def definitions(box: Box) -> Iterator[Problem]:
    """Pieces that cannot be read, and traits that nobody knows."""
    readable = {id(part) for part, _ in box.pieces}
    for part in box.parts:
        if part.kind in SLOTS and id(part) not in readable and part.text:
            name = part.get("entryName") or part.get("gpid")
            yield box.problem(Flaw.UNREADABLE_PIECE, name, f"the definition of piece '{name}' cannot be read", part)
    if box.has_own_classes():
        return
    strange: dict[str, list[Component]] = {}
    for part, chain in box.pieces:
        for kind, _ in chain[:-1]:
            prefix = prefix_of(kind)
            if prefix not in trait_table.TRAITS and not kind.startswith((USES, COMMENT)):
                strange.setdefault(prefix, []).append(part)
    for prefix, parts in sorted(strange.items()):
        text = f"trait '{prefix}' of {counted(len(parts), 'definition')} is neither VASSAL's nor of a class in the box"
        yield box.problem(Flaw.UNKNOWN_TRAIT, prefix, text, *parts)


def menus_and_keys(box: Box) -> Iterator[Problem]:
    """Sub-menus with commands, and triggers with keys, that no trait of any piece has."""
    if box.has_own_classes():
        return
    said: Counter[str] = Counter()
    sent: Counter[str] = Counter()
    users: dict[tuple[Flaw, str], list[Component]] = {}
    for part, chain in box.expanded:
        computes = any(
            kind.startswith("locCommand;") for kind, _ in chain
        )  # its commands are named while the game runs
        for kind, _ in chain:
            flaw, words = _sent(kind)
            bare = set(map(_bare, words))
            said.update(bare.union(map(_bare, _words(kind))))
            if computes and flaw is Flaw.DEAD_SUBMENU:
                said.update(bare)
            sent.update(bare)
            for word in words:
                users.setdefault((flaw, word), []).append(part)
    for (flaw, word), parts in sorted(users.items()):
        if word and said[_bare(word)] <= sent[_bare(word)] and not is_computed(word):
            text = "a sub-menu holds '{0}', which is the command of no trait"
            if flaw is Flaw.UNHEARD_KEY:
                text = "a trigger sends the key command '{0}', which no trait hears"
            yield box.problem(flaw, word, text.format(word), *parts)


def _sent(kind: str) -> tuple[Flaw, set[str]]:
    """The commands that a sub-menu lists, or the named keys that a trigger sends, if it says them nowhere else."""
    if not kind.startswith(("submenu;", "macro;")):
        return Flaw.DEAD_SUBMENU, set()
    trait = traits.parse(kind)
    menu = kind.startswith("submenu;")
    place = "commands" if menu else "actionKeys"
    words = set(trait.items("commands")) if menu else set(_named_keys(trait.text("actionKeys")))
    rest = [
        word
        for each in (trait.spec.type if trait.spec else ())
        if each.name != place
        for word in _words(trait.text(each.name))
    ]
    return (Flaw.DEAD_SUBMENU if menu else Flaw.UNHEARD_KEY), words.difference(rest)


def _words(kind: str) -> list[str]:
    """All that stands between the separators of a trait, however deep; a name may itself have a colon, a bar or a stroke."""
    plain = kind.replace("\\", "")
    found = []
    for text in dict.fromkeys((plain, re.sub("[:|/]", ";", plain.replace("'", "")))):
        for token in text.split(";"):
            found += [token, *token.split(",")]
    return found


def _bare(word: str) -> str:
    """A word without what separates, quotes or escapes words, so that a name is found wherever it stands."""
    return _SEPARATING.sub("", word)


def _named_keys(keys: str) -> Iterator[str]:
    """The names of the named key commands in a list of keys."""
    for key in sequences.split(keys, ","):
        parts = sequences.split(key, ",")
        if len(parts) > 2 and parts[2]:
            yield parts[2]


def properties(box: Box) -> Iterator[Problem]:
    """Layers that follow what nothing sets, and traits that set global properties which are not there."""
    if box.has_own_classes():
        return
    known = _set_somewhere(box)
    defined = {part.get("name") for part in box.parts if part.kind.endswith(_GLOBALS)}
    unset: dict[str, list[Component]] = {}
    unknown: dict[str, list[Component]] = {}
    for part, chain in box.pieces:
        for kind, _ in chain:
            if kind.startswith("emb2;") and (name := _followed(kind)) and name not in known:
                unset.setdefault(name, []).append(part)
            elif kind.startswith("setprop;"):
                name = traits.parse(kind).text("name")
                if name and not is_computed(name) and name not in defined:
                    unknown.setdefault(name, []).append(part)
    for name, parts in sorted(unset.items()):
        text = f"a layer follows the property '{name}', which nothing in the module sets"
        yield box.problem(Flaw.UNSET_PROPERTY, name, text, *parts)
    for name, parts in sorted(unknown.items()):
        text = f"a trait sets the global property '{name}', which is not defined"
        yield box.problem(Flaw.UNKNOWN_GLOBAL, name, text, *parts)


def _followed(kind: str) -> str:
    """The property that a layer follows, "" if it is none by name."""
    name = part_of(kind).levels
    follows = name.follows if name is not None else ""
    plain = follows and not is_computed(follows) and follows not in _OURS and not follows.endswith(_ENDINGS)
    return follows if plain else ""


def _set_somewhere(box: Box) -> set[str]:
    """Every name that a trait or component may answer to."""
    found = {value for part in box.parts for value in part.attributes.values()}
    for _, chain in box.pieces:
        for kind, _ in chain:
            found.update(part_of(kind).answers)
            if not kind.startswith("emb2;"):
                found.update(_words(kind))
    return found
