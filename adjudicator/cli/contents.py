"""What `inspect` tells, printed for people."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.cli.lines import say
from adjudicator.cli.printing import print_facts, print_table
from adjudicator.game.contents import piece_rows, seat_called

MOST_NOTES = 10


def print_contents(told: Mapping[str, Any], most: int | None) -> None:
    """The same for people; `most` rows of counters, None for all."""
    if told["kind"] == "module":
        _print_module(told, most)
    elif told["kind"] == "extension":
        _print_extension(told)
    else:
        _print_game(told, most)
    _print_notes(told["notes"])


def _print_game(told: Mapping[str, Any], most: int | None) -> None:
    moment = f"step {told['step']} of {told['steps']}" if told["kind"] == "log" else ""
    turns = "; ".join(" ".join(entry["values"].values()) for entry in told["turn"])
    seats = ", ".join(f"{seat_called(seat)} ({seat['side'] or 'no side'})" for seat in told["seats"])
    by_map = Tally(piece["map"] or "(off all maps)" for piece in told["pieces"])
    print_facts(
        (
            ("file", f"{told['file']} ({told['kind']}, {told['format']})"),
            ("module", f"{told['module']} {told['module_version']}".strip()),
            ("moment", moment),
            ("turn", turns),
            ("players", seats),
            ("counters", ", ".join(f"{count} on {name}" for name, count in by_map.items())),
        )
    )
    _print_some(("where", "counters, from the top", "map", "zone"), list(piece_rows(told["pieces"])), most)


def _print_extension(told: Mapping[str, Any]) -> None:
    print_facts(
        (
            ("file", f"{told['file']} (extension, {told['format']})"),
            ("belongs to", f"{told['module']} {told['module_version']}".strip()),
            ("version", told["version"]),
            ("says", told["description"]),
            ("adds", ", ".join(f"{count} {word}" for word, count in told["adds"].items())),
        )
    )


def _print_module(told: Mapping[str, Any], most: int | None) -> None:
    print_facts(
        (
            ("file", f"{told['file']} ({told['kind']}, {told['format']})"),
            ("module", f"{told['module']} {told['module_version']}".strip()),
            ("sides", ", ".join(told["sides"])),
            ("set-ups", ", ".join(setup["name"] for setup in told["setups"])),
            ("counters", f"{len(told['slots'])} in the box"),
        )
    )
    print_table(("map", "kind", "board", "pixels", "grid"), _boards(told))
    _print_some(
        ("slot", "counter", "lies in"), [(s["slot"], s["name"], " › ".join(s["path"])) for s in told["slots"]], most
    )


def _boards(told: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for each in told["maps"]:
        for board in each["boards"] or ({"name": "", "size": (), "grid": ""},):
            yield each["name"], each["kind"], board["name"], " × ".join(map(str, board["size"])), board["grid"]


def _print_some(columns: tuple[str, ...], rows: Sequence[tuple[object, ...]], most: int | None) -> None:
    shown = rows if most is None else rows[:most]
    if shown:
        print_table(columns, shown)
    if len(shown) < len(rows):
        say(f"… and {len(rows) - len(shown)} more lines; --all or --json lists them.")


def print_unread(told: Mapping[str, Any]) -> None:
    """What was not understood, worst first."""
    if not told["unread"]:
        say("nothing was left unread")
        return
    rows = [(each["count"], each["kind"], each["text"], _place(each)) for each in told["unread"]]
    print_table(("times", "what", "not understood", "first in"), rows)


def _place(each: Mapping[str, Any]) -> str:
    named = "!".join(part for part in (each["file"], each["entry"]) if part)
    return f"{named} @ {each['offset']}" if each["offset"] is not None else named


def _print_notes(notes: list[dict[str, Any]]) -> None:
    for note in notes[:MOST_NOTES]:
        say(f"note ({note['kind']}): {note['text']}")
    if len(notes) > MOST_NOTES:
        say(f"… and {len(notes) - MOST_NOTES} more notes; --json lists them.")
