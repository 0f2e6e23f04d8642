"""Made files of the shape of real ones: a save of 14 million letters, and a module with a palette and many set-up counters.

A counter has some forty traits, 6,800 letters in all; most traits are a prototype's and the same in every counter of its
class, a few name the unit itself, so that nearly every counter's type is a text of its own, as in real games.
"""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

from adjudicator.importers.vassal.wire import chains, commands, obfuscation, sequences

MODULE = "VASSAL.build.module."
PICKER = MODULE + "map.boardPicker"
CLASSES = ("inf", "cav", "art", "hq", "arm", "air", "sup", "gar", "eng", "mil")
WIDE, HIGH = 9_000, 6_000
BACKGROUND = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + WIDE.to_bytes(4, "big") + HIGH.to_bytes(4, "big")


def traits(number: int) -> list[tuple[str, str]]:
    """Type and state of each trait of a counter, outermost first; its class and its own number make them."""
    word = CLASSES[number % len(CLASSES)]
    faces = ",".join(f"{word}_division_{level}_of_the_line.png" for level in range(8))
    names = ",".join(f"step {level}" for level in range(8))
    made = [
        (
            f"emb2;Flip;130;F;;0;;;0;;;;1;false;0;0;{faces};{names};true;{word}_{layer};;;false;;1;1;true;70,130;;;;1.0;;true",
            "1",
        )
        for layer in range(6)
    ]
    made += [(f'report;70,130;"$location$: $newPieceName$ *";{word} orders {each};;', "-1") for each in range(8)]
    made += [
        (
            f"sendto;Eliminate {each};75,650;Main;Dead Pile;0;0;90,650;0;0;;;L;;1;1;;;;Box of the eliminated;true",
            "",
        )
        for each in range(8)
    ]
    made += [
        (f'macro;{word} step {each};;67,130;{{CurrentMap == "Main"}};70,130;71,130;;false;;0;counted', "")
        for each in range(10)
    ]
    made += [
        (f"label;;Remark {each};12;255,255,255;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;Text{each};;;", "")
        for each in range(2)
    ]
    made += [
        ("mark;Side,Class,Strength", f"{('red', 'blue')[number % 2]},{word},{number % 9}"),
        ("mark;Unit", f"{number} of the {word}"),
        ("PROP;Fatigue;true,0,9,false;:65,130:I,1", str(number % 5)),
        ("markmoved;/images/moved.gif;0;0;Mark Moved;77,130;;false;;;;", "false"),
        ("footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;0;20;30;1.0;;;", "false;Main;0"),
    ]
    return [(f"{kind}", state) for kind, state in made]


def piece(number: int, place: str) -> tuple[str, str]:
    """Type and state of a whole counter; `place` is where it lies, as map, x and y."""
    own = f"emb2;;0;;;0;;;0;;;;1;false;0;0;unit_{number}.png;Unit {number};true;Own;;;false;;1;1;true;;;;;1.0;;true"
    innermost = f"piece;;;base.png;Unit {number} of the army", f"{place};{number};0"
    return chains.join_chain([*traits(number), (own, "1"), innermost])


def save_texts(counters: int, empties: int, seed: int = 1) -> list[str | list[str]]:
    """The commands of a save: counters in stacks of two, and stacks left empty."""
    chance = random.Random(seed)
    made, stacks = [], []
    for number in range(counters):
        if number % 2 == 0:
            place = f"Main;{chance.randrange(WIDE)};{chance.randrange(HIGH)}"
        kind, state = piece(number, place)
        name = str(1_500_000_000_000 + number)
        made.append("+/" + sequences.join((name, kind, state), "/"))
        if number % 2:
            pair = f"{1_500_000_000_000 + number - 1};{name}"
            stacks.append("+/" + sequences.join((f"9{number:06d}", "stack", f"{place};{pair};@@1"), "/"))
    beds = [f"+/8{each:07d}/stack/Main;{each % WIDE};{each % HIGH};@@1" for each in range(empties)]
    return ["begin_save", "", ["", *made, *stacks, *beds], "PLAYER\tan-id\tAnne\tRed", "SETUP_STACK\t", "end_save"]


def write_save(path: Path, counters: int = 2_000, empties: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        text = commands.join_stream([*save_texts(counters, empties)])
        archive.writestr("savedGame", obfuscation.obfuscate(text, 0x33))
        archive.writestr("moduledata", about())
        archive.writestr("savedata", about())
    return path


def about(name: str = "Made Game") -> str:
    return f"<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>{name}</name></data>"


def write_module(path: Path, slots: int = 800, set_up: int = 800, images: int = 40) -> Path:
    """A module whose palette has `slots` counters, with `set_up` more on its map at the start."""
    prototypes = "".join(_prototype(number) for number in range(len(CLASSES)))
    palette = "".join(_slot(number) for number in range(slots))
    starts = "".join(
        f'<{MODULE}map.SetupStack name="at {number}" owningBoard="Field" useGridLocation="false" x="{number * 11 % WIDE}" '
        f'y="{number * 7 % HIGH}">{_slot(number)}</{MODULE}map.SetupStack>'
        for number in range(set_up)
    )
    grid = (
        f'<{PICKER}.board.HexGrid dx="90" dy="104" x0="45" y0="52"><{PICKER}.board.mapgrid.HexGridNumbering hLeading="1" '
        f'vLeading="1" sep=""/></{PICKER}.board.HexGrid>'
    )
    board = f'<{PICKER}.Board name="Field" image="field.png" width="{WIDE}" height="{HIGH}">{grid}</{PICKER}.Board>'
    build = (
        '<VASSAL.build.GameModule name="Made Game" version="1">'
        f"<{MODULE}PlayerRoster><entry>Red</entry><entry>Blue</entry></{MODULE}PlayerRoster>"
        f"<{MODULE}PrototypesContainer>{prototypes}</{MODULE}PrototypesContainer>"
        f'<{MODULE}Map mapName="Main"><{MODULE}map.BoardPicker><setup>MainBoardPicker\tField\t0\t0</setup>{board}'
        f"</{MODULE}map.BoardPicker>{starts}</{MODULE}Map>"
        f'<{MODULE}PieceWindow name="Palette">{palette}</{MODULE}PieceWindow></VASSAL.build.GameModule>'
    )
    noise = random.Random(3)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("moduledata", about())
        archive.writestr("buildFile.xml", build)
        for number in range(images):
            archive.writestr(f"images/unit_{number}.png", noise.randbytes(200_000), zipfile.ZIP_STORED)
        archive.writestr("images/field.png", BACKGROUND + noise.randbytes(10_000_000), zipfile.ZIP_STORED)
    return path


def _prototype(number: int) -> str:
    kind, state = chains.join_chain([*traits(number), ("piece;;;;", "null;0;0;;0")])
    text = "+/null/" + sequences.join((kind, state), "/")
    return f'<{MODULE}PrototypeDefinition name="{CLASSES[number]}">{_escaped(text)}</{MODULE}PrototypeDefinition>'


def _slot(number: int) -> str:
    own = f"emb2;;0;;;0;;;0;;;;1;false;0;0;unit_{number}.png;Unit {number};true;Own;;;false;;1;1;true;;;;;1.0;;true"
    uses = f"prototype;{CLASSES[number % len(CLASSES)]}"
    kind, state = chains.join_chain(
        [(uses, ""), (own, "1"), (f"piece;;;base.png;Unit {number} of the army", f"null;0;0;{number};0")]
    )
    text = "+/null/" + sequences.join((kind, state), "/")
    slot = "VASSAL.build.widget.PieceSlot"
    return f'<{slot} entryName="Unit {number}" gpid="{number}" height="75" width="75">{_escaped(text)}</{slot}>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
