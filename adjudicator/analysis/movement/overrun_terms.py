"""Who may overrun whom, and what it costs: [overrun] of movement.toml."""

from __future__ import annotations

from typing import Literal

from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.terms.cell import UNKNOWN, Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class OverrunBar(Table):
    """Where nobody overruns."""

    where: Where
    """The hexes."""
    why: Prose = ""
    """What reports say of it."""


class OverrunModifier(Table):
    """A row of `drm`: what is added to the die of an overrun."""

    name: Prose
    """What reports call it."""
    by: int
    """What is added."""
    who: Selector = EVERYONE
    """The units that overrun."""
    victims: Selector = EVERYONE
    """The units that are overrun."""
    least: Amount = 0
    """The least attack strength of those that overrun."""
    where: Where = ANYWHERE
    """The hex that is overrun."""
    shifts: bool = False
    """Whether it is added once for each column that terrain and markers shift to the left."""


class OverrunChooser(Table):
    """Who chooses where the roll of an overrun equals the defense."""

    victims: Selector = EVERYONE
    """The units that are overrun."""
    by: Literal["own", "enemy"] = "own"
    """The side that chooses, as seen from those that overrun."""


class Overrun(Table):
    """[overrun]: who may overrun whom, and what it costs."""

    who: Selector = EVERYONE
    """The units that may overrun."""
    victims: Selector = EVERYONE
    """The units that may be overrun."""
    most_victims: int = 0
    """The most units that may be overrun in a hex; 0: no limit."""
    most_steps: int = 0
    """The most steps that may be overrun in a hex; 0: no limit."""
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
    where: Where = ANYWHERE
    """The hexes that may be overrun."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which nobody overruns."""
    barred: tuple[OverrunBar, ...] = ()
    """Where nobody overruns, with the reason."""
    drm: tuple[OverrunModifier, ...] = ()
    """What is added to the die."""
    chooser: tuple[OverrunChooser, ...] = ()
    """Who chooses where the roll equals the defense; the first that fits."""
    why: Prose = ""
    """What reports say to a unit that may not overrun."""
