"""The map as it stands in a position: what ground.toml says has changed is changed, and bridges that count for all are down.

Every analysis has the map from here, so that movement, supply, zones, combat and retreats see the same ground. Whether a
change has come about hangs on who controls what: that is asked on the printed map. A map is compiled anew once for each
set of changes, not for each position.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.analysis.crossings import (
    Crossings,
    bridge_table,
    counted_for_all,
    crossed,
    perhaps_down,
    which_hexside,
)
from adjudicator.analysis.history import ever_held, tenures
from adjudicator.analysis.owners import controller_on
from adjudicator.analysis.ownership import Owner, recorded
from adjudicator.model.known import NO, YES, Known, all_of, unless_missing
from adjudicator.model.memo import remembered
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.changes import Built, Change, Speaks, changes_of, redrawn
from adjudicator.terms.ground import Ground, Land


@remembered(64)
def ground_at(position: Position) -> Ground:
    """The map as it stands, for all and for the sides that have changes of their own."""
    bridges = counted_for_all(position)
    there = crossed(position) if bridges.changed else position
    ground = _changed(there)
    if not bridges.open:
        return ground
    worst = _changed(perhaps_down(there, bridges))
    own = {side: _either(position, ground.of(side), worst.of(side), bridges) for side in ground.own}
    return Ground(there, _either(position, ground.land, worst.land, bridges), own)


def _either(position: Position, one: Land, other: Land, bridges: Crossings) -> Land:
    """The map where nobody knows which of some bridges is down."""
    told = {k: (which_hexside(position, i, j),) for i, j in sorted(bridges.open) for k in (i, j)}
    table = bridge_table(position)
    return Land(one.sure, other.perhaps, {**told, **one.open}, one.names | (table.takes or table.lines))


def _changed(position: Position) -> Ground:
    """The map with what ground.toml says of it."""
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


def _land(position: Position, plan: tuple[Speaks, ...], answers: list[dict[int, Known]], side: str) -> Land:
    """The map as it stands for a side ("" = for those that have no changes of their own)."""
    sure: list[Speaks] = []
    perhaps: list[Speaks] = []
    open_: dict[int, tuple[str, ...]] = {}
    names: set[str] = set()
    for spoken, found in zip(plan, answers, strict=True):
        if spoken.change.sides and side not in spoken.change.sides:
            continue
        sure.append(spoken.where({i for i, answer in found.items() if answer.is_yes}))
        perhaps.append(spoken.where({i for i, answer in found.items() if answer.possible}))
        if sure[-1] != perhaps[-1]:
            open_ |= {i: answer.missing for i, answer in found.items() if answer.is_open and i not in open_}
            names |= spoken.change.gains | spoken.change.loses
    changed = redrawn(position.network, tuple(sure))
    return Land(changed, redrawn(position.network, tuple(perhaps)) if open_ else changed, open_, frozenset(names))


def _asked(position: Position, spoken: Speaks) -> dict[int, Known]:
    """What each hex that a change asks about answers."""
    change = spoken.change
    printed = Ground.printed(position)
    found = {i: _answer(printed, change, i) for i in spoken.asked}
    if change.held and not all_of(found.values()).is_yes:
        # A zone that goes over a hexside only once it has changed may itself keep the hex beyond.
        network = redrawn(position.network, (spoken,))
        changed = Ground(position, Land(network, network))
        for i, answer in found.items():
            mine = recorded(position, i).is_(change.held)
            if mine.possible and answer.is_no and _held(changed, change.held, i).possible:
                found[i] = Known.open(say("whose zone reached {hex} first", position.network.number(i)))
    return found


def _answer(ground: Ground, change: Change, i: int) -> Known:
    """Whether a hex meets all that a change asks."""
    answers = []
    if change.held:
        answers.append(_held(ground, change.held, i))
    if change.once:
        answers.append(_once(ground, change, i))
    if change.built and (rule := ground.position.pack.figures_of(Built)) is not None:
        answers.append(_built(ground, rule, i))
    return all_of(answers)


def _held(ground: Ground, side: str, i: int) -> Known:
    return controller_on(ground, ground.network.number(i), told=ground.position.joined).is_(side)


def _once(ground: Ground, change: Change, i: int) -> Known:
    position, number = ground.position, ground.network.number(i)
    early = _before(position, change.since)
    if early.is_yes:
        return NO
    if controller_on(ground, number).is_(change.once).is_yes:
        return ~early
    return ~early & ever_held(position, number, change.once)


def _before(position: Position, turn: int) -> Known:
    """Whether it is earlier than a turn: it is, if no turn is told and the game is still being set up."""
    now = position.moment.turn
    if now or not turn:
        return Known.of(now < turn)
    return YES if position.moment.condition("stage") else Known.open(say("the turn"))


def _built(ground: Ground, rule: Built, i: int) -> Known:
    position, number = ground.position, ground.network.number(i)
    turn = position.moment.turn
    if not turn:
        return Known.open(say("the turn"))
    if turn < rule.turn:
        return NO
    spells = list(_spells(ground, i))
    datum = say("since when and by whom {hex} was controlled when turn {turn} began", number, rule.turn)
    first = next((owner for at, owner in reversed(spells) if at < rule.turn), Owner.untold(datum))
    if first.is_one_of(position.pack.enemies(rule.by)).is_no:
        return YES
    for (at, owner), (until, _) in pairwise((*spells, (turn + 1, Owner("")))):
        if owner.is_(rule.by).is_yes and at >= rule.turn and at + rule.delay <= min(turn, until):
            return YES
    told = all_of((first.told, *(owner.told for at, owner in spells if at >= rule.turn)))
    return NO if told.is_yes else Known.open(datum)


def _spells(ground: Ground, i: int) -> Iterator[tuple[int, Owner]]:
    """Who controlled a hex from which turn on, as far as that is known, the present last."""
    number = ground.network.number(i)
    known, now = tenures(ground, number), controller_on(ground, number)
    for turn, word in known:
        yield turn, Owner.named(word, say("control of {hex}", number))
    if not known or known[-1].owner != now.name:
        yield ground.position.moment.turn, now


def drawn_on(position: Position, tags: frozenset[str]) -> Known:
    """Whether the map knows tags at all; where it does not, a hex without one tells nothing."""
    header = position.network.theatre.header
    undrawn = sorted(tags - frozenset(header.tags if header is not None else ()))
    return unless_missing(say("the theatre's tag {undrawn}", strung(undrawn, ", ")) if undrawn else "")
