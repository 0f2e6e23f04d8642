"""When: in which phases, turns and conditions, under which options and readings a term holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import OptionName, PhaseName, ReadingName
from adjudicator.record.position import Position
from adjudicator.said import say

_OPTION = "option."
Turns = Annotated[int, Field(ge=1)] | Annotated[str, Field(pattern=r"^[1-9][0-9]*(-([1-9][0-9]*)?)?$")]
"""A game turn, or several: 7, "7", "1-3", "9-"."""


class When(Table):
    """A restriction in time; every key that is given must fit, an empty one always holds."""

    phases: frozenset[PhaseName] = frozenset()
    """Phases by id, kind or tag, in one of which it is: ["movement"]."""

    without_phases: frozenset[PhaseName] = frozenset()
    """Phases by id, kind or tag, in none of which it is: ["first_movement"]."""

    phasing: Literal["", "own", "enemy"] = ""
    """Whose phase it is, seen from the side that the term is asked for: "own" or "enemy"; "" = anybody's."""

    conditions: Mapping[str, frozenset[str]] = {}
    """Conditions of the moment, each with the values of which it has one: { season = ["winter"] }."""

    without_conditions: Mapping[str, frozenset[str]] = {}
    """Conditions of the moment, each with the values of which it has none. Example: `without_conditions = { weather =
    ["mud"] }`"""

    turns: tuple[Turns, ...] = ()
    """Game turns, in one of which it is; "1-3" is several, "9-" from the ninth on. Example: `turns = ["1-3", 7]`"""

    without_turns: tuple[Turns, ...] = ()
    """Game turns, in none of which it is. Example: `without_turns = [9]`"""

    first_turn: int = 0
    """The game turn from which on it holds; 0 = from the first."""

    last_turn: int = 0
    """The last game turn in which it holds; 0 = to the end."""

    options: frozenset[OptionName] = frozenset()
    """Optional rules that are all in play: chosen, or stood for by a marker on the table with the tag "option.NAME"."""

    without_options: frozenset[OptionName] = frozenset()
    """Optional rules none of which is in play: ["rail_conversion"]."""

    readings: Mapping[ReadingName, str] = {}
    """Readings that must be chosen so: { "7.2" = "radius-and-line" }."""

    def __hash__(self) -> int:
        return hash((self.phases, self.phasing, self.first_turn, self.last_turn, self.turns, self.options))

    @cached_property
    def always(self) -> bool:
        """Whether it is no restriction at all."""
        return self == When()

    def holds(self, position: Position, side: str) -> Known:
        """Whether it applies to a side now; open where the moment does not tell."""
        if self.always:
            return YES
        if not self.in_play(position):
            return NO
        return self.at(position.moment, side, position.pack)

    def at(self, moment: Moment, side: str, pack: Pack) -> Known:
        """Whether a moment is as it asks, whatever options and readings it asks for."""
        return all_of(self._answers(moment, side, pack.header.announced))

    def _answers(self, moment: Moment, side: str, announced: frozenset[str]) -> Iterator[Known]:
        """What each key that is given says of a moment."""
        if self.phases or self.without_phases:
            yield self._phase(moment)
        if self.phasing:
            yield Known.of((moment.phasing == side) == (self.phasing == "own")) if moment.phasing else _PHASING_UNKNOWN
        if self.first_turn or self.last_turn or self.turns or self.without_turns:
            yield self._turn(moment.turn)
        for name, wanted in self.conditions.items():
            yield _condition(moment, name, wanted, announced=name in announced)
        for name, barred in self.without_conditions.items():
            yield ~_condition(moment, name, barred, announced=name in announced)

    def in_play(self, position: Position) -> bool:
        """Whether options and readings let it hold at all."""
        if self.options or self.without_options:
            chosen = options_in_play(position)
            if not self.options <= chosen or self.without_options & chosen:
                return False
        chosen_readings = position.pack.chosen
        return all(chosen_readings.get(reading) == answer for reading, answer in self.readings.items())

    def _phase(self, moment: Moment) -> Known:
        answers = {self._during(phase) for phase in moment.possible}
        return Known.of(answers.pop()) if len(answers) == 1 else _PHASE_UNKNOWN

    def _during(self, phase: Phase) -> bool:
        return (not self.phases or bool(phase.names & self.phases)) and not phase.names & self.without_phases

    def _turn(self, turn: int) -> Known:
        return Known.of(self.at_turn(turn)) if turn else _TURN_UNKNOWN

    def at_turn(self, turn: int) -> bool:
        """Whether it may hold in a game turn."""
        within = turn >= self.first_turn and (not self.last_turn or turn <= self.last_turn)
        listed = not self.turns or _is_among(turn, self.turns)
        return within and listed and not _is_among(turn, self.without_turns)


ALWAYS = When()
"""No restriction in time."""

_PHASE_UNKNOWN = Known.open(say("the phase"))
_PHASING_UNKNOWN = Known.open(say("whose phase it is"))
_TURN_UNKNOWN = Known.open(say("the turn"))


def options_in_play(position: Position) -> frozenset[str]:
    """The options chosen, and those that a marker on the table stands for (its type's tag "option.NAME")."""
    if not _has_option_markers(position.pack):
        return position.pack.options
    return position.pack.options | _laid(position.markers, position.pack.header.out_of_play)


def _is_among(turn: int, spans: tuple[Turns, ...]) -> bool:
    return any(first <= turn and (not last or turn <= last) for first, last in map(_span, spans))


def _span(told: Turns) -> tuple[int, int]:
    """The first turn and the last, 0 if it goes on to the end."""
    first, dash, last = str(told).partition("-")
    return int(first), int(last or 0) if dash else int(first)


def _condition(moment: Moment, name: str, wanted: frozenset[str], *, announced: bool) -> Known:
    value = moment.condition(name)
    if value is None:
        return NO if announced else Known.open(name.replace("_", " "))
    return Known.of(value in wanted)


@remembered(16)
def _has_option_markers(pack: Pack) -> bool:
    return any(tag.startswith(_OPTION) for kind in pack.markers.values() for tag in kind.tags)


@remembered(16)
def _laid(markers: Mapping[str, Marker], away: frozenset[str]) -> frozenset[str]:
    """The options that these markers stand for, but for those in boxes away from the table."""
    tags = (tag for each in markers.values() if each.hex or each.location not in away for tag in each.type.tags)
    return frozenset(tag.removeprefix(_OPTION) for tag in tags if tag.startswith(_OPTION))
