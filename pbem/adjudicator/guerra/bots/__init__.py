"""Players without a person for Guerra a Muerte."""
