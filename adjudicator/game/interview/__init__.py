"""Rules by answering questions: what is asked, what the answers write into a pack's files, and what they say of a table.

A question is one file of `questions`: its words, its fields, and the entries that an answer writes. The answers, and what each
of them wrote, are kept in `rules_answers.toml` beside the pack's other files.
"""
