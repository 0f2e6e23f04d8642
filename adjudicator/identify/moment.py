"""The moment of a state: turn, phase and conditions, as a module's tracker and properties tell them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import is_

from adjudicator.identify.announced import announced_phase
from adjudicator.identify.unread_tracker import UnreadTracker
from adjudicator.lean import dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.chat import plain, taken_back
from adjudicator.model.events import Say, SetProperty, SetTurn
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.phases import phases_called
from adjudicator.model.sequence import OPTION, TRACKER, Moment, Phase, Stretch, Told
from adjudicator.model.state import Event, GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.patterns import fullmatch

_NOTHING = Told()


@dataclass(frozen=True, slots=True)
class Telling:
    """A line of chat that told a phase, or what the tracker came to show; and what of the chat holds from then on."""

    by: str | Told
    heard: Told


class MomentReader:
    """Reads the moment of a state. `strange` holds what the file said of a condition in words that the pack does not know.

    What is said of steps, and a moment that is given, override all else; then what was said in the chat last, as long as
    the module's turn tracker shows the same as then; then the tracker. Conditions that are given add to what it says.
    What is taken back while `undoing` was never told.
    """

    def __init__(
        self,
        pack: Pack,
        binding: Binding,
        given: Moment | None = None,
        conditions: Mapping[str, str] | None = None,
        stretches: tuple[Stretch, ...] = (),
    ) -> None:
        self._pack = pack
        self._binding = binding
        self._asked = {binding.turn.property, *binding.values.values(), *binding.conditions.values()}
        given = given or Moment()
        self.stretches = (*stretches, Stretch.always(Told(given.possible, given.turn, given.told_by or OPTION)))
        self._conditions = dict(given.conditions) | dict(conditions or {})
        self.strange: dict[str, str] = {}
        self.unread = UnreadTracker()
        self._texts = ("", "")
        self.step = 0
        self.undoing = False
        self.tellings: tuple[Telling, ...] = ()
        self._now: tuple[int, tuple[Phase, ...]] = (0, ())
        self._since = 0
        self._last: tuple[tuple[object, ...], Moment] = ((), Moment())

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the file says of phases and conditions and the pack cannot take up."""
        conditions = tuple(self._unread(name, value) for name, value in self.strange.items())
        return (*self.unread.notes(self._pack, self._binding), *conditions)

    @property
    def heard(self) -> Told:
        """What the chat tells of the moment now."""
        return self.tellings[-1].heard if self.tellings else _NOTHING

    def moment(self, state: GameState) -> Moment:
        """Turn, phase and conditions; of most steps those of the step before, which nothing has changed."""
        of_step = tuple([each.told for each in self.stretches if self.step in each])
        asked = (state.trackers, state.properties, self.heard, *of_step)
        known, moment = self._last
        if len(known) != len(asked) or not all(map(is_, known, asked)):
            moment = self._read(state, of_step)  # which may drop what was heard
            self._last = (state.trackers, state.properties, self.heard, *of_step), moment
        return moment

    def _read(self, state: GameState, of_step: tuple[Told, ...]) -> Moment:
        shown = self._tracked(state)
        self._note_shown(shown)
        said = [*of_step, self.heard, shown]
        turn = next((told.turn for told in said if told.turn), 0)
        phases, by = next(((told.phases, told.by) for told in said if told.phases), ((), ""))
        turn_text, phase_text = self._texts
        if not turn and turn_text:
            self.unread.turn(turn_text)
        if not phases:
            self.unread.phase(phase_text)
        conditions = tuple(sorted((dict(self._read_conditions(state)) | self._conditions).items()))
        if self._now != (turn, phases):
            self._now, self._since = (turn, phases), self.step
        if len(phases) == 1:
            return Moment(turn, phases[0], conditions, (), by, self._since)
        return Moment(turn, None, conditions, phases, by, self._since)

    def _note_shown(self, shown: Told) -> None:
        """Note what the tracker shows, if it is another thing than before; what was said in the chat holds no longer."""
        trackings = [at for at, each in enumerate(self.tellings) if isinstance(each.by, Told)]
        if trackings and self.tellings[trackings[-1]].by == shown:
            return
        if self.undoing and len(trackings) > 1 and self.tellings[trackings[-2]].by == shown:
            self._drop(trackings[-1])
            return
        self.tellings = (*self.tellings, Telling(shown, _NOTHING))

    def hear(self, text: str, side: str) -> bool:
        """Whether a line of chat, spoken by somebody of a side, tells a phase or turn; if so, that holds from now on."""
        told = announced_phase(text, side, self._binding, self._pack)
        if told is None:
            return False
        heard = Told(told.phases or self.heard.phases, told.turn or self.heard.turn, told.by)
        self.tellings = (*self.tellings, Telling(plain(text), heard))
        return True

    def takes_back(self, text: str) -> bool:
        """Whether a line of chat says that one which told a phase or turn is taken back; then what was told before it holds."""
        line = plain(taken_back(text))
        at = next((i for i in reversed(range(len(self.tellings))) if line and self.tellings[i].by == line), -1)
        if at >= 0:
            self._drop(at)
        return at >= 0

    def _drop(self, at: int) -> None:
        self.tellings = (*self.tellings[:at], *self.tellings[at + 1 :])

    def tells(self, event: Event) -> bool:
        """Whether an event may tell a phase or turn, or take back that one was told."""
        match event:
            case SetTurn():
                return True
            case SetProperty(name=name):
                return bool(name) and name == self._binding.turn.property
            case Say(text, player):
                line = taken_back(text)
                return bool(line or player) and announced_phase(line or text, "", self._binding, self._pack) is not None
        return False

    def asks_for(self, event: SetProperty | SetTurn) -> bool:
        """Whether an event may change what is read of a state."""
        return isinstance(event, SetTurn) or event.name in self._asked

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

    def _tracked(self, state: GameState) -> Told:
        told = self._binding.turn
        texts = {told.property: _by_name(state.properties).get(told.property, "")} if told.property else {}
        tracker = next((each for each in state.trackers if each.name == told.tracker), None)
        levels = {f"#{count}": value for count, (_, value) in enumerate(tracker.values, 1)} if tracker else {}
        levels |= dict(tracker.values) if tracker else {}
        turn_text = levels.get(told.turn_level, texts.get(told.property, str(tracker) if tracker else ""))
        phase_text = levels.get(told.phase_level, texts.get(told.property, str(tracker) if tracker else ""))
        digits = _group(told.turn_pattern or r"\D*(?P<turn>\d{1,6})\D*", turn_text, "turn")
        name = _group(told.phase_pattern, phase_text, "phase") if told.phase_pattern else phase_text
        phases = phases_called(told.phases.get(name, name), self._pack)
        self._texts = (turn_text, name or phase_text)
        self.unread.tracked(tracker, state.trackers)
        return Told(phases, int(digits) if digits.isdigit() else 0, TRACKER)


def _properties(state: GameState, wanted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    known = _by_name(state.properties) if wanted else {}
    for name, prop in wanted.items():
        if value := known.get(prop, ""):
            yield name, value


@remembered(4)
def _by_name(properties: Mapping[tuple[str, str], str]) -> Mapping[str, str]:
    """What the properties are by their names alone: of several containers with one of that name the first counts."""
    first: dict[str, str] = {}
    for container, name in properties:
        if name not in first or container < first[name]:
            first[name] = container
    return {name: properties[container, name] for name, container in first.items()}


def _group(pattern: str, text: str, name: str) -> str:
    match = fullmatch(pattern, text, re.DOTALL)
    return (match.groupdict().get(name) or "") if match else ""
