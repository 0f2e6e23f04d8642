"""Works that stay after a fight that costs them, or go after one that does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.cards import carded
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import word


class Loss(Table):
    """What becomes of the defender's markers of a `kind`.

    after: "loss" (any defender lost a step or retreated), "destruction" (none is left alive), "reduction" (a loss, and a
    defender still there). It is gone then, or turned into the kind `becomes`.
    """

    kind: MarkerKind
    """The kind of the defender's marker."""
    after: Literal["loss", "destruction", "reduction"]
    """After what it is lost: a "loss" (any defender lost a step or retreated), "destruction" (none is left alive), or
    "reduction" (a loss, and a defender still there)."""
    becomes: MarkerKind = ""
    """The kind that it turns into; left out: it is gone."""
    results: frozenset[str] = frozenset()
    """The results of an attack after which it is; left out: any. Example: `results = ["DR"]`"""


class LostWorks(Table):
    """The losses, in order: for each kind the first that fits decides. `acts` are the kinds of fight."""

    losses: tuple[Loss, ...]
    """What is lost, in order: for each kind the first that fits decides."""
    acts: ActKinds = ActKinds({"attack", "overrun"})
    """The kinds of fight."""


@check("markers.lost", LostWorks, acts_in=("acts",))
def works_are_lost(record: PhaseRecord, terms: LostWorks) -> Iterator[Breach]:
    """Works fall with their defenders.

    Legal:    turn 1, Axis Ground Battles Step; weather clear; season summer; 1816: ax.24pz;
              1917: sov.37a, +improved.soviet; attack 1917: ax.24pz; flip sov.37a/2; lift +improved.soviet 1917
    Illegal:  turn 1, Axis Ground Battles Step; weather clear; season summer; 1816: ax.24pz;
              1917: sov.37a, +improved.soviet; attack 1917: ax.24pz; flip sov.37a/2
    """
    for act in record.acts:
        if not terms.acts.fit(act) or not act.path:
            continue
        target = act.path[-1] if isinstance(act, Overrun) else act.path[0]
        attackers = {act.before.units[name].side for name in act.units if name in act.before.units}
        defenders = tuple(unit for unit in act.before.at(target) if unit.side not in attackers)
        if defenders:
            yield from _judged(record, act, terms, target, defenders)
            yield from _needless(record, act, terms, target, defenders[0].side)


def _judged(
    record: PhaseRecord, act: Act, terms: LostWorks, target: str, defenders: tuple[Unit, ...]
) -> Iterator[Breach]:
    after = _after(record.end, target, defenders)
    side = defenders[0].side
    for kind in dict.fromkeys(loss.kind for loss in terms.losses):
        before = [m for m in act.before.markers_at(target) if m.type.kind == kind and m.type.side in ("", side)]
        loss = next((loss for loss in terms.losses if loss.kind == kind and loss.after in after), None)
        due = NO if loss is None else _is_due(act, loss, target)
        if not before or loss is None or due.is_no:
            continue
        kept = [m for m in record.end.markers_at(target) if m.type.kind == kind and m.type.side in ("", side)]
        turned = any(m.type.kind == loss.becomes for m in record.end.markers_at(target))
        name = before[0].type.name or kind
        if kept:
            wanted = say("it becomes {becomes}", word(loss.becomes)) if loss.becomes else say("it goes")
            because = say("{name} is still there after {event}: {wanted}", name, _AFTER[loss.after], wanted)
            yield Breach((target,), because, broken=due)
        elif loss.becomes and not turned:
            yield Breach(
                (target,),
                say(
                    "{name} is gone after {event}, and becomes {becomes}", name, _AFTER[loss.after], word(loss.becomes)
                ),
                broken=due,
            )


def _needless(record: PhaseRecord, act: Act, terms: LostWorks, target: str, side: str) -> Iterator[Breach]:
    """Works that are gone though no defender was hurt in the whole phase; an overrun that fails hurts works alone."""
    overrun = any(target in other.path for other in record.of(Overrun))
    there = tuple(unit for unit in record.start.at(target) if unit.side == side)
    if isinstance(act, Overrun) or overrun or _after(record.end, target, there):
        return
    for kind in dict.fromkeys(loss.kind for loss in terms.losses):
        before = [m for m in act.before.markers_at(target) if m.type.kind == kind and m.type.side in ("", side)]
        if before and not any(m.type.kind == kind for m in record.end.markers_at(target)):
            because = say("{name} is gone, and no defender lost a step or retreated", before[0].type.name or kind)
            yield Breach((target,), because, broken=~carded(act.told), excuse=Excuse(frozenset({target})))


def _is_due(act: Act, loss: Loss, target: str) -> Known:
    """Whether the result of an attack is one after which works are lost so; open where nobody told it."""
    if not loss.results or isinstance(act, Overrun):
        return YES
    told = act.told.get("result", "").upper()
    return Known.of(told in loss.results) if told else Known.open(say("the result of the attack on {hex}", target))


_AFTER = {
    "loss": say("its defenders lost a step or retreated"),
    "destruction": say("all of its defenders were eliminated"),
    "reduction": say("its defenders were reduced"),
}


def _after(end: Position, target: str, defenders: tuple[Unit, ...]) -> frozenset[str]:
    """What the defenders went through by the end of the phase."""
    now = [end.units.get(unit.id) for unit in defenders]
    alive = [unit for unit in now if unit is not None and unit.hex]
    hurt = any(
        other is None or other.hex != target or other.steps < unit.steps
        for unit, other in zip(defenders, now, strict=True)
    )
    if not hurt:
        return frozenset()
    if not alive:
        return frozenset({"loss", "destruction"})
    stays = any(unit.hex == target for unit in alive)
    return frozenset({"loss", "reduction"}) if stays else frozenset({"loss"})
