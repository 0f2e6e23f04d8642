"""Weather: how it spreads over zones in a row, what it does in a hex, when waters freeze. Numbers: weather.toml."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from adjudicator.analysis.ground import standing
from adjudicator.lean import dataclass, replace
from adjudicator.model.amounts import Amount
from adjudicator.model.known import Known, any_of
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.terms.climate import WEATHER, Between
from adjudicator.terms.ice import Frozen
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where

BEST_TO_WORST = ("clear", "mud", "frost", "snow")
NO_CHANGE = "no change"


class Effect(Table):
    """An [[effect]]: what the weather does in a hex to the value that it names."""

    name: str
    """The value, such as "ports" or "air strength"."""
    where: Where = ANYWHERE
    """The hexes, their weather included."""
    when: When = When()
    """When it counts."""
    times: Amount = 1
    """What the value is multiplied by."""
    add: int = 0
    """What is added to the value."""


class Freezing(Table):
    """A [[freezing]]: when the waters of a zone freeze. The first whose options are in play counts."""

    cold: frozenset[str]
    """Weathers in which waters freeze."""
    turns: int = 1
    """Waters are frozen in the so-many-th cold turn running."""
    options: frozenset[str] = frozenset()
    """Optional rules that must be in play."""
    gradual: bool = False
    """Whether waters freeze in steps: freezing in the turn that goes from `mild` to `hard` weather, or is the second of
    other cold weather; frozen from the next turn on; flooding in the turn that goes from cold to one of `thaw`."""
    mild: frozenset[str] = frozenset()
    """Weathers from which a sudden frost may come."""
    hard: frozenset[str] = frozenset()
    """Weathers of a sudden frost."""
    thaw: frozenset[str] = frozenset()
    """Weathers in which frozen waters flood."""


class Ahead(Table):
    """An [[ahead]]: when whoever is phasing may march by the weather that was forecast, or by that of now, as he likes."""

    when: When
    """When he may. Example: `when = { phases = ["second_movement"] }`"""
    besides: frozenset[str] = frozenset()
    """Other conditions that the forecast does not tell. Example: `besides = ["severe"]`"""


class WeatherTable(Table):
    """The file weather.toml: what the weather does."""

    effect: tuple[Effect, ...] = ()
    """What the weather does in a hex."""
    freezing: tuple[Freezing, ...] = ()
    """When waters freeze."""
    frozen: tuple[Frozen, ...] = ()
    """Where rivers are frozen."""
    between: Between = Between()
    """Whose weather a hexside between two zones has."""
    ahead: tuple[Ahead, ...] = ()
    """When the weather that was forecast may be used before it comes."""


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


def weather_table(pack: Pack) -> WeatherTable:
    """The pack's weather.toml."""
    return load_table(pack, "weather", WeatherTable)


def foreseen(position: Position) -> Position | None:
    """The position in the weather that was forecast, if whoever is phasing may, or perhaps may, use that already."""
    moment, rows = position.moment, weather_table(position.pack).ahead
    ahead = next((row for row in rows if row.when.holds(position, moment.phasing).possible), None)
    if ahead is None:
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
    answers = ((row, _holds(position, row, number, side)) for row in weather_table(position.pack).effect)
    return tuple((row, holds) for row, holds in answers if holds.possible)


def under(position: Position, number: str, name: str) -> Known:
    """Whether an effect of that name holds in a hex."""
    return any_of(holds for row, holds in effects(position, number) if row.name == name)


def _holds(position: Position, row: Effect, number: str, side: str) -> Known:
    """Whether an effect holds in a hex."""
    return row.where.fits(standing(position), position.network.index[number]) & row.when.holds(position, side)


def ice(pack: Pack, history: Sequence[str]) -> Ice:
    """What a zone's waters are like after these weathers, one a turn, the last one now; open before the first."""
    rule = next((row for row in weather_table(pack).freezing if row.options <= pack.options), None)
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
