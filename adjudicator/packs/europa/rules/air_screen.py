"""Air combat step by step: the screen, those who go past it, the mission force: 21 of Fire in the East, 20 of Sudden Storm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

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
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import apart, counted, listed

CHAPTER = Chapter(area="air", unseen="cannot excuse")

GROUPS = frozenset({SAID_SCREEN, SAID_BYPASS})


def _any_shot(record: PhaseRecord, _: object) -> bool:
    return any(True for _ in record.of(Dogfight))


def _fought(record: PhaseRecord, _: object) -> bool:
    return _any_shot(record, _) or any(act.mission in GROUPS for act in record.of(Strike))


def _who_fired(fight: Engagement) -> str:
    return say("who fired at whom over {hex}", fight.hex) if fight.many else ""


def _untold_shots(record: PhaseRecord, _: object) -> str:
    return next(filter(None, map(_who_fired, engagements(record))), "")


def _untold_group(record: PhaseRecord, _: object) -> str:
    """The group of an interceptor at which an escort fires, where nobody told it and nothing shows it; else who fired at whom."""
    for fight in engagements(record):
        unclear = next((each for each in fight.shots if not each.step and _is_duel(each)), None)
        if unclear is not None:
            hunter = unclear.target if _has_role(unclear, unclear.target.id, HUNTER) else unclear.firer
            return say("whether {unit} attacks the screen or goes past it", hunter)
        if fight.many:
            return _who_fired(fight)
    return ""


def _has_role(shot: Shot, unit: str, role: str) -> bool:
    return role_of(shot.act.before, unit) == role


def _is_duel(shot: Shot) -> bool:
    return {role_of(shot.act.before, shot.firer.id), role_of(shot.act.before, shot.target.id)} == {HUNTER, ESCORT}


def _fired_by(role: str, fight: Engagement, step: int) -> list[Shot]:
    return [shot for shot in fight.in_step(step) if _has_role(shot, shot.firer.id, role)]


def _breach(fight: Engagement, because: str, unit: str) -> Finding:
    return Finding((fight.hex,), because, (unit,))


@CHAPTER.article(
    "Two groups of interceptors",
    "fire_in_the_east:21A",
    "sudden_storm:20A3.a",
    met=_fought,
)
def two_groups(record: PhaseRecord) -> Iterator[Finding]:
    """Before the fight each interceptor is told to attack the screen or to go past it, never both.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3; strike screen 1B/2714: so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3; strike screen 1B/2714: so.mig3;
              strike bypass 1B/2714: so.mig3
    """
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
                missing = unseen_mission(act.before, unit, act.over)
                yield Finding(act.path, because, (name,), Known.open(missing) if missing else YES)
            elif told.setdefault(name, act.mission) != act.mission:
                because = say("{unit} attacks the screen and goes past it as well", unit)
                yield Finding(act.path, because, (name,))
            elif i > begin_of(record, act.over):
                because = say("{unit} is put into a group after the fight over {hex} began", unit, act.over)
                yield Finding(act.path, because, (name,))


@CHAPTER.article(
    "Escort screen",
    printed("fire_in_the_east", "21A.s", covers=("21A",)),
    "sudden_storm:20A2.a",
    met=_fought,
    untold=_untold_group,
)
def escort_screen(record: PhaseRecord) -> Iterator[Finding]:
    """All escorts and nobody else are in the screen, so that who attacks it does not fight the mission force.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike screen 1B/2714: so.mig3; dogfight 1B/2714: so.mig3 against=ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike screen 1B/2714: so.mig3; dogfight 1B/2714: so.mig3 against=ge.he111h
    """
    for fight in engagements(record):
        for shot in fight.in_step(LAST):
            for unit, other in ((shot.firer, shot.target), (shot.target, shot.firer)):
                if fight.tasks.get(unit.id) == SAID_SCREEN:
                    because = say("{unit} attacks the screen and fights {other}, which is not in it", unit, other)
                    yield _breach(fight, because, shot.firer.id)


@CHAPTER.article(
    "One interceptor to each escort",
    "fire_in_the_east:21B2a",
    "sudden_storm:20B1a.a",
    met=_fought,
    untold=_untold_group,
)
def one_interceptor_to_each_escort(record: PhaseRecord) -> Iterator[Finding]:
    """No escort of the screen is left without an interceptor while another has two.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e, ge.me109e#2; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e,
              ge.me109e#2; fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e#2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e, ge.me109e#2; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e,
              ge.me109e#2; fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e; turn 5, German Combat Phase; say we go on
    """
    for fight in engagements(record):
        aimed = _fired_by(HUNTER, fight, SCREEN)
        if not aimed:
            continue
        before = aimed[0].act.before
        escorts = {unit.id: unit for unit in flying_as(before, fight.hex, ESCORT)}
        against = Counter(target for _, target in {(shot.firer.id, shot.target.id) for shot in aimed})
        alone = [unit for name, unit in escorts.items() if not against[name]]
        crowd = [unit for name, unit in escorts.items() if against[name] > 1]
        if not alone or not crowd:
            continue
        fired = {shot.firer.id for shot in fight.shots}
        silent = [
            unit
            for unit in flying_as(before, fight.hex, HUNTER)
            if unit.id not in fired and fight.tasks.get(unit.id) != SAID_BYPASS
        ]
        because = say(
            "{number} are against {unit}, and none is against {other}",
            counted(against[crowd[0].id], "interceptor"),
            apart(crowd[0], crowd[0].id, (crowd[0], alone[0])),
            apart(alone[0], alone[0].id, (crowd[0], alone[0])),
        )
        names = tuple(shot.firer.id for shot in aimed if shot.target.id == crowd[0].id)
        told = Known.open(say("which escort {unit} attacks", silent[0])) if silent else YES & all_seen(record)
        yield Finding((fight.hex,), because, names, told, owed=not record.ended)


@CHAPTER.article(
    "One step after another",
    printed("fire_in_the_east", "21B2b.s", covers=("21B2b",)),
    "sudden_storm:20B1b.c",
    met=_fought,
    untold=_untold_group,
)
def one_step_after_another(record: PhaseRecord) -> Iterator[Finding]:
    """Who fought against the screen or in it does not fight again in the hex, and no step is gone back to.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; dogfight 1B/2714: so.mig3 against=ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; dogfight 1B/2714: so.mig3 against=ge.me109e;
              dogfight 1B/2714: ge.he111h against=so.mig3
    """
    for fight in engagements(record):
        engaged: dict[str, int] = {}
        latest = 0
        for shot in (shot for shot in fight.shots if shot.step):
            if shot.step < latest:
                because = say("{unit} fires at {target}, and that step of the fight is over", shot.firer, shot.target)
                yield _breach(fight, because, shot.firer.id)
            elif shot.step == LAST:
                for unit in (shot.firer, shot.target):
                    if engaged.get(unit.id) == SCREEN:
                        because = say("{unit} fought in the screen and fights again over {hex}", unit, fight.hex)
                        yield _breach(fight, because, unit.id)
            latest = max(latest, shot.step)
            for name in shot.pair:
                engaged.setdefault(name, shot.step)


@CHAPTER.article(
    printed("fire_in_the_east", "21B2c", title="Escorts against those that go past"),
    printed("sudden_storm", "20B1c.a", title="Free escorts meet those that go past"),
    met=_fought,
    untold=_untold_group,
)
def free_escorts(record: PhaseRecord) -> Iterator[Finding]:
    """Only escorts that did not fight in the screen fire at interceptors that go past it.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike bypass 1B/2714: so.mig3;
              dogfight 1B/2714: ge.me109e against=so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3, so.mig3#2;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3, so.mig3#2; strike screen 1B/2714: so.mig3; strike bypass 1B/2714: so.mig3#2;
              dogfight 1B/2714: so.mig3 against=ge.me109e; dogfight 1B/2714: ge.me109e against=so.mig3#2
    """
    for fight in engagements(record):
        engaged = {name for shot in fight.in_step(SCREEN) for name in shot.pair}
        for shot in _fired_by(ESCORT, fight, BYPASS):
            if shot.firer.id in engaged:
                because = say(
                    "{unit} fought in the screen and fires at {target}, which goes past it", shot.firer, shot.target
                )
                yield _breach(fight, because, shot.firer.id)


@CHAPTER.article(
    "Who goes past does not fire",
    printed("fire_in_the_east", "21B2c.s", covers=("21B2c",)),
    "sudden_storm:20B1d.a",
    met=_fought,
    untold=_untold_group,
)
def who_goes_past_does_not_fire(record: PhaseRecord) -> Iterator[Finding]:
    """Interceptors that go past the screen do not fire at escorts.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike bypass 1B/2714: so.mig3;
              dogfight 1B/2714: ge.me109e against=so.mig3; dogfight 1B/2714: so.mig3 against=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3; strike bypass 1B/2714: so.mig3; dogfight 1B/2714: so.mig3 against=ge.me109e
    """
    for fight in engagements(record):
        for shot in _fired_by(HUNTER, fight, BYPASS):
            because = say("{unit} goes past the screen and fires at {target}, an escort", shot.firer, shot.target)
            yield _breach(fight, because, shot.firer.id)


@CHAPTER.article(
    "Attacks on the mission force", "fire_in_the_east:21B2d", "sudden_storm:20B1e.a", met=_fought, untold=_untold_shots
)
def attacks_on_the_mission_force(record: PhaseRecord) -> Iterator[Finding]:
    """An interceptor that was not driven off attacks one unit of the mission force, and no other unit of it fires at it.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2714: ge.he111h against=so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.he111h#2; [1B/2712]: so.mig3;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h, ge.he111h#2; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2714: ge.he111h#2 against=so.mig3
    """
    for fight in engagements(record):
        repulsed = {shot.target.id: shot for shot in fight.in_step(BYPASS) if shot.hits}
        attacks: dict[str, list[Shot]] = {}
        for shot in _fired_by(HUNTER, fight, LAST):
            hit = repulsed.get(shot.firer.id)
            if hit is not None and hit.number < shot.number:
                because = say(
                    "{unit} was driven off by {other} and attacks {target}", shot.firer, hit.firer, shot.target
                )
                yield _breach(fight, because, shot.firer.id)
            attacks.setdefault(shot.firer.id, []).append(shot)
        for shot in fight.in_step(LAST):
            attacked = attacks.get(shot.target.id)
            others = attacked is not None and attacked[0].target.id != shot.firer.id
            if others and not _has_role(shot, shot.firer.id, HUNTER):
                because = say("{unit} fires at {target}, which attacks another unit", shot.firer, shot.target)
                yield _breach(fight, because, shot.firer.id)
        for name, shots in attacks.items():
            if len({shot.target.id for shot in shots}) > 1:
                because = say(
                    "{unit} attacks {others}, and may attack one alone",
                    shots[0].firer,
                    listed(shot.target for shot in shots),
                )
                yield _breach(fight, because, name)


@CHAPTER.article("One shot each", "sudden_storm:20B.a", met=_any_shot, untold=_untold_shots)
def one_shot_each(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit fires once in the air combats of a phase.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2714: ge.he111h against=so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h; dogfight 1B/2714: so.mig3 against=ge.he111h
    """
    shots = sorted((each for fight in engagements(record) for each in fight.shots), key=lambda each: each.number)
    first: dict[str, Shot] = {}
    for shot in shots:
        was = first.setdefault(shot.firer.id, shot)
        if was is not shot:
            because = say("{unit} fires at {target} and fired at {other} before", shot.firer, shot.target, was.target)
            yield Finding(shot.act.path, because, (shot.firer.id,))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "21B2b.p",
        covers=("21B2b",),
        figures=(SCREEN, LAST),
        title="One against several",
        says="In the air one unit fights one or several, never several fight several.",
    ),
    printed(
        "sudden_storm",
        "20B1b.a",
        figures=(SCREEN,),
        title="Exchange of fire",
        says="Against the screen one unit fights one or several, never several fight several.",
    ),
    met=_any_shot,
    untold=_untold_shots,
)
def one_against_several(record: PhaseRecord, steps: tuple[int, ...]) -> Iterator[Finding]:
    """Of two that fire at each other one at most fights others too.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e, ge.me109e#2; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e,
              ge.me109e#2; fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e#2; dogfight 1B/2714: ge.me109e against=so.mig3#2
    """
    for fight in engagements(record):
        for step in steps:
            opponents: dict[str, set[str]] = {}
            for shot in (shot for shot in fight.shots if shot.step == step):
                one, other = shot.firer.id, shot.target.id
                opponents.setdefault(one, set()).add(other)
                opponents.setdefault(other, set()).add(one)
                if len(opponents[one]) > 1 and len(opponents[other]) > 1:
                    because = say(
                        "{unit} fires at {target}, and both fight others as well: one fights several, or one",
                        shot.firer,
                        shot.target,
                    )
                    yield _breach(fight, because, one)


def _after_the_first_result(fight: Engagement, *steps: int) -> Iterator[Finding]:
    hit: dict[str, Shot] = {}
    for shot in (shot for shot in fight.shots if shot.step in steps):
        was = hit.get(shot.target.id)
        if was is not None and was.firer.id != shot.firer.id and was.step == shot.step:
            because = say(
                "{unit} fires at {target}, which {other} had hit: {result}",
                shot.firer,
                shot.target,
                was.firer,
                was.result,
            )
            yield _breach(fight, because, shot.firer.id)
        if shot.hits:
            hit.setdefault(shot.target.id, shot)


@CHAPTER.article("Several against one", "sudden_storm:20B1b.b", met=_any_shot, untold=_untold_shots)
def several_against_one(record: PhaseRecord) -> Iterator[Finding]:
    """Several that fire at one unit stop at the first result against it.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e result=-;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e result=K
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e result=R;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e result=K
    """
    for fight in engagements(record):
        yield from _after_the_first_result(fight, SCREEN, BYPASS)


@CHAPTER.article("Fire at the mission force", "sudden_storm:20B1f.a", met=_any_shot, untold=_untold_shots)
def fire_at_the_mission_force(record: PhaseRecord) -> Iterator[Finding]:
    """Interceptors that fire at one unit of the mission force stop at the first result against it.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3, so.mig3#2;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3, so.mig3#2;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=-; dogfight 1B/2714: so.mig3#2 against=ge.he111h result=K
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3, so.mig3#2;
              1B/2714: so.10rif; fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3, so.mig3#2;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=A; dogfight 1B/2714: so.mig3#2 against=ge.he111h result=K
    """
    for fight in engagements(record):
        yield from _after_the_first_result(fight, LAST)


@CHAPTER.article("Exchanges of fire", "fire_in_the_east:21B2b", met=_any_shot, untold=_untold_shots)
def exchanges_of_fire(record: PhaseRecord) -> Iterator[Finding]:
    """Each pair exchanges fire once; a unit that an abort hit does not fire in later exchanges, and nobody fires at who is
    eliminated.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=A; dogfight 1B/2714: ge.he111h against=so.mig3 result=-
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; 1B/2714: so.10rif;
              [1B/2712]: so.mig3, so.mig3#2; fly ground_support 1B/2714: ge.he111h; fly escort 1B/2714: ge.me109e;
              fly intercept 1B/2714: so.mig3, so.mig3#2; dogfight 1B/2714: so.mig3 against=ge.me109e result=A;
              dogfight 1B/2714: so.mig3#2 against=ge.me109e result=-; dogfight 1B/2714: ge.me109e against=so.mig3#2 result=-
    """
    for fight in engagements(record):
        done: list[Shot] = []
        for shot in (shot for shot in fight.shots if shot.step):
            yield from (_breach(fight, because, shot.firer.id) for because in _against_exchanges(shot, done))
            done.append(shot)


def _against_exchanges(shot: Shot, done: list[Shot]) -> Iterator[str]:
    if any(each.firer.id == shot.firer.id and each.pair == shot.pair for each in done):
        yield say("{unit} fires at {target} twice, and may once", shot.firer, shot.target)
    earlier = [each for each in done if each.pair != shot.pair]
    hits = (each for each in earlier if each.target.id == shot.firer.id and each.result and each.result in "AK")
    hit = next((each for each in hits if each.step == shot.step), None)
    if hit is not None:
        yield say(
            "{unit} fires at {target}, and {other} had hit it before: {result}",
            shot.firer,
            shot.target,
            hit.firer,
            hit.result,
        )
    at_the_target = [each.result for each in earlier if each.target.id == shot.target.id]
    if "K" in at_the_target or at_the_target.count("A") > 1:
        yield say("{unit} fires at {target}, which was eliminated before", shot.firer, shot.target)
