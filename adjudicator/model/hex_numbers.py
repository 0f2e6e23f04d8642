"""From what a module calls a place to the hex number of the theatre, as a binding says it."""

from __future__ import annotations

import re

from adjudicator.model.binding import Binding
from adjudicator.model.counters import Spot
from adjudicator.patterns import matcher


class HexNumbers:
    """Reads hex numbers out of the names of places."""

    def __init__(self, binding: Binding) -> None:
        self._rules = tuple((rule, matcher(rule.location)) for rule in binding.numbers)
        self._location = matcher(binding.location)
        told = (*((rule.location, rule.number) for rule in binding.numbers), (binding.location, "{hex}"))
        self._in_any_case = tuple((matcher(location, re.IGNORECASE), number) for location, number in told)

    def at(self, spot: Spot) -> str:
        """The number that the name of a place leads to, "" if it names no hex; the theatre may have no such hex."""
        for rule, pattern in self._rules:
            if _fits(rule.map, spot.map) and _fits(rule.board, spot.board) and _fits(rule.zone, spot.zone):
                match = pattern.fullmatch(spot.place)
                if match:
                    return _filled(rule.number, match)
        match = self._location.fullmatch(spot.place)
        return (match.groupdict().get("hex") or "") if match else ""

    def called(self, name: str) -> str:
        """The number of the hex that is called so on any map, in whatever case; "" if none is, or several are."""
        fits = ((pattern.fullmatch(name), number) for pattern, number in self._in_any_case)
        found = {_filled(number, match) for match, number in fits if match} - {""}
        return found.pop() if len(found) == 1 else ""


def _fits(wanted: str, name: str) -> bool:
    return not wanted or wanted == name


def _filled(number: str, match: re.Match[str]) -> str:
    for name, text in match.groupdict(default="").items():
        number = number.replace(f"{{{name}}}", text)
    return number
