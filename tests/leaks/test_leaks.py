"""No output of any command tells a viewer what he may not know: names, images, labels, gpids, ids, in any disguise."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.cli.main import status
from adjudicator.desk.making import Make, MakeWish, make
from adjudicator.game.listener import Listener
from tests.leaks import game
from tests.leaks.search import all_bytes, leaks, shown

VIEWERS = ("", "French", "Austrian")
RULES = ("--pack", "two_rivers", "--theatre", "valley")
COMMANDS: dict[str, tuple[str, ...]] = {
    "inspect save": ("inspect", "{start}", "--all"),
    "inspect save as JSON": ("inspect", "{start}", "--json"),
    "inspect log": ("inspect", "{turn}", "--json"),
    "check save": ("check", "{start}", *RULES, "-o", "{out}/a.md", "-o", "{out}/a.json", "-o", "{out}/a.html"),
    "check log": ("check", "{turn}", *RULES, "--json"),
    "render": ("render", "{turn}", "--map", "Main", "--scale", "1", "-o", "{out}/a.png"),
    "render as SVG": ("render", "{turn}", "--map", "Main", "--scale", "1", "-o", "{out}/a.svg"),
    "render judged": ("render", "{start}", *RULES, "--scale", "1", "-o", "{out}/a.svg"),
    "render a hand": ("render", "{start}", "--map", "French Hand", "--scale", "1", "-o", "{out}/a.png"),
    "render a desk": ("render", "{start}", "--map", "Austrian Desk", "--scale", "1", "-o", "{out}/a.svg"),
    "log": ("log", "{turn}"),
    "log as JSON": ("log", "{turn}", "--json"),
    "log as Markdown": ("log", "{turn}", "-o", "{out}/a.md"),
    "log as CSV": ("log", "{turn}", "-o", "{out}/a.csv"),
    "log as lines": ("log", "{turn}", "-o", "{out}/a.jsonl"),
    "convert save": ("convert", "{start}", "{out}/a.json", "--report", "{out}/losses.json"),
    "convert log": ("convert", "{turn}", "{out}/a.json"),
    "convert to GeoJSON": ("convert", "{turn}", "{out}/a.geojson"),
    "render as GeoJSON": ("render", "{turn}", "-o", "{out}/a.geojson"),
    "convert to a table": ("convert", "{turn}", "{out}/a.csv"),
    "convert to Tabletop Simulator": ("convert", "{turn}", "{out}/a.tts.json"),
    "convert to ZunTzu": ("convert", "{turn}", "{out}/a.ztb"),
    "convert to a ZunTzu game": ("convert", "{turn}", "{out}/a.zts"),
    "audit": ("audit", "{start}", "{turn}", "{later}", "-o", "{out}/a.html", "-o", "{out}/a.md", "-o", "{out}/a.json"),
    "audit judged": ("audit", "{start}", "{turn}", *RULES, "--json", "-o", "{out}/a.html"),
    "audit as pictures": ("audit", "{start}", "{turn}", "-o", "{out}/a.png", "-o", "{out}/a.webp"),
    "audit of some steps": ("audit", "{turn}", "--from", "2", "--to", "5", "-o", "{out}/a.webp", "-o", "{out}/a.txt"),
    "audit as a folder": ("audit", "{start}", "{turn}", "--bundle", "{out}/folder"),
    "diff": ("diff", "{start}", "{later}"),
    "diff as JSON": ("diff", "{start}", "{turn}", "--json"),
    "diff as a picture": ("diff", "{start}", "{later}", "--map", "Main", "-o", "{out}/a.png"),
    "diff as SVG": ("diff", "{start}", "{turn}", "--map", "Main", "-o", "{out}/a.svg"),
    "dice": ("dice", "{turn}", "--all"),
    "dice as JSON": ("dice", "{turn}", "--json"),
    "chain": ("chain", "{start}", "{turn}", "{later}"),
    "chain as JSON": ("chain", "{start}", "{turn}", "{later}", "--json"),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    names = ("module", "start", "turn", "later")
    return dict(zip(names, game.build(tmp_path_factory.mktemp("secrets")), strict=True))


# without --as our own document is a copy of the file, as VASSAL's would be
COPIES = ("convert save", "convert log")
CASES = [(command, seat) for command in COMMANDS for seat in VIEWERS if seat or command not in COPIES]


@pytest.mark.parametrize("seat", ["", "French", "Austrian", "umpire"])
def test_what_the_desk_makes_for_everybody_holds_no_secret(seat: str, files: dict[str, Path], tmp_path: Path) -> None:
    """Whoever sits at the desk: page, picture, animated picture and text of each chapter; his own have what he knows."""
    folder = tmp_path / "game"
    folder.mkdir()
    for path in files.values():
        shutil.copy(path, folder)
    said = f'side = "{seat}"\n' if seat else ""
    (folder / "adjudicator.toml").write_text(f'{said}module = "{files["module"].name}"\n', encoding="utf-8")
    for wish in (("", 1, 0), ("turn", 2, 5), ("file", 3, 4)):
        make(Make("key", folder, MakeWish.CHAPTER, *wish), Listener(), lambda told: None)
    outputs = list(all_bytes(folder / "reports"))
    assert {Path(name).suffix for name, _ in outputs} == {".html", ".png", ".webp", ".txt"}
    assert {name: hit for name, data in outputs if (hit := leaks(data, game.words_from("")))} == {}
    assert {name: hit for name, data in outputs if (hit := shown(data, game.secrets_from("")))} == {}
    if seat:
        own = make(Make("key", folder, MakeWish.CHAPTER, private=True), Listener(), lambda told: None)
        seen = [(folder / "reports" / name).read_bytes() for name in own]
        assert all(seat in name for name in own)
        assert any(leaks(data, game.words_from("")) for data in seen)
        if seat != "umpire":
            assert not any(leaks(data, game.words_from(seat)) for data in seen)


@pytest.mark.parametrize(("command", "seat"), CASES)
def test_nothing_leaks(
    command: str, seat: str, files: dict[str, Path], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    words = [part.format(out=tmp_path, **files) for part in COMMANDS[command]]
    eyes = ["--as", seat] if seat else []
    code = status([*words, "--module", str(files["module"]), *eyes])
    said = capfdbinary.readouterr()
    private = words[0] == "render" and b"private" in said.err
    assert code in ((2,) if private else (0, 1)), said.err.decode()
    outputs = [("what it said", said.out), ("its remarks", said.err), *all_bytes(tmp_path)]
    found = {name: hit for name, data in outputs if (hit := leaks(data, game.words_from(seat)))}
    assert found == {}
    pictures = {name: hit for name, data in outputs if (hit := shown(data, game.secrets_from(seat)))}
    assert pictures == {}


@pytest.mark.parametrize("command", ["inspect save as JSON", "log as JSON", "audit", "diff as JSON", "convert log"])
def test_the_umpire_sees_what_the_suite_looks_for(
    command: str, files: dict[str, Path], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Otherwise the search above would find nothing whatever was written."""
    words = [part.format(out=tmp_path, **files) for part in COMMANDS[command]]
    status([*words, "--module", str(files["module"]), "--as", "umpire"])
    said = capfdbinary.readouterr().out
    seen = b"\n".join((said, *(data for _, data in all_bytes(tmp_path))))
    assert len(leaks(seen, [secret.word for secret in game.SECRETS])) > 3
    assert not leaks(seen, game.SEATS.values())


def test_the_owner_sees_his_own(files: dict[str, Path], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    status(["inspect", str(files["start"]), "--json", "--module", str(files["module"]), "--as", "French"])
    said = capfdbinary.readouterr().out
    assert all(each.word.encode() in said for each in (game.MASKED_FR, game.HIDDEN_FR, game.HAND_FR))


def test_the_umpire_s_picture_shows_the_colours(files: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "all.png"
    words = ["render", str(files["start"]), "--map", "Main", "--scale", "1", "-o", str(out), "--as", "umpire"]
    assert status([*words, "--module", str(files["module"])]) == 0
    assert {"Xanadu", "Quetzal", "Zephyr", "Jabberwock"} <= set(shown(out.read_bytes(), game.SECRETS))


@pytest.mark.parametrize("seat", ["", "French", "Austrian"])
def test_pictures_of_steps_on_the_game_s_own_map(seat: str, files: dict[str, Path], tmp_path: Path) -> None:
    """No rules are named, so the map is the module's; what comes onto it amid the log is in some frames alone."""
    told = {}
    for viewer in (seat or "everybody", "umpire"):
        audited = open_game([files["start"], files["turn"]], module=files["module"], viewer=viewer).audit()
        for ending in (".png", ".webp"):
            path = tmp_path / f"{viewer}{ending}"
            audited.write(path)
            told[viewer, ending] = set(shown(path.read_bytes(), game.SECRETS))
            assert not leaks(path.read_bytes(), game.words_from("" if viewer == "umpire" else seat))
    unknown = {each.word for each in game.secrets_from(seat)}
    for ending in (".png", ".webp"):
        assert not told[seat or "everybody", ending] & unknown
        assert told["umpire", ending] >= {"Xanadu", "Quetzal"}
    assert "Ouroboros" in told["umpire", ".webp"] - told["umpire", ".png"]


@pytest.mark.parametrize("word", ["Guards Xanadu", "90017"])
def test_every_disguise_is_seen_through(word: str) -> None:
    import base64  # noqa: PLC0415

    for padding in ("", "x", "xy"):
        packed = b"data:image/png;base64," + base64.b64encode(f"{padding}something {word} and more of it".encode() * 3)
        assert leaks(packed, [word])
    assert leaks(word.encode("utf-16"), [word])
