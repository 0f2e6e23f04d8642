"""The JSON form of the model, both ways, from one source: the fields of the model's own dataclasses."""
