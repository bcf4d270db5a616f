"""The campaign book: a game's whole story, told from its record to whoever may know it."""
