"""What `inspect` prints of counters: place by place, from the top of what lies there."""

from __future__ import annotations

from adjudicator.game.contents import piece_rows


def piece(name, location, game_map="Main", zone=""):
    return {"name": name, "location": location, "map": game_map, "zone": zone, "x": 1, "y": 2, "index": 0}


def test_places_stand_in_order_and_hold_their_counters_from_the_top():
    pieces = [piece("fort", "A10"), piece("1 Inf", "A2"), piece("gone", "", ""), piece("card", "tray", "Tray")]
    pieces += [piece("2 Inf", "A10"), piece("2 Inf", "A10"), piece("point", "offboard")]
    assert list(piece_rows(pieces)) == [
        ("A2", "1 Inf", "Main", ""),
        ("A10", "2 × 2 Inf, fort", "Main", ""),
        ("1,2", "point", "Main", ""),
        ("tray", "card", "Tray", ""),
        ("", "gone", "", ""),
    ]
