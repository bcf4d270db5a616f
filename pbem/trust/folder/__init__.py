"""A game's public folder: written by the moderator, read by everybody."""
