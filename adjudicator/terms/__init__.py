"""Terms of rules: who, when, where, along which hexsides, by what act. Each is a table of a pack that can be asked.

They lie below every analysis. What the map is like they are told (`Ground`), for whether a hexside or hex has changed
depends on who controls what, and that is found out with terms: those who find it out ask them about the printed map.
"""
