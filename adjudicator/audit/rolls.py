"""The rolls of a game in their order: by whom, when, for what if he said so, and what came of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.audit.chain import Joint, Link, Recorded
from adjudicator.audit.dice import Rolled
from adjudicator.audit.record import ActEntry, RollEntry, StepEntry
from adjudicator.audit.table_acts import UNDOES_WORDS, takes_back
from adjudicator.lean import replace
from adjudicator.model.chat import plain, taken_back
from adjudicator.model.events import Roll, Step
from adjudicator.model.state import GameState

LONGEST_PURPOSE = 200
WORDS = ("chat", "report", "roll")


def rolls_of(step: Step, entry: StepEntry, before: GameState, file: str) -> Iterator[tuple[RollEntry, Rolled]]:
    """The rolls in one step: as told, and as figures."""
    for event in step.events:
        if isinstance(event, Roll):
            side = next((seat.side for seat in before.seats if seat.player == event.player), "")
            player, what, text = plain(event.player), plain(event.name), plain(event.text)
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
            )
            figures = Rolled(
                file,
                entry.step,
                player,
                what,
                event.dice,
                event.sides,
                text,
                plus=event.plus,
                sum_of=event.sum_of,
                typed=event.typed,
            )
            yield told, figures


def with_circumstances(
    rolls: Sequence[RollEntry],
    acts: Sequence[ActEntry],
    steps: Sequence[StepEntry],
    files: Sequence[Recorded],
    links: Sequence[Link],
) -> tuple[RollEntry, ...]:
    """The rolls with what was said before them and what followed at once: facts, not accusations."""
    dropped = {link.with_file for link in links if link.joint is Joint.RESTART} | _passed_over(files, links)
    chat = {step: act for act in acts if act.kind == "chat" for step in act.steps}
    again = {step: said for act in acts if (said := taken_back(act.text)) for step in act.steps}
    deeds = sorted(act.steps[0] for act in acts if act.kind not in WORDS)
    found = []
    for at, roll in enumerate(rolls):
        later = rolls[at + 1] if at + 1 < len(rolls) else None
        after = "restarted" if roll.file in dropped else _aftermath(roll, later, steps, deeds, again)
        found.append(replace(roll, purpose=_purpose(roll, chat), aftermath=after))
    return tuple(found)


def _passed_over(files: Sequence[Recorded], links: Sequence[Link]) -> set[str]:
    """The files whose play was dropped since a later one goes back behind them."""
    names = [file.name for file in files]
    found: set[str] = set()
    for link in links:
        if link.joint is Joint.EARLIER and link.with_file in names:
            found.update(names[names.index(link.with_file) + 1 : names.index(link.after)])
    return found


def _purpose(roll: RollEntry, chat: dict[int, ActEntry]) -> str:
    """What the same player said in the roll's own step or in the one before it."""
    for step in (roll.step, roll.step - 1):
        said = chat.get(step)
        if said is not None and said.player == roll.player:
            return said.text[:LONGEST_PURPOSE]
    return ""


def _aftermath(
    roll: RollEntry,
    later: RollEntry | None,
    steps: Sequence[StepEntry],
    deeds: Sequence[int],
    again: Mapping[int, str],
) -> str:
    """ "undone" or "nothing" if that is what came next: the same dice thrown again at once, or the end of the game.

    Logs of VASSAL 3.0 bracket no undo; there only the line that is said `again` tells of it.
    """
    first, last = steps[0].step, steps[-1].step
    at = bisect_right(deeds, roll.step)
    following = deeds[at] if at < len(deeds) else last + 1
    for number in range(roll.step + 1, min(following, last) + 1):
        if steps[number - first].ignored in (UNDOES_WORDS, takes_back(roll.step)) or again.get(number) == roll.text:
            return "undone"
    anew = later is not None and (later.player, later.what) == (roll.player, roll.what) and later.step <= following
    return "nothing" if following > last or anew else ""
