"""The map as it stands in a position: what ground.toml says has changed is changed.

Every analysis has the map from here, so that movement, supply, zones, combat and retreats see the same ground. Whether a
change has come about hangs on who controls what: that is asked on the printed map. A map is compiled anew once for each
set of changes, not for each position.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from adjudicator.analysis.history import ever_held, tenures
from adjudicator.analysis.holding import UNKNOWN, recorded
from adjudicator.analysis.owners import controller_on
from adjudicator.model.memo import remembered
from adjudicator.record.position import Position
from adjudicator.terms.changes import Built, Change, Speaks, changes_of, redrawn
from adjudicator.terms.ground import Ground, Land


class Answer(NamedTuple):
    """Whether a hex meets what a change asks; what would have to be known where that is open."""

    met: bool | None
    missing: str = ""


@remembered(64)
def standing(position: Position) -> Ground:
    """The map as it stands, for all and for the sides that have changes of their own."""
    plan = changes_of(position.pack, position.network)
    if not plan:
        return Ground.printed(position)
    answers = [_asked(position, spoken) for spoken in plan]
    own = {side for spoken in plan for side in spoken.change.sides}
    return Ground(
        position,
        _land(position, plan, answers, ""),
        {side: _land(position, plan, answers, side) for side in sorted(own)},
    )


def _land(position: Position, plan: tuple[Speaks, ...], answers: list[dict[int, Answer]], side: str) -> Land:
    """The map as it stands for a side ("" = for those that have no changes of their own)."""
    sure: list[Speaks] = []
    perhaps: list[Speaks] = []
    open_: dict[int, str] = {}
    names: set[str] = set()
    for spoken, found in zip(plan, answers, strict=True):
        if spoken.change.sides and side not in spoken.change.sides:
            continue
        sure.append(spoken.where({i for i, answer in found.items() if answer.met}))
        perhaps.append(spoken.where({i for i, answer in found.items() if answer.met is not False}))
        if sure[-1] != perhaps[-1]:
            open_ |= {i: answer.missing for i, answer in found.items() if answer.met is None and i not in open_}
            names |= spoken.change.gains | spoken.change.loses
    changed = redrawn(position.network, tuple(sure))
    return Land(changed, redrawn(position.network, tuple(perhaps)) if open_ else changed, open_, frozenset(names))


def _asked(position: Position, spoken: Speaks) -> dict[int, Answer]:
    """What each hex that a change asks about answers."""
    change = spoken.change
    printed = Ground.printed(position)
    found = {i: _answer(printed, change, i) for i in spoken.asked}
    if change.held and not all(answer.met for answer in found.values()):
        # A zone that goes over a hexside only once it has changed may itself keep the hex beyond.
        network = redrawn(position.network, (spoken,))
        changed = Ground(position, Land(network, network))
        for i, answer in found.items():
            mine = recorded(position, i) == change.held
            if mine and answer.met is False and _held(changed, change.held, i).met is not False:
                found[i] = Answer(None, f"whose zone reached {position.network.number(i)} first")
    return found


def _answer(ground: Ground, change: Change, i: int) -> Answer:
    answers = []
    if change.held:
        answers.append(_held(ground, change.held, i))
    if change.once:
        answers.append(_once(ground, change, i))
    if change.built is not None:
        answers.append(_built(ground, change.built, i))
    for met in (False, None):
        for answer in answers:
            if answer.met is met:
                return answer
    return Answer(True)


def _held(ground: Ground, side: str, i: int) -> Answer:
    number = ground.network.number(i)
    owner = controller_on(ground, number)
    return Answer(None, f"control of {number}") if owner == UNKNOWN else Answer(owner == side)


def _once(ground: Ground, change: Change, i: int) -> Answer:
    position, number = ground.position, ground.network.number(i)
    if _before(position, change.since):
        return Answer(False)
    if controller_on(ground, number) == change.once:
        return Answer(True)
    held = ever_held(position, number, change.once)
    return Answer(held, f"whether {change.once} ever controlled {number}" if held is None else "")


def _before(position: Position, turn: int) -> bool:
    """Whether it is earlier than a turn for sure: the game is still being set up, if no turn is told."""
    now = position.moment.turn
    return now < turn if now else bool(turn and position.moment.condition("stage"))


def _built(ground: Ground, rule: Built, i: int) -> Answer:
    position, number = ground.position, ground.network.number(i)
    turn = position.moment.turn
    if not turn:
        return Answer(None, "the turn")
    if turn < rule.turn:
        return Answer(False)
    spells = list(_spells(ground, i))
    first = next((owner for at, owner in reversed(spells) if at < rule.turn), UNKNOWN)
    if first != UNKNOWN and first not in position.pack.enemies(rule.by):
        return Answer(True)
    for (at, owner), (until, _) in pairwise((*spells, (turn + 1, ""))):
        if owner == rule.by and at >= rule.turn and at + rule.delay <= min(turn, until):
            return Answer(True)
    if first != UNKNOWN and all(owner != UNKNOWN for at, owner in spells if at >= rule.turn):
        return Answer(False)
    return Answer(None, f"who controlled {number} when turn {rule.turn} began, and since when")


def _spells(ground: Ground, i: int) -> Iterator[tuple[int, str]]:
    """Who controlled a hex from which turn on, as far as that is known, the present last."""
    number = ground.network.number(i)
    known, now = tenures(ground, number), controller_on(ground, number)
    yield from known
    if not known or known[-1][1] != now:
        yield ground.position.moment.turn, now
