"""Borders that nobody watches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adjudicator.analysis.control import zones
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import KnownMask, any_of
from adjudicator.model.network import spread
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.words import counted

MOST_NAMED = 8
SIDE = "soviet"
"""The side that watches."""


class WatchedBorder(Table):
    """While `when` holds, each hex of `own` at a hexside of `edges` towards `towards` is held by the Soviet side or in its
    zones. With `entered_by` only hexes into which such a line comes over the border.
    """

    own: Where
    """The hexes on its side of the border."""
    towards: Where
    """The hexes beyond the border."""
    edges: Edges
    """The hexsides of the border. Each of the `own` hexes there is held by the side, or in its zones."""
    entered_by: frozenset[str] = frozenset()
    """Only hexes into which a line with one of these features comes over the border."""
    when: When
    """It is judged only while this holds."""


@check("placement.border", WatchedBorder, unseen="may excuse nearby")
def watches_its_border(position: Position, terms: WatchedBorder) -> Iterator[Breach]:
    """A border is watched.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 1, Weather; weather clear; 3B/0608: so.10rif
    Illegal:  stage borders; weather clear; 3B/0408: so.125rif; 3B/0608: so.10rif
    """
    network, now = position.network, terms.when.holds(position, SIDE)
    if now.is_no:
        return
    bare = _bare(position, terms)
    open_ = np.flatnonzero(bare.perhaps).tolist()
    if open_:
        numbers = tuple(network.number(i) for i in open_)
        shown = strung(numbers[:MOST_NAMED], ", ") + (" ..." if len(numbers) > MOST_NAMED else "")
        because = (
            say(
                "every hex of the border is held or in a zone, and {hexes} of it is neither ({shown})",
                counted(len(numbers), "hex"),
                shown,
            )
            if len(numbers) == 1
            else say(
                "every hex of the border is held or in a zone, and {hexes} of it are neither ({shown})",
                counted(len(numbers), "hex"),
                shown,
            )
        )
        yield Breach(numbers, because, broken=now & any_of(bare.at(i) for i in open_))


def _bare(position: Position, terms: WatchedBorder) -> KnownMask:
    """(n,): the hexes of the border in which neither a unit of the side nor a zone of it is."""
    network, ground = position.network, standing(position)
    edges, towards = terms.edges.mask(ground, SIDE), terms.towards.mask(ground)
    lines = network.sides_with(terms.entered_by) if terms.entered_by else network.neighbours >= 0
    beyond = KnownMask(spread(network, towards.sure), spread(network, towards.perhaps), towards.missing)
    over = edges & beyond & KnownMask.of(lines)
    sure, perhaps = (np.asarray(hexsides.any(axis=1)) for hexsides in (over.sure, over.perhaps))
    border = KnownMask(sure, perhaps, over.missing) & terms.own.mask(ground)
    held = np.array([position.holder(entry.number) == SIDE for entry in network.hexes], dtype=np.bool_)
    return border & KnownMask.of(~held) & ~zones(position, SIDE).reach
