"""Event cards: hands, draws, plays and piles."""
