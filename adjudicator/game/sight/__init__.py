"""The one gate between what a file holds and what its viewer may know; docs/secrets.md says what that is, and why.

`seen_state` and `seen_log` give a state or log with everything taken out that the viewer may not know. All that a game
answers is made of these, so that whoever tells, draws or writes never holds a secret. Two files that differ only in
what the viewer may not know give him the same.
"""

from __future__ import annotations

from adjudicator.game.sight.logs import seen_log
from adjudicator.game.sight.states import is_blank, seen_state
from adjudicator.game.sight.survey import secrets_of
from adjudicator.game.sight.words import seen_notes

__all__ = ["is_blank", "secrets_of", "seen_log", "seen_notes", "seen_state"]
