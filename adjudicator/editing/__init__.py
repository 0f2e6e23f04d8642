"""A theatre while it is written: its text files as values that can be set, taken back and written in canonical order.

    values.py   the keys and values of a map: terrain, tags, hexsides, places, what a person refused or checked
    lines.py    hexes.txt and hexsides.txt, line by line: only what changed is written anew
    header.py   theatre.toml: its closed lists and places
    record.py   tracing.json beside them: what a person decided that no theatre says
    sheet.py    all of them as one, with undo and redo
    importing.py maps from GeoJSON and tables, with what is lost
    spots.py    what looks like a slip: roads that end nowhere, single odd hexes, places in the sea

What these files hold that nothing here understands (comments, named values, tables of others) rides along unchanged.
"""
