"""Names taken apart: letters without accents, Cyrillic in Latin letters, words and numbers parted from one another."""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = dict(
    zip(
        "абвгдезийклмнопрстуфыэ",
        ["a", "b", "v", "g", "d", "e", "z", "i", "j", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "y", "e"],
        strict=True,
    )
) | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
_APART = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "đ": "d", "º": "", "ª": "", "’": "'"}
)
_ORDINAL = re.compile(
    r"(?<![0-9A-Za-z])([0-9]{1,4})(?:-?(?:st|nd|rd|th|er|ere|re|eme|ieme|e|de|os|as|o|ya|aya|ja|aja|oj|oy|yj|ij|iy|oi|j|y|ste|te|ter|tes))?"
    r"(?:\.|(?![0-9A-Za-z]))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[0-9]+|[A-Za-z]+")
_ROMAN = re.compile(r"(?=[IVXLC])(C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_VALUES = {"C": 100, "XC": 90, "L": 50, "XL": 40, "X": 10, "IX": 9, "V": 5, "IV": 4, "I": 1}


def latin(text: str) -> str:
    """The text in Latin letters without accents, large letters still large."""
    spelt = "".join(_cyrillic(letter) for letter in unicodedata.normalize("NFC", text).translate(_APART))
    return "".join(letter for letter in unicodedata.normalize("NFKD", spelt) if not unicodedata.combining(letter))


def _cyrillic(letter: str) -> str:
    plain = "е" if letter in "ёЁ" else letter.lower()
    if plain not in _CYRILLIC:
        return letter
    found = _CYRILLIC[plain]
    return found.capitalize() if letter.isupper() else found


def words(text: str) -> list[str]:
    """Its words and numbers in order; ordinals lose their endings, words run together by large letters are parted."""
    plain = _ORDINAL.sub(r" \1 ", latin(text).replace("_", " "))
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])", " ", plain)
    plain = re.sub(r"\b(d|l|dell|dall|all)'(?=[A-Za-z])", r"\1 ", plain, flags=re.IGNORECASE)
    return _WORD.findall(plain)


def roman(word: str) -> int:
    """The value of a Roman numeral in large letters, 0 if it is none."""
    match = _ROMAN.fullmatch(word)
    if match is None:
        return 0
    return sum(_VALUES[part] for piece in match.groups() for part in re.findall(r"XC|XL|IX|IV|[CLXVI]", piece))
