"""Sentences are kept with what they were made from, and nothing that was kept makes them say something else."""

from __future__ import annotations

import orjson
from pydantic import TypeAdapter

from adjudicator.findings import Finding
from adjudicator.game.kept_words import DEEPEST, Message, Messages, messages_in, with_messages
from adjudicator.said import Said, say
from adjudicator.words import counted

FOUND = Finding(("1817",), say("{unit} is {far} away", "1st Infantry", counted(3, "hex")))
PLAIN = Finding(("1817",), "1st Infantry is 3 hexes away")
_MESSAGES = TypeAdapter(Messages)


def again(messages: Messages) -> Messages:
    return _MESSAGES.validate_python(orjson.loads(_MESSAGES.dump_json(messages)))


def test_a_sentence_comes_back_with_its_template_and_values() -> None:
    because = with_messages(PLAIN, again(messages_in(FOUND))).because
    assert isinstance(because, Said)
    far = because.values["far"]
    assert isinstance(far, Said)
    assert (because.template, far.several, far.number) == ("{unit} is {far} away", "{number} hexes", 3)


def test_what_an_older_program_kept_stays_english() -> None:
    assert type(with_messages(PLAIN, {}).because) is str


def test_a_message_that_makes_another_text_is_not_believed() -> None:
    other = {PLAIN.because: Message("{unit} did nothing wrong", {"unit": "1st Infantry"})}
    assert type(with_messages(PLAIN, other).because) is str


def test_a_message_too_deep_is_not_believed() -> None:
    deep = Message("x")
    for _ in range(DEEPEST + 2):
        deep = Message("{a}", {"a": deep})
    assert type(with_messages(Finding((), "x"), {"x": deep}).because) is str
