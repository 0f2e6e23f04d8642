"""The linter: a planted flaw for each rule is found, mended by what the message says, and sound modules have none."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from adjudicator.game import modules
from adjudicator.importers.vassal.validate.rules import RULES, chosen
from tests.adjudicator.cli.conftest import Run
from tests.adjudicator.cli.test_validate import GRID, _picture, hexes
from tests.helpers import FIXTURES
from tests.importers.vassal.boxes import a_board, a_map, a_slot, box

STACK = "VASSAL.build.module.map.SetupStack"
SLOT = a_slot()
PICTURES = {"images/1st.png": _picture()}
HEX = f'<{GRID}.HexGrid dx="50" dy="60"><{GRID}.mapgrid.HexGridNumbering sep="." hLeading="1" vLeading="1"/></{GRID}.HexGrid>'
HUGE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (120_000).to_bytes(4, "big") * 2 + bytes(9)
LAYER = "emb2;;2;;;2;;;2;;;;1;false;0;0;{image};;true;L;;;{follow};{name};1;1\t"


def prototype(name, traits="", state=""):
    text = f"+/null/{traits}piece;;;;/{state}null;0;0;;0"
    kind = "VASSAL.build.module.PrototypeDefinition"
    return f'<{kind} name="{name}">{text}</{kind}>'


def container(*made):
    kind = "VASSAL.build.module.PrototypesContainer"
    return f"<{kind}>{''.join(made)}</{kind}>"


def zone(path, inside=""):
    kind = f"{GRID}.mapgrid.Zone"
    return f'<{GRID}.ZonedGrid><{kind} name="East" path="{path}">{inside}</{kind}></{GRID}.ZonedGrid>'


def at_start(more, slot=SLOT, grid=HEX):
    stack = f'<{STACK} name="S" x="99" y="99" {more}>{slot}</{STACK}>'
    return a_map(a_board(grid, width="400", height="400"), stack, setup="FrontBoardPicker\tEast\t0\t0")


def using(name="A"):
    return a_slot(f"prototype;{name}\t", "\t")


def layer(image="1st.png", follow="false", name=""):
    return a_slot(LAYER.format(image=image, follow=follow, name=name), "1\t")


OLD = b'<data version="1"><VassalVersion>${vassal.version}</VassalVersion></data>'
DEAD = "submenu;M;{};\tclone;Clone;67,130;\t"
SEND = "macro;T;Go;65,130;;;57344\\,0\\,{};false\\;\tclone;Clone;57345,0,Copy;\t"
SETS = "setprop;{};true,0,9,false;Up:65\\,130:I\\,1;d;N;\t"
GLOBAL = (
    '<VASSAL.build.module.properties.GlobalProperties><VASSAL.build.module.properties.GlobalProperty name="Rain" '
    'initialValue="1"/></VASSAL.build.module.properties.GlobalProperties>'
)
SQUARE = f'<{GRID}.SquareGrid dx="50" dy="50"/>'
PLANTED = {
    "M102": ((SLOT, {"moduledata": OLD}), (SLOT, {})),
    "M103": ((SLOT, {"images\\2nd.png": b""}), (SLOT, {})),
    "M201": ((using(), {}), (using() + container(prototype("A")), {})),
    "M202": (
        (container(prototype("A", "prototype;B\t", "\t"), prototype("B", "prototype;A\t", "\t")) + using(), {}),
        (container(prototype("A", "prototype;B\t", "\t"), prototype("B")) + using(), {}),
    ),
    "M203": (
        (at_start("", using()) + container(prototype("A")), {}),
        (container(prototype("A")) + at_start("", using()), {}),
    ),
    "M204": (
        (container(prototype("A"), prototype("A")) + using(), {}),
        (container(prototype("A"), prototype("B")) + using(), {}),
    ),
    "M301": ((layer("gone.png"), {}), (layer(), {})),
    "M302": (
        (SLOT, {"images/d6_1_g.png": _picture()}),
        (
            SLOT + '<VASSAL.build.module.DiceButton name="d" reportFormat="&lt;img src=&quot;d6_$result1$_g.png&quot;&gt;"/>',
            {"images/d6_1_g.png": _picture()},
        ),
    ),
    "M303": ((SLOT, {"images/1st.png": b"this is a text"}), (SLOT, {})),
    "M304": ((SLOT, {"images/1st.png": HUGE}), (SLOT, {})),
    "M401": ((SLOT + a_slot(name="2nd"), {}), (SLOT + a_slot(name="2nd", gpid="2"), {})),
    "M402": (
        (SLOT + a_slot(gpid="3").replace("1st.png", ""), {}),
        (SLOT + a_slot(gpid="3"), {}),
    ),
    "M403": (
        (SLOT + '<VASSAL.build.widget.PieceSlot entryName="g" gpid="3">piece;;</VASSAL.build.widget.PieceSlot>', {}),
        (SLOT, {}),
    ),
    "M404": ((a_slot("mystery;1\t", "\t"), {}), (SLOT, {})),
    "M405": ((a_slot(DEAD.format("Clne"), "\t\\\t"), {}), (a_slot(DEAD.format("Clone"), "\t\\\t"), {})),
    "M406": ((a_slot(SEND.format("Cpy"), "\t\\\t"), {}), (a_slot(SEND.format("Copy"), "\t\\\t"), {})),
    "M501": (
        (SLOT + '<VASSAL.build.module.PredefinedSetup name="Day" useFile="true" file="one.vsav"/>', {}),
        (SLOT + '<VASSAL.build.module.PredefinedSetup name="Day" useFile="false"/>', {}),
    ),
    "M502": (
        (at_start('owningBoard="East" useGridLocation="true" location="Nowhere"'), {}),
        (at_start('owningBoard="East" useGridLocation="true" location="02.02"'), {}),
    ),
    "M503": ((at_start('owningBoard="West" useGridLocation="false"'), {}), (at_start('owningBoard="East"'), {})),
    "M504": (
        (a_map(a_board(width="90", height="90"), f'<{STACK} name="S" x="400" y="5">{SLOT}</{STACK}>'), {}),
        (a_map(a_board(width="90", height="90"), f'<{STACK} name="S" x="40" y="5">{SLOT}</{STACK}>'), {}),
    ),
    "M601": (
        (SLOT + hexes('sep="" hLeading="0" vLeading="0"'), {}),
        (SLOT + hexes('sep="" hLeading="1" vLeading="1"'), {}),
    ),
    "M602": (
        (SLOT + a_map(a_board(zone("0,0;9,9"))), {}),
        (SLOT + a_map(a_board(zone("0,0;90,0;90,90"))), {}),
    ),
    "M603": (
        (SLOT + a_map(a_board(zone("0,0;90,0;90,90", HEX + SQUARE))), {}),
        (SLOT + a_map(a_board(zone("0,0;90,0;90,90", HEX))), {}),
    ),
    "M701": ((SLOT + "<my.own.Thing/>", {}), (SLOT + "<my.own.Thing/>", {"my/own/Thing.class": b"x"})),
    "M801": (
        (layer(follow="true", name="Strenth"), {}),
        (
            a_slot(LAYER.format(image="1st.png", follow="true", name="Strength") + "mark\\;Strength\\\t", "1\t1\\\t"),
            {},
        ),
    ),
    "M802": (
        (GLOBAL + a_slot(SETS.format("Rian"), "\t"), {}),
        (GLOBAL + a_slot(SETS.format("Rain"), "\t"), {}),
    ),
}  # fmt: skip
BESIDE = {"M901", "M902", "M903", "M904", "M101"}


def written(path: Path, inside: str, entries: dict[str, bytes]) -> Path:
    made = box(inside)
    files = {**made.entries, **PICTURES, **entries}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            about = zipfile.ZipInfo("x")
            about.filename = name
            archive.writestr(about, content)
    return path


def numbers(path: Path) -> set[str]:
    return {each["rule"] for each in modules.validate(path).as_json()["problems"]}


@pytest.mark.parametrize("number", PLANTED)
def test_a_planted_flaw_is_found_and_is_gone_when_mended(number: str, tmp_path: Path) -> None:
    flawed, mended = PLANTED[number]
    assert numbers(written(tmp_path / "flawed.vmod", *flawed)) >= {number}
    assert number not in numbers(written(tmp_path / "mended.vmod", *mended))


@pytest.mark.parametrize("name", ["Send to KO'd", "Lost\\/Dead", "Detach: A", "One|Two", "Here\\, now"])
def test_a_command_whose_name_has_separators_is_found(name: str, tmp_path: Path) -> None:
    heard = f"submenu;M;{name}\tclone;{name};67,130;\\\t"
    assert numbers(written(tmp_path / "box.vmod", a_slot(heard, "\t\\\t"), {})) == set()
    dead = DEAD.format(name)
    assert numbers(written(tmp_path / "dead.vmod", a_slot(dead, "\t\\\t"), {})) >= {"M405"}


@pytest.mark.parametrize("name", ["DrawingMouseoverIndex", "Main_isVisible", "ModuleName"])
def test_a_layer_may_follow_what_the_program_says(name: str, tmp_path: Path) -> None:
    assert numbers(written(tmp_path / "box.vmod", layer(follow="true", name=name), {})) == set()


def test_every_rule_has_a_planted_flaw() -> None:
    assert {rule.number for rule in RULES} == {*PLANTED, *BESIDE}
    assert len(RULES) >= 30


def extension(path: Path, identity: str, inside: str, module: str = "Two Rivers") -> Path:
    kind = "VASSAL.build.module.ModuleExtension"
    tree = f'<{kind} extensionId="{identity}" module="{module}" version="1">{inside}</{kind}>'
    about = b'<data version="1"><VassalVersion>3.7.26</VassalVersion></data>'
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {"extensiondata": about, "buildFile.xml": tree.encode(), **PICTURES}.items():
            archive.writestr(name, content)
    return path


_ADDS = "VASSAL.build.module.ExtensionElement"
ELEMENT = f'<{_ADDS} target="VASSAL.build.module.Map:Nowhere">{{}}</{_ADDS}>'


def with_extensions(folder: Path, *, sound: bool) -> Path:
    """A module beside which two extensions lie."""
    folder.mkdir(exist_ok=True)
    module = written(folder / "box.vmod", SLOT, {})
    if sound:
        extension(folder / "box_ext" / "a.vmdx", "abc", a_slot(gpid="abc:7"))
        extension(folder / "box_ext" / "b.vmdx", "def", a_slot(gpid="def:1"))
    else:
        extension(folder / "box_ext" / "a.vmdx", "abc", a_slot(gpid="7"), module="Other")
        extension(folder / "box_ext" / "b.vmdx", "abc", ELEMENT.format(a_slot(gpid="abc:1")))
    return module


def test_what_is_wrong_with_extensions_beside_a_module(tmp_path: Path) -> None:
    assert numbers(with_extensions(tmp_path, sound=False)) == {"M901", "M902", "M903", "M904"}
    assert numbers(with_extensions(tmp_path, sound=True)) == set()


def test_an_extension_alone(tmp_path: Path) -> None:
    assert numbers(extension(tmp_path / "a.vmdx", "", SLOT)) == {"M901"}
    assert numbers(extension(tmp_path / "b.vmdx", "abc", SLOT)) == {"M902"}
    assert numbers(extension(tmp_path / "c.vmdx", "abc", using() + a_slot(gpid="abc:1"))) == {"M902"}
    assert numbers(extension(tmp_path / "d.vmdx", "abc", a_slot(gpid="abc:1"))) == set()


def without_metadata(path: Path) -> Path:
    """A module in which nothing names a VASSAL version."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**box(SLOT).entries, **PICTURES}.items():
            if name != "moduledata":
                archive.writestr(name, content)
    return path


def test_a_module_without_metadata(tmp_path: Path) -> None:
    assert numbers(without_metadata(tmp_path / "bare.vmod")) == {"M101"}


CLEAN = {
    "a map with a stack": container(prototype("A", "mark;Side\t", "Red\t")) + at_start('owningBoard="East"', using()),
    "dice with pictures": PLANTED["M302"][1][0],
    "zones and globals": GLOBAL + SLOT + a_map(a_board(zone("0,0;90,0;90,90", HEX), width="100", height="100")),
}


def clean(name: str, path: Path) -> Path:
    """One of the sound modules."""
    return written(path, CLEAN[name], {"images/d6_1_g.png": _picture()} if name == "dice with pictures" else {})


@pytest.mark.parametrize("name", CLEAN)
def test_sound_modules_have_no_findings(name: str, tmp_path: Path) -> None:
    assert numbers(clean(name, tmp_path / "box.vmod")) == set()


def test_our_sample_module_has_none() -> None:
    assert numbers(FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod") == set()


def test_findings_say_where_what_and_how_to_mend(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "box.vmod", SLOT + using("Soldier"), {})
    (found,) = [each for each in run("validate", path, "--json").json["problems"] if each["rule"] == "M201"]
    entry = zipfile.ZipFile(path).read(found["entry"])
    assert entry[found["offset"] :].startswith(b"<VASSAL.build.widget.PieceSlot")
    assert b"Soldier" in entry[found["offset"] :]
    assert (found["kind"], found["severity"], found["file"]) == ("dangling-prototype", "error", "box.vmod")
    ran = run("validate", path, "--select", "M201")
    assert "to mend it: Define the prototype" in ran.out
    assert ran.code == 1


def test_rules_are_selected_and_ignored(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "box.vmod", SLOT + using("Soldier"), {"images/spare.png": _picture()})
    assert run("validate", path, "--select", "M3").out.startswith("Two Rivers 1.0: 1 × unused-image")
    assert run("validate", path, "--ignore", "M2,unused-image", "--json").json["problems"][0]["rule"] == "M401"
    assert run("validate", path, "--ignore", "ALL").code == 0
    assert run("validate", path, "--exit-zero").code == 0
    assert run("validate", path, "--select", "X9").code == 2
    assert chosen((), ("ALL",)) == ()


def test_sarif_names_rules_and_places(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "box.vmod", using("Soldier"), {})
    told = json.loads(run("validate", path, "--sarif").out)
    (run_told,) = told["runs"]
    assert told["version"] == "2.1.0"
    (result,) = run_told["results"]
    assert run_told["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "M201"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "box.vmod!/buildFile.xml"
    assert place["region"]["byteOffset"] > 0
