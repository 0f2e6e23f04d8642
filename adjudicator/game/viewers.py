"""Who looks at a game: a side or player by name, everybody, or the umpire, who sees masked and hidden counters too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.errors import UsageError
from adjudicator.game.files import GameFile
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import TakeSeat
from adjudicator.model.state import Seat
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer

EVERYBODY = "everybody"
UMPIRE = "umpire"
SEES_ALL = "(umpire)"
"""The umpire, whatever the sides are called."""
SEES_OPEN = "(everybody)"
"""Everybody, whatever sides and players are called."""


def viewer_called(name: str, files: Sequence[GameFile]) -> Viewer:
    """The eyes that a name means in a game, "" = everybody's; UsageError if nobody, or more than one player, bears it.

    A side goes before all others who may be called so. `names` are those under which counters may call the viewer in any of the
    files, at any moment.
    """
    if name == SEES_ALL:
        return EVERYTHING
    if name == SEES_OPEN:
        return PUBLIC
    people = _People.of(files)
    if name and name in people.sides:
        return people.eyes(Viewer(side=name))
    players = [name] if name in people.players else sorted(people.named(name))
    if len(players) == 1:
        return people.eyes(Viewer(player=players[0]))
    if len(players) > 1:
        raise UsageError(f"there are {', '.join(players)} of this name", "viewer", name)
    if name == UMPIRE:
        return EVERYTHING
    if name in ("", EVERYBODY):
        return PUBLIC
    raise UsageError(f"there are {', '.join(people.called)}", "viewer", name)


def eyes_for(name: str, files: Sequence[GameFile]) -> Viewer:
    """The eyes that a name means, which may trust no window unless every file was read by its own module."""
    eyes = viewer_called(name, files) if files and files[0].is_game else PUBLIC
    return eyes if all(file.by_its_own_module for file in files) else replace(eyes, unsure=True)


def may_be(files: Sequence[GameFile]) -> tuple[str, ...]:
    """Who somebody that looks at a game may say he is: the sides, those that are played first; without any, the players.

    A name that several players bear is nobody's, and "<observer>" is no side.
    """
    people = _People.of(files)
    played = dict.fromkeys(seat.side for seat in people.seats if seat.side in people.sides)
    told = dict.fromkeys(side for file in files if file.module for side in file.module.sides)
    if sides := tuple(side for side in {**played, **told} if side):
        return sides
    names = dict.fromkeys(seat.name for seat in people.seats if seat.name)
    return tuple(name for name in names if len(people.named(name)) == 1)


@dataclass(frozen=True, slots=True)
class _People:
    """Everybody who sits at the table in any of a game's files, and the sides that somebody may play.

    `moments` are the ways in which they sit, each from its moment to the next.
    """

    moments: tuple[tuple[Seat, ...], ...]
    sides: frozenset[str]

    @classmethod
    def of(cls, files: Sequence[GameFile]) -> _People:
        moments = tuple(dict.fromkeys(seats for file in files for seats in _moments(file)))
        sides = {side for file in files if file.module for side in file.module.sides}
        played = {seat.side for seats in moments for seat in seats if not seat.side.startswith("<")}
        return cls(moments, frozenset(sides | played) - {""})

    @property
    def seats(self) -> Iterator[Seat]:
        """The seats of all moments."""
        return (seat for seats in self.moments for seat in seats)

    def eyes(self, viewer: Viewer) -> Viewer:
        """The viewer with all his names of any moment: who takes another's seat later shares nothing with him."""
        names = frozenset[str]().union(*(viewer.at(seats).names for seats in (self.moments or ((),))))
        return replace(viewer, names=names)

    @property
    def players(self) -> set[str]:
        """The players by their pseudonyms."""
        return {seat.player for seat in self.seats} - {""}

    def named(self, name: str) -> set[str]:
        """The players of a name."""
        return {seat.player for seat in self.seats if name and seat.name == name} - {""}

    @property
    def called(self) -> tuple[str, ...]:
        """The names that mean somebody."""
        names = {each for seat in self.seats for each in (seat.player, seat.name) if each}
        return (*sorted(names | self.sides), EVERYBODY, UMPIRE)


def _moments(file: GameFile) -> Iterator[tuple[Seat, ...]]:
    """How the players of a file sit as it begins, and after each change of seats."""
    if not file.is_game:
        return
    state = file.held_at(0)
    yield state.seats
    for event in (event for step in (file.read.log.steps if file.read.log else ()) for event in step.events):
        if isinstance(event, TakeSeat):
            state = state.after(event)
            yield state.seats
