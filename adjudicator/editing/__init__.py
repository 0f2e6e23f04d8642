"""A theatre while it is written: its text files as values that can be set, taken back and written in canonical order.

    values.py   the keys and values of a map: terrain, tags, hexsides, places, what a person refused or checked
    lines.py    hexes.txt and hexsides.txt, line by line: only what changed is written anew
    header.py   theatre.toml: its closed lists and places
    journal.py  tracing-undo.jsonl: what was drawn, so that a desk started anew can take it back
    record.py   tracing.json beside them: what a person decided that no theatre says
    sheet.py    all of them as one, with undo and redo
    brought.py  what a file of another program says of a map, with what is lost
    importing.py such files: GeoJSON and tables; hexwright.py and tiled.py those of the two editors
    spots.py    what looks like a slip: roads that end nowhere, single odd hexes, places in the sea

What these files hold that nothing here understands (comments, named values, tables of others) rides along unchanged.
"""
