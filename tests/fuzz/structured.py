"""Ways to spoil an input that know how it is built: inside its zip, its disguise, its JSON, its tables and its fields."""

from __future__ import annotations

import io
import json
import random
import re
import struct
import zipfile
from typing import Any

from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.importers.vassal.wire.obfuscation import Disguise
from tests.importers.mutations import spoilt_once

HUGE = (
    "9" * 5000,
    "-" + "9" * 400,
    "1e308",
    "-1e309",
    "NaN",
    "Infinity",
    "2147483648",
    "-2147483649",
    "9223372036854775808",
)
ODD = (
    "",
    "0",
    "-1",
    "1",
    "null",
    "true",
    "٣",
    "²",
    "½",
    "\u202e",
    "\x00",
    "\udcff",
    "A" * 3000,
    "x;y",
    "a/b",
    "\\",
    "{",
    "'",
)
_TOKEN = re.compile(r"[^\s;,/\\|:=<>\"'\[\]{}()\t\x1b]+")
_FIELD = re.compile(r"[;,/\t\x1b|:]")
_WORTH = (".png", ".jpg", ".gif", ".jpeg")
Json = Any


def changed(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """The input with one to four things wrong, as deep in it as its build lets one reach."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        data = _once(data, others, dice)
    return data


def _once(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    way = dice.random()
    if way < 0.05:
        return _spliced(data, dice.choice(others), dice)
    if way < 0.15:
        return spoilt_once(data, dice)
    if data.startswith(b"PK"):
        return _zip(data, others, dice)
    disguise = obfuscation.disguise_of(data)
    if disguise is not Disguise.PLAIN and way < 0.9:
        return _disguised(data, others, dice)
    if data.lstrip()[:1] in (b"{", b"[") and way < 0.8:
        return _json(data, dice)
    return _text(data, dice) if b"\x00" not in data else spoilt_once(data, dice)


def _spliced(data: bytes, other: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data) + 1)] + other[dice.randrange(len(other) + 1) :]


def _zip(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """One entry spoilt and packed again, left out, doubled or renamed; or the zip's own tables spoilt."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [(each.filename, archive.read(each)) for each in archive.infolist()]
    except Exception:  # noqa: BLE001 - it is no zip any more
        return spoilt_once(data, dice)
    if not entries:
        return data
    worth = [at for at, (name, _) in enumerate(entries) if not name.endswith(_WORTH)] or [0]
    at = dice.choice(worth)
    name, content = entries[at]
    way = dice.random()
    if way < 0.75:
        entries[at] = (name, _once(content, others, dice))
    elif way < 0.8:
        entries.pop(at)
    elif way < 0.85:
        entries.append((name, dice.choice(entries)[1]))
    elif way < 0.9:
        entries[at] = (
            dice.choice(("", "../x", "/x", "a\\b", "x" * 300, "savedGame", "buildFile", "moduledata")),
            content,
        )
    made = _zipped(entries, dice)
    return made if way < 0.9 else _zip_tables(made, dice)


def _zipped(entries: list[tuple[str, bytes]], dice: random.Random) -> bytes:
    out = io.BytesIO()
    packing = dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, content in entries:
            about = zipfile.ZipInfo(name or "x")
            about.compress_type = packing
            about.filename = name
            archive.writestr(about, content)
    return out.getvalue()


def _zip_tables(data: bytes, dice: random.Random) -> bytes:
    """A number of the zip's directory, or of a local header, made another; sometimes with a ZIP64 field of absurd size."""
    spoilt = bytearray(data)
    found = [match.start() for match in re.finditer(rb"PK\x01\x02|PK\x03\x04|PK\x05\x06", data)]
    at = dice.choice(found)
    offset, width = dice.choice(
        ((6, 2), (8, 2), (10, 2), (14, 4), (16, 4), (18, 4), (20, 4), (24, 4), (28, 2), (30, 2), (42, 4))
    )
    value = dice.choice((0, 1, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, 12, 14, 99, dice.getrandbits(32)))
    spoilt[at + offset : at + offset + width] = (value & ((1 << 8 * width) - 1)).to_bytes(width, "little")
    if dice.random() < 0.3 and b"PK\x01\x02" in data:
        return _zip64(bytes(spoilt), dice)
    return bytes(spoilt)


def _zip64(data: bytes, dice: random.Random) -> bytes:
    at = data.rindex(b"PK\x01\x02")
    extra = struct.pack("<HHQQQ", 1, 24, *(dice.choice((0, 1 << 40, (1 << 63) + 5, (1 << 64) - 1)) for _ in range(3)))
    name_length = int.from_bytes(data[at + 28 : at + 30], "little")
    made = bytearray(data)
    made[at + 30 : at + 32] = len(extra).to_bytes(2, "little")
    made[at + 20 : at + 28] = b"\xff" * 8
    made[at + 42 : at + 46] = b"\xff" * 4
    made[at + 46 + name_length : at + 46 + name_length] = extra
    return bytes(made)


def _disguised(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """A save's text spoilt, under any of the disguises."""
    try:
        text = obfuscation.reveal(data).encode("utf-8", "surrogateescape")
    except Exception:  # noqa: BLE001 - it is none any more
        return spoilt_once(data, dice)
    worn = dice.choice((Disguise.HEX, Disguise.HEX, Disguise.PACKED, Disguise.RAW))
    return obfuscation.obfuscate(_once(text, others, dice).decode("utf-8", "ignore"), dice.randrange(256), worn)


def _text(data: bytes, dice: random.Random) -> bytes:
    """A word or number replaced, a field doubled, cut or gone, a line or command elsewhere."""
    text = data.decode("utf-8", "surrogateescape")
    way = dice.random()
    if way < 0.5:
        words = list(_TOKEN.finditer(text))
        if words:
            word = dice.choice(words)
            new = (
                dice.choice(HUGE)
                if word[0].strip("-.").isdigit() and dice.random() < 0.6
                else dice.choice((*ODD, dice.choice(words)[0]))
            )
            text = text[: word.start()] + new + text[word.end() :]
    else:
        part = (
            "\x1b"
            if "\x1b" in text and way < 0.7
            else "\n"
            if "\n" in text and way < 0.8
            else dice.choice(_FIELD.findall(text) or [";"])
        )
        fields = text.split(part)
        at = dice.randrange(len(fields))
        match dice.randrange(6):
            case 0:
                fields.pop(at)
            case 1:
                fields.insert(dice.randrange(len(fields) + 1), fields[at])
            case 2:
                fields[at] = fields[at][: dice.randrange(len(fields[at]) + 1)]
            case 3:
                fields[at:at] = [fields[at]] * dice.choice((2, 50, 400))
            case 4:
                fields[at] = dice.choice((*ODD, *HUGE))
            case _:
                other = dice.randrange(len(fields))
                fields[at], fields[other] = fields[other], fields[at]
        text = part.join(fields)
    return text.encode("utf-8", "surrogateescape" if dice.random() < 0.5 else "replace")


def _json(data: bytes, dice: random.Random) -> bytes:
    """A value of another type, size or depth somewhere in a document, or a key more, gone or misspelt."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return _text(data, dice)
    places = list(_places(document))
    if not places:
        return _text(data, dice)
    holder, key = dice.choice(places)
    way = dice.random()
    if way < 0.7:
        holder[key] = _other(holder[key], places, dice)
    elif way < 0.8:
        del holder[key]
    elif isinstance(holder, dict):
        holder[dice.choice((*ODD, "is", "id", "format"))] = holder[key]
    else:
        holder.insert(key, holder[key])
    try:
        return json.dumps(document).encode("utf-8", "surrogatepass" if dice.random() < 0.1 else "replace")
    except (ValueError, RecursionError):
        return data


def _places(value: Json) -> list[tuple[Json, Json]]:
    """Every place of a document: the list or table that holds it, and its number or key there."""
    found: list[tuple[Json, Json]] = []
    waiting = [value]
    while waiting and len(found) < 20_000:
        here = waiting.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        for key in keys:
            found.append((here, key))
            waiting.append(here[key])
    return found


def _other(value: Json, places: list[tuple[Json, Json]], dice: random.Random) -> Json:
    if isinstance(value, str) and dice.random() < 0.4:
        return _text(value.encode("utf-8", "replace"), dice).decode("utf-8", "replace")
    deep: Json = []
    for _ in range(dice.choice((10, 300, 900))):
        deep = [deep] if dice.random() < 0.5 else {"a": deep}
    holder, key = dice.choice(places)
    plain = (
        None,
        True,
        False,
        0,
        -1,
        1.5,
        2**63,
        -(2**63),
        1e308,
        int("9" * 4000),
        "",
        "x",
        [],
        {},
        [[]],
        [None],
        {"": None},
    )
    return dice.choice((*plain, *ODD, *HUGE, deep, holder[key], [value], {"a": value}))
