"""Counters and stacks in VASSAL's own words: as they were read, but for what has changed since.

A counter's record is its type and the state it was read with; only traits whose part of the counter says something else
are written anew. Facts: each trait's `myGetState`, `BasicPiece`, `Stack` and `Deck`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from adjudicator.importers.vassal.wire import chains, sequences, traits
from adjudicator.importers.vassal.wire.commands import AddPiece
from adjudicator.importers.vassal.wire.numbers import decimal, whole
from adjudicator.importers.vassal.wire.seats import PSEUDONYM
from adjudicator.importers.vassal.wire.traits import Trait
from adjudicator.model.counters import NOBODY, Counter, Spot, Stack

_TELLING = frozenset(
    ("emb2;", "emb;", "rotate;", "label;", "markmoved;", "obs;", "hide;", "PROP;", "mark;", "propertysheet;")
)
_BLANK = "".join(map(chr, range(33)))

Owners = Mapping[str, str]
"""Players' ids by pseudonym."""


def add_counter(counter: Counter, owners: Owners) -> AddPiece | None:
    """The command that puts a counter on the table; None if its record is not VASSAL's."""
    kind, state = counter.carried.get("type"), counter.carried.get("state")
    if kind is None or state is None:
        return None
    return AddPiece(counter.id, kind, counter_state(counter, kind, state, owners))


def counter_state(counter: Counter, kind: str, state: str, owners: Owners) -> str:
    """The state text of a counter, the one it was read with unless something changed."""
    types = _types(kind)
    chain = list(zip(types, chains.split_states(types, state), strict=True))
    written = [own for _, own in chain]
    for index, own in _own_words(counter, chain, owners):
        written[index] = own
    place = _place(counter, written[-1])
    if place is not None:
        written[-1] = place
    return state if written == [own for _, own in chain] else chains.join_levels(written)


def _own_words(counter: Counter, chain: list[tuple[str, str]], owners: Owners) -> list[tuple[int, str]]:
    """The traits, by place in the chain, whose state the counter contradicts, and what it must say instead."""
    changed: list[tuple[int, str]] = []
    levels, angles, texts = iter(counter.levels), iter(counter.angles), iter(counter.texts)
    answered: set[str] = set()
    found = [(index, trait) for index, (kind, _) in enumerate(chain[:-1]) if (trait := _trait(kind)) is not None]
    outermost = {trait.prefix: index for index, trait in reversed(found)}
    outermost |= {prefix: index for prefix in ("obs;", "hide;") for index in _concealing(prefix, found, chain)[:1]}
    for index, trait in reversed(found):
        own = chain[index][1]
        match trait.prefix:
            case "emb2;" | "emb;":
                said = _level(trait, own, next(levels, None))
            case "rotate;":
                said = _angle(trait, own, next(angles, None))
            case "label;":
                said = _label(own, next(texts, None))
            case "markmoved;" if outermost["markmoved;"] == index:
                said = own if (own == "true") == counter.moved else str(counter.moved).lower()
            case "obs;" if outermost["obs;"] == index or not counter.masked_by:
                said = _mask(trait, own, counter.masked_by, owners)
            case "hide;" if outermost["hide;"] == index or not counter.hidden_by:
                said = _hiding(trait, own, counter.hidden_by, owners)
            case _:
                continue
        if said != own:
            changed.append((index, said))
    for index, trait in found:
        said = _properties(trait, chain[index][1], counter.properties, answered)
        if said != chain[index][1]:
            changed.append((index, said))
    return changed


@lru_cache(maxsize=5_000)
def _types(kind: str) -> tuple[str, ...]:
    """The types of a counter's traits, outermost first; counters from one slot share them."""
    return tuple(chains.split_levels(kind))


@lru_cache(maxsize=20_000)
def _trait(kind: str) -> Trait | None:
    """A trait's type, if the counter says anything of such traits."""
    return traits.parse(kind) if chains.prefix_of(kind) in _TELLING else None


def _level(trait: Trait, own: str, level: int | None) -> str:
    """A layer that follows a property is left alone: its level is worked out whenever it is read."""
    if level is None or (trait.flag("follow") and trait.text("property")):
        return own
    first, semicolon, rest = own.partition(";")
    count = max(1, len(trait.items("images")) if trait.prefix == "emb2;" else len(trait.rest("levels*")))
    stands = min(max(-count, whole(first, 1 if trait.prefix == "emb;" else -1)), count)
    return own if stands == level else f"{level}{semicolon}{rest}"


def _angle(trait: Trait, own: str, angle: float | None) -> str:
    if angle is None:
        return own
    count = max(1, trait.integer("angles"))
    if count == 1:
        return own if -decimal(own) % 360.0 == angle else str(-angle)
    index = round(angle * count / 360.0) % count
    return own if max(0, min(whole(own), count - 1)) == index else str(index)


def _label(own: str, text: str | None) -> str:
    """A label worked out from properties is left alone."""
    if text is None or "$" in own or own.startswith("{") or own.strip(_BLANK) == text:
        return own
    return text


def _mask(trait: Trait, own: str, masked_by: str, owners: Owners) -> str:
    tokens = sequences.split(own, ";")
    if (tokens[0] != "null") == bool(masked_by) and _same_owner(trait, tokens[0], masked_by, owners):
        return own
    return sequences.join([_written(masked_by, owners) if masked_by else "null", *tokens[1:]], ";")


def _hiding(trait: Trait, own: str, hidden_by: str, owners: Owners) -> str:
    if (own != "null") == bool(hidden_by) and _same_owner(trait, own, hidden_by, owners):
        return own
    return _written(hidden_by, owners) if hidden_by else "null"


def _written(owner: str, owners: Owners) -> str:
    return "" if owner == NOBODY else owners.get(owner, owner)


def _concealing(prefix: str, found: list[tuple[int, Trait]], chain: list[tuple[str, str]]) -> list[int]:
    """Where among a counter's traits those stand of one sort that conceal it now, outermost first."""
    return [index for index, each in found if each.prefix == prefix and chain[index][1].partition(";")[0] != "null"]


def _same_owner(trait: Trait, identity: str, owner: str, owners: Owners) -> bool:
    if owner == NOBODY:
        return True
    if not owner or trait.text("access").startswith("side"):
        return identity in (owner, "null")
    return owners.get(owner, identity) == identity


def _properties(trait: Trait, own: str, properties: Mapping[str, str], answered: set[str]) -> str:
    """Marks, dynamic properties and sheet fields; of equal names the outermost counts."""
    if trait.prefix == "PROP;":
        return _once(trait.text("name"), own, properties, answered)
    if trait.prefix == "mark;":
        values = sequences.split(own, ",")
        said = [_once(name, value, properties, answered) for name, value in zip(trait.tokens, values, strict=False)]
        return own if said == values[: len(said)] else sequences.join([*said, *values[len(said) :]], ",")
    if trait.prefix == "propertysheet;":
        names = [field[1:] for field in sequences.split(trait.text("definition"), "~") if field]
        values = [value.replace("|", "\n") for value in sequences.split(own, "~")]
        said = [_once(name, value, properties, answered) for name, value in zip(names, values, strict=False)]
        same = said == values[: len(said)]
        written = [value.replace("\n", "|") for value in [*said, *values[len(said) :]]]
        return own if same else sequences.join(written, "~")
    return own


def _once(name: str, value: str, properties: Mapping[str, str], answered: set[str]) -> str:
    """The counter's value of a property, unless a trait further out answers for it or it is worked out when read."""
    if name in answered:
        return value
    answered.add(name)
    given = properties.get(name, value)
    if given == value or "$" in value or value.startswith("{") or PSEUDONYM.fullmatch(given):
        return value
    return given


def _place(counter: Counter, basic: str) -> str | None:
    """The innermost state with another map or point, if the counter moved."""
    tokens = sequences.split(basic, ";")
    here = place_of(counter.spot)
    read = sequences.split(counter.carried["at"], ";") if "at" in counter.carried else tokens[:3]
    return None if read[:3] == here else sequences.join([*here, *tokens[3:]], ";")


def place_of(spot: Spot) -> list[str]:
    return [spot.map or "null", str(spot.x), str(spot.y)]


def add_stack(stack: Stack) -> AddPiece:
    """The command that adds a stack or deck; its members must have come before it."""
    kind, state = stack.carried.get("type"), stack.carried.get("state")
    if kind is None or state is None:
        kind = "stack" if stack.deck is None else "deck;" + sequences.join([""] * 12 + [stack.deck.name], ";")
        return AddPiece(stack.id, kind, _stack_state(stack, ""))
    read = stack.carried.get("at", state)
    return AddPiece(stack.id, kind, state if _says(stack, read) else _stack_state(stack, state))


def _says(stack: Stack, state: str) -> bool:
    """Whether a state text says of the stack what it is."""
    tokens = sequences.split(state, ";")
    if tokens[:3] != place_of(stack.spot):
        return False
    if stack.deck is None:
        return tuple(token for token in tokens[3:] if not token.startswith("@@")) == stack.members
    cards = sequences.split(tokens[4], ",") if len(tokens) > 4 else []
    return tuple(cards) == stack.members and (tokens[3:4] == ["true"]) == stack.deck.face_down


def _stack_state(stack: Stack, state: str) -> str:
    place = place_of(stack.spot)
    if stack.deck is not None:
        cards = [sequences.join(stack.members, ",")] if stack.members else []
        return sequences.join([*place, "true" if stack.deck.face_down else "false", *cards], ";")
    layers = [token for token in sequences.split(state, ";")[3:] if token.startswith("@@")]
    return sequences.join([*place, *stack.members, *(layers[-1:] or ["@@-1"])], ";")
