"""Whether markers on the map say what the supply lines say."""
