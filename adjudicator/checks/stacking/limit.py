"""Stacking limits, by units, points or steps: the numbers are in the pack's stacking.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.crowding import crowded
from adjudicator.analysis.stacking import StackCount, too_many, with_unknown, words_with_unknown
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import LimitName
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When


class StackingLimit(Table):
    """Which of the table's limits this rule is about, by name ("" = every one); only while `when` holds."""

    limit: LimitName = ""
    """The limit of stacking.toml that the rule is about, by name; left out: every one."""
    when: When = When()
    """It is judged only while this holds."""


@check("stacking.limit", StackingLimit, unseen="cannot excuse")
def stacking_limit(position: Position, terms: StackingLimit) -> Iterator[Finding]:
    """A stack may not exceed the limit. Without `when` the rule looks at a save as it is, and in a log at the beginning and
    at the end of every phase: never at units that pass through a hex.

    Legal:    French movement; 0805: fr.1inf, fr.2cav, fr.1art, fr.hq
    Illegal:  French movement; 0805: fr.1inf, fr.1cav, fr.2cav, fr.1art
    """
    now = terms.when.holds(position, position.moment.phasing)
    if now.is_no:
        return
    for count in crowded(position):
        if not terms.limit or count.limit == terms.limit:
            yield from (replace(breach, broken=breach.broken & now) for breach in _judged(position, count))


def _judged(position: Position, count: StackCount) -> Iterator[Finding]:
    units = tuple(unit.id for unit in count.counted)
    exceeded = count.exceeded
    if exceeded.is_open and (len(count.counted) > 1 or count.may_be_too_many):
        yield Finding(at=(count.hex,), units=units, because=count.words, broken=exceeded)
    if exceeded.is_yes:
        surplus = strung((str(unit) for unit in too_many(position, count.hex, count.side)), say(" and "))
        because = count.words + (say("; too many: {surplus}", surplus) if surplus else "")
        yield Finding(at=(count.hex,), units=units, because=because)
        return
    unknown = with_unknown(position, count)
    if unknown.possible:
        yield Finding(at=(count.hex,), units=units, because=words_with_unknown(position, count), broken=unknown)
