"""Answers of sections to the questions of a Turn: which entry fits, whether it holds, and what it says."""
