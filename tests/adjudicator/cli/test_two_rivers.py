"""The whole way on the sample game: files in, verdicts, reports, pictures and lists out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.exporters.report.record import ReportRecord
from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
MIDGAME, START, TURN = GAME / "midgame.vsav", GAME / "start.vsav", GAME / "turn_1.vlog"
RULES = ("--pack", "two_rivers")
EXPECTED = tomllib.loads((GAME / "expected.toml").read_text(encoding="utf-8"))
IDS = (b"invented-id-1", b"invented-id-2")
CLEAN, BROKEN, USAGE, UNREADABLE = 0, 1, 2, 3


def test_a_position_with_mistakes_is_found_out_completely(run: Run) -> None:
    ran = run("check", MIDGAME, *RULES, "--json")
    found = [(finding["rule"], *finding["at"]) for finding in ran.json["findings"]]
    assert ran.code == BROKEN
    assert sorted(found) == sorted((f"two:{entry['rule']}", entry["at"]) for entry in EXPECTED["position"])


def test_a_sound_position_is_clean(run: Run) -> None:
    ran = run("check", START, *RULES, "--json")
    assert (ran.code, ran.json["verdict"], ran.json["findings"]) == (CLEAN, "clean", [])


def test_every_rule_stands_in_the_coverage(run: Run) -> None:
    shown = [rule["rule"] for rule in run("packs", "show", "two_rivers", "--json").json["rules"]]
    assert [entry["rule"] for entry in run("check", MIDGAME, *RULES, "--json").json["coverage"]] == shown


def test_of_several_files_each_is_judged_and_the_worst_decides(run: Run, tmp_path: Path) -> None:
    ran = run("check", START, MIDGAME, *RULES, "--json")
    assert (ran.code, [report["verdict"] for report in ran.json]) == (BROKEN, ["clean", "violations"])
    broken = tmp_path / "broken.vsav"
    broken.write_bytes(MIDGAME.read_bytes()[:900])
    ran = run("check", broken, START, *RULES, "--json")
    assert ran.code == UNREADABLE
    assert "error" in ran.json[0]
    assert ran.json[1]["verdict"] == "clean"


def test_reports_are_written_in_every_form(run: Run, tmp_path: Path) -> None:
    outputs = [tmp_path / f"report.{ending}" for ending in ("md", "json", "html")]
    options = [word for output in outputs for word in ("-o", output)]
    assert run("check", MIDGAME, *RULES, *options).code == BROKEN
    markdown, record, page = (output.read_text(encoding="utf-8") for output in outputs)
    assert "**two:3.1** Three units to a hex" in markdown
    assert len(ReportRecord.model_validate_json(record).findings) == len(EXPECTED["position"])
    assert "data:image/webp;base64," in page
    assert "Three units to a hex" in page


def test_several_reports_go_into_a_folder(run: Run, tmp_path: Path) -> None:
    assert run("check", START, MIDGAME, *RULES, "-o", tmp_path / "reports").code == BROKEN
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == ["midgame.vsav.md", "start.vsav.md"]


def test_a_log_with_mistakes_is_found_out_completely(run: Run) -> None:
    ran = run("check", TURN, *RULES, "--json")
    accused = {(finding["rule"], unit) for finding in ran.json["findings"] for unit in finding["units"]}
    assert ran.code == BROKEN
    assert len(ran.json["findings"]) == len(EXPECTED["log"])
    assert {(f"two:{entry['rule']}", entry["unit"]) for entry in EXPECTED["log"]} <= accused
    assert all(finding["step"] and finding["source"]["entry"] == "savedGame" for finding in ran.json["findings"])


@pytest.mark.parametrize("at", ["start", "end", "30"])
def test_draws_a_log_at_any_step(run: Run, tmp_path: Path, at: str) -> None:
    output = tmp_path / "map.png"
    assert run("render", TURN, *RULES, "--at", at, "--scale", "0.3", "-o", output).code == CLEAN
    with Image.open(output) as image:
        assert image.width > 500


def test_layers_change_the_picture(run: Run, tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.svg", tmp_path / "marked.svg"
    run("render", MIDGAME, "-o", plain)
    run("render", MIDGAME, *RULES, "--layers", "stacks,zoc,supply,control,findings", "-o", marked)
    assert "two:3.1" in marked.read_text()
    assert "two:3.1" not in plain.read_text()


def test_terrain_lies_over_the_printed_map(run: Run, tmp_path: Path) -> None:
    drawn = tmp_path / "terrain.geojson"
    assert run("render", MIDGAME, *RULES, "--layers", "terrain", "-o", drawn).code == CLEAN
    told = [each["properties"] for each in json.loads(drawn.read_text())["features"]]
    titles = Counter(each["title"] for each in told if each.get("layer") == "terrain")
    assert {title for title in titles if titles[title]} == {
        f"Terrain: {each}" for each in ("clear", "forest", "hills", "marsh", "sea", "river", "bridge", "road", "rail")
    }
    assert (titles["Terrain: river"], titles["Terrain: bridge"], titles["Terrain: road"]) == (51, 5, 62)


def test_json_and_back_is_judged_the_same(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "midgame.json"
    assert run("convert", MIDGAME, copy).code == CLEAN
    again = run("check", copy, "--module", GAME / "two_rivers.vmod", *RULES, "--json").json
    first = run("check", MIDGAME, *RULES, "--json").json
    assert again["findings"] == first["findings"]


def test_a_log_becomes_a_save_at_any_step(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "at20.vsav"
    assert run("convert", TURN, save, "--at", "20").code == CLEAN
    keys = ("id", "name", "map", "x", "y", "location", "index")
    box = ("--module", GAME / "two_rivers.vmod", "--umpire", "--json")
    there, here = run("inspect", save, *box).json["pieces"], run("inspect", TURN, *box, "--at", "20").json["pieces"]
    assert [[piece[key] for key in keys] for piece in there] == [[piece[key] for key in keys] for piece in here]


def test_json_becomes_vassal_again_and_says_what_is_lost(run: Run, tmp_path: Path) -> None:
    masked, back = tmp_path / "turn.json", tmp_path / "turn.vlog"
    run("convert", TURN, masked, "--as", "umpire")
    told = run("convert", masked, back, "--json").json
    assert [note["subject"] for note in told["notes"]] == ["players"]
    again = run("check", back, "--module", GAME / "two_rivers.vmod", *RULES, "--json").json
    first = run("check", TURN, *RULES, "--json").json
    assert [finding["id"] for finding in again["findings"]] == [finding["id"] for finding in first["findings"]]


def test_a_conversion_for_everybody_withholds_what_is_masked(run: Run, tmp_path: Path) -> None:
    public, whole = tmp_path / "public.json", tmp_path / "whole.json"
    told = run("convert", TURN, public, "--as", "everybody", "--json").json
    assert [(note["kind"], note["subject"]) for note in told["notes"]] == [("lost", "hidden counters")]
    told = run("convert", TURN, whole, "--json").json
    assert [(note["kind"], note["subject"]) for note in told["notes"]] == [("carried", "hidden counters")]
    assert not run("convert", TURN, whole, "--as", "umpire", "--json").json["notes"]


def test_ids_stay_out_of_json_unless_asked_for(run: Run, tmp_path: Path) -> None:
    masked, kept = tmp_path / "masked.json", tmp_path / "kept.json"
    run("convert", TURN, masked)
    run("convert", TURN, kept, "--keep-ids")
    assert not any(secret in masked.read_bytes() for secret in IDS)
    assert all(secret in kept.read_bytes() for secret in IDS)


def test_no_output_names_an_id(run: Run, tmp_path: Path) -> None:
    said = [run("inspect", TURN, "--json"), run("check", TURN, *RULES, "--json"), run("log", TURN)]
    assert not any(secret.decode() in ran.out + ran.err for ran in said for secret in IDS)


def test_a_masked_counter_is_named_to_the_umpire_only(run: Run) -> None:
    def names(*more: str) -> dict[str, str]:
        return {piece["id"]: piece["name"] for piece in run("inspect", TURN, "--json", *more).json["pieces"]}

    shown, known = names(), names("--umpire")
    assert {name for piece, name in known.items() if piece not in shown} == {"Imperial Guard"}
    assert {name for piece, name in shown.items() if piece not in known} == {"a hidden counter"}
    assert "Imperial Guard" not in shown.values()


def test_a_module_elsewhere_is_asked_for(run: Run, tmp_path: Path) -> None:
    alone = tmp_path / "alone.vsav"
    alone.write_bytes(MIDGAME.read_bytes())
    assert run("check", alone, *RULES, "--module", GAME / "two_rivers.vmod").code == BROKEN
    assert run("check", alone, *RULES, "--module", MIDGAME).code == UNREADABLE


def test_of_two_modules_alike_the_save_takes_its_namesake(run: Run, tmp_path: Path) -> None:
    for name in ("a", "midgame"):
        shutil.copy(GAME / "two_rivers.vmod", tmp_path / f"{name}.vmod")
    shutil.copy(MIDGAME, tmp_path)
    assert "midgame.vmod (it lies beside midgame.vsav" in run("inspect", tmp_path / "midgame.vsav").err


def test_an_unknown_conversion_writes_nothing(run: Run, tmp_path: Path) -> None:
    ran = run("convert", MIDGAME, tmp_path / "midgame.docx")
    assert (ran.code, ran.err.count("\n")) == (USAGE, 2)
    assert not list(tmp_path.iterdir())


def test_a_log_as_json_tells_what_the_text_tells(run: Run) -> None:
    told = run("log", TURN, "--json").json
    assert {"step", "kind"} <= told[0].keys()
    assert any(line.get("to") == "0802" for line in told)
    assert "0802" in run("log", TURN).out


def test_what_was_written_is_told_as_json(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "midgame.json"
    assert run("convert", MIDGAME, output, "--json").json == {
        "wrote": str(output),
        "written": [str(output)],
        "notes": [],
    }


def test_inspects_an_extension(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "more.vmdx"
    build = (
        '<VASSAL.build.module.ModuleExtension module="Two Rivers" moduleVersion="1" version="0.3">'
        '<VASSAL.build.module.PieceWindow entryName="More"/></VASSAL.build.module.ModuleExtension>'
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", build)
        archive.writestr("extensiondata", "<data version='1'><VassalVersion>3.7.9</VassalVersion></data>")
        archive.writestr("moduledata", "<data version='1'><VassalVersion>3.7.9</VassalVersion></data>")
    told = run("inspect", path, "--json").json
    assert (told["kind"], told["module"], told["adds"]) == ("extension", "Two Rivers", {"PieceWindow": 1})
    assert "belongs to" in run("inspect", path).out


def test_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "adjudicator", "check", str(MIDGAME), "--pack", "two_rivers", "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == BROKEN
    assert json.loads(ran.stdout)["pack"] == "two_rivers"


def test_the_demo_leaves_a_picture_and_a_report(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.demo", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    named = [Path(line.strip()) for line in ran.stdout.splitlines() if line.startswith("  /")]
    assert {"map.png", "report.md", "report.html"} <= {path.name for path in named}
    assert all(path.stat().st_size for path in named)


@pytest.mark.parametrize("ending", ["geojson", "ztb", "csv", "tts.json"])
def test_a_conversion_is_the_same_whatever_the_order_of_sets(tmp_path: Path, ending: str) -> None:
    told = []
    for seed in ("1", "2"):
        account, out = tmp_path / "account.json", tmp_path / f"game.{ending}"
        command = [sys.executable, "-m", "adjudicator", "convert", str(MIDGAME), str(out), "--report", str(account)]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})
        told.append((account.read_bytes(), out.read_bytes()))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("command", "ending"),
    [("render", "geojson"), ("render", "svg"), ("check", "html"), ("audit", "html")],
)
def test_a_picture_or_page_is_the_same_whatever_the_order_of_sets(tmp_path: Path, command: str, ending: str) -> None:
    told = []
    for seed in ("1", "2"):
        out = tmp_path / f"out.{ending}"
        words = [sys.executable, "-m", "adjudicator", command, str(MIDGAME), "-p", "two_rivers", "-o", str(out)]
        subprocess.run(words, check=False, cwd=ROOT, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})
        told.append(out.read_bytes())
    assert told[0] == told[1]
