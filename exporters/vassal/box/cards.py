"""Pictures of cards: their faces, their backs, and the boards of hands."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from adjudicator.analysis.cards import CardTable
from adjudicator.exporters import lettering, symbols
from adjudicator.exporters.vassal.box.artwork import mixed, png_of, side_colours
from adjudicator.exporters.vassal.box.holders import HIDDEN_SIGN, card_size, hand_size
from adjudicator.exporters.vassal.box.plan import PlannedModule, card_back
from adjudicator.model.tables import load_table
from adjudicator.model.units import MarkerType

PLAIN = "#8a8272"
INK = "#2b2822"


def pictures(box: PlannedModule) -> Iterator[tuple[str, bytes]]:
    """The backs of cards and the boards of hands, by their entries in the module."""
    size = card_size(box.counter_size)
    colours = side_colours(box)
    for side, name in box.sides.items():
        if f"Card {name}" in box.prototypes:
            yield f"images/{card_back(side)}", png_of(_back_svg(name, colours.get(side, PLAIN), size), *size)
    if box.holders.decks or box.holders.hands:
        yield f"images/{HIDDEN_SIGN}", png_of(_hidden_svg(size), *size)
    for hand in box.holders.hands:
        side = next((side for side, name in box.sides.items() if name == hand.owner), "")
        board = hand_size(box.counter_size)
        markup = _hand_svg(hand.name, colours.get(side, PLAIN), board, box.counter_size)
        yield f"images/{hand.picture}", png_of(markup, *board)


def card_svg(box: PlannedModule, card: MarkerType, size: tuple[int, int]) -> str:
    """The face of a card: its number and side on a band, its title, and its size as far as the pack knows it."""
    wide, high = size
    colour = side_colours(box).get(card.side, PLAIN)
    name, _, title = (card.name or card.id).partition(": ")
    table = load_table(box.pack, "cards", CardTable)
    known = next((each.size for each in table.card if each.marker == card.id), "")
    letter = wide * 0.135
    lines = lettering.wrapped(title, letter, wide * 0.84, bold=True)
    band = high * 0.2
    middle = band + (high * 0.86 - band) / 2 - (len(lines) - 1) * letter * 0.6
    words = "".join(
        _words(wide / 2, middle + nth * letter * 1.2 + letter * 0.36, line, letter) for nth, line in enumerate(lines)
    )
    figure = "" if title else _words(wide / 2, high * 0.68, str(card.value or ""), wide * 0.42, mixed(colour, 0.55))
    top = lettering.fitted(name, wide * 0.15, wide * 0.88, bold=True)
    return _framed(
        size,
        mixed(colour, 0.14),
        f'<path d="M2 {band:.1f}V8a6 6 0 0 1 6 -6H{wide - 8}a6 6 0 0 1 6 6V{band:.1f}z" fill="{mixed(colour, 0.75)}"/>'
        + _words(wide / 2, band * 0.58 + top * 0.36, name, top, "#ffffff")
        + words
        + figure
        + _words(wide / 2, high * 0.94, known, wide * 0.12, mixed(colour, 1.0, 0.75)),
        mixed(colour, 1.0, 0.7),
    )


def _back_svg(name: str, colour: str, size: tuple[int, int]) -> str:
    """The back of a side's cards: its name over a frame."""
    wide, high = size
    inset = wide * 0.1
    letter = lettering.fitted(name, wide * 0.2, wide * 0.7, bold=True)
    frame = (
        f'<rect x="{inset:.1f}" y="{inset:.1f}" width="{wide - inset * 2:.1f}" height="{high - inset * 2:.1f}" rx="4" '
        f'fill="none" stroke="#ffffff" stroke-opacity="0.8" stroke-width="2" stroke-dasharray="5 3"/>'
    )
    shown = frame + _words(wide / 2, high / 2 + letter * 0.36, name, letter, "#ffffff")
    return _framed(size, mixed(colour, 0.8), shown, mixed(colour, 1.0, 0.6))


def _hidden_svg(size: tuple[int, int]) -> str:
    """A closed eye in the lower left corner, the rest clear."""
    wide, high = size
    middle = (wide * 0.17, high - wide * 0.17)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
        f'<g transform="translate({middle[0]:.1f} {middle[1]:.1f}) scale({wide / 100:.3f})"><circle r="12" fill="{INK}"/>'
        '<path d="M-7 -1q7 7 14 0M-5 1.5l-2 3M0 3v3.5M5 1.5l2 3" fill="none" stroke="#ffffff" stroke-width="1.8" '
        'stroke-linecap="round"/></g></svg>'
    )


def _hand_svg(name: str, colour: str, size: tuple[int, int], unit: int) -> str:
    """The board of a hand: its name along the top, room for cards below."""
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'font-family="{escape(lettering.FAMILY)}"><rect width="{wide}" height="{high}" fill="#efe9d8"/>'
        f'<rect x="4" y="4" width="{wide - 8}" height="{high - 8}" rx="8" fill="#faf7ee" stroke="{mixed(colour, 1.0, 0.75)}" '
        f'stroke-width="2"/>{_words(unit * 0.3, unit * 0.52, name, unit * 0.3, INK, anchor="start")}</svg>'
    )


def _framed(size: tuple[int, int], ground: str, shown: str, edge: str) -> str:
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'font-family="{escape(lettering.FAMILY)}"><rect x="1" y="1" width="{wide - 2}" height="{high - 2}" rx="7" '
        f'fill="{ground}"/>{shown}<rect x="1" y="1" width="{wide - 2}" height="{high - 2}" rx="7" fill="none" '
        f'stroke="{edge}" stroke-width="2"/></svg>'
    )


def _words(x: float, y: float, text: str, size: float, colour: str = INK, *, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="bold" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(symbols.clean(text))}</text>'
    )
