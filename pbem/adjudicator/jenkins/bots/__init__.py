"""Players without a person for The War of Jenkins' Ear."""
