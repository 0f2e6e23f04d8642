"""Pairs of inputs that differ only in what a viewer may not know, made at random: what he is given must not differ at all.

`world` says who plays and which windows there are, `chains` what a counter may be made of, `shapes` what may lie hidden in a
game and how it may be told otherwise, `pairs` puts shapes together, `writing` writes the files, `answers` asks for outputs
and `hunt` compares them and makes what differs small.
"""

import os
from pathlib import Path

from tests.leaks.twins.checkout import OTHER, take

if os.environ.get(OTHER):  # before anything of the program is loaded, in each process
    take(Path(os.environ[OTHER]))
