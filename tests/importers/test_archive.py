"""Zips made by strangers: nothing is extracted, and no more is unpacked than was allowed."""

from __future__ import annotations

import zipfile

import pytest

from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.importers.archive import Archive, ZipLimits


@pytest.fixture
def packed(tmp_path):
    def pack(kind=zipfile.ZIP_DEFLATED, **entries):
        path = tmp_path / "a.zip"
        with zipfile.ZipFile(path, "w", kind) as archive:
            for name, content in entries.items():
                archive.writestr(name, content)
        return path

    return pack


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_entries_are_read_whole_or_from_the_start(packed, kind):
    archive = Archive(packed(kind, a=b"hello" * 1000, b=b""))
    assert archive.names == {"a", "b"}
    assert archive.order == ("a", "b")
    assert archive.read("a") == b"hello" * 1000
    assert archive.read("b") == b""
    assert archive.head("a", 7) == b"hellohe"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (ZipLimits(entries=1), "2 entries, more than 1"),
        (ZipLimits(entry=99), "unpacks from .* to 1000 bytes"),
        (ZipLimits(total=500), "unpacks to 1000 bytes, more than 500"),
        (ZipLimits(ratio=10, ratio_from=100), "unpacks from .* to 1000 bytes"),
    ],
)
def test_limits_are_kept(packed, limits, message):
    with pytest.raises(UnsafeFile, match=message):
        Archive(packed(a=bytes(1000), b=b""), limits)


def test_a_directory_that_lies_about_a_size_is_found_out(packed):
    path = packed(a=bytes(5000))
    data = bytearray(path.read_bytes())
    at = data.find(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    with pytest.raises(UnsafeFile, match=r"a.zip!a @ 5000: unpacks to more than 100 bytes"):
        Archive(path, ZipLimits(entry=100)).read("a")


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "C:\\x", "a\\..\\..\\b", "\\x"])
def test_names_that_lead_elsewhere_are_refused(tmp_path, name):
    path = tmp_path / "a.zip"
    about = zipfile.ZipInfo("x")
    about.filename = name
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(about, b"")
    with pytest.raises(UnsafeFile, match=r"a\.zip!"):
        Archive(path)


def test_links_are_refused(tmp_path):
    path = tmp_path / "a.zip"
    about = zipfile.ZipInfo("link")
    about.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(about, "/etc/passwd")
    with pytest.raises(UnsafeFile, match="an entry that is a link"):
        Archive(path)


def test_what_is_missing_or_no_zip_is_corrupt(packed, tmp_path):
    with pytest.raises(CorruptFile, match="no entry 'b'"):
        Archive(packed(a=b"")).read("b")
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(CorruptFile, match=r"b.zip: not a readable zip file"):
        Archive(tmp_path / "b.zip")


def test_other_compressions_are_not_vassals(packed):
    with pytest.raises(CorruptFile, match="compression method 12"):
        Archive(packed(zipfile.ZIP_BZIP2, a=b"x")).read("a")


def test_an_entry_with_a_backslash_is_passed_over_and_named(tmp_path):
    path = tmp_path / "a.zip"
    about = zipfile.ZipInfo("x")
    about.filename = "images\\r.png"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(about, b"")
        archive.writestr("buildFile", b"x")
    found = Archive(path)
    assert (found.order, found.misnamed) == (("buildFile",), ("images\\r.png",))
