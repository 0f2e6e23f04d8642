"""Scrubbed saves and logs: no id is left anywhere in the decoded text, and the game is the same, verdicts included."""

from __future__ import annotations

import re
import zipfile

import pytest

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.exporters.vassal.scrub import ids_left, ids_of, write_scrubbed
from adjudicator.importers.vassal.wire import obfuscation
from tests.exporters.vassal.games import told
from tests.helpers import FIXTURES, SHARED, needs_shared, vassal_save
from tests.importers.vassal.games import log, move, piece, roster, save, stack

GAME = FIXTURES / "vassal" / "two_rivers"
SECRETS = ("secret-of-anna", "b<o>b & co/;1", "ab")
TEXT = save(
    piece("1", traits=(("obs;;mask.png;Mask;I;?;", "secret-of-anna;3|secret-of-anna"), ("hide;;Hide;;", "ab"))),
    piece("2", traits=(("restrict;French;true;true;", "b<o>b & co/;1"),)),
    stack("9", "1", "2"),
    more=(
        *roster((SECRETS[0], "Anna", "French"), (SECRETS[1], "Bob", "Austrian"), (SECRETS[2], "Ab", "French")),
        "PNOTE\tsecret-of-anna\tmy plan",
        "SNOTE\tn\tsecret-of-anna\ttrue\ttext\tdate\th",
        "NOTES\tmy password is secret-of-anna|really",
    ),
)
LOG = log(
    TEXT,
    [move("1", 50, 60), "CHAT<Anna> - secret-of-anna is what I type, not absecret-of-annab"],
    "CHAT&lt;Bob&gt; - mine is b&lt;o&gt;b &amp; co/;1",
    "UNMASK\tsecret-of-anna\tab",
    "PYREMOVE\tab",
)


def text_of(path):
    with zipfile.ZipFile(path) as archive:
        return obfuscation.reveal(archive.read("savedGame"))


@pytest.fixture
def scrubbed(tmp_path):
    path = vassal_save(tmp_path / "in.vlog", LOG, moduledata='<data version="1"><name>secret-of-anna</name></data>')
    notes = write_scrubbed(importers.read(path).log, tmp_path / "out.vlog")
    return path, tmp_path / "out.vlog", notes


def test_no_id_is_left(scrubbed):
    path, out, notes = scrubbed
    assert set(SECRETS) == set(ids_of(importers.read(path).log))
    text = text_of(out)
    assert ids_left(text, dict.fromkeys(SECRETS, "")) == []
    assert "co/;1" not in text.replace("\\", "") and not notes
    with zipfile.ZipFile(out) as archive:
        assert b"secret" not in archive.read("moduledata").replace(b"absecret", b"")


def test_all_else_is_as_it_was(scrubbed):
    path, out, _ = scrubbed
    before, after = importers.read(path), importers.read(out)
    for (_, one), (_, other) in zip(before.log.states(), after.log.states(), strict=True):
        assert told(one) == told(other) | {"notes": told(one)["notes"]}
    assert [len(step.events) for step in before.log.steps] == [len(step.events) for step in after.log.steps]
    assert "absecret-of-annab" in text_of(out)


@pytest.mark.parametrize("said", ["CHAT<Anna> - from ab to cd", "PNOTE\tab\tI am ab", "NOTES\tab's plan"])
def test_a_short_id_goes_out_of_what_people_wrote(said, tmp_path):
    path = vassal_save(tmp_path / "in.vlog", log(TEXT, said))
    assert write_scrubbed(importers.read(path).log, tmp_path / "out.vlog") == ()
    assert not re.search(r"\bab\b", text_of(tmp_path / "out.vlog"))


def test_a_short_id_that_may_be_a_name_is_told(tmp_path):
    path = vassal_save(tmp_path / "in.vlog", log(TEXT, piece("9", name="ab")))
    (note,) = write_scrubbed(importers.read(path).log, tmp_path / "out.vlog")
    assert "1 id of fewer than 5 letters" in note.text and "ab" not in note.text.split()


def test_who_locked_the_options_is_a_pseudonym(tmp_path):
    path = vassal_save(tmp_path / "in.vlog", log(TEXT, "LOCKSPOTAB\tOptions\tAnna\tkeyhole-9\t1700000000"))
    write_scrubbed(importers.read(path).log, tmp_path / "out.vlog")
    assert "keyhole" not in text_of(tmp_path / "out.vlog") and "LOCKSPOTAB\tOptions\tAnna\tPlayer" in text_of(
        tmp_path / "out.vlog"
    )


def test_seats_are_left_free(tmp_path):
    """To VASSAL a seat under any id is taken; who sat there is told by a command that it passes over, and steps count on."""
    path = vassal_save(tmp_path / "in.vlog", log(TEXT, "PLAYER\tid-of-carl\tCarl\tPrussian", "PYREMOVE\tab"))
    write_scrubbed(importers.read(path).log, tmp_path / "out.vlog")
    text = text_of(tmp_path / "out.vlog")
    assert "PLAYER\t" not in text and "\x1bSEAT\tPlayer 1\tAnna\tFrench" in text
    assert "LOG\t\\\x1bLOG\tSEAT\tPlayer 4\tCarl\tPrussian" in text
    before, after = importers.read(path).log, importers.read(tmp_path / "out.vlog").log
    assert after.start.seats == before.start.seats and len(after.start.seats) == 3
    assert after.state_at(1).seats == before.state_at(1).seats and len(after.steps) == len(before.steps) == 2


def test_a_game_without_ids_leaves_its_seats_free(tmp_path):
    document, save = tmp_path / "game.json", tmp_path / "game.vsav"
    assert status(["convert", str(GAME / "turn_1.vlog"), str(document), "--at", "20"]) == 0
    assert status(["convert", str(document), str(save), "--module", str(GAME / "two_rivers.vmod")]) == 0
    assert "PLAYER\t" not in text_of(save) and "SEAT\tPlayer 2\tPlayer 2\tAustrian" in text_of(save)


@pytest.mark.parametrize("name", ["step_20.vsav", "turn_1.vlog"])
def test_the_command(name, tmp_path, capsys):
    given, out = GAME / name, tmp_path / f"out_{name}"
    if name.endswith(".vsav"):
        given = tmp_path / name
        assert status(["convert", str(GAME / "turn_1.vlog"), str(given), "--at", "20"]) == 0
    assert status(["scrub", str(given), "-o", str(out)]) == 0
    assert "invented-id" in text_of(given) and "invented-id" not in text_of(out)
    assert status(["scrub", str(given), "-o", str(tmp_path / "x.vmod")]) == 2
    assert status(["scrub", str(out), "-o", str(out)]) == 2
    assert status(["scrub", str(GAME / "two_rivers.vmod"), "-o", str(out)]) == 3
    assert "invented-id" not in capsys.readouterr().err


def test_the_verdict_on_a_scrubbed_log_is_the_same(tmp_path, capsys):
    assert status(["scrub", str(GAME / "turn_1.vlog"), "-o", str(tmp_path / "turn_1.vlog")]) == 0
    said = []
    for path in (GAME / "turn_1.vlog", tmp_path / "turn_1.vlog"):
        capsys.readouterr()
        box = ["--module", str(GAME / "two_rivers.vmod"), "--pack", "two_rivers"]
        assert status(["audit", str(path), *box]) == 1
        said.append(capsys.readouterr().out.replace(str(path.parent), ""))
    assert said[0] == said[1]
    assert "two:" in said[0]


@needs_shared
@pytest.mark.parametrize("name", ["CCNv4 Tutorial.vlog", "BH02 - Durenstein.vsav"])
def test_real_files(name, tmp_path):
    path = SHARED / "data" / "vassal" / "cc-napoleonics" / name
    found = importers.read(path)
    ids = ids_of(found.log or found.state)
    write_scrubbed(found.log or found.state, tmp_path / name)
    assert ids_left(text_of(tmp_path / name), {each: "" for each in ids if len(each) > 4}) == []
    assert told(importers.read(tmp_path / name).state) == told(found.state)
