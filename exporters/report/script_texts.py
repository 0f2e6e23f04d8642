"""What the page's scripts say (`tell` in them): the page takes along how its language says it."""

from __future__ import annotations

from adjudicator.languages import ENGLISH, Language

TEXTS = (
    "{shown} of {all} shown",
    "As the rules found it at step {step}; nothing was judged anew since.",
    "The start",
    "Play",
    "Pause",
    "Nothing of that name is found.",
    "Step {step}",
    "After the act: {now}",
    "Before the act: {now}",
    "{place} of {count}",
    "The map fills the screen. F or Escape ends it.",
    "The map stands beside the lists again.",
    "Finding {number} is shown on the map, at step {step}. Escape lets go of it.",
    "Finding {number} is shown on the map. Escape lets go of it.",
    "every unit",
    "Undetermined for want of: {missing}",
    "No line leads to a source.",
    "As it was at step {step}; not looked at anew since.",
    "No unit is chosen.",
    "{unit} is not on the map at this moment.",
    "{what}. Escape lets go of it.",
    "No finding is chosen.",
    "Map. Arrow keys move it, plus and minus zoom, 0 shows it whole.",
    "it sets out",
    "the cheapest way sets out",
    "the line begins",
    "the line breaks",
    "1 point so far",
    "{cost} points so far",
    "onward",
    "here the rule is broken",
    "here nobody can be sure",
    "here something is owed",
)


def script_texts(language: Language) -> dict[str, str]:
    """Those texts that the language says otherwise."""
    return {} if language.name == ENGLISH else {text: language.text(text) for text in TEXTS}
