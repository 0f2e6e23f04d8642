"""Units of small nations built or improved far from home and from their own HQ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import Gain, gains
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import NationName, TagName
from adjudicator.packs.thunder_in_the_east.analysis.home import at_home, by_own_hq
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class National(Table):
    """Units of these nations gain steps at home, or within the radius of a functioning HQ of their own."""

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    homes: Mapping[NationName, TagName]
    """The nations, each with the tag of its home territory. Example: `homes = { romanian = "romania" }`"""


def _native(record: PhaseRecord, terms: National) -> Iterator[Gain]:
    return (each for each in gains(record, terms.boxes) if each.unit.type.nation in terms.homes)


def _any_native(record: PhaseRecord, terms: National) -> bool:
    return any(True for _ in _native(record, terms))


@check("placement.national", National, unseen="may excuse nearby", met=_any_native)
def gains_by_its_own_hq(record: PhaseRecord, terms: National) -> Iterator[Breach]:
    """A small nation's unit is improved at home or by its own HQ.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1329: +hq.ro3.balanced;
              1330: ax.ro5inf/2; flip ax.ro5inf/1
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.ro5inf/2; flip ax.ro5inf/1
    """
    for each in _native(record, terms):
        unit = each.unit
        if unit.hex not in each.before.network.index:
            continue
        native = at_home(each.before.network, terms.homes, unit.type.nation, unit.hex)
        near = YES if native else by_own_hq(each.before, unit)
        because = say(
            "{unit} gains a step in {hex}, which is neither at home nor within the radius of its own HQ", unit, unit.hex
        )
        broken = each.sure & ~near & ~carded(each.told)
        yield Breach((unit.hex,), because, (unit.id,), broken, excuse=Excuse(sides=frozenset({unit.side})))
