"""Who sees what is as the engine has it: two saves that differ only in what a viewer may not know are one to him."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from adjudicator import open_game
from adjudicator.errors import ReadError
from adjudicator.game.game import Game
from tests.importers.vassal.games import move, piece, roster, save, stack
from tests.leaks.game import MODULE, PACKAGES, SIZE

ANNE, BRUNO = "password-of-anne", "password-of-bruno"
SEATS = roster((ANNE, "Anne", "French"), (BRUNO, "Bruno", "Austrian"))
ABOUT = "<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>Seen</name></data>"


def mask(owner: str, access: str = "player:") -> tuple[str, str]:
    return f"obs;73,130;back.png;Mask;B;Unknown unit;{access};Peek;", f"{owner};"


def hide(owner: str, access: str = "player:") -> tuple[str, str]:
    return f"hide;73,130;Invisible;0,0,0;{access};", owner


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A module with a public map, a private one, and two of one name, the public one first."""

    def window(kind: str, name: str, **more: str) -> str:
        told = "".join(f' {key}="{value}"' for key, value in {"mapName": name, **more}.items())
        size = "".join(f' {key}="{value}"' for key, value in SIZE.items())
        board = f'<{PACKAGES["Board"]}Board name="Field"{size}/>'
        boards = f"<{PACKAGES['BoardPicker']}BoardPicker>{board}</{PACKAGES['BoardPicker']}BoardPicker>"
        return f"<{MODULE}{kind}{told}>{boards}</{MODULE}{kind}>"

    build = (
        '<VASSAL.build.GameModule name="Seen" version="1">'
        f"<{MODULE}PlayerRoster><entry>French</entry><entry>Austrian</entry></{MODULE}PlayerRoster>"
        + window("Map", "Main")
        + window("Map", "Twice")
        + window("PrivateMap", "Twice", side="Austrian")
        + "</VASSAL.build.GameModule>"
    )
    path = tmp_path / "seen.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", ABOUT)
        archive.writestr("buildFile.xml", build)
    return path


def written(path: Path, text: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, said in (("savedGame", text), ("moduledata", ABOUT), ("savedata", ABOUT)):
            archive.writestr(name, said)
    return path


def told(path: Path, box: Path, viewer: str) -> bytes:
    """All that is told of a save."""
    return orjson.dumps(open_game(path, module=box, viewer=viewer).inspect(), option=orjson.OPT_SORT_KEYS)


Telling = Callable[[str], str]


def lying(*traits: tuple[str, str], where: str = "Main;300;100", seats: list[str] = SEATS) -> Telling:
    def tell(name: str) -> str:
        secret = piece("77", name, where, traits, "90")
        others = piece("1", "First Rifles", "Main;100;100", [], "11"), stack("s1", "1", where="Main;100;100")
        return save(others[0], secret, stack("s77", "77", where=where), others[1], more=seats)

    return tell


NOTHING_ON = mask("null")
KINDS: dict[str, tuple[Telling, frozenset[str]]] = {
    "an inner mask": (lying(NOTHING_ON, mask(BRUNO)), frozenset({"Austrian"})),
    "an outer mask": (lying(mask(BRUNO), NOTHING_ON), frozenset({"Austrian"})),
    "both, of two players": (lying(mask(ANNE), mask(BRUNO)), frozenset()),
    "both, of a player and his side": (lying(mask(BRUNO), mask("Austrian", "side:")), frozenset({"Austrian"})),
    "a mask inside what hides": (lying(hide("null"), mask(BRUNO)), frozenset({"Austrian"})),
    "two that hide, the inner one on": (lying(hide("null"), hide(ANNE)), frozenset({"French"})),
    "an empty owner": (lying(mask("")), frozenset()),
    "an empty owner who hides": (lying(hide("")), frozenset()),
    "an empty owner and an empty seat": (
        lying(mask(""), seats=roster(("", "Anne", "French"), (BRUNO, "Bruno", "Austrian"))),
        frozenset(),
    ),
    "the engine's nobody": (lying(mask("nobody")), frozenset()),
    "somebody who is not at the table": (lying(mask("password-of-carl")), frozenset()),
    "an unknown side": (lying(mask("Prussian", "side:")), frozenset()),
    "a side called like a pseudonym": (lying(mask("Player 2", "side:")), frozenset()),
    "several sides": (lying(mask("French", "sides:French:Austrian")), frozenset({"French", "Austrian"})),
    "several sides, not the owner's": (lying(mask("French", "sides:Austrian:Prussian")), frozenset()),
    "a window that the box has not": (lying(where="Prussian Hand;100;100"), frozenset()),
    "two windows of one name": (lying(where="Twice;100;100"), frozenset({"Austrian"})),
}


@pytest.mark.parametrize("kind", KINDS)
def test_only_those_see_whom_the_engine_lets(kind: str, box: Path, tmp_path: Path) -> None:
    tell, seeing = KINDS[kind]
    path, differing = tmp_path / "start.vsav", set()
    for viewer in ("everybody", "French", "Austrian", "umpire"):
        one, other = (told(written(path, tell(name)), box, viewer) for name in ("Guards", "Lancers"))
        if one != other:
            differing.add(viewer)
    assert differing == seeing | {"umpire"}


def test_hidden_counters_count_in_no_note_and_name_no_property(box: Path, tmp_path: Path) -> None:
    def tell(*secret: str) -> str:
        pieces = [
            piece(f"7{at}", name, "Main;300;100", [hide(BRUNO), ("cloak;x", "")]) for at, name in enumerate(secret)
        ]
        keys = [f"GlobalProperty\t;{secret[0]}_moved;true;Module", f"GlobalProperty\t;Odd;{secret[0].upper()};Module"]
        return save(piece("1", "First Rifles", "Main;100;100"), *pieces, more=[*SEATS, *keys])

    path = written(tmp_path / "start.vsav", tell("Guards"))
    first = told(path, box, "French"), told(path, box, "umpire")
    written(path, tell("Lancers", "Hussars"))
    assert told(path, box, "French") == first[0]
    assert told(path, box, "umpire") != first[1]


def test_a_move_that_cannot_be_read_quotes_nothing(box: Path, tmp_path: Path) -> None:
    broken = f"LOG\t{move('1', 'abc', 100, player=ANNE)}"
    text = "\x1b".join([save(piece("1"), more=SEATS), broken])
    with pytest.raises(ReadError) as caught:
        open_game(written(tmp_path / "turn.vlog", text), module=box, viewer="umpire")
    assert "wants numbers" in str(caught.value) and ANNE not in str(caught.value)


def test_seats_are_those_of_each_file_and_moment(box: Path, tmp_path: Path) -> None:
    masked = lying(mask(BRUNO))
    swapped = lying(mask(BRUNO), seats=roster((BRUNO, "Anne", "French"), (ANNE, "Bruno", "Austrian")))
    start = written(tmp_path / "start.vsav", masked("Guards"))
    later = written(tmp_path / "later.vsav", swapped("Guards"))
    game = open_game([start, later], module=box, viewer="French")
    assert not _reads(game, "start.vsav") and _reads(game, "later.vsav")
    assert "Guards" in str(game.only("later.vsav").inspect()), (
        "another's seat in an earlier file takes nothing from him"
    )
    changes = [f"LOG\t{text}" for text in roster((BRUNO, "Bruno", "French"), (ANNE, "Anne", "Austrian"))]
    turn = written(tmp_path / "turn.vlog", "\x1b".join([masked("Guards"), *changes]))
    game = open_game(turn, module=box, viewer="French")
    shown = [any(each.name == "Guards" for each in game.state(at).counters.values()) for at in (0, 1, 2)]
    assert shown == [False, True, True]
    assert "Guards" in str(game.moves().as_json()) and "Guards" not in str(game.moves().as_json()[:1])


def _reads(game: Game, name: str) -> bool:
    return any(each.name == "Guards" for each in game.only(name).state().counters.values())


def test_a_document_carries_what_hides(box: Path, tmp_path: Path) -> None:
    start = written(tmp_path / "start.vsav", lying(where="Twice;100;100")("Guards"))
    open_game(start, module=box).write(tmp_path / "s.json")
    apart = tmp_path / "apart"
    apart.mkdir()
    alone = (tmp_path / "s.json").rename(apart / "s.json")
    for viewer, sees in (("everybody", False), ("French", False), ("Austrian", True)):
        names = {each.name for each in open_game(alone, viewer=viewer).state().counters.values()}
        assert ("Guards" in names) is sees


def test_who_is_hidden_numbers_nobody(box: Path, tmp_path: Path) -> None:
    def seats(*owners: str) -> list[str]:
        hidden = [piece(f"7{at}", "Guards", "Main;300;100", [hide(owner)]) for at, owner in enumerate(owners)]
        shown = piece("5", "Lancers", "Main;300;100", [mask("password-of-carl")])
        path = written(tmp_path / "start.vsav", save(*hidden, shown, more=SEATS))
        return sorted(each.masked_by for each in open_game(path, module=box, viewer="French").state().counters.values())

    assert seats() == seats("password-of-dora", "password-of-emil")


def test_a_pseudonym_is_no_side_and_no_name(box: Path, tmp_path: Path) -> None:
    taken = roster((ANNE, "Anne", "Player 2"), (BRUNO, "Player 1", "Player 3"))
    path = written(tmp_path / "start.vsav", lying(mask(BRUNO), seats=taken)("Guards"))
    seats = open_game(path, module=box).state().seats
    assert len({seat.player for seat in seats}) == 2
    assert {seat.player for seat in seats}.isdisjoint({"Player 1", "Player 2", "Player 3"})
    for viewer, sees in (("Player 2", False), ("Player 1", True), ("Player 3", True)):
        names = {each.name for each in open_game(path, module=box, viewer=viewer).state().counters.values()}
        assert ("Guards" in names) is sees


def test_of_a_mask_the_side_is_told_and_not_which_of_its_players_has_it(box: Path, tmp_path: Path) -> None:
    seats = roster((ANNE, "Anne", "French"), (BRUNO, "Bruno", "Austrian"), ("password-of-carl", "Carl", "Austrian"))

    def owner(of: str, viewer: str) -> list[str]:
        path = written(tmp_path / "start.vsav", lying(mask(of), seats=seats)("Guards"))
        return [each.masked_by for each in open_game(path, module=box, viewer=viewer).state().counters.values()]

    for viewer in ("everybody", "French"):
        assert owner(BRUNO, viewer) == owner("password-of-carl", viewer) != owner(ANNE, viewer)
        assert "Austrian" in owner(BRUNO, viewer)


LABEL = "label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;"


@pytest.mark.parametrize("concealing", [mask(BRUNO), hide(BRUNO)])
def test_a_label_that_names_a_counter_withheld_is_no_name(
    concealing: tuple[str, str], box: Path, tmp_path: Path
) -> None:
    def seen(secret: str, label: str, viewer: str) -> tuple[str, tuple[str, ...]]:
        shown = piece("1", "Rifles of the Guards", "Main;100;100", [(LABEL, label)], "11")
        hidden = piece("77", secret, "Main;300;100", [concealing], "90")
        path = written(tmp_path / "start.vsav", save(shown, hidden, more=SEATS))
        counter = open_game(path, module=box, viewer=viewer).state().counters["1"]
        return counter.name, counter.texts

    for viewer in ("everybody", "French"):
        one, other = (seen(name, f"follows {name}", viewer) for name in ("Hussars", "Cuirassiers"))
        assert one == other and one[0] == "Rifles of the Guards"
        assert seen("Guards", "tired", viewer) == ("Rifles of the Guards (tired)", ("tired",))
    assert seen("Hussars", "follows Hussars", "Austrian")[0] == "Rifles of the Guards (follows Hussars)"


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_stacks_are_not_counted_by_what_moved_unseen(moves: int, box: Path, tmp_path: Path) -> None:
    hidden = piece("77", "Guards", "Main;50;50", [hide(BRUNO)])
    start = save(hidden, piece("1", where="Main;100;100"), piece("2", where="Main;300;300"), more=SEATS)
    unseen = [f"LOG\t{move('77', 60 + at, 60, player=BRUNO)}" for at in range(moves)]
    text = "\x1b".join([start, *unseen, f"LOG\t{move('1', 300, 300, player=ANNE)}"])
    game = open_game(written(tmp_path / "turn.vlog", text), module=box, viewer="French")
    assert [each.stack for each in game.state("end").counters.values()] == ["pile:2", "pile:2"]
    assert list(game.state("end").stacks) == ["pile:2"]


def test_whether_a_counter_lay_in_a_stack_out_of_sight_is_not_told(box: Path, tmp_path: Path) -> None:
    def told(where: str, *stacks: str) -> list[str]:
        hidden = piece("77", "Guards", where, [hide(BRUNO)])
        start = save(hidden, *stacks, piece("2", where="Main;300;300"), more=SEATS)
        state, lying = hidden.split("/", 3)[3].split("\t")
        new = lying.replace(where, "Main;100;100")
        steps = [
            move("77", 100, 100, player=BRUNO),
            f"D/77/null\t{new}/{state}\t{new}",
            move("2", 100, 100, player=ANNE),
        ]
        text = "\x1b".join([start, *(f"LOG\t{step}" for step in steps)])
        game = open_game(written(tmp_path / "turn.vlog", text), module=box, viewer="French")
        ends = [game.write(tmp_path / f"{at}.json", at=at, force=True).path.read_bytes() for at in (2, 3)]
        return [str(game.moves().as_json()), *map(str, ends)]

    alone, stacked = told("Main;50;50"), told("Main;50;50", stack("8", "77", where="Main;50;50"))
    assert alone == stacked and "Guards" in alone[0]


@pytest.mark.parametrize("moved", [False, True])
def test_what_is_done_unseen_to_a_counter_lifts_nothing(moved: bool, box: Path, tmp_path: Path) -> None:
    secret = piece("77", "Guards", "Main;100;100", [mask(BRUNO), ("PROP;Losses;false,0,9,false;;", "0")])
    stacks = stack("8", "77", where="Main;100;100"), stack("9", "2", where="Main;105;105")
    start = save(secret, piece("2", where="Main;105;105"), *stacks, more=SEATS)
    moves = [move("77", 200, 200, player=BRUNO), move("2", 205, 205, player=ANNE)] if moved else []
    losses = secret.split("/", 3)[3].replace("100;100", "200;200" if moved else "100;100")
    done = f"D/77/{losses.replace(chr(9) + '0', chr(9) + '3', 1)}/{losses}"

    def drawn(step: str, viewer: str = "French") -> list[str]:
        text = "\x1b".join([start, *(f"LOG\t{each}" for each in (*moves, step))])
        game = open_game(written(tmp_path / "turn.vlog", text), module=box, viewer=viewer)
        state = game.state("end")
        stacks = {each.id: each.order for each in state.stacks.values()}
        lying = sorted(state.counters.values(), key=lambda each: stacks.get(each.stack, each.order))
        return [*(each.name for each in lying), str(game.moves().as_json())]

    assert drawn(done) == drawn("") and drawn(done)[:2] == ["Unknown unit", "Inf"]
    assert drawn(done, "umpire") != drawn("", "umpire") and drawn(done, "umpire")[:2] == ["Inf", "Guards"]


def test_a_masked_counter_that_parts_from_a_hidden_one_does_nothing(box: Path, tmp_path: Path) -> None:
    secret = piece("77", "Guards", "Main;100;100", [mask(BRUNO), ("PROP;Losses;false,0,9,false;;", "0")])
    hidden = piece("78", "Spies", "Main;100;100", [hide(BRUNO)])
    start = save(secret, hidden, stack("8", "78", "77", where="Main;100;100"), more=SEATS)
    losses = secret.split("/", 3)[3]
    done = f"D/77/{losses.replace(chr(9) + '0', chr(9) + '3', 1)}/{losses}"

    def told(step: str, viewer: str) -> list[str]:
        path = written(tmp_path / "turn.vlog", f"{start}\x1bLOG\t{step}")
        game = open_game(path, module=box, viewer=viewer)
        document = game.write(tmp_path / "turn.json", force=True).path.read_bytes()
        return [str(document), str(game.moves().as_json()), str(game.inspect()["pieces"])]

    assert told(done, "French") == told("", "French")
    assert told(done, "umpire") != told("", "umpire")
