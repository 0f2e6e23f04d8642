"""Labels and layers that count the counters around: right at once, after each step, and never of what is concealed."""

from __future__ import annotations

import zipfile

import pytest

from adjudicator import importers
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import read_module
from tests.importers.vassal import games
from tests.importers.vassal.boxes import a_board, a_map, box

LABEL = "label;;L;10;;0,0,0;b;0;c;0;t;c;$label$;Dialog;0;0;TextLabel;;false"
LAYER = 'emb2;;130;;;130;;;130;;;;1;false;0;0;r.png,b.png;,;false;Flip;;;true;{SumStack("Str") > 3 ? 2 : 1};1;1;true;;;;;1.0;;'
STRENGTH = "PROP;Str;true,0,9,false;;"
MASK = "obs;79,130;mask.png;Mask;I;?;player:"


def read(tmp_path, text, ending=".vsav", module=None):
    path = tmp_path / f"game{ending}"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", text)
    return importers.read(path, module)


def pair(said, *extra):
    return games.save(
        games.piece("1", "A", traits=[(LABEL, said), (STRENGTH, "4")]),
        games.piece("2", "B", traits=[*extra, (STRENGTH, "3")]),
        games.stack("9", "1", "2"),
    )


def test_a_label_that_sums_its_stack_follows_it(tmp_path):
    start = pair('{SumStack("Str")}')
    read_log = read(tmp_path, games.log(start, games.move("2", 400, 400)), ".vlog")
    assert read_log.log.start.counters["1"].texts == ("7",)
    assert read_log.log.state_at(1).counters["1"].texts == ("4",)


def test_a_layer_that_sums_its_stack(tmp_path):
    text = games.save(games.piece("1", "U", traits=[(LAYER, "1"), (STRENGTH, "4")]))
    assert read(tmp_path, text).state.counters["1"].levels == (2,)


@pytest.mark.parametrize("trait", [MASK, "hide;73,130;Hide;255,255,255;player:;0.3;;false"])
def test_what_is_concealed_is_in_no_sum_and_only_who_knows_it_is_told(tmp_path, trait):
    """Else a sum, or a note on one that is missing, would tell an opponent that something lies there."""
    found = read(tmp_path, pair('{SumStack("Str")}', (trait, "secret-of-anna;0")))
    assert found.state.counters["1"].texts == ("4",)
    assert [note.tally.counters for note in found.notes if note.subject == "sums"] == [("2",)]
    assert not [note for note in found.notes if note.subject == "expressions"]


def table(said, *more):
    """Two counters on one map, one on another map that is somebody's own."""
    hand = '<VASSAL.build.module.PlayerHand mapName="Hand"/>'
    pieces = [
        games.piece("1", "A", "Main;100;100", traits=[(LABEL, said), (STRENGTH, "4")]),
        games.piece("2", "B", "Main;300;300", traits=[(STRENGTH, "3")]),
        games.piece("3", "C", "Hand;1;1", traits=[(STRENGTH, "90")]),
        games.piece("4", "D", "Main;9;9", traits=[(STRENGTH, "50")]),
    ]
    return games.save(*pieces, *more), a_map(a_board(width="400", height="400"), name="Main") + hand


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ('{Sum("Str", "{Str > 3}")}', "54"),
        ('{SumMap("Str")}', "57"),
        ('{Count("{Str > 0}", "Main")}', "3"),
        ('{Count("{Str > $Str$}", "Main")}', "1"),
        ('{Count("{Str > 0}", "Hand")}', "0"),
        ('{PlayerName == "Anna" ? 1 : 2}', ""),
        ('{DrawingMouseover ? "large" : "small"}', "small"),
        ("{ModuleName + ModuleVersion}", "Two Rivers1.0"),
    ],
)
def test_sums_over_maps_and_what_depends_on_who_looks(tmp_path, said, shown):
    text, inside = table(said)
    found = read(tmp_path, text, module=module_of(tmp_path, inside))
    assert found.state.counters["1"].texts == (shown,)
    assert any(note.subject == "expressions" for note in found.notes) == (shown == "")


def test_what_somebody_holds_is_in_no_sum_of_others(tmp_path):
    cards = [games.piece("5", "E", "Main;500;500", traits=[(STRENGTH, "70")]), games.deck("8", "5")]
    text, inside = table('{Sum("Str", "{Str > 0}")}', *cards)
    found = read(tmp_path, text, module=module_of(tmp_path, inside))
    assert found.state.counters["1"].texts == ("57",)
    assert [note.tally.counters for note in found.notes if note.subject == "sums"] == [("3", "5")]


def test_what_depends_on_the_side_that_looks_is_an_observer_s_and_told(tmp_path):
    text, inside = table('{PlayerSide == "Red" ? "mine" : "yours"}')
    found = read(tmp_path, text, module=module_of(tmp_path, inside))
    assert found.state.counters["1"].texts == ("yours",)
    assert [note.tally.counters for note in found.notes if note.subject == "sides"] == [("1",)]


@pytest.mark.parametrize(("extra", "shown"), [((), "7"), (((MASK, "secret-of-anna;0"),), "")])
def test_attached_counters_are_asked_unless_one_is_concealed(tmp_path, extra, shown):
    holder = [(LABEL, '{SumAttach("Crew", "Str")}'), ("attach;Crew;", "2;2;3")]
    text = games.save(
        games.piece("1", "A", traits=holder),
        games.piece("2", "B", traits=[*extra, (STRENGTH, "3")]),
        games.piece("3", "C", traits=[(STRENGTH, "4")]),
    )
    found = read(tmp_path, text)
    assert found.state.counters["1"].texts == (shown,)
    assert any(note.subject == "expressions" for note in found.notes) == bool(extra)


def module_of(tmp_path, inside):
    path = tmp_path / "box.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in box(inside).entries.items():
            archive.writestr(name, content)
    return read_module(Archive(path), path.name)[0]


def test_an_expression_beyond_us_is_noted_with_its_counters(tmp_path):
    found = read(tmp_path, pair('{Range("Leader") + 1}'))
    assert any("'{Range(\"Leader\") + 1}' on 1 counter" in note.text for note in found.notes)


def test_zeros_in_front_stay_where_the_module_says_so(tmp_path):
    traits = [(LABEL, "{Lead}"), ("mark;Lead", "007")]
    text = games.save(games.piece("1", "A", traits=traits))
    for said, shown in (("true", "007"), ("false", "7")):
        inside = f'<VASSAL.build.module.GlobalOptions storeLeadingZeroIntegersAsStrings="{said}"/>'
        assert read(tmp_path, text, module=module_of(tmp_path, inside)).state.counters["1"].texts == (shown,)
