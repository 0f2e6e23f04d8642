"""Weather: how it spreads over zones in a row, what it does in a hex, when waters freeze."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from adjudicator.analysis.ground import ground_at
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import Known, any_of
from adjudicator.model.pack import Pack
from adjudicator.record.position import Position
from adjudicator.terms.climate import WEATHER
from adjudicator.terms.when import When
from adjudicator.terms.where import Where

BEST_TO_WORST = ("clear", "mud", "frost", "snow")
NO_CHANGE = "no change"


@dataclass(frozen=True, slots=True)
class Effect:
    """What the weather does in such a hex, its weather included, at such a time: "first winter", or "bombing" (halved)."""

    name: str
    where: Where
    when: When = When()


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a book has."""

    effect: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Freezing:
    """When the waters of a zone freeze: in the so-many-th turn running of `cold` weather, if these optional rules are in play.

    Or in steps, if it is `gradual`: freezing in the turn that goes from `mild` to `hard` weather, or is the second of other cold
    weather; frozen from the next turn on; flooding in the turn that goes from cold to one of `thaw`.
    """

    cold: frozenset[str]
    turns: int = 1
    options: frozenset[str] = frozenset()
    gradual: bool = False
    mild: frozenset[str] = frozenset()
    hard: frozenset[str] = frozenset()
    thaw: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Freezings:
    """Those of a book, of which the first whose options are in play counts."""

    freezing: tuple[Freezing, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """When whoever is phasing may march by the weather that was forecast, or by that of now, as he likes.

    `besides` are other conditions that the forecast does not tell.
    """

    when: When | None
    besides: frozenset[str] = frozenset()


class Ice(StrEnum):
    """What a zone's rivers and lakes are like."""

    OPEN = "open"
    FREEZING = "freezing"
    FROZEN = "frozen"
    FLOODING = "flooding"


@dataclass(frozen=True, slots=True)
class Spread:
    """The weather of zones from the harsher end to the milder, the last result rolled, and whether things got worse."""

    zones: tuple[str, ...]
    rolled: str
    worsening: bool


def spread_weather(before: Spread, result: str, order: tuple[str, ...] = BEST_TO_WORST) -> Spread:
    """The next turn's weather. While it worsens each zone takes its harsher neighbour's weather and the harshest the result.

    While it improves it is the other way round. A result like the last keeps the direction; "no change" repeats the last.
    """
    rolled = before.rolled if result == NO_CHANGE else result
    now, last = order.index(rolled), order.index(before.rolled)
    worsening = before.worsening if now == last else now > last
    zones = (rolled, *before.zones[:-1]) if worsening else (*before.zones[1:], rolled)
    return Spread(zones, rolled, worsening)


def foreseen(position: Position) -> Position | None:
    """The position in the weather that was forecast, if whoever is phasing may, or perhaps may, use that already."""
    moment, ahead = position.moment, position.pack.figures_of(Ahead)
    if ahead is None or ahead.when is None or not ahead.when.holds(position, moment.phasing).possible:
        return None
    told = {
        name: value.rpartition(":")[2]
        for name, value in position.values.items()
        if name.partition(".")[0] == "forecast"
    }
    untold = ahead.besides if told else ahead.besides | {WEATHER}
    conditions = {name: value for name, value in moment.conditions if name.partition(":")[0] not in untold}
    for name, value in told.items():
        _, _, region = name.partition(".")
        conditions[f"{WEATHER}:{region}" if region else WEATHER] = value
    return position.during(replace(moment, conditions=tuple(sorted(conditions.items()))))


def effects(position: Position, number: str, side: str = "") -> tuple[tuple[Effect, Known], ...]:
    """What the weather does in a hex now: the effects that hold or may, each with the answer."""
    rows = position.pack.figures_of(Effects)
    answers = ((row, _holds(position, row, number, side)) for row in (rows.effect if rows is not None else ()))
    return tuple((row, holds) for row, holds in answers if holds.possible)


def under(position: Position, number: str, name: str) -> Known:
    """Whether an effect of that name holds in a hex."""
    return any_of(holds for row, holds in effects(position, number) if row.name == name)


def _holds(position: Position, row: Effect, number: str, side: str) -> Known:
    """Whether an effect holds in a hex."""
    return row.where.fits(ground_at(position), position.network.index[number]) & row.when.holds(position, side)


def ice(pack: Pack, history: Sequence[str]) -> Ice:
    """What a zone's waters are like after these weathers, one a turn, the last one now; open before the first."""
    rows = pack.figures_of(Freezings)
    rule = next((row for row in (rows.freezing if rows is not None else ()) if row.options <= pack.options), None)
    state, before, run = Ice.OPEN, "", 0
    for weather in history:
        run = run + 1 if rule is not None and weather in rule.cold else 0
        if rule is not None:
            state = _next(rule, state, before, weather, run)
        before = weather
    return state


def _next(rule: Freezing, state: Ice, before: str, weather: str, run: int) -> Ice:
    if weather not in rule.cold:
        return Ice.FLOODING if weather in rule.thaw and before in rule.cold else Ice.OPEN
    if not rule.gradual:
        return Ice.FROZEN if run >= rule.turns else Ice.OPEN
    if state in (Ice.FREEZING, Ice.FROZEN):
        return Ice.FROZEN
    sudden = weather in rule.hard and before in rule.mild
    lasting = weather not in rule.hard and before == weather
    return Ice.FREEZING if sudden or lasting else Ice.OPEN
