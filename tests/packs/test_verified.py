"""The bundled packs are verified here, so that no run needs to do it: `--regen` lists what was verified."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.packs.folders import BUNDLED, chain_of, folder_of, packages_of
from adjudicator.packs.load import files_of, load_pack
from adjudicator.packs.verified import LIST, digest, is_verified
from adjudicator.packs.verify import verify

SERIES = "thunder_in_the_east"
PACKS = sorted(path.parent.name for path in BUNDLED.glob("*/pack.toml"))


@pytest.mark.parametrize("name", PACKS)
def test_a_bundled_pack_is_sound(name: str) -> None:
    verify(load_pack(name))


def test_the_list_is_in_step(request: pytest.FixtureRequest) -> None:
    chains = {name: chain_of(folder_of(name)) for name in PACKS}
    found = {name: digest(packages_of(chain), files_of(chain)) for name, chain in chains.items()}
    text = "".join(f"{load_pack(name).id} {each}\n" for name, each in found.items())
    if request.config.getoption("--regen", default=False):
        LIST.write_text(text, encoding="utf-8", newline="\n")
    assert LIST.read_text(encoding="utf-8") == text, "run: pytest tests/packs/test_verified.py --regen"


def test_a_copy_is_known_and_what_was_changed_in_it_is_verified(tmp_path: Path) -> None:
    copy = tmp_path / "two_rivers"
    shutil.copytree(BUNDLED / "two_rivers", copy)
    assert is_verified("two_rivers", (), files_of([copy]))
    assert load_pack(copy).rules == load_pack("two_rivers").rules
    rules = copy / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    assert '"overrun"' in text
    rules.write_text(text.replace('"overrun"', '"overrum"', 1), encoding="utf-8")
    assert not is_verified("two_rivers", (), files_of([copy]))
    with pytest.raises(PackError, match="overrum"):
        load_pack(copy)


def test_one_more_file_makes_another_pack(tmp_path: Path) -> None:
    copy = tmp_path / "two_rivers"
    shutil.copytree(BUNDLED / "two_rivers", copy)
    (copy / "bindings" / "more.toml").write_text("", encoding="utf-8")
    assert not is_verified("two_rivers", (), files_of([copy]))
    assert not is_verified(SERIES, (), files_of([BUNDLED / "two_rivers"]))


def test_a_copy_without_the_checks_of_its_series_is_verified(tmp_path: Path) -> None:
    copy = tmp_path / SERIES
    shutil.copytree(
        BUNDLED / SERIES, copy, ignore=lambda _folder, names: [name for name in names if name.endswith(".py")]
    )
    (own,) = packages_of([BUNDLED / SERIES])
    assert is_verified(SERIES, (own,), files_of([copy]))
    assert not is_verified(SERIES, tuple(packages_of([copy])), files_of([copy]))
    with pytest.raises(PackError, match="has none of the articles that it has in code"):
        load_pack(copy)
