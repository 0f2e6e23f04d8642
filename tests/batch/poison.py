"""Loaded by Dask's workers (`preload`) in tests: their hands are those that obey poison."""

from __future__ import annotations

import sys

from adjudicator.batch import keeper

keeper.COMMAND = [sys.executable, "-m", "tests.batch.poisoned"]
