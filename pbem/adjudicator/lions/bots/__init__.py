"""Players without a person for When Lions Sailed."""
