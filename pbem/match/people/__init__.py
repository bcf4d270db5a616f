"""The people of a game: invitations, teams, substitutes, a new moderator, a rescue."""
