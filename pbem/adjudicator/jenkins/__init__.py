"""The War of Jenkins' Ear: the Caribbean, 1739 to 1748."""
