"""Whole archives: every game under some folders judged on many processes or machines, and kept in one store.

    finding.py   the games under a path, one after another      places.py   folders and files, here or at any fsspec URL
    unit.py      a game as it is sent: its files by name        work.py     what is done with a game: the answer as plain values
    hand.py      the process that does it, and may die of it    keeper.py   starts it, watches it, ends it at its bounds
    task.py      a game on a worker: fetched, done, kept        store.py    one Parquet file for each game
    run.py       the cluster, and what goes on while it works   tally.py    the store added up for a report

Dask sends the tasks round, and gives those of a lost worker to another. `docs/batch.md` says how it is used.
"""
