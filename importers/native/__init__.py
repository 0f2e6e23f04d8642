"""Our own JSON: a state, a log or a module as plain text, without loss; the layout is `schemas/adjudicator-state-1.json`."""
