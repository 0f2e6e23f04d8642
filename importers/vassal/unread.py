"""What a module holds and this reader does not use: its classes, expressions, report formats, traits and dice made of counters.

What changes nothing for judging is not counted: colours, fonts, tool bars, menus, charts, sounds. Nothing of this is worked out
before somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.errors import ReadError, Source
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.classes import DRAWN, is_known
from adjudicator.importers.vassal.dice import DICE, INTERNET, SYMBOLS, WORDS, buttons_of
from adjudicator.importers.vassal.expressions import unread_calls
from adjudicator.importers.vassal.module import ModuleRecord
from adjudicator.importers.vassal.parts import PROTOTYPE, SLOTS
from adjudicator.importers.vassal.prototypes import COMMENT, USES, definition
from adjudicator.importers.vassal.wire import chains, trait_table, traits
from adjudicator.importers.vassal.wire.chains import prefix_of
from adjudicator.lean import dataclass, replace
from adjudicator.said import say

_EXPRESSIONS = {"calcProp;": "expression", "emb2;": "property", "label;": "nameFormat", "basicName;": "name"}
"""The fields of traits that decide what a counter shows or is called; what a label says stands in its state."""
_DRAWING = ("AreaOfEffect;", "border;")
"""Traits that draw around a counter what our pictures lack."""
_FORMATS = ("locationFormat",)


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that was not understood: what, how often, on which first place, and how much hangs on it (3 most, 1 least)."""

    kind: str
    text: str
    count: int
    source: Source
    weight: int
    subject: str = ""


def unread_in(record: ModuleRecord, file: str) -> list[Unread]:
    """The inventory of a module, worst first: what is of one kind and text is counted once."""
    found: dict[tuple[str, str], Unread] = {}
    for each in _all(record):
        key = each.kind, each.text
        known = found.get(key)
        place = replace(each.source, file=file, entry=record.build_file)
        found[key] = replace(known, count=known.count + each.count) if known else replace(each, source=place)
    return sorted(found.values(), key=lambda each: (-each.weight, -each.count, each.kind, each.text))


def _all(record: ModuleRecord) -> Iterator[Unread]:
    for part in record.whole.walk():
        if not is_known(part.kind):
            yield _unused(part)
        elif part.kind in (DICE, INTERNET, SYMBOLS, WORDS):
            yield from _dice(part)
        for name in _FORMATS:
            if part.get(name).lstrip().startswith("{"):
                text = say("places are named by an expression, {expression}", part.get(name)[:80])
                yield _of(part, "location format", text, 3)
        if part.kind in SLOTS or part.kind == PROTOTYPE:
            yield from _piece(part)


def _unused(part: Component) -> Unread:
    if not part.kind.startswith("VASSAL."):
        return _of(part, "class", say("a component of a class of the module's own, {kind}", part.kind), 3)
    if part.kind in DRAWN:
        return _of(
            part, "class", say("a component that colours the map, which pictures leave out: {kind}", part.kind), 1
        )
    return _of(part, "class", say("a component of VASSAL's that we do not know, {kind}", part.kind), 2)


def _dice(part: Component) -> Iterator[Unread]:
    """A dice button whose report cannot be read back, or of which nobody can tell how likely its results are."""
    for button in buttons_of(Component("", children=(part,))):
        if button.pattern is None and not button.shows:
            silent = not part.get("reportFormat", "-") or part.get("resultChatter") == "false"
            text = say("the dice button {name} tells nothing in the chat", button.name)
            if not silent:
                text = say("the dice button {name} reports in a form that we do not read", button.name)
            yield _of(part, "dice", text, 3)
        elif button.untested:
            yield _of(part, "dice", say("the dice button {name}: {why}", button.name, button.untested), 2)


def _piece(part: Component) -> Iterator[Unread]:
    try:
        made = definition(part.text)
        chain = chains.split_chain(made.kind, made.state)
    except ReadError as error:
        yield _of(part, "piece", say("a piece that cannot be read: {why}", error.message), 3)
        return
    for kind, _ in chain[:-1]:
        prefix = prefix_of(kind)
        if prefix not in trait_table.TRAITS and not kind.startswith((USES, COMMENT)):
            yield _of(part, "trait", say("a trait that is not VASSAL's own, {prefix}", prefix), 3)
        elif prefix in _DRAWING:
            word = trait_table.TRAITS[prefix].word
            text = say("a trait that draws around its counter, which pictures leave out: {trait}", word)
            yield _of(part, "drawing", text, 1)
        elif prefix == "emb2;" and traits.parse(kind).text("randomKey"):
            text = say("a layer that is set by chance, as dice on a map are: what it shows is not tested")
            yield _of(part, "dice on the map", text, 1)
    for expression in _expressions(chain):
        yield from _expression(part, expression)


def expressions_of(part: Component) -> Iterator[str]:
    """The expressions of a piece or prototype that decide what a counter shows or is called, without their braces."""
    if part.kind not in SLOTS and part.kind != PROTOTYPE:
        return
    try:
        made = definition(part.text)
        yield from _expressions(chains.split_chain(made.kind, made.state))
    except ReadError:
        return


def _expressions(chain: Sequence[tuple[str, str]]) -> Iterator[str]:
    for kind, state in chain[:-1]:
        prefix = prefix_of(kind)
        if prefix not in _EXPRESSIONS:
            continue
        plain = traits.parse(kind).text(_EXPRESSIONS[prefix]).strip()
        if prefix == "calcProp;":
            plain = "{" + plain.strip("{}") + "}"
        for each in (plain, state.strip() if prefix == "label;" else ""):
            if each.startswith("{") and each.endswith("}"):
                yield each[1:-1]


def _expression(part: Component, plain: str) -> Iterator[Unread]:
    calls = unread_calls(plain)
    if calls:
        named = ", ".join(call for call in calls if call)
        why = (
            say("an expression that calls {calls}", named)
            if named
            else say("an expression in a form that we do not read")
        )
        yield _of(part, "expression", why + say(": {expression}", "{" + plain[:118] + "}"), 2)


def _of(part: Component, kind: str, text: str, weight: int) -> Unread:
    return Unread(kind, text, 1, Source(offset=part.offset), weight, str(part))
