"""More units carried over one sea than its ships can carry."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import TagName
from adjudicator.record.acts import Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import listed, word


class Zones(Table):
    """In each of `zones` so many units of a side move by these `kinds` in a phase; a zone is all hexes with one of its tags."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["rail"]`"""
    zones: tuple[frozenset[TagName], ...]
    """The zones, each by its tags. Example: `zones = [["baltic_sea", "gulf_of_finland"], ["black_sea"]]`"""
    most: int = 1
    """How many units."""


@check("movement.zones", Zones, acts_in=("kinds",))
def ships_carry_as_many(record: PhaseRecord, terms: Zones) -> Iterator[Breach]:
    """One unit is carried over a sea.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf; naval ax.7inf 1010-0710
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf, ax.5inf;
              naval ax.7inf 1010-0710; naval ax.5inf 1010-0710
    """
    network = record.start.network
    for zone in terms.zones:
        carried = {
            name: act.path
            for act in record.of(Movement)
            for name in act.units
            if act.kind in terms.kinds
            and any(zone & network.hexes[network.index[number]].tags for number in act.path if number in network.index)
        }
        if len(carried) > terms.most:
            names = tuple(carried)
            because = say(
                "{count} units are carried over {zone}, and {most} may",
                len(carried),
                listed(word(tag) for tag in sorted(zone)),
                terms.most,
            )
            at = tuple(dict.fromkeys(number for path in carried.values() for number in path))
            yield Breach(at, because, names)
