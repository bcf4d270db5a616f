"""The games: one package each, beside geometry and tables that any of them may use."""
