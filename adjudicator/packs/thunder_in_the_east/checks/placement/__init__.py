"""Where units and markers may stand, whoever put them there."""
