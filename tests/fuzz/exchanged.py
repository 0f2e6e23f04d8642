"""What goes from hand to hand beside games and rules: maps of other editors, packs that somebody shared, answers, lines of chat,
earlier audits, books, and the store of a batch."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import orjson
from PIL import Image

from adjudicator.audit.against import changed_since, compared, read_earlier
from adjudicator.audit.record import Audit
from adjudicator.batch.store import Store
from adjudicator.batch.tally import totals
from adjudicator.batch.task import GameTask, give_up, kept_before
from adjudicator.batch.unit import Bounds, GameUnit, StepsWanted
from adjudicator.editing import journal
from adjudicator.editing import record as decisions
from adjudicator.editing.brought import Takes
from adjudicator.editing.importing import numbers_in, read_map
from adjudicator.editing.sheet import Texts
from adjudicator.exporters.pictures import decoded, kind_of
from adjudicator.game import shared_packs
from adjudicator.game.cases import try_cases
from adjudicator.game.interview.answer import read_answer
from adjudicator.game.interview.door import read_answers
from adjudicator.game.interview.facts import Facts
from adjudicator.game.interview.question import question
from adjudicator.identify import Identifier
from adjudicator.importers.vassal.images import measure
from adjudicator.importers.vassal.metadata import read_metadata
from adjudicator.judge import adjudicate
from adjudicator.model.events import Say, Step
from adjudicator.model.hexes import Hex
from adjudicator.model.theatre import Theatre
from adjudicator.packs.fire_in_the_east.printed_order import read
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.packs.sharing import INSIDE, MANIFEST
from adjudicator.play.session import play_log
from tests.adjudicator.audit.sample_games import SAMPLES, box_of, log_of, rules, whole
from tests.cases import OWN_PACKS
from tests.fuzz.harness import Harness, filed, put, workshop

# Maps of other editors


@cache
def _valley() -> tuple[dict[str, Hex], Takes]:
    """Where the sample theatre's hexes lie, and the words that it uses."""
    theatre: Theatre = load_theatre_for(load_pack("two_rivers"), "valley")
    hexes, sides = theatre.hexes.values(), theatre.hexsides.values()
    takes = {
        "terrains": frozenset(each.terrain for each in hexes),
        "features": frozenset(feature for side in sides for feature in side),
        "tags": frozenset(tag for each in hexes for tag in each.tags),
        "kinds": frozenset(kind for place in theatre.places for kind in place.kinds),
    }
    return {number: entry.at for number, entry in theatre.by_number.items()}, takes


def _map(path: Path) -> None:
    read_map(path, *_valley())
    numbers_in(path)


def _traced(data: bytes) -> None:
    """A map from elsewhere: GeoJSON if it begins with a brace, a table if not."""
    _map(put("map.geojson" if data.lstrip().startswith(b"{") else "map.csv", data))


def _maps() -> Iterator[bytes]:
    yield b"number,terrain,tags\n0101,clear,\n0805,woods,\n"
    yield b"number,terrain,hexsides\n0101,clear,0102: river; 0201: road\n"
    yield b"hexside,features\n0101-0102,river road\n"
    yield (
        b'{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"hex","number":"0805",'
        b'"terrain":"woods"},"geometry":{"type":"Point","coordinates":[1,2]}},{"properties":{"kind":"hexside",'
        b'"between":["0101","0102"],"features":["river"]}},{"properties":{"kind":"place","name":"A","number":"0101"}}]}'
    )


def _tiled() -> Iterator[bytes]:
    kind = {"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd"}
    tiles = [{"firstgid": 1, "tiles": [{"id": 0, "type": "clear"}, {"id": 1, "image": "woods.png"}]}]
    rows = {"type": "tilelayer", "name": "ground", "width": 2, "height": 2}
    side = {"properties": [{"name": "between", "value": "0101-0102"}, {"name": "features", "value": "river"}]}
    place = {"name": "A", "class": "place", "properties": [{"name": "number", "value": "0101"}]}
    drawn = {"type": "objectgroup", "objects": [side, place, {"class": "hex", "name": "0101"}]}
    for data in ({"data": [1, 2, 2, 0]}, {"data": "eJxjZGBgYIJiEAAAAEgABg==", "compression": "zlib"}):
        layers = [{**rows, **data}, {"type": "group", "layers": [drawn]}]
        yield json.dumps({**kind, "tilesets": tiles, "layers": layers}).encode()


def _hexwright() -> Iterator[bytes]:
    yield (
        b'{"terrain":{"0101":"clear","0102":"woods"},"hexsides":{"rivers":[{"a":"0101","b":"0102"}]},'
        b'"features":[{"code":"0101","name":"A","type":"city","attrs":{"x":1}}],"names":{"0102":"B"},"elevation":{}}'
    )


# Packs that somebody shared


@cache
def _shared() -> dict[str, bytes]:
    """The entries of a small pack's archive."""
    path = workshop() / "shared.zip"
    shared_packs.publish(OWN_PACKS / "high_ground", "MIT", path)
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _added(data: bytes) -> None:
    """An archive whose manifest, or whose bytes, somebody wrote; the first byte says which."""
    if not data:
        return
    path = workshop() / "given.zip"
    if data[0] % 2:
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in (_shared() | {MANIFEST: data[1:]}).items():
                archive.writestr(name, content)
    else:
        path.write_bytes(data[1:])
    home = workshop() / "home"
    shutil.rmtree(home, ignore_errors=True)
    with patch.dict(os.environ, {"ADJUDICATOR_HOME": str(home)}):
        shared_packs.add(path)


def _archives() -> Iterator[bytes]:
    _shared()
    yield b"\0" + (workshop() / "shared.zip").read_bytes()
    yield b"\1" + _shared()[MANIFEST]


# What people type, and what they say


def _answers(path: Path) -> None:
    """A file of answers, each understood by what the sample game has."""
    facts = _facts()
    for name, told in read_answers(path).items():
        read_answer(question(name), told, facts)


ANSWERS = b"""
[turn]
article = "2.1"
sides = ["fr", "au"]
steps = ["supply", "movement", "combat"]

[length]
last = 12

[stacking]
article = "3.1"
most = 3
when = "end of phases"
terrain = [["marsh", 2]]

[zoc_exempt]
no = true
"""


@cache
def _facts() -> Facts:
    pack = load_pack("two_rivers")
    return Facts(pack, load_theatre_for(pack, "valley"))


def _said(data: bytes) -> None:
    """Lines of chat in a game whose players tell battles, missions and phases there; what they tell is judged."""
    sample = SAMPLES[1]
    log = log_of(sample)
    lines = data.decode("utf-8", "replace").splitlines()
    steps = tuple(Step(number, (Say(line, "Axis"),)) for number, line in enumerate(lines, 1))
    adjudicate(play_log(replace(log, steps=steps), Identifier(log.start, box_of(sample), *rules(sample))))


def _chat() -> Iterator[bytes]:
    """What is said in the sample game."""
    said = [each.text for step in log_of(SAMPLES[1]).steps for each in step.events if isinstance(each, Say)]
    yield "\n".join(said[:12]).encode()
    yield b"dogfight 2215: I-16, I-16 against Ju 87; die 4, result DA\nairfields 2215 by Ju 87, Ju 87: die 3, hits 3"


CASE = b"""[[case]]
id = "1"
title = "two"
given = ["turn 2, French movement", "0805: fr.1inf"]
moves = ["fr.1inf: 0805-0806"]

[[case]]
id = "2"
title = "three"
given = ["turn 2, French movement", "0805: fr.1inf"]
supply = { "fr.1inf" = "full" }
zones = { "0806" = [] }
"""
BOOK = b"""INITIAL FORCES
99th Army. Within 4 hexes of the border from 1B/2020 to 1B/2420.
2\xc3\x975-6 Infantry XX 901, 902
Jul I 41:
German:
3\xc3\x977-6 Infantry XX 903, 904
Withdraw:
1\xc3\x975-6 Infantry XX 901
ABBREVIATIONS
"""


def _book(data: bytes) -> None:
    """A book's order of battle."""
    found = read(data.decode("utf-8", "replace"))
    found.units_toml()
    found.order_toml()


def _picture(data: bytes) -> None:
    """A picture out of a module, or what the module says of itself."""
    if data[:1] == b"<" and b"svg" not in data:
        read_metadata(data)
    measure(data)
    if kind_of(data):
        decoded(data, 0.5)


def _pictures() -> Iterator[bytes]:
    image = Image.new("P", (9, 7))
    for kind in ("PNG", "GIF", "JPEG", "BMP", "TIFF", "WEBP"):
        made = io.BytesIO()
        image.convert("RGB").save(made, kind)
        yield made.getvalue()
    yield b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7" viewBox="0 0 9 7"><path d="M0 0L9 7"/></svg>'
    yield b'<?xml version="1.0"?><data version="1"><version>1.0</version><name>A</name><dateSaved>1</dateSaved></data>'


# What this program kept


@cache
def _audit() -> Audit:
    return whole(SAMPLES[0])


def _compared(path: Path) -> None:
    earlier = read_earlier(path, _audit().viewer)
    compared(_audit(), earlier, path.name)
    list(changed_since(_audit(), earlier))


def _audits() -> Iterator[bytes]:
    found = orjson.loads(orjson.dumps(_audit(), default=str))
    kept = {name: found[name][:3] if isinstance(found[name], list) else found[name] for name in found}
    yield json.dumps({**kept, "viewer": _audit().viewer, "format": found["format"]}).encode()


TEXTS = Texts("0101 clear\n", "", "")


def _decisions(data: bytes) -> None:
    """What the tracer keeps beside a theatre: a record of decisions, and the journal of strokes."""
    text = data.decode("utf-8", "replace")
    decisions.read_record(text)
    journal.replayed(text, TEXTS)


def _notes() -> Iterator[bytes]:
    yield b'{"about":"","checked":{"0101":"yes"},"refused":{"0101-0102":["river"]}}'
    yield (
        b'{"theatre":"","hexes":"0101 clear\\n","hexsides":"","record":""}\n'
        b'{"stroke":"a","changes":{"terrain:0101":"woods"}}\n{"step":"undo"}\n'
    )


TASK = GameTask(GameUnit("game", "."), StepsWanted(), Bounds(), "", "program")


@cache
def _row() -> bytes:
    """The row of a game that was not judged."""
    store = workshop() / "store"
    task = replace(TASK, store=str(store))
    give_up(task, "a reason")
    return next(store.glob("units/*/*.parquet")).read_bytes()


def _store(data: bytes) -> None:
    """A row of a batch's store, or what says where a content lies; the first byte says which."""
    _row()
    task = replace(TASK, store=str(workshop() / "store"))
    store = Store(task.store)
    if data[:1] == b"\0":
        (workshop() / "store" / "content" / "ke").mkdir(parents=True, exist_ok=True)
        put("store/content/ke/key", data[1:])
        store.place_of("key")
        return
    path = next((workshop() / "store").glob("units/*/*.parquet"))
    path.write_bytes(data[1:])
    kept_before(task, stamped=False)
    store.row(task.unit.place)
    totals(task.store, lambda *_: None)


EXCHANGED: dict[str, Harness] = {
    "map from elsewhere": Harness(_traced, _maps, ('"', ",", "{", "coordinates", "\n")),
    "tiled map": Harness(
        filed("map.tmj", _map), _tiled, ('"', "layers", "data", "zlib", "objects", "between", "anchor")
    ),
    "hexwright map": Harness(
        filed("map.json", _map), _hexwright, ('"', "terrain", "hexsides", "rivers", "names", '"a"')
    ),
    "shared pack": Harness(_added, _archives, ("PK\x03\x04", INSIDE, MANIFEST, "sha256", "bytes", '"')),
    "answers": Harness(
        filed("answers.toml", _answers),
        lambda: [ANSWERS],
        ("[", "]", " = ", '"', "no = true"),
    ),
    "chat": Harness(_said, _chat, ("attack ", "overrun ", "phase", " flies ", " against ", "; die ", "dogfight ")),
    "cases": Harness(
        filed("cases.toml", lambda path: try_cases("two_rivers", path)),
        lambda: [CASE],
        ("[[case]]", "given", "moves", '"'),
    ),
    "book": Harness(_book, lambda: [BOOK], (":\n", "×", "XX", "Army", "Withdraw", ", ")),
    "earlier audit": Harness(filed("audit.json", _compared), _audits, ('"', "findings", "steps", "files", "null")),
    "tracer's notes": Harness(_decisions, _notes, ('"', "stroke", "changes", "step", "undo", "[", "{")),
    "picture": Harness(_picture, _pictures, ("IHDR", "GIF89a", "\xff\xd8", "<svg", "viewBox")),
    "batch store": Harness(_store, lambda: [b"\1" + _row(), b"\0" + b"place"], ("PAR1", "adjudicator", "outcome")),
}
