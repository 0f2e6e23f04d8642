"""Fire in the air by units that may not fire, or not any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.engagement import LAST, SCREEN, Engagement, Shot, engagements
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Dogfight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Shots(Table):
    """In the air a unit fires once, at a unit that is in its own exchange, and at none that was driven off before."""

    part: Literal["once", "pairs", "first", "series"]
    """What of it is judged: that nobody fires twice ("once"); that one unit and those against it fire at each other alone
    ("pairs"); that several stop at the first result against the one ("first"); or that they fire one after another, each in
    an exchange of its own, at a unit that an abort silences and that a second abort eliminates ("series")."""
    steps: frozenset[int] = frozenset({1, 2, 3})
    """The steps: 1 in the screen, 2 at those that go past it, 3 at the mission force. Example: `steps = [3]`"""


def _fought(record: PhaseRecord, _terms: Shots) -> bool:
    return any(True for _ in record.of(Dogfight))


def _untold(record: PhaseRecord, terms: Shots) -> str:
    fights = engagements(record)
    return next((say("who fired at whom over {hex}", fight.hex) for fight in fights if fight.many), "")


@check("air.shots", Shots, unseen="cannot excuse", met=_fought, untold=_untold)
def fire_in_its_turn(record: PhaseRecord, terms: Shots) -> Iterator[Breach]:
    """Nobody fires twice, and nobody at who is gone.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2714: ge.he111h against=so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2714: so.mig3 against=ge.he111h
    """
    fights = list(engagements(record))
    if terms.part == "once":
        yield from _twice(fights)
        return
    for fight in fights:
        shots = [each for each in fight.shots if each.step in terms.steps]
        judged = {"pairs": _pairs, "first": _first, "series": _series}[terms.part]
        yield from judged(fight, shots)


def _twice(fights: list[Engagement]) -> Iterator[Breach]:
    shots = sorted((each for fight in fights for each in fight.shots), key=lambda each: each.number)
    last: dict[str, Shot] = {}
    for shot in shots:
        was = last.get(shot.firer.id)
        if was is not None:
            because = say("{unit} fires at {target} and fired at {other} before", shot.firer, shot.target, was.target)
            yield Breach(shot.act.path, because, (shot.firer.id,))
        last.setdefault(shot.firer.id, shot)


def _pairs(fight: Engagement, shots: list[Shot]) -> Iterator[Breach]:
    """Of two that fire at each other one at most fights others too: never do several fight several."""
    for step in (SCREEN, LAST):
        opponents: dict[str, set[str]] = {}
        for shot in shots:
            if shot.step != step:
                continue
            one, other = shot.firer.id, shot.target.id
            opponents.setdefault(one, set()).add(other)
            opponents.setdefault(other, set()).add(one)
            if len(opponents[one]) > 1 and len(opponents[other]) > 1:
                because = say(
                    "{unit} fires at {target}, and both fight others as well: one fights several, or one",
                    shot.firer,
                    shot.target,
                )
                yield Breach((fight.hex,), because, (one,))


def _first(fight: Engagement, shots: list[Shot]) -> Iterator[Breach]:
    hit: dict[str, Shot] = {}
    for shot in shots:
        was = hit.get(shot.target.id)
        if was is not None and was.firer.id != shot.firer.id and was.step == shot.step:
            because = say(
                "{unit} fires at {target}, which {other} had hit: {result}",
                shot.firer,
                shot.target,
                was.firer,
                was.result,
            )
            yield Breach((fight.hex,), because, (shot.firer.id,))
        if shot.hits:
            hit.setdefault(shot.target.id, shot)


def _series(fight: Engagement, shots: list[Shot]) -> Iterator[Breach]:
    """Exchanges one after another: each pair is one, and what an exchange brought counts in the next."""
    done: list[Shot] = []
    for shot in shots:
        twice = next((each for each in done if each.firer.id == shot.firer.id and each.pair == shot.pair), None)
        if twice is not None:
            because = say("{unit} fires at {target} twice, and may once", shot.firer, shot.target)
            yield Breach((fight.hex,), because, (shot.firer.id,))
        aborts = [each for each in done if each.target.id == shot.firer.id and each.result in "AK" and each.result]
        silenced = next((each for each in aborts if each.pair != shot.pair and each.step == shot.step), None)
        if silenced is not None:
            because = say(
                "{unit} fires at {target}, and {other} had hit it before: {result}",
                shot.firer,
                shot.target,
                silenced.firer,
                silenced.result,
            )
            yield Breach((fight.hex,), because, (shot.firer.id,))
        hits = [each for each in done if each.target.id == shot.target.id and each.pair != shot.pair]
        gone = any(each.result == "K" for each in hits) or sum(each.result == "A" for each in hits) > 1
        if gone:
            because = say("{unit} fires at {target}, which was eliminated before", shot.firer, shot.target)
            yield Breach((fight.hex,), because, (shot.firer.id,))
        done.append(shot)
