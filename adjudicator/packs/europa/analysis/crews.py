"""The workers of places, who help units at works on the map: which place reaches where, and whom each can help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.analysis.supply.status import supply
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Crews:
    """Whose workers stand for second units: of places that have this status of supply, along such lines; places that share the
    value `group` are one. `most` are kinds of place and how many units such a one may help, the first that fits.
    """

    status: str
    lines: tuple[str, ...]
    most: tuple[tuple[str, int], ...]
    group: str = ""


class Help(NamedTuple):
    """How many units the workers of a place may help, and whether they reach the work."""

    most: int
    reaches: Known


def can_help(wanted: Mapping[str, Mapping[str, Help]]) -> Known:
    """Whether each of these can have the help of one of the places that reach it, none helping more than it may."""
    if each_is_helped({who: sure_most(helps) for who, helps in wanted.items()}):
        return YES
    if not each_is_helped({who: possible_most(helps) for who, helps in wanted.items()}):
        return NO
    return Known.open(*(name for helps in wanted.values() for each in helps.values() for name in each.reaches.missing))


def sure_most(helps: Mapping[str, Help]) -> dict[str, int]:
    """How many units each of the places helps that surely reach the work."""
    return {name: each.most for name, each in helps.items() if each.reaches.is_yes}


def possible_most(helps: Mapping[str, Help]) -> dict[str, int]:
    """How many units each of the places helps that may reach the work."""
    return {name: each.most for name, each in helps.items()}


def each_is_helped(wanted: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether everybody is helped by one of the places named, none of which helps more than its number."""
    given: dict[str, list[str]] = {}

    def place(who: str, tried: set[str]) -> bool:
        for name, most in sorted(wanted[who].items()):
            if name in tried:
                continue
            tried.add(name)
            here = given.setdefault(name, [])
            if len(here) < most:
                here.append(who)
                return True
            for n, other in enumerate(here):
                if place(other, tried):
                    here[n] = who
                    return True
        return False

    return all(place(who, set()) for who in sorted(wanted))


def helpers(position: Position, side: str, number: str, crews: Crews) -> dict[str, Help]:
    """The places whose workers reach a hex, or may, and how many units each of them may help."""
    found = supply(position, side)
    helps: dict[str, Help] = {}
    towns: dict[str, list[Place]] = {}
    for place in position.network.theatre.places:
        if any(kind in place.kinds for kind, _ in crews.most):
            towns.setdefault(str(place.values.get(crews.group, place.name)), []).append(place)
    for name, places in towns.items():
        able = [(place.hex, found.has(place.name, crews.status)) for place in places]
        sure = [at for at, has in able if has.is_yes]
        reaches = found.leads(number, crews.lines, sure) if sure else NO
        reaches |= any_of(has & found.leads(number, crews.lines, (at,)) for at, has in able if has.is_open)
        if reaches.possible:
            most = next(most for kind, most in crews.most if any(kind in place.kinds for place in places))
            helps[name] = Help(most, reaches)
    return helps
