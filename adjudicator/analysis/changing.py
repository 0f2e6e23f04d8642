"""The map as it stands in a position for one side: what ground.toml says has changed is changed.

Every analysis reads hexsides and tags from here, so that movement, supply, zones, combat and retreats see the same ground.
A map is compiled anew once for each set of changes, not for each position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from adjudicator.analysis.control import UNKNOWN, controller, recorded
from adjudicator.analysis.ground import Recent
from adjudicator.analysis.ground_terms import Built, Change, Speaks, changes_of
from adjudicator.analysis.history import ever_held, tenures
from adjudicator.model.network import Network
from adjudicator.record.position import Position

_ANSWERS = Recent(32)
_GROUNDS = Recent(64)
_MADE = Recent(64)


class Answer(NamedTuple):
    """Whether a hex meets what a change asks; what would have to be known where that is open."""

    met: bool | None
    missing: str = ""


@dataclass(frozen=True, eq=False)
class Ground:
    """The map with what has surely changed, and with what has perhaps changed too; which hexes leave that open, and why."""

    sure: Network
    perhaps: Network
    open: Mapping[int, str]
    names: frozenset[str] = frozenset()

    def missing(self, hexes: Iterable[int]) -> str:
        """What would have to be known of these hexes, "" if nothing."""
        return next((self.open[i] for i in hexes if i in self.open), "")


def ground_for(position: Position, side: str) -> Ground:
    """The map as it stands for a side ("" = for whoever has no changes of its own)."""
    printed = position.network
    plan = () if printed.settled else changes_of(position.pack, printed)
    if not plan:
        printed.still[id(position.pack)] = position.pack
        return _GROUNDS.get(printed, "printed", lambda: Ground(printed, printed, {}))
    own = side if any(side in spoken.change.sides for spoken in plan) else ""
    return _GROUNDS.get(position, own, lambda: _ground(position, plan, own))


def _ground(position: Position, plan: tuple[Speaks, ...], side: str) -> Ground:
    answers = _ANSWERS.get(position, "answers", lambda: [_asked(position, spoken) for spoken in plan])
    sure: list[Speaks] = []
    perhaps: list[Speaks] = []
    open_: dict[int, str] = {}
    names: set[str] = set()
    for spoken, found in zip(plan, answers, strict=True):
        if spoken.change.sides and side not in spoken.change.sides:
            continue
        sure.append(_those(spoken, {i for i, answer in found.items() if answer.met}))
        perhaps.append(_those(spoken, {i for i, answer in found.items() if answer.met is not False}))
        if sure[-1] != perhaps[-1]:
            open_ |= {i: answer.missing for i, answer in found.items() if answer.met is None and i not in open_}
            names |= spoken.change.gains | spoken.change.loses
    changed = made(position.network, tuple(sure))
    return Ground(changed, made(position.network, tuple(perhaps)) if open_ else changed, open_, frozenset(names))


def _those(spoken: Speaks, met: set[int]) -> Speaks:
    """What a change does where these hexes meet what it asks."""
    hexsides = tuple(way for way in spoken.hexsides if way[0] in met and way[2] in met)
    return Speaks(spoken.change, hexsides, tuple(i for i in spoken.hexes if i in met))


def made(network: Network, changes: tuple[Speaks, ...]) -> Network:
    """A map with these changes made, compiled once for each set of them."""
    done = tuple(each for each in changes if each.hexsides or each.hexes)
    key = tuple((id(each.change), each.hexsides, each.hexes) for each in done)
    return _MADE.get(network, key, lambda: (done, _make(network, done)))[1]


def _make(network: Network, changes: tuple[Speaks, ...]) -> Network:
    hexsides: dict[tuple[int, int], frozenset[str]] = {}
    tags: dict[int, frozenset[str]] = {}
    for change, sides, hexes in changes:
        for i, _, j in sides:
            drawn = hexsides.get((i, j), network.hexside(i, j))
            hexsides[i, j] = (drawn - change.loses) | change.gains
        for i in hexes:
            tags[i] = (tags.get(i, network.hexes[i].tags) - change.loses) | change.gains
    return replace(network.redrawn(hexsides, tags), settled=True)


def _asked(position: Position, spoken: Speaks) -> dict[int, Answer]:
    """What each hex that a change asks about answers."""
    change = spoken.change
    settled = made(position.network, ())
    printed = replace(position, network=settled)
    found = {i: _answer(printed, change, i) for i in spoken.asked}
    if change.held and not all(answer.met for answer in found.values()):
        # A zone that goes over a hexside only once it has changed may itself keep the hex beyond.
        changed = replace(position, network=made(position.network, (spoken,)))
        for i, answer in found.items():
            mine = recorded(printed, i) == change.held
            if mine and answer.met is False and _held(changed, change.held, i).met is not False:
                found[i] = Answer(None, f"whose zone reached {printed.network.number(i)} first")
    return found


def _answer(position: Position, change: Change, i: int) -> Answer:
    answers = []
    if change.held:
        answers.append(_held(position, change.held, i))
    if change.once:
        answers.append(_once(position, change, i))
    if change.built is not None:
        answers.append(_built(position, change.built, i))
    for met in (False, None):
        for answer in answers:
            if answer.met is met:
                return answer
    return Answer(True)


def _held(position: Position, side: str, i: int) -> Answer:
    number = position.network.number(i)
    owner = controller(position, number)
    return Answer(None, f"control of {number}") if owner == UNKNOWN else Answer(owner == side)


def _once(position: Position, change: Change, i: int) -> Answer:
    number = position.network.number(i)
    if _before(position, change.since):
        return Answer(False)
    if controller(position, number) == change.once:
        return Answer(True)
    held = ever_held(position, number, change.once)
    return Answer(held, f"whether {change.once} ever controlled {number}" if held is None else "")


def _before(position: Position, turn: int) -> bool:
    """Whether it is earlier than a turn for sure: the game is still being set up, if no turn is told."""
    now = position.moment.turn
    return now < turn if now else bool(turn and position.moment.condition("stage"))


def _built(position: Position, rule: Built, i: int) -> Answer:
    number, turn = position.network.number(i), position.moment.turn
    if not turn:
        return Answer(None, "the turn")
    if turn < rule.turn:
        return Answer(False)
    spells = list(_spells(position, i))
    first = next((owner for at, owner in reversed(spells) if at < rule.turn), UNKNOWN)
    if first != UNKNOWN and first not in position.pack.enemies(rule.by):
        return Answer(True)
    for (at, owner), (until, _) in pairwise((*spells, (turn + 1, ""))):
        if owner == rule.by and at >= rule.turn and at + rule.delay <= min(turn, until):
            return Answer(True)
    if first != UNKNOWN and all(owner != UNKNOWN for at, owner in spells if at >= rule.turn):
        return Answer(False)
    return Answer(None, f"who controlled {number} when turn {rule.turn} began, and since when")


def _spells(position: Position, i: int) -> Iterator[tuple[int, str]]:
    """Who controlled a hex from which turn on, as far as that is known, the present last."""
    number = position.network.number(i)
    known, now = tenures(position, number), controller(position, number)
    yield from known
    if not known or known[-1][1] != now:
        yield position.moment.turn, now
