"""Letters taken in: each document handled by its kind, and answered."""
