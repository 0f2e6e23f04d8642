"""What may lie hidden in a game: each shape is told in two ways between which the viewer must not be able to tell.

A shape brings counters (`Look`), commands of the saves and steps of the log. Of what the viewer may know, both tellings are
alike; all else is made anew for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from adjudicator.importers.vassal.wire import sequences
from tests.importers.vassal.games import TAB
from tests.leaks.twins.chains import Cover, Trait, alike, cover, secret_trait
from tests.leaks.twins.world import DEN, DESK, EXTENSION, HAND, OLDER, STEPS, TWICE, World, word

Place = tuple[str, int, int]
"""Map and pixels."""
MAIN = "Main"
OPEN_NAMES = ("First Rifles", "Second Rifles", "Third Rifles", "Fourth Rifles")
SLOTS = (("Guards Xanadu", "90017"), ("Lancers Prospero", "90018"), ("Hussars Laputa", "90019"))
"""Counters that the module has, by name and number."""


@dataclass(frozen=True, slots=True)
class Look:
    """A counter as one telling has it. `traits` outermost first; those at `core` make it what it is.

    `moves` are (step, key, place), `changes` (step, key, trait, state); `key` orders what happens in one step, `height` what lies
    in a stack, `rank` what is drawn. It is there from step `born` (0 = the start) until step `gone` (0 = the end). `late` is
    where the last file has it: None for where it went, () if nowhere. What is `anchored` gives its stack a name. What `fades` is
    out of sight in the last file, and has no place there that both tellings know.
    """

    id: str
    name: str
    image: str
    gpid: str
    traits: tuple[Trait, ...]
    at: Place
    core: frozenset[int] = frozenset()
    height: float = 0.0
    rank: float = 0.0
    moves: tuple[tuple[int, float, Place], ...] = ()
    changes: tuple[tuple[int, float, int, str], ...] = ()
    born: int = 0
    gone: int = 0
    late: Place | tuple[()] | None = None
    lone: bool = False
    anchored: bool = False
    mover: str = "⟦P0⟧"
    more: str = "0"
    undone: bool = False
    fades: bool = False

    def simpler(self) -> Iterator[Look]:
        """The same with less."""
        for index in range(len(self.traits)):
            if index not in self.core:
                yield self.without(index)
        for name, less in (("moves", ()), ("changes", ()), ("born", 0), ("gone", 0), ("late", None), ("undone", False)):
            if getattr(self, name) != less:
                yield replace(self, **{name: less})  # type: ignore[arg-type]

    def without(self, index: int) -> Look:
        """The same without a trait."""
        traits = (*self.traits[:index], *self.traits[index + 1 :])
        core = frozenset(each - (each > index) for each in self.core)
        changes = tuple((step, key, at - (at > index), state) for step, key, at, state in self.changes if at != index)
        return replace(self, traits=traits, core=core, changes=changes)


@dataclass(frozen=True, slots=True)
class Told:
    """What one telling has of a shape. `deck` = id, name, place and cards, bottom to top; `steps` are (step, key, command)."""

    looks: tuple[Look, ...] = ()
    more: tuple[str, ...] = ()
    later: tuple[str, ...] | None = None
    steps: tuple[tuple[int, float, str], ...] = ()
    decks: tuple[tuple[str, str, Place, tuple[str, ...]], ...] = ()
    broken: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing with its two tellings. `kind` says what it is, `labels` all that is special about it."""

    kind: str
    labels: frozenset[str]
    told: tuple[Told, Told]
    spoken: bool = False
    """Whether a text names its counters, so that they cannot be left out."""
    known: bool = False
    """Whether the viewer knows its counters at some time, so that both tellings must have the same."""

    @property
    def secret(self) -> bool:
        return self.told[0] != self.told[1] or "ids" in self.kind

    def simpler(self) -> Iterator[Shape]:
        """The same with less: what only one telling has in that one, what both know of a counter in both."""
        one, two = self.told
        if one == two or self.known:
            for index in range(min(len(one.looks), len(two.looks))):
                yield from self._both(index)
            return
        for at, told in enumerate(self.told):
            for index, look in enumerate(told.looks):
                if len(one.looks) != len(two.looks) and not self.spoken:
                    yield self._with(at, replace(told, looks=(*told.looks[:index], *told.looks[index + 1 :])))
                for less in look.simpler():
                    if less.moves == look.moves or not self.spoken:
                        yield self._with(at, _put(told, index, less))
        if len(one.looks) == len(two.looks):
            for index in range(len(one.looks)):
                yield from self._both(index)

    def _both(self, index: int) -> Iterator[Shape]:
        """One counter made simpler in both tellings."""
        looks = [told.looks[index] for told in self.told]
        for trait in range(len(looks[0].traits)):
            if self.known and looks[0].traits == looks[1].traits and trait not in looks[0].core:
                yield self._put_both(index, *(look.without(trait) for look in looks))
        for name in ("moves", "changes", "late"):
            if any(getattr(look, name) for look in looks) and not (self.known and name != "late"):
                none: dict[str, object] = {name: None if name == "late" else ()}
                yield self._put_both(index, *(replace(look, **none) for look in looks))  # type: ignore[arg-type]

    def _put_both(self, index: int, one: Look, two: Look) -> Shape:
        return replace(self, told=(_put(self.told[0], index, one), _put(self.told[1], index, two)))

    def _with(self, at: int, told: Told) -> Shape:
        return replace(self, told=(told, self.told[1]) if at == 0 else (self.told[0], told))


def _put(told: Told, index: int, look: Look) -> Told:
    return replace(told, looks=(*told.looks[:index], look, *told.looks[index + 1 :]))


class Maker:
    """Makes shapes for a world; what is public has its own places, numbers and order, the same in both tellings."""

    def __init__(self, rng: Random, world: World) -> None:
        self.rng, self.world = rng, world
        self._free = iter(rng.sample([(x, y) for x in range(90, 960, 80) for y in range(90, 760, 90)], 80))
        self.places: list[Place] = []
        """Where something public lies at the start."""
        self._number = 0
        self._numbers: set[str] = set()

    def shape(self) -> Shape:
        """Any shape."""
        weights = tuple(weight for weight, _ in KINDS)
        make = self.rng.choices(tuple(make for _, make in KINDS), weights)[0]
        return make(self)

    def fresh(self) -> Place:
        """A place where nothing public lies or comes."""
        return MAIN, *next(self._free)

    def public_place(self) -> Place:
        """A place for something in sight; sometimes with others."""
        if self.places and self.rng.random() < 0.4:
            return self.rng.choice(self.places)
        place = self.fresh()
        self.places.append(place)
        return place

    def any_place(self) -> Place:
        """Where something hidden may be: with others, alone, off the map, on a map that is not there."""
        roll = self.rng.random()
        if roll < 0.5 and self.places:
            return self.rng.choice(self.places)
        if roll < 0.85:
            return MAIN, self.rng.randrange(20, 980), self.rng.randrange(20, 780)
        return ("null", 0, 0) if roll < 0.93 else (self.rng.choice((OLDER, "Nowhere")), 50, 60)

    def rank(self) -> float:
        """The place in the order of what is in sight."""
        self._number += 1
        return float(self._number)

    def name(self) -> str:
        """A name that nothing in sight has."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.12:
            return rng.choice(("Q", "Z", "K")) + rng.choice("xqzjw") + rng.choice(("", "7", "v"))
        first = rng.choice(("Guards", "Lancers", "Garde", "Hüsar", "Corps & Co", "<b>Fort</b>", "12"))
        return f"{first} {word(rng).title()}"

    def secret_look(self, covers: tuple[Cover, ...], at: Place, most: int = 4, **more: object) -> Look:
        """A counter under covers, with other traits around them."""
        rng = self.rng
        chain: list[tuple[bool, Trait]] = [(True, each.trait) for each in covers]
        for _ in range(rng.randrange(most + 1)):
            chain.insert(rng.randrange(len(chain) + 1), (False, secret_trait(rng)[1]))
        name, gpid = rng.choice(SLOTS) if rng.random() < 0.15 else (self.name(), str(rng.randrange(100, 99999)))
        if rng.random() < 0.1:
            name = rng.choice(OPEN_NAMES)
        image = f"{name}.png" if rng.random() < 0.7 else f"{word(rng)}.svg"
        known: dict[str, object] = {
            "height": rng.uniform(-1, 9),
            "rank": rng.uniform(-1, 30),
            "more": rng.choice(("0", "1;UniqueID;" + str(rng.randrange(10**6)), f"2;OldMap;Main;OldZone;{word(rng)}")),
        }
        return Look(
            self.number(),
            name,
            image,
            gpid,
            tuple(trait for _, trait in chain),
            at,
            frozenset(index for index, (core, _) in enumerate(chain) if core),
            **(known | more),  # type: ignore[arg-type]
        )

    def number(self) -> str:
        """A counter's id of any length, which no other counter of the pair has."""
        while (found := str(self.rng.randrange(10 ** self.rng.randrange(4, 13)) + 10_000)) in self._numbers:
            pass
        self._numbers.add(found)
        return found

    def wander(self, look: Look, most: int = 3) -> Look:
        """A counter out of sight with moves, changes, a beginning and an end that nobody sees."""
        rng = self.rng
        born = rng.randrange(1, STEPS + 1) if rng.random() < 0.12 else 0
        gone = rng.randrange(born + 1, STEPS + 1) if born < STEPS and rng.random() < 0.12 else 0
        steps = sorted(rng.randrange(born, gone or STEPS + 1) or 1 for _ in range(rng.randrange(most + 1)))
        moves = tuple((step, rng.random(), self.any_place()) for step in steps if not gone or step < gone)
        moves = tuple(each for each in moves if each[0] > born)
        late: Place | tuple[()] | None = None
        if self.world.resent or rng.random() < 0.3:
            late = rng.choice((None, (), self.any_place()))
        return replace(look, born=born, gone=gone, moves=moves, late=late, undone=rng.random() < 0.15)

    def altered(self, look: Look) -> Look:
        """The same with changes of what nobody may know of it."""
        rng = self.rng
        changes = [
            (rng.randrange(1, STEPS + 1), rng.random(), index, f"{rng.choice(('1', '2', word(rng)))}")
            for index, (kind, _) in enumerate(look.traits)
            if kind.startswith(("PROP;", "label;", "emb2;", "mark;PackUnit")) and rng.random() < 0.5
        ]
        return replace(look, changes=tuple(sorted(changes)))


def open_counter(maker: Maker) -> Shape:
    """A counter in plain sight that may move, alone or with all that lies on it."""
    rng = maker.rng
    name = rng.choice(OPEN_NAMES)
    place = maker.public_place()
    unit: Trait = ("mark;PackUnit", f"{rng.choice(('fr', 'au'))}.{rng.choice(('1', '2', '3'))}inf")
    traits = (unit, *(secret_trait(rng)[1] for _ in range(rng.randrange(3))))
    look = Look(
        maker.number(), name, f"{name}.png", str(11 + OPEN_NAMES.index(name)), traits, place, height=maker.rank(),
        rank=maker.rank(), anchored=True, mover=rng.choice(maker.world.people).token, lone=rng.random() < 0.08,
    )  # fmt: skip
    step = rng.randrange(1, STEPS + 1)
    if rng.random() < 0.5:
        look = replace(look, moves=((step, maker.rank(), maker.fresh()),))
    told = Told((look,))
    return Shape("counter in sight", frozenset({"counter in sight"}), (told, told))


def concealed(maker: Maker) -> Shape:
    """A counter under any stack of masks and cloaks."""
    rng, world = maker.rng, maker.world
    covers = tuple(cover(rng, world) for _ in range(rng.choice((1, 1, 2, 2, 3))))
    hidden = next((each for each in covers if each.word == "hide" and each.conceals(world)), None)
    if hidden is not None:
        return _hidden(maker, covers, hidden)
    masked = next((at for at, each in enumerate(covers) if each.conceals(world)), None)
    if masked is None:
        look = maker.secret_look(covers, maker.public_place(), height=maker.rank(), rank=maker.rank(), anchored=True)
        told = Told((look,))
        return Shape("counter in sight", frozenset({"counter in sight"}), (told, told))
    return _masked(maker, covers, masked)


def _hidden(maker: Maker, covers: tuple[Cover, ...], by: Cover) -> Shape:
    """How many there are, where, what, and what they do: nobody else may know it."""
    rng, world = maker.rng, maker.world
    tellings = []
    for _ in range(2):
        looks = []
        for _ in range(rng.randrange(4)):
            again = covers if rng.random() < 0.6 else (*(cover(rng, world) for _ in range(rng.randrange(2))), by)
            look = maker.altered(maker.secret_look(again, maker.any_place(), mover=rng.choice(world.people).token))
            looks.append(maker.wander(look))
        tellings.append(Told(tuple(looks)))
    outer = next(each for each in covers if each.word == "hide") is by
    labels = {"hide", f"hide: {by.label}", *_stack_labels(covers)}
    kind = f"hide: {by.label}" if outer else "hide: an inner one"
    return Shape(kind, frozenset(labels), (tellings[0], tellings[1]))


def _masked(maker: Maker, covers: tuple[Cover, ...], at: int) -> Shape:
    """Of the first mask that conceals, the back, its owner's side and the place are known."""
    rng, world = maker.rng, maker.world
    by, place = covers[at], maker.public_place()
    step = rng.randrange(1, STEPS + 1)
    moves = ((step, maker.rank(), maker.fresh()),) if rng.random() < 0.4 else ()
    public = {"height": maker.rank(), "rank": maker.rank(), "moves": moves, "mover": rng.choice(world.people).token}
    lone = rng.random() < 0.06
    readable = tuple(each for each in covers[:at] if each.on)
    tellings = []
    for number in range(2):
        if number == 0:
            chain = covers
        else:
            inner = tuple(cover(rng, world, "obs") for _ in range(rng.randrange(3)))
            hides = tuple(each for each in covers[at + 1 :] if each.word == "hide" and each.on)
            chain = (*readable, alike(rng, world, by), *inner, *hides)
        tellings.append(Told((maker.altered(maker.secret_look(chain, place, lone=lone, **public)),)))
    masks = [each for each in covers if each.word == "obs"]
    labels = {"mask", f"mask: {by.label}", *_stack_labels(covers)}
    kind = f"mask: {by.label}" if masks[0] is by else "mask: an inner one"
    return Shape(kind, frozenset(labels), (tellings[0], tellings[1]), spoken=True)


def _stack_labels(covers: tuple[Cover, ...]) -> set[str]:
    words = [each.word for each in covers]
    found = set()
    if words.count("obs") > 1:
        found.add("two masks")
    if words.count("hide") > 1:
        found.add("two cloaks")
    if len(set(words)) > 1:
        found.add("mask and cloak")
    if sum(each.on for each in covers) > 1:
        found.add("two of them on")
    return found


def in_window(maker: Maker) -> Shape:
    """What lies in a window that the viewer may not enter, or of which nobody knows whose it is.

    Without a module there is none: every counter is a back where it lies.
    """
    rng, world = maker.rng, maker.world
    if not world.boxed:
        return concealed(maker)
    windows = [name for name in (HAND, DESK, TWICE, EXTENSION, OLDER) if not world.may_enter(name)]
    window = rng.choice(windows)
    tellings = []
    for _ in range(2):
        looks, decks, more = [], [], []
        for _ in range(rng.randrange(4)):
            covers = tuple(cover(rng, world) for _ in range(rng.choice((0, 0, 1))))
            look = maker.altered(maker.secret_look(covers, _within(rng, window), mover=rng.choice(world.people).token))
            steps = sorted(rng.randrange(1, STEPS + 1) for _ in range(rng.randrange(3)))
            moves = tuple((step, rng.random(), _within(rng, window)) for step in steps)
            late = rng.choice(((), _within(rng, window), None)) if world.resent or rng.random() < 0.3 else None
            looks.append(replace(look, moves=moves, late=late))
        if rng.random() < 0.2:
            cards = tuple(
                replace(maker.secret_look((), (window, 200, 200), 1), lone=True) for _ in range(rng.randrange(1, 4))
            )
            decks.append((maker.number(), f"Pool {word(rng)}", (window, 200, 200), tuple(card.id for card in cards)))
            looks += cards
        if rng.random() < 0.2:
            more.append(f"GlobalProperty\t;Kept{rng.randrange(3)};{word(rng)};{window}")
        tellings.append(Told(tuple(looks), tuple(more), decks=tuple(decks)))
    labels = {HAND: "hand", DESK: "private window", TWICE: "window of two", EXTENSION: "window of no extension"}
    label = labels.get(window, "window of an older module")
    return Shape(label, frozenset({label}), (tellings[0], tellings[1]))


def _within(rng: Random, window: str) -> Place:
    return window, rng.randrange(1, 9) * 40, rng.randrange(1, 6) * 50


def closed_deck(maker: Maker) -> Shape:
    """Which cards lie in a closed deck, in which order, and which one was drawn unseen."""
    rng, world = maker.rng, maker.world
    place, number, name = maker.fresh(), maker.number(), rng.choice(("Fate", "Orders"))
    count = rng.randrange(1, 5)
    drawn = rng.random() < 0.5
    step, key = rng.randrange(1, STEPS + 1), maker.rank()
    hand = (HAND, 120, 120)
    card = Cover("obs", "null", called="Card")
    tellings = []
    shown = maker.secret_look((card,), place) if world.may_enter(HAND) else None
    shown = maker.secret_look((card,), place) if shown is None and world.resent else shown
    for _ in range(2):
        cards = [maker.secret_look((card,), place, lone=True) for _ in range(count)]
        cards[-1] = replace(shown, lone=True) if shown is not None and drawn else cards[-1]
        if drawn:
            cards[-1] = replace(cards[-1], moves=((step, key, hand),))
        deck = (number, name, place, tuple(each.id for each in cards))
        tellings.append(Told(tuple(cards), decks=(deck,)))
    return Shape("closed deck", frozenset({"closed deck"}), (tellings[0], tellings[1]), spoken=True)


FORMS: dict[str, Callable[[str], str]] = {
    "value": lambda name: f"GlobalProperty\t;LastPicked;{name};Module",
    "sentence": lambda name: f"GlobalProperty\t;Report;{name} waits in the wood;Module",
    "key": lambda name: f"GlobalProperty\t;{name}_moved;true;Module",
    "other case": lambda name: f"GlobalProperty\t;LastPicked;{name.upper()};Module",
    "key in other case": lambda name: f"GlobalProperty\t;moved_{name.lower()};1;Main",
    "joined": lambda name: f"GlobalProperty\t;{name.replace(' ', '_')}_steps;2;Module",
}


def property_names(maker: Maker) -> Shape:
    """A global property whose key or value names a counter that is concealed."""
    rng, world = maker.rng, maker.world
    form = rng.choice(tuple(FORMS))
    about = rng.choice(("name", "name", "image", "gpid", "short name"))
    by = _foreign(rng, world, rng.choice(("obs", "hide")))
    place = maker.public_place()
    rank = {"rank": maker.rank(), "height": maker.rank()} if by.word == "obs" else {}
    changed = rng.randrange(1, STEPS + 1) if rng.random() < 0.4 else 0
    key = maker.rank()
    tellings = []
    for _ in range(2):
        look = maker.secret_look((by,), place, 2, **rank)
        name = (
            f"{rng.choice('BCDFGHJK')}{rng.choice('xqzjw')}{rng.choice('xqzjw')}"
            if about == "short name"
            else f"{rng.choice(('Guards', 'Lancers', 'Garde'))} {word(rng).title()}"
        )
        look = replace(look, name=name, gpid=str(rng.randrange(10_000, 99_999)), image=f"{word(rng)} {word(rng)}.png")
        spoken = {"image": look.image, "gpid": look.gpid}.get(about, name)
        steps = ((changed, key, f"MutableProperty\tLastPicked\t\t{spoken}\tModule"),) if changed else ()
        tellings.append(Told((look,), (FORMS[form](spoken),), steps=steps))
    kind = f"property: {form}" if about == "name" else f"property: {about}"
    return Shape(kind, frozenset({kind, f"property: {form}"}), (tellings[0], tellings[1]), spoken=True)


def _foreign(rng: Random, world: World, kind: str) -> Cover:
    """A cover that conceals from the viewer for certain."""
    while True:
        made = cover(rng, world, kind)
        if made.conceals(world):
            return made


def counter_names(maker: Maker) -> Shape:
    """A counter in sight whose property, mark or label names one that is concealed."""
    rng, world = maker.rng, maker.world
    by, place, other = _foreign(rng, world, rng.choice(("obs", "hide"))), maker.public_place(), maker.public_place()
    rank = {"rank": maker.rank(), "height": maker.rank()} if by.word == "obs" else {}
    form = rng.choice(("dynamic property", "marker", "label", "sheet"))
    number, shown = maker.number(), {"height": maker.rank(), "rank": maker.rank()}
    tellings = []
    for _ in range(2):
        look = replace(maker.secret_look((by,), place, 2, **rank), name=f"Guards {word(rng).title()}")
        trait: dict[str, Trait] = {
            "dynamic property": ("PROP;Target;false,0,100,false;;", look.name),
            "marker": ("mark;Aim", look.name),
            "label": (
                "label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$label$;Dialog;0;0;TextLabel;",
                f"follows {look.name}",
            ),
            "sheet": ("propertysheet;0Target;Sheet;P;0;255;255;255;80,130;", look.name),
        }
        names = Look(
            number,
            OPEN_NAMES[0],
            "First Rifles.png",
            "11",
            (trait[form],),
            other,
            core=frozenset({0}),
            anchored=True,
            **shown,
        )
        tellings.append(Told((look, names)))
    kind = f"counter in sight names it: {form}"
    return Shape(kind, frozenset({"counter in sight names it"}), (tellings[0], tellings[1]), spoken=True)


def revealed(maker: Maker) -> Shape:
    """Where a counter lay before its owner showed it."""
    rng, world = maker.rng, maker.world
    by = _foreign(rng, world, "hide")
    shown = maker.secret_look((by,), maker.fresh(), 2)
    step, key, place = rng.randrange(3, STEPS + 1), maker.rank(), maker.fresh()
    tellings = []
    for _ in range(2):
        at = maker.any_place()
        moves = tuple((1, rng.random(), maker.any_place()) for _ in range(rng.randrange(3)))
        changes = ((step, key + 0.1, min(shown.core), "null"),)
        look = replace(
            shown, at=at, moves=(*moves, (step, key, place)), changes=changes, late=place, height=rng.random()
        )
        tellings.append(Told((look,)))
    if world.resent:
        return in_window(maker)
    return Shape("shown later", frozenset({"shown later"}), (tellings[0], tellings[1]), spoken=True, known=True)


def vanished(maker: Maker) -> Shape:
    """What a counter that was in sight does once it is out of it."""
    rng, world = maker.rng, maker.world
    by = _foreign(rng, world, rng.choice(("hide", "obs")))
    shown = maker.secret_look(
        (replace(by, owner="null"),), maker.public_place(), 3, height=maker.rank(), rank=maker.rank(), anchored=True
    )
    step, key = rng.randrange(1, 4), maker.rank()
    veil = by.owner if by.word == "hide" else f"{by.owner};"
    tellings = []
    for _ in range(2):
        changes = (
            (step, key, min(shown.core), veil),
            *(each for each in maker.altered(shown).changes if each[0] > step),
        )
        moves = (
            tuple(
                (rng.randrange(step + 1, STEPS + 1), rng.random(), maker.any_place()) for _ in range(rng.randrange(3))
            )
            if by.word == "hide"
            else ()
        )
        late = rng.choice((None, (), maker.any_place())) if by.word == "hide" and not world.resent else None
        fades = by.word == "hide" and not world.resent
        faded = replace(shown, changes=changes, moves=tuple(sorted(moves)), late=late, fades=fades)
        tellings.append(Told((faded,)))
    kind = "hidden later" if by.word == "hide" else "masked later"
    return Shape(kind, frozenset({kind}), (tellings[0], tellings[1]), spoken=True, known=True)


def notes(maker: Maker) -> Shape:
    """What a player writes for himself."""
    rng, world = maker.rng, maker.world
    writer = rng.choice([person.token for person in world.people if not world.knows(person.token)] + ["⟦U0⟧"])
    step, key, shown = rng.randrange(1, STEPS + 1), maker.rank(), rng.random() < 0.5
    tellings = []
    for _ in range(2):
        more = [f"PNOTE\t{writer}\tHold {word(rng)}"] if rng.random() < 0.7 else []
        if shown:
            more.append(f"SNOTE\tplan\t{writer}\ttrue\tTake {word(rng)}\t0\t0")
        tellings.append(Told(more=tuple(more), steps=((step, key, f"PNOTE\t{writer}\tTake {word(rng)}"),)))
    return Shape("private notes", frozenset({"private notes"}), (tellings[0], tellings[1]))


def ids_stand(maker: Maker) -> Shape:
    """A player's id somewhere in the file."""
    rng, world = maker.rng, maker.world
    token = rng.choice(world.people).token
    step, key, number, place = rng.randrange(1, STEPS + 1), maker.rank(), maker.number(), maker.public_place()
    shown = {"height": maker.rank(), "rank": maker.rank(), "anchored": True}

    def seen(*traits: Trait) -> Told:
        return Told((Look(number, OPEN_NAMES[1], "Second Rifles.png", "12", traits, place, **shown),))  # type: ignore[arg-type]

    forms: dict[str, Told] = {
        "chat": Told(steps=((step, key, f"CHAT<Anne> - my password is {token}"),)),
        "property": Told(more=(f"GlobalProperty\t;Owner;{token};Module",)),
        "property in a sentence": Told(more=(f"GlobalProperty\t;Owner;held by {token} now;Module",)),
        "property key": Told(more=(f"GlobalProperty\t;{token}_ready;true;Module",)),
        "notes": Told(more=(f"NOTES\tmade by {token}",)),
        "custom trait": seen(("cloak;x", token)),
        "custom trait's type": seen((f"cloak;{token}", "x")),
        "label": seen(
            ("label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$label$;Dialog;0;0;TextLabel;", f"of {token}")
        ),
        "marker": seen(("mark;Owner", token)),
        "dynamic property": seen(("PROP;Owner;false,0,100,false;;", token)),
        "restricted": seen(("restrict;⟦S0⟧;true;true;", token)),
        "unmask": Told(more=(f"UNMASK\t{token}",)),
        "leaves": Told(steps=((step, key, f"PYREMOVE\t{token}"),)),
        "unknown command": Told(more=(f"MYCMD\t{token}\tx",), steps=((step, key, f"OTHERCMD\t{token}"),)),
        "name": Told(looks=(replace(seen().looks[0], name=f"Staff of {token}"),)),
        "move": Told((replace(seen().looks[0], moves=((step, key, maker.fresh()),), mover=token),)),
    }
    form = rng.choice(tuple(forms))
    return Shape(f"ids: {form}", frozenset({"ids in texts"}), (forms[form], forms[form]))


def broken(maker: Maker) -> Shape:
    """A command about something secret that cannot be read; the viewer gets an error that does not tell what."""
    rng, world = maker.rng, maker.world
    by = _foreign(rng, world, rng.choice(("hide", "obs")))
    look = replace(maker.secret_look((by,), maker.public_place(), 1), name=f"Guards {word(rng).title()}")
    if rng.random() < 0.4:
        windows = [name for name in (HAND, DESK, EXTENSION) if not world.may_enter(name)]
        look = replace(look, at=(rng.choice(windows), 40, 50))
    map_, x, y = look.at
    forms = {
        "move": f"M/{look.id}/{map_}/abc/100/null/{map_}/{x}/{y}/null/⟦P0⟧",
        "old place": f"M/{look.id}/{map_}/100/100/null/{map_}/{look.name}/{y}/null/⟦P1⟧",
        "cut move": f"M/{look.id}/{map_}/10",
        "cut change": f"D/{look.id}",
        "change of too few traits": f"D/{look.id}/{look.name}",
        "cut piece": f"+/{look.id}/piece;;;{look.name}.png",
        "piece": f"+/{look.id}1/obs;a\tpiece;;;x;{look.name}/{_stranger(world)};",
        "piece's place": _covered(by, f"{look.id}1", f"piece;;;x;{look.name}", f"{map_};abc;{look.name};{look.gpid}"),
        "stack": f"+/{look.id}2/stack/{map_};{look.name};{y};{look.id}",
        "deck": f"+/70{x:04}{y:04}/deck;/{map_};{look.name};{y};true;{look.id}",
        "property": f"MutableProperty\t{look.name}",
        "seat": "PLAYER\t⟦P0⟧",
        "sheet": f"D/{look.id}/{_stranger(world)};/⟦P1⟧",
        "unmask": "UNMASK",
        "boards": f"{map_}BoardPicker\t{look.name}/rev\tabc",
    }
    form = rng.choice(tuple(forms))
    step = rng.choice((0, 1, 3))
    told = Told((look,), broken=((step, forms[form]),))
    return Shape(f"error: {form}", frozenset({"error in the middle"}), (told, told), spoken=True)


def _covered(by: Cover, number: str, kind: str, state: str) -> str:
    """The command that adds a piece under a cover."""
    said, owner = by.trait
    return "+/" + sequences.join((number, sequences.join((said, kind), TAB), sequences.join((owner, state), TAB)), "/")


def _stranger(world: World) -> str:
    """A person whom the viewer never is, so that what changes hands does not come into his."""
    return next((person.token for person in world.people if not world.knows(person.token)), "⟦U0⟧")


def _text(said: str) -> Trait:
    """A label with this text."""
    kind = "label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;"
    return kind, said


def _in_sight(maker: Maker, *traits: Trait, at: Place | None = None) -> Look:
    """A counter that everybody reads."""
    place = maker.public_place() if at is None else at
    return Look(
        maker.number(), OPEN_NAMES[2], "Third Rifles.png", "13", traits, place, height=maker.rank(), rank=maker.rank(),
        core=frozenset(range(len(traits))), anchored=True,
    )  # fmt: skip


def _out_of_sight(maker: Maker, *traits: Trait, at: Place | None = None, **more: object) -> Look:
    """A counter that somebody else made invisible, with these traits below that."""
    rng = maker.rng
    look = maker.secret_look((_foreign(rng, maker.world, "hide"),), maker.any_place() if at is None else at, 0, **more)
    return replace(look, traits=(*look.traits, *traits), name=f"Guards {word(rng).title()}")


def notes_on_reading(maker: Maker) -> Shape:
    """What reading could not make sense of, on counters in sight and on others."""
    rng = maker.rng
    odd: tuple[Trait, ...] = (
        ("aura;x", "1"), ("cloak;x", "2"), _text("{Random(2)}"), _text("{Random(3)}"), _text("\ufffd"),
    )  # fmt: skip
    shown = _in_sight(maker, *rng.sample(odd[:4], 3))
    tellings = []
    for _ in range(2):
        hidden = [_out_of_sight(maker, *rng.sample(odd, rng.randrange(3))) for _ in range(rng.randrange(4))]
        more = []
        for look in hidden:
            point = rng.choice(("300;300", "300;here"))
            if rng.random() < 0.4:
                more.append(f"+/{look.id}7/stack/{MAIN};{point};{look.id};{maker.number()};@@0")
        tellings.append(Told((shown, *hidden), tuple(more)))
    return Shape("notes on reading", frozenset({"notes on reading"}), (tellings[0], tellings[1]), spoken=True)


def strays(maker: Maker) -> Shape:
    """Orders about a hidden counter that is gone, and commands of a module's own that name one."""
    rng = maker.rng
    step, key = rng.randrange(2, STEPS + 1), maker.rank()
    form = rng.choice(("gone", "unknown command"))
    tellings = []
    for number in range(2):
        look = _out_of_sight(maker, gone=1 if form == "gone" else 0, at=maker.fresh())
        if form == "unknown command":
            tellings.append(Told((look,), (f"MYCMD/{look.id}/x",), steps=((step, key, f"OTHERCMD{look.id}\tx"),)))
            continue
        place = f"{MAIN}/310/310/null/{MAIN}/300/300/null/⟦P0⟧"
        told = rng.sample((f"M/{look.id}/{place}", f"-/{look.id}", f"D/{look.id}/x"), rng.randrange(1, 4) * number)
        tellings.append(Told((look,), steps=tuple((step, key, text) for text in told)))
    return Shape(f"stray: {form}", frozenset({"orders about what is gone"}), (tellings[0], tellings[1]), spoken=True)


def counted(maker: Maker) -> Shape:
    """A counter in sight that shows how many lie in its stack, with others that nobody sees."""
    rng = maker.rng
    text = rng.choice(("$StackSize$", "$StackPos$", f'{{GetMapProperty("Kept","{DEN}")}}'))
    place = maker.fresh()
    shown = _in_sight(maker, _text(text), at=place)
    tellings = []
    for _ in range(2):
        hidden = [_out_of_sight(maker, at=place) for _ in range(rng.randrange(4))]
        more = (f"GlobalProperty\t;Kept;{rng.randrange(9)};{DEN}",) if not maker.world.may_enter(DEN) else ()
        tellings.append(Told((shown, *hidden), more))
    kind = "counts those around it"
    return Shape(kind, frozenset({kind}), (tellings[0], tellings[1]), spoken=True)


def furnished(maker: Maker) -> Shape:
    """Which boards lie in a window that the viewer may not enter, and what its zones keep."""
    rng, world = maker.rng, maker.world
    if world.may_enter(DEN) or not world.boxed:
        return concealed(maker)
    step, key = rng.randrange(1, STEPS + 1), maker.rank()
    shown = _in_sight(maker, ("mark;Mood,Kept", "good,1"))
    tellings = []
    for _ in range(2):
        board = rng.choice(("Plan East", "Plan West", f"Plan {word(rng)}"))
        kept = (f"GlobalProperty\t;Mood;{word(rng)};{DEN}:Plans", f"GlobalProperty\t;Kept;{word(rng)};{EXTENSION}")
        lays = f"{DEN}BoardPicker\t{rng.choice(('Plan East', 'Plan West'))}\t0\t0"
        changes = f"MutableProperty\tMood\t\t{word(rng)}\t{DEN}:Plans"
        tellings.append(
            Told(
                (shown,), (f"{DEN}BoardPicker\t{board}\t0\t0", *kept), steps=((step, key, rng.choice((lays, changes))),)
            )
        )
    kind = "boards and zones of a window"
    return Shape(kind, frozenset({kind}), (tellings[0], tellings[1]), spoken=True)


def strangers(maker: Maker) -> Shape:
    """The id of somebody who never sits at the table stands in a text; who else conceals something is not to be known."""
    rng = maker.rng
    step, key = rng.randrange(1, STEPS + 1), maker.rank()
    form = rng.choice(("chat", "property", "marker"))
    known = replace(_out_of_sight(maker, at=maker.fresh()), traits=(Cover("hide", "⟦U0⟧").trait,), rank=2.5)
    shown = _in_sight(maker, ("mark;Owner", "⟦U0⟧")) if form == "marker" else _in_sight(maker)
    tellings = []
    for _ in range(2):
        look = _out_of_sight(maker, rank=rng.choice((0.5, 99.5)))
        others = (replace(look, traits=(Cover("hide", "⟦U1⟧").trait,)),) if rng.random() < 0.5 else ()
        steps = ((step, key, "CHAT<Anne> - ⟦U0⟧ is here"),) if form == "chat" else ()
        more = ("GlobalProperty\t;Weather;⟦U0⟧;Module",) if form == "property" else ()
        tellings.append(Told((shown, known, *others), more, steps=steps))
    kind = f"a stranger's id: {form}"
    return Shape(kind, frozenset({"a stranger's id"}), (tellings[0], tellings[1]), spoken=True)


def sided(maker: Maker) -> Shape:
    """A mask that its module gives to sides, in whose state a player's id stands: it was a player's once."""
    rng, world = maker.rng, maker.world
    place, public = maker.public_place(), {"height": maker.rank(), "rank": maker.rank()}
    access = rng.choice(("side:", "sides:⟦S1⟧")) if ":" not in "".join(world.names) else "side:"
    tellings = []
    for _ in range(2):
        owner = rng.choice((*(person.token for person in world.people), "⟦U0⟧", "⟦U1⟧"))
        tellings.append(Told((maker.secret_look((Cover("obs", owner, access),), place, 2, **public),)))
    kind = "mask: a player's, of a side"
    return Shape(kind, frozenset({kind}), (tellings[0], tellings[1]), spoken=True)


def clutter(maker: Maker) -> Shape:
    """What else is in files, in plain sight: chat, dice, unknown commands, properties."""
    rng = maker.rng
    step, key = rng.randrange(1, STEPS + 1), maker.rank()
    forms = (
        Told(steps=((step, key, "CHAT*** 2d6 = 3,4 *** <Bruno>"),)),
        Told(steps=((step, key, "CHAT<Anne> - good evening"),)),
        Told(more=("MYCMD\tx",), steps=((step, key, "MYCMD\ty"),)),
        Told(more=("GlobalProperty\t;Weather;mud;Module",)),
        Told(steps=((step, key, "MutableProperty\tWeather\tdry\tsnow\tModule"),)),
        Told(more=("PNOTES\tGood game",)),
        Told(steps=((step, key, "M/123454321/Main/100/100/null/Main/10/10/null/⟦P0⟧"),)),
    )
    told = rng.choice(forms)
    return Shape("in sight", frozenset({"in sight"}), (told, told))


KINDS: tuple[tuple[int, Callable[[Maker], Shape]], ...] = (
    (20, open_counter),
    (34, concealed),
    (20, in_window),
    (8, closed_deck),
    (12, property_names),
    (6, counter_names),
    (5, revealed),
    (6, vanished),
    (5, notes),
    (8, ids_stand),
    (5, clutter),
)
ASIDE: tuple[Callable[[Maker], Shape], ...] = (notes_on_reading, strays, counted, furnished, strangers, sided)
"""Shapes that some pairs have besides, so that the pairs of a seed stay what they were."""
