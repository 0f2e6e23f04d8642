"""Units that lie at no hex and in no box that the binding knows: nothing is judged of them, and a note says so."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.lean import dataclass
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say, say_number
from adjudicator.words import some_of

MOST_NAMED = 8
MOST_PLACES = 12


@dataclass(slots=True)
class _Stray:
    """A unit that was put off the hexes in a step; `back` is the step that put it back, 0 for none yet."""

    unit: str
    place: str
    step: int
    back: int = 0

    @property
    def words(self) -> str:
        """The unit and its steps."""
        if not self.step:
            return self.unit
        if self.back:
            return say("{unit} (steps {first} to {last})", self.unit, self.step, self.back)
        return say("{unit} (step {step})", self.unit, self.step)


class Strays:
    """Follows which units are off the hexes, through the steps of a log."""

    def __init__(self) -> None:
        self._found: list[_Stray] = []
        self._off: dict[str, _Stray] = {}

    def saw(self, counter: str, unit: str, place: str, step: int) -> None:
        """A unit lies at a place that is no hex; one that was put there is told once for each time that it leaves the hexes."""
        known = self._off.get(counter)
        if known is not None:
            known.place = place
            return
        self._off[counter] = _Stray(unit, place, step)
        self._found.append(self._off[counter])

    def back(self, counter: str, step: int) -> None:
        """A unit lies in a hex, or where the binding knows it, or is gone."""
        stray = self._off.pop(counter, None)
        if stray is None:
            return
        stray.back = step
        if stray.back == stray.step:
            self._found.remove(stray)  # within one step it only passed through

    @property
    def notes(self) -> tuple[Note, ...]:
        """A note for each place, with the units that were put there and the steps."""
        return tuple(self._told())

    def _told(self) -> Iterator[Note]:
        by_place: dict[tuple[bool, str], list[_Stray]] = {}
        for stray in self._found:
            by_place.setdefault((bool(stray.step), stray.place), []).append(stray)
        for (moved, place), strays in list(by_place.items())[:MOST_PLACES]:
            yield Note(NoteKind.UNJUDGED, strays[0].unit, _sentence(place, strays, moved=moved))
        if (more := len(by_place) - MOST_PLACES) > 0:
            yield Note(NoteKind.UNJUDGED, "", say("units lie at {count} more places that are no hex of the map", more))


def _sentence(place: str, strays: list[_Stray], *, moved: bool) -> str:
    """What is said of the units at one place."""
    units = some_of([stray.words for stray in strays], MOST_NAMED)
    where = say("no hex of the map ({place})", place)
    if moved:
        return say_number(
            "{units} was put at {where}: nothing about it is judged until it is back",
            "{units} were put at {where}: nothing about them is judged until they are back",
            len(strays),
            units,
            where,
        )
    return say_number(
        "{units} lies at {where}: nothing about it is judged",
        "{units} lie at {where}: nothing about them is judged",
        len(strays),
        units,
        where,
    )
