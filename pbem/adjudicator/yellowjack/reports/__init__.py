"""Reports of a phase, made for a seat from its view and its notes."""
