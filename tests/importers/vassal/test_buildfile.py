"""The build file as a tree: what is kept, what is refused."""

from __future__ import annotations

import pytest

from adjudicator.errors import CorruptFile, Source, UnsafeFile
from adjudicator.importers.vassal.buildfile import parse
from adjudicator.importers.vassal.extension import extend
from adjudicator.importers.vassal.metadata import build_file_name, read_metadata


def test_everything_is_kept_in_order_unknown_classes_too():
    root = parse(b'<a z="1" b="2"><my.Own x="y">text</my.Own><c/><d/></a>')
    assert list(root.attributes.items()) == [("z", "1"), ("b", "2")]
    assert [child.kind for child in root.children] == ["my.Own", "c", "d"]
    assert root.children[0].text == "text"


def test_text_is_trimmed_and_leaves_cdata_out_but_keeps_tabs():
    root = parse(b"<a> \n+/null/x\ty<b/> z <![CDATA[not read]]>\n</a>")
    assert root.text == "+/null/x\ty z"
    assert root.cdata == "not read"


def test_folders_are_transparent():
    folder = "VASSAL.build.module.folder.ModuleSubFolder"
    root = parse(f"<a><{folder}><b/><{folder}><c/></{folder}></{folder}><d/></a>".encode())
    assert [part.kind for part in root.parts()] == ["b", "c", "d"]
    assert len(root.children) == 2


def test_line_breaks_in_attributes_become_blanks():
    assert parse(b'<a b="1\n2\t3"/>').get("b") == "1 2 3"


def test_a_component_knows_its_line():
    assert parse(b"<a>\n\n<b/></a>").children[0].line == 3


@pytest.mark.parametrize(
    ("data", "kind", "offset"),
    [
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', UnsafeFile, 39),
        (b'<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', UnsafeFile, 12),
        (b"<a>" * 300 + b"</a>" * 300, UnsafeFile, 600),
        (b"<a><b></a>", CorruptFile, 8),
        (b"", CorruptFile, 0),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', CorruptFile, 30),
        (b"<a>\xff</a>", CorruptFile, 3),
    ],
)
def test_what_is_dangerous_or_no_xml_is_refused_with_line_and_byte(data, kind, offset):
    with pytest.raises(kind) as caught:
        parse(data)
    assert caught.value.source.offset == offset
    assert "line" in caught.value.message or "encoding" in caught.value.message


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("3.7.26", "buildFile.xml"),
        ("3.5.0-beta2", "buildFile.xml"),
        ("3.10", "buildFile.xml"),
        ("4", "buildFile.xml"),
        ("3.4.13", "buildFile"),
        ("2.0b6", "buildFile"),
        ("", "buildFile"),
        ("${project.version}", "buildFile"),
    ],
)
def test_the_version_says_which_build_file_counts(version, name):
    assert build_file_name(version) == name


def test_metadata_pass_over_translations():
    about = read_metadata(
        b'<data version="1"><version>2</version><extra1/><VassalVersion>3.7.1</VassalVersion><dateSaved>17</dateSaved>'
        b'<description>war</description><description lang="de">Krieg</description><name>Two Rivers</name></data>'
    )
    assert (about.name, about.version, about.vassal_version, about.description, about.saved) == (
        "Two Rivers",
        "2",
        "3.7.1",
        "war",
        17,
    )


def test_an_extension_adds_at_the_top_or_at_its_path():
    module = parse(b'<m><w name="one"/><w name="two"><p entryName="x"/></w></m>')
    addition = parse(
        b'<VASSAL.build.module.ModuleExtension><VASSAL.build.module.ExtensionElement target="w:two/p:x"><slot/>'
        b'</VASSAL.build.module.ExtensionElement><VASSAL.build.module.ExtensionElement target="w:none"><deck/>'
        b'</VASSAL.build.module.ExtensionElement><VASSAL.build.module.ExtensionElement target="no:no"><lost/>'
        b"</VASSAL.build.module.ExtensionElement><loose/></VASSAL.build.module.ModuleExtension>"
    )
    notes = []
    whole = extend(module, addition, notes, Source("e.vmdx"))
    one, two, loose = whole.children
    assert loose.kind == "loose"
    assert [child.kind for child in one.children] == ["deck"]
    assert [child.kind for child in two.children[0].children] == ["slot"]
    assert len(notes) == 1
    assert "no:no" in notes[0].text
    assert module.children[0].children == ()
