"""Air combat whose steps are mixed up: screen, those who go past it, and the mission force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from adjudicator.analysis.air.engagement import (
    BYPASS,
    ESCORT,
    HUNTER,
    LAST,
    SAID_BYPASS,
    SAID_SCREEN,
    SCREEN,
    TOLD,
    Engagement,
    Shot,
    begin_of,
    engagements,
    flying_as,
)
from adjudicator.analysis.air.sorties import all_seen, role_of, unseen_mission
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import apart, counted, listed

Part = Literal["groups", "screen", "allotted", "steps", "unengaged", "silent", "repulsed"]


class Screen(Table):
    """In air combat interceptors attack the screen of escorts or go past it, and each step ends before the next."""

    part: Part
    """What of it is judged: that each interceptor is in one group, told before the first shot ("groups"); that who attacks
    the screen fights escorts only ("screen"), one against each of them first ("allotted"); that who fought in the screen is
    out of it afterwards ("steps"), escorts too ("unengaged"); that who goes past does not fire at escorts ("silent"), and
    attacks one unit of the mission force, unless it was driven off ("repulsed")."""


def _fought(record: PhaseRecord, terms: Screen) -> bool:
    kinds = {SAID_SCREEN, SAID_BYPASS}
    return any(True for _ in record.of(Dogfight)) or any(act.mission in kinds for act in record.of(Strike))


def _untold(record: PhaseRecord, terms: Screen) -> str:
    """The group of an interceptor at which an escort fires, where nobody told it and nothing shows it; else who fired at whom."""
    if terms.part == "groups":
        return ""
    for fight in engagements(record):
        unclear = next((each for each in fight.shots if not each.step and _is_duel(each)), None)
        if unclear is not None and terms.part != "repulsed":
            hunter = unclear.target if role_of(unclear.act.before, unclear.target.id) == HUNTER else unclear.firer
            return say("whether {unit} attacks the screen or goes past it", hunter)
        if fight.many:
            return say("who fired at whom over {hex}", fight.hex)
    return ""


def _is_duel(shot: Shot) -> bool:
    before = shot.act.before
    return {role_of(before, shot.firer.id), role_of(before, shot.target.id)} == {HUNTER, ESCORT}


@check("air.screen", Screen, unseen="cannot excuse", met=_fought, untold=_untold)
def one_step_after_another(record: PhaseRecord, terms: Screen) -> Iterator[Breach]:
    """Who attacks the screen stays with it, and who goes past it does not fire at escorts.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike bypass 1B/2714: so.mig3;
              dogfight 1B/2714: ge.me109e against=so.mig3; dogfight 1B/2714: so.mig3 against=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike bypass 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.me109e
    """
    if terms.part == "groups":
        yield from _groups(record, terms)
        return
    for fight in engagements(record):
        yield from _PARTS[terms.part](record, fight, terms)


def _groups(record: PhaseRecord, terms: Screen) -> Iterator[Breach]:
    told: dict[str, str] = {}
    for i, act in enumerate(record.acts):
        if not isinstance(act, Strike) or act.mission not in TOLD:
            continue
        for name in act.units:
            unit, sortie = act.before.units.get(name), act.before.memory.flown.get(name)
            if unit is None:
                continue
            if role_of(act.before, name) != HUNTER or sortie is None or sortie.hex != act.over:
                because = say(
                    "{unit} is put into a group of interceptors, and does not intercept over {hex}", unit, act.over
                )
                missing = unseen_mission(act.before, unit)
                yield Breach(act.path, because, (name,), Known.open(missing) if missing else YES)
            elif told.setdefault(name, act.mission) != act.mission:
                because = say("{unit} attacks the screen and goes past it as well", unit)
                yield Breach(act.path, because, (name,))
            elif i > begin_of(record, act.over):
                because = say("{unit} is put into a group after the fight over {hex} began", unit, act.over)
                yield Breach(act.path, because, (name,))


def _screen(_record: PhaseRecord, fight: Engagement, terms: Screen) -> Iterator[Breach]:
    for shot in fight.in_step(LAST):
        for unit, other in ((shot.firer, shot.target), (shot.target, shot.firer)):
            if fight.tasks.get(unit.id) == SAID_SCREEN:
                because = say("{unit} attacks the screen and fights {other}, which is not in it", unit, other)
                yield Breach((fight.hex,), because, (shot.firer.id,))


def _allotted(record: PhaseRecord, fight: Engagement, terms: Screen) -> Iterator[Breach]:
    """At the end: no escort without an interceptor while another has two."""
    shots = fight.in_step(SCREEN)
    aimed = [shot for shot in shots if role_of(shot.act.before, shot.firer.id) == HUNTER]
    if not aimed:
        return
    before = aimed[0].act.before
    escorts = {unit.id: unit for unit in flying_as(before, fight.hex, ESCORT)}
    against = Counter(target for _, target in {(shot.firer.id, shot.target.id) for shot in aimed})
    alone = [unit for name, unit in escorts.items() if not against[name]]
    crowd = [unit for name, unit in escorts.items() if against[name] > 1]
    if not alone or not crowd:
        return
    fired = {shot.firer.id for shot in aimed}
    silent = [
        unit
        for unit in flying_as(before, fight.hex, HUNTER)
        if unit.id not in fired
        and fight.tasks.get(unit.id) != SAID_BYPASS
        and not any(shot.firer.id == unit.id for shot in fight.shots)
    ]
    because = say(
        "{number} are against {unit}, and none is against {other}",
        counted(against[crowd[0].id], "interceptor"),
        apart(crowd[0], crowd[0].id, (crowd[0], alone[0])),
        apart(alone[0], alone[0].id, (crowd[0], alone[0])),
    )
    names = tuple(shot.firer.id for shot in aimed if shot.target.id == crowd[0].id)
    told = Known.open(say("which escort {unit} attacks", silent[0])) if silent else YES & all_seen(record)
    yield Breach((fight.hex,), because, names, told, owed=not record.ended)


def _steps(_record: PhaseRecord, fight: Engagement, _terms: Screen) -> Iterator[Breach]:
    engaged: dict[str, int] = {}
    latest = 0
    for shot in fight.shots:
        if not shot.step:
            continue
        if shot.step < latest:
            because = say("{unit} fires at {target}, and that step of the fight is over", shot.firer, shot.target)
            yield Breach((fight.hex,), because, (shot.firer.id,))
        elif shot.step == LAST:
            for unit in (shot.firer, shot.target):
                if engaged.get(unit.id) == SCREEN:
                    because = say("{unit} fought in the screen and fights again over {hex}", unit, fight.hex)
                    yield Breach((fight.hex,), because, (unit.id,))
        latest = max(latest, shot.step)
        for name in shot.pair:
            engaged.setdefault(name, shot.step)


def _unengaged(_record: PhaseRecord, fight: Engagement, _terms: Screen) -> Iterator[Breach]:
    engaged = {name for shot in fight.in_step(SCREEN) for name in shot.pair}
    for shot in fight.in_step(BYPASS):
        if shot.firer.id in engaged and role_of(shot.act.before, shot.firer.id) == ESCORT:
            because = say(
                "{unit} fought in the screen and fires at {target}, which goes past it", shot.firer, shot.target
            )
            yield Breach((fight.hex,), because, (shot.firer.id,))


def _silent(_record: PhaseRecord, fight: Engagement, _terms: Screen) -> Iterator[Breach]:
    for shot in fight.in_step(BYPASS):
        if role_of(shot.act.before, shot.firer.id) == HUNTER:
            because = say("{unit} goes past the screen and fires at {target}, an escort", shot.firer, shot.target)
            yield Breach((fight.hex,), because, (shot.firer.id,))


def _repulsed(_record: PhaseRecord, fight: Engagement, _terms: Screen) -> Iterator[Breach]:
    driven = {shot.target.id: shot for shot in fight.in_step(BYPASS) if shot.hits}
    aims: dict[str, str] = {}
    for shot in fight.in_step(LAST):
        hunts = role_of(shot.act.before, shot.firer.id) == HUNTER
        hunter, prey = (shot.firer, shot.target) if hunts else (shot.target, shot.firer)
        hit = driven.get(hunter.id)
        if hit is not None and hit.number < shot.number and hunts:
            because = say("{unit} was driven off by {other} and attacks {target}", hunter, hit.firer, prey)
            yield Breach((fight.hex,), because, (hunter.id,))
        if hunts:
            aims.setdefault(hunter.id, prey.id)
    for shot in fight.in_step(LAST):
        if (
            role_of(shot.act.before, shot.firer.id) != HUNTER
            and aims.get(shot.target.id, shot.firer.id) != shot.firer.id
        ):
            because = say("{unit} fires at {target}, which attacks another unit", shot.firer, shot.target)
            yield Breach((fight.hex,), because, (shot.firer.id,))
    attacks: dict[str, set[str]] = {}
    for shot in fight.in_step(LAST):
        if role_of(shot.act.before, shot.firer.id) == HUNTER:
            attacks.setdefault(shot.firer.id, set()).add(shot.target.id)
    for name, targets in attacks.items():
        if len(targets) > 1:
            units = [shot.target for shot in fight.in_step(LAST) if shot.firer.id == name]
            hunter = next(shot.firer for shot in fight.in_step(LAST) if shot.firer.id == name)
            yield Breach((fight.hex,), say("{unit} attacks {others} at once", hunter, listed(units)), (name,))


_PARTS: Mapping[str, Callable[[PhaseRecord, Engagement, Screen], Iterator[Breach]]] = {
    "screen": _screen,
    "allotted": _allotted,
    "steps": _steps,
    "unengaged": _unengaged,
    "silent": _silent,
    "repulsed": _repulsed,
}
