"""`inspect --unread`: what was not understood, worst first, each with its place."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.adjudicator.cli.conftest import Run
from tests.adjudicator.cli.test_lint import written
from tests.importers.vassal import games
from tests.importers.vassal.boxes import a_board, a_map, a_slot

BEYOND = 'calcProp;Far;Range("Leader") + 1;\t'
CHANCE = "emb2;;2;;;2;;;2;;;;1;false;0;0;1st.png,1st.png;;true;D6;{random};;false;;1;1\t"
DICE = '<VASSAL.build.module.DiceButton name="d" reportFormat="{name + 2 * result}"/>'
LABEL = "label;;L;10;;0,0,0;b;0;c;0;t;c;$label$;Dialog;0;0;TextLabel;;false"
OUTLANDISH = a_slot(BEYOND, "\t") + a_slot(CHANCE.format(random="65,130"), "1\t", gpid="2") + DICE + "<my.own.Thing/>"


def test_a_module_tells_what_it_holds_beyond_us(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "box.vmod", OUTLANDISH, {})
    told = run("inspect", path, "--unread", "--json").json["unread"]
    kinds = [each["kind"] for each in told]
    assert {"class", "dice", "expression", "dice on the map"} <= set(kinds)
    assert kinds.index("class") < kinds.index("expression") < kinds.index("dice on the map")
    (found,) = [each for each in told if each["kind"] == "expression"]
    assert "calls Range" in found["text"]
    with zipfile.ZipFile(path) as archive:
        entry = archive.read(found["entry"])
    assert entry[found["offset"] :].startswith(b"<VASSAL.build.widget.PieceSlot")


def test_what_does_not_matter_is_not_counted(run: Run, tmp_path: Path) -> None:
    colours = (
        '<VASSAL.build.module.ChartWindow name="Charts" icon="" hotkey="67,130"/><VASSAL.build.module.Documentation/>'
    )
    path = written(tmp_path / "box.vmod", a_slot() + colours, {})
    assert run("inspect", path, "--unread").out == "nothing was left unread\n"


def test_each_class_is_used_or_harmless_or_told(run: Run, tmp_path: Path) -> None:
    parts = "<VASSAL.build.module.map.MapShader/><VASSAL.build.module.Unheard/><VASSAL.build.module.Chatter/>"
    silent = '<VASSAL.build.module.DiceButton name="d" reportFormat=""/>'
    outlined = a_slot("border;{Str > 3};d;2;255,0,0;;EQUALS\t", "\t", gpid="4")
    says = a_slot(LABEL + "\t", '{Range("Leader")}\t', gpid="5")
    path = written(tmp_path / "box.vmod", parts + silent + outlined + says, {})
    told = run("inspect", path, "--unread", "--json").json["unread"]
    texts = [each["text"] for each in told]
    assert [text.rpartition(" ")[2] for text in texts if "component" in text] == [
        "VASSAL.build.module.Unheard",
        "VASSAL.build.module.map.MapShader",
    ]
    assert "the dice button d tells nothing in the chat" in texts
    assert "a trait that draws around its counter, which pictures leave out: outlined" in texts
    assert any("calls Range" in text for text in texts)
    assert len(told) == 5


def test_a_save_tells_of_its_counters_and_commands(run: Run, tmp_path: Path) -> None:
    pieces = [games.piece(str(at), traits=[(LABEL, '{Range("Leader")}')]) for at in (1, 2)]
    path = tmp_path / "turn.vsav"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "savedGame", games.save(*pieces, games.piece("3", traits=[("mystery;1", "")]), more=["ODD\tx"])
        )
    module = written(tmp_path / "box.vmod", a_slot() + a_map(a_board(width="90", height="90"), name="Main"), {})
    told = run("inspect", path, "-m", module, "--umpire", "--unread", "--json").json["unread"]
    assert {(each["subject"], each["count"]) for each in told} >= {("expressions", 2), ("mystery;", 1), ("ODD", 1)}
