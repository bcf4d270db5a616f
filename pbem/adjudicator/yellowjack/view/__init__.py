"""A seat's view: what it may know of the position."""
