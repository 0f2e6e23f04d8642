"""The page of rules: which question of which game, what was answered, and what that says of the newest save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from threading import Lock

from adjudicator.desk.binding import module_of
from adjudicator.desk.shelf import ShelfPlace
from adjudicator.errors import UsageError
from adjudicator.game.interview.answer import as_text, proposed
from adjudicator.game.interview.answering import AnswerOutcome, Interview, open_interview, take_up
from adjudicator.game.interview.question import ARTICLE, NO, Field, Question
from adjudicator.game.interview.telling import SaveTable, tell
from adjudicator.game.kinds import newest_save
from adjudicator.game.settings import home_of
from adjudicator.lean import dataclass

FIELD = "field:"
"""What stands before a field's name in a form."""


@dataclass(slots=True)
class Asking:
    """The interviews of the games that were looked at last, and what their last answers did."""

    outcomes: dict[str, AnswerOutcome] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def answer(self, place: ShelfPlace, each: Question, told: Mapping[str, str]) -> Interview:
        """Write down what a form says; UsageError if it cannot be understood or the pack could not be loaded then."""
        with self._lock:
            before = interview_of(place)
            if before is None:
                raise UsageError("this game has no pack of its own yet")
            overwrite = told.get("act") == "overwrite"
            after, outcomes = take_up(before, {each.id: said(each, told)}, overwrite=overwrite)
            self.outcomes[place.key] = outcomes[0] if outcomes else AnswerOutcome(each.id)
        return after


def interview_of(place: ShelfPlace) -> Interview | None:
    """The pack of a game as it is asked for; None if it has none of its own."""
    home = home_of(place.folder)
    return open_interview(home.own_pack) if home.own_pack is not None else None


def said(each: Question, told: Mapping[str, str]) -> dict[str, object]:
    """A form as an answer: a box that is not ticked is not sent."""
    found: dict[str, object] = {ARTICLE: told.get(ARTICLE, "")}
    if told.get("act") == NO:
        return found | {NO: True}
    blanks: dict[str, object] = {one.name: False if one.kind == "yes" else "" for one in each.fields}
    return found | blanks | {one.name: told[FIELD + one.name] for one in each.fields if FIELD + one.name in told}


def shown(interview: Interview, each: Question, told: Mapping[str, str]) -> dict[str, str]:
    """What stands in the fields: what was just typed, else what was answered, else what is proposed."""
    answer = interview.answer_of(each)
    if told:
        typed = said(each, told)
        return {one.name: as_text(one, typed.get(one.name, "")) for one in each.fields}
    if answer is not None and not answer.no:
        return {one.name: as_text(one, answer.values.get(one.name)) for one in each.fields}
    return {one.name: as_text(one, proposed(one, interview.facts)) for one in each.fields}


def known(interview: Interview, one: Field) -> Sequence[str]:
    """The words that a field may be filled with."""
    words = interview.facts.words
    if one.kind == "units":
        return [*words["kinds"], *words["classes"]] if set(words["kinds"]) != {"unit"} else []
    listed = [one.of, *(column.of for column in one.columns)]
    return list(dict.fromkeys(word for of in listed if of for word in words[of]))


def says(place: ShelfPlace, interview: Interview, each: Question) -> tuple[str, list[str]]:
    """The newest save of the game, and what the answer says of it."""
    newest = newest_save(place.files())
    if newest is None or each.id not in interview.record:
        return "", []
    told = tell(interview, [each], SaveTable(newest, module_of(place, home_of(place.folder))))
    return newest.name, [*told.get(each.id, ()), *told.get("", ())]
