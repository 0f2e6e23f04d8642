"""ZunTzu's XML, both ways: a box and a scenario or saved game, each with the records that it becomes."""
