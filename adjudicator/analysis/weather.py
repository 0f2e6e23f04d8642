"""Weather that spreads over zones in a row: it comes from one end while it worsens, and leaves by it while it improves."""

from __future__ import annotations

from dataclasses import dataclass

BEST_TO_WORST = ("clear", "mud", "frost", "snow")
NO_CHANGE = "no change"


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
