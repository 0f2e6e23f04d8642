"""What flies and takes the place of another unit as it may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.analysis.air.chart import MAP, OUT, place_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import Selector
from adjudicator.words import listed, word

CALLED = "Guards"
"""The word by which the names of the new units differ."""


class Promoted(Table):
    """A unit that fits `new` takes the place of one of its model at a base; that one leaves the game."""

    new: Selector
    """The units that come. Example: `new = { tags = ["guards"] }`"""
    old: Selector
    """The units whose place they take. Example: `old = { without_tags = ["guards"] }`"""
    when: When = ALWAYS
    """When that is done, as their side sees it."""
    chart: frozenset[str] = frozenset()
    """Boxes out of which no new unit comes that way, and into which no old one goes. Example: `chart = ["air remnants"]`"""
    turns: Mapping[str, int] | None = None
    """By turn how many are converted; left out: that is not judged. Example: `turns = { "10" = 2 }`"""


@dataclass(frozen=True, slots=True)
class _Pair:
    new: Unit
    old: Unit | None
    now: Unit | None
    """The old one where it is now, if it is anywhere."""


def _came(record: PhaseRecord, terms: Promoted) -> list[Unit]:
    gone = air_table(record.start).gone
    found = []
    for _, was, new in record.changes():
        if new is None or not new.type.flies or place_of(record.end, new, gone) != MAP:
            continue
        origin = place_of(record.start, was, gone)
        if origin != MAP and origin not in terms.chart and terms.new.matches(new):
            found.append(new)
    return found


def _any(record: PhaseRecord, terms: Promoted) -> bool:
    return bool(_came(record, terms))


@check("air.converted", Promoted, unseen="cannot excuse", met=_any)
def takes_the_place_of_its_model(record: PhaseRecord, terms: Promoted) -> Iterator[Breach]:
    """A Guards unit takes the place of a regular one of its model.

    Under: fire_in_the_east
    Legal:    turn 10, Soviet Initial Phase; weather clear; 2A/2707: so.10rif; [2A/2707]: so.lagg3; [due]: so.lagg3g;
              remove so.lagg3; so.lagg3g [due]>[2A/2707]
    Illegal:  turn 10, Soviet Initial Phase; weather clear; 2A/2707: so.10rif; [2A/2707]: so.mig3; [due]: so.lagg3g;
              remove so.mig3; so.lagg3g [due]>[2A/2707]
    """
    pairs = _pairs(record, terms)
    for pair in pairs:
        yield from _one(record, terms, pair)
    if pairs and terms.turns is not None:
        yield from _too_many([pair.new for pair in pairs], record.moment.turn, terms.turns)


def _too_many(units: Sequence[Unit], turn: int, turns: Mapping[str, int]) -> Iterator[Breach]:
    """More units than are converted on a turn; where nobody knows it (0), it may be one on which none are."""
    names, most = tuple(unit.id for unit in units), turns.get(str(turn), 0)
    if turn and len(units) > most:
        because = say("{units} are converted on turn {turn}, and {most} may be", listed(units), turn, most)
        yield Breach((), because, names)
    elif not turn:
        because = say("{units} are converted, which is done on turns {turns} alone", listed(units), listed(turns))
        yield Breach((), because, names, Known.open(say("the turn")))


def _one(record: PhaseRecord, terms: Promoted, pair: _Pair) -> Iterator[Breach]:
    new, old = pair.new, pair.old
    if old is None:
        because = say("{unit} comes to {hex}, and no unit of its model left for it", new, new.location)
        yield Breach((new.location,), because, (new.id,), owed=not record.ended)
        return
    now = terms.when.holds(record.start, new.side)
    if not now.is_yes:
        because = say("{unit} takes the place of {other} in {moment}, and may not then", new, old, record.moment)
        yield Breach((new.location,), because, (new.id, old.id), ~now)
    if _model(new, terms) != _model(old, terms):
        because = say("{unit} takes the place of {other}, which is another model", new, old)
        yield Breach((new.location,), because, (new.id, old.id))
    if pair.now is not None and pair.now.location in terms.chart:
        because = say(
            "{unit} was converted and lies in the {box} box; it leaves the game", old, word(pair.now.location)
        )
        yield Breach((), because, (old.id,))
    if old.has("inoperative") != new.has("inoperative"):
        repaired = any(new.id in act.units or old.id in act.units for act in record.of(Strike))
        because = say("{unit} takes the place of {other}, and only one of them is operative", new, old)
        broken = Known.open(say("whether {unit} was repaired", new)) if repaired else YES
        yield Breach((new.location,), because, (new.id, old.id), broken, owed=not record.ended)


def _model(unit: Unit, terms: Promoted) -> str:
    return " ".join(part for part in unit.type.name.split() if part.strip("()") != CALLED)


def _pairs(record: PhaseRecord, terms: Promoted) -> list[_Pair]:
    """Each unit that came with one that left its base, of its model if there is one."""
    gone, left = air_table(record.start).gone, []
    for _, old, now in record.changes():
        if old is not None and old.type.flies and terms.old.matches(old) and place_of(record.start, old, gone) == MAP:
            to = place_of(record.end, now, gone)
            if to == OUT or to in terms.chart or (to != MAP and now is not None):
                left.append(old)
    pairs = []
    for new in _came(record, terms):
        here = [old for old in left if old.location == new.location and old.side == new.side]
        like = next((each for each in here if _model(each, terms) == _model(new, terms)), here[0] if here else None)
        if like is not None:
            left.remove(like)
        pairs.append(_Pair(new, like, record.end.units.get(like.id) if like is not None else None))
    return pairs
