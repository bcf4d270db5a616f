"""A player's own folder: what lies in it, what of a letter is kept there, and how it is read."""
