"""One match of Yellow Jack: the position, the phase that comes next, and what was seen of the other side."""
