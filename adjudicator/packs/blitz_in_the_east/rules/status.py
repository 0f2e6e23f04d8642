"""What units may do in their state: 0 and 1.3 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.supply.line_terms import RuledSeas, Spots
from adjudicator.checks.articles import Chapter, has_figures
from adjudicator.findings import Finding
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import Acting, ActKinds
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.words import deed, listed, word

CHAPTER = Chapter(unseen="may excuse nearby")

RULED = RuledSeas(Spots(kinds=frozenset({"major_port"})))
"""1.3.1: supply goes over a sea of whose major ports the side holds more than half."""
has_figures(__name__, "blitz_in_the_east", RULED)
OWN = When(phasing="own")
REORGANIZING = Acting(kinds=ActKinds({"unmark"}), when=OWN, marks=frozenset({"disorganized"}))
REPLENISHING = Acting(kinds=ActKinds({"flip"}), when=OWN, faces=frozenset({1}))
UPGRADING = Acting(kinds=ActKinds({"remove", "transfer"}), who=Selector(any_tags=frozenset({"cadre"})), when=OWN)
MOVING, ADVANCING = Acting(kinds=ActKinds({"move"})), Acting(kinds=ActKinds({"advance"}))


@CHAPTER.article(
    "Air units are organized",
    "0.status.c",
    area="special",
    unseen="cannot excuse",
    met=lambda position: (
        any(marker.type.kind == "disorganized" for marker in position.markers.values())
        and any(unit.type.kind == "air" for unit in position.units.values())
    ),
)
def air_units_organized(position: Position) -> Iterator[Finding]:
    """Air units are never disorganized.

    Legal:    turn 2, Axis expenditure; 0505: de.air, de.6inf+disorganized
    Illegal:  turn 2, Axis expenditure; 0505: de.air+disorganized
    """
    for name, unit in sorted(position.units.items()):
        if unit.type.kind == "air" and "disorganized" in unit.marks:
            because = say("{unit} bears {markers}, which such units never do", unit, listed([word("disorganized")]))
            yield Finding((unit.hex,) if unit.hex else (), because, (name,))


def _out_of_supply(act: Act, acts: Acting) -> Iterator[Finding]:
    for doing in acts.doings(act, ground_at(act.before)):
        if doing.unit.has("out_of_supply"):
            because = say("{unit} {does}: {why}", doing.unit, deed(act.kind), say("it is out of supply"))
            yield Finding((doing.at,) if doing.at else (), because, (doing.unit.id,), doing.meant)


@CHAPTER.article(
    "No recovery out of supply", "1.3.f", when=("spending",), area="supply", acts=("unmark",), met=REORGANIZING.comes_up
)
def no_reorganizing(act: Act) -> Iterator[Finding]:
    """Who is out of supply is not reorganized.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0405: de.1pz+disorganized; unmark de.1pz+disorganized
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0405: de.1pz+disorganized+oos; unmark de.1pz+disorganized
    """
    yield from _out_of_supply(act, REORGANIZING)


@CHAPTER.article(
    "No strength out of supply", "1.3.f2", when=("spending",), area="supply", acts=("flip",), met=REPLENISHING.comes_up
)
def no_replenishing(act: Act) -> Iterator[Finding]:
    """Who is out of supply is not replenished.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0405: de.1pz/2; flip de.1pz/1
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0405: de.1pz/2+oos; flip de.1pz/1
    """
    yield from _out_of_supply(act, REPLENISHING)


@CHAPTER.article(
    "No upgrade out of supply",
    "1.3.f3",
    when=("spending",),
    area="supply",
    acts=("remove", "transfer"),
    met=UPGRADING.comes_up,
)
def no_upgrading(act: Act) -> Iterator[Finding]:
    """Who is out of supply is not upgraded.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0307: hu.cav/2; [upgrades]: hu.2inf; hu.cav 0307>[destroyed]; hu.2inf [upgrades]>0307
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0307: hu.cav/2+oos; [upgrades]: hu.2inf; hu.cav 0307>[destroyed]; hu.2inf [upgrades]>0307
    """
    yield from _out_of_supply(act, UPGRADING)


@CHAPTER.article(
    "No blitz out of supply", "1.3.m2", when=("blitz",), area="combat", acts=("move",), met=MOVING.comes_up
)
def no_blitz(act: Act) -> Iterator[Finding]:
    """Who is out of supply does not move in the Blitz Phase.

    Legal:    turn 2, Axis blitz; weather clear; chit bought; 0405: de.1pz; de.1pz 0405-0404
    Illegal:  turn 2, Axis blitz; weather clear; chit bought; 0405: de.1pz+oos; de.1pz 0405-0404
    """
    yield from _out_of_supply(act, MOVING)


@CHAPTER.article(
    "No advance out of supply",
    "1.3.l",
    when=("attrition",),
    area="attrition",
    acts=("advance",),
    met=ADVANCING.comes_up,
)
def no_advance(act: Act) -> Iterator[Finding]:
    """Who is out of supply does not advance in the attrition phase.

    Legal:    turn 2, Axis attrition; weather clear; 0606: de.11inf; advance de.11inf 0606-0605
    Illegal:  turn 2, Axis attrition; weather clear; 0606: de.11inf+oos; advance de.11inf 0606-0605
    """
    yield from _out_of_supply(act, ADVANCING)
