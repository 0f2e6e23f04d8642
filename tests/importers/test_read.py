"""Which importer reads a file is decided by its content."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import importers
from adjudicator.errors import CorruptFile, ReadError, UnknownFormat
from tests.helpers import vassal_save
from tests.importers.vassal.games import log, save


def test_a_save_and_a_log_differ_by_their_content_only(tmp_path):
    assert importers.read(vassal_save(tmp_path / "a.zip", save())).kind == "save"
    assert importers.read(vassal_save(tmp_path / "b.vsav", log(save(), "CHATx"))).kind == "log"


def test_what_nobody_knows_lists_what_was_tried(tmp_path):
    (tmp_path / "a.vsav").write_bytes(b"hello")
    with pytest.raises(UnknownFormat, match=r"a.vsav: no known format; tried VASSAL save or log, VASSAL module"):
        importers.read(tmp_path / "a.vsav")


def test_two_claims_are_an_error_naming_both(tmp_path, monkeypatch):
    twin = replace(importers.FORMATS[0], name="Twin")
    monkeypatch.setattr(importers, "FORMATS", (*importers.FORMATS, twin))
    with pytest.raises(UnknownFormat, match="claimed by two formats: VASSAL save or log, Twin"):
        importers.read(vassal_save(tmp_path / "a.vsav", save()))


def test_a_file_that_is_not_there_is_one_error(tmp_path):
    with pytest.raises(CorruptFile, match=r"none.vsav: cannot be opened: No such file"):
        importers.read(tmp_path / "none.vsav")


@given(st.binary(max_size=80), st.sampled_from([b"", b"PK\x03\x04", b"!VCSK4b"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_a_value_or_a_read_error(tmp_path, content, head):
    path = tmp_path / "a.vsav"
    path.write_bytes(head + content)
    with pytest.raises(ReadError):
        importers.read(path)


@given(st.text(alphabet="+-DM/1;\t\\'\x1bLOGstackpiec e", max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_in_a_save_is_a_value_or_a_read_error(tmp_path, text):
    path = vassal_save(tmp_path / "a.vsav", "begin_save\x1b" + text)
    try:
        assert importers.read(path).state is not None
    except ReadError as error:
        assert error.source.file == "a.vsav"
