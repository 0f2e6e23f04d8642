"""More carried over the sea by a side without ships of its own than it may."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.movement.reach import load
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import amount


class Shipping(Table):
    """A side carries so many REs in a player turn; five of the supply that it lands are an RE."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["naval"]`"""
    side: str
    """The side. Example: `side = "axis"`"""
    most: Amount
    """How many REs. Example: `most = 4`"""
    supply: frozenset[MarkerKind]
    """Kinds of marker for supply landed. Example: `supply = ["port_supply"]`"""


@check("naval.shipping", Shipping, unseen="cannot excuse", whole_turn=True)
def carries_so_much_in_a_turn(record: PhaseRecord, terms: Shipping) -> Iterator[Breach]:
    """A side has so much shipping.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; control 2A/0410 axis; control Riga axis; 2A/0412: ge.1inf+aboard;
              naval ge.1inf 2A/0412-2A/0410
    Illegal:  turn 5, German Movement Phase; weather clear; control 2A/0410 axis; control Riga axis; 2A/0412: ge.1inf+aboard,
              ge.11inf+aboard; naval ge.1inf, ge.11inf 2A/0412-2A/0410
    """
    if record.moment.phasing != terms.side:
        return
    whole = record.with_earlier()
    moved = [(act, act.before.units[name]) for act in whole.called(terms.kinds) for name in act.units]
    moved = [(act, unit) for act, unit in moved if unit.side == terms.side]
    laid = [marker for act in whole.of(Laid) if (marker := act.marker) and marker.type.side == terms.side]
    values = [each.type.value for each in laid if each.type.kind in terms.supply]
    supply = sum(ceil(Fraction(value, 5)) for value in values)
    total = sum((load(act.before, unit, act.kind) for act, unit in moved), Fraction(supply))
    here = list(record.called(terms.kinds)) or [act for act in record.of(Laid) if act.marker in laid and values]
    if here and total > terms.most:
        at = tuple(dict.fromkeys(number for act in here for number in act.path))
        because = say("{total} REs go by sea in this turn, and {most} may", amount(total), amount(Fraction(terms.most)))
        yield Breach(at, because, tuple(dict.fromkeys(name for act in here for name in act.units)))
