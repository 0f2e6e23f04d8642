"""The reference of the files that packs are made of: pages and JSON Schemas, both made from the code that reads the files."""
