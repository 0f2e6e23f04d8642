"""Phases that players announce in the chat: a binding's [[chat]] lines of the kind "phase" say how."""

from __future__ import annotations

import re

from adjudicator.model.binding import Binding
from adjudicator.model.chat import said_in
from adjudicator.model.pack import Pack
from adjudicator.model.phases import phases_called
from adjudicator.model.sequence import CHAT, Told
from adjudicator.patterns import fullmatch

LONGEST = 200


def announced_phase(text: str, side: str, binding: Binding, pack: Pack) -> Told | None:
    """The phase and turn that a line of chat tells, None if it tells none or names one that the pack does not have.

    Where several sides have such a phase and the line does not say whose, it is that of `side`, the speaker's.
    """
    rules = [rule for rule in binding.chat if rule.kind == "phase"]
    if not rules or len(text) > LONGEST:
        return None
    words = said_in(text)
    for rule in rules:
        match = fullmatch(rule.pattern, words, re.IGNORECASE)
        if match is not None:
            told = _told(
                {**rule.values, **{name: said for name, said in match.groupdict().items() if said}}, binding, pack
            )
            if told is not None:
                return told.of_side(side)
    return None


def _told(values: dict[str, str], binding: Binding, pack: Pack) -> Told | None:
    """What the groups of a line say together."""
    name, whose, turn = (values.get(key, "") for key in ("phase", "side", "turn"))
    phases = phases_called(binding.turn.phases.get(name, name), pack) if name else ()
    of_side = phases_called(_side(whose, binding), pack) if whose else ()
    if whose:
        phases = tuple(phase for phase in of_side if phase in phases or not name)
    if (name or whose) and not phases:
        return None
    number = int(turn) if turn.isdecimal() and len(turn) < 7 else 0
    return Told(phases, number, CHAT) if phases or number else None


def _side(word: str, binding: Binding) -> str:
    """A side by what the module calls it, or as it was said."""
    named = {name.casefold(): side for name, side in binding.sides.items()}
    return named.get(word.casefold(), word)
