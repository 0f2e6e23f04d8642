"""The pages in docs/ tell the truth: the guide to packs is followed word by word, the page of checks is what the checks say."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from adjudicator.checks.registry import Check, checks
from adjudicator.cli.main import status
from adjudicator.packs.load import list_packs
from adjudicator.record.acts import Act, PhaseRecord
from adjudicator.record.position import Position
from tests.helpers import FIXTURES, ROOT

GUIDE = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
CHECKS = ROOT / "docs" / "checks.md"
EXAMINES = {Position: "a position", Act: "an act", PhaseRecord: "a whole phase"}
HEAD = """# Checks

What a rule of a pack may be decided by (`check = "..."` in rules.toml) and the terms it takes. This page is written from the
checks themselves. `who` selects units, `where` hexes and `when` moments: see `Selector`, `Where` and `When` in the source. The
examples are in the notation of `adjudicator.model.notation`, and are run as tests.

The first part is for every pack. What follows is for one series of games: its own packs, and packs that extend them.
"""


def test_the_guide_to_packs_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("two_rivers.vmod", "midgame.vsav"):
        shutil.copy(FIXTURES / "vassal" / "two_rivers" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    begin, judge, *others = re.findall(r"^    adjudicator (.+)$", GUIDE, re.MULTILINE)
    assert status(shlex.split(begin)) == 0
    for name, text in re.findall(r"```toml\n# (\S+)\n(.*?)```", GUIDE, re.DOTALL):
        (tmp_path / "small_rivers" / name).write_text(text, encoding="utf-8")
    assert status(shlex.split(judge)) == 1
    for command in others:
        assert status(shlex.split(command)) == 0
    assert (tmp_path / "small.png").stat().st_size


def test_the_page_of_checks_is_what_the_checks_say(pytestconfig: pytest.Config) -> None:
    page = HEAD + part("Shared checks", checks().values())
    for info in list_packs():
        package = f"adjudicator.packs.{info.folder.name}"
        if (info.folder / "checks").is_dir():
            own = [each for each in checks((package,)).values() if each.package == package]
            page += part(f"Checks of {info.title} (`{info.id}`)", own)
    if pytestconfig.getoption("regen"):
        CHECKS.write_text(page, encoding="utf-8")
    assert CHECKS.read_text(encoding="utf-8") == page, "run: pytest tests/test_docs.py --regen"


def part(title: str, found: Iterable[Check]) -> str:
    """The checks of one home, by name."""
    return f"\n## {title}\n" + "".join(entry(each) for each in sorted(found, key=lambda each: each.name))


def entry(each: Check) -> str:
    """A check's part of the page."""
    lines = [f"\n### {each.name}\n", f"{' '.join(story(each))} Examines {EXAMINES[each.examines]}.\n"]
    terms = [f"- `{name}`: {shown}" for name, shown in fields(each)]
    if terms:
        lines += [*terms, ""]
    if each.under != ("two_rivers",):
        lines.append(f"- Under: {', '.join(each.under)}")
    for kind in ("Legal", "Illegal"):
        lines += [f"- {kind}: `{example}`" for example in each.examples(kind)[:1]]  # type: ignore[arg-type]
    return "\n".join(lines) + "\n"


def story(each: Check) -> Iterator[str]:
    """The docstring up to its examples."""
    for line in each.doc.splitlines():
        if line.startswith(("Under:", "Legal:", "Illegal:")):
            return
        if line.strip():
            yield line.strip()


def fields(each: Check) -> Iterator[tuple[str, str]]:
    """The terms: whether they must be given, and what they are by default."""
    for name, field in each.terms.model_fields.items():
        if field.is_required():
            yield name, "required"
        else:
            default = field.get_default(call_default_factory=True)
            yield (
                name,
                "optional"
                if default in (None, (), {}, "") or not isinstance(default, int | str)
                else f"default {default}",
            )
