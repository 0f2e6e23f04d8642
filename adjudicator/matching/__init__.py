"""Which counter of a module may be which unit or marker of a pack: proposals with a confidence and their reasons in words.

Knows counters and types, no rule and no format. Nothing here decides: what is taken is said by who asks.
"""
