"""A pack may only speak of terrain, tags, features, places, counters, phases and modes that there are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.model.theatre import load_theatre
from adjudicator.model.vocabulary import words_of_map
from adjudicator.packs.folders import known_folders
from adjudicator.packs.load import list_theatres, load_pack, load_theatre_for, theatre_folder
from adjudicator.packs.tables import TABLES
from adjudicator.packs.verify_bindings import last_file
from adjudicator.toml import validated

HERE = Path(__file__).parents[2] / "adjudicator" / "packs"
MISSPELT = [
    ("movement.toml", 'features = ["road"]', 'features = ["raod"]', "[road[1].features] 'raod' is no hexside feature"),
    ("movement.toml", 'along = ["rail"]', 'along = ["ferry"]', "[mode.rail.along] 'ferry' is no hexside feature"),
    (
        "movement.toml",
        'kinds = ["cavalry", "guards"]',
        'kinds = ["cavallry"]',
        "'cavallry' is no kind of unit or marker",
    ),
    ("stacking.toml", 'terrains = ["marsh"]', 'terrains = ["mash"]', "[limit[2].where.terrains] 'mash' is no terrain"),
    ("stacking.toml", 'nations = ["french"]', 'nations = ["frensh"]', "'frensh' is no nation"),
    ("zoc.toml", 'markers = ["fort"]', 'markers = ["forth"]', "[shut[1].where.markers] 'forth' is no kind of marker"),
    ("terrain.toml", "[terrain.hills]", "[terrain.udakka]", "[terrain] 'udakka' is no terrain of vocabulary.toml"),
    ("terrain.toml", "[hexside.river]", "[hexside.riwer]", "[hexside] 'riwer' is no hexside feature"),
]


@pytest.fixture
def rivers(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE / "two_rivers", tmp_path / "rivers"))


def misspell(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(("file", "old", "new", "said"), MISSPELT, ids=[said for *_, said in MISSPELT])
def test_a_word_that_nothing_has_is_refused(rivers: Path, file: str, old: str, new: str, said: str) -> None:
    misspell(rivers / file, old, new)
    with pytest.raises(PackError) as caught:
        load_pack(rivers)
    assert caught.value.source.file.endswith(file)
    assert said in caught.value.message


def test_a_hex_not_yet_known_may_be_spoken_of_though_no_vocabulary_lists_it(rivers: Path) -> None:
    misspell(rivers / "terrain.toml", "[terrain.hills]", "[terrain.blank]")
    assert "blank" in load_pack(rivers).tables["terrain"]["terrain"]


def test_the_nearest_words_are_named(rivers: Path) -> None:
    misspell(rivers / "stacking.toml", 'terrains = ["marsh"]', 'terrains = ["mash"]')
    with pytest.raises(PackError, match="did you mean 'marsh'"):
        load_pack(rivers)


def test_a_pack_without_a_vocabulary_takes_that_of_its_map(rivers: Path) -> None:
    (rivers / "vocabulary.toml").unlink()
    misspell(rivers / "stacking.toml", 'terrains = ["marsh"]', 'terrains = ["mash"]')
    pack = load_pack(rivers)
    with pytest.raises(
        PackError, match=r"stacking.toml: \[limit.*'mash' is no terrain of The Valley of the Two Rivers"
    ):
        load_theatre_for(pack)


def test_a_number_that_is_none_is_refused(rivers: Path) -> None:
    misspell(rivers / "movement.toml", 'times = "1/2"', 'times = "1/0"')
    with pytest.raises(PackError, match="'1/0' is no number"):
        load_pack(rivers)


@pytest.mark.parametrize("folder", known_folders(), ids=lambda folder: folder.name)
def test_every_bundled_map_keeps_to_the_vocabulary_of_its_game(folder: Path) -> None:
    pack = load_pack(folder.name)
    vocabulary = validated(pack.tables["vocabulary"], TABLES["vocabulary"], last_file(pack, "vocabulary.toml"))
    known = vocabulary.words()  # type: ignore[attr-defined]
    for name in list_theatres(pack):
        header = load_theatre(theatre_folder(pack, name)).header
        assert header is not None
        for names, words in words_of_map(header).items():
            assert words <= known[names]


def test_a_limit_that_counts_nobody_is_refused(rivers: Path) -> None:
    misspell(rivers / "stacking.toml", 'by = "units"', 'who = { kinds = ["hq"] }\nby = "units"')
    with pytest.raises(PackError, match=r"\[\[limit\]\] number 1 counts nobody"):
        load_pack(rivers)
