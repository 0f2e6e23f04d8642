"""A chapter as pictures and as a text: each step in a frame, as small as it must be, of those steps alone."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from adjudicator.audit.record import Audited, FileEntry, StepEntry
from adjudicator.errors import WriteError
from adjudicator.exporters.report import clip as made
from adjudicator.exporters.report.chapter_text import chapter_text
from adjudicator.exporters.report.clip import clip, write_clip, write_picture
from adjudicator.exporters.report.story import Chapter, chapters
from adjudicator.marks import mark_of
from tests.exporters.report.games import judged_turn


def part(first: int, last: int) -> Audited:
    """Some steps of the sample turn."""
    whole = judged_turn()
    audit = whole.audit
    steps = tuple(each for each in audit.steps if first <= each.step <= last)
    acts = tuple(each for each in audit.acts if any(first <= step <= last for step in each.steps))
    return replace(whole, audit=replace(audit, steps=steps, acts=acts, first=first, last=last))


def frames(data: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(data)) as moving:
        return [each.convert("RGB") for each in ImageSequence.Iterator(moving)]


def test_each_moment_is_a_frame_and_the_counter_moves() -> None:
    audited = part(21, 25)
    found = frames(clip(audited))
    assert len(found) == 6
    assert len({each.tobytes() for each in found}) == 6
    assert {each.size for each in found} == {found[0].size}
    assert found[0].width <= made.WIDE and found[0].height <= made.HIGH + 60


def test_many_moments_share_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "MOST_FRAMES", 7)
    assert 2 < len(frames(clip(judged_turn()))) <= 7


def test_it_is_made_coarser_until_it_is_small_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    audited = part(21, 25)
    usual = clip(audited)
    monkeypatch.setattr(made, "MOST_BYTES", len(usual) // 3)
    small = clip(audited)
    assert len(small) <= len(usual) // 3
    assert frames(small)[0].width < frames(usual)[0].width
    monkeypatch.setattr(made, "MOST_BYTES", 100)
    with pytest.raises(WriteError, match="name fewer"):
        clip(audited)


def test_files_carry_our_mark(tmp_path: Path) -> None:
    write_clip(part(21, 22), tmp_path / "a.webp")
    write_picture(part(21, 22), tmp_path / "a.png")
    assert {mark_of(tmp_path / name) for name in ("a.webp", "a.png")} == {"picture"}


def test_chapters_are_turns_then_files() -> None:
    steps = tuple(StepEntry(at, 0, at, turn) for at, turn in enumerate(("", "1 Weather", "1 Combat", "2 Weather"), 1))
    files = (FileEntry("a.vsav", "save", "", "", 1, 0), FileEntry("b.vlog", "log", "", "", 1, 3))
    audit = replace(
        judged_turn().audit, steps=steps, files=(*files, FileEntry("c.vlog", "log", "", "", 4, 1)), phases=()
    )
    turns = (Chapter("turn", "", 1, 1), Chapter("turn", "1", 2, 3), Chapter("turn", "2", 4, 4))
    logs = (Chapter("file", "b.vlog", 1, 3), Chapter("file", "c.vlog", 4, 4))
    assert chapters(audit) == (*turns, *logs)
    assert chapters(replace(audit, steps=tuple(replace(each, turn="") for each in steps))) == logs
    assert chapters(replace(audit, steps=(), files=files[:1])) == ()


def test_the_text_tells_what_was_done_then_the_verdict() -> None:
    text = chapter_text(part(21, 40).audit, "Turn 1")
    first, *deeds = text.partition("\n\n")[0].splitlines()
    assert "Turn 1 · steps 21 to 40 · as everybody may see it" in first
    assert any(line.startswith("French moved: ") for line in deeds)
    assert "Verdict: " in text.partition("\n\n")[2]
