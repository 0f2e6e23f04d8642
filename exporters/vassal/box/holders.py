"""What keeps cards in a module: decks on the board of boxes, hands in windows of their own (cards.toml, `holder`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.analysis.cards import CARD, CardTable, Holder
from adjudicator.exporters.vassal.box import traits
from adjudicator.exporters.vassal.box.traits import Chain
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.trait_table import TRAITS
from adjudicator.importers.vassal.wire.traits import Trait, encode
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.units import MarkerType

SHUFFLES = {"never": "Never", "asked": "Via right-click Menu", "always": "Always"}
TAKE, TURN = "72,130", "75,130"
CONCEAL, REVEAL = "57345,0,ConcealCard", "57346,0,RevealCard"
"""The keys that the program presses for every card that comes into a hand, or onto the board of boxes."""
HIDDEN_SIGN = "card-hidden.png"
"""What its owner sees on a card that the others see from its back."""
WIDE, HIGH = 1.4, 1.9
"""How large a card is, in counters."""
HAND_BOARD = 9
"""How wide the board of a hand is, in counters."""
LEAST_HAND = 200
"""The engine makes the window of a hand no smaller in pixels (`PlayerHand.mapSize`), and paints what is no board black."""
HAND_GAP = 12
"""Between two cards of a hand, in pixels."""


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """A deck: its name, which is its box's too, whose it is as the module calls them, how it is dealt from, its cards' types.

    `back` names the deck to which all its cards go together; `cards` are those that lie in it unless a set-up lays them
    elsewhere.
    """

    name: str
    owner: str
    face_down: bool = False
    shuffled: str = "never"
    chosen: bool = False
    back: str = ""
    cards: tuple[str, ...] = ()

    def type_text(self, size: tuple[int, int]) -> str:
        """The deck's type as a save has it (`Deck.getType`)."""
        given = {
            "outlined": "true", "colour": "90,90,90", "width": str(size[0]), "height": str(size[1]),
            "faceDown": "Always" if self.face_down else "Never", "shuffle": SHUFFLES[self.shuffled],
            "allowMultiple": "false", "allowSelect": _flag(self.chosen), "reversible": "false",
            "reshuffleCommand": self.back_command, "reshuffleTarget": self.back,
            "reshuffleMessage": self.back_message, "name": self.name,
            "shuffleMessage": "$deckName$ is shuffled", "drawFaceUp": "false", "canSave": "false", "maxStack": "4",
            "expressionCounting": "false", "hotkeyOnEmpty": "false", "selectDisplay": "$BasicName$", "restricted": "false",
            "shuffleCommand": "Shuffle", "drawSpecificMessage": "Choose cards", "restrictAccess": _flag(bool(self.owner)),
            "owners": self.owner,
        }  # fmt: skip
        tokens = tuple(given.get(each.name, "") for each in TRAITS["deck;"].type)
        return encode(Trait("deck;", TRAITS["deck;"], tokens, ()))[0]

    @property
    def back_command(self) -> str:
        """What the deck's menu calls sending all its cards back."""
        return f"Put all into {self.back}" if self.back else ""

    @property
    def back_message(self) -> str:
        """What the chat then says."""
        return f"$deckName$: all cards go to {self.back}" if self.back else ""


@dataclass(frozen=True, slots=True)
class HandPlan:
    """A hand: the name of its window, and whose it is as the module calls them."""

    name: str
    owner: str

    @property
    def picture(self) -> str:
        """The picture of its board."""
        return f"hand-{''.join(char if char.isalnum() else '-' for char in self.name)}.png"


@dataclass(frozen=True, slots=True)
class Holders:
    """The decks and hands of a module, and which marker types are cards."""

    kind: str = ""
    decks: tuple[DeckPlan, ...] = ()
    hands: tuple[HandPlan, ...] = ()

    def keeps(self, marker: MarkerType) -> bool:
        """Whether a marker is a card of a side that has a deck or a hand."""
        return bool(self.kind) and marker.kind == self.kind and bool(self.decks or self.hands)

    def deck(self, name: str) -> DeckPlan | None:
        """The deck of that name."""
        return next((each for each in self.decks if each.name == name), None)

    def hand(self, name: str) -> HandPlan | None:
        """The hand of that name."""
        return next((each for each in self.hands if each.name == name), None)


def plan_holders(pack: Pack, sides: Mapping[str, str], boxes: Mapping[str, str]) -> Holders:
    """The holders that the pack's cards have; `boxes` are the module's names of boxes with what the pack calls them."""
    table = load_table(pack, "cards", CardTable)
    decks: dict[str, DeckPlan] = {}
    hands: dict[str, HandPlan] = {}
    for holder in table.holder:
        for side, name in _kept(table, holder, boxes):
            owner = sides.get(side, side)
            if holder.keeps == "hand":
                hands[name] = HandPlan(name, owner)
            else:
                decks[name] = DeckPlan(
                    name,
                    owner,
                    face_down=holder.face_down,
                    shuffled=holder.shuffled,
                    chosen=holder.chosen,
                    back=next((to for its, to in _boxes(table, holder.back, boxes) if its == side), ""),
                    cards=_cards(pack, CARD, side) if holder.full else (),
                )
    return Holders(CARD if table.piles else "", tuple(decks.values()), tuple(hands.values()))


def card_size(counter: int) -> tuple[int, int]:
    """Width and height of a card beside counters of this size."""
    return round(counter * WIDE), round(counter * HIGH)


def hand_size(counter: int) -> tuple[int, int]:
    """Width and height of the board of a hand."""
    return max(LEAST_HAND, counter * HAND_BOARD), max(LEAST_HAND, round(counter * (HIGH + 1.2)))


def hand_point(counter: int) -> tuple[int, int]:
    """Where the first card of a hand lies on its board; the others lie to its right."""
    wide, high = card_size(counter)
    return round(counter * 0.3) + wide // 2, round(counter * 0.8) + high // 2


def card_traits(owner: str, back: str, hand: str, sent: Chain) -> Chain:
    """What a side's cards can do: lie face down, be taken into the hand, go to a box; all that hides or shows them by itself.

    `back` is the picture of their backs, `hand` the window of the hand, "" if there is none.
    """
    mask = (TURN, back, "Turn face down or up", f"G{HIDDEN_SIGN}", "?", f"sides:{owner}", "Peek", "", "false", "", "")
    taken = traits.trait(
        "sendto;",
        ("Take into the hand", TAKE, hand, hand, "0", "0", "", "", "0", "0", "1", "1", "", "R", "", hand, "", ""),
        ("", "", ""),
    )
    return (
        *sent,
        *((taken,) if hand else ()),
        _pressed("Conceal", CONCEAL, "{ObscuredToOthers!=true}"),
        _pressed("Reveal", REVEAL, "{ObscuredToOthers==true}"),
        traits.trait("obs;", mask, ("null", "")),
    )


def _pressed(name: str, key: str, asked: str) -> tuple[str, str]:
    """Turns a card over when the program presses a key, if what is asked is so."""
    watched, pressed = sequences.join((key,), ","), sequences.join((TURN,), ",")
    tokens = (name, "", "", asked, watched, pressed, "false", "", "", "counted", "", "", "1", "false", "", "1", "1")
    return traits.trait("macro;", tokens)


def _kept(table: CardTable, holder: Holder, boxes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The sides with the boxes of a pile that are theirs alone."""
    found: Sequence[tuple[str, str]] = tuple(_boxes(table, holder.pile, boxes))
    names = [name for _, name in found]
    return (each for each in found if names.count(each[1]) == 1)


def _boxes(table: CardTable, pile: str, boxes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each side with the module's name of its box of a pile."""
    for side, word in table.piles.get(pile, {}).items():
        yield from ((side, name) for name, meant in boxes.items() if meant == word)


def _cards(pack: Pack, kind: str, side: str) -> tuple[str, ...]:
    return tuple(each.id for each in pack.markers.values() if each.kind == kind and each.side == side)


def _flag(value: bool) -> str:
    return "true" if value else "false"
