"""The rules of the linter: each with its number, how bad it is, what VASSAL does, and how to mend it."""

from __future__ import annotations

from enum import StrEnum

from adjudicator.importers.vassal.validate.problems import Flaw
from adjudicator.lean import dataclass


class Severity(StrEnum):
    """How bad a finding is for whoever plays with the module; the words are those of SARIF."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its number, the name that findings have, how bad they are, what VASSAL does, and how to mend it."""

    number: str
    flaw: Flaw
    severity: Severity
    title: str
    effect: str
    mend: str

    @property
    def name(self) -> str:
        return self.flaw.value


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
RULES: tuple[Rule, ...] = (
    Rule(
        "M101",
        Flaw.ABSENT_METADATA,
        _E,
        "No entry `moduledata` names a VASSAL version",
        "It looks for `buildFile`, does not find it, and does not open the module.",
        "Open and save the module in VASSAL's editor, or write the entry.",
    ),
    Rule(
        "M102",
        Flaw.OTHER_BUILD_FILE,
        _E,
        "The VASSAL version in `moduledata` leads to a build file that is not there",
        "From version 3.5 on it reads `buildFile.xml`, before that `buildFile`; what is no number counts as old.",
        "Write the version of VASSAL that you use into `moduledata`; replace `${…}` before you zip the module.",
    ),
    Rule(
        "M103",
        Flaw.MISNAMED_ENTRY,
        _E,
        "An entry has a backslash in its name",
        "It asks for the name with a slash and does not find the entry.",
        "Zip the module with a program that writes slashes.",
    ),
    Rule(
        "M201",
        Flaw.DANGLING_PROTOTYPE,
        _E,
        "A prototype is used and not defined",
        "The trait vanishes from the piece, with all that the prototype would bring.",
        "Define the prototype, or correct its name where it is used.",
    ),
    Rule(
        "M202",
        Flaw.RECURSIVE_PROTOTYPE,
        _E,
        "A prototype uses itself, at once or by way of others",
        "It stops with 'infinite loop' when a piece is made of it.",
        "Take the trait 'Prototype' out of one of them.",
    ),
    Rule(
        "M203",
        Flaw.LATE_PROTOTYPE,
        _W,
        "Prototypes are defined behind the maps whose at-start pieces use them",
        "What is built before the prototypes are there has none of their traits until the module is opened again.",
        "Move the folder 'Prototype Definitions' above the maps in the editor.",
    ),
    Rule(
        "M204",
        Flaw.DUPLICATE_PROTOTYPE,
        _W,
        "Two prototypes have one name",
        "The later one counts, and the other is never used.",
        "Delete one of them, or give it another name.",
    ),
    Rule(
        "M301",
        Flaw.DANGLING_IMAGE,
        _E,
        "An image is named and not in the box",
        "It says so in the error log and draws nothing there.",
        "Add the image under this name, or correct the name; capitals count.",
    ),
    Rule(
        "M302",
        Flaw.UNUSED_IMAGE,
        _N,
        "An image is in the box and nothing names it",
        "Nothing: it takes room and time to load.",
        "Delete the image if nobody needs it; `module edit --drop-unused-images` does so.",
    ),
    Rule(
        "M303",
        Flaw.NO_IMAGE,
        _E,
        "A file that is named as an image holds none",
        "It reports the image as unreadable and draws nothing.",
        "Put the image in its place.",
    ),
    Rule(
        "M304",
        Flaw.HUGE_IMAGE,
        _E,
        "An image is larger than VASSAL can hold",
        "It takes four bytes for each pixel and runs out of memory.",
        "Scale the image down, or cut the map into several boards.",
    ),
    Rule(
        "M401",
        Flaw.DUPLICATE_GPID,
        _E,
        "Several pieces have one number (gpid)",
        "'Refresh Counters' puts one of them in the place of the others.",
        "Delete the attribute `gpid` of the copies; VASSAL gives them new ones when the module is saved.",
    ),
    Rule(
        "M402",
        Flaw.NO_SIZE,
        _W,
        "A piece has no image, layer or label",
        "It cannot be seen nor selected on the map.",
        "Give it an image, or delete it.",
    ),
    Rule(
        "M403",
        Flaw.UNREADABLE_PIECE,
        _E,
        "A piece's definition cannot be read",
        "It reports bad data and leaves the piece out.",
        "Make the piece anew in the editor.",
    ),
    Rule(
        "M404",
        Flaw.UNKNOWN_TRAIT,
        _E,
        "A trait is neither VASSAL's nor of a class in the box",
        "It puts an empty trait in its place, so that what the trait did is gone.",
        "Add the class of the trait, or delete the trait.",
    ),
    Rule(
        "M405",
        Flaw.DEAD_SUBMENU,
        _W,
        "A sub-menu holds a command that the piece does not have",
        "The sub-menu shows without the command; where it has no other it is empty.",
        "Correct the name of the command, which must be the same to the letter.",
    ),
    Rule(
        "M406",
        Flaw.UNHEARD_KEY,
        _W,
        "A trigger sends a key command that no trait of the piece hears",
        "The menu entry does nothing.",
        "Give a trait that key command, or take it out of the trigger.",
    ),
    Rule(
        "M501",
        Flaw.ABSENT_SETUP,
        _E,
        "The file of a set-up is not in the box",
        "It reports the file as missing and begins no game.",
        "Add the file to the module, or correct its name.",
    ),
    Rule(
        "M502",
        Flaw.UNKNOWN_PLACE,
        _E,
        "An at-start stack or deck names a location that its board does not have",
        "It reports bad data and lays the stack at its x and y, which are mostly 0.",
        "Correct the location, or switch 'Use Grid Location' off.",
    ),
    Rule(
        "M503",
        Flaw.UNKNOWN_BOARD,
        _E,
        "An at-start stack or deck belongs to a board that its map does not have",
        "The stack is never laid.",
        "Choose one of the map's boards.",
    ),
    Rule(
        "M504",
        Flaw.OFF_THE_MAP,
        _W,
        "An at-start stack or deck lies outside the boards",
        "It is there, but nobody can see or reach it.",
        "Correct its x and y.",
    ),
    Rule(
        "M601",
        Flaw.REPEATED_NUMBER,
        _W,
        "A board has a number in several places",
        "Reports of moves and at-start stacks mean any of them.",
        "Give numbers more digits, or a separator between column and row.",
    ),
    Rule(
        "M602",
        Flaw.EMPTY_ZONE,
        _E,
        "A zone has fewer than three points",
        "It holds nothing, and older versions stop with an error when the mouse moves over the board.",
        "Draw the zone's outline, or delete it.",
    ),
    Rule(
        "M603",
        Flaw.TWO_GRIDS,
        _W,
        "A zone or board has several grids",
        "The last one counts; the editor shows the first.",
        "Delete all but one of them.",
    ),
    Rule(
        "M701",
        Flaw.ABSENT_CLASS,
        _E,
        "A component's class is neither VASSAL's nor in the box",
        "It reports the component and leaves it out, with all that is in it.",
        "Add the class to the module, or replace the component with one of VASSAL's.",
    ),
    Rule(
        "M801",
        Flaw.UNSET_PROPERTY,
        _N,
        "A layer follows a property that nothing in the module sets",
        "The layer always shows its first level.",
        "Correct the name; capitals count. Ignore it if players set the property by other means.",
    ),
    Rule(
        "M802",
        Flaw.UNKNOWN_GLOBAL,
        _E,
        "A trait sets a global property that is not defined",
        "It reports bad data whenever the command is used.",
        "Define the global property, or correct its name.",
    ),
    Rule(
        "M901",
        Flaw.EXTENSION_ID,
        _E,
        "An extension has no id, or the same one as another",
        "Its pieces have numbers that others have too, and 'Refresh Counters' mixes them up.",
        "Give each extension an id of its own in its properties.",
    ),
    Rule(
        "M902",
        Flaw.FOREIGN_GPID,
        _W,
        "A piece of an extension has a number (gpid) without the extension's id",
        "'Refresh Counters' may take it for a piece of the module.",
        "Open and save the extension in VASSAL's editor.",
    ),
    Rule(
        "M903",
        Flaw.EXTENSION_TARGET,
        _E,
        "An extension adds something to a component that the module does not have",
        "It reports the extension as not fitting and leaves the part out.",
        "Make the part anew in the component where it belongs.",
    ),
    Rule(
        "M904",
        Flaw.FOREIGN_EXTENSION,
        _W,
        "An extension was made for another module",
        "It refuses to load the extension, or warns.",
        "Move the extension into the folder of its own module.",
    ),
)
BY_FLAW = {rule.flaw: rule for rule in RULES}


def chosen(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are wanted: all, or those whose number begins, or whose name is, as selected; without the ignored ones."""
    wanted = [rule for rule in RULES if not select or any(_means(word, rule) for word in select)]
    return tuple(rule for rule in wanted if not any(_means(word, rule) for word in ignore))


def unknown_words(words: tuple[str, ...]) -> list[str]:
    """The words that mean no rule."""
    return [word for word in words if not any(_means(word, rule) for rule in RULES)]


def _means(word: str, rule: Rule) -> bool:
    return word.upper() == "ALL" or rule.name == word.lower() or (bool(word) and rule.number.startswith(word.upper()))
