"""Dice that a module reports in its own words: patterns that a game's folder teaches, and patterns offered for lines of chat.

A pattern is a regular expression that fits a whole line of chat, as it reads without colours and HTML. Its group `result`
holds what fell (`3, 5` or `INFx1 XSWx2`), `player` who threw, if the line says it.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence

from pydantic import Field, field_validator

from adjudicator.lean import dataclass, replace
from adjudicator.model.chat import plain
from adjudicator.model.events import GameLog, Roll, Say, TakeSeat
from adjudicator.model.state import Event, Seat
from adjudicator.model.theatre import Table
from adjudicator.patterns import Expression, fullmatch
from adjudicator.said import say

LONGEST = 300
MOST_DICE = 40
_WORDS = (
    *("roll", "rolls", "rolled", "throw", "throws", "threw", "dice", "die"),
    *(
        "würfel",
        "würfelt",
        "wirft",
        "wurf",
        "lance",
        "lancé",
        "jet",
        "jette",
        "dés",
        "tira",
        "tirada",
        "lanza",
        "dado",
        "dados",
    ),
)
"""Words that a line about a roll holds, in the languages of modules that we know."""
_VERB = rf"\b(?:{'|'.join(_WORDS)})\b"
_LOOKS_LIKE = re.compile(
    rf"(?P<head>.*?{_VERB}[^:=→]{{0,60}}(?::|=|->|→|⇒) ?)(?P<result>[^:=]{{1,80}}?)(?P<tail>[\])}}*!. ]*)", re.I
)
_BEFORE_VERB = re.compile(rf"(?P<lead>[*\[({{ -]*)(?P<player>[^:=]{{1,60}}?) (?={_VERB})", re.I)
_TOKEN = re.compile(r"(?P<word>[^\W\d_][\w'-]{0,19}?|-?\d{1,4})(?:x(?P<count>\d{1,2}))?")
_TIMES = re.compile(r"(?<=\w) ?[x×] ?(?=\d{1,2}\b)")
_BETWEEN = re.compile(r"[ ,;+/|&]+")


class DicePattern(Table):
    """How a module, or a program beside it, reports a roll."""

    pattern: Expression = Field(
        description="A regular expression for the whole line; its group `result` holds what fell."
    )
    name: str = Field("dice", description="What to call these dice.")
    sides: int = Field(0, description="How many faces a die has; 0 if the figures shall not be tested.", ge=0, le=1000)
    faces: list[str] = Field(
        [], description="The words on a die's faces, in order, a word as often as it stands there."
    )

    @field_validator("pattern")
    @classmethod
    def _is_a_pattern(cls, written: str) -> str:
        if "result" not in re.compile(written).groupindex:
            raise ValueError("wants a group (?P<result>…) for what fell")
        return written

    def read(self, said: Say, seats: Sequence[Seat]) -> Roll | None:
        """The roll that a line tells, None if it does not fit or tells no result. What a player typed himself stays marked."""
        line = plain(said.text)
        match = fullmatch(self.pattern, line) if len(line) <= LONGEST else None
        results = results_in(match["result"] or "") if match else ()
        if match is None or not results:
            return None
        name = match.groupdict().get("player") or ""
        called = {seat.player: seat for seat in seats if name in (seat.name, seat.called)}
        player = next(iter(called)) if len(called) == 1 else name
        numbers = all(each.lstrip("-").isdecimal() for each in results)
        dice = tuple(map(int, results)) if numbers else tuple(map(self._face, results))
        return Roll(
            self.name,
            dice,
            said.text,
            said.player or player,
            sides=(self.sides or len(self.faces)) if numbers or all(dice) else 0,
            symbols=() if numbers else results,
            typed=bool(said.player),
            untested=say("several players are called {name}", plain(name)) if len(called) > 1 else "",
        )

    def _face(self, word: str) -> int:
        """A word's face counted from 1; 0 if the die has it on several faces or none."""
        return self.faces.index(word) + 1 if self.faces.count(word) == 1 else 0


@dataclass(frozen=True, slots=True)
class PatternProposal:
    """A pattern for lines that look like rolls: one of them, what would be read in it, and how many there are."""

    pattern: str
    example: str
    results: tuple[str, ...]
    count: int

    @property
    def toml(self) -> str:
        """What to write into `adjudicator.toml`."""
        quoted = f"'{self.pattern}'" if "'" not in self.pattern else f"'''{self.pattern}'''"
        return f"[[dice]]\npattern = {quoted}"


def taught(log: GameLog, patterns: Sequence[DicePattern]) -> GameLog:
    """The log with the lines that fit a pattern as rolls."""
    if not patterns:
        return log
    seats = list(log.start.seats)
    steps = []
    for step in log.steps:
        events = tuple(_taught(step.events, patterns, seats))
        steps.append(step if events == step.events else replace(step, events=events))
    return replace(log, steps=tuple(steps))


def proposals(lines: Iterable[str]) -> tuple[PatternProposal, ...]:
    """Patterns for those lines of chat that look like rolls, the one that fits most lines first."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    known: Tally[str] = Tally()
    for line in lines:
        words = plain(line)
        fitting = next((each for each in found if re.fullmatch(each, words)), None)
        made = None if fitting else _proposed(words)
        if made is not None:
            found[made[0]] = words, made[1]
        if pattern := fitting or (made and made[0]):
            known[pattern] += 1
    return tuple(PatternProposal(pattern, *found[pattern], count) for pattern, count in known.most_common())


def results_in(text: str) -> tuple[str, ...]:
    """What fell, die by die: "3, 5" are two dice, "INFx1 XSWx2" three; nothing if anything in it is no result."""
    results: list[str] = []
    for part in _BETWEEN.split(_TIMES.sub("x", text.strip())):
        token = _TOKEN.fullmatch(part)
        if token is None:
            return ()
        results += [token["word"]] * int(token["count"] or 1)
    return tuple(results) if len(results) <= MOST_DICE else ()


def _taught(events: Iterable[Event], patterns: Sequence[DicePattern], seats: list[Seat]) -> Iterator[Event]:
    for event in events:
        if isinstance(event, TakeSeat):
            seats.append(event.seat)
        rolled = (each.read(event, seats) for each in patterns) if isinstance(event, Say) else ()
        yield next((roll for roll in rolled if roll is not None), event)


def _proposed(line: str) -> tuple[str, tuple[str, ...]] | None:
    """A pattern for a line and what it reads in it; None for a line that does not look like a roll."""
    match = _LOOKS_LIKE.fullmatch(line) if len(line) <= LONGEST else None
    results = results_in(match["result"]) if match else ()
    if match is None or not any(each.isupper() or each.lstrip("-").isdecimal() for each in results):
        return None
    pattern = f"{_general(match['head'])}(?P<result>.+?){_escaped(match['tail'])}"
    read = re.fullmatch(pattern, line)
    return (pattern, results) if read and results_in(read["result"]) == results else None


def _general(head: str) -> str:
    """The words before a result, for other throws too: any player, any number of dice."""
    who = _BEFORE_VERB.match(head)
    lead = f"{_escaped(who['lead'])}(?P<player>.+?)" if who else ""
    rest = re.sub(r" (dice|die)\b", r" (?:dice|die)", _escaped(head[who.end("player") :] if who else head))
    return lead + re.sub(r"\d+", r"\\d+", rest)


def _escaped(text: str) -> str:
    """Text as a pattern of itself; spaces need no backslash."""
    return re.escape(text).replace("\\ ", " ")
