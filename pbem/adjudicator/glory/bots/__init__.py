"""Players without a person for 1805: Sea of Glory."""
