"""Who may overrun whom, and what it costs: [overrun] of movement.toml."""

from __future__ import annotations

from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.terms.cell import UNKNOWN, Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector


class OverrunBar(Table):
    """Where nobody overruns."""

    where: Where
    """The hexes."""
    why: Prose = ""
    """What reports say of it."""
    article: str = ""
    """The article that says so, if another judges it than what else [overrun] says."""


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
    sure: bool = False
    """Whether an overrun that may be made succeeds: there is neither die nor result. Example: `sure = true`"""
    not_back: bool = False
    """Whether units that retreat from an overrun may not enter the hex from which it came."""
    when: When = When()
    """When it is possible."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which nobody overruns."""
    barred: tuple[OverrunBar, ...] = ()
    """Where nobody overruns, with the reason."""
    why: Prose = ""
    """What reports say to a unit that may not overrun."""
