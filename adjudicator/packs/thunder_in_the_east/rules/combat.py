"""Battles and their help by an HQ: 10.3.1, 11.5, 19.1 and 21 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.headquarters import attacking, has_full_powers, supports
from adjudicator.analysis.history import heard_all
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, any_of, unless_missing
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import NationName
from adjudicator.packs.thunder_in_the_east.analysis.headquarters import battles_supported
from adjudicator.record.acts import SPOKEN, Act, Attack, Declaration, Flipped, Removed, Rolled, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, either, listed

CHAPTER = Chapter(area="combat", unseen="cannot excuse", acts=("attack",))

HQ, NARROW = "hq", "narrow"
"""The values of an attack that name the headquarters that helps it, and say that it does so with its whole weight."""
MAJOR = Selector(sizes=frozenset({"large", "medium"}))


@CHAPTER.article("One hex for each battle", "21.0a")
def one_hex(act: Act) -> Iterator[Finding]:
    """A battle is an attack on a single hex.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc;
              1816: sov.61rc; attack 1817: ax.24pz; attack 1816: ax.14mot
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc;
              1816: sov.61rc; attack 1817 1816: ax.24pz, ax.14mot
    """
    if isinstance(act, Attack) and len(act.path) > 1:
        hexes = counted(len(act.path), "hex")
        because = say("one attack on {hexes}, {path}: a battle has one hex", hexes, listed(act.path))
        yield Finding(act.path, because, act.units)


@CHAPTER.article("Attack limit per hexside", "11.5c")
def two_across_a_hexside(act: Act) -> Iterator[Finding]:
    """At most two units attack across one hexside.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1718: ax.7inf; 1817: sov.63rc/2;
              attack 1817: ax.24pz, ax.7inf
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.7inf, ax.14mot; 1817: sov.63rc;
              attack 1817: ax.24pz, ax.7inf, ax.14mot
    """
    yield from _across_a_hexside(act, 2, EVERYONE)


@CHAPTER.article("Attackers per hexside", "21.1a", covers=("11.5c",))
def one_major_across_a_hexside(act: Act) -> Iterator[Finding]:
    """At most one Major unit is among those that attack across a hexside.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1718: ax.7inf; 1817: sov.63rc/2;
              attack 1817: ax.24pz, ax.7inf
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.7inf; 1817: sov.63rc;
              attack 1817: ax.24pz, ax.7inf
    """
    yield from _across_a_hexside(act, 1, MAJOR)


def _across_a_hexside(act: Act, most: int, who: Selector) -> Iterator[Finding]:
    by_hex: dict[str, list[str]] = {}
    for name in act.units if isinstance(act, Attack) else ():
        if who.matches(act.before.unit(name)):
            by_hex.setdefault(act.before.unit(name).hex, []).append(name)
    for origin, names in by_hex.items():
        if len(names) > most:
            because = say(
                "{units} attack {path} out of {origin}, and at most {most} may",
                counted(len(names), "unit"),
                listed(act.path),
                origin,
                most,
            )
            yield Finding((origin, *act.path), because, tuple(names))


@CHAPTER.article("Battles are declared", "19.1a")
def battles_are_declared(act: Act) -> Iterator[Finding]:
    """All battles are declared before the first is fought; none is added or changed.

    Legal:    Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc/2;
              attack 1817: ax.24pz; Axis Ground Battles Step; attack 1817: ax.24pz
    Illegal:  Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc/2;
              attack 1817: ax.24pz; Axis Ground Battles Step; attack 1817: ax.24pz, ax.14mot
    """
    phase, announced = act.moment.phase, act.before.memory.announced
    if (
        not isinstance(act, Attack)
        or isinstance(act, Declaration)
        or (phase is not None and phase.kind == "declaration")
    ):
        return
    heard, who = heard_all(act.before), _names(act, act.units)
    for target in act.path:
        said = announced.get(target, ())
        if said and set(said) != set(act.units):
            because = say("{units} attack {target}, and {others} had been announced", who, target, _names(act, said))
            yield Finding((target,), because, act.units)
        elif not said and (announced or heard.is_open):
            because = (
                say("{units} attack {target}, and that attack was not announced", who, target)
                if len(act.units) > 1
                else say("{units} attacks {target}, and that attack was not announced", who, target)
            )
            yield Finding((target,), because, act.units, heard)


def _names(act: Act, units: tuple[str, ...]) -> str:
    return listed(str(act.before.units.get(name, name)) for name in sorted(units))


@CHAPTER.article(
    "Declared battles are fought",
    "19.1a.fought",
    covers=("19.1a",),
    when=("battles",),
    unseen="may excuse nearby",
    acts=(),
    whole_turn=True,
)
def declared_battles_are_fought(record: PhaseRecord) -> Iterator[Finding]:
    """A battle that was declared is fought; none is canceled.

    Legal:    Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              attack 1817: ax.24pz; Axis Ground Battles Step; attack 1817: ax.24pz result=NE; Axis Air Return Step;
              say done
    Illegal:  Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc/2;
              1816: sov.61rc/2; attack 1817: ax.24pz; attack 1816: ax.14mot; Axis Ground Battles Step;
              attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    """
    position, phasing = record.end, record.moment.phasing
    for target, names in sorted(position.memory.announced.items()):
        units = tuple(position.units[name] for name in names if name in position.units)
        if phasing in {unit.side for unit in units}:
            because = say(
                "the attack of {who} on {target} was declared and not fought: no declared battle is canceled",
                listed(str(unit) for unit in units),
                target,
            )
            due = _can_be_fought(position, units, target)
            due &= unless_missing(*_untold_battle(record)) if record.ended else YES
            yield Finding((target,), because, names, due, owed=not record.ended)


def _untold_battle(record: PhaseRecord) -> list[str]:
    """In a log, where nobody is sure to have written of each battle: a die of which no line tells for what it was thrown, or
    what came of battles of which nobody told any.
    """
    battles = [act for act in record.with_earlier(frozenset({"battles"})).acts if not act.exact]
    thrown: Rolled | None = None
    for act in battles:
        if isinstance(act, Rolled):
            if thrown is not None:
                break
            thrown = act
        elif "die" in act.told:
            thrown = None
    if thrown is not None:
        return [say("for what the die of step {step} was thrown", thrown.step)]
    deeds = [act for act in battles if not isinstance(act, SPOKEN)]
    fought = any(isinstance(act, Attack) and not isinstance(act, Declaration) for act in deeds)
    return [say("which battles were fought (no line tells of any)")] if deeds and not fought else []


def _can_be_fought(position: Position, units: tuple[Unit, ...], target: str) -> Known:
    """Whether there are enemies, and somebody left who may attack them."""
    able = [unit for unit in units if unit.hex in position.network.index]
    enemies = [other for other in position.at(target) if other.side not in {unit.side for unit in able}]
    if not able or not enemies:
        return NO
    barred = {unit.id: answer for unit, answer in battle(position, able, target).barred}
    return any_of(~barred.get(unit.id, NO) for unit in able)


@CHAPTER.article(
    "Hardened Garrisons die last", "21.6f", when=("battles",), unseen="may excuse", acts=("flip", "remove", "transfer")
)
def hardened_garrisons_die_last(act: Act) -> Iterator[Finding]:
    """In battle a Hardened Garrison takes a loss only when it is the only step left in its hex.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.gar/2;
              attack 1817: ax.24pz result=DP; remove sov.gar/2
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.gar/2, sov.63rc/2;
              attack 1817: ax.24pz result=DP; remove sov.gar/2
    """
    for name in act.units if isinstance(act, Flipped | Removed | Transfer) else ():
        unit, after = act.before.units.get(name), act.after.units.get(name)
        if unit is None or not unit.hex or not unit.has("dies_last"):
            continue
        if after is not None and after.hex and after.steps >= unit.steps:
            continue
        here = (other for other in act.before.at(unit.hex) if other.side == unit.side)
        if others := [str(other) for other in here if other.id not in act.units]:
            because = say(
                "{unit} takes a loss before {others}, and takes it last of all in its hex", unit, listed(others)
            )
            yield Finding((unit.hex,), because, (name,), _was_chosen(act, unit.hex))


def _was_chosen(act: Act, number: str) -> Known:
    """Whether the last battle was fought for a hex, and cost steps that somebody chose."""
    fought, phase = act.before.memory.fought, act.moment.phase
    if fought is None or (fought.turn, fought.phase) != (act.moment.turn, phase.id if phase else ""):
        return Known.open(say("which battle cost the loss"))
    if fought.hex != number or fought.result in ("DE", "BT"):
        return NO
    return YES if fought.result else Known.open(say("the result of the battle for {hex}", number))


def _helped(record: PhaseRecord) -> Iterator[Attack]:
    """The attacks that a headquarters helps: as they are declared, or as they are fought if nobody told of it before."""
    for act in record.of(Attack):
        if act.told.get(HQ, "no") != "no" and not any(_same_help(act, each) for each in _declarations(record, act)):
            yield act


def _declarations(record: PhaseRecord, act: Attack) -> Iterator[Attack]:
    """What was told before of the battle that is fought now."""
    if isinstance(act, Declaration):
        return
    for phase in (*record.earlier, record):
        for each in phase.of(Attack):
            if set(each.path) & set(act.path) and (isinstance(each, Declaration) or phase.moment != record.moment):
                yield each


def _same_help(act: Attack, other: Attack) -> bool:
    """Whether the same headquarters help both, as much, and the same units fight."""
    told = ((each.told.get(HQ, "no"), _has_whole_weight(each), frozenset(each.units)) for each in (act, other))
    return len(set(told)) == 1


def _has_whole_weight(act: Attack) -> bool:
    return act.told.get(NARROW, "no") != "no"


def _help_untold(record: PhaseRecord) -> str:
    """What nobody told of the help of a headquarters that may help one battle, and is told to help some."""
    for act in _helped(record):
        marker = _found(act, act.told[HQ])
        if marker is None:
            continue
        once = _has_whole_weight(act) or battles_supported(act.before, marker).low <= 1
        for other in record.of(Attack):
            attackers = tuple(other.before.units[each] for each in other.units if each in other.before.units)
            silent = HQ not in other.told and not isinstance(other, Declaration)
            may_be_too_many = silent and (once or _has_whole_weight(other)) and marker.id in other.before.markers
            if may_be_too_many and supports(other.before, marker, attackers).possible:
                return say("whether {name} helps the battle for {hex}", marker.type.name, listed(other.path))
    return ""


@dataclass(frozen=True, slots=True)
class WholeWeight:
    """The nations whose headquarters may give a battle two columns if a unit of theirs attacks; none: any, to any units."""

    nations: frozenset[NationName] = frozenset()


@CHAPTER.article(
    "Attack Bonus eligibility",
    printed("", "10.3.1b", figures=WholeWeight(frozenset({"german"}))),
    covers=("10.3.1c", "10.3.1d", "10.3.1e", "19.1b", "21.3c"),
    when=("declaration", "battles"),
    unseen="may excuse nearby",
    acts=(),
    met=_helped,
    untold=_help_untold,
)
def attack_bonus(record: PhaseRecord, whole_weight: WholeWeight) -> Iterator[Finding]:
    """One HQ in Attack mode helps a battle of a supplied unit within its radius: an Operational or Stressed one a single battle
    of its nation, a German Strategic one a single battle with two columns.

    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1517: +hq.agc.attack; 1717: ax.24pz;
              1817: sov.63rc/2; attack 1817: ax.24pz hq=hq.agc.attack result=NE
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1517: +hq.agc.balanced; 1717: ax.24pz;
              1817: sov.63rc/2; attack 1817: ax.24pz hq=hq.agc.balanced result=NE
    """
    used: dict[str, list[Attack]] = {}
    for act in _helped(record):
        names = [act.told[HQ]] if _found(act, act.told[HQ]) else act.told[HQ].split(",")
        if len(names) > 1:
            yield Finding(act.path, say("{count} headquarters help one battle, and one may", len(names)), act.units)
        for name in names:
            marker = _found(act, name)
            if marker is None:
                because = say("{name} helps a battle, and is nowhere on the map", name)
                yield Finding(act.path, because, act.units, Known.open(say("where {name} lies", name)))
                continue
            used.setdefault(marker.id, []).append(act)
            yield from _may_help(act, marker, whole_weight.nations)
        yield from _help_declared(record, act)
    for name, acts in used.items():
        before = (each for phase in record.earlier for each in phase.of(Declaration))
        helped = [*(each for each in before if _is_helped_by(each, name)), *acts]
        yield from _helps_too_often(acts[0].before.markers[name], helped)


article(
    printed("thunder_in_the_east_10", "10.3.1b", figures=WholeWeight()),
    unseen="may excuse nearby",
    met=_helped,
    untold=_help_untold,
    says="""\
One HQ in Attack mode helps a battle of a supplied unit within its radius: an Operational one a single battle of its nation, \
a Strategic one a single battle with two columns.""",
    anew=True,
)(attack_bonus)


def _is_helped_by(act: Attack, marker: str) -> bool:
    found = (_found(act, each) for each in act.told.get(HQ, "").split(","))
    return any(each is not None and each.id == marker for each in found)


def _found(act: Act, name: str) -> Marker | None:
    """The marker of that id, type or name."""
    return next(
        (each for each in act.before.markers.values() if each.hex and name in (each.id, each.type.id, each.type.name)),
        None,
    )


def _may_help(act: Attack, marker: Marker, weighty: frozenset[str]) -> Iterator[Finding]:
    position, name, at = act.before, marker.type.name, (marker.hex, *act.path)
    attackers = tuple(position.units[each] for each in act.units if each in position.units)
    if not attacking(position, marker):
        yield Finding(at, say("{name} helps a battle, and is not in attack mode", name), act.units)
        return
    because = say("{name} helps a battle, and no attacker that it may help is supplied and within its radius", name)
    yield Finding(at, because, act.units, ~supports(position, marker, attackers))
    if not _has_whole_weight(act):
        return
    because = say("{name} helps a battle with its whole weight, which only an unstressed Strategic HQ may do", name)
    yield Finding(at, because, act.units, ~has_full_powers(position, marker))
    nation = weighty & marker.type.tags
    if weighty and not any(unit.type.nation in nation for unit in attackers):
        only = either(weighty)
        because = say("{name} helps a battle with its whole weight; that is for {only} HQs and attackers", name, only)
        yield Finding(at, because, act.units)


def _help_declared(record: PhaseRecord, act: Attack) -> Iterator[Finding]:
    """Where the battle was declared without this help though it was declared on record."""
    declared = [*_declarations(record, act)]
    if not declared:
        return
    if _has_whole_weight(act) and not any(NARROW in each.told for each in declared):
        because = say("a battle gets the whole weight of a headquarters, and that was not declared")
        yield Finding(act.path, because, act.units)
    elif not any(each.told.get(HQ, "no") != "no" for each in declared):
        because = say("a headquarters helps a battle, and that was not declared")
        yield Finding(act.path, because, act.units, Known.open(say("whether that help was declared")))


def _helps_too_often(marker: Marker, acts: list[Attack]) -> Iterator[Finding]:
    at = tuple(dict.fromkeys(number for act in acts for number in act.path))
    count = len({act.path for act in acts})  # a battle declared and fought is one
    once = any(_has_whole_weight(act) for act in acts)
    most = Interval.of(1) if once else battles_supported(acts[0].before, marker)
    because = say("{name} helps {count} battles in a turn, and may help {most}", marker.type.name, count, most)
    yield Finding(at, because, broken=~Interval.of(count).at_most(most))
