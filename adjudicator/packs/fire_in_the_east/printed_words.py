"""How Fire in the East prints its orders of battle: where the lists lie in the book's text, how its lines are cleaned and joined,
what its words mean, and the errata sheet. Patterns are regular expressions.
"""

from __future__ import annotations

BEGIN, END = "^INITIAL FORCES", "^ABBREVIATIONS"
BLANK = r"[-|\t ]*"
CLEAN = (
    (r"\t", " "),
    (r"^(Lend-Lease.*\*\*)\s*$", "\\1\n@next turn"),
    (r"(?<=-\d)\*|(?<=-\d\d)\*", "†"),
    (r"</?i>|\*(?=[A-Z])|(?<=[:\d])\*+|\*\*", "\n"),
    ("†", "*"),
    (r"(?<=[^\d\s,(:])(\d{1,2}×)", "\n\\1"),
    (r"(\d{2,3})(\d×)", "\\1\n\\2"),
    ("1×1-8 It AA", "1×1-8 Lt AA"),
)
"""Replacements in every line, in order; a new line parts two entries."""
JOINS = (
    (".*,", r"(?!\d{1,2}×).*"),
    (r"\w.*\. .*(the Soviet|placed|Soviet)", ".*"),
    (r"(\d{1,2})×([\dR-]+)(\*?) (.+?) (XX HQ|XX|X|III|II|I)\b ?(.*(X|II))?", r"\d+ \(\w+\)"),
    (r"\d×.*(XX,|or)", "(?!To).*"),
)
"""What is one entry over two lines: the line so far, then the next."""
UNIT = r"(?P<count>\d{1,2})×(?P<rating>[\dR-]+)(?P<mark>\*?) (?P<type>.+?) (?P<size>XX HQ|XX|X|III|II|I|Cdr)\b ?(?P<ids>.*)"
OTHER = (
    r"(\d{1,2}×)?(truck|fort|forts|river flotilla)\b.*|\d+ points? .*|\d+ resource p.*|\d{1,2}×[A-Z][^,]*( any|,).*",
    r"(BB|CA|CL|\(CA\)) .*|DD-Flot\.|8|1 repair point",
    "(Air Unit|Available Air|Remnants|Group Allow|RAF Group|Permanent Air|LW Position|Lend-Lease|Navy|Airfields).*",
    "(Position AA|Note|Stalin Line).*",
    r"(Factories|Capital|Resource Points|Railheads|Hex |Convert: two|2\) Repl|\w+ Air Force).*",
    r"\d{1,2}×[A-Z][\w./ -]*(, ?(\d{1,2}×[A-Z][\w./ -]*)?)*|87[BD].*|52, .*",
)
"""Lines that speak of something else: aircraft, ships, points, notes."""

TURNS = (
    "Jun II 41",
    *(f"{month} {half} 41" for month in ("Jul", "Aug", "Sep", "Oct", "Nov", "Dec") for half in ("I", "II")),
    *(f"{month} {half} 42" for month in ("Jan", "Feb", "Mar") for half in ("I", "II")),
)
KINDS = (
    ("flamm", "flammpanzer"),
    ("aslt gun|assault gun", "assault_gun"),
    ("aslt eng", "assault_engineer"),
    ("rr eng", "railroad_engineer"),
    ("cons", "construction_engineer"),
    ("eng", "engineer"),
    ("rr art", "railroad_artillery"),
    ("siege", "siege_artillery"),
    ("rocket", "rocket_artillery"),
    ("art", "artillery"),
    ("antitank", "antitank"),
    ("hv.* aa", "heavy_antiaircraft"),
    ("(lt|it) aa", "light_antiaircraft"),
    ("lt tank", "light_tank"),
    ("tank", "tank"),
    ("panzer|^arm", "panzer"),
    ("pzgrn", "panzergrenadier"),
    ("mech", "mechanized"),
    ("m/c", "motorcycle"),
    ("recon", "reconnaissance"),
    ("mg|machinegun", "machinegun"),
    ("mtn cav", "mountain_cavalry"),
    ("cav", "cavalry"),
    ("para-inf", "parachute_infantry"),
    ("para-cmdo", "commando"),
    ("parachute", "parachute"),
    ("air landing", "air_landing"),
    ("mountain", "mountain"),
    ("jager", "jager"),
    ("ski", "ski"),
    ("bicycle", "bicycle"),
    ("marine", "marine"),
    ("naval inf", "naval_infantry"),
    ("fortress", "fortress"),
    ("border", "border"),
    ("police", "police"),
    ("security", "security"),
    ("static", "static"),
    ("nkvd", "nkvd"),
    ("motorized|^mot", "motorized"),
    ("rifle", "rifle"),
    ("infantry", "infantry"),
)
"""Words for types, the first that is found, and the kind of unit that each means."""
SIZES = {
    "XX": "division",
    "X": "brigade",
    "III": "regiment",
    "II": "battalion",
    "I": "battery",
    "Cdr": "cadre",
    "XX HQ": "headquarters",
}
POINTS = {"division": "3", "battalion": '"1/2"', "battery": '"1/2"'}
"""Stacking points as units.toml has them; 1 for all other sizes."""
ERRATA = (
    ("18th Army", "1×1-2-8 mot Art II 110", "1×1-2-8 mot Art III 110"),
    ("9th Army", "1×3-6 Artillery III 783", "1×3-8 Artillery III 783"),
    ("10th Army", "1×4-6 Rifle XX 8", "1×3-6 Rifle XX 86"),
    ("15th Mechanized Corps", "1×10-5-8 Tank XX 10", "1×11-6-8 Tank XX 10"),
    ("9th Mechanized Corps", "1×9-5-8 Tank XX 20", "1×3-2-8 Lt Tank Cdr 20"),
    ("9th Mechanized Corps", "1×7-4-8 Tank XX 35", "1×2-1-8 Lt Tank Cdr 35"),
    ("19th Mechanized Corps", "1×8-4-8 Tank XX 40", "1×3-2-8 Lt Tank Cdr 40"),
    ("9th Army", "1×4-3-8 Cavalry XX 2", "1×3-6 Rifle XX 196"),
    ("9th Rifle Corps", "1×3-6 Rifle XX 234", "1×4-6 Rifle XX 156"),
    ("9th Rifle Corps", "", "1×4-3-8 Cavalry XX 2"),
    ("Moskva Military District", "2×4-8 Motorized XX 106, 107", ""),
    ("North Caucasus Military District", "1×4-8 Motorized XX 103", ""),
    ("North Caucasus Military District", "1×4-6 Rifle XX 156", ""),
    ("North Caucasus Military District", "2×3-6 Rifle XX 86, 196", ""),
    ("Jul II 41", "1×2-18 Lt Tank Cdr 54", "1×2-1-8 Lt Tank Cdr 54"),
    (
        "Jul II 41",
        "10×6-4-8 Tank XX 101, 102, 104, 106, 107, 108, 109, 110, 111, 112",
        "6×2-1-8 Lt Tank Cdr 102, 103, 104, 106, 109, 110",
    ),
    ("Jul II 41", "", "4×6-4-8 Tank XX 101, 107, 108, 105"),
    ("Jul II 41", "1×6-6 Rifle XX 57", ""),
    ("Jul II 41", "3×5-6 Rifle XX 22, 35, 39", ""),
    ("Jul II 41", "2×4-6 Rifle XX 94, 105", ""),
    ("Jul II 41", "1×4-7 Mountain XX 79", ""),
    ("Aug I 41 pool", "", "1×4-6 Rifle XX 8"),
    ("Aug I 41 pool", "", "1×3-6 Rifle XX 234"),
    ("Aug II 41", "1×6-4-8 Tank XX 59", ""),
    ("Aug II 41", "1×3-8 Cavalry XX 59", ""),
    ("Aug II 41", "1×4-6 Rifle XX 66 (Wnt)", ""),
    ("Oct I 41", "1×3-8 Cavalry XX 58", ""),
    ("Nov I 41", "", "1×6-4-8 Tank XX 112"),
    ("Dec I 41", "1×6-6 Rifle XX 12 (Wnt)", ""),
    ("Jan I 42", "1×3-2-8 Tank X 4", ""),
    ("Feb I 42", "1×3-2-8 Tank X 70", "1×2-1-8 Tank X 70"),
)
"""Formation or turn, what the line says, what it should say; a turn with "pool" behind it adds to the replacement pool."""
