"""Units that are promoted: how many, when, and where."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import StateName
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.terms.words import when_words
from adjudicator.words import listed


class Fed(Table):
    """How a unit is supplied."""

    marked: Selector
    """The unit, as it was marked when its supply was last checked. Example: `marked = { without_tags = ["isolated"] }`"""
    states: frozenset[StateName]
    """The states of supply, one of which it has now; else it may have been cut off since. Example: `states = ["supplied"]`"""


class Promoted(Table):
    """A unit that comes out of `boxes` onto the map, or into `pool`, is promoted: one in a phase, while `when` holds."""

    promoted: Selector
    """What it becomes. Example: `promoted = { tags = ["guards"] }`"""
    regular: Selector
    """What it was, on the map. Example: `regular = { kinds = ["rifle corps"] }`"""
    boxes: frozenset[str]
    """The boxes in which promoted units wait. Example: `boxes = ["holding"]`"""
    pool: frozenset[str] = frozenset()
    """The boxes into which they may come instead of onto the map. Example: `pool = ["pool"]`"""
    when: When
    """When it is done."""
    fed: Fed
    """How the regular unit on the map is supplied."""


@dataclass(frozen=True, slots=True)
class _Promotion:
    unit: Unit
    act: Act


def _promotions(record: PhaseRecord, terms: Promoted) -> list[_Promotion]:
    found: dict[str, _Promotion] = {}
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is None or new is None or not terms.promoted.matches(new):
                continue
            if not old.hex and old.location in terms.boxes and (new.hex or new.location not in terms.boxes):
                found[name] = _Promotion(new, act)
            elif not new.hex and new.location in terms.boxes:
                found.pop(name, None)
    return list(found.values())


def _any_promotion(record: PhaseRecord, terms: Promoted) -> bool:
    return bool(_promotions(record, terms))


@check("units.promoted", Promoted, unseen="may excuse nearby", met=_any_promotion)
def promoted_as_it_may_be(record: PhaseRecord, terms: Promoted) -> Iterator[Breach]:
    """One corps a month becomes Guards, in the pool or in supply.

    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; week 1; 2215: sov.30rc;
              [holding]: sov.2grc; sov.30rc 2215>[untried]; sov.2grc [holding]>2215
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; week 2; 2215: sov.30rc;
              [holding]: sov.2grc; sov.30rc 2215>[untried]; sov.2grc [holding]>2215
    """
    found = _promotions(record, terms)
    if len(found) > 1:
        units = [each.unit for each in found]
        yield Breach((), say("{units} are promoted, and one may be", listed(units)), tuple(unit.id for unit in units))
    for each in found:
        unit, names = each.unit, (each.unit.id,)
        now = terms.when.holds(each.act.before, unit.side)
        because = say(
            "{unit} is promoted in {moment}; allowed only {when}", unit, record.moment, when_words((terms.when,))
        )
        yield Breach((), because, names, ~now & ~carded(each.act.told))
        if unit.hex:
            yield from _on_the_map(record, terms, each)
        elif unit.location not in terms.pool:
            yield Breach((), say("{unit} is promoted and comes neither onto the map nor into its pool", unit), names)


def _on_the_map(record: PhaseRecord, terms: Promoted, each: _Promotion) -> Iterator[Breach]:
    """Of a unit promoted on the map: which regular one it replaces, and whether that was in supply."""
    unit, names = each.unit, (each.unit.id,)
    before = record.start
    replaced = [
        old
        for old in before.at(unit.hex)
        if old.side == unit.side and terms.regular.matches(old) and record.end.units.get(old.id, old).hex != old.hex
    ]
    if not replaced:
        because = say("{unit} comes to {hex} as promoted, and no unit that it could replace leaves it", unit, unit.hex)
        yield Breach((unit.hex,), because, names, YES, owed=not record.ended)
        return
    state = supply(before, unit.side).state(replaced[0].id)
    since = Known.open(say("the supply of {unit} when it was last checked", replaced[0]))
    cut_off = YES if not terms.fed.marked.matches(replaced[0]) else ~state.is_in(terms.fed.states) & since
    because = say("{unit} is promoted in {hex} and is not in supply", replaced[0], unit.hex)
    yield Breach((unit.hex,), because, names, cut_off)
