"""How the phase of a move is told where no turn tracker shows it, and what is judged of phases that see no deed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.errors import PackError, UsageError
from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.scribe_files import tracker_state
from adjudicator.findings import Ran, Severity, phases_words
from adjudicator.game.game import Game
from adjudicator.importers.vassal.wire.commands import NamedCommand
from adjudicator.model.phases import phases_called, told_in
from adjudicator.packs.load import load_pack
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import AUSTRIAN, write

MASSED = ("turn 2, French movement", "weather clear", "0305: fr.1inf, fr.2inf, fr.3inf, fr.4inf", "1104: au.1cav")
"""Four units in a hex: one too many at the end of a phase."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    return game.build(tmp_path_factory.mktemp("phases"))


@pytest.fixture(scope="module")
def untold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack for a module whose turn tracker tells no phase."""
    folder = tmp_path_factory.mktemp("pack") / "two_rivers"
    shutil.copytree(load_pack("two_rivers").folder, folder)
    binding = folder / "bindings" / "vassal.toml"
    binding.write_text(binding.read_text(encoding="utf-8").replace('phase_level = "Phase"', ""), encoding="utf-8")
    return folder


def opened(table: LogWriter, made: tuple[Path, PlannedModule], folder: Path, pack: Path | str, *phases: str) -> Game:
    path = write(folder / "turn.vlog", table.log())
    return open_game([path], pack=pack, theatre="valley", module=made[0], phase=phases, viewer="umpire")


def begun(made: tuple[Path, PlannedModule], lines: tuple[str, ...] = game.START) -> LogWriter:
    table = game.table(made[1], lines)
    table.record()
    return table


def turned(table: LogWriter, phase: str, turn: int = 0) -> None:
    """The turn tracker goes on without a word."""
    table.phase, table.turn = phase, turn or table.turn
    table._note([NamedCommand("turn", ("TurnTracker0", tracker_state(table)))])


def acts(opened: Game) -> list[tuple[str, str, str]]:
    """The moves with their phase, who told it, and the verdict."""
    found = (act for act in opened.audit().record.acts if act.kind == "move")
    return [(act.phase, act.phase_told_by, act.verdict) for act in found]


def test_a_move_whose_phase_nobody_knows_is_undetermined(
    made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    asked = opened(table, made, tmp_path, untold)
    assert acts(asked) == [("", "", "undetermined")]
    assert not asked.check().report.count(Severity.VIOLATION)
    assert [(each.phase, each.told_by, each.acts) for each in asked.check().report.phases] == [("", "", 1)]


def test_a_phase_that_nobody_knows_is_not_told_as_known(
    made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    found = opened(table, made, tmp_path, untold).check().findings
    named = [each for each in found if "in the " in each.because and each.missing]
    assert named and all(each.because.startswith("if this was the ") and not each.phase for each in named)


def test_a_line_of_chat_tells_the_phase_from_then_on(
    made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.say("phase French movement")
    table.move("fr.1inf", "0405")
    table.say("Turn 3, phase: French supply.")
    table.say("phase nobody has heard of")
    table.move("fr.2cav", "0306", "0307")
    assert acts(opened(table, made, tmp_path, untold)) == [
        ("French movement", "chat", "legal"),
        ("French supply", "chat", "illegal"),
    ]


def test_the_speakers_phase_is_meant_where_both_sides_have_one(
    made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.acting = AUSTRIAN
    table.say("phase movement")
    table.move("au.1cav", "1203")
    assert acts(opened(table, made, tmp_path, untold)) == [("Austrian movement", "chat", "legal")]


def test_the_turn_tracker_has_the_last_word_when_it_goes_on(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = begun(made)
    table.say("phase French combat")
    table.move("fr.1inf", "0405")
    turned(table, "au.movement")
    table.move("fr.2cav", "0306")
    told = [(phase, by) for phase, by, _ in acts(opened(table, made, tmp_path, "two_rivers"))]
    assert told == [("French combat", "chat"), ("Austrian movement", "turn tracker")]


def test_steps_are_in_the_phase_that_is_said_of_them(
    made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    table.move("fr.2cav", "0306")
    table.move("fr.3inf", "0606")
    said = opened(table, made, tmp_path, untold, "1=French movement", "turn.vlog:3=au.movement")
    assert acts(said) == [
        ("French movement", "--phase", "legal"),
        ("", "", "undetermined"),
        ("Austrian movement", "--phase", "illegal"),
    ]
    words = said.check().report
    assert [(each.first, each.last, each.phase) for each in words.phases] == [
        (1, 1, "French movement"),
        (2, 2, ""),
        (3, 3, "Austrian movement"),
    ]


@pytest.mark.parametrize(("both", "phase"), [(False, "French movement"), (True, "")])
def test_a_kind_of_phase_is_that_of_the_side_that_alone_acts(
    both: bool, phase: str, made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    if both:
        table.acting = AUSTRIAN
        table.move("au.1cav", "1203")
    said = opened(table, made, tmp_path, untold, "movement")
    assert acts(said)[0][0] == phase
    possible = said.check().report.phases[0].phase
    assert possible == (phase or "French movement or Austrian movement")


@pytest.mark.parametrize(
    ("phases", "words"),
    [
        (("2-3=French movment",), "did you mean 'French movement'"),
        (("1-2=fr.movement", "2=fr.combat"), "of step 2 twice"),
        (("turm.vlog:1=fr.movement",), "did you mean 'turn.vlog'"),
        (("1-9=fr.movement",), "there is only step 1"),
        (("2-1=fr.movement",), "from the first to the last"),
        (("1=fr.movement", "turn.vlog:1=fr.combat"), "of step 1 twice"),
    ],
)
def test_what_cannot_be_is_refused(
    phases: tuple[str, ...], words: str, made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    with pytest.raises(UsageError, match=words):
        opened(table, made, tmp_path, untold, *phases).audit()
    with pytest.raises(UsageError, match=words):
        opened(table, made, tmp_path, untold, *phases).check()


@pytest.mark.parametrize("spoken", [False, True])
def test_a_phase_without_a_deed_is_judged_at_its_end(
    spoken: bool, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = begun(made, MASSED)
    if spoken:
        table.say("nothing to do")
    turned(table, "fr.combat")
    turned(table, "au.supply")
    found = opened(table, made, tmp_path, "two_rivers").check().report.findings
    assert {(each.at, each.phase, each.severity) for each in found} == {
        (("0305",), "French movement", Severity.VIOLATION)
    }
    assert [each.rule for each in found] == ["two:3.1", "two:3.2"]


def test_a_phase_that_has_only_begun_is_not_judged(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = begun(made, ("turn 1, French supply", *MASSED[1:]))
    turned(table, "fr.movement")
    assert opened(table, made, tmp_path, "two_rivers").check().report.findings == ()


def test_reports_say_who_told_the_phase(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = begun(made, ("turn 2, French supply", *game.START[1:]))
    for unit, to in (("fr.1inf", "0405"), ("fr.2cav", "0306"), ("fr.3inf", "0606")):
        table.move(unit, to)
    report = opened(table, made, tmp_path, "two_rivers", "1-2=French movement").check().report
    assert phases_words(report.phases) == "the phase is told by --phase (step 1–2) and the turn tracker (step 3)"


def test_a_slip_of_the_turn_tracker_is_no_phase(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = begun(made)
    table.move("fr.1inf", "0405")
    for phase in ("fr.combat", "au.supply", "fr.movement"):
        turned(table, phase)
    table.move("fr.2cav", "0306")
    report = opened(table, made, tmp_path, "two_rivers").check().report
    assert [(each.phase, each.acts) for each in report.phases] == [("French movement", 2)]
    assert report.findings == ()


@pytest.mark.parametrize(
    ("order", "doubts"),
    [(("fr.movement", "fr.combat"), 0), (("fr.combat", "fr.movement", "fr.combat", "fr.supply"), 1)],
)
def test_without_turns_only_a_way_back_is_in_doubt(
    order: tuple[str, ...], doubts: int, made: tuple[Path, PlannedModule], untold: Path, tmp_path: Path
) -> None:
    table = begun(made)
    for phase in order:
        table.say(f"phase {phase}")
        table.say("well")
    binding = untold / "bindings" / "vassal.toml"
    text = binding.read_text(encoding="utf-8")
    binding.write_text(text.replace('tracker = "Turn"', ""), encoding="utf-8")
    try:
        report = opened(table, made, tmp_path, untold).check().report
    finally:
        binding.write_text(text, encoding="utf-8")
    found = [each for each in report.findings if each.rule == "two:2.5"]
    assert len(found) == doubts and all(
        each.severity is Severity.DOUBT and each.missing == "the turn" for each in found
    )
    row = next(each for each in report.coverage if each.rule == "two:2.5")
    assert row.ran is Ran.UNDETERMINED and "the turn" in row.why


def test_phases_go_by_id_name_kind_and_side() -> None:
    pack = load_pack("two_rivers")
    called = {word: [each.id for each in phases_called(word, pack)] for word in ("FR.combat", "weather", "french", "x")}
    assert called == {
        "FR.combat": ["fr.combat"],
        "weather": ["weather"],
        "french": ["fr.supply", "fr.movement", "fr.combat"],
        "x": [],
    }
    told = told_in("turn 3, Austrian supply", pack, "chat")
    assert (told.turn, [each.id for each in told.phases]) == (3, ["au.supply"])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('pattern = "now (?P<what>.+)"', "none of the groups"),
        ('pattern = "march!"\nvalues = { phase = "fr.marching" }', "no phase of pack.toml goes by 'fr.marching'"),
    ],
)
def test_a_binding_whose_lines_tell_no_phase_is_refused(line: str, words: str, untold: Path, tmp_path: Path) -> None:
    folder = tmp_path / "two_rivers"
    shutil.copytree(untold, folder)
    binding = folder / "bindings" / "vassal.toml"
    written = binding.read_text(encoding="utf-8")
    binding.write_text(written.replace("[sides]", f'[[chat]]\nkind = "phase"\n{line}\n\n[sides]'), encoding="utf-8")
    with pytest.raises(PackError, match=words):
        load_pack(folder)
