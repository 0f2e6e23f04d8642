"""Lines of chat that look like declarations and that nobody understood: what they lack, and which rules they may concern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from adjudicator.findings import Finding
from adjudicator.judging.applicable import rules_in_force
from adjudicator.judging.coverage import is_about
from adjudicator.judging.meanings import in_doubt
from adjudicator.model.chat import said_in
from adjudicator.model.pack import Pack
from adjudicator.notes import Note, NoteKind
from adjudicator.record.acts import Act, Speech
from adjudicator.record.position import Position
from adjudicator.said import say, say_number

MOST_LETTERS = 120
MOST_RULES = 8


def unheard_kinds(acts: Iterable[Act]) -> Mapping[str, int]:
    """How many lines seem to tell acts of each kind."""
    return Counter(act.seems for act in _lines(acts) if act.seems)


def unheard_notes(pack: Pack, acts: Iterable[Act]) -> Iterator[Note]:
    """How many such lines there are and which rules could have been judged by them, then a note for each."""
    lines = tuple(act for act in _lines(acts) if act.seems)
    if not lines:
        return
    counts = say_number(
        "{number} line of chat looks like a declaration and was not understood",
        "{number} lines of chat look like declarations and were not understood",
        len(lines),
    )
    kinds = {act.seems for act in lines}
    rules = [rule.entry.id for rule in rules_in_force(pack) if any(is_about(rule, kind) for kind in kinds)]
    yield Note(NoteKind.UNHEARD, "chat", say("{counts}; {rules}", counts, _named(rules)) if rules else counts)
    for act in lines:
        text = said_in(act.text)
        told = text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"
        yield Note(
            NoteKind.UNHEARD, f"step {act.step}", say("step {step}: '{text}': {why}", act.step, told, act.unheard)
        )


def doubted(findings: Iterable[Finding], pack: Pack, acts: Iterable[Act]) -> Iterator[Finding]:
    """The findings, those in doubt that a line of the same phase may excuse which nobody understood.

    It may if it names one of the units, or one of the places, that are accused; a line that is withheld may tell of any deed, and
    yet not of how a position is.
    """
    lines = tuple(_lines(acts))
    if not lines:
        yield from findings
        return
    lying = {f"{pack.header.short}:{each.entry.id}" for each in rules_in_force(pack) if each.check.examines is Position}
    for found in findings:
        about = {*found.units, *found.at}
        then = (each for each in lines if _phase_of(each) == (found.turn, found.phase))
        line = next((each for each in then if (about & each.names if each.seems else found.rule not in lying)), None)
        yield found if line is None else in_doubt(found, say("what the line of chat at step {step} tells", line.step))


def _phase_of(act: Act) -> tuple[int, str]:
    moment = act.moment
    return moment.turn, moment.phase.name if moment.phase else ""


def _named(rules: list[str]) -> str:
    """The rules that such lines may concern."""
    more = say(" and {count} more", len(rules) - MOST_RULES) if len(rules) > MOST_RULES else ""
    return say_number(
        "{number} rule could have had more to judge: {rules}{more}",
        "{number} rules could have had more to judge: {rules}{more}",
        len(rules),
        ", ".join(rules[:MOST_RULES]),
        more,
    )


def _lines(acts: Iterable[Act]) -> Iterator[Speech]:
    return (act for act in acts if isinstance(act, Speech) and act.unheard)
