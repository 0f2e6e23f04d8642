"""Small saves and logs in VASSAL's own words."""

from __future__ import annotations

from adjudicator.importers.vassal.wire import commands, sequences

ESC, TAB = "\x1b", "\t"


def piece(identity, name="Inf", where="Main;10;20", traits=(), gpid="7"):
    """An AddPiece command; `traits` are (type, state) pairs, outermost first."""
    kind, state = f"piece;;;{name}.png;{name}", f"{where};{gpid};0"
    for own, said in reversed(traits):
        kind, state = sequences.join((own, kind), TAB), sequences.join((said, state), TAB)
    return "+/" + sequences.join((identity, kind, state), "/")


def stack(identity, *members, where="Main;10;20", layer="@@1"):
    return "+/" + sequences.join((identity, "stack", ";".join((where, *members, layer))), "/")


def deck(identity, *cards, name="Reserve", where="Main;500;500"):
    kind = "deck;" + ";".join(["true", "0,0,0", "50", "70", "Always", "Never", *["false"] * 3, "", "", "", name])
    state = ";".join((where, "true", *([",".join(cards)] if cards else [])))
    return "+/" + sequences.join((identity, kind, state), "/")


def save(*pieces, more=(), begun=True):
    """A save's text; `more` are commands of other components."""
    ends = [*more, *(["SETUP_STACK" + TAB] if begun else []), "end_save"]
    return commands.join_stream(["begin_save", "", ["", *pieces], *ends])


def log(start, *steps):
    """A log: a save's text and logged actions, each a command or a list of them."""
    logged = [logged_tree(step) for step in steps]
    return ESC.join([start, *(sequences.join([commands.join_stream(tree)], ESC) for tree in logged)])


def logged_tree(step):
    return f"LOG{TAB}{step}" if isinstance(step, str) else [logged_tree(each) for each in step]


def move(identity, x, y, under="null", *, old=(10, 20), player="secret-of-anna", to="Main", origin="Main"):
    return f"M/{identity}/{to}/{x}/{y}/{under}/{origin}/{old[0]}/{old[1]}/null/{player}"


def roster(*players):
    return [f"PLAYER{TAB}{identity}{TAB}{name}{TAB}{side}" for identity, name, side in players]
