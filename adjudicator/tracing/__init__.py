"""Proposals from a board's image: a person marks one to three examples of each kind, the rest is proposed.

    lattice.py        hexes and hexsides in an image              picture.py     its colours and palette
    registration.py   the grid laid on the printed outlines       evenness.py    a scan's uneven light taken out
    hex_features.py   what hexes look like inside                 shares.py      how much of a hex is which terrain
    strips.py         the image along every hexside               views.py       strips along (features), across (lines)
    codings.py        strips as printed and against their ground
    paths.py          the best path through a strip               inks.py, guesses.py   what a kind is printed in
    profiles.py       what lies on and beside the paths           kinds.py       one kind, learnt on a whole board
    learning.py, logistic.py   from few examples to all           continuity.py, rivals.py, direction.py   what joins,
                                                                                 excludes, and faces which way
    companions.py     what a kind wants beside it                 hosts.py       bridges and what else stands on others
    avoided_terrain.py what a kind never lies beside
    winsorized.py     odd examples among many                     bands.py       long arrays in parts, on threads
    probing.py        what is asked first, since no mark looks like it
    quantiles.py      medians of many small sets             trials.py      many inks tried on the same strips
    valley.py         where what has an ink parts from the rest
    board.py          all that does not depend on marks           proposals.py   marks and proposals
    tracer.py         marks in, proposals out                     auditing.py    how much error remains
    calibration.py    how often what is so certain is right       questions.py   proposals that one answer decides
    strangers.py      hexes that look like no mark

It needs the extra `trace`.
"""
