"""Pieces put into a hex that is full: the limits are in the pack's stacking.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.stacking import stack_counts, with_unknown, words_with_unknown
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.when import When


class AtPlacement(Table):
    """When pieces that come onto the map must find room at once."""

    when: When = When()
    """When pieces that come onto the map must find room at once."""


def _comes(act: Act, _terms: AtPlacement) -> bool:
    return any(True for _ in _arrived(act))


@check("stacking.at_placement", AtPlacement, unseen="cannot excuse", met=_comes)
def finds_room(act: Act, terms: AtPlacement) -> Iterator[Breach]:
    """A unit that is placed finds room in its hex.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1516: ax.5inf; place ax.gar 1516
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.10mot, ax.14mot, ax.29mot;
              place ax.gar 1517
    """
    for new in _arrived(act):
        now = terms.when.holds(act.before, new.side)
        for count in stack_counts(act.after, new.hex, new.side) if now.possible else ():
            because = say("{new} is placed in {hex}, where there is no room for it: {words}", new, new.hex, count.words)
            yield Breach((new.hex,), because, (new.id,), now & count.exceeded)
            if count.exceeded.is_no and (crowded := now & with_unknown(act.after, count)).possible:
                because = say("{new} is placed in {hex}: {words}", new, new.hex, words_with_unknown(act.after, count))
                yield Breach((new.hex,), because, (new.id,), crowded)


def _arrived(act: Act) -> Iterator[Unit]:
    """The units that stand on the map and did not before the act."""
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if new is not None and new.hex in act.after.network.index and not (old and old.hex):
            yield new
