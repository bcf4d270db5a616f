"""The base rules R1 to R12, on which the module rulebook stands; they know nothing of its chapters."""
