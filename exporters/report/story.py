"""The story of a game turn by turn, each on one screen: what every side moved, fought, rolled and lost, and what was found."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from adjudicator.audit.record import ActEntry, Audit, RollEntry
from adjudicator.exporters.report.words import shown_at
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.said import say, strung

MOST = 6
"""Deeds of one kind that stand there at once; the others open with a click."""
DEEDS = (say("moved"), say("fought"), say("rolled"), say("lost"))
FOUGHT, LOST = ("attack", "mission", "dogfight"), ("remove", "step loss")
_NUMBER = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True)
class StoryLine:
    """Something done, in a few words, and the step after which the map shows it."""

    text: str
    step: int


@dataclass(frozen=True, slots=True)
class StoryPart:
    """What one side or player did in a turn."""

    who: str
    moved: tuple[StoryLine, ...]
    fought: tuple[StoryLine, ...]
    rolled: tuple[StoryLine, ...]
    lost: tuple[StoryLine, ...]

    @property
    def columns(self) -> tuple[tuple[str, tuple[StoryLine, ...], tuple[StoryLine, ...]], ...]:
        """Each list under its heading: what stands there at once, and the rest."""
        lists = zip(DEEDS, (self.moved, self.fought, self.rolled, self.lost), strict=True)
        return tuple((name, deeds[:MOST], deeds[MOST:]) for name, deeds in lists)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn by its number ("" where nobody knows it), who did what in it, and the findings (by their place in the list)."""

    name: str
    parts: tuple[StoryPart, ...]
    findings: tuple[int, ...]
    step: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """Part of a game: a "turn" or a "file" by its name, with its first and last step, counted through all logs."""

    kind: str
    name: str
    first: int
    last: int


def chapters(audit: Audit) -> tuple[Chapter, ...]:
    """The turns one after another, as far as anybody tells them, then the files, if there are several with steps."""
    turn_of = turn_of_step(audit)
    turns = groupby(audit.steps, key=lambda each: turn_of(each.step, each.turn) or each.turn)
    found = [(name, [each.step for each in same]) for name, same in turns]
    made = (
        [Chapter("turn", name, steps[0], steps[-1]) for name, steps in found] if any(name for name, _ in found) else []
    )
    logs = [file for file in audit.files if file.steps]
    if len(logs) > 1:
        made += [Chapter("file", file.name, file.first, file.first + file.steps - 1) for file in logs]
    return tuple(made)


def story(audit: Audit) -> tuple[Turn, ...]:
    """The turns in which anything was done, in order of play."""
    turn_of = turn_of_step(audit)
    acts = [(turn_of(act.steps[-1], act.turn), act) for act in audit.acts if act.steps and not act.undone]
    rolls = [(turn_of(roll.step, roll.turn), roll) for roll in audit.rolls]
    found = list(zip(audit.findings, shown_at(audit), strict=True))
    turns = []
    for name, same in groupby(acts, key=lambda pair: pair[0]):
        played = [act for _, act in same]
        parts = tuple(_parts(audit, played, [roll for turn, roll in rolls if turn == name]))
        if parts:
            turns.append(Turn(name, parts, tuple(_found_in(name, found, turn_of)), played[-1].steps[-1]))
    return tuple(turns)


def turn_of_step(audit: Audit) -> Callable[[int, str], str]:
    """Tells the turn of a step: as the rules know it, else the first number that the turn tracker shows."""
    known = [(each.first, each.turn) for each in audit.phases if each.turn]
    firsts = [first for first, _ in known]

    def turn_of(step: int, tracker: str) -> str:
        at = bisect_right(firsts, step) - 1
        if at >= 0:
            return str(known[at][1])
        number = _NUMBER.search(tracker)
        return number[0] if number else ""

    return turn_of


def _found_in(name: str, found: Sequence[tuple[Finding, int]], turn_of: Callable[[int, str], str]) -> Iterator[int]:
    for place, (finding, step) in enumerate(found):
        if (str(finding.turn) if finding.turn else turn_of(step, "")) == name:
            yield place


def _parts(audit: Audit, acts: Sequence[ActEntry], rolls: Sequence[RollEntry]) -> Iterator[StoryPart]:
    """What each side did, in the order in which they first did anything."""
    who = audit.doer
    names = dict.fromkeys([*(who(act) for act in acts), *(who(roll) for roll in rolls)])
    for name in names:
        mine = [act for act in acts if who(act) == name]
        part = StoryPart(
            name,
            tuple(_moves(mine)),
            tuple(_fights(mine)),
            tuple(_rolled(roll) for roll in rolls if who(roll) == name),
            tuple(_losses(audit, mine)),
        )
        if any(deeds for _, deeds, _ in part.columns):
            yield part


def _moves(acts: Iterable[ActEntry]) -> Iterator[StoryLine]:
    """Who went from where to where; what moved on several times is told once, from its first place to its last."""
    ways: dict[tuple[str, ...], list[ActEntry]] = {}
    for act in acts:
        if act.kind == "move":
            ways.setdefault(tuple(counter.id or str(act.number) for counter in act.counters), []).append(act)
    for steps in ways.values():
        first, last = steps[0].path, steps[-1].path
        between = f" {first[0].name} – {last[-1].name}" if first and last else ""
        yield StoryLine(strung((_names(steps[0]), between)), steps[-1].steps[-1])


def _fights(acts: Iterable[ActEntry]) -> Iterator[StoryLine]:
    """The attacks; one that was declared and then fought is told once, with its result."""
    told = [StoryLine(act.text, act.steps[-1]) for act in acts if act.kind in FOUGHT]
    for place, deed in enumerate(told):
        if not any(later.text.startswith(deed.text) for later in told[place + 1 :]):
            yield deed


def _losses(audit: Audit, acts: Iterable[ActEntry]) -> Iterator[StoryLine]:
    """What was taken off the map or lost a step; under rules only units are counted, since markers come and go."""
    lost = [act for act in acts if act.kind in LOST and (act.verdict or not audit.pack)]
    for words, same in groupby(lost, key=lambda act: (_names(act), act.kind)):
        alike = list(same)
        step = say(" (a step)") if words[1] == "step loss" else ""
        count = say("{count} × ", len(alike)) if len(alike) > 1 else ""
        yield StoryLine(strung((count, words[0], step)), alike[-1].steps[-1])


def _rolled(roll: RollEntry) -> StoryLine:
    after = say(" ({followed})", roll.followed) if roll.aftermath else ""
    return StoryLine(say("{what}: {thrown}{after}", roll.what, roll.thrown, after), roll.step)


def _names(act: ActEntry) -> str:
    names = [counter.name for counter in act.counters]
    if not names:
        return act.text
    return names[0] if len(names) == 1 else say("{name} and {count} more", names[0], len(names) - 1)
