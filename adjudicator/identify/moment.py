"""The moment of a state: turn, phase and conditions, as a module's tracker and properties tell them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from adjudicator.model.pack import Binding, Pack
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind


class MomentReader:
    """Reads the moment of a state. `strange` holds what the file said of a condition in words that the pack does not know.

    A moment that is given overrides what the module's turn tracker says, conditions that are given add to it.
    """

    def __init__(
        self, pack: Pack, binding: Binding, given: Moment | None = None, conditions: Mapping[str, str] | None = None
    ) -> None:
        self._pack = pack
        self._binding = binding
        self._given = given or Moment()
        self._conditions = dict(conditions or {})
        self.strange: dict[str, str] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the file says of conditions and the pack cannot take up."""
        return tuple(self._unread(name, value) for name, value in self.strange.items())

    def moment(self, state: GameState) -> Moment:
        """Turn, phase and conditions."""
        turn, phase = self._tracked(state)
        conditions = dict(self._read_conditions(state)) | dict(self._given.conditions) | self._conditions
        return Moment(self._given.turn or turn, self._given.phase or phase, tuple(sorted(conditions.items())))

    def values(self, state: GameState) -> dict[str, str]:
        """The numbers that the module keeps in global properties, by the pack's names."""
        return dict(_properties(state, self._binding.values))

    def _unread(self, name: str, value: str) -> Note:
        known = " or ".join(self._pack.values_of(name))
        text = f"the file gives {name} as '{value}', which is not {known}: taken as not known (--condition {name}=... says it)"
        return Note(NoteKind.GUESSED, name, text)

    def _read_conditions(self, state: GameState) -> Iterator[tuple[str, str]]:
        """What the module's properties say of the moment, in the pack's words; a value that it has no word for is not known."""
        for name, value in _properties(state, self._binding.conditions):
            known = self._pack.values_of(name)
            word = "_".join(value.casefold().split())
            if not known or value in known:
                yield name, value
            elif word in known:
                yield name, word
            else:
                self.strange[name] = value

    def _tracked(self, state: GameState) -> tuple[int, Phase | None]:
        told = self._binding.turn
        texts = {told.property: _property(state, told.property)} if told.property else {}
        tracker = next((each for each in state.trackers if each.name == told.tracker), None)
        levels = dict(tracker.values) if tracker else {}
        turn_text = levels.get(told.turn_level, texts.get(told.property, str(tracker) if tracker else ""))
        phase_text = levels.get(told.phase_level, texts.get(told.property, str(tracker) if tracker else ""))
        digits = _group(told.turn_pattern or r"\D*(?P<turn>\d{1,6})\D*", turn_text, "turn")
        name = _group(told.phase_pattern, phase_text, "phase") if told.phase_pattern else phase_text
        return int(digits) if digits.isdigit() else 0, _phase(self._pack, told.phases.get(name, name))


def _properties(state: GameState, wanted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, prop in wanted.items():
        value = _property(state, prop)
        if value:
            yield name, value


def _property(state: GameState, name: str) -> str:
    return next((value for (_, key), value in sorted(state.properties.items()) if key == name), "")


def _phase(pack: Pack, name: str) -> Phase | None:
    found = pack.phase(name)
    if found is not None or not name:
        return found
    return next((phase for phase in pack.header.sequence.phases if phase.name.casefold() == name.casefold()), None)


def _group(pattern: str, text: str, name: str) -> str:
    match = re.fullmatch(pattern, text, re.DOTALL)
    return (match.groupdict().get(name) or "") if match else ""
