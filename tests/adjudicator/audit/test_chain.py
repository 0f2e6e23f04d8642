"""Files that follow from one another, and the ways in which they may not: each is named."""

from __future__ import annotations

from pathlib import Path

from adjudicator.audit.record import Audit
from adjudicator.audit.run import Wish
from adjudicator.exporters.report.audit_json import audit_json
from adjudicator.exporters.vassal.scribe import LogWriter
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import audited, edited, next_log, without_step, write


def joints(audit: Audit) -> list[str]:
    return [link.joint for link in audit.chain.links]


def test_logs_of_one_game_follow_from_one_another(two_logs: tuple[Path, Path], module: Path) -> None:
    audit = audited(two_logs, module)
    assert joints(audit) == ["follows"]
    assert audit.chain.sound
    assert audit.chain.contradictions == ()


def test_a_player_keeps_his_pseudonym_from_file_to_file(two_logs: tuple[Path, Path], module: Path) -> None:
    assert {roll.player for roll in audited(two_logs, module).rolls} == {"Player 1"}


def test_a_counter_moved_between_two_logs_is_named(table: LogWriter, tmp_path: Path, module: Path) -> None:
    table.record()
    table.move("fr.1inf", "0405")
    first = write(tmp_path / "one.vlog", table.log())
    table.start = None
    table.move("fr.3inf", "0705")
    table.record()
    table.actions.clear()
    table.move("fr.1inf", "0505")
    audit = audited((first, write(tmp_path / "two.vlog", table.log())), module)
    assert joints(audit) == ["gap"]
    (moved,) = [each for each in audit.chain.links[0].differences if not each.harmless]
    assert (moved.change, moved.was, moved.now) == ("moved", "0605", "0705")


def test_a_step_deleted_from_the_middle_contradicts_what_follows(two_logs: tuple[Path, Path], module: Path) -> None:
    first, second = two_logs
    edited(first, lambda text: without_step(text, 2))
    audit = audited((first, second), module)
    (found,) = [each for each in audit.chain.contradictions if each.says.startswith("was at")]
    assert (found.file, found.file_step) == ("one.vlog", 2)
    assert "0405" in found.says
    assert "0305" in found.found


def test_a_last_step_deleted_leaves_a_gap(two_logs: tuple[Path, Path], module: Path) -> None:
    first, second = two_logs
    edited(first, lambda text: without_step(text, 5))
    audit = audited((first, second), module)
    assert joints(audit) == ["gap"]
    assert {each.change for each in audit.chain.links[0].differences if not each.harmless} == {"moved"}


def test_a_die_line_edited_is_not_what_the_button_kept(two_logs: tuple[Path, Path], module: Path) -> None:
    first, _ = two_logs
    edited(first, lambda text: text.replace("2d6 = 3,5", "2d6 = 6,6"))
    (found,) = audited((first,), module).chain.contradictions
    assert (found.subject, found.says, found.found) == ("dice 2d6", "the report shows 6, 6", "the button kept 3,5")


def test_a_die_edited_everywhere_is_caught_by_an_earlier_audit(two_logs: tuple[Path, Path], module: Path) -> None:
    """In the file alone it cannot be proved: nothing but the report and the button's property tells what fell."""
    first, _ = two_logs
    before = audit_json(audited((first,), module))
    edited(first, lambda text: text.replace("3,5", "6,6"))
    audit = audited((first,), module, wish=Wish(seat="umpire", earlier=before))
    assert audit.chain.contradictions == ()
    assert audit.chain.changed_since == ("step 7 of one.vlog is not what it was when it was audited before",)


def test_another_module_version_is_named(two_logs: tuple[Path, Path], module: Path) -> None:
    first, second = two_logs
    name = game.module_of(module).name
    about = f"<data version='1'><version>9.9</version><VassalVersion>3.7.26</VassalVersion><name>{name}</name></data>"
    edited(second, str, moduledata=about)
    audit = audited((first, second), module)
    assert joints(audit) == ["other module"]
    assert "9.9" in audit.chain.links[0].text


def test_a_save_stored_anew_in_between_is_named_and_harmless(table: LogWriter, tmp_path: Path, module: Path) -> None:
    table.record()
    table.move("fr.1inf", "0405")
    first = write(tmp_path / "one.vlog", table.log())
    table.piles = dict(reversed(table.piles.items()))
    for piece in table.pieces.values():
        if piece.state_of("markmoved;") == "true":
            piece.replace("markmoved;", "false")
    save = write(tmp_path / "between.vsav", table.save())
    next_log(table)
    table.move("fr.1inf", "0505")
    audit = audited((first, save, write(tmp_path / "two.vlog", table.log())), module)
    assert joints(audit) == ["re-saved", "follows"]
    assert audit.chain.sound
    assert all(each.harmless for each in audit.chain.links[0].differences)


def test_a_turn_played_twice_is_a_restart_and_its_dice_are_facts(
    table: LogWriter, tmp_path: Path, module: Path
) -> None:
    table.record()
    table.roll(1, 1)
    table.move("fr.1inf", "0405")
    first = write(tmp_path / "one.vlog", table.log())
    again = game.table(table.box)
    again.record()
    again.roll(6, 6)
    again.move("fr.1inf", "0405")
    second = write(tmp_path / "two.vlog", again.log())
    audit = audited((first, second), module)
    assert joints(audit) == ["restart"]
    assert [roll.aftermath for roll in audit.rolls] == ["restarted", ""]


def test_going_back_behind_a_log_drops_it(
    two_logs: tuple[Path, Path], table: LogWriter, tmp_path: Path, module: Path
) -> None:
    first, second = two_logs
    third = write(tmp_path / "three.vlog", game.text_of(second).encode())
    edited(second, str, third)
    audit = audited((first, second, third), module)
    assert joints(audit) == ["follows", "restart"]


def test_files_dated_against_their_order_are_remarked(two_logs: tuple[Path, Path], module: Path) -> None:
    first, second = two_logs
    for path, date in ((first, 2_000), (second, 1_000)):
        edited(path, str, savedata=f"<data version='1'><dateSaved>{date}</dateSaved></data>")
    assert audited((first, second), module).chain.remarks == (
        "two.vlog says it was saved before one.vlog, which it follows",
    )


def test_the_halves_of_a_log_cut_in_two_give_the_findings_of_the_whole(
    table: LogWriter, tmp_path: Path, module: Path
) -> None:
    """5.1 is broken by one march that goes on across the cut; 2.2 after it."""

    def play(cut: bool) -> list[Path]:
        made = game.table(table.box)
        made.record()
        files = []
        made.move("fr.3inf", "0705", "0704", "0803")
        if cut:
            files.append(write(tmp_path / "a.vlog", made.log()))
            next_log(made)
        made.move("fr.3inf", "0802", "0902", "0901")
        made.move("au.1cav", "1203", drag=True)
        return [*files, write(tmp_path / f"{'b' if cut else 'whole'}.vlog", made.log())]

    whole = audited(play(cut=False), module, judged=True)
    halves = audited(play(cut=True), module, judged=True)
    assert joints(halves) == ["follows"]
    assert [each.id for each in halves.findings] == [each.id for each in whole.findings]
    assert {each.rule for each in whole.findings} >= {"two:5.1", "two:2.2"}
