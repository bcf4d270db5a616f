"""Errors, files, clock and words that every other package may use; it uses none of them."""
