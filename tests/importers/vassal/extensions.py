"""Extensions as files, several kinds of them, made by the format's facts (`ModuleExtension`, `ExtensionMetaData`)."""

from __future__ import annotations

import io
import zipfile

EXTENSION = "VASSAL.build.module.ModuleExtension"
ELEMENT = "VASSAL.build.module.ExtensionElement"
WIDGET = "VASSAL.build.widget."
PIECE = "+/null/piece;;;g.png;Guard/null;0;0;e1:0;0"
SLOT = f'<{WIDGET}PieceSlot entryName="Guard" gpid="e1:0" height="60" width="60">{PIECE}</{WIDGET}PieceSlot>'
PALETTE = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Counters"
DEFINITION = "VASSAL.build.module.PrototypeDefinition"
MARKED = "+/null/mark;A\tpiece;;;;/x\tnull;0;0;;0"


def at(path: str, inside: str) -> str:
    """Components to add at a path."""
    return f'<{ELEMENT} target="{path}">{inside}</{ELEMENT}>'


def panel(name: str, inside: str = "") -> str:
    return f'<{WIDGET}ListWidget entryName="{name}">{inside}</{WIDGET}ListWidget>'


INSIDES: dict[str, str] = {
    "empty": "",
    "slots at a path": at(PALETTE, f"\n  {SLOT}\n"),
    "a panel of its own": at(PALETTE, panel("More", SLOT)),
    "a map of its own": '<VASSAL.build.module.Map mapName="Side show" edgeWidth="0" edgeHeight="0"/>',
    "a prototype": at(
        "VASSAL.build.module.PrototypesContainer", f'<{DEFINITION} name="P" description="">{MARKED}</{DEFINITION}>'
    ),
    "a class of its own": at("", '<my.own.Gadget b="2" a="1">text &amp; <![CDATA[<more> & such]]></my.own.Gadget>'),
    "a path with slashes": at("VASSAL.build.module.Map:A\\/B/VASSAL.build.module.map.DrawPile:D", SLOT),
    "a remark and odd blanks": f'<!-- by hand -->\r\n\t<{ELEMENT}\n target="{PALETTE}"  >{SLOT}</{ELEMENT} >\n\n',
    "names in other scripts": at(PALETTE, panel("Гвардия 🗺 &quot;x&quot;")),
}


def extension(inside: str, version: str = "3.7.26", *, module: str = "M", universal: bool = False) -> bytes:
    """The file: its metadata, a copy of its module's, the build file under the name of that version, an image, a stranger."""
    build_file = "buildFile" if version < "3.5" else "buildFile.xml"
    any_module = str(universal).lower()
    given = f'anyModule="{any_module}" description="d" extensionId="e1" module="{module}" moduleVersion="1"'
    root = f'<{EXTENSION} {given} nextPieceSlotId="7" vassalVersion="{version}" version="0.3">'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    about = f'<data version="1"><version>0.3</version><VassalVersion>{version}</VassalVersion><dateSaved>1</dateSaved>'
    entries = {
        build_file: f"{head}{root}{inside}</{EXTENSION}>\n",
        "extensiondata": f'{about}<description lang="de">D</description><universal>{any_module}</universal></data>',
        "moduledata": f"{about}<name>{module}</name></data>",
        "images/g.png": "no picture at all",
        "notes/read me.txt": "by\r\nhand",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()
