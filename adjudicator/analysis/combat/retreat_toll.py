"""What retreats out of one hex cost the units that went back, beyond what the result of their battle took."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from adjudicator.analysis.combat.retreat import retreats
from adjudicator.analysis.combat.retreat_rule import retreat_rule
from adjudicator.analysis.combat.retreat_ways import Retreats, retreat_loss, tires
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, Known, any_of
from adjudicator.record.acts import Retreat
from adjudicator.said import say, strung
from adjudicator.words import counted, listed


@dataclass(frozen=True, slots=True)
class RetreatToll:
    """Steps due: one for each hex of an enemy zone that the stack entered (`zones`), one for each unit that tires.

    `least` and `most` differ where the record shows only the ends of a retreat; each is open where it is open who tires.
    """

    zones: tuple[str, ...] = ()
    weary: Interval = ZERO
    least: Interval = ZERO
    most: Interval = ZERO

    @property
    def words(self) -> str:
        """ "2 steps (enemy zones in 1918 and 1919)"."""
        parts = [say("enemy zones in {zones}", listed(self.zones))] if self.zones else []
        parts += [say("retreating at all")] if self.weary.high else []
        parts += [say("enemy zones on every way there")] if self.least.low > len(self.zones) + self.weary.low else []
        least = counted(int(self.least.low), "step") if self.least.certain else say("{least} steps", self.least)
        return least + (say(" ({parts})", strung(parts, ", ")) if parts else "")


def retreat_toll(acts: tuple[Retreat, ...]) -> RetreatToll:
    """What retreats of one stack cost it: an enemy zone once, however many of its units go through."""
    tired = (tires(act.before, act.before.unit(name), act.path[0]) for act in acts for name in act.units)
    weary = sum_of(Interval.one_if(answer) for answer in tired)
    zones = _zones(acts)
    shown = sum_of(map(Interval.one_if, zones.values()))
    hidden = tuple(act for act in acts if not _shown(act))
    least = reduce(Interval.greater, map(_cheapest, hidden), shown)
    most = reduce(Interval.greater, (Interval.of(_dearest(act)) for act in hidden), shown)
    return RetreatToll(tuple(zones), weary, weary.plus(least), weary.plus(most))


def _shown(act: Retreat) -> bool:
    """Whether every hex of a retreat stands in the record."""
    rule = retreat_rule(act.before)
    return act.exact or rule is None or len(act.path) - 1 >= rule.hexes


def _zones(acts: Iterable[Retreat]) -> dict[str, Known]:
    """The hexes of retreats that cost one of their units a step, or may, each with whether it does."""
    found: dict[str, Known] = {}
    for act in acts:
        units = [act.before.unit(name) for name in act.units]
        for count, number in enumerate(act.path[1:]):
            losses = (retreat_loss(act.before, unit, number, first=count == 0, start=act.path[0]) for unit in units)
            caught = any_of(~loss.at_most(ZERO) for loss in losses)
            if caught.possible:
                found[number] = found.get(number, NO) | caught
    return found


def _cheapest(act: Retreat) -> Interval:
    """The steps that the best way to where the units are now costs."""
    found = (retreats(act.before, act.before.unit(name), act.path[0]) for name in act.units)
    return reduce(Interval.greater, (_losses(ways, act.path[-1]) for ways in found), ZERO)


def _losses(ways: Retreats, end: str) -> Interval:
    """What the best way to a hex costs, as far as it is known which are open."""
    kind, sure = ways.perhaps.get(end), ways.sure.get(end)
    if kind is None:
        return ZERO
    least = Interval.of(kind.losses)
    return (
        least if sure is None or sure.losses == kind.losses else least.either(Interval.of(sure.losses), *ways.missing)
    )


def _dearest(act: Retreat) -> int:
    rule = retreat_rule(act.before)
    return 0 if rule is None else rule.hexes * rule.zone_loss
