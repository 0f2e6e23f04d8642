"""Units that do something where it may not be done."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.known import unless_missing
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import Acting, UnitInAct
from adjudicator.words import deed


class ActsWhere(Table):
    """Some acts begin and end in some hexes only."""

    acts: Acting
    """The acts and units; { kinds = ["flip"], who = { kinds = ["guards"] } }."""
    origin: tuple[Situation, ...] = ()
    """What the hex must be like in which the unit begins, one of them; anything, if left out."""
    to: tuple[Situation, ...] = ()
    """What the last hex must be like, of an attack its target; anything, if left out. Example: [{ controlled = "own" }]."""
    lacking: str = ""
    """What would decide it and is missing in the book's text, if anything is."""
    why: Prose = ""
    """The reason as the finding gives it; "Finns run over nobody beyond the stop line"."""


def _comes_up(act: Act, terms: ActsWhere) -> bool:
    return terms.acts.comes_up(act)


@check("units.acts_where", ActsWhere, unseen="may excuse nearby", acts_in=("acts",), met=_comes_up)
def acts_where_it_may(act: Act, terms: ActsWhere) -> Iterator[Finding]:
    """Some things are done in some places only.

    Legal:    Austrian supply; 1905: au.gren/2; flip au.gren/1 order=7
    Illegal:  Austrian supply; 1304: au.gren/2; flip au.gren/1 order=7
    """
    for doing in terms.acts.doings(act, ground_at(act.before)):
        for breach in _judged(act, terms, doing):
            yield replace(breach, broken=breach.broken & doing.meant)


def _judged(act: Act, terms: ActsWhere, doing: UnitInAct) -> Iterator[Finding]:
    words, said = say("{unit} {does}", doing.unit, deed(act.kind)), say(": {why}", terms.why) if terms.why else ""
    name = doing.unit.id
    for number, situations in ((doing.start, terms.origin), (doing.end, terms.to)):
        if not situations or not number:
            continue
        answer = fits_any(act.before, doing.unit.side, number, situations, frozenset({name}))
        if not answer.is_yes:
            place = nearest_words(act.before, doing.unit.side, number, situations, frozenset({name}))
            why = said or say("; the place must be: {situations}", place)
            because = say("{words} in {hex}{said}", words, number, why)
            broken = unless_missing(terms.lacking) if answer.is_no else ~answer
            yield Finding((number,), because, (name,), broken)
            return
