"""Kinds of secrets: for each, the game told in another way that a viewer must not be able to tell from the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.leaks.game import (
    AUSTRIAN,
    CARD_LOW,
    CARD_TOP,
    DESK_AU,
    HAND_FR,
    HIDDEN_AU,
    MASKED_AU,
    MASKED_FR,
    NOTE_FR,
    OTHERS,
    SECRETS,
    Secret,
    Told,
    secrets_from,
)

Telling = Callable[[str], Told]
"""Another telling for a seat ("" = everybody): only what that seat may not know is otherwise."""
FAR = (230, 640)


def _each(seat: str, change: Callable[[Secret, Secret], Secret]) -> tuple[Secret, ...]:
    unknown = secrets_from(seat)
    return tuple(change(one, other) if one in unknown else one for one, other in zip(SECRETS, OTHERS, strict=True))


def names(seat: str) -> Told:
    """What the counters are: name, image, label, slot."""
    return Told(_each(seat, lambda one, other: replace(other, id=one.id)))


def ids(seat: str) -> Told:
    """The counters' ids, longer ones that sort otherwise."""
    return Told(_each(seat, lambda one, other: replace(one, id=other.id)))


def faces(seat: str) -> Told:
    """Which of two masked counters is which, and which is invisible."""
    if seat == "French":
        return Told(_swapped(MASKED_AU, HIDDEN_AU))
    return Told(_swapped(MASKED_FR, HAND_FR) if seat else _swapped(MASKED_FR, MASKED_AU))


def places(seat: str) -> Told:
    """Where invisible counters lie."""
    fr, au = Told().places
    return Told(places=(fr if seat == "French" else FAR, au if seat == "Austrian" else (320, 510)))


def moves(seat: str) -> Told:
    """Where invisible counters go, and what is done in private windows."""
    fr, au = Told().moves
    desk = Told().desk_move if seat == "Austrian" else (30, 60)
    return Told(moves=(fr if seat == "French" else FAR, au if seat == "Austrian" else (320, 510)), desk_move=desk)


def numbers(seat: str) -> Told:
    """How many invisible counters there are, some below what all see."""
    owner = "Austrian" if seat == "French" else "French"
    return Told(more=((owner, 200, 100), (owner, 100, 100), (owner, 640, 480)))


def order(seat: str) -> Told:
    """Whether invisible counters are drawn below the rest or above."""
    return Told(drawn_first=frozenset({"French", "Austrian"} - {seat}))


def windows(seat: str) -> Told:
    """What lies in others' hands and private windows, and how much."""
    hand = (HAND_FR,) if seat == "French" else ()
    return Told(hand=hand, desk=(DESK_AU,) if seat == "Austrian" else ())


def deck(seat: str) -> Told:
    """In which order the cards of a closed deck lie; the French draw the top one."""
    return Told(deck=(CARD_TOP, CARD_LOW)) if seat != "French" else Told(_each(seat, _other_card))


def notes(seat: str) -> Told:
    """What players write for themselves."""
    fr, au = (NOTE_FR, NOTE_FR)
    other = "Take Marengo, whatever it costs"
    return Told(notes=(fr if seat == "French" else other, au if seat == "Austrian" else other))


def properties(seat: str) -> Told:
    """Which secret a global property names."""
    if seat == "French":
        return Told(picked=(MASKED_FR, MASKED_AU))
    return Told(picked=(CARD_TOP, HIDDEN_AU)) if seat else Told(picked=(HIDDEN_AU, MASKED_FR))


def passwords(_seat: str) -> Told:
    """Players' ids, some of few letters."""
    return Told(ids=(AUSTRIAN[::-1], "x7q"))


def everything(seat: str) -> Told:
    """All of it at once."""
    unknown = secrets_from(seat)
    lies, goes = places(seat), moves(seat)
    return Told(
        tuple(other if one in unknown else one for one, other in zip(SECRETS, OTHERS, strict=True)),
        lies.places,
        goes.moves,
        numbers(seat).more,
        order(seat).drawn_first,
        windows(seat).hand,
        windows(seat).desk,
        goes.desk_move,
        deck(seat).deck,
        notes(seat).notes,
        properties(seat).picked,
        passwords(seat).ids,
    )


def _other_card(one: Secret, other: Secret) -> Secret:
    return other if one is CARD_LOW else one


def _swapped(first: Secret, second: Secret) -> tuple[Secret, ...]:
    """The secrets with two of them in each other's place, ids and all."""
    places = {first: second, second: first}
    return tuple(places.get(each, each) for each in SECRETS)


KINDS: dict[str, Telling] = {
    "names, images, slots": names,
    "ids of counters": ids,
    "which counter is which": faces,
    "places of invisible counters": places,
    "moves out of sight": moves,
    "numbers of invisible counters": numbers,
    "drawing order": order,
    "private windows and hands": windows,
    "order of a deck": deck,
    "private notes": notes,
    "what properties name": properties,
    "players' ids": passwords,
    "all at once": everything,
}
