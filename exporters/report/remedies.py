"""What to undo so that a finding is put right: the act that it is about, or the one that brought a counter where it may not be.

Where no act of these files did it, that is said; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.audit.record import ActEntry, Audit
from adjudicator.findings import Finding
from adjudicator.said import say, strung
from adjudicator.words import listed, word

WAYS = frozenset({"move", "unstack"})
"""Kinds of act that bring a counter from one place to another."""


def remedy(finding: Finding, audit: Audit) -> str:
    """What to undo, in a sentence without its full stop."""
    act = next((each for each in audit.acts if each.number == finding.act), None)
    if act is None:
        act = _brought(finding, audit.acts)
    if act is None:
        return say("no move in these files did it: agree between you how to put it right")
    if act.undone:
        return say("it was taken back in step {step} already", act.undone)
    undone = _undone(act)
    after = _after(act, audit.acts)
    return say("{undone}, and take back what it did in {steps}", undone, after) if after else undone


def _undone(act: ActEntry) -> str:
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
    step = act.steps[-1] if act.steps else 0
    return say("take back the {kind} of step {step}", word(act.kind), step)


def _brought(finding: Finding, acts: Sequence[ActEntry]) -> ActEntry | None:
    """The last move, up to the finding, that ended where it is and took one of its counters there."""
    known, names, places = set(finding.counters), set(finding.names), set(finding.at)
    for act in reversed(acts):
        late = bool(finding.step) and bool(act.steps) and act.steps[0] > finding.step
        if late or act.undone or not act.path or act.path[-1].name not in places:
            continue
        moved = any(each.id in known if each.id and known else each.name in names for each in act.counters)
        if moved and (act.kind in (*WAYS, "place") or len(act.path) > 1):
            return act
    return None


def _after(act: ActEntry, acts: Sequence[ActEntry]) -> str:
    """The steps of a later move of the same counters, "" if there is none."""
    counters = {each.id for each in act.counters if each.id}
    found = list(_later(act, acts, counters))
    if not found:
        return ""
    return say("step {step}", found[0]) if len(found) == 1 else say("steps {steps}", listed(map(str, found)))


def _later(act: ActEntry, acts: Sequence[ActEntry], counters: set[str]) -> Iterator[int]:
    for each in acts:
        same = any(counter.id in counters for counter in each.counters)
        on = each.turn == act.turn and each.phase == act.phase
        if each.number > act.number and same and on and not each.undone and len(each.path) > 1 and each.steps:
            yield each.steps[-1]
