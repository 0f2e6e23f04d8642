"""A drafted pack gets its rules by answers: what it then judges, what is asked again, what a person wrote by hand."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import UsageError
from adjudicator.game.cases import try_cases
from adjudicator.game.interview import answering
from adjudicator.game.interview.door import answer_all, open_interview, read_answers
from adjudicator.game.interview.question import questions
from adjudicator.game.pack_files import draft
from adjudicator.game.toml_blocks import joined, split
from adjudicator.packs.load import load_pack
from tests.helpers import FIXTURES, ROOT

SOURCE = FIXTURES / "vassal" / "two_rivers"
ANSWERS = FIXTURES / "answers"
VALLEY = ROOT / "adjudicator" / "packs" / "two_rivers" / "theatres" / "valley"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack drafted from the module of Two Rivers, with that game's map traced; no rule is written yet."""
    folder = tmp_path_factory.mktemp("drafts") / "small"
    draft(SOURCE / "two_rivers.vmod", folder)
    ground = folder / "theatres" / "map"
    for name in ("hexes.txt", "hexsides.txt"):
        shutil.copyfile(VALLEY / name, ground / name)
    head = (VALLEY / "theatre.toml").read_text(encoding="utf-8")
    for old, new in (('"fr"', '"french"'), ('"au"', '"austrian"'), ("terrains = [", 'terrains = ["blank", ')):
        head = head.replace(old, new)
    (ground / "theatre.toml").write_text(head, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def answered(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with all questions answered by a file; nobody writes into it."""
    folder = shutil.copytree(begun, tmp_path_factory.mktemp("answered") / "small")
    answer_all(folder, read_answers(ANSWERS / "small_rivers.toml"))
    return folder


@pytest.fixture
def mine(answered: Path, tmp_path: Path) -> Path:
    """A copy of that to write into."""
    return shutil.copytree(answered, tmp_path / "small")


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.toml")}


def test_an_answered_pack_judges_legal_and_illegal_alike(answered: Path) -> None:
    tried = try_cases(answered, ANSWERS / "small_rivers_cases.toml")
    assert {each.case.id: each.wrong for each in tried if each.wrong} == {}


def test_the_same_answers_again_change_nothing(mine: Path) -> None:
    before = texts(mine)
    assert answer_all(mine, read_answers(mine / "rules_answers.toml")).outcomes == ()
    assert texts(mine) == before


def test_one_answer_changed_changes_just_what_it_wrote(mine: Path) -> None:
    before = texts(mine)
    told = read_answers(mine / "rules_answers.toml")
    told["stacking"] |= {"most": 2}
    done = answer_all(mine, told)
    assert [each.question for each in done.outcomes] == ["stacking"]
    changed = {name for name, text in texts(mine).items() if text != before[name]}
    assert changed == {"stacking.toml", "rules.toml", "rules_answers.toml"}
    was, now = before["stacking.toml"].splitlines(), texts(mine)["stacking.toml"].splitlines()
    assert [(old, new) for old, new in zip(was, now, strict=True) if old != new] == [("most = 3", "most = 2")]


def test_another_article_moves_the_rule_and_no_article_means_its_name(mine: Path) -> None:
    answer_all(mine, {"zoc_stop": {"stop": True, "article": "6.0"}})
    assert 'id = "6.0"' in texts(mine)["rules.toml"]
    assert 'id = "4.4"' not in texts(mine)["rules.toml"]
    answer_all(mine, {"zoc_stop": {"no": True}})
    assert "zoc.halt_on_entry" not in texts(mine)["rules.toml"]
    assert "stop = true" not in texts(mine)["zoc.toml"]


@pytest.mark.parametrize("again", [False, True])
def test_an_answer_that_was_ended_at_any_write_is_taken_up_whole(
    begun: Path, answered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, again: bool
) -> None:
    told: dict[str, dict[str, object]] = {"zoc_stop": {"stop": True, "article": "6.0" if again else "4.4"}}
    before = answered if again else begun
    whole = shutil.copytree(before, tmp_path / "whole" / "small")
    answer_all(whole, told)
    write, left = answering.rewrite_text, [0]

    def ended(path: Path, text: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        write(path, text)

    for count in range(3):
        folder = shutil.copytree(before, tmp_path / str(count) / "small")
        left[0] = count
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(answering, "rewrite_text", ended)
            answer_all(folder, told)
        answer_all(folder, told)
        assert texts(folder) == texts(whole)


def test_what_was_edited_by_hand_is_kept_and_told(mine: Path) -> None:
    path = mine / "stacking.toml"
    edited = path.read_text(encoding="utf-8").replace("most = 3", "most = 4  # the house rule")
    path.write_text(edited, encoding="utf-8")
    told = {"stacking": read_answers(mine / "rules_answers.toml")["stacking"] | {"most": 2}}
    done = answer_all(mine, told)
    assert [each.at for each in done.outcomes[0].kept] == ["stacking.toml limit[stacking]"]
    assert "edited by hand" in "\n".join(done.lines)
    assert path.read_text(encoding="utf-8") == edited
    answer_all(mine, told, overwrite=True)
    after = path.read_text(encoding="utf-8")
    assert "most = 2" in after
    assert "most = 4" not in after


def test_what_was_taken_out_by_hand_stays_out(mine: Path) -> None:
    path = mine / "movement.toml"
    left = joined([each for each in split(path.read_text(encoding="utf-8")) if each.header != "[[road]]"])
    path.write_text(left, encoding="utf-8")
    done = answer_all(mine, {"roads": {"rates": [["road", 2]], "article": "5.9"}})
    assert [each.at for each in done.outcomes[0].kept] == ["movement.toml road[road]"]
    assert "taken out by hand" in "\n".join(done.lines)
    assert path.read_text(encoding="utf-8") == left


def test_remarks_and_rules_of_ones_own_stay(mine: Path) -> None:
    path = mine / "rules.toml"
    own = '# ours, since the club voted\n[[rule]]\nid = "99"\ntitle = "No takebacks"\nsays = "What is done is done."\n'
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{own}", encoding="utf-8")
    answer_all(mine, {"enemies": {"article": "99"}, "zoc_stop": {"no": True}})
    after = path.read_text(encoding="utf-8")
    assert own.strip() in after
    assert 'id = "99b"' in after


def test_a_supply_line_over_land_has_no_second_part_unless_lines_are_named(mine: Path) -> None:
    told = read_answers(mine / "rules_answers.toml")["supply"]
    assert [each["name"] for each in elements(mine)] == ["overland", "along the lines"]
    shorter = {name: value for name, value in told.items() if name not in ("along", "terrains")}
    answer_all(mine, {"supply": {**shorter, "along": [], "terrains": []}})
    (overland,) = elements(mine)
    assert [each["by"] for each in overland["block"]] == ["units", "zone"]


def elements(folder: Path) -> list[dict[str, Any]]:
    """The parts of the pack's supply line."""
    found: list[dict[str, Any]] = load_pack(folder).tables["supply"]["line"]["supply"]["elements"]
    return found


def test_what_follows_an_attack_is_done_in_its_phase_and_is_no_move(mine: Path) -> None:
    kinds = [rule.terms.get("kinds") for rule in load_pack(mine).rules.values() if rule.check == "sequence.closed"]
    assert ["attack", "advance", "retreat"] in kinds


def test_a_counter_of_two_lines_is_of_the_first(mine: Path) -> None:
    sorts = read_answers(mine / "rules_answers.toml")["kinds"]["sorts"]
    assert isinstance(sorts, list)
    done = answer_all(mine, {"kinds": {"sorts": [["guards", "*Guard*"], *sorts]}})
    assert done.outcomes[0].kept == ()
    units = load_pack(mine).units
    assert (units["imperial-guard"].kind, units["grenadiers"].kind) == ("guards", "infantry")


def test_a_side_that_the_module_did_not_name_is_written_with_its_counters(mine: Path) -> None:
    units = mine / "units.toml"
    text = units.read_text(encoding="utf-8").replace(
        'name = "Grenadiers"\nside = "austrian"', 'name = "Grenadiers"\nside = "unknown"'
    )
    units.write_text(text, encoding="utf-8")
    answer_all(mine, {"sides": {"sides": [["prussian", "Grenadiers"], ["french", "1st French Division"]]}})
    pack = load_pack(mine)
    assert "prussian" in pack.sides
    assert (pack.units["grenadiers"].side, pack.units["1st-french-division"].side) == ("prussian", "french")


def test_a_bridge_takes_away_what_a_river_costs(mine: Path) -> None:
    told = read_answers(mine / "rules_answers.toml")["hexsides"]
    answer_all(mine, {"hexsides": {**told, "bridged": [["river", "bridge"]]}})
    assert load_pack(mine).tables["terrain"]["hexside"]["river"]["without"] == ["bridge"]


def test_hexsides_that_do_the_same_for_a_defender_are_one_factor(mine: Path) -> None:
    """Attacked over a bridge and a ford he has each of them on some hexside, and neither on all."""
    told = read_answers(mine / "rules_answers.toml")["combat_terrain"]
    answer_all(mine, {"combat_terrain": {**told, "behind": [["bridge", 2], ["road", 2], ["river", 3]]}})
    factors = load_pack(mine).tables["combat"]["factor"]
    behind = {
        each["name"]: each["edges"]["features"] for each in factors if each["part"] == "defense" and "edges" in each
    }
    assert behind == {"bridge or road": ["bridge", "road"], "river": ["river"]}


def test_who_must_attack_need_not_at_night_and_zones_have_a_number_of_their_own(mine: Path) -> None:
    told = read_answers(mine / "rules_answers.toml")
    night = {**told["turns"], "zones": ["9"], "zones_article": "10.3", "leave": False}
    answer_all(mine, {"turns": night, "must_attack": {**told["must_attack"], "free": ["9"], "every": True}})
    rules = load_pack(mine).rules
    assert [rules[name].during for name in ("7.8", "7.8b")] == [{"without_turns": ["9"]}] * 2
    assert rules["10.3"].check == "zoc.no_entry"
    assert "zoc.no_exit" not in {rule.check for rule in rules.values()}


def test_defenders_who_advance_do_so_in_the_enemys_phase(mine: Path) -> None:
    told = read_answers(mine / "rules_answers.toml")
    answer_all(
        mine, {"own_phase": {**told["own_phase"], "follow": True}, "advance": {**told["advance"], "defenders": True}}
    )
    pack = load_pack(mine)
    assert pack.rules["2.2"].terms["kinds"] == ["move", "attack"]
    assert [each["side"] for each in pack.tables["combat"]["pursuit"]] == ["attackers", "defenders"]
    assert pack.rules[told["advance"]["article"]].check == "combat.pursuit"


def test_what_arrives_too_early_out_of_a_box_is_judged_as_what_is_placed(mine: Path, tmp_path: Path) -> None:
    early = tmp_path / "early.toml"
    given = 'given = ["turn 1, French movement", "0805: 1st-french-division", "[Reserve]: imperial-guard"]'
    moves = 'moves = ["imperial-guard [Reserve]>0806"]'
    early.write_text(f'[[case]]\nid = "1"\ntitle = "early"\n{given}\n{moves}\nexpect = [{{ rule = "2.7" }}]\n', "utf-8")
    assert [each.wrong for each in try_cases(mine, early)] == [()]


def test_a_word_that_the_map_lacks_is_not_written(mine: Path) -> None:
    before = texts(mine)
    with pytest.raises(UsageError, match="did you mean 'forest'"):
        answer_all(mine, {"terrain": {"costs": ["forrest, 2"]}})
    with pytest.raises(UsageError, match="answers 5: is no word of your pack"):
        answer_all(mine, {"terrain": {"costs": [5]}})
    assert texts(mine) == before


def test_a_shipped_pack_is_only_looked_at() -> None:
    assert open_interview("two_rivers").own is None
    with pytest.raises(UsageError, match="part of the program"):
        answer_all("two_rivers", {"stacking": {"most": 2}})


def test_each_answer_says_what_it_means_for_the_table(mine: Path) -> None:
    told = read_answers(mine / "rules_answers.toml")
    wanted = {"stacking": {**told["stacking"], "most": 1}, "roads": {**told["roads"], "article": "5.40"}}
    done = answer_all(mine, wanted, save=SOURCE / "start.vsav")
    stacking = done.told["stacking"]
    assert stacking[0].startswith("6 hexes break it: ")
    assert "1st" in stacking[1]
    assert any("reaches" in line for line in done.told["roads"])


def test_every_question_is_in_words_of_players() -> None:
    asked = questions()
    assert len(asked) >= 30
    for each in asked:
        assert each.ask.endswith("?")
        assert each.help
        assert each.example
        assert all(field.ask for field in each.fields)
