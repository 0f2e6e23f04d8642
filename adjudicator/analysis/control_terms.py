"""Control of hexes as a pack's control.toml describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class ControlTest(Table):
    """A [[test]]: in order, the first that has an answer for a hex decides."""

    by: Literal["occupation", "zone", "history"]
    """"occupation": units of one side only are there; "zone": zones of one side only reach it; "history": as last known."""

    who: Selector = EVERYONE
    """Which units, or whose zones, count: { without_tags = ["air"] }."""

    where: Where = ANYWHERE
    """For which hexes: { places = ["city"] }."""

    contested: str = ""
    """What a hex is that both sides' zones reach: "disputed"; "" = no answer, the next test decides."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A hex of some that no unit or zone touches, all of whose neighbours one side controls, is that side's."""

    where: Where = ANYWHERE


@dataclass(frozen=True, slots=True)
class SeriesControl:
    """What the books of one series say of control besides control.toml."""

    enclosure: Enclosure | None = None
    """Whether enclosed hexes fall to the side that encloses them, and which."""
    reverts: Selector | None = None
    """Units whose gain is lost when they leave, unless a whole stacking point stands there."""
    zones_last: bool = False
    """Whether what a zone alone reached stays its side's when the zone is gone."""


class ControlTable(Table):
    """control.toml."""

    test: tuple[ControlTest, ...] = (ControlTest(by="occupation"), ControlTest(by="history"))
    """How to tell who controls a hex, in order; by default its units, then who had it last."""

    starts: Mapping[str, str] = {}
    """Tag of hexes to the side that starts with them, used where nothing else is known: { russia = "soviet" }."""

    takes: Selector = EVERYONE
    """Units that take control of what they enter."""

    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that tell whose a hex is where the record begins in the middle of the game: ["control"].

    What was taken before is known by them alone, and a first owner is no more than presumed.
    """


def control_table(pack: Pack) -> ControlTable:
    """The pack's control.toml."""
    return load_table(pack, "control", ControlTable)


def series_control(pack: Pack) -> SeriesControl:
    """What the pack's books say of control in code."""
    return pack.figures_or_usual(SeriesControl)
