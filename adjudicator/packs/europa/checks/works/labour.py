"""Works that nobody who was there had the movement points for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.crews import Crews
from adjudicator.analysis.works import Job, Task, manned, tasks
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount, article, either, listed


class Labour(Table):
    """The works that cost movement points, the first job that fits a marker counts; `poor`: weathers that make them dearer.

    `crews`: how many units the workers of each place may help; without it there is no limit.
    """

    jobs: tuple[Job, ...]
    """The works that cost movement points; the first that fits a marker counts."""
    poor: frozenset[str] = frozenset()
    """Weathers that make them dearer."""
    crews: Crews | None = None
    """How many units the workers of each place may help; left out: no limit."""


@check("works.labour", Labour, unseen="may excuse nearby", acts=("lay", "lift", "swap"))
def paid_in_movement_points(record: PhaseRecord, terms: Labour) -> Iterator[Breach]:
    """Work takes somebody who may do it and has the movement points left.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; lay +break 1B/2724
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1eng, +break; lift +break 1B/2724
    Illegal:  turn 5, German Movement Phase; weather clear; lay +break 1B/2724
    """
    done = tasks(record, terms.jobs, terms.poor)
    alone: list[Task] = []
    for task in done:
        lying = (marker for number in task.at for marker in task.act.before.markers_at(number))
        first = {marker.type.kind for marker in lying} & task.job.without
        if first:
            yield Breach(
                task.at, say("{words}, where {first} lies, which must go first", task.words, article(either(first)))
            )
        answer = manned(record, (task,))
        if answer.is_yes:
            alone.append(task)
        yield Breach(
            task.at,
            say(
                "{words}, which takes {price}, and nobody who may do it has them left there",
                task.words,
                _price(task.job),
            ),
            broken=~answer,
        )
    together = tuple(alone)
    answer = manned(record, together, terms.crews) if len(together) > 1 else YES
    if not answer.is_yes:
        at = tuple(dict.fromkeys(number for task in together for number in task.at))
        lacking = say("points or workers") if terms.crews is not None else "points"
        because = say(
            "{together}: together they take more {lacking} than there are",
            listed(task.words for task in together),
            lacking,
        )
        yield Breach(at, because, broken=~answer)


def _price(job: Job) -> str:
    """What a work costs whoever does it: "2 movement points", "1/2 of its allowance"."""
    if job.share:
        return say("{part} of a unit's allowance", amount(Fraction(job.share)))
    return say("{points} movement points", amount(Fraction(job.points)))
