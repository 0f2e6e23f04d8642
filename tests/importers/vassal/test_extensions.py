"""Extensions of several kinds are read, and written again with every entry as it was."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.exporters.vassal.module import write_module
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.metadata import build_file_name
from adjudicator.importers.vassal.module import ExtensionRecord
from adjudicator.marks import ENTRY
from tests.importers.vassal.extensions import INSIDES, extension


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {each.filename: archive.read(each) for each in archive.infolist() if each.filename != ENTRY}


def record(path: Path) -> ExtensionRecord:
    found = importers.read(path).carried["vassal"]
    assert isinstance(found, ExtensionRecord)
    return found


@pytest.mark.parametrize("version", ["3.2.17", "3.7.26"])
@pytest.mark.parametrize("kind", INSIDES)
def test_every_entry_comes_back_byte_for_byte(tmp_path: Path, kind: str, version: str) -> None:
    path, copy = tmp_path / "in.vmdx", tmp_path / "out.vmdx"
    path.write_bytes(extension(INSIDES[kind], version, universal="class" in kind))
    assert importers.read(path).kind == "extension"
    assert status(["convert", str(path), str(copy)]) == 0
    assert entries(copy) == entries(path) and list(entries(copy)) == list(entries(path))


@pytest.mark.parametrize("kind", INSIDES)
def test_a_written_tree_is_the_tree_that_was_read(tmp_path: Path, kind: str) -> None:
    path, copy = tmp_path / "in.vmdx", tmp_path / "out.vmdx"
    path.write_bytes(extension(INSIDES[kind]))
    read = record(path)
    write_module(read.build, build_file_name(read.metadata.vassal_version), Archive(path), copy)
    assert record(copy).build == read.build


def test_an_extension_is_no_module_and_a_module_no_extension(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.vmdx"
    path.write_bytes(extension(""))
    assert status(["convert", str(path), str(tmp_path / "out.vmod")]) == 2
    assert "an extension stays an extension (.vmdx)" in capsys.readouterr().err
    assert not (tmp_path / "out.vmod").exists()
