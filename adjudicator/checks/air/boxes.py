"""What flies and goes from box to box as it may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import is_called_back
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Transfer
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import word


class Passage(Table):
    """A way from box to box."""

    origin: frozenset[str]
    """The boxes that are left. Example: `origin = ["flown"]`"""
    to: frozenset[str]
    """The boxes into which that leads. Example: `to = ["reserve"]`"""
    when: When = ALWAYS
    """When it is open, as the unit's side sees it."""
    who: Selector = EVERYONE
    """The units to which it is open."""


class Passages(Table):
    """Units that fly go out of and into some boxes only in these ways; over the map each goes as other rules say."""

    boxes: frozenset[str]
    """The boxes. Example: `boxes = ["reserve"]`"""
    ways: tuple[Passage, ...]
    """The ways, one of which must be open."""
    home: tuple[Passage, ...] = ()
    """The ways from over the map, by the box out of which the unit flew; a unit for which none is given comes back anywhere."""
    called_back: tuple[When, ...] = ()
    """When units take off, and one that did may be put back into the box that it left.
    Example: `called_back = [{ phases = ["movement"] }]`"""


@check("air.boxes", Passages, unseen="cannot excuse", acts=("transfer",))
def goes_by_an_open_way(act: Act, terms: Passages) -> Iterator[Breach]:
    """What flies changes its box as it may.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Repair & Recovery Step; weather clear; season summer; [flown]: ax.ju88;
              ax.ju88 [flown]>[air_reserve_flown]
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; [flown]: ax.ju88;
              ax.ju88 [flown]>[air_reserve_flown]
    """
    if not isinstance(act, Transfer):
        return
    index = act.before.network.index
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is None or new is None or not old.type.flies or new.location in index:
            continue
        if old.location not in index:
            if not terms.boxes & {old.location, new.location}:
                continue
            origin, ways = old.location, terms.ways
        else:
            sortie = act.before.memory.flown.get(name)
            origin = sortie.box if sortie is not None else ""
            ways = tuple(each for each in terms.home if origin in each.origin and each.who.matches(old))
            if not origin and new.location in terms.boxes and any(each.who.matches(old) for each in terms.home):
                because = say(
                    "{unit} comes home into the {box} box, and nobody saw where it flew from", old, word(new.location)
                )
                yield Breach((), because, (name,), Known.open(say("the box from which {unit} flew", old)))
            if not ways or is_called_back(act.before, new, terms.called_back).is_yes:
                continue
        fits = [each for each in ways if origin in each.origin and new.location in each.to and each.who.matches(old)]
        open_now = any_of(each.when.holds(act.before, old.side) for each in fits)
        if not open_now.is_yes:
            left, to = word(origin), word(new.location)
            because = say("{unit} goes from the {old} box into the {new} box, which it may not now", old, left, to)
            if old.location in index:
                because = say(
                    "{unit} flew out of the {old} box and comes home into the {new} box, which it may not",
                    old,
                    left,
                    to,
                )
            yield Breach((), because, (name,), ~open_now)
