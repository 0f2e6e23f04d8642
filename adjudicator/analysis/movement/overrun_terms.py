"""Who may overrun whom, and what it costs: [overrun] of movement.toml."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.terms.cell import UNKNOWN, Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector


@dataclass(frozen=True, slots=True)
class SeriesOverrun:
    """What the books of one series say of overruns besides [overrun]."""

    certain: Fraction = Fraction(0)
    """How many times the defense the attack must be: an overrun that is succeeds without die or result; 0: none does."""
    most_steps: int = 0
    """The most steps that a unit may have that is overrun; 0: no limit."""
    barred: tuple[tuple[Where, Prose], ...] = ()
    """Where nobody overruns, with what reports say of it."""
    article: str = ""
    """The article that says where."""


class Overrun(Table):
    """[overrun]: who may overrun whom, and what it costs."""

    who: Selector = EVERYONE
    """The units that may overrun."""
    victims: Selector = EVERYONE
    """The units that may be overrun."""
    most_victims: int = 0
    """The most units that may be overrun in a hex; 0: no limit."""
    extra: Cell = UNKNOWN
    """Movement points that it costs besides what entering the hex costs."""
    strength: Amount = 0
    """The least attack strength of those that overrun."""
    no_road: bool = True
    """Whether the hex is entered at no road rate."""
    not_back: bool = False
    """Whether units that retreat from an overrun may not enter the hex from which it came."""
    when: When = When()
    """When it is possible."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which nobody overruns."""
