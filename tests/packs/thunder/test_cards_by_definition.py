"""Hands and draws of cards: what the pack judges and what 25.2 and 25.4 say, on random ones."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

from adjudicator.game.cases import Case, Filed, judged

MANY = int(os.environ.get("RANDOM_POSITIONS", "25"))
"""How many random hands, and how many draws; 2,000 in the long run."""
SIZES = {"s36": "large", "s1": "medium", "s10": "medium", "s5": "small", "s15": "small", "s16": "small", "s17": "small"}
"""The Soviet cards whose size 302 prints."""
FIRST = ("january", "april", "july", "october")
MONTHS = {
    "january": "winter",
    "february": "winter",
    "april": "spring",
    "may": "spring",
    "july": "summer",
    "august": "summer",
}
HAND, DRAWN = "25.4a", "25.2"


def may_hold(cards: list[str]) -> bool:
    """25.4: three cards, one Large, two Large or Medium."""
    count = Counter(SIZES[card] for card in cards)
    return len(cards) <= 3 and count["large"] <= 1 and count["large"] + count["medium"] <= 2


def may_draw(cards: list[str], month: str, week: int) -> bool:
    """25.2: in a month's first week one Medium or two Small cards; a Large one instead in a season's first month."""
    count = Counter(SIZES[card] for card in cards)
    if not cards:
        return True
    if week != 1 or (count["large"] and month not in FIRST):
        return False
    major = count["large"] + count["medium"]
    return (major == 1 and not count["small"]) or (major == 0 and count["small"] <= 2)


def breaks(given: list[str], moves: list[str], rule: str) -> bool:
    """Whether the pack says for sure that an article is broken."""
    case = Case(id="x", title="x", given=tuple(given), moves=tuple(moves))
    report = judged(Filed("thunder_in_the_east", Path(__file__), case))
    return any(each.rule.endswith(f":{rule}") and each.severity == "violation" for each in report.findings)


def dated(phase: str, month: str, week: int) -> list[str]:
    told = (f"season {MONTHS[month]}", f"month {month}", f"week {week}")
    return [f"turn 9, {phase}", "weather clear", "year 1942", *told]


def test_hands_hold_what_the_book_lets_them() -> None:
    random = Random(254)
    for _ in range(MANY):
        cards = random.sample(sorted(SIZES), random.randrange(1, 6))
        given = [
            *dated("Soviet HQ Mode Step", "july", 1),
            "[soviet hand]: " + ", ".join(f"+card.{card}" for card in cards),
        ]
        moves = ["turn 9, Soviet Special Reorganization Step", "say we go on"]
        assert breaks(given, moves, HAND) != may_hold(cards), cards


def test_cards_are_drawn_as_the_book_lets_them() -> None:
    random = Random(252)
    for _ in range(MANY):
        cards = random.sample(sorted(SIZES), random.randrange(1, 4))
        month, week = random.choice(sorted(MONTHS)), random.choice((1, 1, 2))
        given = [
            *dated("Soviet Order of Battle Step", month, week),
            "[soviet deck]: " + ", ".join(f"+card.{card}" for card in cards),
        ]
        moves = [f"shift +card.{card} [soviet deck]-[soviet hand]" for card in cards]
        assert breaks(given, moves, DRAWN) != may_draw(cards, month, week), (cards, month, week)
