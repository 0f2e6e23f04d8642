"""The one door for programs: `open_game` opens the files of a game, and the `Game` judges, draws, tells and writes them.

Everything that leaves a `Game` is what its viewer may know. Commands and pages ask it and show what it answers.

    opening.py     open_game                                         game.py        what can be asked of a game
    answers.py     what a game answers: each answer has its values, is JSON, and can be written
    files.py       a game's files and its module                     series.py    several files as one game, in order of play
    evidence.py    what was given more than once counts once
    rules.py       the pack, map and moment to judge by              viewers.py   who looks
    rules_wanted.py  whose rules were asked for                      fitting.py     the packs that know a game's counters
    contents.py    what a file holds                                 pictures.py  the map with what the rules make of it
    converting.py, scrubbing.py, merging.py, modules.py              files made from files
    pack_files.py  files made from packs and for them
    books.py       what a rulebook's pack says of itself             listener.py  who hears of the work while it goes on
"""
