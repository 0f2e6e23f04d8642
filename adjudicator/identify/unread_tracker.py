"""What a module's turn tracker shows and the pack knows no phase or turn by: told once, with the line that would bind it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import field
from difflib import get_close_matches

from adjudicator.lean import dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.pack import Pack
from adjudicator.model.state import TurnTracker
from adjudicator.notes import Note, NoteKind
from adjudicator.said import Said, say, strung

MOST = 12
CLOSE = 0.75
"""How much of two names must be the same for one to be meant by the other; less, and a wrong phase would be proposed."""
TURN_LINE = "turn_pattern = '.*?(?P<turn>[0-9]+).*'"
PHASE_LINE = "phase_pattern = '…(?P<phase>.+)…'"


@dataclass(slots=True)
class UnreadTracker:
    """The texts of a turn tracker that were met and not read. `missing` is whether the tracker itself was never there."""

    phases: dict[str, None] = field(default_factory=dict)
    turns: dict[str, None] = field(default_factory=dict)
    others: dict[str, TurnTracker] = field(default_factory=dict)
    missing: bool = False

    def phase(self, text: str) -> None:
        """A text for a phase that fits none."""
        if text:
            self.phases[text] = None

    def turn(self, text: str) -> None:
        """A text for a turn in which there is no number, or several."""
        self.turns[text] = None

    def tracked(self, found: TurnTracker | None, there: Iterable[TurnTracker]) -> None:
        """The tracker that the binding names, None if it is not among those that are there."""
        self.missing = self.missing or found is None
        if found is None:
            self.others |= {each.name: each for each in there}

    def notes(self, pack: Pack, binding: Binding) -> Iterator[Note]:
        """One note for all phases, one for turns, one for a tracker that the binding does not name as it is called."""
        if not pack.header.sequence.phases:
            return
        if self.missing and self.others and not binding.turn.property:
            yield Note(NoteKind.UNJUDGED, "turn tracker", self._misnamed(pack, binding))
        elif self.phases and not (binding.turn.phase_level or binding.turn.phase_pattern):
            yield Note(NoteKind.UNJUDGED, "phase", self._nowhere(pack, binding))
        elif self.phases:
            yield Note(NoteKind.UNJUDGED, "phase", _unbound(list(self.phases), pack, binding))
        if self.turns and not self.missing:
            shown = strung((f"'{text}'" for text in list(self.turns)[:MOST]), ", ")
            text = say("the module's turn tracker tells the turn as {texts}, in which the pack finds no number", shown)
            yield Note(NoteKind.UNJUDGED, "turn", strung((text, _write(TURN_LINE, pack, binding)), ". "))

    def _misnamed(self, pack: Pack, binding: Binding) -> Said:
        """That there is no tracker of the binding's name, and which there are."""
        names = strung((f"'{name}'" for name in self.others), ", ")
        told = say(
            "the module has no turn tracker '{name}'; it has {names}, so nobody knows turn and phase",
            binding.turn.tracker,
            names,
        )
        return strung((told, _write(f"tracker = {_quoted(next(iter(self.others)))}", pack, binding)), ". ")

    def _nowhere(self, pack: Pack, binding: Binding) -> Said:
        """That the binding does not say which part of the tracker is the phase."""
        told = say(
            "the module's turn tracker says '{text}', and the binding does not say which part of it is the phase",
            next(iter(self.phases)),
        )
        return strung((told, _write(PHASE_LINE, pack, binding)), ". ")


def _unbound(texts: list[str], pack: Pack, binding: Binding) -> Said:
    """That the pack has no phases of these names, what comes near, and what to write."""
    known = [phase.name for phase in pack.header.sequence.phases]
    ids = {phase.name.casefold(): phase.id for phase in pack.header.sequence.phases}
    near = {text: _near(text, known) for text in texts}
    shown = strung((f"'{text}'" for text in texts[:MOST]), ", ")
    told = say("the module's turn tracker says {texts}, and the pack knows no such phase", shown)
    names = list(dict.fromkeys(name for found in near.values() for name in found[:1]))
    knows = say("It knows {names}", strung((f"'{name}'" for name in names or known[:MOST]), ", "))
    pairs = {text: ids[found[0].casefold()] if found else "…" for text, found in near.items()}
    pairs = {**binding.turn.phases, **pairs}
    line = ", ".join(f"{_quoted(text)} = {_quoted(name)}" for text, name in pairs.items())
    return strung((told, knows, _write(f"phases = {{ {line} }}", pack, binding)), ". ")


def _near(text: str, known: Iterable[str]) -> list[str]:
    """The names of phases that come near to a text: the one that has all its words, or the other way round; else by letters."""
    names = {name.casefold(): name for name in known}
    words = text.casefold().split()
    alike = [name for plain, name in names.items() if _within(words, plain.split()) or _within(plain.split(), words)]
    close = (names[each] for each in get_close_matches(text.casefold(), sorted(names), 3, CLOSE))
    return list(dict.fromkeys((*(alike if len(alike) == 1 else ()), *close)))


def _within(words: list[str], others: list[str]) -> bool:
    """Whether each word begins as one of the others does: "move" and "movement"."""
    return len(words) > 1 and all(any(word[:3] == other[:3] for other in others) for word in words)


def _write(line: str, pack: Pack, binding: Binding) -> Said:
    stem = next((name for name, each in pack.bindings.items() if each is binding), "vassal")
    return say("Write into {file} of the pack, under [turn]: {line}", f"bindings/{stem}.toml", line)


def _quoted(text: str) -> str:
    """A TOML string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)
