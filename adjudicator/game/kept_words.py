"""Sentences in what is kept: beside the English text its templates and values, so that it can still be told in any language.

What an older program kept has none, and stays English; so does what does not make the text that it stands beside.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, TypeVar

from pydantic import Field

from adjudicator.lean import dataclass
from adjudicator.said import Said, made, retold

DEEPEST = 24
"""How far sentences may lie within one another."""
_Text = Annotated[str, Field(max_length=20_000)]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Message:
    """What a sentence was made from."""

    template: _Text
    values: Annotated[dict[str, _Text | Message], Field(max_length=400)] = field(default_factory=dict)
    several: _Text = ""
    number: int = 1


Messages = dict[str, Message]
"""By the English text."""


def messages_in(value: object) -> Messages:
    """The sentences in a record."""
    found: Messages = {}

    def kept(text: str) -> str:
        if isinstance(text, Said) and text.template:
            found[str(text)] = _message(text)
        return text

    retold(value, kept)
    return found


def with_messages(value: T, messages: Messages) -> T:
    """A record read again, with its sentences."""
    told: T = retold(value, lambda text: _sentence(text, messages)) if messages else value
    return told


def _message(said: Said) -> Message:
    values = {name: _message(each) if isinstance(each, Said) else each for name, each in said.values.items()}
    return Message(said.template, values, said.several, said.number)


def _sentence(text: str, messages: Messages) -> str:
    message = messages.get(text)
    said = _made(message, DEEPEST) if message is not None else None
    return said if said is not None and said == text else text


def _made(message: Message, deepest: int) -> Said | None:
    """The sentence of a message, None if it is too deep."""
    values: dict[str, str] = {}
    for name, each in message.values.items():
        inner = each if isinstance(each, str) else _made(each, deepest - 1) if deepest else None
        if inner is None:
            return None
        values[name] = inner
    return made(message.template, values, message.several, message.number)
