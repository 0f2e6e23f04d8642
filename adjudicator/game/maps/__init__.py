"""A theatre that its owner traces from his module's board: what the tracer's page asks.

opening.py   which theatre, which module, which board; what a pack's own folder may be written into
ground.py    where the theatre's hexes and hexsides lie on a board's picture
words.py     the words that may be painted, each with its look
tracing.py   the map in hand: edits, undo, saving, what changed on disc meanwhile
asking.py    what the page may send, checked
proposing.py proposals of the machine, and what a person says of them
"""
