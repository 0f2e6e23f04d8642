"""What the desk says has no words of commands: neither options nor the names that a command has for its stages."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.desk.cards import card_of, page_of
from adjudicator.desk.making import Make, MakeWish, make
from adjudicator.desk.tasks import judge
from adjudicator.desk.worker import Progress
from adjudicator.game.listener import Listener
from adjudicator.game.opening import open_game
from tests.helpers import vassal_save

OPTION = re.compile(r"(?<![\w-])--[a-z]+")
NO_TEXT = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)


def test_a_game_without_its_module_is_told_without_options(tmp_path: Path) -> None:
    """The same files at a command line name --module and --as, and both say which module it is."""
    about = "<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>Some Game</name></data>"
    step = "LOG\tCHAT<Anna> - hello"
    for name, steps in (("a.vsav", ()), ("b.vlog", (step, step))):
        text = "\x1b".join(("begin_save", "end_save", *steps))
        vassal_save(tmp_path / name, text, moduledata=about, savedata=about)
    notes = [str(note) for note in open_game(tmp_path).audit().record.notes]
    assert any("--module" in note for note in notes)

    told: list[Progress] = []
    judge(tmp_path, lambda each: told.append(each) if isinstance(each, Progress) else None)
    card = card_of(tmp_path)
    assert card is not None
    page = NO_TEXT.sub("", (page_of(tmp_path, card.signature) or b"").decode())
    assert "read without its module" in page and "Some Game" in page
    assert OPTION.findall(page) == []
    assert not any(OPTION.search(text) for text in (*card.passed, *card.remarks, *card.chain, *card.lines))
    stages = {(each.doing, each.what) for each in told}
    assert "replaying" in {doing for doing, _ in stages}
    assert not any(word in f"{doing} {what}" for doing, what in stages for word in ("auditing", "identifying"))

    made = make(Make("key", tmp_path, MakeWish.CHAPTER), Listener(), lambda told: None)
    shared = next(tmp_path.joinpath("reports", name).read_text() for name in made if name.endswith(".html"))
    assert OPTION.findall(NO_TEXT.sub("", shared)) == []
