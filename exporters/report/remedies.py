"""What to undo so that a finding is put right: the act that it is about, or the one that brought a counter where it may not be.

Where no act of these files did it, that is said; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.audit.record import ActEntry, Audit
from adjudicator.findings import Finding
from adjudicator.said import say, strung
from adjudicator.words import listed, word

SILENT = frozenset({"turn", "chat", "report"})
"""Kinds of act that touch no counter."""


def remedy(finding: Finding, audit: Audit) -> str:
    """What to undo, in a sentence without its full stop."""
    act = next((each for each in audit.acts if each.number == finding.act), None)
    if act is None:
        act = _told_then(finding, audit.acts) or _brought(finding, audit.acts)
    if act is None:
        return say("no single act did it: agree between you how to put it right")
    if act.undone:
        return say("it was taken back in step {step} already", _in_its_file(act.undone, audit))
    undone = _undone(act, audit)
    after = _after(act, audit)
    return say("{undone}, and take back what it did in {steps}", undone, after) if after else undone


def _undone(act: ActEntry, audit: Audit) -> str:
    who = listed(dict.fromkeys(counter.name for counter in act.counters))
    begun = act.path[0].name if act.path else ""
    if who and begun and len(act.path) > 1:
        return say("put {units} back to {place}", who, begun)
    if who and act.kind == "place":
        return say("take {units} off the map again", who)
    if who and begun and act.kind == "remove":
        return say("put {units} back into {place}", who, begun)
    if who and act.changes:
        return say("turn {units} back ({changes})", who, strung(act.changes, "; "))
    step = _in_its_file(act.steps[-1] if act.steps else 0, audit)
    return say("take back the {kind} of step {step}", word(act.kind), step)


def _in_its_file(step: int, audit: Audit) -> int:
    """A step of the game as its file counts it."""
    return next((step - file.first + 1 for file in reversed(audit.files) if file.steps and file.first <= step), step)


def _told_then(finding: Finding, acts: Sequence[ActEntry]) -> ActEntry | None:
    """What was done in the step of the finding, if that was about its counters, such as a battle or a flight that was told."""
    for act in reversed(acts):
        then = bool(finding.step) and finding.step in act.steps and act.kind not in SILENT
        if then and (_is_of(finding, act) or any(name in act.text for name in finding.names)):
            return act
    return None


def _brought(finding: Finding, acts: Sequence[ActEntry]) -> ActEntry | None:
    """The last move, up to the finding, of one of its counters to the place where it is, or away from there."""
    places = set(finding.at)
    for act in reversed(acts):
        late = bool(finding.step) and bool(act.steps) and act.steps[0] > finding.step
        if late or act.undone or len(act.path) < 2 or not places & {act.path[0].name, act.path[-1].name}:
            continue
        if _is_of(finding, act):
            return act
    return None


def _is_of(finding: Finding, act: ActEntry) -> bool:
    """Whether an act is of one of the finding's counters, told by their ids, or by their names where there are none."""
    known, names = set(finding.counters), set(finding.names)
    return any(each.id in known if known and each.id else each.name in names for each in act.counters)


def _after(act: ActEntry, audit: Audit) -> str:
    """The steps of a later move of the same counters, "" if there is none."""
    counters = {each.id for each in act.counters if each.id}
    found = [_in_its_file(step, audit) for step in _later(act, audit.acts, counters)]
    if not found:
        return ""
    return say("step {step}", found[0]) if len(found) == 1 else say("steps {steps}", listed(map(str, found)))


def _later(act: ActEntry, acts: Sequence[ActEntry], counters: set[str]) -> Iterator[int]:
    for each in acts:
        same = any(counter.id in counters for counter in each.counters)
        on = each.turn == act.turn and each.phase == act.phase
        if each.number > act.number and same and on and not each.undone and len(each.path) > 1 and each.steps:
            yield each.steps[-1]
