"""Positions posed by words, and the words of what came of them, for case files."""
