"""The campaign book: a game's whole story, told from its record as far as its reader may know it."""
