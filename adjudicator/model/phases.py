"""Phases by what people call them: in the chat, in an option, on a module's turn tracker."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.errors import NotationError, nearest
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Phase, Told

_TURN = re.compile(r"turn (\d{1,6})(?:, *(.+))?", re.IGNORECASE | re.DOTALL)


def phases_called(name: str, pack: Pack) -> tuple[Phase, ...]:
    """The phases that go by an id, else by a name, else all of such a kind, tag or side; none if nothing does."""
    return _called(pack, name.strip().casefold())


@remembered(256)  # a log shows the same few names at every step
def _called(pack: Pack, wanted: str) -> tuple[Phase, ...]:
    sides = _sides(pack)
    phases = pack.header.sequence.phases
    ways = (
        [phase for phase in phases if phase.id.casefold() == wanted],
        [phase for phase in phases if phase.name.casefold() == wanted],
        [phase for phase in phases if wanted in {word.casefold() for word in phase.names}],
        [phase for phase in phases if phase.side and phase.side == sides.get(wanted)],
    )
    return next((tuple(found) for found in ways if found), ())


def told_in(words: str, pack: Pack, by: str) -> Told:
    """What words such as "French movement", "movement" or "turn 2, fr.movement" tell; NotationError if they tell nothing."""
    match = _TURN.fullmatch(words.strip())
    turn, name = (int(match[1]), match[2] or "") if match else (0, words.strip())
    phases = phases_called(name, pack) if name else ()
    if name and not phases:
        known = ", ".join(phase.id for phase in pack.header.sequence.phases)
        raise NotationError(
            f"no phase is called '{name}'{nearest(name, words_for_phases(pack)) or f'; there are {known}'}"
        )
    return Told(phases, turn, by)


def _sides(pack: Pack) -> dict[str, str]:
    """The sides' ids by all that they are called, in small letters."""
    return {word.casefold(): side.id for side in pack.header.factions for word in (side.name, side.id)}


def words_for_phases(pack: Pack) -> Iterator[str]:
    """All words by which phases go."""
    for phase in pack.header.sequence.phases:
        yield from (phase.name, *phase.names)
    for side in pack.header.factions:
        yield from (side.id, side.name)
