"""The rolls of a game in their order: by whom, when, for what if he said so, and what came of them.

An undo says each line of chat again that it takes back (`Chatter.DisplayText`), so that it is tied to the roll whose line it
says. One that says no line may have taken back a roll that the program showed in a window: that stays open.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.audit.chain import FileLink, Joint, Recorded
from adjudicator.audit.dice import DiceRoll, untested
from adjudicator.audit.record import ActEntry, RollEntry, StepEntry
from adjudicator.audit.table_acts import RESULT, Ledger, takes_back
from adjudicator.lean import dataclass, replace
from adjudicator.model.chat import plain, taken_back
from adjudicator.model.events import Carried, Roll, Say, SetProperty, Step, Undo
from adjudicator.model.state import GameState

LONGEST_PURPOSE = 200
WORDS = ("chat", "report", "roll")

_SAID_BY_AN_UNDO = re.compile(r"(?:\* \w[^*:：]{0,40}[:：] ?)+")
"""What an undo sets before the line that it takes back, in any language; twice if it takes back an undo."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """What an undo tells of rolls: a `line` that it says again, or the `button` whose last result it sets back, or neither.

    `within` = the log marks it as an undo; logs of VASSAL 3.0 have the line alone.
    """

    step: int
    file: str
    line: str = ""
    button: str = ""
    within: bool = True


@dataclass(slots=True)
class Undoings:
    """Gathers the undos of a game from its steps in order; `found` are those so far that may concern a roll."""

    found: list[Undoing] = field(default_factory=list)
    _file: str = ""
    _undoing: bool = False
    _buttons: list[str] = field(default_factory=list)
    _tells: bool = False

    def take(self, step: Step, number: int, file: str) -> None:
        """Enter one step of a file, with its number through the game."""
        if file != self._file:
            self._file, self._undoing = file, False
        for event in step.events:
            match event:
                case Undo(begins):
                    if self._undoing:
                        self._end(number)
                    self._undoing, self._tells = begins, False
                    self._buttons.clear()
                case Say(text) if self._undoing or taken_back(text):
                    self._tells = True
                    self.found.append(Undoing(number, file, text, within=self._undoing))
                case SetProperty(name=name) if name.endswith(RESULT):
                    self._buttons.append(name.removesuffix(RESULT))
                case Carried():
                    pass
                case _:
                    self._tells = True

    def _end(self, number: int) -> None:
        """An undo is over; one that says no line and touches nothing else may be that of a roll which no line reports."""
        if not self._tells:
            self.found += [Undoing(number, self._file, button=name) for name in self._buttons or [""]]


def rolls_of(step: Step, entry: StepEntry, before: GameState, file: str) -> Iterator[tuple[RollEntry, DiceRoll]]:
    """The rolls in one step: as told, and as figures."""
    for event in step.events:
        if isinstance(event, Roll):
            side = before.side_of(event.player)
            player, what, text = plain(event.player), plain(event.name), plain(event.text)
            figures = DiceRoll(
                file,
                entry.step,
                player,
                what,
                event.dice,
                event.sides,
                event.text,
                plus=event.plus,
                sum_of=event.sum_of,
                typed=event.typed,
                untested=event.untested,
                odds=event.odds,
                draws=event.draws,
            )
            told = RollEntry(
                entry.step,
                file,
                entry.file_step,
                player,
                plain(side),
                what,
                event.dice,
                event.sides,
                text,
                turn=entry.turn,
                symbols=tuple(map(plain, event.symbols)),
                untested=untested(figures),
            )
            yield told, figures


def with_circumstances(
    rolls: Sequence[tuple[RollEntry, DiceRoll]],
    undoings: Sequence[Undoing],
    ledger: Ledger,
    files: Sequence[Recorded],
    links: Sequence[FileLink],
) -> tuple[RollEntry, ...]:
    """The rolls with what was said before them and what followed at once: facts, not accusations."""
    acts, steps = ledger.acts, ledger.steps
    dropped = {link.with_file for link in links if link.joint is Joint.RESTART} | _passed_over(files, links)
    chat = {step: act for act in acts if act.kind == "chat" for step in act.steps}
    deeds = sorted(act.steps[0] for act in acts if act.kind not in WORDS)
    standing = sorted(act.steps[-1] for act in acts if act.kind not in WORDS and not act.undone)
    back = _taken_back(rolls, undoings, dropped, _stretches(files, links), standing)
    whole_steps = {step.ignored for step in steps}
    found = []
    for at, (roll, _) in enumerate(rolls):
        later = rolls[at + 1][0] if at + 1 < len(rolls) else None
        after = "restarted" if roll.file in dropped else back.get(at, "")
        if not after and takes_back(roll.step) in whole_steps:
            after = "perhaps"
        after = after or _aftermath(roll, later, steps, deeds)
        found.append(replace(roll, purpose=_purpose(roll, chat), aftermath=after))
    return tuple(found)


def _passed_over(files: Sequence[Recorded], links: Sequence[FileLink]) -> set[str]:
    """The files whose play was dropped since a later one goes back behind them."""
    names = [file.name for file in files]
    found: set[str] = set()
    for link in links:
        if link.joint is Joint.EARLIER and link.with_file in names:
            found.update(names[names.index(link.with_file) + 1 : names.index(link.after)])
    return found


def _stretches(files: Sequence[Recorded], links: Sequence[FileLink]) -> dict[str, int]:
    """The files by name, each with a number that those share which follow from one another."""
    anew = {link.after for link in links if not link.sound}
    found: dict[str, int] = {}
    number = 0
    for file in files:
        number += file.name in anew
        found[file.name] = number
    return found


def _taken_back(
    rolls: Sequence[tuple[RollEntry, DiceRoll]],
    undoings: Sequence[Undoing],
    dropped: set[str],
    stretches: Mapping[str, int],
    standing: Sequence[int],
) -> dict[int, str]:
    """The rolls that were taken back, and those of which nobody can say whether they were; by their place in the game.

    A line may have been said more than once: an undo means the last that stands, the undo of an undo the last that does not.
    """
    back: dict[int, str] = {}
    for undo in undoings:
        earlier = [
            at
            for at, (roll, _) in enumerate(rolls)
            if roll.step < undo.step and (roll.file == undo.file or roll.file not in dropped)
        ]
        if not undo.line:
            since = standing[bisect_right(standing, undo.step) - 1] if standing and standing[0] <= undo.step else 0
            open_to = [at for at in earlier if at not in back and rolls[at][0].step >= since]
            meant = [at for at in open_to if undo.button in ("", rolls[at][0].what)]
            back.update(dict.fromkeys(meant[-1:], "perhaps"))
            continue
        named, depth = _named(undo, [(at, rolls[at][1].text) for at in earlier])
        if depth % 2 == 0:
            for at in [at for at in named if at in back][-1:]:
                del back[at]
            continue
        for at in [at for at in named if back.get(at) != "undone"][-1:]:
            together = stretches.get(rolls[at][0].file) == stretches.get(undo.file)
            back[at] = "undone" if together else "perhaps"
    return back


def _named(undo: Undoing, texts: Sequence[tuple[int, str]]) -> tuple[list[int], int]:
    """The rolls whose line an undo says again, and how often it was taken back and forth in doing so."""
    said, depth = undo.line, 0
    while again := taken_back(said):
        said, depth = again, depth + 1
    found = [at for at, text in texts if text == said] if depth else []
    if found or not undo.within or not undo.line:
        return found, depth
    for at, text in texts:
        before = undo.line.removesuffix(text) if undo.line.endswith(text) else ""
        if _SAID_BY_AN_UNDO.fullmatch(before):
            found.append(at)
            depth = before.count("* ")
    return found, depth


def _purpose(roll: RollEntry, chat: dict[int, ActEntry]) -> str:
    """What the same player said in the roll's own step or in the one before it."""
    for step in (roll.step, roll.step - 1):
        said = chat.get(step)
        if said is not None and said.player == roll.player:
            return said.text[:LONGEST_PURPOSE]
    return ""


def _aftermath(roll: RollEntry, later: RollEntry | None, steps: Sequence[StepEntry], deeds: Sequence[int]) -> str:
    """ "nothing" if that is what came next: the same dice thrown again at once, or the end of the game."""
    last = steps[-1].step
    at = bisect_right(deeds, roll.step)
    following = deeds[at] if at < len(deeds) else last + 1
    anew = later is not None and (later.player, later.what) == (roll.player, roll.what) and later.step <= following
    return "nothing" if following > last or anew else ""
