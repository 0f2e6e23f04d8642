"""The supply of each unit at chosen moments of a play: its state, its line element by element or where its lines broke.

The page draws the line of the unit that its reader chooses. A moment lists only the units of which something is another than
before, and every line stands once, so that a long game stays small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from adjudicator.analysis.supply.status import Supply, supply, supply_table
from adjudicator.analysis.supply.witness import Leg
from adjudicator.exporters.judged import side_names, state_words, supply_hexes, supply_looks
from adjudicator.exporters.overlay import ISOLATED
from adjudicator.exporters.report.layers import chosen
from adjudicator.lean import dataclass
from adjudicator.record.position import Position
from adjudicator.words import amount

MOST_WORK = 8_000
"""Units times moments whose lines are drawn; a longer game shows those of the ends of phases."""
MOST_NUMBERS = 120_000
"""Numbers in all lines together; a game with more shows the lines of its last moment."""
MOST_OBSTACLES = 3
STYLES = (
    ("#00573f", ()),
    ("#0b4f8a", (0.3, 0.14)),
    ("#7a3b00", (0.04, 0.17)),
    ("#5b2a86", (0.34, 0.13, 0.05, 0.13)),
    ("#8f1d4f", (0.14, 0.12)),
    ("#3b4047", (0.34, 0.12, 0.05, 0.12, 0.05, 0.12)),
)
"""Colour and dashes (in heights of a hex) of the elements of lines, in the order of the pack's table."""


@dataclass
class SupplyLines:
    """What the page knows of supply lines: looks of elements, legs, obstacles and units, each once; and the moments.

    `looked` are the steps after which it was looked, where that is not all of them.
    """

    elements: tuple[str, ...]
    numbers: Mapping[str, int]
    states: dict[str, int] = field(default_factory=dict)
    legs: dict[tuple[object, ...], int] = field(default_factory=dict)
    blocks: dict[tuple[int, str], int] = field(default_factory=dict)
    units: dict[str, int] = field(default_factory=dict)
    names: list[tuple[str, str]] = field(default_factory=list)
    moments: list[dict[str, object]] = field(default_factory=list)
    looked: tuple[int, ...] = ()

    @property
    def samples(self) -> list[tuple[str, str]]:
        """For the legend: a line of each element as SVG markup of our own, and what it runs over."""
        return [(_sample(*STYLES[place % len(STYLES)]), told(name)) for place, name in enumerate(self.elements)]

    @property
    def size(self) -> int:
        """About how many numbers and words this is."""
        legs = sum(len(leg) + len(hexes) for leg in self.legs if isinstance(hexes := leg[-1], tuple))
        told = (each for moment in self.moments for each in _values(moment["units"]))
        return legs + sum(4 if each is None else 4 + len(each[2]) + len(each[3]) for each in told)

    @property
    def data(self) -> dict[str, object]:
        """The lines as the page's script reads them."""
        looks = ((told(name), *STYLES[place % len(STYLES)]) for place, name in enumerate(self.elements))
        return {
            "elements": [{"name": name, "colour": colour, "dash": dash} for name, colour, dash in looks],
            "states": list(self.states),
            "legs": list(self.legs),
            "blocks": list(self.blocks),
            "units": self.names,
            "moments": self.moments,
            "looked": self.looked,
        }

    def unit(self, found: Supply, name: str, state: str, side: str) -> list[object]:
        """Of a unit: its hex, its state, its legs, its obstacles, the missing data."""
        unit = found.position.units[name]
        if name not in self.units:
            self.units[name] = len(self.names)
            self.names.append((str(unit), side))
        number = self.numbers.get(unit.hex, -1)
        legs = [self._leg(leg) for leg in found.legs(name)]
        blocks: list[int] = []
        if not legs or supply_looks(found.position).get(state) == ISOLATED:
            broken = found.obstacles(name, most=MOST_OBSTACLES) if unit.hex in found.position.network.index else ()
            known = ((self.numbers[each.hex], each.why) for each in broken if each.hex in self.numbers)
            blocks = [self.blocks.setdefault(each, len(self.blocks)) for each in known]
        missing = "; ".join(found.state(name).missing)
        code = self.states.setdefault(state_words(state), len(self.states))
        return [number, code, legs, blocks, *([missing] if missing else [])]

    def _leg(self, leg: Leg) -> int:
        hexes = tuple(self.numbers.get(each, -1) for each in leg.hexes)
        far = len(hexes) - 1
        length = f"{far} hex{'' if far == 1 else 'es'}" if leg.length is None else f"length {amount(leg.length)}"
        words = f"{told(leg.element) or 'in place,'} {leg.to}"
        element = self.elements.index(leg.element) if leg.element in self.elements else -1
        return self.legs.setdefault(
            (element, words, length if far else "in place" if leg.element else "", hexes), len(self.legs)
        )


def told(element: str) -> str:
    """An element's name as people read it."""
    return element.replace("_", " ")


def supply_lines(
    start: Position,
    later: Iterable[tuple[int, Position]],
    numbers: Mapping[str, int],
    most_work: int = MOST_WORK,
    most_numbers: int = MOST_NUMBERS,
) -> SupplyLines | None:
    """The lines at every chosen moment, or, where that is too much, at the last; None if the pack knows no supply."""
    table = supply_table(start)
    if not any(rule.aspect == "supply" for rule in table.state):
        return None
    elements = tuple(dict.fromkeys(each.name for line in table.line.values() for each in line.elements))
    positions = list(later)
    moments, every = (list(chosen(start, positions, work)) for work in (most_work, len(positions) * len(start.units)))
    made = _gathered(SupplyLines(elements, numbers), moments)
    if made.size > most_numbers:
        moments = moments[-1:]
        made = _gathered(SupplyLines(elements, numbers), moments)
    if len(moments) < len(every):
        made.looked = tuple(step for step, _ in moments)
    return made


def _gathered(made: SupplyLines, moments: Iterable[tuple[int, Position]]) -> SupplyLines:
    known: dict[str, list[object]] = {}
    for step, position in moments:
        now = dict(_unit_supply(made, position))
        supply_hexes(position)  # the layers ask it of the same positions, when their supply is forgotten
        changed: dict[str, list[object] | None] = {
            place: told for place, told in now.items() if known.get(place) != told
        }
        changed |= dict.fromkeys(place for place in known if place not in now)
        if changed:
            made.moments.append({"step": step, "units": changed})
        known = now
    return made


def _unit_supply(made: SupplyLines, position: Position) -> Iterator[tuple[str, list[object]]]:
    for side, words in zip(position.pack.sides, side_names(position), strict=True):
        found = supply(position, side)
        for name, state in sorted(found.states().items()):
            if state and position.units[name].hex in made.numbers:
                entry = made.unit(found, name, state, words)
                yield str(made.units[name]), entry


def _values(units: object) -> list[list[list[object]] | None]:
    return list(units.values()) if isinstance(units, dict) else []


def _sample(colour: str, dash: tuple[float, ...]) -> str:
    dashes = " ".join(f"{26 * part:.4g}" for part in dash) or "none"
    line = (
        f'<path d="M3 7H45" stroke="{colour}" stroke-width="3.2" stroke-dasharray="{dashes}" stroke-linecap="round"/>'
    )
    return f'<svg viewBox="0 0 48 14" width="48" height="14" aria-hidden="true">{line}</svg>'
