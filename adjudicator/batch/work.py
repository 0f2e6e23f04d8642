"""What is done with a game, as plain values: what it holds, what is wrong with its module, its audit, its picture.

What cannot be read is part of the answer. Only plain values leave here, since they go through a pipe and into the store.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator.audit.record import Audit
from adjudicator.batch.unit import AUDIT, DONE, IN_PART, INSPECT, RENDER, UNREADABLE, VALIDATE, GameJob, Values
from adjudicator.errors import AdjudicatorError, Source
from adjudicator.findings import Finding, Severity, reach
from adjudicator.game import modules
from adjudicator.game.boxes import OpenModule, about
from adjudicator.game.game import Game
from adjudicator.game.kinds import is_game_file, why_none
from adjudicator.game.opening import open_game
from adjudicator.game.rules_wanted import FITTING, NO_RULES
from adjudicator.game.settings import home_of
from adjudicator.lean import dataclass

MOST_MODULES = 2
"""How many modules a process keeps open."""


@dataclass(slots=True)
class JobAnswer:
    """The answer while it is made."""

    values: Values = field(default_factory=dict)
    errors: list[Values] = field(default_factory=list)
    well: int = 0

    def step(self, name: str, work: Callable[[], Mapping[str, Any]]) -> None:
        """Do a step; what cannot be read, or judged, is told in a line."""
        try:
            self.values |= work()
            self.well += 1
        except AdjudicatorError as error:
            self.errors.append({"step": name, "text": _line(error)})


def work(job: GameJob) -> Values:
    """All steps that are wanted of a game."""
    answer = JobAnswer()
    if job.files and {INSPECT, AUDIT, RENDER}.intersection(job.what):
        answer.step("open", lambda: _game(job, answer))
    elif job.module and INSPECT in job.what:
        answer.step(INSPECT, lambda: _module(job))
    if job.module and job.own and VALIDATE in job.what:
        answer.step(VALIDATE, lambda: _problems(Path(job.module)))
    unread = [each for each in answer.values.get("files", ()) if each["unread"]]
    status = DONE if not answer.errors and not unread else IN_PART if answer.well else UNREADABLE
    return {**answer.values, "errors": answer.errors, "status": status, "reason": _reason(answer, unread)}


def _reason(answer: JobAnswer, unread: list[Values]) -> str:
    """The first thing that went wrong."""
    told = [each["text"] for each in answer.errors] + [f"{each['name']}: {each['unread']}" for each in unread]
    return told[0] if told else ""


def _game(job: GameJob, answer: JobAnswer) -> Values:
    """The steps that ask the opened game."""
    box = _box(job)
    told: Values = _of_box(box) if box is not None and job.own else {}
    judged = AUDIT in job.what
    game = open_game(
        job.folder,
        pack=(job.pack or FITTING) if judged else NO_RULES,
        module=box,
        viewer=job.viewer,
        lenient=True,
        leave_out=_not_of(job),
    )
    told |= {"files": _files(game), "pack": game.rules.pack.id if game.rules else ""}
    if judged:
        answer.step(AUDIT, lambda: _audited(game))
    if job.picture:
        answer.step(RENDER, lambda: _drawn(game, job.picture))
    return told


def _not_of(job: GameJob) -> set[str]:
    """The saves and logs of the folder that are of other games, or came after it was listed; strays stay, to be told."""
    there: set[str] = set()
    with suppress(OSError):  # it is gone, and whoever opens it says so
        there |= {each.name for each in Path(job.folder).iterdir() if is_game_file(each) and not why_none(each)}
    return {*job.others, *(there - set(job.files))}


def _box(job: GameJob) -> OpenModule | None:
    """The module that the game is read by: the one that its settings name, else the one found with it if it fits."""
    named = home_of(job.folder).module
    if named is not None:
        return _opened(str(named), str(named.stat().st_mtime_ns) if named.is_file() else "")
    if not job.module:
        return None
    titles = {about(Path(job.folder) / name)[0] for name in job.files} - {""}
    return _opened(job.module, job.module_digest) if not titles or about(Path(job.module))[0] in titles else None


@lru_cache(maxsize=MOST_MODULES)
def _opened(path: str, _digest: str) -> OpenModule:
    """A module, read once for all the games that come to this process."""
    return OpenModule.at(Path(path))


def _module(job: GameJob) -> Values:
    return _of_box(_opened(job.module, job.module_digest))


def _of_box(box: OpenModule) -> Values:
    found = box.module
    return {
        "module": found.name,
        "module_version": found.version,
        "maps": len(found.maps),
        "slots": len(found.slots),
        "setups": len(found.setups),
    }


def _problems(path: Path) -> Values:
    found = modules.validate(path).verdict
    told = [
        {"kind": each.flaw.value, "subject": each.subject, "text": str(each.text), "where": "; ".join(each.where)}
        for each in found.problems
    ]
    return {"module": found.name, "module_version": found.version, "problems": told}


def _files(game: Game) -> list[Values]:
    """The files of a game: what each holds, or why it could not be read."""
    return [*(_file(game.only(path.name), path.name) for path in game.paths), *map(_unread, game.unread)]


def _file(game: Game, name: str) -> Values:
    told = game.inspect()
    turn = ", ".join(f"{each['tracker']}: {' '.join(map(str, each['values'].values()))}" for each in told["turn"])
    facts = {key: told[key] for key in ("kind", "module", "module_version", "steps")}
    return {"name": name, **facts, "counters": len(told["pieces"]), "turn": turn, "unread": ""}


def _unread(note: Any) -> Values:
    kind: Values = dict.fromkeys(("kind", "module", "module_version", "turn"), "")
    return {"name": note.subject, **kind, "steps": 0, "counters": 0, "unread": str(note.text)}


def _audited(game: Game) -> Values:
    """The audit, as far as a store needs it."""
    record = game.audit().record
    verdicts = Tally(act.verdict for act in record.acts)
    return {
        "pack_title": record.pack,
        "module": record.module,
        "module_version": record.module_version,
        "steps": len(record.steps),
        "acts": len(record.acts),
        **{name: verdicts[name] for name in ("legal", "illegal", "undetermined")},
        "rules_judged": reach(record.coverage).judged,
        "sound": record.chain.sound,
        "findings": [_finding(each) for each in record.findings],
        "dice": _dice(record),
    }


def _finding(found: Finding) -> Values:
    names = ("rule", "file", "phase", "title", "citation", "because", "missing", "ruling")
    numbers = {"turn": found.turn, "step": found.file_step, "sides": list(found.sides), "at": list(found.at)}
    told = {name: str(getattr(found, name)) for name in names}
    return {**told, **numbers, "severity": Severity(found.severity).value}


def _dice(record: Audit) -> list[Values]:
    """The dice by player and kind: how many, the sum of their faces, how often each face (if single dice are told).

    Of two players of one game who have the same name nobody could tell the dice apart in another: theirs are nobody's.
    """
    names = Tally(each.name for each in record.players)
    named = {each.player for each in record.players if each.name and names[each.name] == 1}
    return [
        {
            "player": record.called(each.player) if each.player in named else "",
            "what": each.what,
            "sides": each.sides,
            "count": each.count,
            "total": round(each.mean * each.count),
            "faces": list(each.faces),
        }
        for each in record.series
        if not each.outcomes  # dice by odds of their own are no dice of one size
    ]


def _drawn(game: Game, picture: str) -> Values:
    game.render(picture)
    return {"picture": picture}


def _line(error: AdjudicatorError) -> str:
    """The error in a line, with the file's name and not the place where this machine has put it."""
    place = error.source
    error.source = Source(Path(place.file).name, place.entry, place.offset)
    return str(error)
