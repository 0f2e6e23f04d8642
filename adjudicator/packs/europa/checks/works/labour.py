"""Works that nobody who was there had the movement points for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.works import Job, is_work, manned, tasks, works_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Laid, Lifted, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount, article, either, listed


class Labour(Table):
    """The works of one article of works.toml, each by itself, and with all other works of the phase together."""

    article: str
    """The `article` of the jobs. Example: `article = "14A1.10"`"""


def _any_work(record: PhaseRecord, terms: Labour) -> bool:
    own = [job for job in works_table(record.start.pack).job if job.article == terms.article]
    return any(is_work(act, job) for act in record.of(Laid, Lifted, Swapped) for job in own)


@check("works.labour", Labour, unseen="may excuse nearby", met=_any_work, acts=("lay", "lift", "swap"))
def paid_in_movement_points(record: PhaseRecord, terms: Labour) -> Iterator[Breach]:
    """Work takes somebody who may do it and has the movement points left.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; lay +break 1B/2724
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1eng, +break; lift +break 1B/2724
    Illegal:  turn 5, German Movement Phase; weather clear; lay +break 1B/2724
    """
    table = works_table(record.start.pack)
    done = tasks(record, table.job, table.poor)
    if not any(task.job.article == terms.article for task in done):
        return
    answers = [(task, manned(record, (task,))) for task in done]
    for task, answer in answers:
        if task.job.article != terms.article:
            continue
        lying = (marker for number in task.at for marker in task.act.before.markers_at(number))
        first = {marker.type.kind for marker in lying} & task.job.without
        if first:
            yield Breach(
                task.at, say("{words}, where {first} lies, which must go first", task.words, article(either(first)))
            )
        because = say(
            "{words}, which takes {price}, and nobody who may do it has them left there", task.words, _price(task.job)
        )
        yield Breach(task.at, because, broken=~answer)
    together = tuple(task for task, answer in answers if answer.is_yes)
    if len(together) > 1 and together[-1].job.article == terms.article:
        at = tuple(dict.fromkeys(number for task in together for number in task.at))
        because = say(
            "{together}: together they take more {lacking} than there are",
            listed(task.words for task in together),
            say("points or workers") if table.crews is not None else say("points"),
        )
        yield Breach(at, because, broken=~manned(record, together, table.crews))


def _price(job: Job) -> str:
    """What a work costs whoever does it: "2 movement points", "1/2 of its allowance"."""
    if job.share:
        return say("{part} of a unit's allowance", amount(Fraction(job.share)))
    return say("{points} movement points", amount(Fraction(job.points)))
