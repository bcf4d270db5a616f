"""Commands for a moderator's decisions: rule, go back, end a game."""
