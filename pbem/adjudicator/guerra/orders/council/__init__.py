"""The sections of the council: rows, words, examples, answers and checks."""
