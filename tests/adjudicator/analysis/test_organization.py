"""Exchanges of pieces in a hex, found again from what came and what went: a made-up army of corps and divisions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.losses import steps_lost
from adjudicator.analysis.organization import (
    Reorganized,
    exchanges_for,
    homes_of,
    is_bound,
    may_hold,
    moved_before,
    reorganized,
    shuffles,
    transfers,
)
from adjudicator.analysis.organization_terms import Piece
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Face, Unit
from adjudicator.record.acts import Act, Movement, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit

MAP = Network.of(theatre(blank(4, 3)))
TABLE = """
boxes = ["change"]
[besides]
twice = ["break down a corps"]
also = { phases = ["reform"] }
before_moving = ["break down an army"]
arrivals = [
    { boxes = ["pool"], who = { kinds = ["corps", "militia"] }, when = { conditions = { season = ["winter"] } } },
    { boxes = ["pool"], who = { kinds = ["guard"] }, instead = true },
]

[[exchange]]
name = "build up"
when = { phases = ["reform"] }
out = [{ who = { kinds = ["corps"] }, count = 2, faces = [1], box = ["change"] }]
into = [{ who = { kinds = ["army"] }, faces = [1], box = ["change"] }]

[[exchange]]
name = "break down an army"
when = { phases = ["reform", "march"] }
costs = 0
out = [{ who = { kinds = ["army"] }, box = ["change"] }]
into = [{ who = { kinds = ["corps"] }, count = 2, faces = [1], box = ["change"] }]

[[exchange]]
name = "break down a corps"
when = { phases = ["march"] }
out = [{ who = { kinds = ["corps"] }, faces = [1], box = ["change"] }]
into = [{ who = { kinds = ["division"] }, count = 2, box = ["stock"] }]

[[exchange]]
name = "raise a guard"
when = { phases = ["reform"] }
out = [{ who = { kinds = ["militia"] }, count = 2, box = ["pool"] }]
into = [{ who = { kinds = ["guard"] }, box = ["pool"] }]

[[exchange]]
name = "improve"
when = { phases = ["improve"] }
out = [{ who = { kinds = ["corps"] }, box = ["change"], rank = "weakest of box" }]
into = [
    { who = { kinds = ["division"] }, box = ["stock"], rank = "strongest" },
    { who = { kinds = ["division"] }, box = ["stock"], rank = "weakest" },
]
moved = [{ who = { kinds = ["division"] }, box = ["stock"] }]

[[home]]
who = { kinds = ["corps"] }
boxes = ["change"]
[[home]]
boxes = ["pool"]
"""
RULES = pack(organization=TABLE)


def piece(text: str, number: int, attack: int = 4, faces: int = 2) -> Unit:
    """ "red corps 0101", or a box in place of the hex; so many faces, each of one step less."""
    side, kind, at = text.split()
    made = unit(f"{side} {kind} 0000", number)
    printed = tuple(Face(attack=attack, defense=3, movement=4, steps=faces - count) for count in range(faces))
    hex_ = at if at.isdigit() else ""
    return replace(made, type=made.type.model_copy(update={"faces": printed}), hex=hex_, location=at)


def start(*pieces: Unit, phase: str = "reform") -> Position:
    at = position(MAP, RULES, phase=phase)
    for each in pieces:
        at = at.with_unit(each)
    return at


def sent(at: Position, **to: str) -> list[Act]:
    """Each unit sent to a hex or a box, "" = taken away."""
    acts: list[Act] = []
    for name, where in to.items():
        before = acts[-1].after if acts else at
        own = before.units[name]
        after = before.without(name)
        if where:
            after = after.with_unit(replace(own, hex=where if where.isdigit() else "", location=where))
        acts.append(Transfer(before=before, after=after, units=(name,), way=(own.location, where)))
    return acts


def recorded(*acts: Act) -> PhaseRecord:
    return PhaseRecord(acts[0].before, acts[-1].after, acts)


def done(found: Reorganized) -> tuple[list[str], int]:
    """The exchanges, and how many transfers none of them accounts for."""
    return [each.exchange.name for each in found.done], len(found.left)


CORPS = (piece("red corps 0101", 0), piece("red corps 0101", 1))
ARMY = piece("red army change", 2)
UP = {"red0": "change", "red1": "change", "red2": "0101"}


def of(at: Position, **to: str) -> list[tuple[list[str], int]]:
    return [done(each) for each in reorganized(recorded(*sent(at, **to)))]


def test_two_corps_make_an_army() -> None:
    at = start(*CORPS, ARMY)
    assert of(at, **UP) == [(["build up"], 0)]
    (found,) = reorganized(recorded(*sent(at, **UP)))
    assert [each.id for each in found.done[0].given_up] == ["red0", "red1"]
    assert [each.id for each in found.done[0].came] == ["red2"]


def test_one_corps_makes_none() -> None:
    assert of(start(*CORPS, ARMY), red0="change", red2="0101") == [([], 2)]


def test_an_exchange_belongs_to_its_phase_and_to_a_hex() -> None:
    assert of(start(*CORPS, ARMY, phase="march"), **UP) == [([], 3)]
    apart = (CORPS[0], replace(CORPS[1], hex="0102", location="0102"))
    assert of(start(*apart, ARMY), **UP) == [([], 2), ([], 1)]


def test_a_corps_with_its_other_side_up_is_no_whole_corps() -> None:
    assert of(start(CORPS[0], replace(CORPS[1], face=1), ARMY), **UP) == [([], 3)]
    assert of(start(*CORPS, replace(ARMY, face=1)), **UP) == [([], 3)]


def test_what_goes_to_no_box_and_comes_from_none_will_do_for_any() -> None:
    assert of(start(*CORPS, ARMY), red0="", red1="change", red2="0101") == [(["build up"], 0)]
    assert of(start(*CORPS, ARMY), red0="stock", red1="change", red2="0101") == [([], 3)]


def test_other_boxes_bind_nobody() -> None:
    assert of(start(*CORPS), red0="dead") == [([], 1)]
    assert of(start(*CORPS, ARMY, piece("red corps dead", 3)), **UP, red3="0101") == [(["build up"], 1)]


def test_two_exchanges_in_one_hex() -> None:
    more = (piece("red corps 0101", 3), piece("red corps 0101", 4), piece("red army change", 5))
    twice = {**UP, "red3": "change", "red4": "change", "red5": "0101"}
    assert of(start(*CORPS, ARMY, *more), **twice) == [(["build up", "build up"], 0)]
    assert of(start(*CORPS, ARMY, *more[:2]), **dict.fromkeys(("red0", "red1", "red3"), "change"), red2="0101") == [
        ([], 4)
    ]


BROKEN = (
    piece("red army 0101", 0),
    piece("red corps change", 1),
    piece("red corps change", 2),
    piece("red division stock", 3),
    piece("red division stock", 4),
)


def test_an_army_breaks_down_into_two_corps() -> None:
    assert of(start(*BROKEN), red0="change", red1="0101", red2="0101") == [(["break down an army"], 0)]


def test_a_corps_that_broke_down_at_once_never_came_to_the_hex() -> None:
    (found,) = reorganized(recorded(*sent(start(*BROKEN), red0="change", red1="0101", red3="0101", red4="0101")))
    assert done(found) == (["break down an army", "break down a corps"], 0)
    assert [each.id for each in found.done[1].given_up] == ["red2"]


def test_a_corps_that_no_box_holds_did_not_break_down() -> None:
    without = (*BROKEN[:2], *BROKEN[3:])
    assert of(start(*without), red0="change", red1="0101", red3="0101", red4="0101") == [([], 4)]


def test_exchanges_among_boxes_that_bind_nobody_are_found_too() -> None:
    raised = (piece("red militia 0101", 0), piece("red militia 0101", 1), piece("red guard pool", 2))
    assert of(start(*raised), red0="pool", red1="pool", red2="0101") == [(["raise a guard"], 0)]
    assert of(start(*raised), red0="pool", red2="0101") == [([], 2)]
    four = (*raised, piece("red militia 0101", 3), piece("red militia 0101", 4), piece("red guard pool", 5))
    twice = {"red0": "pool", "red1": "pool", "red2": "0101", "red3": "pool", "red4": "pool", "red5": "0101"}
    assert of(start(*four), **twice) == [(["raise a guard", "raise a guard"], 0)]


def improved(strengths: tuple[int, int, int], *boxed: int, moved: int = 0) -> list[tuple[list[str], int]]:
    """A corps goes, two divisions come: their strengths, and those of the corps in the box and of a division spent."""
    corps, strong, weak = strengths
    pieces = [piece("red corps 0101", 0, corps), piece("red division stock", 1, strong)]
    pieces.append(piece("red division stock", 2, weak))
    pieces += [piece("red corps change", 10 + count, each) for count, each in enumerate(boxed)]
    to = {"red0": "change", "red1": "0101", "red2": "0101"}
    if moved:
        pieces.append(piece("red division stock", 3, moved))
        to["red3"] = "force_pool"
    return of(start(*pieces, phase="improve"), **to)


FOUND: list[tuple[list[str], int]] = [(["improve"], 0)]
NONE: list[tuple[list[str], int]] = [([], 3)]


@pytest.mark.parametrize(
    ("strengths", "boxed", "moved", "found"),
    [
        ((4, 5, 3), (), 0, FOUND),
        ((4, 3, 5), (), 0, FOUND),  # in whichever order they came
        ((4, 5, 3), (4,), 0, FOUND),
        ((4, 5, 3), (5, 4), 0, FOUND),
        ((4, 5, 3), (3, 5), 0, NONE),  # a weaker corps was in the box
        ((4, 5, 3), (5,), 0, FOUND),  # the corps that goes is weaker than the one in the box
        ((4, 5, 3), (), 3, FOUND),
        ((4, 5, 3), (), 4, FOUND),
        ((4, 5, 3), (), 2, NONE),  # what is spent was weaker than the weakest that came
    ],
)
def test_the_strongest_and_the_weakest(
    strengths: tuple[int, int, int], boxed: tuple[int, ...], moved: int, found: list[tuple[list[str], int]]
) -> None:
    assert improved(strengths, *boxed, moved=moved) == found


@pytest.mark.parametrize(
    ("origin", "to", "owed"), [("stock", "force_pool", 0), ("pool", "force_pool", 1), ("stock", "pool", 1)]
)
def test_what_an_exchange_still_wants_moved(origin: str, to: str, owed: int) -> None:
    pieces = [piece("red corps 0101", 0), *(piece("red division stock", count) for count in (1, 2))]
    at = start(*pieces, piece(f"red division {origin}", 3), phase="improve")
    (found,) = reorganized(recorded(*sent(at, red0="change", red1="0101", red2="0101", red3=to)))
    assert len(found.done[0].owed) == owed


def test_without_a_move_between_boxes_all_of_it_is_owed() -> None:
    at = start(piece("red corps 0101", 0), *(piece("red division stock", count) for count in (1, 2)), phase="improve")
    (found,) = reorganized(recorded(*sent(at, red0="change", red1="0101", red2="0101")))
    assert [each.box for each in found.done[0].owed] == [{"stock"}]


def test_what_came_and_went_back_did_not_come() -> None:
    at = start(*CORPS, ARMY, piece("red corps 0102", 3))
    assert [each.unit.id for each in transfers(recorded(*sent(at, red2="0101")))] == ["red2"]
    came = [*sent(at, red0="change")]
    came += sent(came[-1].after, red0="0101")
    assert transfers(recorded(*came)) == ()
    other = [*sent(at, red0="change")]
    other += sent(other[-1].after, red0="0102")
    assert [(each.hex, each.comes) for each in transfers(recorded(*other))] == [("0101", False), ("0102", True)]
    assert transfers(recorded(*sent(at, red3="0101"))) == ()


def test_moves_between_boxes_are_no_transfers() -> None:
    at = start(piece("red corps change", 0), piece("red corps 0101", 1))
    acts = sent(at, red0="pool", red1="change")
    assert [(each.origin, each.to) for each in shuffles(recorded(*acts))] == [("change", "pool")]
    assert [each.unit.id for each in transfers(recorded(*acts))] == ["red1"]
    assert shuffles(recorded(*sent(at, red0="change"))) == ()
    assert shuffles(recorded(*sent(at, red0=""))) == ()


SEASON = Known.open("season")


@pytest.mark.parametrize(
    ("text", "to", "season", "bound"),
    [
        ("red corps 0101", "change", "summer", YES),
        ("red corps change", "0101", "summer", YES),
        ("red corps 0101", "pool", "winter", NO),  # going there is free
        ("red corps pool", "0101", "winter", YES),
        ("red corps pool", "0101", "summer", NO),
        ("red corps pool", "0101", "", SEASON),
        ("red army pool", "0101", "winter", NO),
        ("red corps dead", "0101", "winter", NO),
    ],
)
def test_what_an_exchange_must_account_for(text: str, to: str, season: str, bound: Known) -> None:
    at = start(piece(text, 0))
    conditions = (("season", season),) if season else ()
    at = replace(at, moment=Moment(1, at.moment.phase, conditions))
    (found,) = transfers(recorded(*sent(at, red0=to)))
    assert is_bound(at, found, (found,)) == bound


@pytest.mark.parametrize(("other", "bound"), [("red militia 0101", YES), ("blue militia 0101", NO)])
def test_a_guard_comes_in_place_of_one_of_its_side(other: str, bound: Known) -> None:
    at = start(piece("red guard pool", 0), piece(other, 1))
    left, came = transfers(recorded(*sent(at, **{f"{other.split(maxsplit=1)[0]}1": "pool", "red0": "0101"})))
    assert is_bound(at, came, (left, came)) == bound
    assert is_bound(at, came, (came,)) == NO


def marched(at: Position, name: str, *way: str) -> Movement:
    return Movement(before=at, after=at.moved(name, way[-1]), units=(name,), way=way)


@pytest.mark.parametrize(("way", "found"), [(("0001", "0101"), ["red0"]), (("0101",), [])])
def test_who_moved_before_he_broke_down(way: tuple[str, ...], found: list[str]) -> None:
    army = replace(BROKEN[0], hex=way[0], location=way[0])
    march = marched(start(army, *BROKEN[1:], phase="march"), "red0", *way)
    other = marched(march.after.with_unit(piece("red corps 0001", 9)), "red9", "0001", "0002")
    record = recorded(march, other, *sent(other.after, red0="change", red1="0101", red2="0101"))
    (exchange,) = reorganized(record)[0].done
    assert [each.id for each in moved_before(record, exchange)] == found
    free = replace(exchange, exchange=exchange.exchange.model_copy(update={"name": "break down a corps"}))
    assert moved_before(record, free) == ()


def test_what_costs_nothing_hides_no_loss() -> None:
    record = recorded(*sent(start(*BROKEN), red0="change", red1="0101", red2="0101"))
    (found,) = reorganized(record)[0].done
    assert found.uncounted == 2  # two steps went, four came: the two that nobody gained
    assert steps_lost(record, ("red0",)) == 0
    (unpriced,) = reorganized(recorded(*sent(start(*CORPS, ARMY), **UP)))[0].done
    assert unpriced.uncounted == 0


def test_steps_lost_count_what_came_instead() -> None:
    at = start(piece("red corps 0101", 0, faces=3), piece("red division stock", 1), phase="combat")
    gone = sent(at, red0="")
    assert steps_lost(recorded(*gone), ("red0",)) == 3
    assert steps_lost(recorded(*gone, *sent(gone[-1].after, red1="0101")), ("red0",)) == 1
    assert steps_lost(recorded(*gone, *sent(gone[-1].after, red1="0102")), ("red0",)) == 3
    turned = at.with_unit(replace(at.units["red0"], face=1))
    flip = Movement(before=at, after=turned, units=("red0",), way=("0101",))
    assert steps_lost(recorded(flip), ("red0",)) == 1


def test_a_box_holds_what_fits() -> None:
    at = start(piece("red corps change", 0), piece("red army 0101", 1))
    box = frozenset({"change"})
    kinds = {"corps": True, "army": False}
    for kind, found in kinds.items():
        assert may_hold(at, Piece(who=Selector(kinds=frozenset({kind})), box=box)) is found
    assert not may_hold(at, Piece(who=Selector(kinds=frozenset({"corps"})), box=frozenset({"pool"})))


def test_the_first_home_that_fits_decides() -> None:
    homes = [homes_of(start(), piece(f"red {kind} 0101", 0)) for kind in ("corps", "army")]
    assert homes == [{"change"}, {"pool"}]


@pytest.mark.parametrize(
    ("text", "phase", "names"),
    [
        ("red corps 0101", "reform", ["build up", "break down a corps"]),
        ("red corps 0101", "march", ["break down a corps"]),
        ("red army 0101", "march", ["break down an army"]),
        ("red division 0101", "march", []),
    ],
)
def test_in_what_a_unit_may_be_given_up(text: str, phase: str, names: list[str]) -> None:
    at = start(phase=phase)
    assert [each.name for each in exchanges_for(at, piece(text, 0))] == names
    reduced = replace(piece(text, 0), face=1)
    assert [each.name for each in exchanges_for(at, reduced)] == [
        name for name in names if name == "break down an army"
    ]
