"""What a counter's name says of it: kind of unit, size, nation and ratings."""

from __future__ import annotations

import re

from adjudicator.exporters.liveries import LIVERIES, NATION_WORDS, livery
from adjudicator.exporters.symbols import CounterSpec

_KIND_WORDS = (
    ("self-propelled artillery", r"\bsp(?:a|g)?\b.*\bart|assault gun|\bstug\b|\bsu-?\d+"),
    ("rocket artillery", r"rocket|werfer|katyusha"),
    ("anti-tank", r"anti-?tank|\bat\b|\bpzj|panzerj[aä]ger"),
    ("anti-aircraft", r"anti-?air\w*|\baa\b|flak"),
    ("reconnaissance", r"recon|\brecce\b|aufkl"),
    ("mechanized", r"mech|panzer-?gren|\bpzg|\bpg\b"),
    ("motorcycle", r"motorcycle|krad"),
    ("motorized", r"\bmot(?:or|\b)|motori[sz]ed"),
    ("mountain", r"mountain|\bmtn?\b|gebirg|alpin|j[aä]ger"),
    ("airborne", r"airborne|para|\babn\b|fallschirm|glider"),
    ("marine", r"marine|naval inf"),
    ("armour", r"armou?r|tank|panzer|\bpz\b"),
    ("cavalry", r"cav|dragoon|hussar|lancer|cuirass|cossack|uhlan|chasseurs? à cheval"),
    ("railway", r"rail"),
    ("train", r"train|wagon|truck|transport"),
    ("artillery", r"art(?:iller|\b|y\b)|\bgun|howitzer|battery|cannon"),
    ("engineer", r"engin|pioneer|pionier|sapper|\beng\b"),
    ("supply", r"supply|depot|dump"),
    ("headquarters", r"\bhq\b|headquarter|\bstaff\b"),
    ("leader", r"leader|general\b|marshal|commander"),
    ("fortress", r"fort|bunker|entrench"),
    ("security", r"security|police|nkvd|garrison"),
    ("air", r"bomber|fighter|air(?:craft| wing| unit)|stuka|squadron"),
    ("naval", r"ship|fleet|naval|cruiser|flotilla"),
    ("infantry", r"inf|rifle|militia|grenad|fusilier|guard|shock|volks|foot|schützen|line\b"),
)
_SIZE_WORDS = (
    ("XXXXX", r"army group|\bfront\b"),
    ("XXXX", r"\barmy\b|\barmee\b"),
    ("XXX", r"corps\b|korps"),
    ("XX", r"\bdiv(?:ision|\b)"),
    ("X", r"brig|\bbde?\b"),
    ("III", r"regiment|\brgt\b|\bregt?\b"),
    ("II", r"battalion|\bb(?:attalio)?n\b"),
    ("I", r"company|\bcoy?\b|battery|squadron"),
)


def kind_in(name: str) -> str:
    """The unit kind that a counter's name speaks of, "generic" if none."""
    lower = name.lower()
    return next((kind for kind, words in _KIND_WORDS if re.search(words, lower)), "generic")


def size_in(name: str) -> str:
    """The size mark that a counter's name speaks of, "" if none."""
    found = re.search(r"(?<![A-Za-z])(X{1,5}|I{2,3})(?![A-Za-z])", name)
    if found:
        return found[1]
    lower = name.lower()
    return next((mark for mark, words in _SIZE_WORDS if re.search(words, lower)), "")


def spec_in(name: str, side: str = "") -> CounterSpec:
    """A counter made of no more than its name, read as far as it goes: kind, size, nation and ratings."""
    ratings = re.search(r"(?<![\w-])\(?(\d{1,2})\)?-(\(?\d{1,2}\)?)(?:-(\d{1,2}))?(?![\w-])", name)
    nation = side or next((word for word in re.findall(r"[A-Za-z]+", name) if _is_nation(word)), "")
    return CounterSpec(
        kind=kind_in(name),
        size=size_in(name),
        livery=livery(nation),
        ratings=tuple(part for part in ratings.groups() if part) if ratings else (),
        name=name if ratings is None else "",
        left=_designation(name) if ratings else "",
    )


def _is_nation(word: str) -> bool:
    lower = word.lower()
    return lower in LIVERIES or lower in NATION_WORDS


def _designation(name: str) -> str:
    """The number a formation goes by: the first in its name that is no rating."""
    found = re.match(r"\s*(\d+(?:/\d+)?)(?![-\d])", name)
    return found[1] if found else ""
