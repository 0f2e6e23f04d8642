"""Losses of a battle in printed strength, and what its result orders each side to do.

combat.toml
    [[toll]]       result; attackers, defenders: "" (nothing happens to them), "retreat", "half" (of the printed strength,
                   survivors retreat) or "all" (units with a further face take it and retreat, others are removed); exchange =
                   "1/2" or 1: the weaker side by printed strength (the defender if equal) is eliminated, the other loses that
                   share of what the weaker lost

A book has in code who may have a hidden face (`Casualties`), and who stays where it is (`Steadfast`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.combat.battles import Fought, has_retreat, must_retreat
from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.combat.ranged import from_afar, ranged_row
from adjudicator.analysis.combat.retreat import may_slip_through, orderly_retreats, retreats, slipped
from adjudicator.analysis.combat.retreat_rule import nobody_fled, series_retreat, with_result
from adjudicator.analysis.combat.retreat_ways import Retreated, retreat_loss
from adjudicator.analysis.combat.strength import Part, printed_strength
from adjudicator.analysis.combat.terms import Casualties, CombatTable, Steadfast, combat_table
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Placed, Retreat
from adjudicator.record.position import Position
from adjudicator.said import say

About = Literal["result", "zones", "no way"]


@dataclass(frozen=True, slots=True)
class ResultFault:
    """What does not fit a result; `broken` is open where a datum could excuse it.

    `about`: the result itself; or what enemy zones on a retreat cost; or a unit that has no way back, and stays.
    """

    words: str
    units: tuple[str, ...] = ()
    broken: Known = YES
    about: About = "result"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one unit in a battle: faces lost, their printed strength, whether it went back.

    `owed` are the faces that its retreat cost by the zones it went through, `given` the strength lost besides: what was
    lost by a retreat pays for no result.
    """

    unit: Unit
    gone: bool
    faces: int
    strength: Interval
    retreated: bool
    owed: Interval = ZERO
    given: Interval = ZERO


@dataclass(frozen=True)
class Reckoning:
    """One battle under its result: who was in it, who only came by (`refugees`, who count for nothing), who must stay."""

    fought: Fought
    start: Position
    refugees: frozenset[str] = frozenset()
    table: CombatTable = field(default_factory=CombatTable)

    @cached_property
    def attackers(self) -> tuple[Fate, ...]:
        """The fates of the attackers."""
        before = self.fought.attack.before
        return tuple(
            fate(self.fought, before.unit(name), "attack")
            for name in self.fought.attackers
            if not self._untouchable(before.unit(name))
        )

    @cached_property
    def immune(self) -> tuple[Fate, ...]:
        """The fates of attackers from afar whom no result touches, but for those who may go back if they will."""
        before = self.fought.attack.before
        units = [before.unit(name) for name in self.fought.attackers]
        return tuple(fate(self.fought, unit, "attack") for unit in units if self._untouchable(unit))

    def _untouchable(self, unit: Unit) -> bool:
        before = self.fought.attack.before
        row = ranged_row(before, unit)
        afar = unit.type.afloat or from_afar(before, unit, self.fought.hexes)
        return row is not None and row.immune and afar

    @cached_property
    def defenders(self) -> tuple[Fate, ...]:
        """The fates of the defenders, refugees among them."""
        return tuple(fate(self.fought, unit, "defense") for unit in self.fought.defenders)

    @property
    def casualties(self) -> Casualties:
        """How losses are reckoned."""
        return self.start.pack.figures_or_usual(Casualties)

    @property
    def by_modified_strength(self) -> bool:
        """Whether the weaker side of an exchange is found by the strengths with which the battle was fought."""
        return self.start.pack.chosen.get(self.casualties.compare) == "modified"

    @property
    def counted(self) -> tuple[Fate, ...]:
        """The defenders whose strength counts."""
        return tuple(each for each in self.defenders if each.unit.id not in self.refugees)

    @cached_property
    def steadfast(self) -> frozenset[str]:
        """The units that ignore retreats: they began the phase with one that makes them stay."""
        rule = self.start.pack.figures_of(Steadfast)
        if rule is None:
            return frozenset()
        units = [self.fought.attack.before.unit(name) for name in self.fought.attackers] + list(self.fought.defenders)
        found = set()
        for unit in units:
            then = self.start.units.get(unit.id)
            if then is None or not rule.who.matches(unit):
                continue
            if any(rule.company.matches(other) and other.side == unit.side for other in self.start.at(then.hex)):
                found.add(unit.id)
        return frozenset(found)

    @property
    def result(self) -> str:
        """The result as it works here: some defenders make one into another."""
        told, rule = self.fought.result, self.start.pack.figures_of(Steadfast)
        if rule is None or not any(each.unit.id in self.steadfast for each in self.defenders):
            return told
        return rule.instead.get(told, told)


def reckon(fought: Fought, start: Position, refugees: frozenset[str]) -> Reckoning:
    """A battle of a phase that began in `start`."""
    return Reckoning(fought, start, refugees, combat_table(start))


def faults(reckoning: Reckoning) -> tuple[ResultFault, ...]:
    """Everything that was not done as the result orders; empty where the table does not know the result."""
    toll = next((row for row in reckoning.table.toll if row.result == reckoning.result), None)
    if toll is None:
        return ()
    found = [fault for each in reckoning.immune for fault in _immune(reckoning, each)]
    if toll.exchange is not None:
        return (*found, *_exchange(reckoning, Fraction(toll.exchange), always=toll.falls == "defenders"))
    found += _ordered(reckoning, reckoning.attackers, toll.attackers, "attack")
    return (*found, *_ordered(reckoning, reckoning.defenders, toll.defenders, "defense"))


def takes_losses(reckoning: Reckoning, part: Part) -> bool:
    """Whether the result itself takes strength of a side; after one that orders a retreat alone, all is lost on the way."""
    toll = next((row for row in reckoning.table.toll if row.result == reckoning.result), None)
    if toll is None or toll.exchange is not None:
        return True
    return (toll.attackers if part == "attack" else toll.defenders) not in ("", "retreat")


def fate(fought: Fought, unit: Unit, part: Part) -> Fate:
    """What became of a unit between an attack and the next."""
    after = fought.end.units.get(unit.id)
    gone = after is None or not after.hex
    last = len(unit.type.faces) if after is None or gone else after.face
    faces = max(last - unit.face, 0)
    ways = [act for act in fought.acts if isinstance(act, Retreat) and unit.id in act.units]
    owed = sum_of(_owed(act, unit, count) for act in ways for count in range(1, len(act.path)))
    lost, least, most = (_of_faces(unit, part, faces - by) for by in (0, int(owed.high), int(owed.low)))
    given = most if owed.low == owed.high else least.either(most, *owed.missing)
    return Fate(unit, gone, faces, lost, bool(ways), owed, given)


def _of_faces(unit: Unit, part: Part, faces: int) -> Interval:
    """The printed strength of so many faces of a unit, from the one it showed."""
    return sum_of(printed_strength(replace(unit, face=unit.face + count), part) for count in range(faces))


def _owed(act: Act, unit: Unit, count: int) -> Interval:
    """What a hex of a retreat costs a unit that may slip through its zones."""
    number, start = act.path[count], act.path[0]
    loss = retreat_loss(act.before, unit, number, first=count == 1, start=start)
    slips = may_slip_through(act.before, unit, number, start)
    if loss == ZERO or slips.is_no:
        return loss
    luck = slips & slipped(act.before, act)
    return Interval.by(luck, ZERO, loss)


def _ordered(reckoning: Reckoning, fates: tuple[Fate, ...], order: str, part: Part) -> Iterator[ResultFault]:
    """What a side did not do of a plain order."""
    if order == "all":
        yield from _eliminated(reckoning, fates)
    elif order == "removed":
        for each in fates:
            if not each.gone:
                yield ResultFault(say("{unit} is still on the map, and must be removed", each.unit), (each.unit.id,))
    elif order == "half":
        yield from _halved(reckoning, fates, part)
    for each in fates:
        if order == "" or (order == "retreat" and each.unit.id in reckoning.steadfast):
            yield from _untouched(each)
        elif order == "retreat":
            yield from _goes_back(reckoning, each, lost=0)


def _immune(reckoning: Reckoning, each: Fate) -> Iterator[ResultFault]:
    """What befell a unit that fought from afar, and should not have."""
    row = ranged_row(reckoning.fought.attack.before, each.unit)
    free = row is not None and row.may_retreat and each.retreated and not each.gone and not each.faces
    if not free:
        yield from _untouched(each)


def _untouched(each: Fate) -> Iterator[ResultFault]:
    name = (each.unit.id,)
    if each.gone:
        yield ResultFault(say("{unit} is gone, which the result does not order", each.unit), name)
    elif each.faces:
        yield ResultFault(say("{unit} loses strength, which the result does not order", each.unit), name)
    elif each.retreated:
        yield ResultFault(say("{unit} retreats, which the result does not order", each.unit), name)


def _eliminated(reckoning: Reckoning, fates: tuple[Fate, ...]) -> Iterator[ResultFault]:
    """Every unit takes its next face and goes back, or is removed."""
    for each in fates:
        if each.gone:
            yield from _removed_rightly(reckoning, each)
        elif not each.faces:
            hidden = reckoning.casualties.hidden_face
            stays = len(each.unit.type.faces) == each.unit.face + 1 and hidden is not None and hidden.matches(each.unit)
            broken = Known.open(say("the back of {unit}", each.unit)) if stays and each.retreated else YES
            yield ResultFault(
                say("{unit} is neither removed nor reduced, and must be", each.unit), (each.unit.id,), broken
            )
        else:
            yield from _goes_back(reckoning, each, lost=1)


def _removed_rightly(reckoning: Reckoning, each: Fate) -> Iterator[ResultFault]:
    """A unit that had a further face is removed only if, so reduced, it had nowhere to go."""
    unit, table = each.unit, reckoning.casualties
    if unit.face + 1 < len(unit.type.faces):
        cadre = _turned(unit)
        survives = YES if unit.id in reckoning.steadfast else _survives(reckoning, cadre)
        survives &= ~_fell_on_its_way(each, cadre)
        if survives.possible:
            words = say("{unit} is removed, though it has a further side and a way to retreat", unit)
            yield ResultFault(words, (unit.id,), survives)
    elif table.hidden_face is not None and table.hidden_face.matches(unit) and not _stood_in(reckoning, unit):
        yield ResultFault(
            say("{unit} is removed, which is right only if it has no cadre", unit),
            (unit.id,),
            Known.open(say("whether {unit} has a cadre on its back", unit)),
        )


def _halved(reckoning: Reckoning, fates: tuple[Fate, ...], part: Part) -> Iterator[ResultFault]:
    """At least half of the printed strength is lost; who is left goes back."""
    every = [each for each in fates if each.unit.id not in reckoning.refugees] or list(fates)
    groups = (list(fates), every)
    enough = any_of(_given(group).times(Fraction(2)).at_least(_strength(group, part)) for group in groups)
    words = say(
        "{given} of {strength} strength points were lost, and at least half must be",
        _given(every),
        _strength(every, part),
    )
    if not enough.is_yes:
        yield ResultFault(words, tuple(each.unit.id for each in fates), ~enough)
    for each in fates:
        if not each.gone:
            yield from _goes_back(reckoning, each, lost=None)


def _goes_back(reckoning: Reckoning, each: Fate, lost: int | None) -> Iterator[ResultFault]:
    """A unit left over retreats, loses on its way what zones cost it, and no more.

    `lost` are the faces that the result took of it, None where its owner chose how many.
    """
    unit, name = each.unit, (each.unit.id,)
    if unit.id in reckoning.steadfast:
        if each.retreated:
            yield ResultFault(say("{unit} retreats, though it ignores retreats", unit), name)
        return
    if each.gone:
        if lost == 0 and (survives := ~_fell_on_its_way(each, unit) & _survives(reckoning, unit)).possible:
            yield ResultFault(say("{unit} is gone, though it could retreat", unit), name, survives)
        return
    if not each.retreated:
        yield _stays(reckoning, unit)
        return
    paid, due = Interval.of(each.faces), each.owed.plus(Interval.of(lost or 0))
    if not (enough := paid.at_least(due)).is_yes:
        words = (
            say("{unit} is reduced already, so the enemy zone on its retreat eliminates it", unit)
            if lost
            else say("{unit} retreats through an enemy zone and loses nothing", unit)
        )
        yield ResultFault(words, name, ~enough, about="zones")
    elif lost == 0 and paid.low > due.high:
        yield ResultFault(say("{unit} loses strength, which neither the result nor its retreat orders", unit), name)


def _fell_on_its_way(each: Fate, unit: Unit) -> Known:
    """Whether the zones through which a unit went back eliminated it; whether it chose its way rightly is another rule's."""
    return each.owed.at_least(Interval.of(unit.steps))


def _stays(reckoning: Reckoning, unit: Unit) -> ResultFault:
    """A unit that does not go back: it must, or is eliminated where it may not go, or has no way."""
    must = must_retreat(reckoning.fought.end, unit)
    shut = must and all(has_retreat(position, unit).is_no for position in _moments(reckoning.fought))
    stays = say("{unit} stays, though a retreat eliminates it", unit)
    words = say("{unit} does not retreat, and must", unit) if must and not shut else stays
    return ResultFault(words, (unit.id,), about="no way" if shut else "result")


def _exchange(reckoning: Reckoning, share: Fraction, *, always: bool) -> Iterator[ResultFault]:
    """The weaker side (the defenders, if it is `always` they) is eliminated, the other loses a share of that."""
    ours, theirs = _strengths(reckoning)
    names = tuple(each.unit.id for each in (*reckoning.attackers, *reckoning.defenders))
    weaker = YES if always else theirs.at_most(ours)
    if weaker.is_open:
        yield ResultFault(say("which side is the weaker is not known"), names, weaker)
        return
    weak_defends = weaker.is_yes
    weak, strong = (
        (reckoning.defenders, reckoning.attackers) if weak_defends else (reckoning.attackers, reckoning.defenders)
    )
    yield from _eliminated(reckoning, weak)
    parts: tuple[Part, Part] = ("defense", "attack") if weak_defends else ("attack", "defense")
    fallen = reckoning.counted if weak_defends else weak
    loss = _strength(fallen, parts[0])
    due = loss.times(share)
    paying = strong if weak_defends else reckoning.counted
    paid, most = _lost(paying), sum_of(_full(each.unit, parts[1]) for each in paying)
    side = paying[0].unit.side if paying else ""
    enough = paid.at_least(due.smaller(most))
    if not enough.is_yes:
        loser = reckoning.fought.end.pack.called(side)
        words = say(
            "the {loser} side lost {paid} strength points for the other's {loss}, and at least {due} are due",
            loser,
            paid,
            loss,
            due,
        )
        yield ResultFault(words, tuple(each.unit.id for each in paying), ~enough)
    for each in paying:
        if each.retreated and not each.gone:
            yield ResultFault(say("{unit} retreats, which the result does not order", each.unit), (each.unit.id,))


def _strengths(reckoning: Reckoning) -> tuple[Interval, Interval]:
    """What the sides of an exchange are compared by."""
    if reckoning.by_modified_strength:
        before = reckoning.fought.attack.before
        return battle(before, [before.unit(name) for name in reckoning.fought.attackers], reckoning.fought.hexes).totals
    return _strength(reckoning.attackers, "attack"), _strength(reckoning.counted, "defense")


def _strength(fates: Iterable[Fate], part: Part) -> Interval:
    """What units had, by the faces they showed."""
    return sum_of(printed_strength(each.unit, part) for each in fates)


def _lost(fates: Iterable[Fate]) -> Interval:
    return sum_of(each.strength for each in fates)


def _given(fates: Iterable[Fate]) -> Interval:
    return sum_of(each.given for each in fates)


def _full(unit: Unit, part: Part) -> Interval:
    """All that a unit can lose, its further faces included."""
    return sum_of(printed_strength(replace(unit, face=face), part) for face in range(unit.face, len(unit.type.faces)))


def _survives(reckoning: Reckoning, unit: Unit) -> Known:
    """Whether a unit had a retreat that left something of it, both before and after the others went back."""
    return all_of(_lives(position, unit) for position in _moments(reckoning.fought))


def _moments(fought: Fought) -> tuple[Position, Position]:
    """The battle before anybody went back, its result known, and after."""
    return with_result(nobody_fled(fought.attack.before), fought.hex, fought.result), fought.end


def _lives(position: Position, unit: Unit) -> Known:
    """Whether a unit has a retreat, an orderly one if there is any, that leaves something of it."""
    if not series_retreat(position).onward:
        return retreats(position, unit, unit.hex).agreed(lambda ways: _spared(ways, unit))
    orderly = orderly_retreats(position, unit, unit.hex)
    living = orderly.agreed(lambda ways: _spared(ways, unit))
    if orderly.any.is_yes:
        return living
    every = retreats(position, unit, unit.hex).agreed(lambda ways: _spared(ways, unit))
    if orderly.any.is_no:
        return every
    return NO if (living | every).is_no else Known.open(*orderly.missing, *every.missing)


def _spared(ways: Mapping[str, Retreated], unit: Unit) -> bool:
    return any(way.losses < unit.steps for way in ways.values())


def _turned(unit: Unit) -> Unit:
    return Unit(unit.id, unit.type, unit.hex, unit.location, unit.face + 1, unit.marks, unit.counter, unit.values)


def _stood_in(reckoning: Reckoning, unit: Unit) -> bool:
    """Whether units of its side that stand in for others were put on the map."""
    who = reckoning.casualties.stand_in
    placed: Mapping[str, Unit] = {
        name: act.after.units[name] for act in reckoning.fought.acts if isinstance(act, Placed) for name in act.units
    }
    return who is not None and any(who.matches(other) and other.side == unit.side for other in placed.values())
