"""A game full of secrets: masks, invisible counters, hands, a deck, private windows and private notes, in VASSAL's words.

Every secret has a name, an image, a label and a gpid of its own, and the image a colour of its own. `Told` says how the game
is told: two tellings that differ only in what a viewer may not know must look the same to him.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from adjudicator.importers.vassal.wire import obfuscation
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
    id: str = ""

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
        return self.name, self.label, self.word, self.gpid, self.id


MASKED_FR = Secret("Xanadu", "French", "90017", (201, 7, 133), "7700421")
MASKED_AU = Secret("Quetzal", "Austrian", "90027", (7, 201, 133), "7700422")
HIDDEN_FR = Secret("Zephyr", "French", "90037", (133, 7, 201), "7700423")
HIDDEN_AU = Secret("Jabberwock", "Austrian", "90047", (201, 133, 7), "7700424")
HAND_FR = Secret("Vortigern", "French", "90057", (7, 133, 201), "7700425")
DESK_AU = Secret("Kubilai", "Austrian", "90067", (133, 201, 7), "7700426")
CARD_TOP = Secret("Ouroboros", "French", "90077", (90, 10, 60), "7700427")
"""Drawn into the French hand in the log."""
CARD_LOW = Secret("Bandersnatch", "", "90087", (10, 90, 60), "7700428")
SECRETS = (MASKED_FR, MASKED_AU, HIDDEN_FR, HIDDEN_AU, HAND_FR, DESK_AU, CARD_TOP, CARD_LOW)
OTHERS = tuple(
    replace(each, word=word, gpid=f"8{each.gpid}", colour=each.colour[::-1], id=f"{each.id}04")
    for each, word in zip(
        SECRETS,
        ("Yggdrasil", "Ilmarinen", "Prospero", "Sigismund", "Laputa", "Brobdingnag", "Cockaigne", "Lyonesse"),
        strict=True,
    )
)
"""What the secrets may as well be, nobody being the wiser."""
NOTE_FR = "Remember to hold Marengo tonight"


def secrets_from(seat: str) -> tuple[Secret, ...]:
    """What the seat ("" = everybody) must not learn."""
    return tuple(each for each in SECRETS if each.owner != seat or not seat)


def words_from(seat: str) -> tuple[str, ...]:
    """The words that must not occur in anything written for the seat; players' ids never do."""
    words = [word for each in secrets_from(seat) for word in each.words()]
    return (*words, *SEATS.values(), "Marengo")


@dataclass(frozen=True, slots=True)
class Told:
    """How the game is told: which counter each secret is, what else is hidden, and where and when.

    `places` and `moves` are where the invisible counters lie and go, by owner; `more` are further invisible counters, `drawn`
    says whose invisible counters are drawn first. `hand` and `desk` are what lies in private windows, `deck` the cards in
    order, from the bottom.
    """

    secrets: tuple[Secret, ...] = SECRETS
    places: tuple[tuple[int, int], tuple[int, int]] = ((500, 200), (600, 200))
    moves: tuple[tuple[int, int], tuple[int, int]] = ((550, 200), (650, 200))
    more: tuple[tuple[str, int, int], ...] = ()
    drawn_first: frozenset[str] = frozenset()
    hand: tuple[Secret, ...] = (HAND_FR,)
    desk: tuple[Secret, ...] = (DESK_AU,)
    desk_move: tuple[int, int] = (150, 100)
    deck: tuple[Secret, ...] = (CARD_LOW, CARD_TOP)
    notes: tuple[str, str] = (NOTE_FR, NOTE_FR)
    picked: tuple[Secret, Secret] = (MASKED_FR, HIDDEN_AU)
    ids: tuple[str, str] = (FRENCH, AUSTRIAN)

    def one(self, secret: Secret) -> Secret:
        """What stands for a secret in this telling."""
        return self.secrets[SECRETS.index(secret)]

    def id_of(self, seat: str) -> str:
        return self.ids[0 if seat == "French" else 1]


def build(folder: Path, told: Told | None = None) -> tuple[Path, Path, Path, Path]:
    """The module, a save, a log that follows it, and a save from later."""
    said = told or Told()
    module, start, played, later = (folder / name for name in ("secrets.vmod", "start.vsav", "turn.vlog", "later.vsav"))
    _write_module(module)
    _write_game(start, save(*_pieces(said), more=_more(said)))
    _write_game(played, log(save(*_pieces(said), more=_more(said)), *_steps(said)))
    _write_game(later, save(*_pieces(said, moved=True), more=_more(said, "mud")))
    return module, start, played, later


def _mask(owner: str) -> list[tuple[str, str]]:
    return [("obs;73,130;back.png;Mask;B;Unknown unit;player:;Peek;", f"{owner};")]


def _hide(owner: str) -> list[tuple[str, str]]:
    return [("hide;73,130;Invisible;0,0,0;player:;", owner)]


CARD = [("obs;73,130;back.png;Mask;B;Card;player:;Peek;", "null;")]


def _secret(each: Secret, where: str, traits: list[tuple[str, str]]) -> str:
    label = (
        "label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;",
        each.label,
    )
    layer = (f"emb2;Flip;2;A;;0;;;0;;;;1;false;0;0;{each.image};weak {each.word};false;Steps;;;false;;1;1", "1")
    unit = ("mark;PackUnit", "fr.guard")
    return piece(each.id, each.name, where, [*traits, label, layer, unit], each.gpid)


def _pieces(told: Told, moved: bool = False) -> list[str]:
    shift = 100 if moved else 0
    masked_fr, masked_au, hidden_fr, hidden_au = map(told.one, (MASKED_FR, MASKED_AU, HIDDEN_FR, HIDDEN_AU))
    (x_fr, y_fr), (x_au, y_au) = told.places
    lying = [
        (masked_fr, f"Main;{300 + shift};100", _mask(told.ids[0])),
        (masked_au, f"Main;{400 + shift};200", _mask(told.ids[1])),
        (hidden_fr, f"Main;{x_fr + shift};{y_fr}", _hide(told.ids[0])),
        (hidden_au, f"Main;{x_au + shift};{y_au}", _hide(told.ids[1])),
        *((told.one(each), "French Hand;100;100", CARD) for each in told.hand),
        *((told.one(each), "Austrian Desk;100;100", []) for each in told.desk),
    ]
    extra = [(f"9{at}", owner, f"Main;{x};{y}") for at, (owner, x, y) in enumerate(told.more)]
    cards = [told.one(each) for each in told.deck]
    stacks = [stack(f"s{each.id}", each.id, where=where) for each, where, _ in lying]
    first = [stacks[at] for at, owner in ((2, "French"), (3, "Austrian")) if owner in told.drawn_first]
    among = [name for name, _, _ in extra[:1]]
    plain = [stack("s1", "1", where=f"Main;{100 + shift};100"), stack("s2", "2", *among, "3", where="Main;200;100")]
    return [
        piece("1", OPEN_NAMES[0], f"Main;{100 + shift};100", [("mark;PackUnit", "fr.1inf")], "11"),
        piece("2", OPEN_NAMES[1], "Main;200;100", [("mark;PackUnit", "au.1inf")], "12"),
        *(_secret(each, where, traits) for each, where, traits in lying),
        *(piece(name, "More", where, _hide(told.id_of(owner)), "95") for name, owner, where in extra),
        *(_secret(each, "Main;700;700", CARD) for each in cards),
        piece("3", OPEN_NAMES[2], "Main;200;100", [], "13"),
        deck("d", *(each.id for each in cards), name="Fate", where="Main;700;700"),
        *first,
        *plain,
        *(text for text in stacks if text not in first),
        *(stack(f"s{name}", name, where=where) for name, _, where in extra[1:]),
    ]


def _more(told: Told, weather: str = "dry") -> list[str]:
    french = told.ids[0]
    return [
        *roster((french, "Anne", "French"), (told.ids[1], "Bruno", "Austrian")),
        f"GlobalProperty\t;Weather;{weather};Module",
        f"GlobalProperty\t;LastPicked;{told.one(told.picked[0]).name};Module",
        f"PNOTE\t{french}\t{told.notes[0]}",
        f"SNOTE\tplan\t{french}\ttrue\t{told.notes[0]}\t0\t0",
    ]


def _steps(told: Told) -> list[object]:
    """Secret counters move, a card is drawn; nothing is said of what they are, but a player types his password."""
    french, austrian = told.ids

    def moved(each: Secret, to: tuple[int, int], old: tuple[int, int], player: str) -> str:
        return f"M/{each.id}/Main/{to[0]}/{to[1]}/null/Main/{old[0]}/{old[1]}/null/{player}"

    def unseen(at: int, secret: Secret) -> str:
        return moved(told.one(secret), told.moves[at], told.places[at], told.ids[at])

    top = told.one(told.deck[-1])
    x, y = told.desk_move
    desk = [
        f"M/{told.one(each).id}/Austrian Desk/{x}/{y}/null/Austrian Desk/100/100/null/{austrian}" for each in told.desk
    ]
    return [
        "CHAT<Anne> - good evening",
        moved(told.one(MASKED_FR), (350, 100), (300, 100), french),
        moved(told.one(MASKED_AU), (450, 200), (400, 200), austrian),
        unseen(0, HIDDEN_FR),
        unseen(1, HIDDEN_AU),
        f"M/1/Main/150/100/null/Main/100/100/null/{french}",
        f"M/{top.id}/French Hand/200/100/null/Main/700/700/null/{french}",
        desk[0] if desk else f"PNOTE\t{austrian}\tnothing there",
        f"MutableProperty\tLastPicked\t{told.one(told.picked[0]).name}\t{told.one(told.picked[1]).name}\tModule",
        "CHAT*** 2d6 = 3,4 *** <Bruno>",
        f"CHAT<Bruno> - my password is {austrian}",
        f"PNOTE\t{austrian}\t{told.notes[1]}",
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
        for each in (*SECRETS, *OTHERS):
            archive.writestr(f"images/{each.image}", _picture(each.colour))


def _tag(word: str, *inside: str, **attributes: str) -> str:
    """A component of a build file."""
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{PACKAGES[word]}{word}{said}>{''.join(inside)}</{PACKAGES[word]}{word}>"


def _picture(colour: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 64), colour).save(out, "PNG")
    return out.getvalue()
