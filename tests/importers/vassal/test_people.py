"""Players' ids are their passwords: found wherever they stand, shown nowhere."""

from __future__ import annotations

from adjudicator import importers
from adjudicator.importers.vassal.people import People, ids_in, swap_ids, sweep
from adjudicator.importers.vassal.wire import commands
from tests.helpers import vassal_save
from tests.importers.vassal.games import log, move, piece, roster, save

ID = "secret-of-anna"
MASKED = (("obs;;mask.png;Mask;I;?;", f"{ID};|2|{ID}|secret-of-bert"), ("hide;;Hide;;", "secret-of-carl"))


def test_every_place_is_known():
    texts = [
        *roster((ID, "Anna", "French")),
        "PYREMOVE\tgone-id",
        piece("1", traits=MASKED),
        piece("2", traits=(("restrict;French;true", "owner-id"),)),
        "PNOTE\tnote-id\ttext",
        "SNOTE\tname\tsnote-id\tfalse\ttext\t1\th",
        "UNMASK\tfriend-1\tfriend-2",
        move("1", 1, 2, player="mover-id"),
        "LOG\t" + commands.encode(commands.ChangePiece("1", f"other-id;\t{ID}\\\tMain;1;2;7;0", None)),
    ]
    assert list(ids_in(texts)) == [
        ID,
        "gone-id",
        "secret-of-bert",
        "secret-of-carl",
        "owner-id",
        "note-id",
        "snote-id",
        "friend-1",
        "friend-2",
        "mover-id",
        "other-id",
    ]


def test_swapping_there_and_back_changes_nothing():
    texts = [*roster((ID, "Anna", "French")), piece("1", traits=MASKED), move("1", 1, 2)]
    people = People()
    swapped = swap_ids(texts, people.seat)
    back = {name: player for player, name in people.names.items()}
    assert not any("secret" in text for text in swapped)
    assert swap_ids(swapped, back.__getitem__) == texts


def test_a_side_that_owns_a_mask_is_no_id():
    text = piece("1", traits=(("obs;;mask.png;Mask;I;?;side:", "French;"),))
    assert list(ids_in([text])) == []


def test_pseudonyms_count_from_the_roster_and_keep_themselves():
    people = People()
    people.begin([(ID, "Anna", "French"), ("Player 7", "", "British"), ("b", "Bert", "Player 3")], ())
    assert [people.seat(player) for player in (ID, "Player 7", "b", "c", ID, "")] == [
        "Player 1",
        "Player 7",
        "Player 4",
        "Player 101",
        "Player 1",
        "",
    ]


def test_who_sits_down_later_is_told_to_have_been_misnamed():
    people = People()
    people.begin([(ID, "Anna", "French")], ())
    assert people.seat("c") == "Player 101"
    people.begin([(ID, "Anna", "French"), ("c", "Carl", "British")], ())
    assert (people.late, people.seat("c")) == (True, "Player 2")


def test_what_nobody_knows_is_swept_for_whole_words():
    names = {ID: "Player 1", "ab": "Player 2"}
    assert sweep(f"x={ID};{ID}2 ab", names) == f"x=Player 1;{ID}2 ab"


def test_an_id_in_a_key_is_swept():
    signs = "‹a&438>"
    names = {"üa720": "Player 1", signs: "Player 2"}
    assert sweep("üa720_ready;x_üa720;üa7201", names) == "Player 1_ready;x_Player 1;üa7201"
    assert sweep(f"{signs}_ready;of{signs}5;‹a&amp;438&gt;_ready", names) == "Player 2_ready;ofPlayer 25;Player 2_ready"


def test_nothing_that_is_read_shows_an_id(tmp_path):
    text = save(piece("1", traits=MASKED), more=roster((ID, "Anna", "French"), ("secret-of-bert", "Bert", "British")))
    text = log(text, [move("1", 30, 40), "CHAT<Anna> - hello"], "PLAYER\tsecret-of-dora\tDora\tFrench")
    read = importers.read(vassal_save(tmp_path / "a.vlog", text)).log
    shown = [read.start.seats, read.start.counters["1"].masked_by, read.start.counters["1"].hidden_by]
    shown += [
        [str(getattr(event, name)) for name in ("player", "seat") if hasattr(event, name)]
        for step in read.steps
        for event in step.events
    ]
    assert "secret" not in str(shown)
    assert [seat.player for seat in read.start.seats] == ["Player 1", "Player 2"]
    assert read.steps[0].events[0].player == "Player 1"
    assert read.steps[1].events[0].seat.player == "Player 3"
