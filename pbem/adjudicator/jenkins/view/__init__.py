"""What a side may know in The War of Jenkins' Ear, and what must always hold."""
