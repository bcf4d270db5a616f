"""What a side may know in When Lions Sailed, and what must always hold."""
