"""A game full of secrets: masks, invisible counters, hands, a deck, private windows and private notes, in VASSAL's words.

Every secret has a name, an image, a label and a gpid of its own, and the image a colour of its own.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from importers.vassal.wire import obfuscation
from tests.importers.vassal.games import deck, log, piece, roster, save, stack

FRENCH, AUSTRIAN = "password-of-anne-77", "password-of-bruno-88"
SEATS = {"French": FRENCH, "Austrian": AUSTRIAN}
MODULE = "VASSAL.build.module."
PACKAGES = {
    "GameModule": "VASSAL.build.",
    "BoardPicker": f"{MODULE}map.",
    "Board": f"{MODULE}map.boardPicker.",
    "HexGrid": f"{MODULE}map.boardPicker.board.",
    "HexGridNumbering": f"{MODULE}map.boardPicker.board.mapgrid.",
    "GlobalProperties": f"{MODULE}properties.",
    "GlobalProperty": f"{MODULE}properties.",
    **dict.fromkeys(("PlayerRoster", "Map", "PlayerHand", "PrivateMap", "DiceButton"), MODULE),
}
SIZE = {"width": "1000", "height": "800"}
OPEN_NAMES = ("First Rifles", "Second Rifles", "Third Rifles")


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that only `owner` may know ("" = nobody at the table)."""

    word: str
    owner: str
    gpid: str
    colour: tuple[int, int, int]

    @property
    def name(self) -> str:
        return f"Guards {self.word}"

    @property
    def image(self) -> str:
        return f"{self.name}.png"

    @property
    def label(self) -> str:
        return f"Orders {self.word}"

    def words(self) -> tuple[str, ...]:
        """All that must not be found."""
        return self.name, self.label, self.word, self.gpid


MASKED_FR = Secret("Xanadu", "French", "90017", (201, 7, 133))
MASKED_AU = Secret("Quetzal", "Austrian", "90027", (7, 201, 133))
HIDDEN_FR = Secret("Zephyr", "French", "90037", (133, 7, 201))
HIDDEN_AU = Secret("Jabberwock", "Austrian", "90047", (201, 133, 7))
HAND_FR = Secret("Vortigern", "French", "90057", (7, 133, 201))
DESK_AU = Secret("Kubilai", "Austrian", "90067", (133, 201, 7))
CARD_TOP = Secret("Ouroboros", "French", "90077", (90, 10, 60))
"""Drawn into the French hand in the log."""
CARD_LOW = Secret("Bandersnatch", "", "90087", (10, 90, 60))
SECRETS = (MASKED_FR, MASKED_AU, HIDDEN_FR, HIDDEN_AU, HAND_FR, DESK_AU, CARD_TOP, CARD_LOW)
NOTE_FR = "Remember to hold Marengo tonight"


def secrets_from(seat: str) -> tuple[Secret, ...]:
    """What the seat ("" = everybody) must not learn."""
    return tuple(each for each in SECRETS if each.owner != seat or not seat)


def words_from(seat: str) -> tuple[str, ...]:
    """The words that must not occur in anything written for the seat; players' ids never do."""
    words = [word for each in secrets_from(seat) for word in each.words()]
    return (*words, *SEATS.values(), "Marengo")


def build(folder: Path) -> tuple[Path, Path, Path, Path]:
    """The module, a save, a log that follows it, and a save from later."""
    module, start, played, later = (folder / name for name in ("secrets.vmod", "start.vsav", "turn.vlog", "later.vsav"))
    _write_module(module)
    _write_game(start, save(*_pieces(), more=_more()))
    _write_game(played, log(save(*_pieces(), more=_more()), *_steps()))
    _write_game(later, save(*_pieces(moved=True), more=_more("mud")))
    return module, start, played, later


def _pieces(moved: bool = False) -> list[str]:
    shift = 100 if moved else 0

    def secret(identity: str, each: Secret, where: str, traits: list[tuple[str, str]]) -> str:
        label = (
            "label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;",
            each.label,
        )
        layer = (f"emb2;Flip;2;A;;0;;;0;;;;1;false;0;0;{each.image};weak {each.word};false;Steps;;;false;;1;1", "1")
        unit = ("mark;PackUnit", "fr.guard")
        return piece(identity, each.name, where, [*traits, label, layer, unit], each.gpid)

    def mask(owner: str) -> list[tuple[str, str]]:
        return [("obs;73,130;back.png;Mask;B;Unknown unit;player:;Peek;", f"{owner};")]

    def hide(owner: str) -> list[tuple[str, str]]:
        return [("hide;73,130;Invisible;0,0,0;player:;", owner)]

    card = [("obs;73,130;back.png;Mask;B;Card;player:;Peek;", "null;")]
    return [
        piece("1", OPEN_NAMES[0], f"Main;{100 + shift};100", [("mark;PackUnit", "fr.1inf")], "11"),
        piece("2", OPEN_NAMES[1], "Main;200;100", [("mark;PackUnit", "au.1inf")], "12"),
        secret("21", MASKED_FR, f"Main;{300 + shift};100", mask(FRENCH)),
        secret("22", MASKED_AU, f"Main;{400 + shift};200", mask(AUSTRIAN)),
        secret("23", HIDDEN_FR, f"Main;{500 + shift};200", hide(FRENCH)),
        secret("24", HIDDEN_AU, f"Main;{600 + shift};200", hide(AUSTRIAN)),
        secret("25", HAND_FR, "French Hand;100;100", card),
        secret("26", DESK_AU, "Austrian Desk;100;100", []),
        secret("27", CARD_TOP, "Main;700;700", card),
        secret("28", CARD_LOW, "Main;700;700", card),
        piece("3", OPEN_NAMES[2], "Main;200;100", [], "13"),
        deck("d", "28", "27", name="Fate", where="Main;700;700"),
        stack("s1", "1", where=f"Main;{100 + shift};100"),
        stack("s2", "2", "3", where="Main;200;100"),
        *(stack(f"s{at}", identity, where=where) for at, (identity, where) in enumerate(_lying(shift), 3)),
    ]


def _lying(shift: int) -> list[tuple[str, str]]:
    return [
        ("21", f"Main;{300 + shift};100"),
        ("22", f"Main;{400 + shift};200"),
        ("23", f"Main;{500 + shift};200"),
        ("24", f"Main;{600 + shift};200"),
        ("25", "French Hand;100;100"),
        ("26", "Austrian Desk;100;100"),
    ]


def _more(weather: str = "dry") -> list[str]:
    return [
        *roster((FRENCH, "Anne", "French"), (AUSTRIAN, "Bruno", "Austrian")),
        f"GlobalProperty\t;Weather;{weather};Module",
        f"GlobalProperty\t;LastPicked;{MASKED_FR.name};Module",
        f"PNOTE\t{FRENCH}\t{NOTE_FR}",
        f"SNOTE\tplan\t{FRENCH}\ttrue\t{NOTE_FR}\t0\t0",
    ]


def _steps() -> list[object]:
    """Secret counters move, one more is masked, a card is drawn; nothing is said of what they are."""

    def moved(identity: str, x: int, y: int, old: tuple[int, int], player: str) -> str:
        return f"M/{identity}/Main/{x}/{y}/null/Main/{old[0]}/{old[1]}/null/{player}"

    return [
        "CHAT<Anne> - good evening",
        moved("21", 350, 100, (300, 100), FRENCH),
        moved("22", 450, 200, (400, 200), AUSTRIAN),
        moved("23", 550, 200, (500, 200), FRENCH),
        moved("24", 650, 200, (600, 200), AUSTRIAN),
        moved("1", 150, 100, (100, 100), FRENCH),
        f"M/27/French Hand/200/100/null/Main/700/700/null/{FRENCH}",
        f"M/26/Austrian Desk/150/100/null/Austrian Desk/100/100/null/{AUSTRIAN}",
        f"MutableProperty\tLastPicked\t{MASKED_FR.name}\t{HIDDEN_AU.name}\tModule",
        "CHAT*** 2d6 = 3,4 *** <Bruno>",
        f"PNOTE\t{AUSTRIAN}\t{NOTE_FR}",
    ]


def _write_game(path: Path, text: str) -> None:
    about = "<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>Secrets</name></data>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", obfuscation.obfuscate(text, 0x4B))
        archive.writestr("moduledata", about)
        archive.writestr("savedata", about)


def _write_module(path: Path) -> None:
    board = _tag("Board", _tag("HexGrid", _tag("HexGridNumbering", sep=""), dx="86", dy="100"), name="Field", **SIZE)
    window = _tag("BoardPicker", _tag("Board", name="Desk", width="400", height="300"))
    build = _tag(
        "GameModule",
        _tag("PlayerRoster", "<entry>French</entry><entry>Austrian</entry>"),
        _tag("Map", _tag("BoardPicker", board), mapName="Main"),
        _tag("PlayerHand", window, mapName="French Hand", side="French"),
        _tag("PrivateMap", window, mapName="Austrian Desk", side="Austrian"),
        _tag("DiceButton", name="2d6", nDice="2", nSides="6"),
        _tag(
            "GlobalProperties",
            _tag("GlobalProperty", name="Weather", initialValue="dry"),
            _tag("GlobalProperty", name="LastPicked", initialValue=""),
        ),
        name="Secrets",
        version="1",
    )
    about = "<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>Secrets</name></data>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", about)
        archive.writestr("buildFile.xml", build)
        for name in OPEN_NAMES:
            archive.writestr(f"images/{name}.png", _picture((120, 120, 120)))
        archive.writestr("images/back.png", _picture((60, 60, 60)))
        for each in SECRETS:
            archive.writestr(f"images/{each.image}", _picture(each.colour))


def _tag(word: str, *inside: str, **attributes: str) -> str:
    """A component of a build file."""
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{PACKAGES[word]}{word}{said}>{''.join(inside)}</{PACKAGES[word]}{word}>"


def _picture(colour: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 64), colour).save(out, "PNG")
    return out.getvalue()
