"""The commands on real games: what `inspect` prints is what the engine says; logs are told; maps are drawn."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adjudicator.cli.conftest import Run
from tests.helpers import SHARED, needs_shared

pytestmark = needs_shared
DATA = SHARED / "data"
RAGNAROK = DATA / "vassal" / "ragnarok" / "ragnarok-start.vsav"
TUTORIAL = DATA / "vassal" / "cc-napoleonics" / "CCNv4 Tutorial.vlog"
TOUR = DATA / "vassal" / "tour" / "tour.log"


def oracle_lines(name: str) -> Iterator[dict[str, Any]]:
    """The engine's dumps, one a line."""
    path = SHARED / "oracle" / name
    text = path.read_text() if path.exists() else gzip.decompress(path.with_name(f"{name}.gz").read_bytes()).decode()
    return (json.loads(line) for line in text.splitlines() if line.strip())


def by_id(pieces: list[dict[str, Any]], *keys: str) -> dict[str, tuple[Any, ...]]:
    return {piece["id"]: tuple(piece[key] or "" for key in keys) for piece in pieces}


def test_inspect_prints_the_pieces_as_the_engine_has_them(run: Run) -> None:
    told = run("inspect", RAGNAROK, "--json").json["pieces"]
    engine = next(iter(oracle_lines("ragnarok-start.dump.json")))["pieces"]
    assert len(told) == len(engine)
    keys = ("name", "map", "board", "zone", "x", "y", "location")
    assert by_id(told, *keys) == by_id(engine, *keys)


def test_a_save_that_names_no_module_gets_the_only_one_beside_it(run: Run) -> None:
    ran = run("inspect", DATA / "vassal" / "cc-napoleonics" / "MD15 - Waterloo.vsav")
    assert "(the only one beside MD15 - Waterloo.vsav, which names none; --module names another)" in ran.err


def test_the_module_beside_a_save_is_found_and_said(run: Run) -> None:
    ran = run("inspect", RAGNAROK)
    assert "ragnarok-exploded.vmod (it lies beside ragnarok-start.vsav" in ran.err


@pytest.mark.parametrize(("at", "step"), [("start", 0), ("end", 114), ("7", 7)])
def test_inspects_a_log_at_any_step(run: Run, at: str, step: int) -> None:
    told = run("inspect", TOUR, "--at", at, "--json").json
    assert (told["kind"], told["step"], told["steps"]) == ("log", step, 114)


def test_a_step_past_the_end_is_a_slip(run: Run) -> None:
    ran = run("inspect", TOUR, "--at", "115")
    assert (ran.code, "wants start, end or a step from 0 to 114" in ran.err) == (2, True)


@pytest.mark.parametrize("ending", ["txt", "md", "csv", "jsonl"])
def test_tells_a_log(run: Run, tmp_path: Path, ending: str) -> None:
    output = tmp_path / f"moves.{ending}"
    assert run("log", TOUR, "-o", output).code == 0
    assert "Enjoy" in output.read_text()


def test_a_save_has_no_moves(run: Run) -> None:
    ran = run("log", RAGNAROK)
    assert (ran.code, "a save has no moves" in ran.err) == (3, True)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_draws_a_map(run: Run, tmp_path: Path, ending: str) -> None:
    output = tmp_path / f"map.{ending}"
    assert run("render", RAGNAROK, "--scale", "0.25", "-o", output).code == 0
    assert output.stat().st_size > 10_000


def test_a_map_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    ran = run("render", RAGNAROK, "--map", "Moon", "-o", tmp_path / "map.png")
    assert (ran.code, "there is no map 'Moon'; maps: Main Map" in ran.err) == (2, True)


def test_no_player_s_id_is_printed(run: Run, tmp_path: Path) -> None:
    secrets = {seat["id"] for dump in oracle_lines("ccn-saves.dump.json") for seat in dump["roster"]}
    assert secrets
    for save in sorted(TUTORIAL.parent.glob("*.vsav"))[:3]:
        printed = run("inspect", save, "--json").out
        assert not [secret for secret in secrets if f'"{secret}"' in printed]


def test_inspects_a_module(run: Run) -> None:
    told = run("inspect", DATA / "vassal" / "ragnarok" / "ragnarok-exploded.vmod", "--json").json
    assert told["kind"] == "module"
    assert told["sides"] == ["Aesir", "Jotun"]
    assert len(json.dumps(told["slots"])) > 100
