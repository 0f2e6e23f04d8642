"""Modules through their trees: the build file equal as a tree, every other entry byte for byte, by way of our JSON too."""

from __future__ import annotations

import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.errors import CorruptFile, WriteError
from adjudicator.exporters import native
from adjudicator.exporters.vassal.module import as_plain, metadata_with, write_back, write_from_plain, write_module
from adjudicator.exporters.vassal.tree import TreeComponent, encode
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.buildfile import BLANKS, Component, parse
from adjudicator.marks import ENTRY
from tests.helpers import FIXTURES, SHARED, needs_shared

OURS = FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod"
REAL = sorted((SHARED / "data" / "vassal").rglob("*.vmod")) if SHARED.is_dir() else []

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.\-]{0,8}", fullmatch=True)
WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\t\n\r", exclude_characters="\ufffe\uffff")
)
TREES = st.recursive(
    st.builds(Component, NAMES, st.dictionaries(NAMES, WORDS, max_size=3), WORDS.map(lambda text: text.strip(BLANKS))),
    lambda inner: st.builds(
        Component,
        NAMES,
        st.dictionaries(NAMES, WORDS, max_size=2),
        WORDS.map(lambda text: text.strip(BLANKS)),
        st.lists(inner, max_size=3).map(tuple),
        WORDS.map(lambda text: text.replace("\r", "")),
    ),
    max_leaves=8,
)


def entries(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def same_module(before, after, build_file):
    """Whether two modules are the same but for how their build file is spelt; entry by entry, since modules are large."""
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        names = [name for name in old.namelist() if not name.endswith("/")]
        assert [*dict.fromkeys(names), ENTRY] == new.namelist()
        assert parse(old.read(build_file)) == parse(new.read(build_file))
        return [
            name for name in new.namelist() if name not in (build_file, ENTRY) and old.read(name) != new.read(name)
        ] == []


@settings(max_examples=200, deadline=None)
@given(TREES)
def test_any_tree_is_the_same_when_read_again(tree):
    assert parse(encode(tree)) == tree
    assert parse(encode(TreeComponent.of(tree))) == tree


def test_order_unknown_classes_and_cdata_stay():
    text = b'<a.B z="1" a="2&#10;&lt;"><x.Own odd="\xc3\xa9"/>word<![CDATA[a]]]]><![CDATA[>b]]><c/></a.B>'
    tree = parse(text)
    assert list(parse(encode(tree)).attributes) == ["z", "a"]
    assert parse(encode(tree)) == tree and tree.cdata == "a]]>b"


@pytest.mark.parametrize("path", [OURS, *REAL], ids=lambda path: path.stem)
def test_a_module_comes_back_whole(path, tmp_path):
    module = importers.read(path).module
    write_back(module, tmp_path / "out.vmod")
    assert same_module(path, tmp_path / "out.vmod", module.carried["vassal"].build_file)


@pytest.mark.parametrize("path", [OURS, *REAL], ids=lambda path: path.stem)
def test_a_module_comes_back_from_our_json(path, tmp_path):
    document = tmp_path / "module.json"
    native.write(importers.read(path).module, document)
    read = importers.read(document).module
    write_from_plain(read, path, Archive(path), tmp_path / "out.vmod")
    build_file = importers.read(path).module.carried["vassal"].build_file
    assert same_module(path, tmp_path / "out.vmod", build_file)


def test_a_document_takes_its_own_archive_only(tmp_path):
    plain = as_plain(importers.read(OURS).module)
    other = tmp_path / "other.vmod"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("buildFile.xml", "<a/>")
    with pytest.raises(WriteError, match=r"is not the 'two_rivers\.vmod'"):
        write_from_plain(plain, other, Archive(other), tmp_path / "out.vmod")
    assert not (tmp_path / "out.vmod").exists()


def test_a_document_with_a_broken_tree_is_one_clear_error(tmp_path):
    plain = as_plain(importers.read(OURS).module)
    plain.carried["vassal"]["build"] = ["a", {}, ""]
    with pytest.raises(CorruptFile, match="a component is"):
        write_from_plain(plain, OURS, Archive(OURS), tmp_path / "out.vmod")


def test_convert_takes_modules_there_and_back(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two_rivers.vmod").write_bytes(OURS.read_bytes())
    assert status(["convert", "two_rivers.vmod", "box.json"]) == 0
    assert status(["convert", "box.json", "again.vmod"]) == 0
    assert status(["convert", "two_rivers.vmod", "copy.vmod"]) == 0
    for name in ("again.vmod", "copy.vmod"):
        assert same_module(OURS, tmp_path / name, "buildFile.xml")
    (tmp_path / "two_rivers.vmod").unlink()
    assert status(["convert", "box.json", "third.vmod"]) == 3
    assert "name it with --module" in capsys.readouterr().err


def test_an_extension_comes_back_too(tmp_path):
    path = tmp_path / "more.vmdx"
    build = '<VASSAL.build.module.ModuleExtension extensionId="x"><b.C d="e"/></VASSAL.build.module.ModuleExtension>'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("extensiondata", '<data version="1"><VassalVersion>3.7.0</VassalVersion></data>')
        archive.writestr("buildFile.xml", build)
        archive.writestr("images/a.png", b"\x89PNG")
    assert status(["convert", str(path), str(tmp_path / "out.vmdx")]) == 0
    assert same_module(path, tmp_path / "out.vmdx", "buildFile.xml")


def test_the_tree_must_be_the_archives(tmp_path):
    with pytest.raises(WriteError, match="has no 'buildFile'"):
        write_module(TreeComponent("a"), "buildFile", Archive(OURS), tmp_path / "out.vmod")


def test_metadata_keep_what_is_not_changed():
    data = b'<data version="1"><name>A</name><name lang="de">B</name><VassalVersion>3.7</VassalVersion><odd/></data>'
    made = metadata_with(data, {"name": "C", "VassalVersion": None, "version": "2"})
    assert made.partition(b"\n")[2].strip() == (
        b'<data version="1"><name>C</name><name lang="de">B</name><odd/><version>2</version></data>'
    )


@needs_shared
def test_there_are_real_modules():
    assert len(REAL) >= 7
