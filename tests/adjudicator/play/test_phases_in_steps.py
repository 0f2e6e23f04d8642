"""Who told the phase last holds, whatever commands stand in one step, and whatever an undo takes back."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from tests.adjudicator.audit import game
from tests.adjudicator.audit.test_undo import undo
from tests.adjudicator.play.test_phases import acts, begun, opened, turned

WEATHER = ("turn 2, weather", *game.START[1:])
MOVED, FOUGHT = "French movement", "French combat"
Deed = Callable[[LogWriter], None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    return game.build(tmp_path_factory.mktemp("steps"))


def says(text: str) -> Deed:
    return lambda table: table.say(text)


def tracker(phase: str, turn: int = 0) -> Deed:
    return lambda table: turned(table, phase, turn)


def goes(unit: str, *way: str) -> Deed:
    return lambda table: table.move(unit, *way)


def in_one_step(table: LogWriter, *deeds: Deed) -> None:
    """What several deeds send, as one action."""
    first = len(table.actions)
    for deed in deeds:
        deed(table)
    together = [text for action in table.actions[first:] for text in (action if isinstance(action, list) else [action])]
    table.actions[first:] = [together]


@pytest.mark.parametrize(
    ("deeds", "phases"),
    [
        ((says("phase French movement"), goes("fr.1inf", "0405")), [MOVED]),
        ((goes("fr.1inf", "0405"), says("phase French combat")), [MOVED]),
        ((says("phase French movement"), says("good luck"), goes("fr.1inf", "0405")), [MOVED]),
        ((says("phase French combat"), says("no"), says("phase French movement"), goes("fr.1inf", "0405")), [MOVED]),
        ((tracker("fr.movement"), goes("fr.1inf", "0405")), [MOVED]),
        ((goes("fr.1inf", "0405"), tracker("fr.combat")), [MOVED]),
        ((tracker("fr.combat"), says("phase French movement"), goes("fr.1inf", "0405")), [MOVED]),
        ((says("phase French combat"), tracker("fr.movement"), goes("fr.1inf", "0405")), [MOVED]),
        ((goes("fr.1inf", "0405"), says("phase French combat"), says("hm"), tracker("fr.combat")), [MOVED]),
        (
            (says("phase French movement"), goes("fr.1inf", "0405"), says("phase French combat"), says("done")),
            [MOVED],
        ),
    ],
)
def test_what_follows_in_a_step_is_done_in_the_phase_told_last(
    deeds: tuple[Deed, ...], phases: list[str], made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    first = deeds[0].__qualname__.startswith("goes")
    table = begun(made, game.START if first else WEATHER)
    in_one_step(table, *deeds)
    table.say("over to you")
    found = opened(table, made, tmp_path, "two_rivers")
    assert found.check().report.findings == ()
    assert [phase for phase, _, _ in acts(found)] == phases


def test_a_word_after_the_phase_in_its_step_is_no_way_back(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = begun(made, WEATHER)
    table.say("phase French movement")
    in_one_step(table, says("phase French combat"), says("good luck"))
    found = opened(table, made, tmp_path, "two_rivers").check().report
    assert found.findings == ()
    assert [each.phase for each in found.phases][-1] == FOUGHT


def test_what_is_done_out_of_phase_within_one_step_is_still_found(
    made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = begun(made)
    table.move("fr.2cav", "0306")
    in_one_step(table, says("phase French combat"), goes("fr.1inf", "0405"), says("phase French movement"))
    table.move("fr.3inf", "0606")
    found = opened(table, made, tmp_path, "two_rivers").check().report
    assert {each.rule for each in found.findings} == {"two:8.3", "two:2.5"}


@pytest.mark.parametrize("slip", [says("phase French combat"), tracker("fr.combat"), tracker("weather", 3)])
def test_a_phase_that_was_told_and_undone_was_never_told(
    slip: Deed, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = begun(made, WEATHER)
    table.say("phase French movement")
    table.move("fr.1inf", "0405")
    before = deepcopy(table)
    slip(table)
    table = undo(table, before)
    table.move("fr.2cav", "0306")
    found = opened(table, made, tmp_path, "two_rivers")
    assert found.check().report.findings == ()
    assert [(phase, by) for phase, by, _ in acts(found)] == [(MOVED, "chat")] * 2


@pytest.mark.parametrize("words", [("oops",), ("oops", "wrong button"), ()])
@pytest.mark.parametrize("chat", [True, False])
def test_words_in_a_phase_that_was_a_slip_are_no_deed(
    words: tuple[str, ...], chat: bool, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    """The program reports each turn of the tracker in the chat, so that no phase is without a word."""
    table = begun(made)
    table.move("fr.1inf", "0405")
    for phase, name in (("fr.combat", FOUGHT), ("fr.movement", MOVED)):
        table.say(f"phase {name}") if chat else table.advance(phase)
        for word in words if phase == "fr.combat" else ():
            table.say(word)
    table.move("fr.2cav", "0306")
    found = opened(table, made, tmp_path, "two_rivers")
    assert found.check().report.findings == ()
    assert [phase for phase, _, _ in acts(found)] == [MOVED, MOVED]


def test_a_way_back_after_something_was_done_is_still_found(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    table.advance("fr.combat")
    table.flip("fr.2cav")
    table.say("oops")
    table.advance("fr.movement")
    table.move("fr.3inf", "0606")
    found = opened(table, made, tmp_path, "two_rivers").check().report
    assert "two:2.5" in {each.rule for each in found.findings}


def test_what_the_chat_told_within_named_steps_holds_after_them(
    made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = begun(made, WEATHER)
    table.move("fr.1inf", "0405")
    in_one_step(table, says("phase French combat"), says("hm"))
    table.move("fr.2cav", "0306")
    found = opened(table, made, tmp_path, "two_rivers", "1-2=French movement")
    assert [(phase, by) for phase, by, _ in acts(found)] == [(MOVED, "--phase"), (FOUGHT, "chat")]
