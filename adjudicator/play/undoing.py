"""Acts that an undo took back: they are dropped, and what they took is given back."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.analysis.combat.spoken import Spoken, spoken_attack
from adjudicator.identify import Identifier
from adjudicator.lean import replace
from adjudicator.model.chat import taken_back
from adjudicator.model.events import Say
from adjudicator.model.state import Event
from adjudicator.play.joining import last_deed
from adjudicator.play.remembering import takes
from adjudicator.record.acts import (
    SPOKEN,
    Act,
    Attack,
    ConditionsTold,
    Flipped,
    Marked,
    Movement,
    Placed,
    Removed,
    Shifted,
    Transfer,
    Unmarked,
    ValuesChanged,
)

NOT_UNDONE = (*SPOKEN, Attack)


def take_back(acts: list[Act], undoing: list[Act], identifier: Identifier, *, known: bool) -> int:
    """Drop what the undo reversed, and give back what it took; how many acts that were.

    Where it is `known` to reverse a deed on record, others may have acted since; else only the last deed can be meant.
    """
    count = 0
    for undo in undoing:
        at = _last_of(acts, undo) if known else last_deed(acts, NOT_UNDONE)
        last = acts[at] if at >= 0 else None
        if last is None or isinstance(undo, SPOKEN) or last.units != undo.units:
            continue
        if undo.markers:
            if set(last.markers) == set(undo.markers):
                del acts[at]
                count += 1
            continue
        if takes(last) and len(last.path) == len(undo.path):
            identifier.position = replace(identifier.position, control=last.before.control)
        if isinstance(undo, Movement) and isinstance(last, Movement) and last.way[-1] == undo.way[0]:
            back = undo.way[-1]
            if back in last.way:
                kept = last.way[: last.way.index(back) + 1]
                acts[at : at + 1] = [replace(last, way=kept, after=undo.after)] if len(kept) > 1 else []
                count += 1
        elif _reverses(undo, last):
            del acts[at]
            count += 1
    return count


def take_back_words(acts: list[Act], events: Iterable[Event], identifier: Identifier) -> int:
    """Drop the attacks that were told by lines of chat which an undo says again; how many they were."""
    count = 0
    for event in events:
        line = taken_back(event.text) if isinstance(event, Say) else ""
        told = spoken_attack(line, identifier.binding.chat, identifier.position) if line else None
        at = next((i for i in reversed(range(len(acts))) if told is not None and _tells(acts[i], told)), -1)
        if at < 0:
            continue
        memory = identifier.position.memory
        if not any(isinstance(each, Attack) for each in acts[at + 1 :]):
            memory = replace(memory, announced=acts[at].before.memory.announced)
            identifier.position = replace(identifier.position, memory=memory)
        del acts[at]
        count += 1
    return count


def _tells(act: Act, told: Spoken) -> bool:
    """Whether an act is the attack that a line tells."""
    same = isinstance(act, Attack) and act.units == told.units and act.targets == (told.hex,)
    return same and dict(act.told) == dict(told.values)


def _last_of(acts: list[Act], undo: Act) -> int:
    """Where the last deed of the same units or markers stands, -1 if there is none."""
    for i in range(len(acts) - 1, -1, -1):
        act = acts[i]
        if not isinstance(act, NOT_UNDONE) and act.units == undo.units and {*act.markers} == {*undo.markers}:
            return i
    return -1


def _reverses(undo: Act, last: Act) -> bool:
    """Whether an undo is of the kind that takes such a deed back."""
    match undo, last:
        case (Flipped() | Marked() | Unmarked(), Flipped() | Marked() | Unmarked()):
            return True
        case (Placed(), Removed()) | (Removed(), Placed()):
            return True
        case (Transfer(way=back), Transfer(way=way)) | (Shifted(way=back), Shifted(way=way)):
            return (back[0], back[-1]) == (way[-1], way[0])
        case (ConditionsTold(conditions=now), ConditionsTold(conditions=then)):
            return now.keys() == then.keys()
        case (ValuesChanged(values=now), ValuesChanged(values=then)):
            return now.keys() == then.keys()
    return False
