"""What the engine says of whole modules: maps, boards, decks, prototypes, properties, every slot expanded.

The engine answers with its own way of writing: it adds the fields of its version and gives named keys other numbers. So
traits are compared by kind and stored state; what a module prints of its pieces' types is compared field by field where
the file has the field and the engine does not rewrite it.
"""

from __future__ import annotations

import re

import pytest

from adjudicator.importers.vassal.wire import chains, traits
from tests.helpers import needs_shared, oracle
from tests.importers.vassal.boxes import real_module
from tests.importers.vassal.test_oracle_grid import MODULES, SIZE_UNKNOWN

pytestmark = needs_shared

ALL = {**MODULES, "module-template": "module-template/vassal-module-template.vmod"}
UPGRADED = {"nonRect;": "nonRect2;"}
# Fields the engine rewrites: key strokes and lists of them, texts that hold some, and old forms brought up to date.
KEYS = re.compile(r"\d+(?:\\*,\d+)?(?:\\*,[\w ().+/-]+)?")
OLD_FORMS = {"nonRect;", "immob;", "hide;", "propertysheet;", "pivot;", "return;", "placemark;", "replace;", "button;"}


@pytest.mark.parametrize("name", ALL)
def test_maps_boards_decks_and_stacking_are_the_engines(name):
    module, said = real_module(ALL[name]), oracle(f"{name}.module.json")
    assert module.name == said["name"]
    assert module.version == said["version"]
    assert [(found.name, found.id) for found in module.maps] == [
        (each["identifier"], each["id"]) for each in said["maps"]
    ]
    for found, each in zip(module.maps, said["maps"], strict=True):
        assert list(found.edge) == each["edge"]
        boards = each["possibleBoards"]
        assert [(board.name, board.image or None) for board in found.boards] == [
            (b["name"], b["image"]) for b in boards
        ]
        for board, theirs in zip(found.boards, boards, strict=True):
            assert list(board.size) == theirs["bounds"][2:] or (found.name, board.name) in SIZE_UNKNOWN
            assert str(board.reversible).lower() == theirs["attrs"]["reversible"]
        decks = [(pile["name"], pile["attrs"]["owningBoard"], pile["x"], pile["y"]) for pile in each["drawPiles"]]
        assert [(deck.name, deck.board or None, deck.x, deck.y) for deck in found.decks] == decks
        metrics = each["stackMetrics"]
        if metrics is not None:
            assert found.stacking.enabled == (metrics["disabled"] != "true")
            assert found.stacking.offset == (int(metrics["unexSepX"]), int(metrics["unexSepY"]))
            assert found.stacking.expanded == (int(metrics["exSepX"]), int(metrics["exSepY"]))


@pytest.mark.parametrize("name", ALL)
def test_prototypes_and_properties_are_the_engines(name):
    module, said = real_module(ALL[name]), oracle(f"{name}.module.json")
    assert set(module.carried["vassal"].prototypes.texts) == {each["name"] for each in said["prototypes"]}
    # The engine's list gives zones' properties under their bare name, so the last zone's value stands for all.
    ours = {f"{owner}|{key}" if ":" not in owner else key: value for (owner, key), value in module.properties.items()}
    assert ours == (said["globals"] or {})
    menus = [each for each in said["setups"] if each["isMenu"] == "true"]
    assert len(module.setups) == len(said["setups"]) - len(menus)


@pytest.mark.parametrize("name", ALL)
def test_every_slot_expands_to_the_engines_traits(name):
    module, said = real_module(ALL[name]), oracle(f"{name}.module.json")["slots"]
    assert len(module.slots) == len(said)
    for index, theirs in enumerate(said):
        place = module.slots.places[index]
        assert (place.component.get("gpid"), place.component.kind) == (theirs["gpid"], theirs["class"])
        assert place.component.get("entryName") == (theirs["entryName"] or "")
        if theirs["definition"] is None:
            # The harness asked for a piece before its module's own classes were there, and got none.
            assert name == "programming-sample"
            continue
        assert _differences(module.slots.chain(index), theirs) == []


def _differences(ours, theirs):
    """What sets our traits apart from the engine's, but for its own way of writing them."""
    engine = chains.split_chain(theirs["type"], theirs["state"])
    kinds = [UPGRADED.get(chains.prefix_of(kind), chains.prefix_of(kind)) for kind, _ in ours]
    if kinds != [chains.prefix_of(kind) for kind, _ in engine]:
        return [(kinds, engine)]
    pairs = zip(ours, engine, strict=True)
    return [(our, their) for our, their in pairs if not (_same_state(our, their) and _same_type(our[0], their[0]))]


def _same_state(our, their):
    mine, engines = traits.decode(*our), traits.decode(*their)
    if our[1] == their[1]:
        return True
    if mine.prefix == "emb2;":
        # A layer that follows a property shows that property's value, not what is stored; old ones store keys as well.
        return mine.flag("follow") or mine.stored[0] == engines.stored[0]
    if mine.prefix == "piece;":
        # Drawing the palette gave the engine's pieces positions.
        return mine.text("gpid") == engines.text("gpid")
    return mine.prefix in ("footprint;", "obs;") and engines.stored[: len(mine.stored)] == mine.stored


def _same_type(our, their):
    if our == their or chains.prefix_of(our) in OLD_FORMS:
        return True
    mine, engines = traits.decode(our), traits.decode(their)
    pairs = zip(mine.tokens, engines.tokens, strict=False)
    return len(engines.tokens) >= len(mine.tokens) and all(_same_field(a, b) for a, b in pairs)


def _same_field(ours, theirs):
    # A target (`COUNTER|…`) has got two more parts since.
    return ours in ("", theirs) or KEYS.sub("#", ours).rstrip("|") == KEYS.sub("#", theirs).rstrip("|")
