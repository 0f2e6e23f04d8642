"""What flies and comes home better than its fights left it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.sorties import harm
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import listed, word


class Aftermath(Table):
    """Where the results of dogfights, of flak and of the weather leave what flew when it is home again."""

    phases: frozenset[PhaseName]
    """The phases of the player turn that count, by id, kind or tag. Example: `phases = ["combat"]`"""
    states: Mapping[str, str]
    """By result the state of readiness. Example: `states = { D = "flown damaged" }`"""
    twice: str = ""
    """The state of a unit that bears two results; left out: the worse one counts. Example: `twice = "destroyed"`"""
    hazard: tuple[When, ...] = ()
    """When a roll that always misses damages one of the units that fly."""


@check("air.aftermath", Aftermath, unseen="cannot excuse", whole_turn=True)
def comes_home_as_it_is(record: PhaseRecord, terms: Aftermath) -> Iterator[Breach]:
    """Whoever is hit in the air comes home hit.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.ju87, sov.i16;
              dogfight 2215: sov.i16 against=ax.ju87 die=5 result=D losses=ax.ju87:D; turn 9, Axis Air Return Step;
              ax.ju87 [2215]>[flown]; flip ax.ju87/2; sov.i16 [2215]>[flown]
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.ju87, sov.i16;
              dogfight 2215: sov.i16 against=ax.ju87 die=5 result=D losses=ax.ju87:D; turn 9, Axis Air Return Step;
              ax.ju87 [2215]>[flown]; sov.i16 [2215]>[flown]; turn 9, Axis Regular Recovery & Reorganization Step; say we go on
    """
    whole = record.with_earlier(terms.phases)
    table = air_table(record.start)
    rank = {level.name: number for number, level in enumerate(table.level)}
    hurt = harm(whole)
    for name, letters in sorted(hurt.items()):
        unit = record.end.units.get(name)
        now = table.level_of(unit) if unit is not None else None
        due = _due(letters, terms, rank)
        if unit is None or now is None or not due or now >= rank[due]:
            continue
        because = say(
            "{unit} bore {result} in the air and is {now}, and should be {due}",
            unit,
            letters,
            word(table.level[now].name),
            word(due),
        )
        yield Breach((), because, (name,), owed=not record.ended)
    for act in whole.of(Strike):
        yield from _hazard(record, act, terms, rank)


def _due(letters: str, terms: Aftermath, rank: Mapping[str, int]) -> str:
    """The state in which results leave a unit, "" if they are none."""
    states = [terms.states[letter] for letter in letters if letter in terms.states]
    if terms.twice and len(states) > 1:
        return terms.twice
    return max(states, key=lambda name: rank[name], default="")


def _hazard(record: PhaseRecord, act: Strike, terms: Aftermath, rank: Mapping[str, int]) -> Iterator[Breach]:
    """A roll that always misses, in weather that damages: one of the units must come home damaged."""
    misses = air_table(act.before).damage.misses
    if not terms.hazard or not misses or act.told.get("die") != str(misses):
        return
    now = any_of(when.holds(act.before, "") for when in terms.hazard)
    home = [record.end.units[name] for name in act.units if name in record.end.units]
    ready = min((rank[name] for name in terms.states.values()), default=0)
    if now.is_no or len(home) < len(act.units) or any(_is_hurt(record.end, unit.id, ready) for unit in home):
        return
    because = say(
        "a {die} was rolled for {units} in such weather, and none of them came home damaged",
        misses,
        listed(_names(act)),
    )
    yield Breach(act.path, because, act.units, now, owed=not record.ended)


def _is_hurt(position: Position, name: str, ready: int) -> bool:
    """Whether a unit is home and damaged, or not home yet."""
    level = air_table(position).level_of(position.units[name])
    return level is None or level >= ready


def _names(act: Act) -> list[object]:
    return [act.before.units.get(name, name) for name in act.units]
