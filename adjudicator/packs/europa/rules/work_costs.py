"""Works that take movement points: 7C, 14A, 17D and 39A of Fire in the East."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.situation import Situation
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.pack import Pack
from adjudicator.packs.europa.analysis.crews import Crews
from adjudicator.packs.europa.analysis.works import Job, Works, is_work, manned, tasks, works_of
from adjudicator.record.acts import Laid, Lifted, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, either, some_of
from adjudicator.words import article as with_article

CHAPTER = Chapter(area="engineering", unseen="may excuse nearby", acts=("lay", "lift", "swap"))


MOVING, FIGHTING_ON = frozenset({"movement"}), frozenset({"movement", "exploitation"})
ENGINEER = Selector(any_tags=frozenset({"engineer"}))
RAILROAD_ENGINEER = Selector(any_tags=frozenset({"railroad_engineer"}))
ANY_ENGINEER = Selector(any_tags=frozenset({"engineer", "railroad_engineer"}))
ANYBODY = Selector(
    without_kinds=frozenset({"headquarters", "truck", "railroad_engineer"}), without_tags=frozenset({"afloat"})
)
WORKERS = Situation(connected=(Connection(lines=("workers",), to=frozenset({"worker_city"})),))


def _work(article: str, act: str, kinds: str, points: int, who: Selector = EVERYONE) -> Job:
    """A work that costs points in any weather."""
    phases = MOVING if who is ENGINEER else FIGHTING_ON
    return Job(
        article=article, act=act, kinds=frozenset(kinds.split()), points=Fraction(points), who=who, phases=phases
    )


def _construction(article: str, act: str, kinds: str, points: int = 0, who: Selector = ENGINEER) -> Job:
    """14A1: dearer in poor weather, and cheaper for two, or for one with workers."""
    job = _work(article, act, kinds, points, who)
    return replace(job, phases=MOVING, poor=Fraction(2), team=True, workers=(WORKERS,))


def _bridge(act: str, points: int, kinds: str, *over: str, who: Selector = EVERYONE) -> Job:
    job = _work("39A.3" if who is EVERYONE else "39A.6", act, kinds, points, who)
    return replace(job, when=When(options=frozenset({"bridges"})), over=frozenset(over), once=who is ENGINEER)


REGAUGED = "regauged regauged_broad"
REGAUGING = (
    replace(
        _construction("14A4.2", act, REGAUGED, 1, RAILROAD_ENGINEER),
        supplied=True,
        second=ANY_ENGINEER,
        without=frozenset({"rail_break"}),
    )
    for act in ("lay", "lift", "swap")
)
QUICK = replace(_construction("14A1b.1", "swap", "fort airfield"), share=Fraction(1, 2))
REPAIRED = (
    _bridge("lift", 8, "bridge_down bridge_hit", "major_river", who=ENGINEER),
    _bridge("swap", 8, "bridge_hit", "major_river", who=ENGINEER),
    _bridge("lift", 4, "bridge_down bridge_hit", who=ENGINEER),
    _bridge("swap", 4, "bridge_hit", who=ENGINEER),
)
JOBS = (
    _work("7C.1", "lay", "rail_break", 2),
    _construction("14A1.10", "lift", "rail_break", 4, ANY_ENGINEER),
    *REGAUGING,
    _construction("14A1.10", "lift", "airbase_hit", 2),
    _construction("14A1.10", "lift", "port_hit", 4),
    _work("17D.1", "lay", "airbase_hit", 2, ANYBODY),
    _construction("14A1.7", "lay", "temporary_airfield", 4),
    _construction("14A1.9", "lay", "port_hit", 3),
    QUICK,
    _bridge("lay", 4, "bridge_down"),
    _bridge("swap", 4, "bridge_down"),
    *REPAIRED,
)
CREWS = Crews("worker_city", ("workers",), (("multi_city", 3), ("full_city", 2), ("partial_city", 1)), group="city")

has_figures(__name__, "fire_in_the_east", Works(JOBS, frozenset({"mud", "frost", "snow"}), CREWS))


def _works_of(pack: Pack) -> Works:
    """The works of the book; repaired bridges are construction (14A1a, 14A1b) by one reading of 39A."""
    works = works_of(pack)
    if pack.chosen.get("bridge-work") != "construction":
        return works
    jobs = (
        replace(job, poor=Fraction(2), team=True, workers=(WORKERS,)) if job.article == "39A.6" else job
        for job in works.job
    )
    return replace(works, job=tuple(jobs))


def _any_work(record: PhaseRecord, job_of: str) -> bool:
    own = [job for job in works_of(record.start.pack).job if job.article == job_of]
    return any(is_work(act, job) for act in record.of(Laid, Lifted, Swapped) for job in own)


def _paid_for(record: PhaseRecord, job_of: str) -> Iterator[Finding]:
    """Each work of an article by itself, and with all other works of the phase together."""
    table = _works_of(record.start.pack)
    done = tasks(record, table.job, table.poor)
    if not any(task.job.article == job_of for task in done):
        return
    answers = [(task, manned(record, (task,))) for task in done]
    for task, answer in answers:
        if task.job.article != job_of:
            continue
        lying = (marker for number in task.at for marker in task.act.before.markers_at(number))
        if first := {marker.type.kind for marker in lying} & task.job.without:
            because = say("{words}, where {first} lies, which must go first", task.words, with_article(either(first)))
            yield Finding(task.at, because)
        because = say(
            "{words}, which takes {price}, and nobody who may do it has them left there", task.words, _price(task.job)
        )
        yield Finding(task.at, because, broken=~answer)
    together = tuple(task for task, answer in answers if answer.is_yes)
    if len(together) > 1 and together[-1].job.article == job_of:
        at = tuple(dict.fromkeys(number for task in together for number in task.at))
        because = say(
            "{together}: together they take more {lacking} than there are",
            some_of(list(dict.fromkeys(task.words for task in together)), 2),
            say("points or workers") if table.crews is not None else say("points"),
        )
        yield Finding(at, because, broken=~manned(record, together, table.crews))


def _price(job: Job) -> str:
    """What a work costs whoever does it: "2 movement points", "1/2 of its allowance"."""
    if job.share:
        return say("{part} of a unit's allowance", amount(job.share))
    return say("{points} movement points", amount(job.points))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "7C.1",
        figures="7C.1",
        title="Breaking a rail line",
        when=("movement", "exploitation"),
        says="Breaking a rail line costs a unit in the hex two movement points (7C).",
    ),
    printed(
        "fire_in_the_east",
        "14A1.10",
        covers=("7C.3", "14A1b.2", "14A1c.1", "14A1c.2", "14A4.1", "14A4.4"),
        figures="14A1.10",
        title="Repair costs",
        says="Repairing a rail hit, an airbase hit or a port hit costs an engineer in the hex points, twice as many in poor "
        "weather; two engineers, or one with workers, pay half each (14A1).",
    ),
    printed(
        "fire_in_the_east",
        "14A4.2",
        covers=("14A4.3",),
        figures="14A4.2",
        title="Railroad engineer regauging (errata cost)",
        says="Regauging a hex costs a railroad engineer in supply one point, two in poor weather; two of them, or one with "
        "workers, pay half each (14A4).",
    ),
    printed(
        "fire_in_the_east",
        "14A1.7m",
        covers=("14A1.7",),
        figures="14A1.7",
        title="What a temporary airfield costs",
        says="A temporary airfield costs an engineer in the hex four points, eight in poor weather; two engineers, or one with "
        "workers, pay half each (14A1).",
    ),
    printed(
        "fire_in_the_east",
        "14A1.9",
        figures="14A1.9",
        title="Demolishing ports",
        says="Demolishing a port costs an engineer in the hex three points a hit, six in poor weather; two engineers, or "
        "one with workers, pay half each (14A1).",
    ),
    printed(
        "fire_in_the_east",
        "14A1b.1",
        figures="14A1b.1",
        title="Quick construction",
        says="What takes a turn is built at once by two engineers, or one with workers, for half the allowance of each (14A1b).",
    ),
    printed(
        "fire_in_the_east",
        "17D.1",
        figures="17D.1",
        title="Damaging an airbase",
        when=("movement", "exploitation"),
        says="Damaging an airbase costs a unit in the hex two points a hit (17D).",
    ),
    when=("movement",),
    met=_any_work,
)
def works_are_paid_for(record: PhaseRecord, job_of: str) -> Iterator[Finding]:
    """Work takes somebody who may do it and has the movement points left.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; lay +break 1B/2724
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1eng, +break; lift +break 1B/2724
    Illegal:  turn 5, German Movement Phase; weather clear; remember begun fort_building 1B/2919 5 axis clear;
              1B/2919: +fort.building; 1B/2719: +break; lay +break 1B/2724; lift +break 1B/2719; lay +regauged 1B/2606;
              lay +temporary_airfield 1B/2919; lay +hit.port 1B/2220; swap +fort.building+fort 1B/2919;
              lay +hit.airbase 1B/2712
    """
    yield from _paid_for(record, job_of)


@CHAPTER.article(
    "What demolishing a bridge costs",
    "fire_in_the_east:39A.3m",
    covers=("39A.3",),
    when=("movement", "exploitation"),
    met=lambda record, _: _any_work(record, "39A.3"),
    options=("bridges",),
)
def demolishing_a_bridge(record: PhaseRecord) -> Iterator[Finding]:
    """Demolishing a bridge costs a unit in one of its hexes four movement points for each attempt.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, Soviet Movement Phase; weather clear; 5A/0304: so.10rif; lay +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 5A/0302: so.10rif; lay +bridge.down 5A/0305-5A/0304
    """
    yield from _paid_for(record, "39A.3")


@CHAPTER.article(
    "What repairing a bridge costs",
    "fire_in_the_east:39A.6m",
    covers=("39A.6",),
    when=("movement",),
    met=lambda record, _: _any_work(record, "39A.6"),
    options=("bridges",),
    readings=("bridge-work",),
)
def repairing_a_bridge(record: PhaseRecord) -> Iterator[Finding]:
    """Repairing a bridge costs an engineer in one of its hexes four movement points, over a major river eight.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0304: ge.1eng; 5A/0305-5A/0304: +bridge.down; say we go on
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0304: ge.1inf; 5A/0305-5A/0304: +bridge.down;
              lift +bridge.down 5A/0305-5A/0304
    """
    yield from _paid_for(record, "39A.6")
