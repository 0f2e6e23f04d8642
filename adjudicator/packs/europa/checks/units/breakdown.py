"""Formations that break down, or are assembled, at a wrong time or from other units than their chart gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.breakdown import Exchange, allowed, exchanges
from adjudicator.checks.questions import asked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.packs.europa.questions.breakdown import Breakdowns
from adjudicator.record.acts import Movement, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector


class Breakdown(Table):
    """Formations break down when a movement phase begins, and are assembled when it ends.

    From what and into what says the chart cell breakdown.NATION_KIND.parts (`analysis.breakdown`).
    """

    wholes: Selector
    """The formations; { sizes = ["division"] }."""
    known: Mapping[str, str] = {}
    """What the chart leaves out, by NATION_KIND; { german_heavy_antiaircraft = "2: 2 heavy_antiaircraft" }."""


PHASES = frozenset({"movement", "exploitation"})
FAST = frozenset({"exploitation"})
"""Kinds of phase in which only the quick break down and are assembled."""
QUICK = Selector(tags=frozenset({"cm"}))


@check("units.breakdown", Breakdown, acts=("place", "remove", "transfer"), questions=Breakdowns)
def broken_down_as_it_may(record: PhaseRecord, terms: Breakdown) -> Iterator[Breach]:
    """A formation breaks down into what the chart lists, before it moves, and is assembled after.

    Legal:    turn 5, German Exploitation Phase; weather clear; 1B/2919: ge.1inf; ge.1inf 1B/2919-1B/2918
    Illegal:  turn 5, German Exploitation Phase; weather clear; 1B/2724: ge.1inf; remove ge.1inf; place ge.1reg 1B/2724
    """
    phase = record.moment.phase
    if phase is None or not phase.names & PHASES:
        return
    for found in exchanges(record, terms.wholes):
        names = (found.whole.id, *(unit.id for unit in found.parts))
        does = say("is assembled") if found.assembled else say("breaks down")
        if phase.kind in FAST and not QUICK.matches(found.whole):
            yield Breach(
                (found.hex,),
                say("{whole} {does} in the {name}, in which only quick units do", found.whole, does, phase.name),
                names,
            )
            continue
        yield from _timing(record, found, names)
        yield from _composition(record, terms, found, names)


def _timing(record: PhaseRecord, found: Exchange, names: tuple[str, ...]) -> Iterator[Breach]:
    """A formation breaks down before it moves, and does not move once assembled."""
    acts = record.acts[found.at + 1 :] if found.assembled else record.acts[: found.at]
    moves = [act for act in acts if isinstance(act, Movement | Overrun)]
    if any(found.whole.id in act.units for act in moves):
        when = say("after") if found.assembled else say("before")
        does = say("it was assembled") if found.assembled else say("it broke down")
        yield Breach(
            (found.hex,),
            say("{whole} moved in the phase {when} {does}, and may do only one of these", found.whole, when, does),
            names,
        )
    elif moves:
        does = say("assembled at the end") if found.assembled else say("broken down at the start")
        when = say("after it") if found.assembled else say("before it")
        yield Breach(
            (found.hex,),
            say("{whole} is {does} of the phase, and here others moved {when}", found.whole, does, when),
            names,
            Known.open(say("when in the phase it was announced")),
        )


def _composition(record: PhaseRecord, terms: Breakdown, found: Exchange, names: tuple[str, ...]) -> Iterator[Breach]:
    row = f"{found.whole.type.nation}_{found.whole.type.kind}"
    cell = f"breakdown.{row}.parts"
    pack = record.start.pack
    said = asked(Breakdowns, pack.packages).parts(row, pack.options)
    given = terms.known.get(row) or said or pack.charts.get(cell)
    listed = allowed(found, cell, given)
    parts = strung((str(unit) for unit in found.parts), ", ")
    words = (
        say("{whole} is exchanged for {parts}, a breakdown that the chart does not list", found.whole, parts)
        if listed.is_no
        else say("{whole} is exchanged for {parts}, a breakdown that the chart must list", found.whole, parts)
    )
    yield Breach((found.hex,), words, names, ~listed)
