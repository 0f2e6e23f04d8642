"""What players call units and hexes when they tell something in the chat, and which of several they mean by one name."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import NoReturn

from adjudicator.lean import dataclass
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung

_PARTED = re.compile(r'("[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|,|;|\+|&|\band\b)', re.IGNORECASE)
_QUOTES = "\"“”„«»'"
_AT = re.compile(r"(?P<name>.+?)\s*(?:\(|@|\b(?:in|from|at|of)\s)\s*(?P<hex>[^()]{1,60}?)\)?", re.IGNORECASE)
MOST_NAMED = 4


def _of_pack(unit: Unit) -> tuple[str, ...]:
    return (unit.type.name,)


def _no_other(_: str) -> str:
    return ""


class UnclearError(Exception):
    """A name that leads to no unit or hex, or to several; the sentence says which."""

    @property
    def why(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Wording:
    """Who speaks, and what a module calls its things.

    `names` are the names of a unit beside its id, `location` the number of the hex that the module calls so, "" if it calls
    none so. `side` is the speaker's, "" if unknown.
    """

    names: Callable[[Unit], tuple[str, ...]] = _of_pack
    location: Callable[[str], str] = _no_other
    side: str = ""

    def hex(self, text: str, position: Position) -> str:
        """The number of the hex that is called so, "" if none is; whatever the case."""
        word = text.strip().strip(_QUOTES).strip()
        if word in position.network.index:
            return word
        found = _hexes(position.network).get(word.casefold()) or self.location(word)
        return found if found in position.network.index else ""

    def named(self, text: str, position: Position, near: str = "") -> tuple[str, ...]:
        """The ids of the units that a list of names means; UnclearError if one means none, or one of several that nothing tells.

        Several of one name are told apart by a place beside the name ("Foot (0805)"), then by the hex that they act against,
        `near`, then by who speaks.
        """
        found: list[str] = []
        known = self.known(position)
        parts = list(_parts(text, known))
        said = {_plain(part): part.strip() for part in reversed(parts)}
        for name, count in Tally(map(_plain, parts)).items():
            able = known.get(name) or self._placed(name, known, position)
            if not able:
                raise UnclearError(say("there is no unit '{name}'{nearest}", said[name], self._nearest(name, position)))
            found += self._meant(able, count, position, near) or _several(said[name], able)
        if not found:
            raise UnclearError(say("it names no unit"))
        return tuple(dict.fromkeys(found))

    def calls(self, unit: Unit, name: str) -> bool:
        """Whether a unit goes by an id or a name."""
        return _plain(name) in (unit.id.casefold(), *map(_plain, self.names(unit)))

    def known(self, position: Position) -> Mapping[str, list[Unit]]:
        """The units by all that they may be called, in small letters: on the map by their names, everywhere by their ids."""
        known: dict[str, list[Unit]] = {}
        for unit in sorted(position.units.values(), key=lambda each: each.id):
            if unit.hex:
                for name in dict.fromkeys(map(_plain, self.names(unit))):
                    if name:
                        known.setdefault(name, []).append(unit)
        for unit in position.units.values():
            known[unit.id.casefold()] = [unit]
        return known

    def _placed(self, name: str, known: Mapping[str, list[Unit]], position: Position) -> list[Unit]:
        """The units of a name with a place beside it."""
        match = _AT.fullmatch(name)
        where = self.hex(match["hex"], position) if match else ""
        return [unit for unit in known.get(_plain(match["name"]), []) if unit.hex == where] if match and where else []

    def _meant(self, able: list[Unit], count: int, position: Position, near: str) -> list[str]:
        """Of the units of one name as many as were named; none if nothing tells which."""
        for fitting in self._narrower(able, position, near):
            alike = {(unit.type.id, unit.hex, unit.face, unit.marks) for unit in fitting}
            if len(fitting) == count or len(alike) == 1:
                return [unit.id for unit in fitting[:count]]
        return []

    def _nearest(self, name: str, position: Position) -> str:
        """What may have been meant, as it is written on the counters."""
        named = (word for unit in position.units.values() if unit.hex for word in (*self.names(unit), unit.id) if word)
        written = {_plain(word): word for word in named}
        near = get_close_matches(name, sorted(written), 3, 0.6)
        if not near:
            return ""
        return say("; did you mean {names}?", strung((written[each] for each in near), say(" or ")))

    def _narrower(self, able: list[Unit], position: Position, near: str) -> Iterator[list[Unit]]:
        """Those of a name, unless several sides have such, then fewer and fewer of them, as long as any are left."""
        if len({unit.side for unit in able}) == 1:
            yield able
        if near in position.network.index:
            there = {unit.side for unit in position.at(near)}
            network, goal = position.network, position.network.index[near]
            beside = [
                unit for unit in able if network.distance(network.index[unit.hex], goal) == 1 and unit.hex != near
            ]
            able = [unit for unit in beside or able if unit.side not in there] or able
            yield able
        own = [unit for unit in able if unit.side == self.side]
        if self.side and own:
            yield own


def _several(name: str, able: list[Unit]) -> NoReturn:
    """Say that several units are called so, with their ids."""
    told = [say("{unit} in {place}", unit.id, unit.hex or unit.location) for unit in able[:MOST_NAMED]]
    why = say(
        "{count} units are called '{name}' and nothing tells which is meant: {units}",
        len(able),
        name,
        strung((*told, *(["…"] if len(able) > MOST_NAMED else [])), ", "),
    )
    raise UnclearError(why)


def _parts(text: str, known: Mapping[str, object]) -> Iterator[str]:
    """The names in a list; a name may hold a comma or an "and", if there is such a unit."""
    pieces = _pieces(text)
    at = 0
    while at < len(pieces):
        for end in range(len(pieces), at, -1):
            name = _plain("".join(pieces[at:end]))
            if name in known or end == at + 1:
                if name in known or not _parting(name):
                    yield "".join(pieces[at:end])
                at = end
                break


def _pieces(text: str) -> list[str]:
    """A list in pieces: names, or parts of names, and what stands between them."""
    found: list[str] = []
    for piece in filter(str.strip, _PARTED.split(text)):
        if found and not any(map(_parting, (piece, found[-1]))):
            found[-1] += piece
        else:
            found.append(piece)
    return found


def _parting(piece: str) -> bool:
    return piece.strip().casefold() in (",", ";", "+", "&", "and")


def _plain(name: str) -> str:
    """A name as it is compared: in small letters, without quotation marks, with single spaces."""
    return " ".join(name.strip().strip(_QUOTES).split()).casefold()


@remembered(4)
def _hexes(network: Network) -> Mapping[str, str]:
    """The numbers of hexes by all that they are called, in small letters; a name of several hexes calls none."""
    found: dict[str, str] = {}
    for place in network.theatre.places:
        found[place.name.casefold()] = "" if place.name.casefold() in found else place.hex
    return {**found, **{number.casefold(): number for number in network.index}}
