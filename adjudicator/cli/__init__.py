"""The command `adjudicator`: each sub-command reads its arguments, calls the library and prints."""
