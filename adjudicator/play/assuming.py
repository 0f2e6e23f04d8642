"""What would be found if it were known who held what before a file begins: for people to read, never a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.analysis.assumed import as_at_first, as_the_counters_stand
from adjudicator.findings import Finding, Severity
from adjudicator.record.position import Position
from adjudicator.said import Said, say, strung
from adjudicator.words import counted, listed

Assumption = Callable[[Position], Position]
"""Makes the position with which a file begins one whose past is known."""

MOST_NAMED = 6
_ASSUMPTIONS: tuple[tuple[Said, Assumption], ...] = (
    (say("the front moved as the counters stand"), as_the_counters_stand),
    (say("nothing was taken before"), as_at_first),
)


def assumed_words(
    findings: Sequence[Finding], judged_under: Callable[[Assumption], Sequence[Finding]]
) -> tuple[Said, ...]:
    """What comes of the doubts about who held what, a sentence for assumptions that come to the same; none without such doubts.

    `judged_under` judges the same file anew, with the position that the assumption makes of its beginning.
    """
    doubts = {_about(each) for each in findings if _is_doubt(each) and any(map(_is_of_control, each.broken.missing))}
    if not doubts:
        return ()
    broken = {_about(each) for each in findings if each.severity is Severity.VIOLATION}
    alike: dict[Said, list[Said]] = {}
    for words, assumption in _ASSUMPTIONS:
        found = judged_under(assumption)
        more = [each for each in found if each.severity is Severity.VIOLATION and _about(each) not in broken]
        left = doubts & {_about(each) for each in found if _is_doubt(each)}
        alike.setdefault(_outcome(more, len(left)), []).append(words)
    open_ = counted(len(doubts), "doubt")
    return tuple(
        say("{doubts} about who held what before: if {assumption}, {outcome}", open_, listed(words, "or"), outcome)
        for outcome, words in alike.items()
    )


def _is_doubt(finding: Finding) -> bool:
    return finding.severity is Severity.DOUBT


def _is_of_control(datum: str) -> bool:
    """Whether a missing datum is who holds a place."""
    return datum.startswith("control of ")


def _about(finding: Finding) -> tuple[object, ...]:
    """What a finding is about, in whatever words it is told."""
    return finding.rule, finding.at, finding.units, finding.turn, finding.step


def _outcome(more: Sequence[Finding], left: int) -> Said:
    """The violations that there would be besides, with rule and place, and how many of the doubts would stay."""
    stay = say("{left} would stay in doubt", left) if left else say("no doubt would stay")
    if not more:
        return say("no rule more would be broken, and {stay}", stay)
    named = [
        say("{rule} at {place}", each.rule.rpartition(":")[2], strung(each.at, ", "))
        if each.at
        else strung([each.rule.rpartition(":")[2]])
        for each in more
    ]
    rest = [say("{count} others", len(named) - MOST_NAMED)] if named[MOST_NAMED:] else []
    listing = listed(list(dict.fromkeys([*named[:MOST_NAMED], *rest])))
    return say("{violations} more ({rules}), and {stay}", counted(len(more), "violation"), listing, stay)
