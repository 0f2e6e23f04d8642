"""Markers that count down by one a turn while a line leads to them, and stand still otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import changed_by_card, changes_by_card
from adjudicator.analysis.control import controller
from adjudicator.analysis.ownership import Owner
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung


class StepByLine(Table):
    """Markers of these `kinds` go one step towards 0, and off the map there, where the hex fits one of `situations`.

    Whose a marker is says its own side, else that of a marker of the kinds `bearers` in its hex, else who controls the hex.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker that go one step towards 0, and off the map there."""
    bearers: frozenset[str] = frozenset()
    """Kinds of marker whose side such a marker in their hex belongs to, if it has none itself. Example: `bearers =
    ["depot"]`"""
    situations: tuple[Situation, ...]
    """They go a step where the hex fits one of these."""


@check("markers.step", StepByLine, unseen="may excuse nearby", markers_in=("kinds",))
def counts_down(record: PhaseRecord, terms: StepByLine) -> Iterator[Breach]:
    """In its owner's phase a marker with a line to it goes one step, and no other does.

    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; 1010: +countdown.4;
              swap +countdown.4+countdown.3 1010
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; 1010: +countdown.4;
              swap +countdown.4+countdown.3 1010
    Illegal:  turn 1, Axis Repair & Recovery Step; weather clear; season summer; 2514: +countdown.4;
              control Vyazma axis; swap +countdown.4+countdown.3 2514
    """
    by_card = changed_by_card(record, terms.kinds)
    for breach in _miscounted(record, terms):
        yield replace(breach, broken=breach.broken & ~by_card)


def _miscounted(record: PhaseRecord, terms: StepByLine) -> Iterator[Breach]:
    phasing = record.moment.phasing
    for number in sorted(record.start.marked):
        if number not in record.start.network.index:
            continue
        for value in _numbers(record.start, number, terms):
            owner = _owner(record.start, number, terms)
            steps = _steps(record.start, number, owner, phasing, terms)
            after = _numbers(record.end, number, terms)
            by, there = changes_by_card(record, terms.kinds, number)
            if there.possible:
                yield from _by_card(number, (value, by, after), steps, there)
                continue
            stepped = value + 1 in after if value + 1 < 0 else not after
            found = say("found was {after}", _words(after))
            if steps.is_open and not (stepped or value in after):
                yield Breach(
                    (number,),
                    say("the marker of {value} became {after}, and changes by 1 at most", value, _words(after)),
                )
            elif steps.possible and not stepped:
                because = say(
                    "the marker of {value} becomes {new} in this step; {found}", value, value + 1 or "none", found
                )
                yield Breach((number,), because, broken=steps)
            elif not steps.is_yes and value not in after:
                why = say("no line leads to it") if owner.is_(phasing).is_yes else say("it is not its owner's phase")
                because = say("the marker of {value} stays as it is, since {why}; {found}", value, why, found)
                yield Breach((number,), because, broken=~steps)


def _by_card(
    number: str, counted: tuple[int, tuple[int, ...], list[int]], steps: Known, there: Known
) -> Iterator[Breach]:
    """A marker that a card changed as well must be one that both together can make of it; so must one beside such hexes."""
    value, by, after = counted
    ways = {value + change + step for change in by for step in _each(steps)}
    ways |= {value + step for step in _each(steps)} if not there.is_yes else set()
    gone = any(way >= 0 for way in (*ways, value + max(_each(steps)))) and not after
    if not gone and not ways & set(after):
        because = say(
            "the marker of {value} became {after}, and a card and this step make {ways} of it",
            value,
            _words(after),
            strung(map(str, sorted(ways)), say(" or ")),
        )
        yield Breach((number,), because)


def _each(steps: Known) -> tuple[int, ...]:
    return (0, 1) if steps.is_open else (1,) if steps.is_yes else (0,)


def _steps(position: Position, number: str, owner: Owner, phasing: str, terms: StepByLine) -> Known:
    """Whether a marker goes one step in this phase: it is its owner's, and a line leads to it."""
    own = owner.is_(phasing)
    return own if own.is_no else own & fits_any(position, phasing, number, terms.situations)


def _numbers(position: Position, number: str, terms: StepByLine) -> list[int]:
    return sorted(marker.type.value for marker in position.markers_at(number) if marker.type.kind in terms.kinds)


def _owner(position: Position, number: str, terms: StepByLine) -> Owner:
    here = position.markers_at(number)
    own = [marker.type.side for marker in here if marker.type.kind in terms.kinds and marker.type.side]
    borne = [marker.type.side for marker in here if marker.type.kind in terms.bearers and marker.type.side]
    return next((Owner(side) for side in own + borne), controller(position, number))


def _words(values: list[int]) -> str:
    return strung(map(str, values), say(" and ")) or "none"
